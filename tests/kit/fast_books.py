"""Honest rounds by the ten million, for statistics: dealt and paid by kernels, each with its law.

The table engine deals a round in a millisecond, and a proof at 50,000 rounds a book needs hundreds
of millions. Here cards come from the simulator's generator, decisions are drawn at random, and the
solver's tables (odds.stud, odds.draw) say what is paid: neither the rulebook's verdicts nor the
reader of the books is used. tests/house/test_calibration.py compares both with rounds of the
engine, cent for cent and law for law.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from kit.fast_kernels import (
    MAX_SEATS,
    DrawTables,
    Stream,
    StudTables,
    draw_rounds,
    draw_sums,
    stud_rounds,
    stud_sums,
)
from pitboss.money import Cents
from pitboss.odds.arrays import Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.deck import build_deck
from pitboss.odds.draw.model import CATEGORIES
from pitboss.odds.game import WHOLE_GAME, priced_rules
from pitboss.odds.prices.price import Valuer, rounds_of
from pitboss.odds.rounds import Rounds
from pitboss.odds.sessions.one_round import round_bets
from pitboss.odds.sessions.redeal import Laws, Redeal, place_among
from pitboss.odds.simulation.generator import start_state
from pitboss.odds.stud.rounds import stud_game
from pitboss.odds.stud.shape import steps
from pitboss.odds.stud.solve import PATHS
from pitboss.rulebook import GAMES, OwnRules, paytables
from pitboss.rulebook.choices import Choices
from pitboss.rulebook.paytable import To
from pitboss.rulebook.rules import Rules, plain_choices

WRONG: Final = "Z"
STAKES: Final = (500, 700, 1000)  # small enough for every payout limit


class Book(NamedTuple):
    """Rounds with their laws, in cents of the house."""

    laws: Laws
    fixed: int
    actual: int
    seats: int


def generous_choices(key: str) -> Choices:
    """A house with one paytable wrong: the most common row of a required wager pays one unit more
    than it should. Its letter is the next to the right table's.
    """
    game = GAMES[key]
    wager = [spot.wager for spot in game.spots if spot.required][-1]
    table = paytables(key)[wager]["A"]
    at = max(n for n, row in enumerate(table.rows) if isinstance(row.pays, To))
    row = table.rows[at]
    assert isinstance(row.pays, To)
    wrong = replace(row, pays=To(row.pays.odds + row.pays.per, row.pays.per))
    rows = (*table.rows[:at], wrong, *table.rows[at + 1 :])
    own = OwnRules(tables={wager: {WRONG: replace(table, key=f"{key}.{wager}.{WRONG}",
                                                 letter=WRONG, rows=rows)}})  # fmt: skip
    choices = plain_choices(game, own=own)
    return replace(choices, tables={**choices.tables, wager: WRONG})


class FastGame:
    """One game's tables, with the stakes that a seat may bet as profiles: the required wagers
    alone, or with every other one that is decided by the seat's and the community's cards.
    """

    def __init__(self, key: str, choices: Choices | None = None) -> None:
        self.rules = Rules(choices or plain_choices(GAMES[key]))
        self.game = priced_rules(self.rules)
        self.letters = {key: self.rules.choices.tables[key] for key in self.game.base_wagers()}
        wagers = [wager for wager in self.rules.wagers.values() if wager.optional]
        side = {
            wager.key: (wager.stakes or (500,))[0]
            for wager in wagers
            if not wager.progressive and not self.rules.game.hands[wager.on].box
        }
        self.profiles = [{WHOLE_GAME: n} for n in STAKES]
        self.profiles += [{WHOLE_GAME: n, **side} for n in STAKES] if side else []

    def spots(self, profile: int) -> dict[str, Cents]:
        """The opening stakes of a profile by spot, as a seat bets them."""
        _, own = round_bets(self.game, self.profiles[profile])
        return {spot: Cents(cents) for spot, cents in own.stakes.items()}

    def _nets(self, stakes: Mapping[str, int], layout: Rounds) -> Iterator[tuple[Any, Any]]:
        _, own = round_bets(self.game, stakes, self.letters)
        yield from Valuer(self.game, layout, own).results()

    @cached_property
    def stud(self) -> StudTables:
        game = self.game
        stud = stud_game(game)
        sizes = [len(stud.axes[k].labels) for k in (2, 3, 5)]
        paths = sorted(course.path for course in stud.courses.values())
        every = tuple(
            (course, *kinds, 1)
            for course in range(len(paths))
            for kinds in product(*(range(size) for size in sizes))
        )
        wins = np.zeros((len(self.profiles), PATHS, *sizes), np.int64)
        for profile, stakes in enumerate(self.profiles):
            rounds = rounds_of(game, self.letters, box=False, stake=stakes[WHOLE_GAME])
            layout = replace(rounds, cells=every)
            for cell, result in self._nets(stakes, layout):
                wins[(profile, paths[cell[0]], *cell[1:-1])] = -result.net
        own = np.array([where == "hole" for where, _ in stud.shape.order], np.int64)
        kinds = tuple(stud.axes[k].kinds for k in (2, 3, 5))
        tables = tuple(steps(k) for k in (1, 2, 3, 4))
        return StudTables(wins, np.array(paths), own, tables, kinds, stud.shape.three)

    @cached_property
    def draw(self) -> DrawTables:
        tables = build_deck().tables
        kinds = len(CATEGORIES)
        rows = []
        for stakes in self.profiles:
            rounds = rounds_of(self.game, self.letters, stake=stakes[WHOLE_GAME])
            every = tuple((c, k, 1) for c in range(len(rounds.courses)) for k in range(kinds))
            wins = np.zeros((len(rounds.courses), kinds), np.int64)
            layout = replace(rounds, cells=every)
            for (course, kind, _), result in self._nets(stakes, layout):
                wins[course, kind] = -result.net
            rows.append(wins)
        return DrawTables(np.array(rows), tables.binom, tables.cat4)

    def book(self, rounds: int, seed: int, number: int) -> Book:
        """This many rounds from their own stream of random numbers."""
        return self._deal(rounds, self._stream(seed, number))

    def test(self, rounds: int, seed: int, number: int, samples: int) -> Redeal:
        """Tests the same book round by round as it is dealt; no law is stored."""
        stream = self._stream(seed, number)
        again = start_state(np.uint64(seed + 1), np.uint64(number))
        sums = np.zeros(samples, np.int64)
        fixed = 0
        if self.rules.game.draws:
            fixed, actual = draw_sums(rounds, stream, self.draw, again, sums)
        else:
            actual = stud_sums(rounds, stream, self.stud, again, sums)
        return place_among(sums, rounds, Fraction(), fixed, actual)

    def _stream(self, seed: int, number: int) -> Stream:
        state = start_state(np.uint64(seed), np.uint64(number))
        return Stream(state, np.arange(len(self.rules.game.cards)))

    def _deal(self, rounds: int, stream: Stream) -> Book:
        """The next rounds of a stream."""
        sizes, results = np.empty(rounds, np.int64), np.empty(rounds, np.int64)
        widths = np.ones(rounds, np.int64)
        if self.rules.game.draws:
            values = np.empty((rounds, MAX_SEATS, 54), np.int64)
            fixed, seats = draw_rounds(rounds, stream, self.draw, values, widths, sizes, results)
        else:
            values = np.empty((rounds, 1, 52), np.int64)
            fixed = 0
            seats = stud_rounds(rounds, stream, self.stud, values[:, 0], sizes, results)
        return Book(_laws(values, widths, sizes), fixed, int(results.sum()), seats)


def _laws(values: Ints, widths: Ints, sizes: Ints) -> Laws:
    """As `redeal.flat` gives them; rounds without a last card are left out."""
    flat, starts = packed(values, widths, sizes)
    moving = widths > 0
    ones = np.ones(int(moving.sum()), np.int64)
    return Laws(flat, starts[moving], sizes[moving], widths[moving], ones)


@kernel
def packed(values: Ints, widths: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    flat = np.empty(np.sum(widths * sizes), np.int64)
    starts = np.empty(len(widths), np.int64)
    at = 0
    for n in range(len(widths)):
        starts[n] = at
        for column in range(widths[n]):
            flat[at : at + sizes[n]] = values[n, column, : sizes[n]]
            at += sizes[n]
    return flat, starts
