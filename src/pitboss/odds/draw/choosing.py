"""The best option before the second draw for each set of dead cards, under both tie conventions.

A merit is a pay with a tie-break in its low bits (`counting.second_merits`). The tie-break of the
second convention is that of the first with the opposite sign, so one merit serves both. A version
is a paytable in a convention: 2 * table + convention. The slow twin is tests/twins/draw.py.
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
    start: Ints  # [version, option], as `Scratch.start`
    loss: Ints  # [version, option, kind of card]
    none: Ints  # [version]: the best option when no card is dead
    best1: Ints  # [version, kind of card]: the best option when such a card is dead
    best2: Ints  # [version, pair of kinds], a <= b at b (b + 1) / 2 + a
    left: Ints  # [version, option, pair of kinds]: value when both are dead
    differ: Ints  # [table]: whether its conventions ever differ
    two: Ints  # the pairs that matter
    three: Bytes  # the triples that matter, and the best option of each by version
    weight1: Ints  # [convention, or BOTH, kind of card], packed by `counts`
    weight2: Ints
    weight3: Ints
    moved: Ints
    chosen: Ints  # [option]: weight of the dead cards for which it is best
    dead: Ints  # [option, kind of card]: the part of that weight with such a card dead


@kernel
def choice_space(cards: int, tables: int) -> Space:
    versions = 2 * tables
    pairs = cards * (cards + 1) // 2
    triples = pairs * (cards + 2) // 3
    return Space(
        np.empty((versions, 6), np.int64),
        np.empty((versions, 6, cards), np.int64),
        np.empty(versions, np.int64),
        np.empty((versions, cards), np.int64),
        np.empty((versions, pairs), np.int64),
        np.empty((versions, 6, pairs), np.int64),
        np.empty(tables, np.int64),
        np.empty((pairs, 2), np.int64),
        np.empty((triples, 3 + versions), np.uint8),
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
def value_both_sides(pt: int, live: int, kinds: int, sure: Int, s: Scratch, z: Space) -> None:
    """Values the options in both conventions; `sure` is the sure option's value in the second."""
    play, fold = 2 * pt, 2 * pt + 1
    for o in range(live):
        z.start[play, o] = s.start[pt, o]
        z.start[fold, o] = sure if s.kinds[o] >= STAND else other_side(s.start[pt, o])
        for a in range(kinds):
            z.loss[play, o, a] = s.loss[pt, o, a]
            z.loss[fold, o, a] = other_side(s.loss[pt, o, a])


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
def choose(m: int, live: int, kinds: int, z: Space) -> tuple[int, int]:
    """Finds the best options with up to three relevant cards dead, and the pairs and triples of
    kinds whose subsets have different ones under some version; returns how many pairs and triples.
    """
    versions = len(z.start)
    z.differ[:] = 0
    for v in range(versions):
        z.none[v] = best_option(v, live, -1, -1, z)
        z.differ[v >> 1] |= z.none[v] != z.none[v & -2]
    for a in range(kinds if m > 0 else 0):
        for v in range(versions):
            z.best1[v, a] = best_option(v, live, a, -1, z)
            z.differ[v >> 1] |= z.best1[v, a] != z.best1[v & -2, a]
    if m < 2 or live == 1:
        return 0, 0
    p = 0
    pairs = 0
    for b in range(kinds):
        for a in range(b + 1):
            matters = False
            for v in range(versions):
                best, least = best_option(v, live, a, b, z), z.none[v]
                z.best2[v, p] = best
                matters = matters or best != least
                matters = matters or z.best1[v, a] != least or z.best1[v, b] != least
                z.differ[v >> 1] |= best != z.best2[v & -2, p]
            if matters:
                z.two[pairs, 0] = a
                z.two[pairs, 1] = b
                pairs += 1
            p += 1
    if m < 3:
        return pairs, 0
    return pairs, _choose_three(live, kinds, z)


@inline_kernel
def _choose_three(live: int, kinds: int, z: Space) -> int:
    triples = 0
    for c in range(kinds):
        p = 0
        before = c * (c + 1) // 2
        for b in range(c + 1):
            for a in range(b + 1):
                matters = False
                for v in range(len(z.start)):
                    best = 0
                    top = z.left[v, 0, p] - z.loss[v, 0, c]
                    for o in range(1, live):
                        value = z.left[v, o, p] - z.loss[v, o, c]
                        if value > top:
                            best, top = o, value
                    least = z.none[v]
                    ab, ac, bc = z.best2[v, p], z.best2[v, before + a], z.best2[v, before + b]
                    one, two, three = z.best1[v, a], z.best1[v, b], z.best1[v, c]
                    # A triple matters only if the best option depends on two or more of its cards.
                    on_a = best != bc or ab != two or ac != three or one != least
                    on_b = best != ac or ab != one or bc != three or two != least
                    on_c = best != ab or ac != one or bc != two or three != least
                    matters = matters or on_a + on_b + on_c >= 2
                    z.three[triples, 3 + v] = best
                    z.differ[v >> 1] |= best != z.three[triples, 3 + (v & -2)]
                p += 1
                if matters:
                    z.three[triples, 0] = a
                    z.three[triples, 1] = b
                    z.three[triples, 2] = c
                    triples += 1
    return triples
