"""Simulation kernels: rounds dealt by xoshiro256++ and counted by course of decisions and kind of hand.

A lane is a stream of its own, seeded by (seed, lane) through a mixer, so what a lane counts does not
depend on who runs it or what runs beside it. Cards come three to a 32-bit draw by repeated
multiplication; a draw whose last remainder falls below 2^32 mod the product of the ranges is thrown
away, which makes every deal exactly equally likely.

The kernels count; they know no money. Their twins are the exact counts of `kernels.spread`.
"""

from typing import Any

import numpy as np
from numba import njit, uint64

kernel: Any = njit(cache=True, nogil=True)
u64: Any = uint64

_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_B32 = np.uint64(32)
_ONE = np.uint64(1)
_REJECT3 = np.uint64(2**32 % (52 * 51 * 50))
_REJECT2 = np.uint64(2**32 % (49 * 48))


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
    step1: Any,
    step2: Any,
    step3: Any,
    step4: Any,
    policy2: Any,
    policy3: Any,
    policy4: Any,
    kinds2: Any,
    kinds3: Any,
    kinds5: Any,
    last5: Any,
    three_from: int,
    counts: Any,
) -> None:
    """Deal rounds of five cards and count them by [path, two-card, three-card, five-card kind].

    Tables are flat: `step` [multiset, rank], `policy` [one suit?, multiset], `kinds` [flag, multiset],
    `last5` [four ranks, rank] the kind of five mixed cards. `three_from` tells where the three-card
    hand begins, −1 for none.
    """
    state = lane_state(seed, lane)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.arange(52).astype(np.uint8)
    n2, n3, n5 = u64(counts.shape[1]), u64(counts.shape[2]), u64(counts.shape[3])
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
            if (x & _LOW) >= _REJECT3 and (y & _LOW) >= _REJECT2:
                break
        c0 = deck[j0]
        deck[j0] = deck[0]
        deck[0] = c0
        c1 = deck[j1 + u64(1)]
        deck[j1 + u64(1)] = deck[1]
        deck[1] = c1
        c2 = deck[j2 + u64(2)]
        deck[j2 + u64(2)] = deck[2]
        deck[2] = c2
        c3 = deck[j3 + u64(3)]
        deck[j3 + u64(3)] = deck[3]
        deck[3] = c3
        c4 = deck[j4 + u64(4)]
        deck[j4 + u64(4)] = deck[4]
        deck[4] = c4
        r0, r1, r2, r3, r4 = u64(c0 >> 2), u64(c1 >> 2), u64(c2 >> 2), u64(c3 >> 2), u64(c4 >> 2)
        d1 = (c0 ^ c1) & 3
        d2 = d1 | ((c0 ^ c2) & 3)
        d3 = d2 | ((c0 ^ c3) & 3)
        suit = u64(c0 & 3) + u64(1)
        m2 = u64(step1[r0 * u64(13) + r1])
        m3 = u64(step2[m2 * u64(13) + r2])
        m4 = u64(step3[m3 * u64(13) + r3])
        a2 = u64(policy2[m2 + u64(91) * u64(d1 == 0)])
        a3 = (u64(policy3[m3 + u64(455) * u64(d2 == 0)]) >> (a2 + a2)) & u64(3)
        prefix = a2 + u64(4) * a3
        a4 = (u64(policy4[m4 + u64(1820) * u64(d3 == 0)]) >> (prefix + prefix)) & u64(3)
        k5 = u64(last5[m4 * u64(13) + r4])
        if (d3 | ((c0 ^ c4) & 3)) == 0:
            k5 = u64(kinds5[suit * u64(6188) + u64(step4[m4 * u64(13) + r4])])
        cell = (prefix + u64(16) * a4) * n2 + u64(kinds2[m2 + u64(91) * (suit * u64(d1 == 0))])
        cell *= n3
        if three_from == 0:
            cell += u64(kinds3[m3 + u64(455) * (suit * u64(d2 == 0))])
        elif three_from > 0:
            alike = u64((((c2 ^ c3) | (c2 ^ c4)) & 3) == 0)
            m = u64(step2[u64(step1[r2 * u64(13) + r3]) * u64(13) + r4])
            cell += u64(kinds3[m + u64(455) * (alike * (u64(c2 & 3) + u64(1)))])
        out[cell * n5 + k5] += 1
