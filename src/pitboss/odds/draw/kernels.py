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

A row of M is indexed by T: none, one card, two cards, three cards, each colexicographic. Two
paytables are solved in one sweep: all of this is linear in mu, so a number of M is that of the
first table plus 2**shift times what the second one differs by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.odds.arrays import Bytes, Int, Integers, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.draw.options import Scratch, live_options, prepare, scratch

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: A divisor that leaves no remainder: the inverse of its odd part modulo 2**64, and the number of
#: its factors 2. The numbers packed into one word are divided one by one in this way.
Over = tuple[int, int]
#: Threads take hands in blocks of 2**BLOCK, so that they do not write to one cache line.
BLOCK = 6

# C(n, 2) and C(n, 3), which are compiled in as constants.
_TWO = np.array([n * (n - 1) // 2 for n in range(64)])
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(64)])


# Rows of the work space of `_moebius`, by paytable; the lists are in the rows of the first one.
ONE, TWO, BEST, LEFT, PAIRS, TRIPLES, ROWS = 0, 1, 2, 3, 9, 10, 11


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
def _moebius(m: int, live: int, kinds: int, tables: int, s: Scratch, work: Ints) -> tuple[int, int]:
    # Sets mu of one card, and lists the pairs and triples of kinds with a nonzero mu of up to m
    # cards under some table; returns how many. Kinds a <= b are the pair b (b + 1) / 2 + a.
    start, loss, none = s.start, s.loss, s.three
    for pt in range(tables):
        none[pt] = start[pt, 0]
        for o in range(1, live):
            none[pt] = max(none[pt], start[pt, o])
        for a in range(kinds):
            f = start[pt, 0] - loss[pt, 0, a]
            for o in range(1, live):
                f = max(f, start[pt, o] - loss[pt, o, a])
            work[pt, ONE, a] = f - none[pt]
    if m == 1 or live == 1:
        return 0, 0
    p = 0
    pairs = 0
    for b in range(kinds):
        for a in range(b + 1):
            for pt in range(tables):
                f = work[pt, LEFT, p] = start[pt, 0] - loss[pt, 0, b] - loss[pt, 0, a]
                for o in range(1, live):
                    work[pt, LEFT + o, p] = start[pt, o] - loss[pt, o, b] - loss[pt, o, a]
                    f = max(f, work[pt, LEFT + o, p])
                work[pt, BEST, p] = f
                work[pt, TWO, p] = f - none[pt] - work[pt, ONE, a] - work[pt, ONE, b]
            if work[0, TWO, p] != 0 or work[tables - 1, TWO, p] != 0:
                work[0, PAIRS, 3 * pairs] = b << 8 | a
                work[0, PAIRS, 3 * pairs + 1] = work[0, TWO, p]
                work[0, PAIRS, 3 * pairs + 2] = work[tables - 1, TWO, p] - work[0, TWO, p]
                pairs += 1
            p += 1
    triples = 0
    for c in range(kinds if m == 3 else 0):
        before = c * (c + 1) // 2
        p = 0
        for b in range(c + 1):
            for a in range(b + 1):
                for pt in range(tables):
                    f = work[pt, LEFT, p] - loss[pt, 0, c]
                    for o in range(1, live):
                        f = max(f, work[pt, LEFT + o, p] - loss[pt, o, c])
                    rest = work[pt, ONE, c] + work[pt, TWO, before + b]
                    none[pt] = f - work[pt, BEST, p] - rest - work[pt, TWO, before + a]
                if none[0] != 0 or none[tables - 1] != 0:
                    work[0, TRIPLES, 3 * triples] = c << 16 | b << 8 | a
                    work[0, TRIPLES, 3 * triples + 1] = none[0]
                    work[0, TRIPLES, 3 * triples + 2] = none[tables - 1] - none[0]
                    triples += 1
                p += 1
    return pairs, triples


@inline_kernel
def _append(
    kinds: int, pairs: int, triples: int, s: Scratch, work: Ints, terms: Integers, at: Int
) -> Int:
    # Appends a record: three sizes, then for each kind of card the end of its cards and its mu, the
    # cards, the pairs of kinds and the triples, each with its mu. A mu is the value of the first
    # table, then the difference of the last one. Returns where the next record may begin.
    last = len(work) - 1
    terms[at], terms[at + 1], terms[at + 2] = kinds, pairs, triples
    at += 3
    for a in range(kinds):
        terms[at], terms[at + 1] = s.first[a + 1], work[0, ONE, a]
        terms[at + 2] = work[last, ONE, a] - work[0, ONE, a]
        at += 3
    for i in range(s.first[kinds]):
        terms[at] = s.relevant[i]
        at += 1
    for i in range(3 * pairs):
        terms[at] = work[0, PAIRS, i]
        at += 1
    for i in range(3 * triples):
        terms[at] = work[0, TRIPLES, i]
        at += 1
    return at


@kernel
def collect_terms(
    first: int, step: int, t: DeckTables, pays: Ints, folds: Ints, sums4: Ints, none_of: Ints,
    starts: Ints, terms: Integers,
) -> Int:  # fmt: skip
    """Collects the terms of every step-th block of hands in their own part of `terms`.

    Sets none_of[H, m, table] to mu_H(none) with m dead cards, and starts[H, m] to where the record
    of its other terms begins, or to -1 if there are none. Returns how many numbers it took, or -1
    if its part is too small. There are one or two tables.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    tables = len(pays)
    s = scratch(cards, pays)
    work = np.empty((tables, ROWS, cards * (cards + 1) * (cards + 2) // 2), np.int64)
    begin: Int = len(terms) // step * first
    end = begin + len(terms) // step
    at = begin
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        draws, base = prepare(h, t, pays, folds, 0, sums4, s)
        alike = True
        for m in range(4):
            starts[h, m] = -1
            for pt in range(tables):
                certain = (n - m) * (s.sure[pt] - pays[pt, base])
                lead = s.sums[pt, s.best[pt]] - n * pays[pt, base]
                value = certain if draws == 0 else max(certain, lead)
                none_of[h, m, pt] = value + (n - m) * pays[pt, base]
                # Where only draws can be the best, mu does not depend on the number of dead cards.
                alike = alike and lead - s.gain[pt, s.best[pt], m] > certain
        for m in range(3, 0, -1):
            if draws == 0 or (m < 3 and alike):
                starts[h, m] = starts[h, 3]
                continue
            live, kinds = live_options(m, n, draws, base, pays, 0, s)
            if kinds > 0:
                pairs, triples = _moebius(m, live, kinds, tables, s, work)
                if at + 4 * (cards + 1) + 3 * (pairs + triples) > end:
                    return -1
                starts[h, m] = at
                at = _append(kinds, pairs, triples, s, work, terms, at)
    return at - begin


# Here and below a kernel takes a table and a row's number, not a view of the row: both threads
# would update the reference count of the table for each view, and slow each other down.


@inline_kernel
def _add(
    rows: Ints, x: int, wide: Ints, perms: Bytes, g: int, weight: int, terms: Integers, at: Int,
    moved: Ints, ends: Ints, largest: int, shift: int,
) -> None:  # fmt: skip
    # Adds weight * mu(T) of one record, moved by a symmetry, for all T of up to `largest` cards:
    # to row x, but triples to wide[pair, third card], whose rows are close together.
    kinds, pairs, triples = terms[at], terms[at + 1], terms[at + 2]
    at += 3
    place = at + 3 * kinds
    i: Int = 0
    for a in range(kinds):
        ends[a + 1] = terms[at]
        w = weight * (terms[at + 1] + (np.int64(terms[at + 2]) << shift))
        while i < terms[at]:
            card = np.int64(perms[g, terms[place + i]])
            moved[i] = card
            rows[x, 1 + card] += w
            i += 1
        at += 3
    at = place + i
    pairs_at = 1 + perms.shape[1]
    for _ in range(pairs if largest >= 2 else 0):
        a, b = terms[at] & 255, terms[at] >> 8
        w = weight * (terms[at + 1] + (np.int64(terms[at + 2]) << shift))
        at += 3
        for j in range(ends[b], ends[b + 1]):
            for i in range(ends[a], ends[a + 1] if a < b else j):
                rows[x, pairs_at + pair_at(moved[i], moved[j])] += w
    for _ in range(triples if largest >= 3 else 0):
        a, b, c = terms[at] & 255, terms[at] >> 8 & 255, terms[at] >> 16
        w = weight * (terms[at + 1] + (np.int64(terms[at + 2]) << shift))
        at += 3
        for j in range(ends[b], ends[b + 1]):
            for i in range(ends[a], ends[a + 1] if a < b else j):
                pair = pair_at(moved[i], moved[j])
                for k in range(ends[c] if b < c else j + 1, ends[c + 1]):
                    wide[pair, moved[k]] += w


@kernel
def sum_terms(
    first: int, step: int, t: DeckTables, members: Ints, bounds: Ints, count: Ints, which: Bytes,
    least: int, shift: int, over: Over, terms: Integers, starts: Ints, none_of: Ints, out: Ints,
) -> None:  # fmt: skip
    """Sets out[m - least, X, T] to M(X, T) for every m from `least` on and every step-th class of
    sets X; m is the number of dead cards, and T has at most m cards.

    members[bounds[X]:bounds[X+1]] are the (hand, subset) of class X, as 25 * hand + subset.
    """
    cards = t.perms.shape[1]
    rows = np.empty((5 - least, out.shape[2]), np.int64)  # by m, then what is alike for every m
    wide = np.zeros((cards * (cards - 1) // 2 if least == 3 else 0, cards), np.int64)
    moved, ends = np.empty(cards, np.int64), np.zeros(cards + 1, np.int64)
    none = np.empty((4, none_of.shape[2]), np.int64)  # M(X, none), too large to be packed yet
    for x in range(first, out.shape[1], step):
        rows[:] = 0
        wide[:] = 0
        none[:] = 0
        for e in range(bounds[x], bounds[x + 1]):
            h = members[e] // 25
            g = t.sub_perm[h, members[e] - 25 * h]
            weight, alike = t.orbit[h], starts[h, 1] == starts[h, 3]
            for m in range(least, 4):
                for pt in range(none.shape[1]):
                    none[m, pt] += weight * none_of[h, m, pt]
                at, row = starts[h, m], 4 - least if alike else m - least
                if at >= 0 and (m == 3 or not alike):
                    _add(rows, row, wide, t.perms, g, weight, terms, at, moved, ends, least, shift)
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
            symmetrise(rows[i], t.perms, which[x, : count[x]], least, over, out[i, x])
            for pt in range(none.shape[1]):
                none[least + i, pt] = none[least + i, pt] * count[x] // len(t.perms)
            out[i, x, 0] = _pack(none, least + i, shift)


@kernel
def symmetrise_rows(
    first: int, step: int, t: DeckTables, count: Ints, which: Bytes, largest: int, rows: Ints,
    out: Ints,
) -> None:  # fmt: skip
    """Sets out[X] to the symmetrised row of X, unless it has only zeros."""
    for x in range(first, len(rows), step):
        if rows[x].any():
            symmetrise(rows[x], t.perms, which[x, : count[x]], largest, (1, 0), out[x])


@kernel
def symmetrise(
    row: Ints, perms: Bytes, keepers: Bytes, largest: int, over: Over, out: Ints
) -> None:
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
    inverse, zeros = over
    for i in range(len(out)):
        out[i] = out[i] * inverse >> zeros


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


@inline_kernel
def _pack(values: Ints, i: int, shift: int) -> Any:
    # One number of values[i, table] of one or two tables.
    return values[i, 0] + (values[i, values.shape[1] - 1] - values[i, 0] << shift)


@kernel
def discard_values(
    first: int, step: int, t: DeckTables, m: int, weight: int, shift: int, none_of: Ints,
    with2: Ints, with3: Ints, with4: Ints, out: Ints,
) -> None:  # fmt: skip
    """Sets out[table, H, mask of m discards] to `weight` times the sum of best second value ×
    unseen cards over draws.
    """
    z, none = np.zeros(32, np.int64), np.empty((1, len(out)), np.int64)
    begin = 0 if m == 3 else 10 if m == 2 else 20
    end = 10 if m == 3 else 20 if m == 2 else 25
    for h in range(len(t.hands)):
        if (h >> BLOCK) % step != first:
            continue
        for pt in range(len(out)):
            none[0, pt] = none_of[h, m, pt]
        z[31] = _pack(none, 0, shift)
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
            value = total << 64 - shift >> 64 - shift
            for pt in range(len(out)):
                out[pt, h, dead] = weight * value
                value += total - value >> shift
