"""Every paytable in a range, each with its exact edge, deviation and hit frequency.

>>> rows = [parse_range("straight=4..5")]
>>> [str(each.edge) for each in sweep(priced_game("mississippi-stud"), rows)]
['53223/1082900', '671/17850']
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.odds.changes import Change, parse_change
from pitboss.odds.figures import root
from pitboss.odds.game import PricedGame, letters_of
from pitboss.rulebook.paytable import To

MAX_TABLES: Final = 1_000_000
MAX_ODDS: Final = 100_000
CHUNK: Final = 128  # tables that are solved together


class BadSweep(PitbossError):
    """A range that cannot be read, or that is too wide."""


class RowRange(msgspec.Struct, frozen=True):
    """A row of the base game with the odds to 1 that it takes one after the other."""

    change: Change
    odds: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.change.wager}:{self.change.row}" if self.change.wager else self.change.row


class SweptTable(msgspec.Struct, frozen=True):
    """One choice of odds with the figures of the whole game, in units of the base wager."""

    pays: tuple[int, ...]  # odds to 1, in the order of the ranges
    edge: Fraction
    variance: Fraction
    hit_frequency: Fraction
    average_wager: Fraction
    decisions: dict[tuple[str, str], Fraction] = {}  # (stage, choice) → of all rounds

    @property
    def deviation(self) -> Decimal:
        return root(self.variance)

    @property
    def element_of_risk(self) -> Fraction:
        return self.edge / self.average_wager


_RANGE: Final = re.compile(r"(?P<low>\d{1,6})(?:\s*\.\.\s*(?P<high>\d{1,6}))?(?: to 1)?", re.ASCII)


def parse_range(text: str) -> RowRange:
    """Reads `flush=5..8`, `flush=5..8 to 1` or `five-card:flush=5..8`."""
    change = parse_change(text)
    match = _RANGE.fullmatch(change.pays)
    if match is None:
        raise BadSweep(
            f"{change.pays!r} is not a range of odds", what_to_do="write two numbers, as in 5..8"
        )
    low, high = int(match["low"]), int(match["high"] or match["low"])
    if not 1 <= low <= high <= MAX_ODDS:
        raise BadSweep(
            f"{change.pays!r} is not a range of odds",
            what_to_do=f"give the lower number first, from 1 to {MAX_ODDS:,}",
        )
    return RowRange(change, tuple(range(low, high + 1)))


def tables_in(ranges: Sequence[RowRange]) -> int:
    return prod(len(each.odds) for each in ranges)


def sweep(
    game: PricedGame, ranges: Sequence[RowRange], letters: Mapping[str, str] | None = None
) -> Iterator[SweptTable]:
    """Every table of the ranges, the last range moving first."""
    if not ranges:
        raise BadSweep("no row is swept", what_to_do="name one, as in flush=5..8")
    if len({(each.change.wager, each.change.row) for each in ranges}) < len(ranges):
        raise BadSweep("a row is named twice")
    if tables_in(ranges) > MAX_TABLES:
        raise BadSweep(
            f"the ranges hold {tables_in(ranges):,} tables",
            what_to_do=f"narrow them to at most {MAX_TABLES:,}",
        )
    chosen = letters_of(game, letters)
    # Refuses rows that the game does not have before anything is solved.
    changed_game(game, ranges, [each.odds[0] for each in ranges], chosen)
    choices = product(*(each.odds for each in ranges))
    if game.draws:
        return (_one_by_one(game, ranges, odds, chosen) for odds in choices)
    return _stud_tables(game, ranges, choices, chosen)


def changed_game(
    game: PricedGame, ranges: Sequence[RowRange], odds: Sequence[int], letters: Mapping[str, str]
) -> PricedGame:
    """The game with one choice of odds in the tables that are played."""
    for each, paid in zip(ranges, odds, strict=True):
        row, wager = each.change.row, game.source_with(each.change.row, each.change.wager, "")
        if wager not in letters:
            raise BadSweep(
                f"{wager} is no wager of the base game",
                what_to_do=f"sweep a row of {', '.join(letters)}",
            )
        game = game.with_pays({row: To(paid)}, wager=wager, letter=letters[wager])
    return game


def _stud_tables(
    game: PricedGame,
    ranges: Sequence[RowRange],
    choices: Iterator[tuple[int, ...]],
    letters: Mapping[str, str],
) -> Iterator[SweptTable]:
    from pitboss.odds.sweep.stud import StudSweep

    solver = StudSweep(game, ranges, letters)
    while chunk := list(islice(choices, CHUNK)):
        yield from solver.price(chunk)


def _one_by_one(
    game: PricedGame, ranges: Sequence[RowRange], odds: tuple[int, ...], letters: Mapping[str, str]
) -> SweptTable:
    """A draw game takes seconds for each table."""
    from pitboss.odds.prices.price import price

    changed = changed_game(game, ranges, odds, letters)
    figures = price(changed, paytable=letters[game.lettered("base")])
    return SweptTable(
        odds,
        figures.house_edge,
        figures.moments.variance,
        figures.hit_frequency,
        figures.average_wager,
        {(each.stage, each.choice): each.frequency for each in figures.decisions},
    )


def record(ranges: Sequence[RowRange], table: SweptTable) -> dict[str, Any]:
    """A table for JSON: fractions as text beside the nearest decimal."""
    from pitboss.odds.figures import exact

    return {
        "pays": {each.name: f"{odds} to 1" for each, odds in zip(ranges, table.pays, strict=True)},
        "house_edge": exact(table.edge),
        "element_of_risk": exact(table.element_of_risk),
        "standard_deviation": {
            "root_of": str(table.variance),
            "decimal": float(table.deviation),
        },
        "hit_frequency": exact(table.hit_frequency),
        "average_wager": exact(table.average_wager),
    }
