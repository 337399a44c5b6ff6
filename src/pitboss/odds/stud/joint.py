"""All wagers of a stud round at once, counted exactly."""

from itertools import combinations, permutations
from math import comb

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.stud.shape import DECIDED_AT, PATHS, steps
from pitboss.odds.stud.solve import Solution, Stud


def joint_counts(solution: Solution, *, six: bool = True) -> tuple[Ints, int]:
    """Deals by [path, two-, three-, five-, six-card kind] as a solution plays them, and their sum.

    One cell decides every wager of a round, so any set of wagers is priced from the counts, with
    its distribution and moments. Without `six` the last axis has one entry.
    """
    from pitboss.odds.stud import joint_kernels

    game = solution.game
    shape, axes = game.shape, game.axes
    boxed = 6 - shape.six if six and shape.six else 0
    if not boxed and shape.three <= 0:
        return solution.counts()[..., None], solution.deals
    deck = np.flatnonzero(solution.has.reshape(-1))
    size = shape.six if boxed else 2
    assert size == 2 or game.choices[2][0] == 1, "a hand of three must not hide a decision"
    hands, weights = _hands(deck, size, game, bool(boxed))
    boxes = comb(len(deck) - 5, boxed) if boxed else 0
    labels = [len(axes[k].labels) for k in (2, 3, 5)]
    counts = np.zeros((PATHS, *labels, len(axes[6].labels) if boxed else 1), np.int64)
    joint_kernels.joint(
        deck,
        hands,
        weights,
        boxes,
        tuple(steps(k) for k in (1, 2, 3, 4)),
        tuple(solution.policy[k][solution.flags()] for k in DECIDED_AT),
        tuple(axes[k].kinds for k in (2, 3, 5)),
        shape.three,
        counts,
    )
    total = int(counts.sum())
    return counts, total


def _hands(deck: Ints, size: int, game: Stud, boxed: bool) -> tuple[Ints, Ints]:
    """One set of cards for all that differ only by suits that no table distinguishes, and how many
    sets each stands for.

    Tables name a suit only for hands of one suit, so other hands may exchange any suits, unless
    the three-card hand lies outside them.
    """
    present = np.zeros(52, bool)
    present[deck] = True
    sets = np.array(list(combinations(deck.tolist(), size)), np.int64)
    one_suit = ((sets & 3) == (sets[:, :1] & 3)).all(axis=1)
    smallest = np.full(len(sets), np.iinfo(np.int64).max)
    for order in permutations(range(4)):
        suits = np.array(order)
        if present[deck - (deck & 3) + suits[deck & 3]].all():
            image = np.sort(sets - (sets & 3) + suits[sets & 3], axis=1)
            named = not all(_alike(game, s, t, boxed) for s, t in enumerate(order))
            if not (named and game.shape.three > 0 and game.axes[3].suits_matter):
                number = image @ (64 ** np.arange(size))
                may = ~one_suit if named else np.ones(len(sets), bool)
                smallest[may] = np.minimum(smallest, number)[may]
    own = sets @ (64 ** np.arange(size))
    numbers, weights = np.unique(smallest, return_counts=True)
    first = own == smallest
    return sets[first], weights[np.searchsorted(numbers, own[first])].astype(np.int64)


def _alike(game: Stud, s: int, t: int, boxed: bool) -> bool:
    """Whether no table distinguishes two suits; `shape.SIX_KINDS` names diamonds."""
    kinds = [game.axes[k].kinds for k in (2, 3, 5)]
    return (s == t or not boxed or 1 not in (s, t)) and all(
        (kind[s + 1] == kind[t + 1]).all() for kind in kinds
    )
