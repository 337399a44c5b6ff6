"""Kernels for the values of a game with two draws; the slow twin is tests/twins/draw.py.

Before its second draw, with the m cards of D dead, a hand H is worth the best of folding, standing,
and for each four cards Q of H the sum of pays(Q + c) over the unseen cards c, all times the number
of unseen cards. Dead cards matter only through those sums, and few of them change the best option.
So the value is written as f_H(D) = sum of mu_H(T) over the subsets T of D, where mu_H(T) is nonzero
for few T (about ten pairs and fifty triples a hand). With
    M(X, T) = sum of mu_H(T) over all hands H that contain X
the value of keeping K and discarding D, summed over all draws, follows by inclusion and exclusion,
because a drawn hand avoids D:
    sum over X, K in X in K + D, of (-1)^|X - K| * sum over T in K + D - X of M(X, T).
One hand of each class of H and one set of each class of X is enough: `symmetrise` does the rest.

A row of M is indexed by T: none, one card, two cards, three cards, each colexicographic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.options import Scratch, live_options, prepare, scratch

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: Threads take hands in blocks of 2**BLOCK, so that they do not write to one cache line.
BLOCK = 6

# C(n, 2) and C(n, 3), which are compiled in as constants.
_TWO = np.array([n * (n - 1) // 2 for n in range(64)])
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(64)])


@kernel
def pair_at(a: Int, b: Int) -> Any:
    return _TWO[max(a, b)] + min(a, b)


@kernel
def triple_at(a: Int, b: Int, c: Int) -> Any:
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return _THREE[c] + _TWO[b] + a


@kernel
def pack(value: int, a: int, b: int, c: int) -> int:
    """Packs a term mu(T) into one integer: six bits for each card, the value above them."""
    return value << 18 | c << 12 | b << 6 | a


@kernel
def _moebius(
    m: int, live: int, relevant: int, none: int, s: Scratch, work: Ints, terms: Ints, ends: Ints, h:
    int,
) -> None:  # fmt: skip
    # Appends mu of one card, of pairs and of triples from ends[h, 0] on, and sets the other ends.
    start, loss = s.start, s.loss
    at = ends[h, 0]
    one = work[0]
    for i in range(relevant):
        f = start[0] - loss[0, i]
        for o in range(1, live):
            f = max(f, start[o] - loss[o, i])
        one[i] = f - none
        terms[at] = pack(one[i], s.others[s.relevant[i]], 0, 0)
        at += 1
    ends[h, 1] = ends[h, 2] = ends[h, 3] = at
    if m == 1 or live == 1:
        return
    left, two, best = work[1:7], work[7], work[8]
    p = 0
    for j in range(1, relevant):
        for o in range(live):
            for i in range(j):
                left[o, p + i] = start[o] - loss[o, j] - loss[o, i]
        for i in range(j):
            f = left[0, p + i]
            for o in range(1, live):
                f = max(f, left[o, p + i])
            best[p + i] = f
            two[p + i] = f - none - one[i] - one[j]
            if two[p + i] != 0:
                terms[at] = pack(two[p + i], s.others[s.relevant[i]], s.others[s.relevant[j]], 0)
                at += 1
        p += j
    ends[h, 2] = ends[h, 3] = at
    if m == 3:
        ends[h, 3] = _triples(live, relevant, s, left, one, two, best, work[9], terms, at)


@kernel
def _triples(
    live: int, relevant: int, s: Scratch, left: Ints, one: Ints, two: Ints, best: Ints, f: Ints,
    terms: Ints, at: int,
) -> int:  # fmt: skip
    for k in range(2, relevant):
        before = k * (k - 1) // 2
        lost = s.loss[0, k]
        for p in range(before):
            f[p] = left[0, p] - lost
        for o in range(1, live):
            lost = s.loss[o, k]
            for p in range(before):
                f[p] = max(f[p], left[o, p] - lost)
        p = 0
        last = s.others[s.relevant[k]]
        for j in range(1, k):
            middle = s.others[s.relevant[j]]
            rest = one[k] + two[before + j]
            for i in range(j):
                mu = f[p] - best[p] - rest - two[before + i]
                p += 1
                if mu != 0:
                    terms[at] = pack(mu, s.others[s.relevant[i]], middle, last)
                    at += 1
    return at


# Here and below a kernel takes a table and a row's number, not a view of the row: both threads
# would update the reference count of the table for each view, and slow each other down.


@kernel
def _add(
    rows: Ints, x: int, perms: Bytes, g: int, weight: int, none: int, terms: Ints, ends: Ints, h:
    int, largest: int,
) -> None:  # fmt: skip
    # Adds weight * mu(T) of hand h to the row of a set X, for all T of up to `largest` cards.
    cards = perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    rows[x, 0] += weight * none
    for i in range(ends[h, 0], ends[h, 1]):
        rows[x, 1 + perms[g, terms[i] & 63]] += weight * (terms[i] >> 18)
    if largest >= 2:
        for i in range(ends[h, 1], ends[h, 2]):
            at = pair_at(perms[g, terms[i] & 63], perms[g, terms[i] >> 6 & 63])
            rows[x, pairs_at + at] += weight * (terms[i] >> 18)
    if largest >= 3:
        for i in range(ends[h, 2], ends[h, 3]):
            term = terms[i]
            a, b, c = perms[g, term & 63], perms[g, term >> 6 & 63], perms[g, term >> 12 & 63]
            rows[x, triples_at + triple_at(a, b, c)] += weight * (term >> 18)


@kernel
def collect_terms(
    first: int, step: int, t: DeckTables, pays: Ints, fold: int, sums4: Ints, none_of: Ints,
    ends: Ints, one4: Ints, two4: Ints, three4: Ints, two3: Ints, three3: Ints,
) -> Ints:  # fmt: skip
    """Collects the terms of every step-th block of hands.

    Sets none_of[H, m] to mu_H(none) with m dead cards, and adds orbit * mu to the rows of the
    classes of X: one4 for m = 1 and |X| = 4, and so on. The rows for |X| = 2 do not fit in the
    cache, so the terms for m = 3 are returned as a list for `sum_terms`. ends[H] has the indexes
    at which its terms of one, two and three cards begin, and the index after its last.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    s = scratch(cards)
    most = cards * (cards - 1) * (cards - 2) // 6
    work = np.empty((10, cards * cards // 2), np.int64)
    terms = np.empty(1 << 16, np.int64)
    at = 0
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        baseline = prepare(h, t, pays, fold, sums4, s)
        if at + 2 * most > len(terms):
            terms = np.concatenate((terms, np.empty_like(terms)))
        ends[h, 0] = at
        weight = t.orbit[h]
        for m in range(4):
            live, relevant = live_options(m, n, baseline, pays, s)
            none = s.start[:live].max()
            if m > 0:
                _moebius(m, live, relevant, none, s, work, terms, ends, h)
            none += (n - m) * pays[baseline[2]]
            none_of[h, m] = none
            for x in range(20, 25 if m > 0 else 20):
                row, g = t.sub_class[h, x], t.sub_perm[h, x]
                if m == 1:
                    _add(one4, row, t.perms, g, weight, none, terms, ends, h, 1)
                elif m == 2:
                    _add(two4, row, t.perms, g, weight, none, terms, ends, h, 1)
                else:
                    _add(three4, row, t.perms, g, weight, none, terms, ends, h, 1)
            for x in range(10, 20 if m > 1 else 10):
                row, g = t.sub_class[h, x], t.sub_perm[h, x]
                if m == 2:
                    _add(two3, row, t.perms, g, weight, none, terms, ends, h, 2)
                else:
                    _add(three3, row, t.perms, g, weight, none, terms, ends, h, 2)
        at = ends[h, 3]
    return terms[:at]


@kernel
def sum_terms(
    first: int, step: int, t: DeckTables, members: Ints, bounds: Ints, count: Ints, which: Bytes,
    terms: Ints, ends: Ints, none_of: Ints, out: Ints,
) -> None:  # fmt: skip
    """Sets out[X, T] to M(X, T) for m = 3 and every step-th class of two cards X.

    members[bounds[X]:bounds[X+1]] are the (hand, subset) of class X, as 25 * hand + subset.
    """
    rows = np.empty((1, out.shape[1]), np.int64)
    for x in range(first, len(out), step):
        rows[0] = 0
        for e in range(bounds[x], bounds[x + 1]):
            h = members[e] // 25
            g = t.sub_perm[h, members[e] - 25 * h]
            _add(rows, 0, t.perms, g, t.orbit[h], none_of[h, 3], terms, ends, h, 3)
        symmetrise(rows[0], t.perms, which[x, : count[x]], 3, len(t.perms), out[x])


@kernel
def merge_parts(
    first: int, step: int, t: DeckTables, count: Ints, which: Bytes, largest: int, over: int, parts:
    Ints,
) -> None:  # fmt: skip
    """Sets parts[0][X] to the symmetrised sum of all parts."""
    for x in range(first, parts.shape[1], step):
        row = parts[0, x].copy()
        for p in range(1, len(parts)):
            row += parts[p, x]
        symmetrise(row, t.perms, which[x, : count[x]], largest, over, parts[0, x])


@kernel
def symmetrise(row: Ints, perms: Bytes, keepers: Bytes, largest: int, over: int, out: Ints) -> None:
    """Sets out[T] to the sum of row[gT] over the symmetries g that fix X, divided by `over`."""
    cards = perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    out[:] = 0
    for g in keepers:
        perm = perms[g]
        out[0] += row[0]
        for c in range(cards):
            out[1 + c] += row[1 + perm[c]]
        at = pairs_at
        if largest >= 2:
            for c in range(1, cards):
                for b in range(c):
                    out[at] += row[pairs_at + pair_at(perm[b], perm[c])]
                    at += 1
        if largest >= 3:
            for c in range(2, cards):
                for b in range(1, c):
                    for a in range(b):
                        out[at] += row[triples_at + triple_at(perm[a], perm[b], perm[c])]
                        at += 1
    for i in range(len(out)):
        out[i] //= over


@kernel
def _over_subsets(rows: Ints, x: int, perms: Bytes, g: int, hands: Bytes, h: int, mask: int) -> Any:
    # Sums the row over all subsets of the hand's cards outside the mask.
    cards = perms.shape[1]
    pairs_at = 1 + cards
    total = rows[x, 0]
    a = b = c = np.int64(-1)
    for i in range(5):
        if not mask >> i & 1:
            a, b, c = np.int64(perms[g, hands[h, i]]), a, b
            total += rows[x, 1 + a]
    if b >= 0:
        total += rows[x, pairs_at + pair_at(a, b)]
    if c >= 0:
        total += rows[x, pairs_at + pair_at(a, c)] + rows[x, pairs_at + pair_at(b, c)]
        total += rows[x, pairs_at + cards * (cards - 1) // 2 + triple_at(a, b, c)]
    return total


@kernel
def discard_values(
    first: int, step: int, t: DeckTables, m: int, none_of: Ints, with2: Ints, with3: Ints,
    with4: Ints, out: Ints,
) -> None:  # fmt: skip
    """Sets out[H, mask of m discards] to the sum of best second value × unseen cards over draws."""
    z = np.zeros(32, np.int64)
    begin = 0 if m == 3 else 10 if m == 2 else 20
    end = 10 if m == 3 else 20 if m == 2 else 25
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        z[31] = none_of[h, m]
        for x in range(begin, 25):
            mask, row, g = t.subsets[x], t.sub_class[h, x], t.sub_perm[h, x]
            if x >= 20:
                z[mask] = _over_subsets(with4, row, t.perms, g, t.hands, h, mask)
            elif x >= 10:
                z[mask] = _over_subsets(with3, row, t.perms, g, t.hands, h, mask)
            else:
                z[mask] = _over_subsets(with2, row, t.perms, g, t.hands, h, mask)
        for x in range(begin, end):
            dead = 31 ^ t.subsets[x]
            total = np.int64(0)
            back = dead
            while True:
                sign = 1
                bits = back
                while bits:
                    bits &= bits - 1
                    sign = -sign
                total += sign * z[31 ^ dead | back]
                if back == 0:
                    break
                back = (back - 1) & dead
            out[h, dead] = total
