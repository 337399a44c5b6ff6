"""The options of a hand before its second draw, reduced to what dead cards can change.

The value of an option is a start value minus a loss for each dead card. Options that no dead cards
make the best are left out, and so are cards that change nothing. Cards that lead each option to
the same category are one kind: only how many of each kind are dead matters.
The slow twin is tests/twins/draw.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.compiler import inline_kernel, kernel

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

#: Options before the second draw: 0 to 4 replaces that card of the hand; then these two.
STAND, FOLD = 5, 6


Baseline = tuple[int, int, int, int, int]  # see `prepare`


class Scratch(NamedTuple):
    others: Ints  # cards not in the hand
    rows: Bytes  # [option, place in others] → category after that draw
    sums: Ints  # [option]: sum of the pays over all others
    draws: Ints  # options with different rows
    gain: Ints  # [option, m]: the most that m dead cards can gain it on the best draw
    luck: Ints  # [option, m]: the same against a sure result
    kinds: Ints  # live options
    start: Ints  # [live]: value with no card dead
    loss: Ints  # [live, kind of card]: what one dead card costs
    relevant: Ints  # the cards that matter, one kind after the other
    first: Ints  # [kind of card]: place of its first card in relevant; then the end
    place: Ints  # [kind of card]: place in others of one of its cards
    codes: Ints  # [kind of card]: the categories it leads to
    kind_of: Ints  # [place in others]: its kind, or -1
    three: Ints  # work space


@kernel
def scratch(cards: int) -> Scratch:
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
        np.empty(cards + 1, np.int64),
        np.empty(cards, np.int64),
        np.empty(cards, np.int64),
        np.empty(cards, np.int64),
        np.empty(max(cards, 16), np.int64),
    )


@kernel
def sums_by_four(first: int, step: int, cat4: Bytes, pays: Ints, out: Ints) -> None:
    """Sums the pays over the fifth card. `cat4` has the four cards themselves in the last category,
    whose pays are subtracted again.
    """
    for q in range(first, len(cat4), step):
        total = -4 * pays[-1]
        for c in range(cat4.shape[1]):
            total += pays[cat4[q, c]]
        out[q] = total


@kernel
def _three_largest(values: Ints, n: int, out: Ints, i: int) -> None:
    # out[i, m] = sum of the m largest positive values.
    x = y = z = np.int64(0)
    for j in range(n):
        v = values[j]
        if v > z:
            z = v
            if z > y:
                y, z = z, y
                if y > x:
                    x, y = y, x
    out[i, 1] = x
    out[i, 2] = x + y
    out[i, 3] = x + y + z


@inline_kernel
def prepare(
    h: int, t: DeckTables, pays: Ints, fold: int, slack: int, sums4: Ints, s: Scratch
) -> Baseline:
    """Values the draws of hand h with no card dead; returns (draws, best, base, sure, kind).

    `base` is the most common category of the best draw; cards that lead to it need no bookkeeping.
    `sure` is the value of the sure option `kind`. `draws`, the number of different draws, is 0 if
    none can be worth as much. Options that are behind by less than `slack` count as equal.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    own = pays[t.own[h]]
    sure, kind = own, STAND
    if fold > sure:
        sure, kind = fold, FOLD
    best = 0
    for i in range(5):
        q = 0
        for j in range(5):
            if j != i:
                q += t.binom[t.hands[h, j], j + 1 - np.int64(j > i)]
        s.draws[i] = q
        s.sums[i] = sums4[q] - own
        if s.sums[i] > s.sums[best]:
            best = i
    if s.sums[best] - 3 * pays.min() + slack < (n - 3) * sure:
        return 0, 0, len(pays) - 1, sure, kind
    at = 0
    for c in range(cards):
        if at < 5 and t.hands[h, at] == c:
            at += 1
        else:
            s.others[c - at] = c
    for i in range(5):
        q = s.draws[i]
        for j in range(n):
            s.rows[i, j] = t.cat4[q, s.others[j]]
    s.three[: len(pays)] = 0
    for j in range(n):
        s.three[s.rows[best, j]] += 1
    base = 0
    for k in range(len(pays)):
        if s.three[k] > s.three[base]:
            base = k
    return _distinct(n, best, base, pays, s), best, base, sure, kind


@inline_kernel
def _distinct(n: int, best: int, base: int, pays: Ints, s: Scratch) -> int:
    # Drops duplicate draws, and bounds the effect of dead cards on the others.
    count = 0
    for i in range(5):
        alike = False
        for d in range(count):
            other = s.draws[d]
            j = 0 if s.sums[i] == s.sums[other] else n + 1
            while j < n and s.rows[i, j] == s.rows[other, j]:
                j += 1
            alike = alike or j == n
        if alike:
            continue
        s.draws[count] = i
        count += 1
        for j in range(n):
            s.three[j] = pays[s.rows[best, j]] - pays[s.rows[i, j]]
        _three_largest(s.three, n, s.gain, i)
        for j in range(n):
            s.three[j] = pays[base] - pays[s.rows[i, j]]
        _three_largest(s.three, n, s.luck, i)
        if i == best:
            # The best draw gains nothing on itself; its loss to a sure result is stored there.
            for j in range(n):
                s.three[j] = -s.three[j]
            _three_largest(s.three, n, s.gain, i)
    return count


@inline_kernel
def live_options(
    m: int, n: int, baseline: Baseline, pays: Ints, slack: int, s: Scratch
) -> tuple[int, int]:
    """Finds the options that some m dead cards make the best, or leave behind by less than `slack`;
    returns (options, kinds of cards).

    Values are stored minus pays[base] for each unseen card.
    """
    differ, best, base, sure, kind = baseline
    floor = pays[base]
    certain = (n - m) * (sure - floor)
    lead = s.sums[best] - n * floor
    live = 0
    if differ == 0 or lead - s.gain[best, m] <= certain + slack:
        s.kinds[0] = kind
        s.start[0] = certain
        live = 1
    for d in range(differ):
        i = s.draws[d]
        value = s.sums[i] - n * floor
        most = value + slack
        if most + s.luck[i, m] < certain or (i != best and most + s.gain[i, m] < lead):
            continue
        s.kinds[live] = i
        s.start[live] = value
        live += 1
    if differ == 0:
        return 1, 0
    return live, _kinds_of_cards(n, live, base, floor, pays, s)


@inline_kernel
def _kinds_of_cards(n: int, live: int, base: int, floor: int, pays: Ints, s: Scratch) -> int:
    # Sorts the cards that matter by kind; returns how many kinds there are.
    kinds = 0
    for j in range(n):
        code = 0
        for o in range(live):
            if s.kinds[o] < STAND:
                code = code << 4 | (s.rows[s.kinds[o], j] ^ base)
        kind = -1
        if code != 0:
            kind = 0
            while kind < kinds and s.codes[kind] != code:
                kind += 1
            if kind == kinds:
                s.codes[kind] = code
                s.place[kind] = j
                s.first[kind] = 0
                for o in range(live):
                    k = s.kinds[o]
                    s.loss[o, kind] = pays[s.rows[k, j]] - floor if k < STAND else 0
                kinds += 1
            s.first[kind] += 1
        s.kind_of[j] = kind
    at = 0
    for kind in range(kinds):
        at += s.first[kind]
        s.first[kind] = at
    s.first[kinds] = at
    for j in range(n - 1, -1, -1):
        if s.kind_of[j] >= 0:
            s.first[s.kind_of[j]] -= 1
            s.relevant[s.first[s.kind_of[j]]] = s.others[j]
    return kinds
