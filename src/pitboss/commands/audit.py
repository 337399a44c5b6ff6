"""`pitboss audit`: checks a house's books against its log and the rulebook."""

import json
from pathlib import Path

import click


@click.command("audit")
@click.argument("archive", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--db", "url", metavar="URL", help="The database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory of keys and checkpoints.")
@click.option("--key", "key_file", type=click.Path(path_type=Path), help="If FILE has no key.")
@click.option("--json", "as_json", is_flag=True)
def command(
    archive: Path | None, url: str | None, data: Path | None, key_file: Path | None, as_json: bool
) -> int:
    """Check program, chain, replays, balances, meters, fairness. Exit code 1 on a fault.

    FILE is a backup, whose house is checked on a copy; without it the house in --data is checked.
    """
    from pitboss.commands.common import existing_house
    from pitboss.house.audit.audit import audit, remarks
    from pitboss.house.audit.program import program_faults

    if archive is not None:
        from pitboss.house.backup.checking import verify_archive

        _, findings = verify_archive(archive, key_file)
        faults, notes = findings.faults, findings.remarks
    else:
        house = existing_house(data, url)
        faults = {"check_program": program_faults(), **audit(house)}
        notes = remarks(house)
    if as_json:
        report = {**faults, "remarks": notes}
        click.echo(json.dumps(report, indent=1, ensure_ascii=False))
    else:
        for name, lines in faults.items():
            words = name.removeprefix("check_").replace("_", " ")
            click.echo(f"{words:<12} {'right' if not lines else f'{len(lines)} wrong'}")
            for fault in lines:
                click.echo(f"  {fault}")
        for remark in notes:
            click.echo(remark)
    return 1 if any(faults.values()) else 0
