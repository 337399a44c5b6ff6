"""`pitboss replay FILE`: runs a .round file again, shows it, and reports where it differs.

`pitboss replay TABLE/NUMBER` does the same with a round of a house, from its log.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.commands.common import rules_option
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook import Rulebook

_COLOURS = {">": "bold", "<": "green", "!": "red", "?": "cyan", "=": "bold yellow", "#": "dim"}


@click.command("replay")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    metavar="[FILE | TABLE/ROUND]...",
)
@rules_option
@click.option("--rewrite", is_flag=True, help="Write the derived lines back into the file.")
@click.option("--json", "as_json", is_flag=True, help="Events and refusals as JSON.")
@click.option("--quiet", is_flag=True, help="Only say whether the file agrees.")
@click.option("--db", "url", metavar="URL", help="A house's database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="A house's data directory.")
def command(
    files: tuple[Path, ...],
    book: "Rulebook",
    rewrite: bool,
    as_json: bool,
    quiet: bool,
    url: str | None,
    data: Path | None,
) -> int:
    """Run .round files, or rounds of a house (TABLE/NUMBER), again.

    Exit code 1 when the file differs from what happens.
    """
    worst = 0
    for path in files:
        if not path.exists() and path.parent != Path() and path.name.isdecimal():
            worst = max(worst, _of_house(str(path), data, url, as_json=as_json, quiet=quiet))
        else:
            worst = max(worst, _one(path, book, rewrite=rewrite, as_json=as_json, quiet=quiet))
    return worst


def _of_house(
    round_id: str, data: Path | None, url: str | None, *, as_json: bool, quiet: bool
) -> int:
    """Rebuilds a round from the house's log and compares every cent."""
    from pitboss.commands.common import existing_house, split_round
    from pitboss.house.history.rounds import as_text, differences

    house = existing_house(data, url)
    lines = differences(house, *split_round(round_id))
    if as_json:
        report = {"round": round_id, "agrees": not lines, "differences": lines}
        click.echo(json.dumps(report, indent=1, ensure_ascii=False))
    elif lines:
        click.echo(f"{round_id} differs from what happens:", err=True)
        click.echo("\n".join(lines))
    elif quiet:
        click.echo(f"{round_id}: agrees")
    else:
        _show(as_text(house, *split_round(round_id), None))
    house.store.close()
    return 1 if lines else 0


def _one(path: Path, book: "Rulebook", *, rewrite: bool, as_json: bool, quiet: bool) -> int:
    from pitboss.notation.replay import differences, replay

    text = _read(path)
    try:
        result = replay(text, book)
    except PitbossError as error:
        where = f"{path}:{error.where.removeprefix('line ')}" if error.where else str(path)
        raise PitbossError(
            error.what, where=where, clause=error.clause, what_to_do=error.what_to_do
        ) from error
    diff = differences(text, result)
    if as_json:
        _print_json(path, result, diff)
    elif rewrite:
        if diff:
            path.write_text(result.text, encoding="utf-8")
        click.echo(f"{path}: {'rewritten' if diff else 'unchanged'}")
        return 0
    elif diff:
        click.echo(f"{path} differs from what happens:", err=True)
        click.echo("\n".join(diff))
    elif quiet:
        click.echo(f"{path}: agrees")
    else:
        _show(result.text)
    return 1 if diff else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PitbossError(error.strerror or str(error), where=str(path)) from error
    except UnicodeDecodeError as error:
        raise PitbossError("not UTF-8 text", where=str(path)) from error


def _print_json(path: Path, result: object, diff: list[str]) -> None:
    import msgspec

    from pitboss.notation.replay import Replay

    assert isinstance(result, Replay)
    record = {
        "file": str(path),
        "agrees": not diff,
        "commands": msgspec.to_builtins(result.commands),
        "events": msgspec.to_builtins(result.events),
        "refusals": [
            {"reason": r.reason.name, "sentence": str(r), "clause": r.clause}
            for r in result.refusals
        ],
        "balances": result.table.books(),
    }
    json.dump(record, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


def _show(text: str) -> None:
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from pitboss.terminal.styled import StyledLine

    for row in text.splitlines():
        click.echo(StyledLine(row, _COLOURS.get(row[:1], "")).render())
