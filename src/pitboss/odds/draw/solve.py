"""Solves Double Draw Poker exactly: both draws, where the player remembers the own discards.

The player is alone with the deck: other seats' cards are unseen, like those of the stub. A hint may
name more cards that are gone. Numba is imported only when something is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.odds.arrays import Ints
from pitboss.odds.draw.model import (
    CATEGORIES,
    MAX_DISCARDS,
    DrawChoice,
    DrawCounts,
    DrawPays,
    StageCounts,
    Ties,
    draw_pays,
    tie_weight,
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
_MASKS: Final = tuple(
    sorted(
        (m for m in range(32) if m.bit_count() <= MAX_DISCARDS), key=lambda m: (m.bit_count(), m)
    )
)
#: Pays are shifted so far up that tie weights of a whole deck fit below them.
_SHIFT: Final = 43
_LARGEST_PAY: Final = 8_000
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
        order = _MASKS if ties == "play" else _MASKS[::-1]
        values = self.values[:, order]
        best = values.max(axis=1)
        masks = np.array(order, np.int64)[values.argmax(axis=1)]
        folds = best < self.fold_value if ties == "play" else best <= self.fold_value
        return np.where(folds, FOLD, masks)

    @property
    def expectation(self) -> Fraction:
        best = np.maximum(self.values[:, _MASKS].max(axis=1), self.fold_value)
        orbit = self.deck.tables.orbit
        # A class has at most 48 hands and there are some 150,000: the sum stays far below 2**63.
        total = int(orbit.sum()) * self.denominator * self.pays.unit
        return Fraction(int((best * orbit).sum()), total)

    def tied_hands(self) -> tuple[int, int]:
        """Hands for which the best discard equals folding, and for which two discards are best."""
        values = self.values[:, _MASKS]
        best = values.max(axis=1)
        orbit = self.deck.tables.orbit
        fold = int(orbit[best == self.fold_value].sum())
        several = ((values == best[:, None]).sum(axis=1) > 1) & (best > self.fold_value)
        return fold, int(orbit[several].sum())


def solve(pays: DrawPays, deck: Deck | None = None, threads: int = THREADS) -> DrawSolution:
    """The exact value of every discard from every class of hands."""
    from pitboss.odds.draw import kernels
    from pitboss.odds.draw.deck import build_deck

    deck = deck or build_deck()
    t, n = deck.tables, deck.unseen
    units = np.array(pays.categories, np.int64)
    none_of = np.empty((len(t.hands), MAX_DISCARDS + 1), np.int64)
    values = np.full((len(t.hands), 32), np.iinfo(np.int64).min, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        sums4 = _sums_by_four(pool, deck, units)
        rows = _value_rows(pool, threads, deck, units, pays.second_fold, sums4, none_of)
        values[:, 0] = none_of[:, 0]
        for m in range(1, MAX_DISCARDS + 1):
            three = (rows.get((m, k), _NO_ROWS) for k in (2, 3, 4))
            sweep(pool, kernels.discard_values, t, m, none_of, *three, values)
    for mask in _MASKS:
        values[:, mask] *= draw_weight(n, mask.bit_count())
    return DrawSolution(deck, pays, values, n * (n - 1) * (n - 2) * (n - 3))


def _value_rows(
    pool: ThreadPoolExecutor,
    parts: int,
    deck: Deck,
    pays: Ints,
    fold: int,
    sums4: Ints,
    none_of: Ints,
) -> dict[tuple[int, int], Ints]:
    """M(X, T) by (dead cards, size of X); fills `none_of` too."""
    from pitboss.odds.draw import kernels

    t = deck.tables
    starts = np.empty((len(t.hands), MAX_DISCARDS + 1), np.int64)

    def collect(part: int) -> Ints:
        return kernels.collect_terms(part, parts, t, pays, fold, sums4, none_of, starts)

    lists = list(pool.map(collect, range(parts)))
    begins = np.cumsum([0, *(len(terms) for terms in lists[:-1])])
    starts += np.where(
        starts < 0, 0, begins[(np.arange(len(starts)) >> kernels.BLOCK) % parts][:, None]
    )
    joined = np.concatenate(lists)
    rows: dict[tuple[int, int], Ints] = {}
    for k in (4, 3, 2):
        least = 5 - k
        out = np.empty((MAX_DISCARDS + 1 - least, *_shape(deck, k)), np.int64)
        about = (*deck.members[k], *deck.keepers[k], least)
        sweep(pool, kernels.sum_terms, t, *about, joined, starts, none_of, out)
        rows |= {(least + i, k): part for i, part in enumerate(out)}
    return rows


def count(solution: DrawSolution, ties: Ties = "play", threads: int = THREADS) -> DrawCounts:
    """Counts the results and decisions of every round under the solution."""
    from pitboss.odds.draw import counts as kernels

    deck, pays = solution.deck, solution.pays
    t, n = deck.tables, deck.unseen
    merits, fold = second_merits(pays, ties)
    chosen = solution.chosen(ties)
    stages = []
    with ThreadPoolExecutor(threads) as pool:
        sums4 = _sums_by_four(pool, deck, merits)
        for m in range(MAX_DISCARDS + 1):
            rows = keeper_rows(pool, deck, chosen, m)
            parts = np.zeros((PARTS, len(merits) + kernels.COLUMNS), np.int64)
            begin = FIRST_SUBSET[5 - m]
            sweep(
                pool, kernels.count_results, t, merits, fold, sums4, chosen, m, begin, rows, parts
            )
            stages.append(_stage(parts, draw_weight(n, m), len(t.perms)))
    hands = int(t.orbit.sum())
    return DrawCounts(
        ties,
        hands * solution.denominator,
        int(t.orbit[chosen == FOLD].sum()) * solution.denominator,
        tuple(stages),
    )


def keeper_rows(pool: ThreadPoolExecutor, deck: Deck, chosen: Ints, m: int) -> Ints:
    """E(K, T) for the sets K that the first decisions `chosen` keep when they discard m cards."""
    from pitboss.odds.draw.counts import count_keepers
    from pitboss.odds.draw.kernels import merge_parts

    rows: Ints = np.zeros((1, *_shape(deck, 5 - m)), np.int64)
    if m:
        count_keepers(deck.tables, chosen, m, FIRST_SUBSET[5 - m], rows[0])
        sizes, which = deck.keepers[5 - m]
        sweep(pool, merge_parts, deck.tables, sizes, which, m, 1, rows)
    return np.asarray(rows[0])


def second_sums(deck: Deck) -> tuple[Ints, Ints]:
    """Zeros for `add_second_values`: by class of hands, and by class and second act."""
    from pitboss.odds.draw.second_draw import ACTS

    classes = len(deck.tables.hands)
    return np.zeros(classes, np.int64), np.zeros((classes, ACTS), np.int64)


def add_second_values(
    pool: ThreadPoolExecutor,
    deck: Deck,
    pays: tuple[Ints, int],
    chosen: Ints,
    m: int,
    rows: Ints,
    sums: tuple[Ints, Ints],
) -> None:
    """Adds to `sums` how often m discards lead to each class, and what each second act is worth.

    `pays` is by category and of a fold; the unit of the sums is symmetries × all rounds.
    """
    from pitboss.odds.draw.second_draw import second_values

    weight, begin = draw_weight(deck.unseen, m), FIRST_SUBSET[5 - m]
    sweep(pool, second_values, deck.tables, *pays, chosen, m, begin, weight, rows, *sums)


def second_merits(pays: DrawPays, ties: Ties) -> tuple[Ints, int]:
    """Pays by category and of a fold, with a tie-break in the low bits, which decides nothing else.

    The best second act has the greatest sum over the unseen cards.
    """
    if max(map(abs, pays.categories)) > _LARGEST_PAY:  # they would overflow the tie-break
        raise UnsolvableGame(
            f"the tables pay up to {max(pays.categories)} units, and the exact solver of draw games"
            f" takes {_LARGEST_PAY}"
        )
    side = 1 if ties == "play" else -1
    weights = [(pay << _SHIFT) + side * tie_weight(c) for c, pay in enumerate(pays.categories)]
    return np.array(weights, np.int64), (pays.second_fold << _SHIFT) - side


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
    for mask in _MASKS:
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
        return deck, units, _sums_by_four(pool, deck, units)


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


def _stage(parts: Ints, weight: int, symmetries: int) -> StageCounts:
    totals = [sum(int(part[i]) for part in parts) * weight for i in range(parts.shape[1])]
    assert not any(total % symmetries for total in totals)
    exact = [total // symmetries for total in totals]
    return StageCounts(tuple(exact[: len(CATEGORIES)]), *exact[len(CATEGORIES) :])


def sweep(pool: ThreadPoolExecutor, kernel: Callable[..., None], *args: object) -> None:
    """Runs a kernel over every PARTS-th item, from each first item."""
    list(pool.map(lambda first: kernel(first, PARTS, *args), range(PARTS)))


def _sums_by_four(pool: ThreadPoolExecutor, deck: Deck, pays: Ints) -> Ints:
    from pitboss.odds.draw.options import sums_by_four

    out = np.empty(len(deck.tables.cat4), np.int64)
    sweep(pool, sums_by_four, deck.tables.cat4, pays, out)
    return out


def _shape(deck: Deck, size: int) -> tuple[int, int]:
    """Rows for the classes of sets of this size, columns for dead sets that fill up a hand."""
    if size not in deck.classes:
        return 1, 1
    return deck.classes[size], sum(comb(len(deck.cards), k) for k in range(6 - size))


def draw_weight(unseen: int, m: int) -> int:
    """The factor from a sum over draws and unseen cards after m discards to the denominator."""
    n = unseen
    return n * (n - 1) * (n - 2) * (n - 3) // (comb(n, m) * (n - m))


@lru_cache(CACHED_SOLUTIONS)
def _solved(pays: DrawPays) -> DrawSolution:
    return solve(pays)


def solution_of(game: PricedGame, letters: Letters) -> DrawSolution:
    """The solution of a game under these letters."""
    return _solved(draw_pays(game, game.base_letters("") | dict(letters)))


def draw_keys(game: PricedGame) -> tuple[str, str]:
    """The spots of the first and the second decision."""
    first, second = (step.spot for step in game.game.play if isinstance(step, Decide))
    return first, second
