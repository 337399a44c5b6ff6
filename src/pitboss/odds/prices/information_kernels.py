"""The value of a draw hand to a player who does not know which other cards are gone."""

from __future__ import annotations

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.one_hand import best_second
from pitboss.odds.draw.options import FOLD, STAND


@kernel
def unaware_value(
    hold: Ints, dead: Ints, live: Ints, binom: Ints, cat4: Bytes, sums4: Ints, pays: Ints, fold: int
) -> Int:
    """Sums the value over all draws from the live cards, times the cards left after it.

    The second act is chosen as if only the own discards were gone; its result is counted over the
    cards that are really left.
    """
    m = 5 - len(hold)
    n = len(live)
    believed = cat4.shape[1] - 5 - len(dead)
    at = np.arange(m)
    hand = np.empty(5, np.int64)
    total = np.int64(0)
    while m == 0 or at[m - 1] < n:
        i = j = 0
        for k in range(5):
            if j == m or (i < 5 - m and hold[i] < live[at[j]]):
                hand[k] = hold[i]
                i += 1
            else:
                hand[k] = live[at[j]]
                j += 1
        option = best_second(hand, dead, binom, cat4, sums4, pays, fold, believed)[0]
        if option == FOLD:
            total += fold * (n - m)
        else:
            left_out = 0 if option == STAND else option
            four = np.int64(0)
            place = 1
            for k in range(5):
                if k != left_out:
                    four += binom[hand[k], place]
                    place += 1
            row = cat4[four]
            if option == STAND:
                total += pays[row[hand[0]]] * (n - m)
            else:
                for card in live:
                    total += pays[row[card]]
                for k in range(m):
                    total -= pays[row[live[at[k]]]]
        if m == 0:
            break
        k = 0
        while k < m - 1 and at[k] + 1 == at[k + 1]:
            at[k] = k
            k += 1
        at[k] += 1
    return total
