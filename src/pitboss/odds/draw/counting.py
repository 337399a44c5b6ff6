"""Counts every round of Double Draw under a solution, in both conventions for ties.

Numba is imported only when something is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.draw.model import (
    CATEGORIES,
    HAND,
    MAX_DISCARDS,
    DrawCounts,
    DrawPays,
    StageCounts,
    Ties,
    tie_weight,
)
from pitboss.odds.draw.solve import (
    FIRST_SUBSET,
    FOLD,
    PARTS,
    THREADS,
    DrawSolution,
    draw_weight,
    row_shape,
    sums_by_four,
    sweep,
)
from pitboss.odds.game import UnsolvableGame

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import Deck

CONVENTIONS: Final[tuple[Ties, ...]] = ("play", "fold")
_LARGEST_PAY: Final = 8_000


def count_both(solution: DrawSolution) -> dict[Ties, DrawCounts]:
    """The results and decisions of every round under each convention for ties."""
    (counts,) = count_tables((solution,))
    return counts


def count_tables(solutions: Sequence[DrawSolution]) -> tuple[dict[Ties, DrawCounts], ...]:
    """The same for one or two paytables of one deck, in one sweep: two cost little more."""
    from pitboss.odds.draw import counts as kernels
    from pitboss.odds.draw.choosing import BOTH

    deck = solutions[0].deck
    t, stages = deck.tables, range(MAX_DISCARDS + 1)
    merits, folds = zip(*(second_merits(own.pays) for own in solutions), strict=True)
    chosen = np.stack([[own.chosen(ties) for own in solutions] for ties in CONVENTIONS])
    with ThreadPoolExecutor(THREADS) as pool:
        sums4 = np.stack([sums_by_four(pool, deck, own) for own in merits])
        keepers = [_both_keeper_rows(pool, deck, chosen, m) for m in stages[1:]]
        rows, others = zip(*keepers, strict=True)
        shape = (PARTS, len(stages), len(solutions), BOTH + 1, len(CATEGORIES) + kernels.COLUMNS)
        parts = np.zeros(shape, np.int64)
        about = (np.stack(merits), np.array(folds), sums4, chosen, *rows, *others, parts)
        sweep(pool, kernels.count_results, t, *about)
    hands, unit = int(t.orbit.sum()), solutions[0].denominator
    return tuple(
        {
            ties: DrawCounts(
                ties,
                hands * unit,
                int(t.orbit[chosen[v, pt] == FOLD].sum()) * unit,
                tuple(
                    _stage(parts[:, m, pt, (v, BOTH)], draw_weight(deck.unseen, m), len(t.perms))
                    for m in stages
                ),
            )
            for v, ties in enumerate(CONVENTIONS)
        }
        for pt in range(len(solutions))
    )


def _both_keeper_rows(
    pool: ThreadPoolExecutor, deck: Deck, chosen: Ints, m: int
) -> tuple[Ints, Ints]:
    """E(K, T) in the first convention, then in the second for each K where it differs; and by class
    of K the number of that row, or −1. The conventions decide few hands differently, so few K
    differ.

    E of two paytables is packed into one number.
    """
    from pitboss.odds.draw.counts import PACKED

    count, width = row_shape(deck, HAND - m)
    rows, change = (np.zeros((size, width), np.int64) for size in (2 * count, count))
    differ = chosen[0] != chosen[1]
    for pt, (play, fold) in enumerate(chosen.swapaxes(0, 1)):
        _add_kept_sets(deck, play, m, 1 << PACKED * pt, rows)
        _add_kept_sets(deck, np.where(differ[pt], fold, FOLD), m, 1 << PACKED * pt, change)
        _add_kept_sets(deck, np.where(differ[pt], play, FOLD), m, -1 << PACKED * pt, change)
    (classes,) = np.nonzero(np.any(change, axis=1))
    others = np.full(count, -1)
    others[classes] = count + np.arange(len(classes))
    rows[others[classes]] = rows[classes] + change[classes]
    every_class = np.concatenate((np.arange(count), classes))
    return _symmetrised(pool, deck, m, rows[: len(every_class)], every_class), others


def keeper_rows(pool: ThreadPoolExecutor, deck: Deck, chosen: Ints, m: int) -> Ints:
    """E(K, T) for the sets K that the first decisions `chosen` keep when they discard m cards."""
    if m == 0:
        return np.zeros(row_shape(deck, HAND), np.int64)
    rows: Ints = np.zeros(row_shape(deck, HAND - m), np.int64)
    _add_kept_sets(deck, chosen, m, 1, rows)
    return _symmetrised(pool, deck, m, rows, np.arange(len(rows)))


def _add_kept_sets(deck: Deck, chosen: Ints, m: int, unit: int, rows: Ints) -> None:
    """Adds E(K, T), counted from one hand of each class, times `unit`."""
    from pitboss.odds.draw.counts import count_keepers

    count_keepers(deck.tables, chosen, m, FIRST_SUBSET[HAND - m], unit, rows)


def _symmetrised(pool: ThreadPoolExecutor, deck: Deck, m: int, rows: Ints, classes: Ints) -> Ints:
    """E(K, T) of all hands, from those of one hand of each class; `classes` has that of each K."""
    from pitboss.odds.draw.kernels import symmetrise_rows

    sizes, which = deck.keepers[HAND - m]
    out = np.zeros_like(rows)
    sweep(pool, symmetrise_rows, deck.tables, sizes[classes], which[classes], m, rows, out)
    return out


def second_values(
    pool: ThreadPoolExecutor, deck: Deck, pays: tuple[Ints, int], chosen: Ints, m: int, rows: Ints
) -> tuple[Ints, Ints]:
    """How often m discards lead to each class, and what each second act is worth there in all.

    `pays` is by category and of a fold; the unit of the sums is symmetries × all rounds.
    """
    from pitboss.odds.draw import second_draw

    classes = len(deck.tables.hands)
    met, values = np.zeros(classes, np.int64), np.zeros((classes, second_draw.ACTS), np.int64)
    about = (*pays, chosen, m, FIRST_SUBSET[5 - m], draw_weight(deck.unseen, m), rows)
    sweep(pool, second_draw.second_values, deck.tables, *about, met, values)
    return met, values


def second_merits(pays: DrawPays) -> tuple[Ints, int]:
    """Pays by category and of a fold, with a tie-break in the low bits, which decides nothing else:
    that of the first convention.

    The best second act has the greatest sum over the unseen cards.
    """
    if max(map(abs, pays.categories)) > _LARGEST_PAY:  # they would overflow the tie-break
        raise UnsolvableGame(
            f"the tables pay up to {max(pays.categories)} units, and the exact solver of draw games"
            f" takes {_LARGEST_PAY}"
        )
    from pitboss.odds.draw.choosing import SHIFT

    weights = [(pay << SHIFT) + tie_weight(c) for c, pay in enumerate(pays.categories)]
    return np.array(weights, np.int64), (pays.second_fold << SHIFT) - 1


def _stage(parts: Ints, weight: int, symmetries: int) -> StageCounts:
    totals = [sum(map(int, column)) * weight for column in parts.reshape(-1, parts.shape[-1]).T]
    assert not any(total % symmetries for total in totals)
    exact = [total // symmetries for total in totals]
    return StageCounts(tuple(exact[: len(CATEGORIES)]), *exact[len(CATEGORIES) :])
