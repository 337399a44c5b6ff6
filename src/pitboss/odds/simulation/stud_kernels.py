"""Simulation kernels: rounds dealt by xoshiro256++, counted by decisions and kind of hand.

A lane is a stream of its own, seeded by (seed, lane) through a mixer, so what a lane counts does
not depend on who runs it or what runs beside it. Cards come two or three to a 32-bit draw by
repeated multiplication; a draw whose last remainder falls below 2^32 mod the product of the ranges
is thrown away, which makes every deal exactly equally likely.

The kernels count and know no money. Their twins are the exact counts of `kernels` and `joint`.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.compiler import kernel
from pitboss.odds.stud.six_cards import six_kind

u64: Any = numba.uint64

_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_B32 = np.uint64(32)
_ONE = np.uint64(1)
_REJECT_0 = np.uint64(2**32 % (52 * 51 * 50))
_REJECT_3 = np.uint64(2**32 % (49 * 48))
_REJECT_5 = np.uint64(2**32 % (47 * 46 * 45))
_REJECT_8 = np.uint64(2**32 % 44)


@kernel
def mix(z: Any) -> Any:
    """The finisher of splitmix64."""
    z = (z ^ (z >> u64(30))) * _MIX1
    z = (z ^ (z >> u64(27))) * _MIX2
    return z ^ (z >> u64(31))


@kernel
def lane_state(seed: Any, lane: Any) -> Any:
    """The four words a lane starts from."""
    at = mix(mix(u64(seed) + _GOLDEN) ^ (u64(lane) * _GOLDEN + _ONE))
    out = np.empty(4, np.uint64)
    for i in range(4):
        at += _GOLDEN
        out[i] = mix(at)
    return out


@kernel
def next_word(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """One step of xoshiro256++: the word, then the new state."""
    t = s0 + s3
    word = ((t << u64(23)) | (t >> u64(41))) + s0
    t = s1 << u64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << u64(45)) | (s3 >> u64(19))
    return word, s0, s1, s2, s3


@kernel
def play(
    seed: Any,
    lane: Any,
    rounds: int,
    step: Any,
    policy: Any,
    kinds: Any,
    last5: Any,
    three_from: int,
    six: int,
    counts: Any,
) -> None:
    """Deal rounds and count them by [path, two-, three-, five- and six-card kind].

    Tables are flat: `step` of [multiset, rank] from one card on, `policy` of [one suit?, multiset]
    and `kinds` of [flag, multiset] for 2, 3 and then 4 or 5 cards, `last5` [four ranks, rank] the
    kind of five mixed cards. The three-card hand begins at the card `three_from`, −1 for none; the
    box completes the first `six` cards, 0 for none.
    """
    state = lane_state(seed, lane)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    step1, step2, step3, step4 = step
    policy2, policy3, policy4 = policy
    kinds2, kinds3, kinds5 = kinds
    deck = np.arange(52).astype(np.uint8)
    _, n2, n3, n5, n6 = counts.shape
    out = counts.reshape(-1)
    for _ in range(rounds):
        while True:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            x = (word & _LOW) * u64(52)
            j0 = x >> _B32
            x = (x & _LOW) * u64(51)
            j1 = x >> _B32
            x = (x & _LOW) * u64(50)
            j2 = x >> _B32
            y = (word >> _B32) * u64(49)
            j3 = y >> _B32
            y = (y & _LOW) * u64(48)
            j4 = y >> _B32
            if (x & _LOW) >= _REJECT_0 and (y & _LOW) >= _REJECT_3:
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
        a2 = u64(policy2[m2 + u64(91) * u64(d1 == 0)])
        a3 = (u64(policy3[m3 + u64(455) * u64(d2 == 0)]) >> (a2 + a2)) & u64(3)
        prefix = a2 + u64(4) * a3
        a4 = (u64(policy4[m4 + u64(1820) * u64(d3 == 0)]) >> (prefix + prefix)) & u64(3)
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
                x = (word & _LOW) * u64(47)
                j0 = x >> _B32
                x = (x & _LOW) * u64(46)
                j1 = x >> _B32
                x = (x & _LOW) * u64(45)
                j2 = x >> _B32
                y = (word >> _B32) * u64(44)
                j3 = y >> _B32
                if (x & _LOW) >= _REJECT_5 and (y & _LOW) >= _REJECT_8:
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
