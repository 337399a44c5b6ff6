"""Deals rounds of a game with two draws and counts them; the twin is the count of `draw.counting`.

Cards are numbered as in `draw.deck`. The first decision is looked up for every hand; the second is
computed from sums over four cards less the dead cards, as the solver does it.
"""

from typing import Any, NamedTuple

import numba
import numpy as np

from pitboss.odds.arrays import Bytes, Floats, Integers, Ints, Word
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.simulation.generator import (
    B32,
    LOW,
    deal_top,
    next_word,
    rejection_limits,
    start_state,
)

u64: Any = numba.uint64

_REJECT_0 = np.uint64(2**32 % (54 * 53 * 52))
_REJECT_3 = np.uint64(2**32 % (51 * 50))
_REJECT_5 = np.uint64(2**32 % (49 * 48 * 47))
_REJECT_8 = np.uint64(2**32 % 46)

FOLDS = 255  # among masks of discards
FOLDED, STOOD, DREW = 0, 1, 2  # columns after the categories
CARDS = 9  # that a seat can need: its hand, three for the first draw, one for the second


class DrawPolicy(NamedTuple):
    """A policy of a game with two draws on the whole deck."""

    acts: Bytes  # [number of five cards] → mask of first discards, or FOLDS
    binom: Ints
    cat4: Integers  # [number of four cards, fifth] → category
    sums4: Ints  # [number of four cards] → merits summed over the fifth
    merits: Ints  # by category; with `fold` they decide the second act, as in `draw.counting`
    fold: int


@kernel
def first_acts(hands: Integers, perms: Integers, chosen: Ints, binom: Ints) -> Bytes:
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
def play(seed: Word, batch: Word, rounds: int, policy: DrawPolicy, counts: Ints) -> None:
    """Counts rounds by [first discards, category or what was done at the second decision].

    The last row counts hands folded at the first decision, in its first column.
    """
    state = start_state(seed, batch)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.arange(54)
    hand, dead = np.empty(5, np.int64), np.empty(3, np.int64)
    acts, binom, kinds = policy.acts, policy.binom, policy.merits.size
    for _ in range(rounds):
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & LOW) * u64(54)
            j0 = x >> B32
            x = (x & LOW) * u64(53)
            j1 = (x >> B32) + u64(1)
            x = (x & LOW) * u64(52)
            j2 = (x >> B32) + u64(2)
            y = (word >> B32) * u64(51)
            j3 = (y >> B32) + u64(3)
            y = (y & LOW) * u64(50)
            j4 = (y >> B32) + u64(4)
            if (x & LOW) >= _REJECT_0 and (y & LOW) >= _REJECT_3:
                break
        deck[j0], deck[0] = deck[0], deck[j0]
        deck[j1], deck[1] = deck[1], deck[j1]
        deck[j2], deck[2] = deck[2], deck[j2]
        deck[j3], deck[3] = deck[3], deck[j3]
        deck[j4], deck[4] = deck[4], deck[j4]
        for i in range(5):
            _insert(hand, i, deck[i])
        mask = acts[_number(hand, binom)]
        if mask == FOLDS:
            counts[4, 0] += 1
            continue
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & LOW) * u64(49)
            j0 = (x >> B32) + u64(5)
            x = (x & LOW) * u64(48)
            j1 = (x >> B32) + u64(6)
            x = (x & LOW) * u64(47)
            j2 = (x >> B32) + u64(7)
            y = (word >> B32) * u64(46)
            j3 = (y >> B32) + u64(8)
            if (x & LOW) >= _REJECT_5 and (y & LOW) >= _REJECT_8:
                break
        deck[j0], deck[5] = deck[5], deck[j0]
        deck[j1], deck[6] = deck[6], deck[j1]
        deck[j2], deck[7] = deck[7], deck[j2]
        deck[j3], deck[8] = deck[8], deck[j3]
        m = _discard(hand, dead, mask, deck, 5)
        column, category = _second(hand, dead, m, deck[8], policy)
        counts[m, kinds + column] += 1
        if column != FOLDED:
            counts[m, category] += 1


@kernel
def play_seats(
    seed: Word,
    batch: Word,
    rounds: int,
    seats: int,
    policy: DrawPolicy,
    listed: Bytes,
    worth: Ints,
    counts: Ints,
    totals: Floats,
) -> None:
    """Deals rounds to a whole table; counts are those of `play`, once for every seat.

    Nine cards of the shuffled deck are set aside for every seat: its hand and all that it may draw.
    No unseen card is likelier than another, so the result is the same as if the dealer gave the
    next card. Second decisions come from `listed`, a table like `acts`, unless it is empty.
    `totals` sums the combined result of the seats of a round by `worth`, and its square.
    """
    state = start_state(seed, batch)
    deck = np.arange(54)
    hand, dead = np.empty(5, np.int64), np.empty(3, np.int64)
    limits = rejection_limits(54)
    acts, binom, kinds = policy.acts, policy.binom, policy.merits.size
    for _ in range(rounds):
        deal_top(deck, CARDS * seats, limits, state)
        table = 0
        for seat in range(seats):
            at = CARDS * seat
            for i in range(5):
                _insert(hand, i, deck[at + i])
            mask = acts[_number(hand, binom)]
            if mask == FOLDS:
                counts[4, 0] += 1
                table += worth[4, 0]
                continue
            m = _discard(hand, dead, mask, deck, at + 5)
            last = deck[at + 8]
            if listed.size:
                column, category = _by_list(hand, listed, last, policy)
            else:
                column, category = _second(hand, dead, m, last, policy)
            counts[m, kinds + column] += 1
            if column == FOLDED:
                table += worth[m, kinds]
            else:
                counts[m, category] += 1
                table += worth[m, category]
        totals[0] += float(table)
        totals[1] += float(table) * float(table)


@inline_kernel
def _insert(hand: Ints, cards: int, card: int) -> None:
    j = cards
    while j > 0 and hand[j - 1] > card:
        hand[j] = hand[j - 1]
        j -= 1
    hand[j] = card


@inline_kernel
def _discard(hand: Ints, dead: Ints, mask: int, deck: Ints, at: int) -> int:
    # Replaces the cards of the mask by the next cards of the deck; returns their number.
    m = 0
    rest = 0
    for i in range(5):
        if mask >> i & 1:
            dead[m] = hand[i]
            m += 1
        else:
            hand[rest] = hand[i]
            rest += 1
    for i in range(m):
        _insert(hand, rest + i, deck[at + i])
    return m


@inline_kernel
def _number(hand: Ints, binom: Ints) -> int:
    at = binom[hand[0], 1] + binom[hand[1], 2] + binom[hand[2], 3]
    number: int = at + binom[hand[3], 4] + binom[hand[4], 5]
    return number


@inline_kernel
def _second(hand: Ints, dead: Ints, m: int, drawn: int, policy: DrawPolicy) -> tuple[int, np.int64]:
    binom, cat4, sums4, merits = policy.binom, policy.cat4, policy.sums4, policy.merits
    # The second act for the hand, and its final category.
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
    if policy.fold * unseen > best:
        return FOLDED, category
    return column, category


@kernel
def _by_list(hand: Ints, listed: Bytes, drawn: int, policy: DrawPolicy) -> tuple[int, np.int64]:
    binom, cat4 = policy.binom, policy.cat4
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
