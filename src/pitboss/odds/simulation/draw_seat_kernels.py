"""A whole table of a game with two draws, or one seat that follows rule lists.

Every seat has nine cards of the shuffled deck set aside for it, its hand and all that it may draw:
no card that nobody has seen is likelier than another, so this deals like a dealer who gives the
next card. By cell the counts are those of `draw_play.play`, once for every seat.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.simulation.draw_kernels import DREW, FOLDED, FOLDS, STOOD, _insert, _second
from pitboss.odds.simulation.stud_kernels import lane_state, next_word

u64: Any = numba.uint64

_LOW = np.uint64(0xFFFFFFFF)
_B32 = np.uint64(32)
_EACH = 9


@kernel
def play_seats(
    seed: Any,
    lane: Any,
    rounds: int,
    seats: int,
    acts: Any,
    listed: Any,
    binom: Any,
    cat4: Any,
    sums4: Any,
    merits: Any,
    fold: int,
    worth: Any,
    counts: Any,
    totals: Any,
) -> None:
    """As `draw_play.play`; second decisions come from `listed`, a table like `acts`, unless it is
    empty. `totals` gathers what a round's seats win together by `worth`, and its square.
    """
    state = lane_state(seed, lane)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.arange(54)
    hand, dead = np.empty(5, np.int64), np.empty(3, np.int64)
    kinds = merits.size
    dealt = _EACH * seats
    reject = np.zeros(54, np.uint64)
    for i in range(0, 54, 3):
        product = (54 - i) * (53 - i) * (52 - i)
        reject[i] = u64((1 << 32) % product)
    for _ in range(rounds):
        i = 0
        spare = False
        word = u64(0)
        while i < dealt:
            if spare:
                bits = word >> _B32
            else:
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                bits = word & _LOW
            spare = not spare
            x = bits * u64(54 - i)
            j0 = i + np.int64(x >> _B32)
            x = (x & _LOW) * u64(53 - i)
            j1 = i + 1 + np.int64(x >> _B32)
            x = (x & _LOW) * u64(52 - i)
            j2 = i + 2 + np.int64(x >> _B32)
            if (x & _LOW) < reject[i]:
                continue
            deck[j0], deck[i] = deck[i], deck[j0]
            deck[j1], deck[i + 1] = deck[i + 1], deck[j1]
            deck[j2], deck[i + 2] = deck[i + 2], deck[j2]
            i += 3
        table = 0
        for seat in range(seats):
            at = _EACH * seat
            for i in range(5):
                _insert(hand, i, deck[at + i])
            mask = acts[_number(hand, binom)]
            if mask == FOLDS:
                counts[4, 0] += 1
                table += worth[4, 0]
                continue
            m = 0
            kept = 0
            for i in range(5):
                if mask >> i & 1:
                    dead[m] = hand[i]
                    m += 1
                else:
                    hand[kept] = hand[i]
                    kept += 1
            for i in range(m):
                _insert(hand, kept + i, deck[at + 5 + i])
            last = deck[at + 8]
            if listed.size:
                column, category = _by_list(hand, listed, last, binom, cat4)
            else:
                column, category = _second(hand, dead, m, last, binom, cat4, sums4, merits, fold)
            counts[m, kinds + column] += 1
            if column == FOLDED:
                table += worth[m, kinds]
            else:
                counts[m, category] += 1
                table += worth[m, category]
        totals[0] += float(table)
        totals[1] += float(table) * float(table)


@inline_kernel
def _number(hand: Any, binom: Any) -> Any:
    at = binom[hand[0], 1] + binom[hand[1], 2] + binom[hand[2], 3]
    return at + binom[hand[3], 4] + binom[hand[4], 5]


@kernel
def _by_list(hand: Any, listed: Any, drawn: int, binom: Any, cat4: Any) -> Any:
    mask = listed[_number(hand, binom)]
    if mask == FOLDS:
        return FOLDED, np.int64(0)
    four = 0
    place = 0
    # Standing is leaving out the highest card and drawing it again.
    last = hand[4]
    for i in range(5):
        if mask >> i & 1 or (mask == 0 and i == 4):
            continue
        place += 1
        four += binom[hand[i], place]
    if mask:
        return DREW, np.int64(cat4[four, drawn])
    return STOOD, np.int64(cat4[four, last])
