"""The kind of a six-card hand, from the cards themselves.

Cards are words: a card shifts one bit to its rank's place, four bits a rank.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.arrays import Word
from pitboss.odds.compiler import kernel

u64: Any = numba.uint64

_ONE = np.uint64(1)
_ONES = np.uint64(0x1111111111111)
_FOURS = np.uint64(0x4444444444444)
_WHEEL = np.uint64(0x1000000001111)
_ROYAL = np.uint64(0x1111100000000)
_SUPER = np.uint64(0x1111110000000)


@kernel
def _straight(ranks: Word) -> Any:
    # One bit in every fourth place for each rank held.
    run = ranks & (ranks >> u64(4)) & (ranks >> u64(8)) & (ranks >> u64(12)) & (ranks >> u64(16))
    return run != 0 or (ranks & _WHEEL) == _WHEEL


@kernel
def _rank_if(card: Word, suit: Word) -> Any:
    return u64((card & u64(3)) == suit) << (card & u64(60))


@kernel
def six_kind(c0: Word, c1: Word, c2: Word, c3: Word, c4: Word, c5: Word) -> int:
    """The kind, as in `shape.SIX_KINDS`, of the best five of six cards, or of all six."""
    n = (_ONE << (c0 & u64(60))) + (_ONE << (c1 & u64(60))) + (_ONE << (c2 & u64(60)))
    n += (_ONE << (c3 & u64(60))) + (_ONE << (c4 & u64(60))) + (_ONE << (c5 & u64(60)))
    eight = u64(8)
    three = u64(3)
    suits = (_ONE << (eight * (c0 & three))) + (_ONE << (eight * (c1 & three)))
    suits += (_ONE << (eight * (c2 & three))) + (_ONE << (eight * (c3 & three)))
    suits += (_ONE << (eight * (c4 & three))) + (_ONE << (eight * (c5 & three)))
    flush = (suits + u64(0x03030303)) & u64(0x08080808)
    if flush:
        suit = u64(0)
        while (flush >> (eight * suit)) & u64(0xFF) == 0:
            suit += _ONE
        ranks = _rank_if(c0, suit) | _rank_if(c1, suit) | _rank_if(c2, suit)
        ranks |= _rank_if(c3, suit) | _rank_if(c4, suit) | _rank_if(c5, suit)
        if ranks & _SUPER == _SUPER:
            return 9 if suit == 1 else 8
        if ranks & _ROYAL == _ROYAL:
            return 7
        if _straight(ranks):
            return 6
    if n & _FOURS:
        return 5
    trips = n & (n >> _ONE) & _ONES
    if trips and (trips & (trips - _ONE) or (n >> _ONE) & ~n & _ONES):
        return 4
    if flush:
        return 3
    if _straight((n | (n >> _ONE)) & _ONES):
        return 2
    return 1 if trips else 0
