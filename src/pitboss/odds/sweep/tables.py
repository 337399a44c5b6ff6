"""Ranges of odds for the rows of a paytable, and the figures of one choice among them."""

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.odds.changes import Change, parse_change
from pitboss.odds.figures import exact, root

MAX_ODDS: Final = 100_000


class BadSweep(PitbossError):
    """A range that cannot be read, or that is too wide."""


class RowRange(msgspec.Struct, frozen=True):
    """A row with the odds to 1 that it takes one after the other."""

    change: Change
    odds: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.change.wager}:{self.change.row}" if self.change.wager else self.change.row


class SweptTable(msgspec.Struct, frozen=True):
    """One choice of odds with its figures: of the whole game in units of the base wager, or of a
    side wager in units of its own stake.
    """

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


def record(ranges: Sequence[RowRange], table: SweptTable) -> dict[str, Any]:
    """A table for JSON: fractions as text beside the nearest decimal."""
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
