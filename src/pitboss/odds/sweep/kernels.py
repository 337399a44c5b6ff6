"""Solves one stud game under many paytables: what does not depend on pays is counted once.

The slow twins are `prices.price.price` of each table by itself and tests/twins/stud.py.
"""

import numpy as np

from pitboss.odds.arrays import Bools, Bytes, Integers, Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.stud.kernels import PATHS, RANKS, solve4, solve_before

FIGURES = 3  # sums of the results and of their squares, and the deals that a row pays


@kernel
def price_tables(
    sizes: Ints,
    left: tuple[Ints, ...],
    suited: tuple[Ints, ...],
    step: tuple[Integers, ...],
    kinds: tuple[Bytes, ...],
    ends: Bytes,
    choices: tuple[Ints, ...],
    paths: Ints,
    units: tuple[Ints, ...],
    folded: Bools,
    unit: int,
    to_come: tuple[int, ...],
    pays: tuple[Ints, ...],
    hits: tuple[Bools, ...],
    figures: Ints,
    courses: Ints,
) -> None:
    """Fills `figures` [table, figure] and `courses` [table, path] for best play, ties played on.

    `pays` are the net results of one unit and `hits` whether a row pays, both [table, kind] for
    hands of two, three and five cards; `units` is what a path stakes on each. `left`, `suited`,
    `step`, `choices` and `to_come` are by known cards, from two on.
    """
    now3 = np.zeros((4, pays[1].shape[1]), np.int64)
    now2 = np.zeros((1, pays[0].shape[1]), np.int64)
    final = np.zeros((pays[2].shape[1], paths.size), np.int64)
    by_path = np.zeros((PATHS, pays[2].shape[1]), np.int64)
    flags, twos, threes, fours = (*sizes.shape, left[1].shape[1], ends.shape[1])
    best4 = np.zeros((16, flags, fours), np.int64)
    best3, best2 = np.zeros((4, flags, threes), np.int64), np.zeros((1, flags, twos), np.int64)
    values4 = np.zeros(paths.size, np.int64)
    values3 = np.zeros((4, 4, flags, threes), np.int64)
    values2 = np.zeros((1, 4, flags, twos), np.int64)
    policy4 = np.zeros((flags, fours), np.uint32)
    policy3, policy2 = np.zeros((flags, threes), np.uint32), np.zeros((flags, twos), np.uint32)
    at3 = np.zeros((4, flags, threes, 4), np.int64)
    at4 = np.zeros((16, flags, fours, 4), np.int64)
    for t in range(pays[2].shape[0]):
        for i in range(paths.size):
            path = paths[i]
            for kind in range(pays[0].shape[1]):
                now2[0, kind] = units[0][path] * pays[0][t, kind]
            for kind in range(pays[1].shape[1]):
                now3[path & 3, kind] = units[1][path] * pays[1][t, kind]
            for kind in range(pays[2].shape[1]):
                won = -unit if folded[path] else pays[2][t, kind]
                final[kind, i] = by_path[path, kind] = units[2][path] * won
        solve4(ends, paths, final, True, best4, policy4, values4)
        solve_before(
            *(left[1], suited[1], step[1], now3, kinds[1], choices[1], best4, to_come[1], True),
            *(values3, best3, policy3),
        )
        solve_before(
            *(left[0], suited[0], step[0], now2, kinds[0], choices[0], best3, to_come[0], True),
            *(values2, best2, policy2),
        )
        at3[:] = 0
        at4[:] = 0
        add_up(
            sizes,
            left,
            suited,
            step,
            kinds,
            ends,
            (policy2, policy3, policy4),
            (now2, now3, by_path),
            (hits[0][t], hits[1][t], hits[2][t]),
            folded,
            at3,
            at4,
            figures[t],
            courses[t],
        )


@kernel
def add_up(
    sizes: Ints,
    left: tuple[Ints, ...],
    suited: tuple[Ints, ...],
    step: tuple[Integers, ...],
    kinds: tuple[Bytes, ...],
    ends: Bytes,
    policy: tuple[Integers, ...],
    results: tuple[Ints, ...],
    hits: tuple[Bools, ...],
    folded: Bools,
    at3: Ints,
    at4: Ints,
    figures: Ints,
    courses: Ints,
) -> None:
    """Adds the figures of all deals under a policy, class by class.

    Each class that is reached carries four sums over the deals that reach it: their number, the
    results so far and the squares of these, and the deals in which a row has paid already: `at3`
    and `at4` [path, flag, multiset, sum], zeros at the start.
    """
    flags = sizes.shape[0]
    sums = np.zeros(4, np.int64)
    for f in range(flags):
        for m in range(sizes.shape[1]):
            if sizes[f, m] <= 0:
                continue
            kind = kinds[0][f, m]
            won = results[0][0, kind]
            sums[0] = sizes[f, m]
            sums[1] = sums[0] * won
            sums[2] = sums[1] * won
            sums[3] = sums[0] if hits[0][kind] else 0
            pass_on(sums, at3[policy[0][f, m] & 3], f, step[0][m], left[0][f, m], suited[0][f, m])
    for a2 in range(4):
        for f in range(flags):
            for m in range(at3.shape[2]):
                own = at3[a2, f, m]
                if not own[0]:
                    continue
                kind = kinds[1][f, m]
                won = results[1][a2, kind]
                sums[0] = own[0]
                sums[1] = own[1] + own[0] * won
                sums[2] = own[2] + 2 * own[1] * won + own[0] * won * won
                sums[3] = own[0] if hits[1][kind] else own[3]
                a3 = (policy[1][f, m] >> (2 * a2)) & 3
                pass_on(sums, at4[a2 + 4 * a3], f, step[1][m], left[1][f, m], suited[1][f, m])
    for prefix in range(16):
        for f in range(flags):
            for m in range(at4.shape[2]):
                own = at4[prefix, f, m]
                if not own[0]:
                    continue
                path = prefix + 16 * ((policy[2][f, m] >> (2 * prefix)) & 3)
                for kind in range(ends.shape[2]):
                    ways = np.int64(ends[f, m, kind])
                    if ways:
                        won = results[2][path, kind]
                        figures[0] += ways * (own[1] + own[0] * won)
                        figures[1] += ways * (own[2] + 2 * own[1] * won + own[0] * won * won)
                        if not folded[path]:
                            figures[2] += ways * (own[0] if hits[2][kind] else own[3])
                        courses[path] += ways * own[0]


@kernel
def pass_on(sums: Ints, after: Ints, f: int, step: Integers, left: Ints, suited: Ints) -> None:
    """Adds the sums of a class to those of the classes with one card more."""
    for r in range(RANKS):
        to = step[r]
        if left[r] > 0:
            for i in range(4):
                after[0, to, i] += left[r] * sums[i]
        if suited[r] > 0:
            for i in range(4):
                after[f, to, i] += suited[r] * sums[i]
