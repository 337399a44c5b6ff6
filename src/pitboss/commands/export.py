"""`pitboss export TABLE[/ROUND]`: writes a house's finished rounds as .round, JSON or Parquet."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.commands.shell.completion import complete_table
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.house.service import House

FORMATS = ("round", "json", "parquet")


@click.command("export")
@click.argument("what", metavar="TABLE[/ROUND]", shell_complete=complete_table)
@click.option("--format", "form", type=click.Choice(FORMATS), default="round", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="File; for .round of a table, folder.")
@click.option(
    "--decisions", is_flag=True, help="A row a decision with exact worths: --out .csv, .parquet."
)
@click.option("--db", "url", metavar="URL", help="The database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory of keys and database.")
def command(
    what: str, form: str, out: Path | None, decisions: bool, url: str | None, data: Path | None
) -> int:
    """Write finished rounds: a .round replays by itself, Parquet has one row an event."""
    from pitboss.commands.common import existing_house
    from pitboss.house.history.rounds import finished_rounds

    house = existing_house(data, url)
    table, slash, number = what.rpartition("/")
    if slash and number.isdecimal():
        rounds = [(table, int(number))]
    else:
        rounds = [(what, n) for n in finished_rounds(house, what)]
    if decisions:
        _decisions(house, rounds, out)
    elif form == "round":
        _texts(house, rounds, out)
    elif form == "json":
        _json(house, rounds, out)
    else:
        _parquet(house, rounds, out)
    house.store.close()
    return 0


def _texts(house: "House", rounds: list[tuple[str, int]], out: Path | None) -> None:
    from pitboss.house.history.rounds import as_text

    if len(rounds) > 1 and out is None:
        raise PitbossError("a table's rounds need a folder", what_to_do="name one with --out")
    for table, number in rounds:
        text = as_text(house, table, number, None)
        if out is None:
            sys.stdout.write(text)
        elif len(rounds) == 1 and not out.is_dir():
            out.write_text(text, encoding="utf-8")
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{table}-{number}.round").write_text(text, encoding="utf-8")


def _json(house: "House", rounds: list[tuple[str, int]], out: Path | None) -> None:
    from pitboss.house.history.export import json_lines

    with out.open("w", encoding="utf-8") if out else click.open_file("-", "w") as file:
        file.writelines(json_lines(house, rounds))


def _parquet(house: "House", rounds: list[tuple[str, int]], out: Path | None) -> None:
    from pitboss.house.history.export import write_parquet

    if out is None:
        raise PitbossError("Parquet goes into a file", what_to_do="name one with --out")
    write_parquet(house, rounds, out)


def _decisions(house: "House", rounds: list[tuple[str, int]], out: Path | None) -> None:
    from pitboss.commands.data.row_file import RowFile
    from pitboss.house.coach.decision_rows import HouseDecisionRow, decision_rows

    if out is None:
        raise PitbossError("decisions go into a file", what_to_do="name a .csv or .parquet: --out")
    file, written = RowFile(out, HouseDecisionRow), 0
    try:
        with click.progressbar(length=len(rounds), file=sys.stderr, label="rounds") as bar:
            for rows in decision_rows(house, rounds):
                file.write(rows)
                written += len(rows)
                bar.update(1)
    finally:
        file.close()
    click.echo(f"{out}: {written:,} rows of {len(rounds):,} rounds")
