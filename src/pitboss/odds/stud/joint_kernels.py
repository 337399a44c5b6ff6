"""Exact counts of a stud game with its three-card hands and Six Card boxes.

The classes of `kernels` cannot represent the three community cards or the box, so these kernels
enumerate cards: the player's own up to permutations of suits that no table distinguishes, the
others all. The box comes from the cards that are left, so for each community it is counted by
inclusion and exclusion over the boxes that hold its cards. The slow twin is tests/twins/stud.py.
"""

from math import comb
from typing import Any

import numba
import numpy as np

from pitboss.odds.arrays import Bytes, Integers, Ints, Word
from pitboss.odds.compiler import kernel

u64: Any = numba.uint64

SIX = 10  # kinds of six cards


# ── the kind of six cards ─────────────────────────────────────────────────────────────────────────

# A card is a word here, 4 × rank + suit; its high bits shift a 1 to the four bits of its rank.
_ONE = np.uint64(1)
_ONES = np.uint64(0x1111111111111)
_FOURS = np.uint64(0x4444444444444)
_WHEEL = np.uint64(0x1000000001111)
_ROYAL = np.uint64(0x1111100000000)
_SUPER = np.uint64(0x1111110000000)


@kernel
def _straight(ranks: Word) -> Any:
    # `ranks` has one bit in every fourth place for each rank in the hand.
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


# ── the box and the community ─────────────────────────────────────────────────────────────────────


@kernel
def count_boxes(hand: Ints, rest: Ints, two: Ints, three: Ints, holding: Ints) -> None:
    """Counts the boxes by the kind that they complete the hand to (except 0) and by their cards.

    `holding` is indexed by the number of a set of at most three places in `rest`, see `places`,
    then by kind.
    """
    n = rest.size
    holding[:] = 0
    c0, c1 = u64(hand[0]), u64(hand[1])
    pair = hand.size == 2
    for x in range(n):
        for y in range(x):
            yx = two[x] + y
            for z in range(y):
                zx, zy, zyx = two[x] + z, two[y] + z, three[x] + two[y] + z
                wx, wy, wz = two[x], two[y], two[z]
                wyx, wzx, wzy = three[x] + wy, three[x] + wz, three[y] + wz
                for w in range(z if pair else 1):
                    last = rest[w] if pair else hand[2]
                    kind = six_kind(c0, c1, u64(last), u64(rest[x]), u64(rest[y]), u64(rest[z]))
                    if kind == 0:
                        continue
                    holding[0, kind] += 1
                    holding[1 + z, kind] += 1
                    holding[1 + y, kind] += 1
                    holding[1 + x, kind] += 1
                    holding[zy, kind] += 1
                    holding[zx, kind] += 1
                    holding[yx, kind] += 1
                    if pair:
                        holding[1 + w, kind] += 1
                        holding[wz + w, kind] += 1
                        holding[wy + w, kind] += 1
                        holding[wx + w, kind] += 1
                        holding[zyx, kind] += 1
                        holding[wyx + w, kind] += 1
                        holding[wzx + w, kind] += 1
                        holding[wzy + w, kind] += 1


def places(n: int, size: int) -> tuple[Ints, Ints, int]:
    """How sets of up to `size` places below n are numbered: {a} is 1 + a, {a < b} is two[b] + a,
    {a < b < c} is three[c] + two[b] + a. Also their number.
    """
    two = np.array([1 + n + comb(b, 2) for b in range(n)], np.int64)
    three = np.array([comb(n, 2) + comb(c, 3) for c in range(n)], np.int64)
    return two, three, 1 + sum(comb(n, k) for k in range(1, size + 1))


@kernel
def boxes_without(
    holding: Ints, x: int, y: int, z: int, two: Ints, three: Ints, boxes: int, out: Ints
) -> None:
    """Counts the boxes without the places x < y < z by kind; z is −1 for none."""
    rest = boxes
    xy, xz, yz, xyz = two[y] + x, two[z] + x, two[z] + y, three[z] + two[y] + x
    for kind in range(1, SIX):
        ways = holding[0, kind]
        ways -= holding[1 + x, kind] + holding[1 + y, kind]
        ways += holding[xy, kind]
        if z >= 0:
            ways -= holding[1 + z, kind]
            ways += holding[xz, kind] + holding[yz, kind]
            ways -= holding[xyz, kind]
        out[kind] = ways
        rest -= ways
    out[0] = rest


@kernel
def joint(
    deck: Ints,
    hands: Ints,
    weights: Ints,
    boxed: int,
    step: tuple[Integers, ...],
    policy: tuple[Integers, ...],
    kinds: tuple[Bytes, ...],
    three_from: int,
    sets: tuple[Ints, Ints],
    work: tuple[Ints, Ints, Ints, Ints],
    counts: Ints,
) -> None:
    """Adds every deal of these hands to [path, two-, three-, five-, six-card kind].

    Each of `hands`, of two or three cards, represents `weights` sets; `boxed` is the number of
    boxes that five cards leave, 0 if there is no box. The three-card hand is the first or the last
    three cards. `step` begins at one card; `policy` and `kinds` are [flag, multiset] for all suits.
    `sets` and `work` are those of `work_space`.
    """
    size = hands.shape[1]
    rest, ways, holding, paths = work
    two_of, three_of = sets
    n = rest.size
    six = SIX if boxed else 1
    step1, step2, step3, step4 = step
    for h in range(hands.shape[0]):
        hand = hands[h]
        i = 0
        for card in deck:
            if card != hand[0] and card != hand[1] and card != hand[size - 1]:
                rest[i] = card
                i += 1
        if boxed:
            count_boxes(hand, rest, two_of, three_of, holding)
        suit = hand[0] & 3
        m2 = step1[hand[0] >> 2, hand[1] >> 2]
        two = suit + 1 if (hand[1] & 3) == suit else 0
        mine = two if (hand[size - 1] & 3) == suit else 0
        a2 = np.int64(policy[0][two, m2])
        k2 = np.int64(kinds[0][two, m2])
        for i in range(n if size == 2 else 1):
            card3 = rest[i] if size == 2 else hand[2]
            f3 = mine if (card3 & 3) == suit else 0
            m3 = step2[m2, card3 >> 2]
            prefix = a2 + 4 * ((np.int64(policy[1][f3, m3]) >> (2 * a2)) & 3)
            for j in range(n):
                f4 = f3 if (rest[j] & 3) == suit else 0
                m4 = step3[m3, rest[j] >> 2]
                a4 = (np.int64(policy[2][f4, m4]) >> (2 * prefix)) & 3
                paths[i, j] = prefix + 16 * a4
        for z in range(n):
            for y in range(z):
                # With three cards in hand there is no third place, so the loop runs once.
                for x in range(y if size == 2 else 1):
                    third = rest[x] if size == 2 else hand[2]
                    fourth, fifth = rest[y], rest[z]
                    m3 = step2[m2, third >> 2]
                    m5 = step4[step3[m3, fourth >> 2], fifth >> 2]
                    alike = (third & 3) == suit and (fourth & 3) == suit and (fifth & 3) == suit
                    k5 = kinds[2][two if alike else 0, m5]
                    t0, t1, t2 = third, fourth, fifth
                    if three_from == 0:
                        t0, t1, t2 = hand[0], hand[1], third
                    flag = (t0 & 3) + 1 if (t0 & 3) == (t1 & 3) == (t2 & 3) else 0
                    k3 = kinds[1][flag, step2[step1[t0 >> 2, t1 >> 2], t2 >> 2]]
                    if boxed:
                        low, mid, high = (x, y, z) if size == 2 else (y, z, -1)
                        boxes_without(holding, low, mid, high, two_of, three_of, boxed, ways)
                    for k6 in range(six):
                        here = weights[h] * ways[k6]
                        if here == 0:
                            continue
                        if size == 2:
                            counts[paths[x, y], k2, k3, k5, k6] += here
                            counts[paths[y, x], k2, k3, k5, k6] += here
                            counts[paths[x, z], k2, k3, k5, k6] += here
                            counts[paths[z, x], k2, k3, k5, k6] += here
                            counts[paths[y, z], k2, k3, k5, k6] += here
                            counts[paths[z, y], k2, k3, k5, k6] += here
                        else:
                            counts[paths[0, y], k2, k3, k5, k6] += here
                            counts[paths[0, z], k2, k3, k5, k6] += here


def work_space(cards: int, size: int) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints, Ints, Ints]]:
    """The numbers of sets of places, and work arrays for `joint`: for a deck of `cards` cards and
    hands of `size`. Sets of places go up to the cards of the community: pairs, or triples.
    """
    n = cards - size
    two, three, numbers = places(n, 5 - size)
    holding = np.zeros((numbers, SIX), np.int64)
    ways, rest = np.ones(SIX, np.int64), np.zeros(n, np.int64)
    return (two, three), (rest, ways, holding, np.zeros((n, n), np.int64))
