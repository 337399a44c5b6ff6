"""`pitboss sweep`: every paytable in a range with its exact figures."""

import csv
import heapq
import re
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import click
import msgspec

from pitboss.commands.common import (
    BadOption,
    echo_json,
    letter_named,
    named,
    pricing_options,
    writing,
)
from pitboss.commands.shell.completion import complete_game, complete_wager, paytable_option
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.sweep.sweep import sweep, tables_in
from pitboss.odds.sweep.tables import RowRange, SweptTable, parse_range, record

INTERRUPTED: Final = 130
MAX_LINES: Final = 200  # in the terminal; the files have every table
NEAREST: Final = 10
PROGRESS_SECONDS: Final = 0.5


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--row", "rows", multiple=True, metavar="[WAGER:]ROW=LOW..HIGH", help="Odds to 1.")
@click.option(
    "--wager",
    default="",
    shell_complete=complete_wager,
    help="Sweep the rows of this wager; else of the base game.",
)
@click.option("--edge", default="", metavar="LOW%..HIGH%", help="Only edges within these.")
@click.option("--target", default="", metavar="PERCENT%", help="The tables nearest to this edge.")
@paytable_option("Start from this table.")
@pricing_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--csv", "csv_file", default="", metavar="FILE", help="Write every table as CSV.")
@click.option("--plot", "plot_file", default="", metavar="FILE", help="Plot deviation by edge.")
def command(
    priced: PricedGame,
    rows: tuple[str, ...],
    wager: str,
    edge: str,
    target: str,
    paytable: tuple[str, ...],
    as_json: bool,
    csv_file: str,
    plot_file: str,
) -> int:
    """List every paytable of GAME in a range, with exact edge, deviation and hit frequency.

    \b
    pitboss sweep mississippi-stud --row "flush=5..8" --row "straight=3..6" --edge 3%..4%
    pitboss sweep let-it-ride --row "flush=6..12" --row "straight=3..7" --target 3.50%
    pitboss sweep let-it-ride --wager three-card-bonus --row "straight=4..7" --target 5%
    pitboss sweep 235-stud --row "five-card:flush=15..25" --csv tables.csv
    """
    key = wager.replace("_", "-").lower()
    letters = dict(_letter(priced, key, text) for text in paytable)
    ranges = [_range(priced, key, text) for text in rows]
    bounds, nearest = _bounds(edge), _percent(target) if target else None
    tables, count, whole = _collect(priced, ranges, letters, bounds, nearest)
    files = []
    if csv_file:
        files.append(_write_csv(csv_file, ranges, tables))
    if plot_file:
        files.append(_write_plot(plot_file, priced, tables))
    if as_json:
        records = [record(ranges, table) for table in tables]
        head = {"game": priced.game.key, "fingerprint": priced.fingerprint, "complete": whole}
        echo_json(head | {"tables_priced": count, "tables": records})
    else:
        _show(priced, ranges, tables, count)
    for name in files:
        click.echo(f"wrote {name}", err=as_json)
    if not whole:
        click.echo(f"interrupted after {count:,} of {tables_in(ranges):,} tables", err=True)
        return INTERRUPTED
    return 0


def _letter(game: PricedGame, wager: str, text: str) -> tuple[str, str]:
    own, letter = named(text, game.lettered(wager or WHOLE_GAME))
    return own, letter_named(game, own, letter)


def _range(game: PricedGame, wager: str, text: str) -> RowRange:
    """A range, of this wager unless it names one."""
    each = parse_range(text)
    if wager in ("", WHOLE_GAME) or each.change.wager:
        return each
    game.wager(wager)  # refuses a wager that does not exist
    return msgspec.structs.replace(each, change=msgspec.structs.replace(each.change, wager=wager))


def _percent(text: str) -> Fraction:
    if not re.fullmatch(r"\s*[-−]?\d{1,4}(\.\d{1,12})?\s*%?\s*", text, re.ASCII):
        raise BadOption(f"{text!r} is not a percentage", what_to_do="write it as in 3.5%")
    return Fraction(text.strip().rstrip("%").strip().replace("−", "-")) / 100


def _bounds(text: str) -> tuple[Fraction, Fraction] | None:
    if not text:
        return None
    low, dots, high = text.partition("..")
    if not dots:
        raise BadOption(f"{text!r} is not a range of edges", what_to_do="write it as in 3%..4%")
    bounds = _percent(low), _percent(high)
    if bounds[0] > bounds[1]:
        raise BadOption(f"{text!r} ends below its start", what_to_do="give the lower edge first")
    return bounds


def _collect(
    game: PricedGame,
    ranges: Sequence[RowRange],
    letters: dict[str, str],
    bounds: tuple[Fraction, Fraction] | None,
    target: Fraction | None,
) -> tuple[list[SweptTable], int, bool]:
    """The tables within the bounds by edge, or the nearest to the target; how many were priced, and
    whether these are all. Ctrl-C ends the sweep with the tables so far.
    """
    tables: list[SweptTable] = []
    count, shown = 0, time.monotonic()
    whole = True
    try:
        for table in sweep(game, ranges, letters):
            count += 1
            if bounds is None or bounds[0] <= table.edge <= bounds[1]:
                tables.append(table)
            if sys.stderr.isatty() and time.monotonic() - shown > PROGRESS_SECONDS:
                shown = time.monotonic()
                click.echo(f"\r{count:,} of {tables_in(ranges):,} tables", nl=False, err=True)
    except KeyboardInterrupt:
        whole = False
    if sys.stderr.isatty():
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    if target is not None:
        goal = target
        near = heapq.nsmallest(NEAREST, tables, key=lambda t: (abs(t.edge - goal), t.pays))
        return near, count, whole
    return sorted(tables, key=lambda t: (t.edge, t.pays)), count, whole


def _show(
    game: PricedGame, ranges: Sequence[RowRange], tables: Sequence[SweptTable], count: int
) -> None:
    from pitboss.commands.views.blocks import columns

    click.echo(f"{game.game.name}: {len(tables):,} of {count:,} tables, exact. Odds to 1.")
    if not tables:
        return
    head = [
        *(each.name for each in ranges),
        "house edge",
        "of risk",
        "deviation",
        "hits",
        "exactly",
    ]
    lines = [
        [
            *map(str, table.pays),
            f"{float(table.edge):.4%}",
            f"{float(table.element_of_risk):.4%}",
            f"{table.deviation:.3f}",
            f"{float(table.hit_frequency):.3%}",
            str(table.edge),
        ]
        for table in tables[:MAX_LINES]
    ]
    for line in columns([head, *lines]):
        click.echo(line)
    if len(tables) > MAX_LINES:
        click.echo(f"… and {len(tables) - MAX_LINES:,} more: --csv FILE writes them all")


def _write_csv(name: str, ranges: Sequence[RowRange], tables: Sequence[SweptTable]) -> str:
    figures = ("house_edge", "element_of_risk", "variance", "hit_frequency", "average_wager")
    with writing(name), Path(name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        head = [f"{figure}{end}" for figure in figures for end in ("", "_decimal")]
        writer.writerow([*(each.name for each in ranges), *head, "standard_deviation"])
        for table in tables:
            exact = (
                *(table.edge, table.element_of_risk, table.variance),
                *(table.hit_frequency, table.average_wager),
            )
            pairs = [text for value in exact for text in (str(value), repr(float(value)))]
            writer.writerow([*table.pays, *pairs, repr(float(table.deviation))])
    return name


def _write_plot(name: str, game: PricedGame, tables: Sequence[SweptTable]) -> str:
    from pitboss.odds.sweep.plot import write_plot

    try:
        write_plot(Path(name), game, tables)
    except (OSError, ValueError) as error:
        raise BadOption(f"cannot write {name}: {error}", what_to_do="name a .png or .svg") from None
    return name
