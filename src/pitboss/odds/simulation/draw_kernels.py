"""Simulation kernel of a game with two draws; its twin is the exact count of `draw.count`.

Cards are numbered as in `draw_tables`. The first decision is looked up for every hand; the second
is worked out from sums over four cards less the cards that are gone, as the solver does it.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.simulation.stud_kernels import lane_state, next_word

u64: Any = numba.uint64

_LOW = np.uint64(0xFFFFFFFF)
_B32 = np.uint64(32)
_REJECT_0 = np.uint64(2**32 % (54 * 53 * 52))
_REJECT_3 = np.uint64(2**32 % (51 * 50))
_REJECT_5 = np.uint64(2**32 % (49 * 48 * 47))
_REJECT_8 = np.uint64(2**32 % 46)

FOLDS = 255  # among masks of discards
FOLDED, STOOD, DREW = 0, 1, 2  # columns after the categories


@kernel
def first_acts(hands: Any, perms: Any, chosen: Any, binom: Any) -> Any:
    """[number of any five cards] → mask of discards over its ascending cards, or FOLDS."""
    out = np.zeros(binom[perms.shape[1], 5], np.uint8)
    cards, dead = np.empty(5, np.int64), np.empty(5, np.int64)
    for h in range(len(hands)):
        for g in range(len(perms)):
            for i in range(5):
                card = np.int64(perms[g, hands[h, i]])
                gone = chosen[h] >> i & 1
                j = i
                while j > 0 and cards[j - 1] > card:
                    cards[j] = cards[j - 1]
                    dead[j] = dead[j - 1]
                    j -= 1
                cards[j] = card
                dead[j] = gone
            at = 0
            mask = 0
            for i in range(5):
                at += binom[cards[i], i + 1]
                mask |= dead[i] << i
            out[at] = FOLDS if chosen[h] < 0 else mask
    return out


@kernel
def sum_fours(cat4: Any, merits: Any) -> Any:
    """[number of four cards] → merits summed over the fifth; a card twice is of the last kind."""
    out = np.empty(len(cat4), np.int64)
    for q in range(len(cat4)):
        total = -4 * merits[-1]
        for c in range(cat4.shape[1]):
            total += merits[cat4[q, c]]
        out[q] = total
    return out


@kernel
def play(
    seed: Any,
    lane: Any,
    rounds: int,
    acts: Any,
    binom: Any,
    cat4: Any,
    sums4: Any,
    merits: Any,
    fold: int,
    counts: Any,
) -> None:
    """Count rounds by [first discards, category or what was done at the second decision].

    The last row counts hands folded at the first decision, in its first column. `merits` by
    category, their `sums4` and `fold` decide the second act, as in `draw.count`.
    """
    state = lane_state(seed, lane)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.arange(54)
    hand, dead = np.empty(5, np.int64), np.empty(3, np.int64)
    kinds = merits.size
    for _ in range(rounds):
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & _LOW) * u64(54)
            j0 = x >> _B32
            x = (x & _LOW) * u64(53)
            j1 = (x >> _B32) + u64(1)
            x = (x & _LOW) * u64(52)
            j2 = (x >> _B32) + u64(2)
            y = (word >> _B32) * u64(51)
            j3 = (y >> _B32) + u64(3)
            y = (y & _LOW) * u64(50)
            j4 = (y >> _B32) + u64(4)
            if (x & _LOW) >= _REJECT_0 and (y & _LOW) >= _REJECT_3:
                break
        deck[j0], deck[0] = deck[0], deck[j0]
        deck[j1], deck[1] = deck[1], deck[j1]
        deck[j2], deck[2] = deck[2], deck[j2]
        deck[j3], deck[3] = deck[3], deck[j3]
        deck[j4], deck[4] = deck[4], deck[j4]
        for i in range(5):
            _insert(hand, i, deck[i])
        at = binom[hand[0], 1] + binom[hand[1], 2] + binom[hand[2], 3]
        mask = acts[at + binom[hand[3], 4] + binom[hand[4], 5]]
        if mask == FOLDS:
            counts[4, 0] += 1
            continue
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & _LOW) * u64(49)
            j0 = (x >> _B32) + u64(5)
            x = (x & _LOW) * u64(48)
            j1 = (x >> _B32) + u64(6)
            x = (x & _LOW) * u64(47)
            j2 = (x >> _B32) + u64(7)
            y = (word >> _B32) * u64(46)
            j3 = (y >> _B32) + u64(8)
            if (x & _LOW) >= _REJECT_5 and (y & _LOW) >= _REJECT_8:
                break
        deck[j0], deck[5] = deck[5], deck[j0]
        deck[j1], deck[6] = deck[6], deck[j1]
        deck[j2], deck[7] = deck[7], deck[j2]
        deck[j3], deck[8] = deck[8], deck[j3]
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
            _insert(hand, kept + i, deck[5 + i])
        column, category = _second(hand, dead, m, deck[8], binom, cat4, sums4, merits, fold)
        counts[m, kinds + column] += 1
        if column != FOLDED:
            counts[m, category] += 1


@inline_kernel
def _insert(hand: Any, held: int, card: int) -> None:
    j = held
    while j > 0 and hand[j - 1] > card:
        hand[j] = hand[j - 1]
        j -= 1
    hand[j] = card


@inline_kernel
def _second(
    hand: Any, dead: Any, m: int, drawn: int, binom: Any, cat4: Any, sums4: Any, merits: Any,
    fold: int,
) -> Any:  # fmt: skip
    # What is done with the hand, and the category it ends in.
    four = binom[hand[0], 1] + binom[hand[1], 2] + binom[hand[2], 3] + binom[hand[3], 4]
    own = np.int64(cat4[four, hand[4]])
    unseen = 54 - 5 - m
    best = merits[own] * unseen
    column, category = STOOD, own
    # Leave out the highest card, then the next: each four is the last with one card changed.
    for i in range(4, -1, -1):
        if i < 4:
            four += binom[hand[i + 1], i + 1] - binom[hand[i], i + 1]
        value = sums4[four] - merits[own]
        for d in range(m):
            value -= merits[cat4[four, dead[d]]]
        if value > best:
            best = value
            column, category = DREW, np.int64(cat4[four, drawn])
    if fold * unseen > best:
        return FOLDED, category
    return column, category
