"""Exact kernels for games in which one five-card hand grows card by card (stud games).

Cards become known one after another, and a decision may come at 2, 3 or 4 known cards. A decision
is one base-4 digit, so the whole course of a round is the path `a2 + 4*a3 + 16*a4`, and a table by
path and kind of hand has its result. The kernels know no wager, odds or fold.

The future depends on the known cards only through their ranks and, while all are of one suit, that
suit. So a class is a pair (flag, multiset of ranks), with flag 0 for mixed suits and flag f for
`suits[f-1]`. This holds for any deck, even with cards missing, and there are at most 1820 multisets
of four ranks, so a whole game is solved in about a millisecond.

All results are integers. The slow twin is `tests/twins/stud.py`.
"""

import numpy as np

from pitboss.odds.arrays import Bytes, Integers, Ints
from pitboss.odds.compiler import inline_kernel, kernel
from pitboss.odds.stud.shape import MAX_KINDS

RANKS = 13
PATHS = 64
GROUP = 16  # kinds counted together, eight bits each, in two words
# One in a kind's eight bits of the word, indexed by kind - first kind of the group + MAX_KINDS.
_LOW = np.zeros(2 * MAX_KINDS, np.uint64)
_LOW[MAX_KINDS : MAX_KINDS + 8] = [1 << 8 * k for k in range(8)]
_LOW = _LOW.view(np.int64)
_HIGH = np.roll(_LOW, 8)


@kernel
def rank_counts(has: Ints) -> Ints:
    """Cards of each rank; a loop, because a sum along an axis takes two seconds to compile."""
    counts = np.zeros(RANKS, np.int64)
    for r in range(RANKS):
        for s in range(4):
            counts[r] += has[r, s]
    return counts


@kernel
def class_sizes(has: Ints, suits: Ints, members: Ints) -> Ints:
    """Sets of cards of the deck in each class: [flag, multiset]; `has` is [rank, suit]."""
    counts = rank_counts(has)
    out = np.zeros((suits.size + 1, members.shape[0]), np.int64)
    for m in range(members.shape[0]):
        ways, run, distinct = 1, 0, True
        for i in range(members.shape[1]):
            r = members[m, i]
            run = run + 1 if i and members[m, i - 1] == r else 1
            distinct &= run == 1
            ways = ways * (counts[r] - run + 1) // run
        if distinct:
            for s in range(4):
                sets = 1
                for r in members[m]:
                    sets *= has[r, s]
                ways -= sets
                for f in range(suits.size):
                    if suits[f] == s:
                        out[f + 1, m] = sets
        out[0, m] = ways
    return out


@inline_kernel
def remaining(
    has: Ints, counts: Ints, suits: Ints, f: int, members: Ints, m: int, left: Ints, suited: Ints
) -> bool:
    """Counts the unseen cards of each rank: `suited` are of the flag's suit, `left` the others."""
    if f == 0:
        for r in range(RANKS):
            left[r] = counts[r]
            suited[r] = 0
        for i in range(members.shape[1]):
            r = members[m, i]
            left[r] -= 1
            if left[r] < 0:
                return False
        return True
    suit = suits[f - 1]
    for i in range(members.shape[1]):
        r = members[m, i]
        if not has[r, suit] or (i and r == members[m, i - 1]):
            return False
    for r in range(RANKS):
        suited[r] = has[r, suit]
        left[r] = counts[r] - suited[r]
    for i in range(members.shape[1]):
        suited[members[m, i]] = 0
    return True


@kernel
def endings(
    has: Ints, suits: Ints, members4: Ints, step4: Integers, kinds5: Bytes, kinds: int
) -> Bytes:
    """[flag, four known cards, kind] → fifth cards that make a five-card hand of that kind."""
    counts = rank_counts(has)
    left, suited = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    out = np.zeros((suits.size + 1, members4.shape[0], kinds), np.uint8)
    for first in range(0, kinds, GROUP):
        size = min(kinds - first, GROUP)
        low_of, high_of = _LOW[MAX_KINDS - first :], _HIGH[MAX_KINDS - first :]
        for f in range(suits.size + 1):
            for m in range(members4.shape[0]):
                if not remaining(has, counts, suits, f, members4, m, left, suited):
                    continue
                # Each kind has eight bits of two words: adding in memory would wait for each store.
                low, high = np.int64(0), np.int64(0)
                for r in range(RANKS):
                    to = step4[m, r]
                    kind = kinds5[0, to]
                    low += left[r] * low_of[kind]
                    high += left[r] * high_of[kind]
                    if f:
                        kind = kinds5[f, to]
                        low += suited[r] * low_of[kind]
                        high += suited[r] * high_of[kind]
                for i in range(size):
                    out[f, m, first + i] = (low if i < 8 else high) >> (8 * (i & 7)) & 255
    return out


@kernel
def solve4(ends: Bytes, paths: Ints, final: Ints, play_ties: bool) -> tuple[Ints, Integers]:
    """Best value [a2+4*a3, flag, multiset] at four known cards, over the fifth, and the policy.

    `final[kind, i]` is the result of a round of the course `paths[i]`; the paths are sorted by
    prefix, then by choice. The policy has two bits for each prefix.
    """
    flags, classes, kinds = ends.shape
    best = np.zeros((16, flags, classes), np.int64)
    policy = np.zeros((flags, classes), np.uint32)
    values = np.zeros(paths.size, np.int64)
    for f in range(flags):
        for m in range(classes):
            values[:] = 0
            for kind in range(kinds):
                ways = np.int64(ends[f, m, kind])
                if ways:
                    for i in range(paths.size):
                        values[i] += ways * final[kind, i]
            chosen = 0
            for i in range(paths.size):
                prefix, a = paths[i] & 15, paths[i] >> 4
                top = best[prefix, f, m]
                if a == 0 or values[i] > top or (play_ties and values[i] == top):
                    best[prefix, f, m] = values[i]
                    chosen = (chosen & ~(3 << (2 * prefix))) | (a << (2 * prefix))
            policy[f, m] = chosen
    return best, policy


@kernel
def solve_before(
    has: Ints,
    suits: Ints,
    members: Ints,
    step: Integers,
    now: Ints,
    kinds: Bytes,
    choices: Ints,
    after: Ints,
    play_ties: bool,
) -> tuple[Ints, Ints, Integers]:
    """Values [prefix, choice, flag, multiset] at two or three known cards, best values and policy.

    `after` is the best value one card later, `now[prefix, kind]` what is won there and then by the
    kind of the cards known so far. At three cards the prefix is a2, at two it is 0; a choice is the
    next digit of the prefix in `after`.
    """
    counts = rank_counts(has)
    cards = 0
    for count in counts:
        cards += count
    flags, classes, depth = suits.size + 1, members.shape[0], members.shape[1]
    to_come = 1
    for k in range(depth, 5):
        to_come *= cards - k
    prefixes = choices.size
    values = np.zeros((prefixes, 4, flags, classes), np.int64)
    best = np.zeros((prefixes, flags, classes), np.int64)
    policy = np.zeros((flags, classes), np.uint32)
    left, suited = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    for f in range(flags):
        for m in range(classes):
            if not remaining(has, counts, suits, f, members, m, left, suited):
                continue
            for prefix in range(prefixes):
                for a in range(choices[prefix]):
                    value = now[prefix, kinds[f, m]] * to_come
                    later = after[prefix + prefixes * a]
                    for r in range(RANKS):
                        to = step[m, r]
                        value += left[r] * later[0, to] + suited[r] * later[f, to]
                    values[prefix, a, f, m] = value
                    top = best[prefix, f, m]
                    if a == 0 or value > top or (play_ties and value == top):
                        best[prefix, f, m] = value
                        policy[f, m] &= ~np.uint32(3 << (2 * prefix))
                        policy[f, m] |= np.uint32(a << (2 * prefix))
    return values, best, policy


@kernel
def spread(
    has: Ints,
    suits: Ints,
    sizes2: Ints,
    members: tuple[Ints, ...],
    step: tuple[Integers, ...],
    kinds: tuple[Bytes, ...],
    ends: Bytes,
    policy: tuple[Integers, ...],
    shape: tuple[int, ...],
) -> Ints:
    """Deals by [path, two-card kind, three-card kind, five-card kind] under a policy.

    A deal is two cards as a set and then three in order, so all cells add up to
    C(n, 2)·(n-2)·(n-3)·(n-4). A hand that was folded is counted as it would have been dealt.
    `members`, `step`, `kinds` and `policy` are tuples by known cards, from two on.
    """
    counts = rank_counts(has)
    out = np.zeros((PATHS, shape[0], shape[1], shape[2]), np.int64)
    left2, suited2 = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    left3, suited3 = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    for f in range(suits.size + 1):
        for m in range(members[0].shape[0]):
            if sizes2[f, m] <= 0:
                continue
            remaining(has, counts, suits, f, members[0], m, left2, suited2)
            a2 = policy[0][f, m] & 3
            for r2 in range(RANKS):
                m3 = step[0][m, r2]
                for f3 in range(0, f + 1, max(f, 1)):
                    ways3 = suited2[r2] if f3 else left2[r2]
                    if ways3 <= 0:
                        continue
                    remaining(has, counts, suits, f3, members[1], m3, left3, suited3)
                    prefix = a2 + 4 * ((policy[1][f3, m3] >> (2 * a2)) & 3)
                    for r3 in range(RANKS):
                        m4 = step[1][m3, r3]
                        for f4 in range(0, f3 + 1, max(f3, 1)):
                            ways = suited3[r3] if f4 else left3[r3]
                            if ways <= 0:
                                continue
                            ways *= sizes2[f, m] * ways3
                            path = prefix + 16 * ((policy[2][f4, m4] >> (2 * prefix)) & 3)
                            cell = out[path, kinds[0][f, m], kinds[1][f3, m3]]
                            for kind in range(ends.shape[2]):
                                cell[kind] += ways * ends[f4, m4, kind]
    return out
