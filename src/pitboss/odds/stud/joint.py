"""All wagers of a stud round at once, and each kind of hand by itself, counted exactly."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np

from pitboss.cards import Card
from pitboss.odds.stud.shape import MIXED, Axis, Ints, members, steps
from pitboss.odds.stud.solve import PATHS, Solution, Stud


def joint_counts(solution: Solution, *, six: bool = True) -> tuple[Ints, int]:
    """Deals by [path, two-, three-, five-, six-card kind] as a solution plays them, and their sum.

    Every wager of a round is decided by one cell, so any set of wagers is priced from this: its
    distribution, its moments, what its parts share. Without `six` the last axis has one entry.
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
        *(deck, hands, weights, boxes),
        tuple(steps(k) for k in (1, 2, 3, 4)),
        tuple(solution.policy[k][solution.flags()] for k in (2, 3, 4)),
        tuple(axes[k].kinds for k in (2, 3, 5)),
        *(shape.three, counts),
    )
    total = int(counts.sum())
    return counts, total


def _hands(deck: Ints, size: int, game: Stud, boxed: bool) -> tuple[Ints, Ints]:
    """Sets of cards, one for all that differ by suits no table tells apart, and how many they are.

    A suit is named only for hands of one suit, so other hands may exchange any suits: unless the
    three-card hand lies outside them.
    """
    held = np.zeros(52, bool)
    held[deck] = True
    found = np.array(list(combinations(deck.tolist(), size)), np.int64)
    one_suit = ((found & 3) == (found[:, :1] & 3)).all(axis=1)
    least = np.full(len(found), np.iinfo(np.int64).max)
    for turn in permutations(range(4)):
        suits = np.array(turn)
        if held[deck - (deck & 3) + suits[deck & 3]].all():
            image = np.sort(found - (found & 3) + suits[found & 3], axis=1)
            named = not all(_alike(game, s, t, boxed) for s, t in enumerate(turn))
            if not (named and game.shape.three > 0 and game.axes[3].suits_matter):
                number = image @ (64 ** np.arange(size))
                may = ~one_suit if named else np.ones(len(found), bool)
                least[may] = np.minimum(least, number)[may]
    own = found @ (64 ** np.arange(size))
    numbers, weights = np.unique(least, return_counts=True)
    first = own == least
    return found[first], weights[np.searchsorted(numbers, own[first])].astype(np.int64)


def _alike(game: Stud, s: int, t: int, boxed: bool) -> bool:
    """Does no table tell one suit from the other? `tables.SIX_KINDS` names diamonds."""
    kinds = [game.axes[k].kinds for k in (2, 3, 5)]
    return (s == t or not boxed or 1 not in (s, t)) and all(
        (kind[s + 1] == kind[t + 1]).all() for kind in kinds
    )


def kind_counts(game: Stud, cards: int, deck: Ints | None = None) -> tuple[int, ...]:
    """Sets of so many cards of the deck by kind of hand."""
    from pitboss.odds.stud import joint_kernels, kernels

    axis = game.axes[cards]
    held = np.arange(52) if deck is None else deck
    if cards == 6:
        return tuple(int(n) for n in joint_kernels.count_sixes(held))
    has = np.zeros(52, np.int64)
    has[held] = 1
    sizes = kernels.class_sizes(has.reshape(13, 4), np.arange(4), members(cards))
    return tuple(int(sizes[axis.kinds == kind].sum()) for kind in range(len(axis.labels)))


def deal_kinds(
    game: Stud, cards: Sequence[Card], box: Sequence[Card] = ()
) -> tuple[int, int, int, int]:
    """The two-, three-, five- and six-card kinds of one deal, in the order the cards are known.

    The last four indices of the cell that the simulator and the exact counts put the deal into.
    """
    shape, axes = game.shape, game.axes
    three = cards[shape.three : shape.three + 3] if shape.three >= 0 else cards[:3]
    k2, k3, k5 = (_class_kind(axes[len(some)], some) for some in (cards[:2], three, cards))
    if not box:
        return k2, k3, k5, 0
    from pitboss.odds.simulation.stud_kernels import six_kind

    six = (np.uint64(card) for card in (*cards[: shape.six], *box))
    return k2, k3, k5, int(six_kind(*six))


def _class_kind(axis: Axis, cards: Sequence[Card]) -> int:
    suits = {card & 3 for card in cards}
    flag = suits.pop() + 1 if len(suits) == 1 else MIXED
    # The colexicographic number of the sorted ranks, as `tables.members` lists them.
    ranks = sorted(card >> 2 for card in cards)
    return int(axis.kinds[flag, sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))])
