"""Kernels for the values of a game with two draws; `draw_exact` is the slow twin.

A hand H before its second draw, when the m cards of D are dead, is worth the best of folding,
standing, and for four cards Q of H the sum of pays(Q + c) over the unseen cards c, all times the
number of unseen cards. Dead cards matter only through those sums, and few of them change which
option is best. So the value is written f_H(D) = sum of mu_H(T) over the subsets T of D, in which
mu_H(T) is nonzero for few T (about ten pairs and fifty triples a hand). With
    M(X, T) = sum of mu_H(T) over all hands H that contain X
the value of keeping K and discarding D, summed over all draws, follows by inclusion and exclusion,
because a drawn hand avoids D:
    sum over X, K in X in K + D, of (-1)^|X - K| * sum over T in K + D - X of M(X, T).
One hand of each class of H and one set of each class of X is enough: `symmetrise` does the rest.

A row of M is indexed by T: none, one card, two cards, three cards, each colexicographic.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

#: Options before the second draw: 0-4 draws one card for that card of the hand; then these.
STAND, FOLD = 5, 6

# Small enough to be compiled in: C(n, 2) and C(n, 3).
_TWO = np.array([n * (n - 1) // 2 for n in range(64)])
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(64)])


class Scratch(NamedTuple):
    others: Any  # cards not in the hand
    rows: Any  # [option, place in others] → category after that draw
    sums: Any  # [option]: pays over all others, later less base
    draws: Any  # options whose rows differ
    gain: Any  # [option, m]: what m dead cards can at most do for it against the best draw
    luck: Any  # [option, m]: and against a sure result
    kinds: Any  # live options
    start: Any  # [live]: value with no card dead
    loss: Any  # [live, relevant]: what one dead card takes off
    relevant: Any  # places in others of the cards that matter
    three: Any  # three largest, or work space


@njit(cache=True, nogil=True)
def scratch(cards: int) -> Any:
    return Scratch(
        np.empty(cards, np.int64),
        np.empty((5, cards), np.uint8),
        np.empty(5, np.int64),
        np.empty(5, np.int64),
        np.zeros((5, 4), np.int64),
        np.zeros((5, 4), np.int64),
        np.empty(6, np.int64),
        np.empty(6, np.int64),
        np.empty((6, cards), np.int64),
        np.empty(cards, np.int64),
        np.empty(cards, np.int64),
    )


@njit(cache=True, nogil=True)
def pair_at(a: int, b: int) -> int:
    return _TWO[max(a, b)] + min(a, b)


@njit(cache=True, nogil=True)
def triple_at(a: int, b: int, c: int) -> int:
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return _THREE[c] + _TWO[b] + a


@njit(cache=True, nogil=True)
def sums_by_four(first: int, step: int, cat4: Any, pays: Any, out: Any) -> None:
    """Sum of pays over the fifth card; the four cards themselves stand there as the last row."""
    for q in range(first, len(cat4), step):
        total = -4 * pays[-1]
        for c in range(cat4.shape[1]):
            total += pays[cat4[q, c]]
        out[q] = total


@njit(cache=True, nogil=True)
def _three_largest(values: Any, n: int, out: Any) -> None:
    # out[m] = sum of the m largest positive values.
    x = y = z = np.int64(0)
    for j in range(n):
        v = values[j]
        if v > z:
            z = v
            if z > y:
                y, z = z, y
                if y > x:
                    x, y = y, x
    out[1] = x
    out[2] = x + y
    out[3] = x + y + z


@njit(cache=True, nogil=True)
def prepare(h: int, t: Any, pays: Any, fold: int, sums4: Any, s: Any) -> Any:
    """The draws of hand h, whatever is dead; returns (how many differ, best, base, sure, kind).

    `base` is the commonest category of the best draw: cards that give it need no bookkeeping.
    None differ when no draw can be worth as much as the sure option.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    hand = t.hands[h]
    own = t.own[h]
    sure, kind = pays[own], STAND
    if fold > sure:
        sure, kind = fold, FOLD
    best = 0
    for i in range(5):
        q = 0
        for j in range(5):
            if j != i:
                q += t.binom[hand[j], j + 1 - np.int64(j > i)]
        s.draws[i] = q
        s.sums[i] = sums4[q] - pays[own]
        if s.sums[i] > s.sums[best]:
            best = i
    if s.sums[best] - 3 * pays.min() < (n - 3) * sure:
        return 0, 0, len(pays) - 1, sure, kind
    at = 0
    for c in range(cards):
        if at < 5 and hand[at] == c:
            at += 1
        else:
            s.others[c - at] = c
    for i in range(5):
        row = t.cat4[s.draws[i]]
        for j in range(n):
            s.rows[i, j] = row[s.others[j]]
    count = np.zeros(len(pays), np.int64)
    for j in range(n):
        count[s.rows[best, j]] += 1
    base = np.int64(np.argmax(count))
    return _distinct(n, best, base, pays, s), best, base, sure, kind


@njit(cache=True, nogil=True)
def _distinct(n: int, best: int, base: int, pays: Any, s: Any) -> int:
    found = 0
    for i in range(5):
        known = False
        for d in range(found):
            if s.sums[i] == s.sums[s.draws[d]]:
                known = known or np.array_equal(s.rows[i, :n], s.rows[s.draws[d], :n])
        if known:
            continue
        s.draws[found] = i
        found += 1
        for j in range(n):
            s.three[j] = pays[s.rows[best, j]] - pays[s.rows[i, j]]
        _three_largest(s.three, n, s.gain[i])
        for j in range(n):
            s.three[j] = pays[base] - pays[s.rows[i, j]]
        _three_largest(s.three, n, s.luck[i])
        if i == best:
            # Against a sure result the best draw can also lose; kept where its gain (none) would be.
            for j in range(n):
                s.three[j] = -s.three[j]
            _three_largest(s.three, n, s.gain[i])
    return found


@njit(cache=True, nogil=True)
def live_options(m: int, n: int, found: Any, pays: Any, s: Any) -> Any:
    """Options that are best for some m dead cards; returns (how many, relevant cards).

    Values are less pays[base] for each unseen card.
    """
    differ, best, base, sure, kind = found
    floor = pays[base]
    certain = (n - m) * (sure - floor)
    lead = s.sums[best] - n * floor
    live = 0
    if differ == 0 or lead - s.gain[best, m] <= certain:
        s.kinds[0] = kind
        s.start[0] = certain
        live = 1
    for d in range(differ):
        i = s.draws[d]
        value = s.sums[i] - n * floor
        if value + s.luck[i, m] < certain or (i != best and value + s.gain[i, m] < lead):
            continue
        s.kinds[live] = i
        s.start[live] = value
        live += 1
    if differ == 0:
        return 1, 0
    relevant = 0
    for j in range(n):
        matters = False
        for o in range(live):
            matters = matters or (s.kinds[o] < STAND and s.rows[s.kinds[o], j] != base)
        if matters:
            s.relevant[relevant] = j
            for o in range(live):
                k = s.kinds[o]
                s.loss[o, relevant] = pays[s.rows[k, j]] - floor if k < STAND else 0
            relevant += 1
    return live, relevant


@njit(cache=True, nogil=True)
def pack(value: int, a: int, b: int, c: int) -> int:
    """A term mu(T) in one integer: cards in six bits each, the value above them."""
    return value << 18 | c << 12 | b << 6 | a


@njit(cache=True, nogil=True)
def _moebius(m: int, live: int, relevant: int, s: Any, work: Any, terms: Any, ends: Any) -> int:
    # Appends mu of one card, of pairs and of triples from ends[0] on; returns mu of none.
    start, loss = s.start, s.loss
    none = start[:live].max()
    at = ends[0]
    one = work[0]
    for i in range(relevant):
        f = start[0] - loss[0, i]
        for o in range(1, live):
            f = max(f, start[o] - loss[o, i])
        one[i] = f - none
        terms[at] = pack(one[i], s.others[s.relevant[i]], 0, 0)
        at += 1
    ends[1] = ends[2] = ends[3] = at
    if m == 1 or live == 1:
        return none
    pairs = relevant * (relevant - 1) // 2
    left, two, best = work[1 : 1 + live], work[7], work[8]
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
    ends[2] = ends[3] = at
    if m == 3:
        ends[3] = _triples(pairs, live, relevant, s, left, one, two, best, work[9], terms, at)
    return none


@njit(cache=True, nogil=True)
def _triples(
    pairs: int, live: int, relevant: int, s: Any, left: Any, one: Any, two: Any, best: Any, f: Any,
    terms: Any, at: int,
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


@njit(cache=True, nogil=True)
def collect_terms(
    begin: int, end: int, t: Any, pays: Any, fold: int, sums4: Any, none_of: Any, ends: Any
) -> Any:  # fmt: skip
    """The terms mu_H(T) of the hands from begin to end, for 1, 2 and 3 dead cards, in one list.

    none_of[H, m] = mu_H(none) with m dead cards; ends[H, m - 1] = where in the list its terms of
    one card begin, those of two, those of three, and where they end.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    s = scratch(cards)
    most = cards * (cards - 1) * (cards - 2) // 6
    work = np.empty((10, most), np.int64)
    terms = np.empty(1 << 16, np.int64)
    at = 0
    for h in range(begin, end):
        found = prepare(h, t, pays, fold, sums4, s)
        for m in range(4):
            live, relevant = live_options(m, n, found, pays, s)
            if m == 0:
                none = s.start[:live].max()
            else:
                if at + 2 * most > len(terms):
                    terms = np.concatenate((terms, np.empty_like(terms)))
                ends[h, m - 1, 0] = at
                none = _moebius(m, live, relevant, s, work, terms, ends[h, m - 1])
                at = ends[h, m - 1, 3]
            none_of[h, m] = none + (n - m) * pays[found[2]]
    return terms[:at]


@njit(cache=True, nogil=True)
def sum_terms(
    first: int, step: int, t: Any, m: int, largest: int, members: Any, bounds: Any, count: Any,
    which: Any, terms: Any, ends: Any, none_of: Any, out: Any,
) -> None:  # fmt: skip
    """out[X, T] = M(X, T) for T of up to `largest` cards, of every step-th class of X.

    members[bounds[X]:bounds[X+1]] are the (hand, subset) of class X, as 25 * hand + subset.
    """
    cards = t.perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    row = np.empty(out.shape[1], np.int64)
    for x in range(first, len(out), step):
        row[:] = 0
        for e in range(bounds[x], bounds[x + 1]):
            h = members[e] // 25
            perm = t.perms[t.sub_perm[h, members[e] - 25 * h]]
            weight = t.orbit[h]
            row[0] += weight * none_of[h, m]
            one, two, three, end = ends[h, m - 1]
            for i in range(one, two):
                row[1 + perm[terms[i] & 63]] += weight * (terms[i] >> 18)
            if largest >= 2:
                for i in range(two, three):
                    at = pair_at(perm[terms[i] & 63], perm[terms[i] >> 6 & 63])
                    row[pairs_at + at] += weight * (terms[i] >> 18)
            if largest >= 3:
                for i in range(three, end):
                    term = terms[i]
                    at = triple_at(perm[term & 63], perm[term >> 6 & 63], perm[term >> 12 & 63])
                    row[triples_at + at] += weight * (term >> 18)
        symmetrise(row, t.perms, which[x, : count[x]], largest, len(t.perms), out[x])


@njit(cache=True, nogil=True)
def symmetrise(row: Any, perms: Any, kept: Any, largest: int, over: int, out: Any) -> None:
    """out[T] = sum over the symmetries g that keep X of row[gT], divided by `over`."""
    cards = perms.shape[1]
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    out[:] = 0
    for g in kept:
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


@njit(cache=True, nogil=True)
def _over_subsets(row: Any, perm: Any, hand: Any, mask: int) -> int:
    # Sum of the row over all subsets of the hand's cards outside the mask.
    cards = len(perm)
    pairs_at = 1 + cards
    total = row[0]
    a = b = c = np.int64(-1)
    for i in range(5):
        if not mask >> i & 1:
            a, b, c = np.int64(perm[hand[i]]), a, b
            total += row[1 + a]
    if b >= 0:
        total += row[pairs_at + pair_at(a, b)]
    if c >= 0:
        total += row[pairs_at + pair_at(a, c)] + row[pairs_at + pair_at(b, c)]
        total += row[pairs_at + cards * (cards - 1) // 2 + triple_at(a, b, c)]
    return total


@njit(cache=True, nogil=True)
def discard_values(
    first: int, step: int, t: Any, m: int, none_of: Any, with2: Any, with3: Any, with4: Any, out: Any
) -> None:  # fmt: skip
    """out[H, mask of m discards] = sum over all draws of the best second value times unseen cards."""
    z = np.zeros(32, np.int64)
    for h in range(first, len(t.hands), step):
        hand = t.hands[h]
        z[31] = none_of[h]
        begin = 0 if m == 3 else 10 if m == 2 else 20
        for x in range(begin, 25):
            mask = t.subsets[x]
            row, perm = t.sub_class[h, x], t.perms[t.sub_perm[h, x]]
            if x >= 20:
                z[mask] = _over_subsets(with4[row], perm, hand, mask)
            elif x >= 10:
                z[mask] = _over_subsets(with3[row], perm, hand, mask)
            else:
                z[mask] = _over_subsets(with2[row], perm, hand, mask)
        end = 10 if m == 3 else 20 if m == 2 else 25
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
