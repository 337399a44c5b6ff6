"""Solves Double Draw Poker exactly: both draws, with the player's own discards remembered.

The player is alone with the deck: other seats' cards are unseen, like those of the stub. A hint may
name more cards that are gone. Numba is imported only when something is computed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.odds.arrays import Int, Integers, Ints
from pitboss.odds.draw.model import (
    MASKS,
    MAX_DISCARDS,
    DrawChoice,
    DrawPays,
    Ties,
    draw_pays,
)
from pitboss.odds.game import Letters, PricedGame, UnsolvableGame
from pitboss.rulebook.model import Decide

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import Deck

THREADS: Final = 2
CACHED_TABLES: Final = 8  # of some megabytes each
CACHED_SOLUTIONS: Final = 2  # of forty megabytes each
PARTS: Final = 8  # pieces of each sweep, so that threads finish together
FOLD: Final = -1  # in `chosen`, instead of a mask of discards
FIRST_SUBSET: Final = {5: 25, 4: 20, 3: 10, 2: 0}  # by size of K
_TERMS: Final = 1 << 24  # twice as many as the rulebook's tables have
_LARGEST_PAY: Final = 2_000_000  # so that every term fits into 32 bits
_NO_ROWS: Final = np.empty((0, 0), np.int64)


class DrawSolution(msgspec.Struct, frozen=True, eq=False):
    """First decisions of every class of hands.

    Values are exact: value / (denominator × the unit of the pays) antes.
    """

    deck: Deck
    pays: DrawPays
    values: Ints  # [class, mask of discards], only masks of up to three cards
    denominator: int

    @property
    def fold_value(self) -> int:
        return self.pays.first_fold * self.denominator

    def chosen(self, ties: Ties = "play") -> Ints:
        """[class] → mask of discards over the class's hand, or FOLD."""
        best, masks, _ = self._best(MASKS if ties == "play" else MASKS[::-1])
        folds = best < self.fold_value if ties == "play" else best <= self.fold_value
        return np.where(folds, FOLD, masks)

    def _best(self, order: Sequence[int]) -> tuple[Ints, Ints, Ints]:
        """By class the greatest value, the first mask in this order that has it, and how many."""
        from pitboss.odds.draw.options import best_masks

        best, masks, ways = np.empty((3, len(self.values)), np.int64)
        best_masks(self.values, np.array(order, np.int64), best, masks, ways)
        return best, masks, ways

    @property
    def expectation(self) -> Fraction:
        best = np.maximum(self._best(MASKS)[0], self.fold_value)
        orbit = self.deck.tables.orbit
        # A class has at most 48 hands and there are some 150,000: the sum stays far below 2**63.
        total = int(orbit.sum()) * self.denominator * self.pays.unit
        return Fraction(int((best * orbit).sum()), total)

    def tied_hands(self) -> tuple[int, int]:
        """Hands for which the best discard equals folding, and for which two discards are best."""
        best, _, ways = self._best(MASKS)
        orbit = self.deck.tables.orbit
        fold = int(orbit[best == self.fold_value].sum())
        several = (ways > 1) & (best > self.fold_value)
        return fold, int(orbit[several].sum())


def solve(pays: DrawPays, deck: Deck | None = None) -> DrawSolution:
    """The exact value of every discard from every class of hands."""
    (solution,) = solve_tables((pays,), deck)
    return solution


def solve_tables(tables: Sequence[DrawPays], deck: Deck | None = None) -> tuple[DrawSolution, ...]:
    """One or two paytables. Two take one sweep, little slower than one, if they can be packed."""
    from pitboss.odds.draw import kernels
    from pitboss.odds.draw.deck import build_deck

    deck = deck or build_deck()
    shift = packing_shift(tables, deck)
    if shift is None:
        return tuple(solve(pays, deck) for pays in tables)
    t, n = deck.tables, deck.unseen
    largest = max(abs(pay) for pays in tables for pay in (*pays.categories, pays.second_fold))
    if largest > _LARGEST_PAY:
        raise UnsolvableGame(
            f"the tables pay up to {largest} units, and the exact solver of draw games takes"
            f" {_LARGEST_PAY}"
        )
    none_of = np.empty((len(t.hands), MAX_DISCARDS + 1, len(tables)), np.int64)
    values = np.full((len(tables), len(t.hands), 32), np.iinfo(np.int64).min, np.int64)
    with ThreadPoolExecutor(THREADS) as pool:
        rows = _value_rows(pool, deck, tables, shift, none_of)
        for m in range(1, MAX_DISCARDS + 1):
            three = (rows.get((m, k), _NO_ROWS) for k in (2, 3, 4))
            about = (m, draw_weight(n, m), shift, none_of)
            sweep(pool, kernels.discard_values, t, *about, *three, values)
    values[:, :, 0] = draw_weight(n, 0) * none_of[:, 0].T
    denominator = perm(n, 4)
    return tuple(
        DrawSolution(deck, pays, own, denominator) for pays, own in zip(tables, values, strict=True)
    )


def packing_shift(tables: Sequence[DrawPays], deck: Deck) -> int | None:
    """How many bits a sweep over two tables shifts the difference of the second; None if 64 bits
    cannot hold both.

    A value is at most the largest pay for each draw and unseen card. mu(T) is at most 8 times the
    largest pay; its difference is at most 8 differences of values before the second draw, of two
    pays for each card. A sum of it is multiplied by the factors 2 of the symmetries.
    """
    if len(tables) == 1:
        return 63
    n, cards = deck.unseen, len(deck.cards)
    nets = [(*pays.categories, pays.second_fold) for pays in tables]
    largest = max(abs(net) for own in nets for net in own)
    apart = max(abs(one - other) for one, other in zip(*nets, strict=True))
    shift = 1 + (largest * comb(n, MAX_DISCARDS) * n).bit_length()
    mu = min(8 * 2 * apart * (n + MAX_DISCARDS), 2 * 8 * largest)
    _, zeros = _exact_division(len(deck.tables.perms))
    high = (mu * comb(cards - 2, 3) << zeros).bit_length()
    return shift if shift + high <= 63 else None


def _exact_division(divisor: int) -> tuple[int, int]:
    """`kernels.Over` of a divisor."""
    zeros = (divisor & -divisor).bit_length() - 1
    inverse = pow(divisor >> zeros, -1, 1 << 64)
    return inverse - (inverse >> 63 << 64), zeros


def _value_rows(
    pool: ThreadPoolExecutor, deck: Deck, tables: Sequence[DrawPays], shift: int, none_of: Ints
) -> dict[tuple[int, int], Ints]:
    """M(X, T) by (dead cards, size of X); fills `none_of` too."""
    from pitboss.odds.draw import kernels

    t = deck.tables
    starts = np.empty((len(t.hands), MAX_DISCARDS + 1), np.int64)
    pays = np.array([own.categories for own in tables], np.int64)
    folds = np.array([own.second_fold for own in tables], np.int64)
    sums4 = np.stack([sums_by_four(pool, deck, own) for own in pays])

    def sizes(terms: Integers) -> Iterable[Int]:
        about = (t, pays, folds, sums4, none_of, starts, terms)
        return pool.map(lambda part: kernels.collect_terms(part, THREADS, *about), range(THREADS))

    terms = np.empty(_TERMS, np.int32)  # memory that is never written to costs nothing
    while min(sizes(terms)) < 0:
        terms = np.empty(2 * len(terms), np.int32)
    rows: dict[tuple[int, int], Ints] = {}
    over = _exact_division(len(t.perms))
    for k in (4, 3, 2):
        least = 5 - k
        out = np.empty((MAX_DISCARDS + 1 - least, *row_shape(deck, k)), np.int64)
        about = (*deck.members[k], *deck.keepers[k], least, shift, over)
        sweep(pool, kernels.sum_terms, t, *about, terms, starts, none_of, out)
        rows |= {(least + i, k): part for i, part in enumerate(out)}
    return rows


class BadHand(PitbossError):
    """Cards that cannot be a player's at that moment."""


def first_choices(
    hand: Sequence[Card], pays: DrawPays, gone: Sequence[Card] = ()
) -> list[DrawChoice]:
    """Every act before the first draw with its exact expectation, the best first."""
    from pitboss.odds.draw.one_hand import first_values

    deck, units, sums4 = hint_tables(pays)
    own, absent = _places(deck, hand, gone)
    n = deck.unseen - len(absent)
    out = np.empty(32, np.int64)
    t = deck.tables
    first_values(own, absent, t.binom, t.cat4, sums4, units, pays.second_fold, out)
    choices = [DrawChoice(None, Fraction(pays.first_fold, pays.unit))]
    for mask in MASKS:
        m = mask.bit_count()
        discards = tuple(deck.cards[card] for i, card in enumerate(own) if mask >> i & 1)
        ways = comb(n, m) * (n - m) * pays.unit
        choices.append(DrawChoice(discards, Fraction(int(out[mask]), ways)))
    return _best_first(choices)


def second_choices(
    hand: Sequence[Card], dead: Sequence[Card], pays: DrawPays, gone: Sequence[Card] = ()
) -> list[DrawChoice]:
    """Every act before the second draw with its exact expectation, the best first."""
    if len(dead) > MAX_DISCARDS:
        raise BadHand(f"{len(dead)} cards cannot have been discarded at the first draw")
    deck, units, _ = hint_tables(pays)
    own, absent = _places(deck, hand, (*dead, *gone))
    unseen = np.setdiff1d(np.arange(len(deck.cards)), np.concatenate((own, absent)))
    t = deck.tables
    choices = [DrawChoice(None, Fraction(pays.second_fold, pays.unit))]
    for i in range(len(own)):
        four = np.delete(own, i)
        row = t.cat4[sum(t.binom[card, k + 1] for k, card in enumerate(four))]
        if i == 0:
            choices.append(DrawChoice((), Fraction(int(units[row[own[0]]]), pays.unit)))
        value = Fraction(int(units[row[unseen]].sum()), len(unseen) * pays.unit)
        choices.append(DrawChoice((deck.cards[own[i]],), value))
    return _best_first(choices)


def _best_first(choices: list[DrawChoice]) -> list[DrawChoice]:
    """Of equals a fold comes last, the fewest discards first."""
    return sorted(choices, key=lambda c: (-c.value, c.discards is None, len(c.discards or ())))


@lru_cache(CACHED_TABLES)
def hint_tables(pays: DrawPays) -> tuple[Deck, Ints, Ints]:
    """The tables that one hand is valued with. Under a payout limit each stake has its own."""
    from pitboss.odds.draw.deck import build_deck

    deck, units = build_deck(), np.array(pays.categories, np.int64)
    with ThreadPoolExecutor(THREADS) as pool:
        return deck, units, sums_by_four(pool, deck, units)


def _places(deck: Deck, hand: Sequence[Card], gone: Sequence[Card]) -> tuple[Ints, Ints]:
    """The deck's own numbers, ascending, of a hand and of the cards that are gone."""
    place = {card: at for at, card in enumerate(deck.cards)}
    if len(hand) != 5:
        raise BadHand(f"a hand has five cards, not {len(hand)}", what_to_do="name five cards")
    every = [*hand, *gone]
    if len(set(every)) < len(every) or not all(card in place for card in every):
        raise BadHand(
            "the cards are not different cards of the deck", what_to_do="name each card once"
        )
    if len(deck.cards) - len(every) <= MAX_DISCARDS:
        raise BadHand("too few unseen cards are left to draw from")
    own, absent = (np.array(sorted(place[c] for c in cards), np.int64) for cards in (hand, gone))
    return own, absent


def sweep(pool: ThreadPoolExecutor, kernel: Callable[..., None], *args: object) -> None:
    """Runs a kernel over every PARTS-th item, from each first item."""
    list(pool.map(lambda first: kernel(first, PARTS, *args), range(PARTS)))


def sums_by_four(pool: ThreadPoolExecutor, deck: Deck, pays: Ints) -> Ints:
    """The pays summed over the fifth card, by number of the first four."""
    from pitboss.odds.draw import options

    out = np.empty(len(deck.tables.cat4), np.int64)
    sweep(pool, options.sums_by_four, deck.tables.cat4, pays, out)
    return out


def row_shape(deck: Deck, size: int) -> tuple[int, int]:
    """Rows for the classes of sets of this size, columns for dead sets that fill up a hand."""
    if size not in deck.classes:
        return 1, 1
    return deck.classes[size], sum(comb(len(deck.cards), k) for k in range(6 - size))


def draw_weight(unseen: int, m: int) -> int:
    """The factor from a sum over draws and unseen cards after m discards to the denominator."""
    return perm(unseen, 4) // (comb(unseen, m) * (unseen - m))


Value = TypeVar("Value")
#: The last two tables: the other convention for ties, or the other table, is usually next.
SOLUTIONS: Final[OrderedDict[DrawPays, DrawSolution]] = OrderedDict()


def draw_solution(pays: DrawPays) -> DrawSolution:
    return SOLUTIONS.get(pays) or keep_last(SOLUTIONS, pays, solve(pays))


def keep_last(cache: OrderedDict[DrawPays, Value], pays: DrawPays, value: Value) -> Value:
    cache[pays] = value
    while len(cache) > CACHED_SOLUTIONS:
        cache.popitem(last=False)
    return value


def solution_of(game: PricedGame, letters: Letters) -> DrawSolution:
    """The solution of a game under these letters."""
    return draw_solution(draw_pays(game, game.base_letters("") | dict(letters)))


def draw_keys(game: PricedGame) -> tuple[str, str]:
    """The spots of the first and the second decision."""
    first, second = (step.spot for step in game.game.play if isinstance(step, Decide))
    return first, second
