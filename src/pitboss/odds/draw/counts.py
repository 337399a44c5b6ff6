"""Kernels that count results under some first decisions; the slow twin is tests/twins/draw.py.

This reverses `kernels`. E(K, T) counts the hands that keep K and discard a superset of T. The
number of ways to reach H from a first decision with all of T dead, over all K in H, is
    sum over K in H, and over U in H - K with |T + U| <= m, of (-1)^|U| * E(K, T + U)
because no discard is in H. The best option before the second draw, as a function of the dead
cards, is again a sum over subsets T with few nonzero terms.

Both conventions for ties are counted in one sweep, because the weights of sets T serve both: only
the choice among options, and E of a few sets K, depend on the convention. Two paytables are counted
in one sweep too: weights are linear in E, so E is that of the first plus 2**PACKED times that of
the second, and no weight reaches 2**31 (it counts hands, times symmetries).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.draw.choosing import (
    BOTH,
    SHIFT,
    Space,
    choice_space,
    choose,
    other_side,
    value_both_sides,
)
from pitboss.odds.draw.kernels import BLOCK, pair_at, triple_at
from pitboss.odds.draw.options import FOLD, STAND, Scratch, live_options, prepare, scratch

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: Columns of the counts after the categories: weight of folded, standing and drawing hands.
FOLDED, STOOD, DREW = 0, 1, 2
COLUMNS = 3
PACKED = 32


@kernel
def count_keepers(
    t: DeckTables, chosen: Ints, m: int, size_begin: int, unit: int, rows: Ints
) -> None:
    """Adds `unit` for each hand that discards m cards to rows[K, T], for every subset T of the
    discards.
    """
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
        hands = unit * t.orbit[h]
        row[0] += hands
        for i in range(m):
            row[1 + dead[i]] += hands
            for j in range(i):
                row[pairs_at + pair_at(dead[i], dead[j])] += hands
        if m == 3:
            row[triples_at + triple_at(dead[0], dead[1], dead[2])] += hands


@inline_kernel
def _add_weights(
    rows: Ints, k: int, v: int, perms: Bytes, g: int, a: Int, b: Int, c: Int, kinds: int,
    pairs: int, triples: int, s: Scratch, z: Space,
) -> Any:  # fmt: skip
    # Adds the weights of the sets T for one K to those of convention v; a, b, c are the images of
    # H - K, or -1 for none. Returns the weight of the empty set.
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
            z.weight1[v, kind] += weight
    for x in range(pairs):
        p, q = z.two[x, 0], z.two[x, 1]
        z.weight2[v, x] += _weight_of_pair(rows, k, cards, a, b, c, p, q, s.first, z.moved)
    for x in range(triples):
        p, q, r = z.three[x, 0], z.three[x, 1], z.three[x, 2]
        z.weight3[v, x] += _weight_of_triple(rows, k, cards, p, q, r, s.first, z.moved)
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
def _unpack(weight: Int, pt: int) -> Any:
    # The weight under one of two tables.
    first = weight << 64 - PACKED >> 64 - PACKED
    return first if pt == 0 else weight - first >> PACKED


@inline_kernel
def _share_out(v: int, pt: int, empty: Int, kinds: int, pairs: int, triples: int, z: Space) -> None:
    # Turns weights of sets T into weights of options: T counts (-1)^|T - V| for each V in T.
    chosen, dead, u, none = z.chosen, z.dead, 2 * pt + v, z.none[2 * pt + v]
    chosen[:] = 0
    dead[:, :kinds] = 0
    chosen[none] += _unpack(empty, pt)
    for i in range(kinds):
        w, one = _unpack(z.weight1[v, i] + z.weight1[BOTH, i], pt), z.best1[u, i]
        chosen[none] -= w
        chosen[one] += w
        dead[one, i] += w
    for x in range(pairs):
        i, j = z.two[x, 0], z.two[x, 1]
        w = _unpack(z.weight2[v, x] + z.weight2[BOTH, x], pt)
        ij, on_i, on_j = z.best2[u, j * (j + 1) // 2 + i], z.best1[u, i], z.best1[u, j]
        chosen[none] += w
        chosen[on_i] -= w
        chosen[on_j] -= w
        chosen[ij] += w
        dead[on_i, i] -= w
        dead[on_j, j] -= w
        dead[ij, i] += w
        dead[ij, j] += w
    for x in range(triples):
        w = _unpack(z.weight3[v, x] + z.weight3[BOTH, x], pt)
        if w == 0:
            continue
        i, j, k, ijk = z.three[x, 0], z.three[x, 1], z.three[x, 2], z.three[x, 3 + u]
        chosen[none] -= w
        chosen[ijk] += w
        for a, b, c in ((i, j, k), (j, k, i), (k, i, j)):
            low, high = np.int64(min(a, b)), np.int64(max(a, b))
            ab = z.best2[u, high * (high + 1) // 2 + low]
            chosen[z.best1[u, a]] += w
            dead[z.best1[u, a], a] += w
            chosen[ab] -= w
            dead[ab, a] -= w
            dead[ab, b] -= w
            dead[ijk, c] += w


@kernel
def count_results(
    first: int, step: int, t: DeckTables, pays: Ints, folds: Ints, sums4: Ints, chosen: Ints,
    rows1: Ints, rows2: Ints, rows3: Ints, others1: Ints, others2: Ints, others3: Ints, out: Ints,
) -> None:  # fmt: skip
    """Counts results into out[first, m, table, convention, category, or categories + column] by
    number m of discards; what both conventions count alike goes to convention BOTH.

    Counts are multiplied by symmetries * unseen. `pays` and `folds` are those of the tables in the
    first convention. `rows` is E for the sets K of 5 - m cards; others[K] is the row for the second
    convention, or -1 if it is the same. For m = 0 the first decisions chosen[convention, table] (a
    mask of discards, -1 for a fold) replace it.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    s = scratch(cards, pays)
    z = choice_space(cards, len(pays))
    empty = np.zeros(3, np.int64)
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        prepared = False
        draws = base = 0
        for m in range(4):
            begin = 25 if m == 0 else 20 if m == 1 else 10 if m == 2 else 0
            end = begin + (0 if m == 0 else 5 if m == 1 else 10)
            rows = rows3 if m == 3 else rows2 if m == 2 else rows1
            others = others3 if m == 3 else others2 if m == 2 else others1
            empty[:] = 0
            reached = False
            for v in range(2 if m == 0 else 0):
                for pt in range(len(pays)):
                    if chosen[v, pt, h] == 0:
                        empty[v] += len(t.perms) << PACKED * pt
                        reached = True
            # Most hands cannot come from m discards, because few sets of cards are ever kept.
            for x in range(begin, end):
                k = t.sub_class[h, x]
                reached = reached or rows[k, 0] != 0 or others[k] >= 0
            if not reached:
                continue
            if not prepared:
                draws, base = prepare(h, t, pays, folds, 1 << SHIFT - 1, sums4, s)
                prepared = True
            live, kinds = live_options(m, n, draws, base, pays, 1 << SHIFT - 1, s)
            kinds = kinds if m > 0 else 0
            for pt in range(len(pays)):
                sure = folds[pt] if _is_level(h, pt, t, pays, folds) else s.sure[pt]
                certain = (n - m) * (other_side(sure) - other_side(pays[pt, base]))
                value_both_sides(pt, live, kinds, certain, s, z)
            pairs, triples = choose(m, live, kinds, z)
            z.weight1[:, :kinds] = 0
            z.weight2[:, :pairs] = 0
            z.weight3[:, :triples] = 0
            apart = m == 0
            for x in range(begin, end):
                k, g = t.sub_class[h, x], t.sub_perm[h, x]
                a = b = c = np.int64(-1)
                for i in range(5):
                    if not t.subsets[x] >> i & 1:
                        a, b, c = np.int64(t.perms[g, t.hands[h, i]]), a, b
                other = others[k]
                apart = apart or other >= 0
                for v in range(1 if other < 0 else 2):
                    row, side = other if v == 1 else k, BOTH if other < 0 else v
                    if rows[row, 0] != 0:
                        empty[side] += _add_weights(
                            rows, row, side, t.perms, g, a, b, c, kinds, pairs, triples, s, z
                        )
            for pt in range(len(pays)):
                level = _is_level(h, pt, t, pays, folds)
                differ = apart or level or z.differ[pt] != 0
                for v in range(2 if differ else 1):
                    _share_out(v, pt, empty[v] + empty[BOTH], kinds, pairs, triples, z)
                    # Between a stand and a fold of equal worth, the conventions differ.
                    sure_kind = FOLD if level and v == 1 else s.sure_kind[pt]
                    column = out[first, m, pt, v if differ else BOTH]
                    _tally(h, m, n, live, kinds, base, sure_kind, t, s, z, column)


@inline_kernel
def _is_level(h: int, pt: int, t: DeckTables, pays: Ints, folds: Ints) -> Any:
    return abs(pays[pt, t.own[h]] - folds[pt]) < 1 << SHIFT - 1


@inline_kernel
def _tally(
    h: int, m: int, n: int, live: int, kinds: int, base: int, sure_kind: int, t: DeckTables,
    s: Scratch, z: Space, out: Ints,
) -> None:  # fmt: skip
    columns = len(out) - COLUMNS
    for o in range(live):
        kind = sure_kind if s.kinds[o] >= STAND else s.kinds[o]
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
