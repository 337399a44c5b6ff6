"""Exact kernels for games in which one five-card hand grows card by card (stud games).

Cards are known in the order 2, 3, 4, 5 and a decision may fall at 2, 3 or 4 known cards. A decision
is one base-4 digit, so the whole course of a round is `a2 + 4*a3 + 16*a4`. What is to come depends
on the known cards only through their ranks and, while all are of one suit, that suit: a class is a
pair (flag, multiset of ranks) where flag 0 means "not of one suit" and flag f > 0 stands for
`suits[f-1]`. That holds for any deck, also with cards missing, and there are at most 1820 multisets
of four ranks, so a whole game is solved in about a millisecond.

Everything returned is an integer; `pitboss.odds.exact` is the slow twin.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

RANKS = 13
PATHS = 64


@njit(cache=True, nogil=True)
def _multiplicity(members: Any, counts: Any) -> int:
    # Number of ways to take these ranks from the deck, whatever the suits.
    ways = 1
    i = 0
    while i < members.size:
        j = i
        while j < members.size and members[j] == members[i]:
            ways = ways * (counts[members[i]] - (j - i)) // (j - i + 1)
            j += 1
        i = j
    return ways


@njit(cache=True, nogil=True)
def class_sizes(has: Any, suits: Any, members: Any) -> Any:
    """Sets of cards of the deck in each class: [flag, multiset]; `has` is [rank, suit]."""
    counts = has.sum(axis=1)
    out = np.zeros((suits.size + 1, members.shape[0]), np.int64)
    for m in range(members.shape[0]):
        total = _multiplicity(members[m], counts)
        distinct = True
        for i in range(1, members.shape[1]):
            distinct &= members[m, i] != members[m, i - 1]
        if distinct:
            for s in range(4):
                held = 1
                for r in members[m]:
                    held *= has[r, s]
                total -= held
                for f in range(suits.size):
                    if suits[f] == s:
                        out[f + 1, m] = held
        out[0, m] = total
    return out


@njit(cache=True, nogil=True)
def solve(
    has: Any,
    suits: Any,
    members2: Any,
    members3: Any,
    members4: Any,
    step2: Any,
    step3: Any,
    step4: Any,
    pay2: Any,
    pay3: Any,
    pay5: Any,
    extra5: Any,
    fold_extra: int,
    unit: int,
    start: Any,
    line: Any,
    actions: Any,
    folds: Any,
    units: Any,
    play_ties: bool,
) -> Any:
    """Value of every action in every class, summed over the ordered cards still to come.

    `payK[flag, multiset]` is the net result of one unit on the K-card hand, `extra5` what comes on
    top when the hand was not folded, `fold_extra` when it was. `start[K-2]` units stand from the
    outset; the decision at k cards has `actions[k-2]` choices (1 = none), puts
    `units[k-2, choice]` on the `line[k-2]`-card hand, and choice 0 ends the hand if `folds[k-2]`, losing `unit` a unit.
    Returns values2 [flag, class, choice], values3 [.., a2, choice], values4 [.., a2+4*a3, choice]
    and the policies packed two bits a prefix.
    """
    counts = has.sum(axis=1)
    cards = counts.sum()
    flags = suits.size + 1
    after4 = cards - 4
    after3 = (cards - 3) * after4
    after2 = (cards - 2) * after3
    values2 = np.zeros((flags, members2.shape[0], 4), np.int64)
    values3 = np.zeros((flags, members3.shape[0], 4, 4), np.int64)
    values4 = np.zeros((flags, members4.shape[0], 16, 4), np.int64)
    best3 = np.zeros((4, flags, members3.shape[0]), np.int64)
    best4 = np.zeros((16, flags, members4.shape[0]), np.int64)
    policy2 = np.zeros((flags, members2.shape[0]), np.uint8)
    policy3 = np.zeros((flags, members3.shape[0]), np.uint8)
    policy4 = np.zeros((flags, members4.shape[0]), np.uint32)
    left = np.zeros(RANKS, np.int64)
    suited = np.zeros(RANKS, np.int64)
    stood = start.sum()

    for f in range(flags):
        for m in range(members4.shape[0]):
            if not _remaining(has, counts, suits, f, members4[m], left, suited):
                continue
            pays = 0
            tops = 0
            for r in range(RANKS):
                to = step4[m, r]
                pays += left[r] * pay5[0, to]
                tops += left[r] * extra5[0, to]
                if suited[r]:
                    pays += pay5[f, to]
                    tops += extra5[f, to]
            for a3 in range(actions[1]):
                if folds[1] and a3 == 0:
                    continue
                for a2 in range(actions[0]):
                    if folds[0] and a2 == 0:
                        continue
                    prefix = a2 + 4 * a3
                    five = start[3]
                    risk = stood + units[0, a2] + units[1, a3]
                    if line[0] == 5:
                        five += units[0, a2]
                    if line[1] == 5:
                        five += units[1, a3]
                    top = 0
                    for a in range(actions[2]):
                        if folds[2] and a == 0:
                            value = (fold_extra - unit * risk) * after4
                        elif line[2] == 5:
                            value = (five + units[2, a]) * pays + tops
                        else:
                            value = five * pays + tops
                        values4[f, m, prefix, a] = value
                        if a and (
                            value > values4[f, m, prefix, top]
                            or (play_ties and value == values4[f, m, prefix, top])
                        ):
                            top = a
                    best4[prefix, f, m] = values4[f, m, prefix, top]
                    policy4[f, m] |= np.uint32(top << (2 * prefix))

    for f in range(flags):
        for m in range(members3.shape[0]):
            if not _remaining(has, counts, suits, f, members3[m], left, suited):
                continue
            for a2 in range(actions[0]):
                if folds[0] and a2 == 0:
                    continue
                three = start[1]
                if line[0] == 3:
                    three += units[0, a2]
                top = 0
                for a in range(actions[1]):
                    if folds[1] and a == 0:
                        value = (fold_extra - unit * (stood + units[0, a2])) * after3
                    else:
                        prefix = a2 + 4 * a
                        value = three * pay3[f, m] * after3
                        if line[1] == 3:
                            value += units[1, a] * pay3[f, m] * after3
                        for r in range(RANKS):
                            to = step3[m, r]
                            value += left[r] * best4[prefix, 0, to]
                            if suited[r]:
                                value += best4[prefix, f, to]
                    values3[f, m, a2, a] = value
                    if a and (
                        value > values3[f, m, a2, top]
                        or (play_ties and value == values3[f, m, a2, top])
                    ):
                        top = a
                best3[a2, f, m] = values3[f, m, a2, top]
                policy3[f, m] |= np.uint8(top << (2 * a2))

    for f in range(flags):
        for m in range(members2.shape[0]):
            if not _remaining(has, counts, suits, f, members2[m], left, suited):
                continue
            top = 0
            for a in range(actions[0]):
                if folds[0] and a == 0:
                    value = (fold_extra - unit * stood) * after2
                else:
                    value = start[0] * pay2[f, m] * after2
                    if line[0] == 2:
                        value += units[0, a] * pay2[f, m] * after2
                    for r in range(RANKS):
                        to = step2[m, r]
                        value += left[r] * best3[a, 0, to]
                        if suited[r]:
                            value += best3[a, f, to]
                values2[f, m, a] = value
                if a and (
                    value > values2[f, m, top] or (play_ties and value == values2[f, m, top])
                ):
                    top = a
            policy2[f, m] = top
    return values2, values3, values4, policy2, policy3, policy4


@njit(cache=True, nogil=True)
def _remaining(
    has: Any, counts: Any, suits: Any, f: int, ranks: Any, left: Any, suited: Any
) -> bool:
    # Cards of each rank that follow: `suited` those that keep the flag's suit, `left` the others.
    for r in range(RANKS):
        left[r] = counts[r]
        suited[r] = has[r, suits[f - 1]] if f else 0
    for i in range(ranks.size):
        r = ranks[i]
        left[r] -= 1
        if f:
            if not suited[r]:
                return False
            suited[r] = 0
        elif left[r] < 0:
            return False
    if f:
        # A suited card that may still come is not among the others.
        for r in range(RANKS):
            left[r] -= suited[r]
    return True


@njit(cache=True, nogil=True)
def spread(
    has: Any,
    suits: Any,
    weights: Any,
    members2: Any,
    members3: Any,
    members4: Any,
    step2: Any,
    step3: Any,
    step4: Any,
    rows2: Any,
    rows3: Any,
    rows5: Any,
    shape: Any,
    policy2: Any,
    policy3: Any,
    policy4: Any,
) -> Any:
    """Deals by [path, two-card row, three-card row, five-card row] under a policy.

    A deal is two cards as a set and then three in order, so all cells add up to
    C(n, 2)·(n-2)·(n-3)·(n-4). A folded path goes on with digits 0, its hand counted as dealt.
    `weights[f-1]` is how many suits the flag stands for.
    """
    counts = has.sum(axis=1)
    flags = suits.size + 1
    out = np.zeros((PATHS, shape[0], shape[1], shape[2]), np.int64)
    ends = np.zeros((flags, members4.shape[0], shape[2]), np.int64)
    left2 = np.zeros(RANKS, np.int64)
    left3 = np.zeros(RANKS, np.int64)
    suited2 = np.zeros(RANKS, np.int64)
    suited3 = np.zeros(RANKS, np.int64)
    for f in range(flags):
        for m in range(members4.shape[0]):
            if _remaining(has, counts, suits, f, members4[m], left3, suited3):
                for r in range(RANKS):
                    to = step4[m, r]
                    ends[f, m, rows5[0, to]] += left3[r]
                    if suited3[r]:
                        ends[f, m, rows5[f, to]] += 1
    sizes = class_sizes(has, suits, members2)
    for f in range(flags):
        for m in range(members2.shape[0]):
            if sizes[f, m] <= 0 or not _remaining(
                has, counts, suits, f, members2[m], left2, suited2
            ):
                continue
            size = sizes[f, m] * (weights[f - 1] if f else 1)
            a2 = policy2[f, m]
            for r2 in range(RANKS):
                for f3 in range(0, f + 1, max(f, 1)):
                    ways3 = suited2[r2] if f3 else left2[r2]
                    if ways3 <= 0:
                        continue
                    m3 = step2[m, r2]
                    _remaining(has, counts, suits, f3, members3[m3], left3, suited3)
                    a3 = (policy3[f3, m3] >> (2 * a2)) & 3
                    prefix = a2 + 4 * a3
                    for r3 in range(RANKS):
                        for f4 in range(0, f3 + 1, max(f3, 1)):
                            ways4 = suited3[r3] if f4 else left3[r3]
                            if ways4 <= 0:
                                continue
                            m4 = step3[m3, r3]
                            a4 = (policy4[f4, m4] >> np.uint32(2 * prefix)) & 3
                            cell = out[prefix + 16 * a4, rows2[f, m], rows3[f3, m3]]
                            ways = size * ways3 * ways4
                            for row in range(shape[2]):
                                cell[row] += ways * ends[f4, m4, row]
    return out
