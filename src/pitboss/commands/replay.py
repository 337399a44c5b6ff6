"""`pitboss replay FILE`: run a .round file again, show it, and say where it differs.

`pitboss replay TABLE/NUMBER` does so with a round of a house, from its log.
"""

import json
import sys
from pathlib import Path

import click

from pitboss.errors import PitbossError

_COLOURS = {">": "bold", "<": "green", "!": "red", "?": "cyan", "=": "bold yellow", "#": "dim"}


@click.command("replay")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    metavar="[FILE | TABLE/ROUND]...",
)
@click.option("--rewrite", is_flag=True, help="Write the derived lines back into the file.")
@click.option("--json", "as_json", is_flag=True, help="Events and refusals as JSON.")
@click.option("--quiet", is_flag=True, help="Only say whether the file agrees.")
@click.option("--db", "url", metavar="URL", help="A house's database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="A house's data directory.")
def command(
    files: tuple[Path, ...],
    rewrite: bool,
    as_json: bool,
    quiet: bool,
    url: str | None,
    data: Path | None,
) -> int:
    """Run .round files, or rounds of a house (TABLE/NUMBER), again.

    Exit code 1 when what is written is not what happens.
    """
    worst = 0
    for path in files:
        if not path.exists() and path.parent != Path() and path.name.isdecimal():
            worst = max(worst, _of_house(str(path), data, url, as_json=as_json, quiet=quiet))
        else:
            worst = max(worst, _one(path, rewrite=rewrite, as_json=as_json, quiet=quiet))
    return worst


def _of_house(
    round_id: str, data: Path | None, url: str | None, *, as_json: bool, quiet: bool
) -> int:
    """Built up again from the house's log, and compared to the cent."""
    from pitboss.commands.common import existing_house, split_round
    from pitboss.house.history.rounds import as_text, differences

    house = existing_house(data, url)
    found = differences(house, *split_round(round_id))
    if as_json:
        told = {"round": round_id, "agrees": not found, "differences": found}
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
    elif found:
        click.echo(f"{round_id} differs from what happens:", err=True)
        click.echo("\n".join(found))
    elif quiet:
        click.echo(f"{round_id}: agrees")
    else:
        _show(as_text(house, *split_round(round_id), None))
    house.store.close()
    return 1 if found else 0


def _one(path: Path, *, rewrite: bool, as_json: bool, quiet: bool) -> int:
    from pitboss.notation.replay import differences, replay

    text = _read(path)
    try:
        told = replay(text)
    except PitbossError as error:
        where = f"{path}:{error.where.removeprefix('line ')}" if error.where else str(path)
        raise PitbossError(
            error.what, where=where, clause=error.clause, what_to_do=error.what_to_do
        ) from error
    diff = differences(text, told)
    if as_json:
        _print_json(path, told, diff)
    elif rewrite:
        if diff:
            path.write_text(told.text, encoding="utf-8")
        click.echo(f"{path}: {'rewritten' if diff else 'unchanged'}")
        return 0
    elif diff:
        click.echo(f"{path} differs from what happens:", err=True)
        click.echo("\n".join(diff))
    elif quiet:
        click.echo(f"{path}: agrees")
    else:
        _show(told.text)
    return 1 if diff else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PitbossError(error.strerror or str(error), where=str(path)) from error
    except UnicodeDecodeError as error:
        raise PitbossError("not UTF-8 text", where=str(path)) from error


def _print_json(path: Path, told: object, diff: list[str]) -> None:
    import msgspec

    from pitboss.notation.replay import Replay

    assert isinstance(told, Replay)
    said = {
        "file": str(path),
        "agrees": not diff,
        "commands": msgspec.to_builtins(told.commands),
        "events": msgspec.to_builtins(told.events),
        "refusals": [
            {"reason": r.reason.name, "sentence": str(r), "clause": r.clause} for r in told.refusals
        ],
        "balances": told.table.books(),
    }
    json.dump(said, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


def _show(text: str) -> None:
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for row in text.splitlines():
        console.print(Text(row, style=_COLOURS.get(row[:1], "")), soft_wrap=True)
