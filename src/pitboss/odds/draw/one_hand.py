"""Kernels for one hand at a time.

They use none of the sums over classes in `kernels`, so a hint also checks a solution.
"""

from __future__ import annotations

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.options import FOLD, STAND


@kernel
def best_second(
    hand: Ints,
    gone: Ints,
    binom: Ints,
    cat4: Bytes,
    sums4: Ints,
    pays: Ints,
    fold: int,
    unseen: int,
) -> tuple[int, int]:
    """Returns (best option, its value times unseen cards) for a hand in ascending order.

    Of equals, standing comes first, then the draw that replaces the lowest card, and a fold last.
    """
    upper = np.int64(0)
    for j in range(1, 5):
        upper += binom[hand[j], j]
    own = pays[cat4[upper, hand[0]]]
    option, value = STAND, unseen * own
    least = len(gone) * pays.min()
    q = upper
    for i in range(5):
        if i > 0:
            # Card i leaves the four, and card i - 1 returns below it.
            q += binom[hand[i - 1], i] - binom[hand[i], i]
        total = sums4[q] - own
        if total - least > value:
            row = cat4[q]
            for card in gone:
                total -= pays[row[card]]
            if total > value:
                option, value = i, total
    if fold * unseen > value:
        return FOLD, fold * unseen
    return option, value


@kernel
def first_values(
    hand: Ints, gone: Ints, binom: Ints, cat4: Bytes, sums4: Ints, pays: Ints, fold: int, out: Ints
) -> None:
    """Sets out[mask of discards] to the best second value × unseen cards, summed over draws."""
    free = np.empty(cat4.shape[1], np.int64)
    count = 0
    for card in range(cat4.shape[1]):
        unavailable = False
        for other in hand:
            unavailable = unavailable or other == card
        for other in gone:
            unavailable = unavailable or other == card
        if not unavailable:
            free[count] = card
            count += 1
    for mask in range(31):
        hold = np.empty(5, np.int64)
        buffer = np.empty(len(gone) + 5, np.int64)
        buffer[: len(gone)] = gone
        m = 0
        for i in range(5):
            if mask >> i & 1:
                buffer[len(gone) + m] = hand[i]
                m += 1
            else:
                hold[i - m] = hand[i]
        if m <= 3:
            dead = buffer[: len(gone) + m]
            out[mask] = _over_draws(
                hold[: 5 - m], dead, free[:count], binom, cat4, sums4, pays, fold
            )


@kernel
def _over_draws(
    hold: Ints, dead: Ints, free: Ints, binom: Ints, cat4: Bytes, sums4: Ints, pays: Ints, fold: int
) -> Int:
    m = 5 - len(hold)
    unseen = len(free) - m
    at = np.arange(m)
    hand = np.empty(5, np.int64)
    total = np.int64(0)
    while m == 0 or at[m - 1] < len(free):
        i = j = 0
        for k in range(5):
            if j == m or (i < 5 - m and hold[i] < free[at[j]]):
                hand[k] = hold[i]
                i += 1
            else:
                hand[k] = free[at[j]]
                j += 1
        total += best_second(hand, dead, binom, cat4, sums4, pays, fold, unseen)[1]
        if m == 0:
            break
        k = 0
        while k < m - 1 and at[k] + 1 == at[k + 1]:
            at[k] = k
            k += 1
        at[k] += 1
    return total
