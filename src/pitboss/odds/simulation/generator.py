"""The random numbers of a simulation: xoshiro256++, and cards drawn with it.

A batch has a stream of its own, seeded by (seed, batch) through a mixer, so its counts do not
depend on the worker that deals it. Cards come two or three to a 32-bit draw by repeated
multiplication; a draw whose last remainder is below 2^32 mod the product of the ranges is rejected,
which makes every deal exactly equally likely.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.arrays import Ints, Word, Words
from pitboss.odds.compiler import kernel

u64: Any = numba.uint64

LOW = np.uint64(0xFFFFFFFF)
B32 = np.uint64(32)
_ONE = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)


@kernel
def mix(z: Word) -> Word:
    """The finisher of splitmix64."""
    z = (z ^ (z >> u64(30))) * _MIX1
    z = (z ^ (z >> u64(27))) * _MIX2
    word: Word = z ^ (z >> u64(31))
    return word


@kernel
def start_state(seed: Word, batch: Word) -> Words:
    """The four words that a batch starts from."""
    at = mix(mix(u64(seed) + _GOLDEN) ^ (u64(batch) * _GOLDEN + _ONE))
    out = np.empty(4, np.uint64)
    for i in range(4):
        at += _GOLDEN
        out[i] = mix(at)
    return out


@kernel
def next_word(s0: Word, s1: Word, s2: Word, s3: Word) -> tuple[Word, Word, Word, Word, Word]:
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
def rejection_limits(cards: int) -> Words:
    """[cards already dealt] → remainders below this are rejected when three more are drawn."""
    out = np.zeros(cards, np.uint64)
    for i in range(0, cards - 2, 3):
        product = (cards - i) * (cards - 1 - i) * (cards - 2 - i)
        out[i] = u64((1 << 32) % product)
    return out


@kernel
def deal_top(deck: Ints, cards: int, limits: Words, state: Words) -> None:
    """Shuffles at least `cards` cards to the top of the deck, three at a time."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    size = len(deck)
    i = 0
    spare = False
    word = u64(0)
    while i < cards:
        if spare:
            bits = word >> B32
        else:
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            bits = word & LOW
        spare = not spare
        x = bits * u64(size - i)
        j0 = i + np.int64(x >> B32)
        x = (x & LOW) * u64(size - 1 - i)
        j1 = i + 1 + np.int64(x >> B32)
        x = (x & LOW) * u64(size - 2 - i)
        j2 = i + 2 + np.int64(x >> B32)
        if (x & LOW) < limits[i]:
            continue
        deck[j0], deck[i] = deck[i], deck[j0]
        deck[j1], deck[i + 1] = deck[i + 1], deck[j1]
        deck[j2], deck[i + 2] = deck[i + 2], deck[j2]
        i += 3
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
