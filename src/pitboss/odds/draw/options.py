"""The options of a hand before its second draw, reduced to what dead cards can change.

The value of an option is a start value minus a loss for each dead card. Options that no dead cards
make the best are left out, and so are cards that change nothing. Cards that lead each option to
the same category are one kind: only how many of each kind are dead matters. Several paytables are
valued at once: they share the draws, the options that are the best under any of them, and the kinds
of cards.
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


Baseline = tuple[int, int]  # see `prepare`


class Scratch(NamedTuple):
    least: Ints  # [table]: its least pay
    others: Ints  # cards not in the hand
    rows: Bytes  # [option, place in others] → category after that draw
    draws: Ints  # options with different rows
    sums: Ints  # [table, option]: sum of the pays over all others
    best: Ints  # [table]: the draw with the greatest sum
    sure: Ints  # [table]: value of the sure option,
    sure_kind: Ints  # [table]: and which it is, STAND or FOLD
    gain: Ints  # [table, option, m]: the most that m dead cards can gain it on the best draw
    luck: Ints  # [table, option, m]: the same against a sure result
    kinds: Ints  # live options; STAND is whichever option is sure
    start: Ints  # [table, live]: value with no card dead
    loss: Ints  # [table, live, kind of card]: what one dead card costs
    relevant: Ints  # the cards that matter, one kind after the other
    first: Ints  # [kind of card]: place of its first card in relevant; then the end
    place: Ints  # [kind of card]: place in others of one of its cards
    codes: Ints  # [kind of card]: the categories it leads to
    kind_of: Ints  # [place in others]: its kind, or -1
    three: Ints  # work space


@kernel
def scratch(cards: int, pays: Ints) -> Scratch:
    tables = len(pays)
    least = np.empty(tables, np.int64)
    for pt in range(tables):
        least[pt] = pays[pt].min()
    return Scratch(
        least,
        np.empty(cards, np.int64),
        np.empty((5, cards), np.uint8),
        np.empty(5, np.int64),
        np.empty((tables, 5), np.int64),
        np.empty(tables, np.int64),
        np.empty(tables, np.int64),
        np.empty(tables, np.int64),
        np.zeros((tables, 5, 4), np.int64),
        np.zeros((tables, 5, 4), np.int64),
        np.empty(6, np.int64),
        np.empty((tables, 6), np.int64),
        np.empty((tables, 6, cards), np.int64),
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
def best_masks(values: Ints, order: Ints, best: Ints, masks: Ints, ways: Ints) -> None:
    """Finds by class the greatest value among the masks of `order`, the first mask that has it, and
    how many have it. Its slow twin is `max` in tests/twins/draw.py.
    """
    for h in range(len(values)):
        best[h], masks[h], ways[h] = values[h, order[0]], order[0], 0
        for mask in order:
            value = values[h, mask]
            if value > best[h]:
                best[h], masks[h], ways[h] = value, mask, 0
            ways[h] += np.int64(value == best[h])


@kernel
def _three_largest(values: Ints, n: int, out: Ints, pt: int, i: int) -> None:
    # out[pt, i, m] = sum of the m largest positive values.
    x = y = z = np.int64(0)
    for j in range(n):
        v = values[j]
        if v > z:
            z = v
            if z > y:
                y, z = z, y
                if y > x:
                    x, y = y, x
    out[pt, i, 1] = x
    out[pt, i, 2] = x + y
    out[pt, i, 3] = x + y + z


@inline_kernel
def prepare(
    h: int, t: DeckTables, pays: Ints, folds: Ints, slack: int, sums4: Ints, s: Scratch
) -> Baseline:
    """Values the draws of hand h with no card dead, under each table; returns (draws, base).

    `base` is the most common category of the first table's best draw; cards that lead every option
    to it need no bookkeeping. `draws`, the number of different draws, is 0 if under no table one
    can be worth as much as the sure option. Options that are behind by less than `slack` count as
    equal.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    for i in range(5):
        q = 0
        for j in range(5):
            if j != i:
                q += t.binom[t.hands[h, j], j + 1 - np.int64(j > i)]
        s.draws[i] = q
    worth = False
    for pt in range(len(pays)):
        own = pays[pt, t.own[h]]
        s.sure[pt], s.sure_kind[pt] = own, STAND
        if folds[pt] > own:
            s.sure[pt], s.sure_kind[pt] = folds[pt], FOLD
        best = 0
        for i in range(5):
            s.sums[pt, i] = sums4[pt, s.draws[i]] - own
            if s.sums[pt, i] > s.sums[pt, best]:
                best = i
        s.best[pt] = best
        worth = worth or s.sums[pt, best] - 3 * s.least[pt] + slack >= (n - 3) * s.sure[pt]
    if not worth:
        return 0, pays.shape[1] - 1
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
    s.three[: pays.shape[1]] = 0
    for j in range(n):
        s.three[s.rows[s.best[0], j]] += 1
    base = 0
    for k in range(pays.shape[1]):
        if s.three[k] > s.three[base]:
            base = k
    return _distinct(n, base, pays, s), base


@inline_kernel
def _distinct(n: int, base: int, pays: Ints, s: Scratch) -> int:
    # Drops duplicate draws, and bounds the effect of dead cards on the others.
    count = 0
    for i in range(5):
        alike = False
        for d in range(count):
            other = s.draws[d]
            j = 0 if s.sums[0, i] == s.sums[0, other] else n + 1
            while j < n and s.rows[i, j] == s.rows[other, j]:
                j += 1
            alike = alike or j == n
        if alike:
            continue
        s.draws[count] = i
        count += 1
        for pt in range(len(pays)):
            best = s.best[pt]
            for j in range(n):
                s.three[j] = pays[pt, base] - pays[pt, s.rows[i, j]]
            _three_largest(s.three, n, s.luck, pt, i)
            for j in range(n):
                # The best draw gains nothing on itself; its loss to a sure result is stored there.
                if i == best:
                    s.three[j] = -s.three[j]
                else:
                    s.three[j] = pays[pt, s.rows[best, j]] - pays[pt, s.rows[i, j]]
            _three_largest(s.three, n, s.gain, pt, i)
    return count


@inline_kernel
def live_options(
    m: int, n: int, draws: int, base: int, pays: Ints, slack: int, s: Scratch
) -> tuple[int, int]:
    """Finds the options that some m dead cards make the best under some table, or leave behind by
    less than `slack`; returns (options, kinds of cards).

    Values are stored minus pays[base] for each unseen card.
    """
    live = 0
    for pt in range(len(pays)):
        certain = (n - m) * (s.sure[pt] - pays[pt, base])
        lead = s.sums[pt, s.best[pt]] - n * pays[pt, base]
        if draws == 0 or lead - s.gain[pt, s.best[pt], m] <= certain + slack:
            live = 1
    if live == 1:
        s.kinds[0] = STAND
        for pt in range(len(pays)):
            s.start[pt, 0] = (n - m) * (s.sure[pt] - pays[pt, base])
    for d in range(draws):
        i = s.draws[d]
        best_of_some = False
        for pt in range(len(pays)):
            certain = (n - m) * (s.sure[pt] - pays[pt, base])
            lead = s.sums[pt, s.best[pt]] - n * pays[pt, base]
            s.start[pt, live] = s.sums[pt, i] - n * pays[pt, base]
            most = s.start[pt, live] + slack
            behind = i != s.best[pt] and most + s.gain[pt, i, m] < lead
            best_of_some = best_of_some or not (most + s.luck[pt, i, m] < certain or behind)
        if best_of_some:
            s.kinds[live] = i
            live += 1
    if draws == 0:
        return 1, 0
    return live, _kinds_of_cards(n, live, base, pays, s)


@inline_kernel
def _kinds_of_cards(n: int, live: int, base: int, pays: Ints, s: Scratch) -> int:
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
                    for pt in range(len(pays)):
                        loss = pays[pt, s.rows[k, j]] - pays[pt, base] if k < STAND else 0
                        s.loss[pt, o, kind] = loss
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
