"""Records of all rounds of a game, counted once; every price is computed from them.

A cell says how many of the equally likely deals take one course of decisions and end in one kind
of each hand. It contains no money, so one count prices every wager, stake, meter and limit.
"""

from typing import Final, Literal

import msgspec

Ties = Literal["play", "decline"]
TIES: Final = ("play", "decline")


class Course(msgspec.Struct, frozen=True):
    """One course of decisions: by stage what was chosen, and what it puts on each base spot."""

    choices: tuple[tuple[str, str], ...]
    stakes: dict[str, int]  # units by spot
    folded: bool


class Tally(msgspec.Struct, frozen=True):
    """The number of deals in which one choice of one stage is made."""

    stage: str
    choice: str
    count: int


class Rounds(msgspec.Struct, frozen=True):
    """Every round of a game under one way of playing it."""

    ties: Ties
    deals: int  # equally likely ways to deal, the Six Card box included where it is counted
    rounds: int  # the same without the box: the unit in which decisions are counted
    hands: dict[str, int]  # cards of a hand → sets of that many cards in the deck
    courses: tuple[Course, ...]
    axes: tuple[str, ...]  # for each kind in a cell, the number of cards of its hand
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
