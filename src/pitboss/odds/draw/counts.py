"""Kernels that count results under some first decisions; the slow twin is tests/twins/draw.py.

This reverses `kernels`. E(K, T) counts the hands that keep K and discard a superset of T. The
number of ways to reach H from a first decision with all of T dead, over all K in H, is
    sum over K in H, and over U in H - K with |T + U| <= m, of (-1)^|U| * E(K, T + U)
because no discard is in H. The best option before the second draw, as a function of the dead
cards, is again a sum over subsets T with few nonzero terms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.draw.kernels import BLOCK, pair_at, triple_at
from pitboss.odds.draw.options import FOLD, STAND, Scratch, live_options, prepare, scratch

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: Columns of the counts after the categories: weight of folded, standing and drawing hands.
FOLDED, STOOD, DREW = 0, 1, 2
COLUMNS = 3


class Space(NamedTuple):
    best1: Ints  # [kind of card]: the best option when such a card is dead
    best2: Ints  # [pair of kinds], a <= b at b (b + 1) / 2 + a
    left: Ints  # [option, pair of kinds]: value when both are dead
    two: Ints  # the pairs that matter
    three: Bytes  # the triples that matter, and the best option of each
    weight1: Ints
    weight2: Ints
    weight3: Ints
    moved: Ints
    chosen: Ints  # [option]: weight of the dead cards for which it is best
    dead: Ints  # [option, kind of card]: the part of that weight with such a card dead


@kernel
def _space(cards: int) -> Space:
    pairs = cards * (cards + 1) // 2
    triples = pairs * (cards + 2) // 3
    return Space(
        np.empty(cards, np.int64),
        np.empty(pairs, np.int64),
        np.empty((6, pairs), np.int64),
        np.empty((pairs, 2), np.int64),
        np.empty((triples, 4), np.uint8),
        np.empty(cards, np.int64),
        np.empty(pairs, np.int64),
        np.empty(triples, np.int64),
        np.empty(cards, np.int64),
        np.empty(6, np.int64),
        np.empty((6, cards), np.int64),
    )


@kernel
def count_keepers(t: DeckTables, chosen: Ints, m: int, size_begin: int, rows: Ints) -> None:
    """Adds each class that discards m cards to rows[K, T], for every subset T of the discards."""
    cards = t.perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    dead = np.empty(3, np.int64)
    for h in range(len(t.hands)):
        if chosen[h] < 0:
            continue
        x = size_begin
        while x < len(t.subsets) and t.subsets[x] != 31 ^ chosen[h]:
            x += 1
        perm = t.perms[t.sub_perm[h, x]]
        count = 0
        for i in range(5):
            if chosen[h] >> i & 1:
                dead[count] = perm[t.hands[h, i]]
                count += 1
        if count != m:
            continue
        row = rows[t.sub_class[h, x]]
        row[0] += t.orbit[h]
        for i in range(m):
            row[1 + dead[i]] += t.orbit[h]
            for j in range(i):
                row[pairs_at + pair_at(dead[i], dead[j])] += t.orbit[h]
        if m == 3:
            row[triples_at + triple_at(dead[0], dead[1], dead[2])] += t.orbit[h]


@inline_kernel
def _choose(m: int, live: int, kinds: int, s: Scratch, z: Space) -> tuple[int, int, int]:
    # Finds the best option with up to three relevant cards dead, and the pairs and triples of kinds
    # whose subsets have different best options; returns (best with none dead, pairs, triples).
    none = 0
    for o in range(1, live):
        if s.start[o] > s.start[none]:
            none = o
    if m == 0:
        return none, 0, 0
    for a in range(kinds):
        best = 0
        for o in range(1, live):
            if s.start[o] - s.loss[o, a] > s.start[best] - s.loss[best, a]:
                best = o
        z.best1[a] = best
    if m == 1 or live == 1:
        return none, 0, 0
    p = 0
    pairs = 0
    for b in range(kinds):
        for a in range(b + 1):
            best = 0
            for o in range(live):
                z.left[o, p] = s.start[o] - s.loss[o, a] - s.loss[o, b]
                if z.left[o, p] > z.left[best, p]:
                    best = o
            z.best2[p] = best
            if best != none or z.best1[a] != none or z.best1[b] != none:
                z.two[pairs, 0] = a
                z.two[pairs, 1] = b
                pairs += 1
            p += 1
    return none, pairs, _choose_three(live, kinds, none, s, z) if m == 3 else 0


@inline_kernel
def _choose_three(live: int, kinds: int, none: int, s: Scratch, z: Space) -> int:
    triples = 0
    for c in range(kinds):
        p = 0
        before = c * (c + 1) // 2
        for b in range(c + 1):
            bc = z.best2[before + b]
            for a in range(b + 1):
                best = 0
                top = z.left[0, p] - s.loss[0, c]
                for o in range(1, live):
                    value = z.left[o, p] - s.loss[o, c]
                    if value > top:
                        best, top = o, value
                ab, ac = z.best2[p], z.best2[before + a]
                p += 1
                # A triple matters only if the best option depends on two of its cards or more.
                on_a = best != bc or ab != z.best1[b] or ac != z.best1[c] or z.best1[a] != none
                on_b = best != ac or ab != z.best1[a] or bc != z.best1[c] or z.best1[b] != none
                on_c = best != ab or ac != z.best1[a] or bc != z.best1[b] or z.best1[c] != none
                if on_a + on_b + on_c >= 2:
                    z.three[triples, 0] = a
                    z.three[triples, 1] = b
                    z.three[triples, 2] = c
                    z.three[triples, 3] = best
                    triples += 1
    return triples


@inline_kernel
def _add_weights(
    rows: Ints, k: int, perms: Bytes, g: int, a: Int, b: Int, c: Int, kinds: int, pairs: int,
    triples: int, s: Scratch, z: Space,
) -> Any:  # fmt: skip
    # Adds the weights of the sets T for one K; a, b, c are the images of H - K, or -1 for none.
    # Returns the weight of the empty set.
    cards = perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    none = rows[k, 0] - rows[k, 1 + a]
    if b >= 0:
        none += rows[k, pairs_at + pair_at(a, b)] - rows[k, 1 + b]
    if c >= 0:
        none += rows[k, pairs_at + pair_at(a, c)] + rows[k, pairs_at + pair_at(b, c)]
        none -= rows[k, 1 + c] + rows[k, triples_at + triple_at(a, b, c)]
    for kind in range(kinds):
        for i in range(s.first[kind], s.first[kind + 1]):
            d = np.int64(perms[g, s.relevant[i]])
            z.moved[i] = d
            weight = single = rows[k, 1 + d]
            if b >= 0 and single != 0:
                weight -= rows[k, pairs_at + pair_at(a, d)] + rows[k, pairs_at + pair_at(b, d)]
            if c >= 0 and single != 0:
                weight += rows[k, triples_at + triple_at(a, b, d)]
                weight += rows[k, triples_at + triple_at(a, c, d)]
                weight += rows[k, triples_at + triple_at(b, c, d)]
                weight -= rows[k, pairs_at + pair_at(c, d)]
            z.weight1[kind] += weight
    for x in range(pairs):
        p, q = z.two[x, 0], z.two[x, 1]
        z.weight2[x] += _weight_of_pair(rows, k, cards, a, b, c, p, q, s.first, z.moved)
    for x in range(triples):
        p, q, r = z.three[x, 0], z.three[x, 1], z.three[x, 2]
        z.weight3[x] += _weight_of_triple(rows, k, cards, p, q, r, s.first, z.moved)
    return none


@inline_kernel
def _weight_of_pair(
    rows: Ints, k: int, cards: int, a: Int, b: Int, c: Int, p: int, q: int, ends: Ints, moved: Ints
) -> Any:
    # The weight of all sets T of one card of kind p and one of kind q >= p. A kernel that is called
    # so often takes few arguments: a tuple of arrays is copied at each call.
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    total = np.int64(0)
    for j in range(ends[q], ends[q + 1]):
        for i in range(ends[p], ends[p + 1] if p < q else j):
            d, e = moved[i], moved[j]
            weight = rows[k, pairs_at + pair_at(d, e)]
            if c >= 0 and weight != 0:
                weight -= rows[k, triples_at + triple_at(a, d, e)]
                weight -= rows[k, triples_at + triple_at(b, d, e)]
                weight -= rows[k, triples_at + triple_at(c, d, e)]
            total += weight
    return total


@inline_kernel
def _weight_of_triple(
    rows: Ints, k: int, cards: int, p: int, q: int, r: int, ends: Ints, moved: Ints
) -> Any:
    # The weight of all sets T of cards of the kinds p <= q <= r.
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    total = np.int64(0)
    for j in range(ends[q], ends[q + 1]):
        for i in range(ends[p], ends[p + 1] if p < q else j):
            d, e = moved[i], moved[j]
            if rows[k, pairs_at + pair_at(d, e)] != 0:  # else every triple with the two is 0
                for x in range(j + 1 if q == r else ends[r], ends[r + 1]):
                    total += rows[k, triples_at + triple_at(d, e, moved[x])]
    return total


@inline_kernel
def _share_out(none: int, empty: Int, kinds: int, pairs: int, triples: int, z: Space) -> None:
    # Turns weights of sets T into weights of options: T counts (-1)^|T - V| for each V in T.
    chosen, dead, one, two = z.chosen, z.dead, z.best1, z.best2
    chosen[:] = 0
    dead[:, :kinds] = 0
    chosen[none] += empty
    for i in range(kinds):
        w = z.weight1[i]
        chosen[none] -= w
        chosen[one[i]] += w
        dead[one[i], i] += w
    for x in range(pairs):
        i, j, w = z.two[x, 0], z.two[x, 1], z.weight2[x]
        ij = two[j * (j + 1) // 2 + i]
        chosen[none] += w
        chosen[one[i]] -= w
        chosen[one[j]] -= w
        chosen[ij] += w
        dead[one[i], i] -= w
        dead[one[j], j] -= w
        dead[ij, i] += w
        dead[ij, j] += w
    for x in range(triples):
        w = z.weight3[x]
        if w == 0:
            continue
        i, j, k, ijk = z.three[x, 0], z.three[x, 1], z.three[x, 2], z.three[x, 3]
        chosen[none] -= w
        chosen[ijk] += w
        for a, b, c in ((i, j, k), (j, k, i), (k, i, j)):
            low, high = np.int64(min(a, b)), np.int64(max(a, b))
            ab = two[high * (high + 1) // 2 + low]
            chosen[one[a]] += w
            dead[one[a], a] += w
            chosen[ab] -= w
            dead[ab, a] -= w
            dead[ab, b] -= w
            dead[ijk, c] += w


@kernel
def count_results(
    first: int, step: int, t: DeckTables, pays: Ints, fold: int, sums4: Ints, chosen: Ints, m: int,
    begin: int, rows: Ints, out: Ints,
) -> None:  # fmt: skip
    """Counts results after m discards into out[first, category, or categories + column].

    Counts are multiplied by symmetries * unseen. `rows` is E for the sets K of 5 - m cards, whose
    subsets begin at `begin`; for m = 0 the first decisions `chosen` (a mask of discards, -1 for a
    fold) replace it.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    columns = len(pays)
    s = scratch(cards)
    z = _space(cards)
    ways = 0 if m == 0 else 5 if m == 1 else 10
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        # Most hands cannot come from m discards, because few sets of cards are ever kept.
        reached = m == 0 and chosen[h] == 0
        for x in range(begin, begin + ways):
            reached = reached or rows[t.sub_class[h, x], 0] != 0
        if not reached:
            continue
        baseline = prepare(h, t, pays, fold, sums4, s)
        live, kinds = live_options(m, n, baseline, pays, s)
        kinds = kinds if m > 0 else 0
        none, pairs, triples = _choose(m, live, kinds, s, z)
        empty = np.int64(0 if m else len(t.perms))
        z.weight1[:kinds] = 0
        z.weight2[:pairs] = 0
        z.weight3[:triples] = 0
        for x in range(begin, begin + ways):
            k, g = t.sub_class[h, x], t.sub_perm[h, x]
            if rows[k, 0] != 0:
                a = b = c = np.int64(-1)
                for i in range(5):
                    if not t.subsets[x] >> i & 1:
                        a, b, c = np.int64(t.perms[g, t.hands[h, i]]), a, b
                empty += _add_weights(rows, k, t.perms, g, a, b, c, kinds, pairs, triples, s, z)
        _share_out(none, empty, kinds, pairs, triples, z)
        _tally(h, m, n, live, kinds, baseline[2], columns, t, s, z, out[first])


@inline_kernel
def _tally(
    h: int, m: int, n: int, live: int, kinds: int, base: int, columns: int, t: DeckTables,
    s: Scratch, z: Space, out: Ints,
) -> None:  # fmt: skip
    for o in range(live):
        kind = s.kinds[o]
        weight = z.chosen[o] * t.orbit[h]
        if weight == 0:
            # Then the weights of dead cards are 0 too: they are parts of it, and none is negative.
            continue
        if kind == FOLD:
            out[columns + FOLDED] += weight * (n - m)
        elif kind == STAND:
            out[columns + STOOD] += weight * (n - m)
            out[t.own[h]] += weight * (n - m)
        else:
            out[columns + DREW] += weight * (n - m)
            for j in range(n):
                out[s.rows[kind, j]] += weight
            # A dead card that is not listed would have led to the base category.
            out[base] -= m * weight
            for i in range(kinds):
                w = z.dead[o, i] * t.orbit[h]
                out[s.rows[kind, s.place[i]]] -= w
                out[base] += w
