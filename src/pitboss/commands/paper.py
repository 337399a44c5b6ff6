"""`pitboss paper`: what a house lays on a table, posts beside it and hands out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import click

from pitboss.commands.check import as_text
from pitboss.commands.common import BadOption, echo_json
from pitboss.errors import PitbossError
from pitboss.rulebook import submission
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Checked, Submission

FILING: Final = "filing"
KINDS: Final = ("layout", "sign", "rule-card", "strategy-card", "procedure-card", FILING)
COPIES: Final = ("public", "filing")


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, "all"]))
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--table", default="", metavar="NAME", help="One table only, with its name.")
@click.option("--game", default="", help="One game only.")
@click.option(
    "--copy",
    default="public",
    type=click.Choice(COPIES),
    help="The filing copy prints clauses and the rules' fingerprint.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An earlier submission; the filing lists what differs.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("paper"),
    help="The directory to write to; paper if left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the written files as JSON.")
def command(
    kind: str,
    file: Path | None,
    table: str,
    game: str,
    copy: Literal["public", "filing"],
    against: Path | None,
    out: Path,
    as_json: bool,
) -> None:
    """Draw the papers of the house in FILE, a rules submission; the default house if left out.

    \b
    pitboss check --example > house.toml
    pitboss paper all house.toml --out paper
    pitboss paper sign house.toml --table "Big River" --copy filing
    pitboss paper filing house.toml --against last-year.toml
    """
    checked = _check(file) if file else submission.check(submission.example())
    house = _valid(file, checked)
    earlier = _valid(against, _check(against)) if against else None
    games = [*_games(house, table, game)]
    # typst and the odds are loaded here, not when the command line lists its commands.
    from pitboss.paper.catalogue import PAPERS, Order, filing

    files: list[str] = []

    def write(name: str, content: bytes) -> None:
        path = out / name
        path.write_bytes(content)
        files.append(str(path))
        if not as_json:
            click.echo(f"wrote {path}")

    try:
        out.mkdir(parents=True, exist_ok=True)
        for rules, of_table in games:
            order = Order(rules, house.operator, of_table, copy)
            stem = _stem(of_table or rules.game.key)
            for each in PAPERS if kind == "all" else PAPERS.keys() & {kind}:
                for name, draw in PAPERS[each].items():
                    write(f"{stem}-{name}", draw(order))
        if kind in ("all", FILING):
            write("filing.pdf", filing(house, checked.warnings, earlier))
    except OSError as error:
        raise BadOption(f"cannot write to {out}: {error.strerror}") from error
    if as_json:
        echo_json({"house": house.house, "copy": copy, "files": files})


def _check(file: Path) -> Checked:
    try:
        return submission.check_bytes(file.read_bytes())
    except OSError as error:
        raise BadOption(
            f"cannot read {file}: {error.strerror}",
            what_to_do="pitboss check --example prints a submission to start from",
        ) from error


def _valid(file: Path | None, checked: Checked) -> Submission:
    if checked.submission is None:
        raise PitbossError(
            "\n".join(as_text(str(file), checked)),
            what_to_do="a paper is drawn from a valid submission only",
        )
    return checked.submission


def _games(house: Submission, table: str, game: str) -> Iterator[tuple[Rules, str]]:
    """The rules of each game asked for, with the name of the table if it is one's."""
    if table:
        tables = [t for t in house.tables if t.name.casefold() == table.casefold()]
        if not tables:
            names = ", ".join(t.name for t in house.tables) or "none"
            raise BadOption(f"there is no table {table!r}", what_to_do=f"its tables: {names}")
        yield Rules(house.games[tables[0].game]), tables[0].name
        return
    key = game.replace("_", "-").lower()
    if key and key not in house.games:
        raise BadOption(
            f"no game {game!r} is offered", what_to_do=f"offered: {', '.join(house.games)}"
        )
    for each in [key] if key else house.games:
        yield Rules(house.games[each]), ""


def _stem(name: str) -> str:
    """The beginning of a file's name."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
