"""Deals rounds of a stud game and counts them by decisions and kind of hand.

The kernels know no money. Their twins are the exact counts of `stud.kernels` and
`stud.joint_kernels`.
"""

from typing import Any, NamedTuple

import numba
import numpy as np

from pitboss.odds.arrays import Floats, Integers, Ints, Word
from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.generator import (
    B32,
    LOW,
    deal_top,
    next_word,
    rejection_limits,
    start_state,
)
from pitboss.odds.stud.joint_kernels import six_kind

u64: Any = numba.uint64

_REJECT_0 = np.uint64(2**32 % (52 * 51 * 50))
_REJECT_3 = np.uint64(2**32 % (49 * 48))
_REJECT_5 = np.uint64(2**32 % (47 * 46 * 45))
_REJECT_8 = np.uint64(2**32 % 44)


class StudPolicy(NamedTuple):
    """A policy of a stud game on the whole deck. Its tables are flat."""

    shape: tuple[int, ...]  # of the counts: [path, two-, three-, five-, six-card kind]
    step: tuple[Integers, ...]  # [multiset, rank] → multiset, from one card on
    policy: tuple[Integers, ...]  # [flag, multiset] → acts, two bits for each earlier course
    kinds: tuple[Integers, ...]  # [flag, multiset] → kind of 2, 3 and 5 cards
    last: Integers  # [four ranks, rank] → kind of five cards of mixed suits
    three: int  # the card with which the three-card hand begins, −1 for none
    six: int  # the number of first cards that the Six Card box completes, 0 for none
    own: tuple[bool, ...]  # which of the five known cards are the seat's


@kernel
def play(seed: Word, batch: Word, rounds: int, policy: StudPolicy, counts: Ints) -> None:
    """Deals rounds and counts them by [path, two-, three-, five- and six-card kind]."""
    state = start_state(seed, batch)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    step1, step2, step3, step4 = policy.step
    policy2, policy3, policy4 = policy.policy
    kinds2, kinds3, kinds5 = policy.kinds
    last5, three_from, six = policy.last, policy.three, policy.six
    deck = np.arange(52).astype(np.uint8)
    _, n2, n3, n5, n6 = counts.shape
    out = counts.reshape(-1)
    for _ in range(rounds):
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & LOW) * u64(52)
            j0 = x >> B32
            x = (x & LOW) * u64(51)
            j1 = x >> B32
            x = (x & LOW) * u64(50)
            j2 = x >> B32
            y = (word >> B32) * u64(49)
            j3 = y >> B32
            y = (y & LOW) * u64(48)
            j4 = y >> B32
            if (x & LOW) >= _REJECT_0 and (y & LOW) >= _REJECT_3:
                break
        c0, deck[j0], deck[0] = deck[j0], deck[0], deck[j0]
        j1 += u64(1)
        c1, deck[j1], deck[1] = deck[j1], deck[1], deck[j1]
        j2 += u64(2)
        c2, deck[j2], deck[2] = deck[j2], deck[2], deck[j2]
        j3 += u64(3)
        c3, deck[j3], deck[3] = deck[j3], deck[3], deck[j3]
        j4 += u64(4)
        c4, deck[j4], deck[4] = deck[j4], deck[4], deck[j4]
        r2, r3, r4 = u64(c2 >> 2), u64(c3 >> 2), u64(c4 >> 2)
        d1 = (c0 ^ c1) & 3
        d2 = d1 | ((c0 ^ c2) & 3)
        d3 = d2 | ((c0 ^ c3) & 3)
        suit = u64(c0 & 3) + u64(1)
        m2 = u64(step1[u64(c0 >> 2) * u64(13) + u64(c1 >> 2)])
        m3 = u64(step2[m2 * u64(13) + r2])
        m4 = u64(step3[m3 * u64(13) + r3])
        a2 = u64(policy2[m2 + u64(91) * (suit * u64(d1 == 0))])
        a3 = (u64(policy3[m3 + u64(455) * (suit * u64(d2 == 0))]) >> (a2 + a2)) & u64(3)
        prefix = a2 + u64(4) * a3
        a4 = (u64(policy4[m4 + u64(1820) * (suit * u64(d3 == 0))]) >> (prefix + prefix)) & u64(3)
        k5 = u64(last5[m4 * u64(13) + r4])
        if (d3 | ((c0 ^ c4) & 3)) == 0:
            k5 = u64(kinds5[suit * u64(6188) + u64(step4[m4 * u64(13) + r4])])
        cell = (prefix + u64(16) * a4) * u64(n2)
        if n2 > 1:
            cell += u64(kinds2[m2 + u64(91) * (suit * u64(d1 == 0))])
        cell *= u64(n3)
        if three_from == 0:
            cell += u64(kinds3[m3 + u64(455) * (suit * u64(d2 == 0))])
        elif three_from > 0:
            alike = u64((((c2 ^ c3) | (c2 ^ c4)) & 3) == 0)
            m = u64(step2[u64(step1[r2 * u64(13) + r3]) * u64(13) + r4])
            cell += u64(kinds3[m + u64(455) * (alike * (u64(c2 & 3) + u64(1)))])
        cell = (cell * u64(n5) + k5) * u64(n6)
        if six:
            while True:
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                x = (word & LOW) * u64(47)
                j0 = x >> B32
                x = (x & LOW) * u64(46)
                j1 = x >> B32
                x = (x & LOW) * u64(45)
                j2 = x >> B32
                y = (word >> B32) * u64(44)
                j3 = y >> B32
                if (x & LOW) >= _REJECT_5 and (y & LOW) >= _REJECT_8:
                    break
            j0 += u64(5)
            b0, deck[j0], deck[5] = deck[j0], deck[5], deck[j0]
            j1 += u64(6)
            b1, deck[j1], deck[6] = deck[j1], deck[6], deck[j1]
            j2 += u64(7)
            b2, deck[j2], deck[7] = deck[j2], deck[7], deck[j2]
            j3 += u64(8)
            b3, deck[j3], deck[8] = deck[j3], deck[8], deck[j3]
            last = c2 if six == 3 else b3
            cell += u64(six_kind(u64(c0), u64(c1), u64(last), u64(b0), u64(b1), u64(b2)))
        out[cell] += 1


@kernel
def play_seats(
    seed: Word,
    batch: Word,
    rounds: int,
    seats: int,
    policy: StudPolicy,
    worth: Ints,
    counts: Ints,
    totals: Floats,
) -> None:
    """Deals rounds to a whole table: every seat its own cards, one community and one box for all.

    The counts are those of `play`, once for every seat. Seats share cards, so their results are
    correlated: `totals` sums the combined result of a round's seats by `worth`, and its square.
    """
    state = start_state(seed, batch)
    step1, step2, step3, step4 = policy.step
    policy2, policy3, policy4 = policy.policy
    kinds2, kinds3, kinds5 = policy.kinds
    last5, three_from, six, is_own = policy.last, policy.three, policy.six, policy.own
    own = 0
    for mine in is_own:
        own += mine
    deck = np.arange(52)
    limits = rejection_limits(52)
    community = 5 - own
    first = community + (6 - six if six else 0)
    cards = first + seats * own
    _, n2, n3, n5, n6 = counts.shape
    out, value = counts.reshape(-1), worth.reshape(-1)
    card = np.empty(5, np.int64)
    for _ in range(rounds):
        deal_top(deck, cards, limits, state)
        table = 0
        for seat in range(seats):
            at, up = first + seat * own, 0
            for i in range(5):
                if is_own[i]:
                    card[i] = deck[at]
                    at += 1
                else:
                    card[i] = deck[up]
                    up += 1
            c0, c1, c2, c3, c4 = card[0], card[1], card[2], card[3], card[4]
            suit = (c0 & 3) + 1
            f2 = suit if (c1 ^ c0) & 3 == 0 else 0
            f3 = f2 if (c2 ^ c0) & 3 == 0 else 0
            f4 = f3 if (c3 ^ c0) & 3 == 0 else 0
            m2 = np.int64(step1[(c0 >> 2) * 13 + (c1 >> 2)])
            m3 = np.int64(step2[m2 * 13 + (c2 >> 2)])
            m4 = np.int64(step3[m3 * 13 + (c3 >> 2)])
            a2 = np.int64(policy2[m2 + 91 * f2])
            a3 = np.int64(policy3[m3 + 455 * f3]) >> (2 * a2) & 3
            prefix = a2 + 4 * a3
            a4 = np.int64(policy4[m4 + 1820 * f4]) >> (2 * prefix) & 3
            k5 = np.int64(last5[m4 * 13 + (c4 >> 2)])
            if f4 and (c4 ^ c0) & 3 == 0:
                k5 = np.int64(kinds5[f4 * 6188 + step4[m4 * 13 + (c4 >> 2)]])
            cell = (prefix + 16 * a4) * n2 + np.int64(kinds2[m2 + 91 * f2])
            cell *= n3
            if three_from == 0:
                cell += np.int64(kinds3[m3 + 455 * f3])
            elif three_from > 0:
                f = (c2 & 3) + 1 if ((c2 ^ c3) | (c2 ^ c4)) & 3 == 0 else 0
                m = np.int64(step1[(c2 >> 2) * 13 + (c3 >> 2)])
                cell += np.int64(kinds3[step2[m * 13 + (c4 >> 2)] + 455 * f])
            cell = (cell * n5 + k5) * n6
            if six:
                # The box lies after the community: three cards, and a fourth if a seat adds two.
                b0, b1, b2 = deck[community], deck[community + 1], deck[community + 2]
                last = c2 if six == 3 else deck[community + 3]
                cell += six_kind(u64(c0), u64(c1), u64(last), u64(b0), u64(b1), u64(b2))
            out[cell] += 1
            table += value[cell]
        totals[0] += float(table)
        totals[1] += float(table) * float(table)
