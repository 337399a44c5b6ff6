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

from pitboss.odds.arrays import Bytes, Int, Integers, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.draw.options import Scratch, live_options, prepare, scratch

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: Threads take hands in blocks of 2**BLOCK, so that they do not write to one cache line.
BLOCK = 6

# C(n, 2) and C(n, 3), which are compiled in as constants.
_TWO = np.array([n * (n - 1) // 2 for n in range(64)])
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(64)])


# Rows of the work space of `_moebius`.
ONE, TWO, BEST, PAIRS, TRIPLES, LEFT, ROWS = 0, 1, 2, 3, 4, 5, 11


@kernel
def pair_at(a: Int, b: Int) -> Any:
    return _TWO[max(a, b)] + min(a, b)


@kernel
def triple_at(a: Int, b: Int, c: Int) -> Any:
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return _THREE[c] + _TWO[b] + a


@inline_kernel
def _moebius(m: int, live: int, kinds: int, none: int, s: Scratch, work: Ints) -> tuple[int, int]:
    # Sets mu of one card, and lists the pairs and triples of kinds with a nonzero mu of up to m
    # cards; returns how many. Kinds a <= b are the pair b (b + 1) / 2 + a.
    start, loss = s.start, s.loss
    for a in range(kinds):
        f = start[0] - loss[0, a]
        for o in range(1, live):
            f = max(f, start[o] - loss[o, a])
        work[ONE, a] = f - none
    if m == 1 or live == 1:
        return 0, 0
    p = 0
    pairs = 0
    for b in range(kinds):
        for a in range(b + 1):
            f = work[LEFT, p] = start[0] - loss[0, b] - loss[0, a]
            for o in range(1, live):
                work[LEFT + o, p] = start[o] - loss[o, b] - loss[o, a]
                f = max(f, work[LEFT + o, p])
            work[BEST, p] = f
            mu = work[TWO, p] = f - none - work[ONE, a] - work[ONE, b]
            if mu != 0:
                work[PAIRS, 2 * pairs] = b << 8 | a
                work[PAIRS, 2 * pairs + 1] = mu
                pairs += 1
            p += 1
    triples = 0
    for c in range(kinds if m == 3 else 0):
        before = c * (c + 1) // 2
        p = 0
        for b in range(c + 1):
            rest = work[ONE, c] + work[TWO, before + b]
            for a in range(b + 1):
                f = work[LEFT, p] - loss[0, c]
                for o in range(1, live):
                    f = max(f, work[LEFT + o, p] - loss[o, c])
                mu = f - work[BEST, p] - rest - work[TWO, before + a]
                if mu != 0:
                    work[TRIPLES, 2 * triples] = c << 16 | b << 8 | a
                    work[TRIPLES, 2 * triples + 1] = mu
                    triples += 1
                p += 1
    return pairs, triples


@inline_kernel
def _append(
    kinds: int, pairs: int, triples: int, s: Scratch, work: Ints, terms: Integers, at: Int
) -> Int:
    # Appends a record: three sizes, then for each kind of card the end of its cards and its mu, the
    # cards, the pairs of kinds and the triples, each with its mu. Returns where the next may begin.
    terms[at], terms[at + 1], terms[at + 2] = kinds, pairs, triples
    at += 3
    for a in range(kinds):
        terms[at], terms[at + 1] = s.first[a + 1], work[ONE, a]
        at += 2
    for i in range(s.first[kinds]):
        terms[at] = s.relevant[i]
        at += 1
    for i in range(2 * pairs):
        terms[at] = work[PAIRS, i]
        at += 1
    for i in range(2 * triples):
        terms[at] = work[TRIPLES, i]
        at += 1
    return at


@kernel
def collect_terms(
    first: int, step: int, t: DeckTables, pays: Ints, fold: int, sums4: Ints, none_of: Ints,
    starts: Ints, terms: Integers,
) -> Int:  # fmt: skip
    """Collects the terms of every step-th block of hands in their own part of `terms`.

    Sets none_of[H, m] to mu_H(none) with m dead cards, and starts[H, m] to where the record of its
    other terms begins, or to -1 if there are none. Returns how many numbers it took, or -1 if its
    part is too small.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    s = scratch(cards)
    work = np.empty((ROWS, cards * (cards + 1) * (cards + 2) // 3), np.int64)
    begin: Int = len(terms) // step * first
    end = begin + len(terms) // step
    at = begin
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        baseline = prepare(h, t, pays, fold, 0, sums4, s)
        draws, best, base, sure, _ = baseline
        lead = s.sums[best] - n * pays[base]
        alike = True
        for m in range(4):
            certain = (n - m) * (sure - pays[base])
            none_of[h, m] = (certain if draws == 0 else max(certain, lead)) + (n - m) * pays[base]
            starts[h, m] = -1
            # Where only draws can be the best, mu does not depend on the number of dead cards.
            alike = alike and lead - s.gain[best, m] > certain
        for m in range(3, 0, -1):
            if draws == 0 or (m < 3 and alike):
                starts[h, m] = starts[h, 3]
                continue
            live, kinds = live_options(m, n, baseline, pays, 0, s)
            if kinds > 0:
                pairs, triples = _moebius(m, live, kinds, s.start[:live].max(), s, work)
                if at + 3 * (cards + 1) + 2 * (pairs + triples) > end:
                    return -1
                starts[h, m] = at
                at = _append(kinds, pairs, triples, s, work, terms, at)
    return at - begin


# Here and below a kernel takes a table and a row's number, not a view of the row: both threads
# would update the reference count of the table for each view, and slow each other down.


@inline_kernel
def _add(
    rows: Ints, x: int, wide: Ints, perms: Bytes, g: int, weight: int, terms: Integers, at: Int,
    moved: Ints, ends: Ints, largest: int,
) -> None:  # fmt: skip
    # Adds weight * mu(T) of one record, moved by a symmetry, for all T of up to `largest` cards:
    # to row x, but triples to wide[pair, third card], whose rows are close together.
    kinds, pairs, triples = terms[at], terms[at + 1], terms[at + 2]
    at += 3
    place = at + 2 * kinds
    i: Int = 0
    for a in range(kinds):
        ends[a + 1] = terms[at]
        w = weight * terms[at + 1]
        while i < terms[at]:
            card = np.int64(perms[g, terms[place + i]])
            moved[i] = card
            rows[x, 1 + card] += w
            i += 1
        at += 2
    at = place + i
    pairs_at = 1 + perms.shape[1]
    for _ in range(pairs if largest >= 2 else 0):
        a, b, w = terms[at] & 255, terms[at] >> 8, weight * terms[at + 1]
        at += 2
        for j in range(ends[b], ends[b + 1]):
            for i in range(ends[a], ends[a + 1] if a < b else j):
                rows[x, pairs_at + pair_at(moved[i], moved[j])] += w
    for _ in range(triples if largest >= 3 else 0):
        a, b, c = terms[at] & 255, terms[at] >> 8 & 255, terms[at] >> 16
        w = weight * terms[at + 1]
        at += 2
        for j in range(ends[b], ends[b + 1]):
            for i in range(ends[a], ends[a + 1] if a < b else j):
                pair = pair_at(moved[i], moved[j])
                for k in range(ends[c] if b < c else j + 1, ends[c + 1]):
                    wide[pair, moved[k]] += w


@kernel
def sum_terms(
    first: int, step: int, t: DeckTables, members: Ints, bounds: Ints, count: Ints, which: Bytes,
    least: int, terms: Integers, starts: Ints, none_of: Ints, out: Ints,
) -> None:  # fmt: skip
    """Sets out[m - least, X, T] to M(X, T), for m dead cards from `least` on, up to which T goes,
    and for every step-th class of sets X.

    members[bounds[X]:bounds[X+1]] are the (hand, subset) of class X, as 25 * hand + subset.
    """
    cards = t.perms.shape[1]
    rows = np.empty((5 - least, out.shape[2]), np.int64)  # by m, then what is alike for every m
    wide = np.zeros((cards * (cards - 1) // 2 if least == 3 else 0, cards), np.int64)
    moved, ends = np.empty(cards, np.int64), np.zeros(cards + 1, np.int64)
    for x in range(first, out.shape[1], step):
        rows[:] = 0
        wide[:] = 0
        for e in range(bounds[x], bounds[x + 1]):
            h = members[e] // 25
            g = t.sub_perm[h, members[e] - 25 * h]
            weight, alike = t.orbit[h], starts[h, 1] == starts[h, 3]
            for m in range(least, 4):
                rows[m - least, 0] += weight * none_of[h, m]
                at, row = starts[h, m], 4 - least if alike else m - least
                if at >= 0 and (m == 3 or not alike):
                    _add(rows, row, wide, t.perms, g, weight, terms, at, moved, ends, least)
        for m in range(least, 4):
            rows[m - least, 1:] += rows[4 - least, 1:]
        at = 1 + cards + len(wide)
        for c in range(2, cards if least == 3 else 2):
            for b in range(1, c):
                for a in range(b):
                    rows[0, at] = wide[pair_at(a, b), c] + wide[pair_at(a, c), b]
                    rows[0, at] += wide[pair_at(b, c), a]
                    at += 1
        for i in range(len(out)):
            symmetrise(rows[i], t.perms, which[x, : count[x]], least, len(t.perms), out[i, x])


@kernel
def symmetrise_rows(
    first: int, step: int, t: DeckTables, count: Ints, which: Bytes, largest: int, rows: Ints,
    out: Ints,
) -> None:  # fmt: skip
    """Sets out[X] to the symmetrised row of X, unless it has only zeros."""
    for x in range(first, len(rows), step):
        if rows[x].any():
            symmetrise(rows[x], t.perms, which[x, : count[x]], largest, 1, out[x])


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


@inline_kernel
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
