"""Every round of a game under optimal play, counted once: what all prices are computed from.

A cell says how many of the equally likely deals take one course of decisions and end in one kind
of each hand. It knows no money, so one count prices every wager, stake, meter and limit.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.game import Options, PricedGame

Ties = Literal["play", "decline"]
TIES: Final = ("play", "decline")


class Course(msgspec.Struct, frozen=True):
    """One course of decisions: by stage what was chosen, and what it puts on each base spot."""

    choices: tuple[tuple[str, str], ...]
    stakes: dict[str, int]  # units by spot
    folded: bool


class Tally(msgspec.Struct, frozen=True):
    """How many deals come to one choice of one stage."""

    stage: str
    choice: str
    count: int


class Rounds(msgspec.Struct, frozen=True):
    ties: Ties
    deals: int  # equally likely ways to deal, the Six Card box included where it is counted
    rounds: int  # the same without the box: what decisions are counted in
    hands: dict[str, int]  # cards of a hand → sets of so many cards in the deck
    courses: tuple[Course, ...]
    axes: tuple[str, ...]  # cards of the hand that each place of a cell tells the kind of
    rows: dict[str, tuple[int, ...]]  # paytable → row by kind, −1 for none
    axis_of: dict[str, int]  # paytable → place among the axes
    cells: tuple[tuple[int, ...], ...]  # course, a kind for each axis, deals
    decisions: tuple[Tally, ...]
    tied: int  # rounds with a decision between equals, of a draw game at the first decision


class Extra(msgspec.Struct, frozen=True):
    """A progressive wager that a fold forfeits, so that play is solved with it. Sums in cents."""

    wager: str
    letter: str
    stake: int
    base: int  # the base stake
    meters: tuple[tuple[str, int], ...]


def rounds_of(
    book: PricedGame,
    letters: Mapping[str, str],
    *,
    ties: Ties = "play",
    options: Options | None = None,
    box: bool = True,
    extra: Extra | None = None,
    limit: tuple[int, int] | None = None,
) -> Rounds:
    """Optimal play under these letters of the required wagers; `limit` is (base stake, limit)."""
    chosen = tuple(sorted(letters.items()))
    off = tuple(sorted(key for key, value in (options or {}).items() if not value))

    def compute() -> Rounds:
        # Numba and NumPy are only loaded here: a stored answer does not need them.
        from pitboss.odds import rounds_build

        if book.draws:
            return rounds_build.draw_rounds(book, dict(letters), ties)
        return rounds_build.stud_rounds(
            book, dict(letters), ties, dict.fromkeys(off, False), box, extra, limit
        )

    asked = (book.fingerprint, chosen, ties, off, box and not book.draws, extra, limit)
    return remember(Rounds, asked, compute)
