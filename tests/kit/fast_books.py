"""Honest rounds by the ten million, for statistics: dealt and paid by kernels, each with its law.

The table engine deals a round in a millisecond, and a proof at 50,000 rounds a book needs hundreds
of millions. Here cards come from the simulator's generator, decisions are drawn at random, and the
solver's tables (odds.stud, odds.draw) say what is paid: neither the rulebook's verdicts nor the
reader of the books is used. tests/house/test_statistics.py compares both with rounds of the engine,
cent for cent and law for law.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.odds.arrays import Integers, Ints, Words
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.deck import build_deck
from pitboss.odds.draw.model import CATEGORIES
from pitboss.odds.game import WHOLE_GAME, priced_rules
from pitboss.odds.prices.price import Valuer, rounds_of
from pitboss.odds.rounds import Rounds
from pitboss.odds.sessions.one_round import round_bets
from pitboss.odds.sessions.redeal import Laws, Redeal, place_among, redealt_sums
from pitboss.odds.simulation.generator import deal_top, next_word, rejection_limits, start_state
from pitboss.odds.stud.rounds import stud_game
from pitboss.odds.stud.shape import steps
from pitboss.odds.stud.solve import PATHS
from pitboss.rulebook import GAMES, OwnRules, paytables
from pitboss.rulebook.choices import Choices
from pitboss.rulebook.paytable import To
from pitboss.rulebook.rules import Rules, plain_choices

MAX_SEATS: Final = 5
PART: Final = 500  # rounds dealt and redealt at a time
WRONG: Final = "Z"
STAKES: Final = (500, 700, 1000)  # small enough for every payout limit


class Book(NamedTuple):
    """Rounds with their laws, in cents of the house."""

    laws: Laws
    fixed: int
    actual: int
    seats: int


class Stream(NamedTuple):
    """Random numbers and the deck that they shuffle, round after round."""

    state: Words
    deck: Ints


class StudTables(NamedTuple):
    wins: Ints  # [profile, path, two-, three-, five-card kind] → cents of the house
    paths: Ints  # that a seat can take
    own: Ints  # which of the five cards are the seat's
    steps: tuple[Integers, ...]
    kinds: tuple[Integers, ...]  # of 2, 3 and 5 cards
    three: int


@kernel
def seat_wins(cards: Ints, last: Ints, profile: int, path: int, t: StudTables, out: Ints) -> None:
    """Adds what the house wins from a seat with each of these last cards."""
    step1, step2, step3, step4 = t.steps
    kinds2, kinds3, kinds5 = t.kinds
    r, s = cards >> 2, cards & 3
    f2 = s[0] + 1 if s[1] == s[0] else 0
    f3 = f2 if s[2] == s[0] else 0
    f4 = f3 if s[3] == s[0] else 0
    m2 = np.int64(step1[r[0], r[1]])
    m3 = np.int64(step2[m2, r[2]])
    m4 = np.int64(step3[m3, r[3]])
    k2, k3 = np.int64(kinds2[f2, m2]), np.int64(0)
    if t.three == 0:
        k3 = np.int64(kinds3[f3, m3])
    elif t.three == 1:
        f = s[1] + 1 if s[1] == s[2] and s[2] == s[3] else 0
        k3 = np.int64(kinds3[f, np.int64(step2[np.int64(step1[r[1], r[2]]), r[3]])])
    pair = np.int64(step1[r[2], r[3]])
    wins = t.wins[profile, path, k2]
    # Suits matter for few cards: those that may make a flush of five, or of the last three.
    own_suit = s[0] if f4 else -1
    last_suit = s[3] if t.three == 2 and s[2] == s[3] else -1
    by_rank = np.empty(13, np.int64)
    for rank in range(13):
        if t.three == 2:
            k3 = np.int64(kinds3[0, np.int64(step2[pair, rank])])
        by_rank[rank] = wins[k3, np.int64(kinds5[0, np.int64(step4[m4, rank])])]
    for n in range(len(last)):
        rank, suit = last[n] >> 2, last[n] & 3
        if suit != own_suit and suit != last_suit:
            out[n] += by_rank[rank]
            continue
        if t.three == 2:
            f = suit + 1 if suit == last_suit else 0
            k3 = np.int64(kinds3[f, np.int64(step2[pair, rank])])
        f5 = f4 if suit == own_suit else 0
        out[n] += wins[k3, np.int64(kinds5[f5, np.int64(step4[m4, rank])])]


@kernel
def stud_rounds(
    rounds: int, s: Stream, t: StudTables, values: Ints, sizes: Ints, results: Ints
) -> int:
    """Deals rounds; fills [round, card] → the house's win, the real card first; returns seats."""
    state, deck = s
    limits = rejection_limits(52)
    own = int(t.own.sum())
    community = 5 - own
    cards = np.empty(5, np.int64)
    dealt = 0
    for n in range(rounds):
        word, state[0], state[1], state[2], state[3] = next_word(
            state[0], state[1], state[2], state[3]
        )
        seats = int(1 + np.int64(word >> np.uint64(33)) % MAX_SEATS)
        used = community + seats * own
        deal_top(deck, used, limits, state)
        # The last community card is the first of those that could have come.
        last = np.empty(1 + 52 - used, np.int64)
        last[0] = deck[community - 1]
        last[1:] = deck[used:]
        sums = values[n, : len(last)]
        sums[:] = 0
        sizes[n] = len(last)
        for seat in range(seats):
            word, state[0], state[1], state[2], state[3] = next_word(
                state[0], state[1], state[2], state[3]
            )
            choice = int(np.int64(word >> np.uint64(33)))
            at, up = community + seat * own, 0
            for i in range(5):
                if t.own[i]:
                    cards[i] = deck[at]
                    at += 1
                else:
                    cards[i] = deck[up]
                    up += 1
            path = t.paths[choice % len(t.paths)]
            seat_wins(cards, last, choice // 64 % len(t.wins), path, t, sums)
        results[n] = sums[0]
        dealt += seats
    return dealt


class DrawTables(NamedTuple):
    wins: Ints  # [profile, course, category] → cents of the house; courses as in odds.draw
    binom: Ints
    cat4: Integers


@kernel
def four_number(hand: Ints, without: int, binom: Ints) -> int:
    """The number of a hand's other four cards."""
    four = np.empty(4, np.int64)
    at = 0
    for i in range(5):
        if i != without:
            j = at
            while j > 0 and four[j - 1] > hand[i]:
                four[j] = four[j - 1]
                j -= 1
            four[j] = hand[i]
            at += 1
    number = 0
    for i in range(4):
        number += binom[four[i], i + 1]
    return number


@kernel
def draw_rounds(
    rounds: int, s: Stream, t: DrawTables, values: Ints, widths: Ints, sizes: Ints, results: Ints
) -> tuple[int, int]:
    """Deals rounds; fills [round, column, card] → the house's win; returns what no last card could
    change, and seats. The n-th value of the n-th column is that of the card that came.
    """
    state, deck = s
    limits = rejection_limits(54)
    hands = np.empty((MAX_SEATS, 5), np.int64)
    slots, profiles = np.empty(MAX_SEATS, np.int64), np.empty(MAX_SEATS, np.int64)
    fixed = dealt = 0
    for n in range(rounds):
        word, state[0], state[1], state[2], state[3] = next_word(
            state[0], state[1], state[2], state[3]
        )
        seats = int(1 + np.int64(word >> np.uint64(33)) % MAX_SEATS)
        deal_top(deck, 9 * seats, limits, state)
        used = 5 * seats
        width = 0
        certain = 0
        for seat in range(seats):
            word, state[0], state[1], state[2], state[3] = next_word(
                state[0], state[1], state[2], state[3]
            )
            choice = int(np.int64(word >> np.uint64(33)))
            hand = hands[width]
            hand[:] = deck[5 * seat : 5 * seat + 5]
            profile = choice % len(t.wins)
            choice //= 16
            if choice % 8 == 0:
                certain += t.wins[profile, 0, 0]
                continue
            choice //= 8
            discards = choice % 4
            choice //= 4
            for i in range(discards):  # the slots do not matter: no card is likelier than another
                hand[i] = deck[used]
                used += 1
            if choice % 8 == 0:
                certain += t.wins[profile, 1 + 2 * discards, 0]
                continue
            choice //= 8
            course = 2 + 2 * discards
            if choice % 3 == 0:
                category = t.cat4[four_number(hand, 4, t.binom), hand[4]]
                certain += t.wins[profile, course, category]
                continue
            slots[width] = choice // 3 % 5
            profiles[width] = profile * 16 + course
            width += 1
        unseen = deck[used:]
        result = certain
        for column in range(width):
            four = four_number(hands[column], slots[column], t.binom)
            profile, course = profiles[column] // 16, profiles[column] % 16
            for c in range(len(unseen)):
                win = t.wins[profile, course, t.cat4[four, unseen[c]]]
                values[n, column, c] = win
            result += values[n, column, column]
        widths[n], sizes[n], results[n] = width, len(unseen), result
        fixed += certain
        dealt += seats
    return fixed, dealt


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
        """So many rounds from their own stream of random numbers."""
        return self._deal(rounds, self._stream(seed, number))

    def test(self, rounds: int, seed: int, number: int, samples: int) -> Redeal:
        """Tests a book of so many rounds, dealt in parts that fit a processor's cache."""
        stream = self._stream(seed, number)
        again = start_state(np.uint64(seed + 1), np.uint64(number))  # seeds the redealt cards
        sums = np.zeros(samples, np.int64)
        fixed = actual = 0
        for part, begin in enumerate(range(0, rounds, PART)):
            book = self._deal(min(PART, rounds - begin), stream)
            sums += redealt_sums(book.laws, samples, int(again[0] >> np.uint64(1)) + part)
            fixed, actual = fixed + book.fixed, actual + book.actual
        return place_among(sums, rounds, Fraction(), fixed, actual)

    def _stream(self, seed: int, number: int) -> Stream:
        state = start_state(np.uint64(seed), np.uint64(number))
        return Stream(state, np.arange(len(self.rules.game.cards)))

    def _deal(self, rounds: int, stream: Stream) -> Book:
        """The next rounds of a stream."""
        sizes, results = np.empty(rounds, np.int64), np.empty(rounds, np.int64)
        widths = np.ones(rounds, np.int64)
        if self.rules.game.draws:
            values = np.empty((rounds, MAX_SEATS, 50), np.int64)
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
