"""The best option before the second draw, in both conventions for ties, as dead cards change it.

A merit is a pay with a tie-break in its low bits (`counting.second_merits`). The tie-break of the
second convention is that of the first with the opposite sign, so one merit serves both. The slow
twin is tests/twins/draw.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.draw.options import STAND, Scratch

#: The number of both conventions for ties, which are 0 ("play") and 1 ("fold").
BOTH = 2
#: Pays are shifted so far up that tie weights of a whole deck fit below them.
SHIFT = 43


class Space(NamedTuple):
    start: Ints  # [convention, option], as `Scratch.start`
    loss: Ints  # [convention, option, kind of card]
    best1: Ints  # [convention, kind of card]: the best option when such a card is dead
    best2: Ints  # [convention, pair of kinds], a <= b at b (b + 1) / 2 + a
    left: Ints  # [convention, option, pair of kinds]: value when both are dead
    two: Ints  # the pairs that matter
    three: Bytes  # the triples that matter, and the best option of each by convention
    weight1: Ints  # [convention, or BOTH, kind of card]
    weight2: Ints
    weight3: Ints
    moved: Ints
    chosen: Ints  # [option]: weight of the dead cards for which it is best
    dead: Ints  # [option, kind of card]: the part of that weight with such a card dead


@kernel
def choice_space(cards: int) -> Space:
    pairs = cards * (cards + 1) // 2
    triples = pairs * (cards + 2) // 3
    return Space(
        np.empty((2, 6), np.int64),
        np.empty((2, 6, cards), np.int64),
        np.empty((2, cards), np.int64),
        np.empty((2, pairs), np.int64),
        np.empty((2, 6, pairs), np.int64),
        np.empty((pairs, 2), np.int64),
        np.empty((triples, 5), np.uint8),
        np.empty((3, cards), np.int64),
        np.empty((3, pairs), np.int64),
        np.empty((3, triples), np.int64),
        np.empty(cards, np.int64),
        np.empty(6, np.int64),
        np.empty((6, cards), np.int64),
    )


@inline_kernel
def other_side(merit: Int) -> Any:
    """The same pay with the opposite tie-break."""
    return ((merit + (1 << SHIFT - 1)) >> SHIFT << SHIFT + 1) - merit


@inline_kernel
def value_both_sides(live: int, kinds: int, sure: Int, s: Scratch, z: Space) -> None:
    """Values the options in both conventions; `sure` is the sure option's value in the second."""
    for o in range(live):
        z.start[0, o] = s.start[o]
        z.start[1, o] = sure if s.kinds[o] >= STAND else other_side(s.start[o])
        for a in range(kinds):
            z.loss[0, o, a] = s.loss[o, a]
            z.loss[1, o, a] = other_side(s.loss[o, a])


@inline_kernel
def best_option(v: int, live: int, a: int, b: int, z: Space) -> int:
    """The best option with a card of kind a dead and one of kind b, where they are not negative."""
    best, top = 0, z.start[v, 0]
    for o in range(live):
        value = z.start[v, o]
        if a >= 0:
            value -= z.loss[v, o, a]
        if b >= 0:
            value -= z.loss[v, o, b]
            z.left[v, o, b * (b + 1) // 2 + a] = value
        if o == 0 or value > top:
            best, top = o, value
    return best


@inline_kernel
def choose(m: int, live: int, kinds: int, z: Space) -> tuple[int, int, bool]:
    """Finds the best options with up to three relevant cards dead, and the pairs and triples of
    kinds whose subsets have different ones; returns how many pairs and triples, and whether the
    conventions ever differ.
    """
    none, other = best_option(0, live, -1, -1, z), best_option(1, live, -1, -1, z)
    differ = none != other
    for a in range(kinds if m > 0 else 0):
        for v in range(2):
            z.best1[v, a] = best_option(v, live, a, -1, z)
        differ = differ or z.best1[0, a] != z.best1[1, a]
    if m < 2 or live == 1:
        return 0, 0, differ
    p = 0
    pairs = 0
    for b in range(kinds):
        for a in range(b + 1):
            matters = False
            for v in range(2):
                best, least = best_option(v, live, a, b, z), none if v == 0 else other
                z.best2[v, p] = best
                matters = matters or best != least
                matters = matters or z.best1[v, a] != least or z.best1[v, b] != least
            differ = differ or z.best2[0, p] != z.best2[1, p]
            if matters:
                z.two[pairs, 0] = a
                z.two[pairs, 1] = b
                pairs += 1
            p += 1
    if m < 3:
        return pairs, 0, differ
    triples, three_differ = _choose_three(live, kinds, none, other, z)
    return pairs, triples, differ or three_differ


@inline_kernel
def _choose_three(live: int, kinds: int, none: int, other: int, z: Space) -> tuple[int, bool]:
    triples = 0
    differ = False
    for c in range(kinds):
        p = 0
        before = c * (c + 1) // 2
        for b in range(c + 1):
            for a in range(b + 1):
                matters = False
                for v in range(2):
                    best = 0
                    top = z.left[v, 0, p] - z.loss[v, 0, c]
                    for o in range(1, live):
                        value = z.left[v, o, p] - z.loss[v, o, c]
                        if value > top:
                            best, top = o, value
                    least = none if v == 0 else other
                    ab, ac, bc = z.best2[v, p], z.best2[v, before + a], z.best2[v, before + b]
                    one, two, three = z.best1[v, a], z.best1[v, b], z.best1[v, c]
                    # A triple matters only if the best option depends on two or more of its cards.
                    on_a = best != bc or ab != two or ac != three or one != least
                    on_b = best != ac or ab != one or bc != three or two != least
                    on_c = best != ab or ac != one or bc != two or three != least
                    matters = matters or on_a + on_b + on_c >= 2
                    z.three[triples, 3 + v] = best
                p += 1
                differ = differ or z.three[triples, 3] != z.three[triples, 4]
                if matters:
                    z.three[triples, 0] = a
                    z.three[triples, 1] = b
                    z.three[triples, 2] = c
                    triples += 1
    return triples, differ
