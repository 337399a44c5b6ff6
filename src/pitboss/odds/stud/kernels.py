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
from pitboss.odds.compiler import kernel
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
def endings(left: Ints, suited: Ints, step4: Integers, kinds5: Bytes, out: Bytes) -> None:
    """Fills [flag, four known cards, kind] with the fifth cards that make a hand of that kind.

    `left` and `suited` are `classes.unseen_cards`. Here and below the caller provides the arrays:
    creating one inside a kernel adds a tenth of a second of compile time.
    """
    flags, classes, kinds = out.shape
    for first in range(0, kinds, GROUP):
        size = min(kinds - first, GROUP)
        low_of, high_of = _LOW[MAX_KINDS - first :], _HIGH[MAX_KINDS - first :]
        for f in range(flags):
            for m in range(classes):
                if left[f, m, 0] < 0:
                    continue
                # Each kind has eight bits of two words: sums in memory would wait for each store.
                low, high = np.int64(0), np.int64(0)
                for r in range(RANKS):
                    to = step4[m, r]
                    kind = kinds5[0, to]
                    low += left[f, m, r] * low_of[kind]
                    high += left[f, m, r] * high_of[kind]
                    if f:
                        kind = kinds5[f, to]
                        low += suited[f, m, r] * low_of[kind]
                        high += suited[f, m, r] * high_of[kind]
                for i in range(size):
                    out[f, m, first + i] = (low if i < 8 else high) >> (8 * (i & 7)) & 255


@kernel
def solve4(
    ends: Bytes,
    paths: Ints,
    final: Ints,
    play_ties: bool,
    best: Ints,
    policy: Integers,
    values: Ints,
) -> None:
    """Fills `best` [a2+4*a3, flag, multiset] at four known cards, over the fifth, and the policy.

    `final[kind, i]` is the result of a round of the course `paths[i]`; the paths are sorted by
    prefix, then by choice. The policy has two bits for each prefix. `values` is work space.
    """
    flags, classes, kinds = ends.shape
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


@kernel
def solve_before(
    left: Ints,
    suited: Ints,
    step: Integers,
    now: Ints,
    kinds: Bytes,
    choices: Ints,
    after: Ints,
    to_come: int,
    play_ties: bool,
    values: Ints,
    best: Ints,
    policy: Integers,
) -> None:
    """Fills values [prefix, choice, flag, multiset] at two or three known cards, best and policy.

    `after` is the best value one card later, `now[prefix, kind]` the result of wagers on
    just the cards known so far, and `to_come` the ordered ways to deal the others. At three
    cards the prefix is a2, at two it is 0; a choice is the next digit of the prefix in `after`.
    """
    prefixes, _, flags, classes = values.shape
    for f in range(flags):
        for m in range(classes):
            if left[f, m, 0] < 0:
                continue
            chosen = 0
            for prefix in range(prefixes):
                for a in range(choices[prefix]):
                    value = now[prefix, kinds[f, m]] * to_come
                    later = after[prefix + prefixes * a]
                    for r in range(RANKS):
                        to = step[m, r]
                        value += left[f, m, r] * later[0, to] + suited[f, m, r] * later[f, to]
                    values[prefix, a, f, m] = value
                    top = best[prefix, f, m]
                    if a == 0 or value > top or (play_ties and value == top):
                        best[prefix, f, m] = value
                        chosen = (chosen & ~(3 << (2 * prefix))) | (a << (2 * prefix))
            policy[f, m] = chosen


@kernel
def spread(
    sizes2: Ints,
    left: tuple[Ints, ...],
    suited: tuple[Ints, ...],
    step: tuple[Integers, ...],
    kinds: tuple[Bytes, ...],
    ends: Bytes,
    policy: tuple[Integers, ...],
    out: Ints,
) -> None:
    """Adds the deals to [path, two-card kind, three-card kind, five-card kind] under a policy.

    A deal is two cards as a set and then three in order, so all cells add up to
    C(n, 2)·(n-2)·(n-3)·(n-4). A hand that was folded is counted as it would have been dealt.
    `left`, `suited`, `step`, `kinds` and `policy` are tuples by known cards, from two on.
    """
    flags, classes = sizes2.shape
    for f in range(flags):
        for m in range(classes):
            if sizes2[f, m] <= 0:
                continue
            a2 = np.int64(policy[0][f, m]) & 3
            for r2 in range(RANKS):
                m3 = step[0][m, r2]
                for f3 in range(0, f + 1, max(f, 1)):
                    ways3 = suited[0][f, m, r2] if f3 else left[0][f, m, r2]
                    if ways3 <= 0:
                        continue
                    prefix = a2 + 4 * ((np.int64(policy[1][f3, m3]) >> (2 * a2)) & 3)
                    for r3 in range(RANKS):
                        m4 = step[1][m3, r3]
                        for f4 in range(0, f3 + 1, max(f3, 1)):
                            ways = suited[1][f3, m3, r3] if f4 else left[1][f3, m3, r3]
                            if ways <= 0:
                                continue
                            ways *= sizes2[f, m] * ways3
                            path = prefix + 16 * ((np.int64(policy[2][f4, m4]) >> (2 * prefix)) & 3)
                            cell = out[path, kinds[0][f, m], kinds[1][f3, m3]]
                            for kind in range(ends.shape[2]):
                                cell[kind] += ways * ends[f4, m4, kind]
