"""Double Draw Poker solved exactly: both draws, the discards known to the player who made them.

The player is alone with the deck: other seats' cards are unseen cards like the stub's. A hint may
be told of more cards that are gone (`seen`). Numba is imported when something is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.draw_exact import (
    CATEGORIES,
    MOST_DISCARDS,
    Choice,
    DrawCounts,
    DrawPays,
    StageCounts,
    Ties,
    tie_weight,
)

if TYPE_CHECKING:
    from pitboss.odds.draw_tables import Deck

THREADS: Final = 2
PARTS: Final = 8  # pieces of each sweep, so that threads finish together
FOLD: Final = -1  # in `chosen`, where else stands a mask of discards
_BEGIN: Final = {5: 25, 4: 20, 3: 10, 2: 0}  # size of K → its first subset
_MASKS: Final = tuple(
    sorted(
        (m for m in range(32) if m.bit_count() <= MOST_DISCARDS), key=lambda m: (m.bit_count(), m)
    )
)
#: Pays are shifted so far up that tie weights of a whole deck fit below them.
_SHIFT: Final = 43
_LARGEST_PAY: Final = 8_000


class DrawSolution(msgspec.Struct, frozen=True, eq=False):
    """First decisions of every class of hands. Values are exact: value / denominator antes."""

    deck: Deck
    pays: DrawPays
    values: Any  # [class, mask of discards], only masks of up to three cards
    denominator: int

    @property
    def fold_value(self) -> int:
        return self.pays.first_fold * self.denominator

    def chosen(self, ties: Ties = "play") -> Any:
        """[class] → mask of discards over the class's hand, or FOLD."""
        values = self.values[:, _MASKS]
        best = values.max(axis=1)
        masks = np.array(_MASKS, np.int64)[values.argmax(axis=1)]
        folds = best <= self.fold_value if ties == "fold" else best < self.fold_value
        return np.where(folds, FOLD, masks)

    @property
    def expectation(self) -> Fraction:
        best = np.maximum(self.values[:, _MASKS].max(axis=1), self.fold_value)
        orbit = self.deck.tables.orbit
        # A class has at most 48 hands and there are some 150,000: the sum stays far below 2**63.
        return Fraction(int((best * orbit).sum()), int(orbit.sum()) * self.denominator)

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
    from pitboss.odds import draw_kernels as kernels
    from pitboss.odds.draw_tables import SUBSETS, build_deck

    deck = deck or build_deck()
    t, n = deck.tables, deck.unseen
    units = np.array(pays.categories, np.int64)
    hands = len(t.hands)
    none_of = np.empty((hands, MOST_DISCARDS + 1), np.int64)
    ends = np.zeros((hands, MOST_DISCARDS, 4), np.int64)
    values = np.full((hands, 32), np.iinfo(np.int64).min, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        sums4 = _sums_by_four(pool, deck, units)
        bounds = [hands * part // PARTS for part in range(PARTS + 1)]
        lists = pool.map(
            lambda b, e: kernels.collect_terms(
                b, e, t, units, pays.second_fold, sums4, none_of, ends
            ),
            bounds[:-1],
            bounds[1:],
        )
        terms = _join(list(lists), bounds, ends)
        values[:, 0] = none_of[:, 0]
        for m in range(1, MOST_DISCARDS + 1):
            rows = {k: np.empty((1, 1), np.int64) for k in (2, 3, 4)}
            for k in range(5 - m, 5):
                rows[k] = np.empty((deck.classes[k], _row_length(deck, 5 - k)), np.int64)
                out, members, keepers = rows[k], deck.members[k], deck.keepers[k]
                _sweep(
                    pool,
                    lambda first, step, k=k, out=out, members=members, keepers=keepers, m=m:
                    kernels.sum_terms(
                        first, step, t, m, 5 - k, *members, *keepers, terms, ends, none_of, out
                    ),
                )  # fmt: skip
            _sweep(
                pool,
                lambda first, step, m=m, rows=rows: kernels.discard_values(
                    first, step, t, m, none_of[:, m], rows[2], rows[3], rows[4], values
                ),
            )
    for mask in _MASKS:
        values[:, mask] *= _weight(n, mask.bit_count())
    assert len(SUBSETS) == _BEGIN[5]
    return DrawSolution(deck, pays, values, n * (n - 1) * (n - 2) * (n - 3))


def count(solution: DrawSolution, ties: Ties = "play", threads: int = THREADS) -> DrawCounts:
    """Every round played out under the solution: results and decisions, exact."""
    from pitboss.odds import draw_counts as kernels

    deck, pays = solution.deck, solution.pays
    t, n = deck.tables, deck.unseen
    assert max(map(abs, pays.categories)) <= _LARGEST_PAY, "pays would overflow the tie-break"
    weights = [(pay << _SHIFT) + tie_weight(c) for c, pay in enumerate(pays.categories)]
    merits = np.array(weights, np.int64)
    # A fold loses a tie against any draw, or wins it against any.
    fold = (pays.second_fold << _SHIFT) + (tie_weight(0) if ties == "fold" else -1)
    chosen = solution.chosen(ties)
    stages = []
    with ThreadPoolExecutor(threads) as pool:
        sums4 = _sums_by_four(pool, deck, merits)
        for m in range(MOST_DISCARDS + 1):
            k = 5 - m
            rows = np.zeros((1, 1), np.int64)
            if m:
                rows = np.zeros((deck.classes[k], _row_length(deck, m)), np.int64)
                kernels.count_keepers(t, chosen, m, _BEGIN[k], rows)
                _sweep(
                    pool,
                    lambda first, step, k=k, m=m, rows=rows: kernels.symmetrise_all(
                        first, step, t, *deck.keepers[k], m, rows
                    ),
                )
            parts = np.zeros((PARTS, len(merits) + kernels.COLUMNS), np.int64)
            _sweep(
                pool,
                lambda first, step, k=k, m=m, rows=rows, parts=parts: kernels.count_results(
                    first, step, t, merits, fold, sums4, chosen, m, _BEGIN[k], rows, parts[first]
                ),
            )
            stages.append(_stage(parts, _weight(n, m), len(t.perms)))
    hands = int(t.orbit.sum())
    return DrawCounts(
        ties,
        hands * solution.denominator,
        int(t.orbit[chosen == FOLD].sum()) * solution.denominator,
        tuple(stages),
    )


def _stage(parts: Any, weight: int, symmetries: int) -> StageCounts:
    totals = [sum(int(part[i]) for part in parts) * weight for i in range(parts.shape[1])]
    assert not any(total % symmetries for total in totals)
    exact = [total // symmetries for total in totals]
    return StageCounts(tuple(exact[: len(CATEGORIES)]), *exact[len(CATEGORIES) :])


def _sweep(pool: ThreadPoolExecutor, run: Callable[[int, int], None]) -> None:
    list(pool.map(run, range(PARTS), [PARTS] * PARTS))


def _sums_by_four(pool: ThreadPoolExecutor, deck: Deck, pays: Any) -> Any:
    from pitboss.odds.draw_kernels import sums_by_four

    cat4 = deck.tables.cat4
    out = np.empty(len(cat4), np.int64)
    _sweep(pool, lambda first, step: sums_by_four(first, step, cat4, pays, out))
    return out


def _join(lists: list[Any], bounds: list[int], ends: Any) -> Any:
    """One list of terms, the places in `ends` moved along."""
    at = 0
    for part, begin, end in zip(lists, bounds[:-1], bounds[1:], strict=True):
        ends[begin:end] += at
        at += len(part)
    return np.concatenate(lists)


def _row_length(deck: Deck, largest: int) -> int:
    return sum(comb(len(deck.cards), k) for k in range(largest + 1))


def _weight(unseen: int, m: int) -> int:
    """What brings a sum over all draws and unseen cards after m discards to the denominator."""
    n = unseen
    return n * (n - 1) * (n - 2) * (n - 3) // (comb(n, m) * (n - m))
