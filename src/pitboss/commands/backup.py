"""`pitboss backup PATH`: writes a house's database, key and checkpoints into one file."""

from contextlib import closing
from pathlib import Path

import click


@click.command("backup")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--db", "url", metavar="URL", help="The database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory of keys and database.")
@click.option("--without-key", is_flag=True, help="Leave the key out; keep it elsewhere, safe.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    path: Path, url: str | None, data: Path | None, without_key: bool, as_json: bool
) -> int:
    """Write a backup of a house, which may be running, and verify it.

    PATH is a new file, or a directory for a file named by the time. The file holds the house's key
    unless --without-key is given: whoever reads it can read face-down cards and the next rounds'
    seeds. Only its owner may read it.
    """
    from pitboss.commands.common import closed_house, echo_json
    from pitboss.commands.views.keeping import ProgressLine, echo_findings, summary
    from pitboss.house.backup.backup import archive_name, make_backup
    from pitboss.house.service import wall_clock

    store, keys, directory = closed_house(data, url)
    target = archive_name(path, wall_clock())
    with closing(store), ProgressLine() as line:
        manifest, findings = make_backup(
            store, keys, directory, target, with_key=not without_key, progress=line
        )
    if as_json:
        echo_json({"file": str(target), **summary(manifest, findings)})
        return 0 if findings.clean else 1
    size = target.stat().st_size
    click.echo(f"{target}: {size / 1e6:,.1f} MB, schema {manifest.schema}")
    if manifest.with_key:
        click.echo("It holds the house's key: keep it as safe as the key itself.")
    else:
        click.echo("It does not hold the house's key: without that key nobody can restore it.")
    echo_findings(findings)
    return 0 if findings.clean else 1
