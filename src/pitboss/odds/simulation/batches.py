"""Lanes of simulated rounds: what a lane counts depends on its seed, number and length alone.

So rounds are cut into lanes of `LANE` and whoever runs them, wherever, the counts add up the same.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from pitboss.odds.draw.model import CATEGORIES, MAX_DISCARDS, Ties
from pitboss.odds.stud.shape import PATHS, Ints, steps
from pitboss.odds.stud.solve import Solution

if TYPE_CHECKING:
    from pitboss.odds.draw.solve import DrawSolution

LANE: Final = 1 << 22  # rounds: a tenth of a second of a stud game, two of a draw game


def lanes(rounds: int) -> Iterator[tuple[int, int]]:
    """The lanes that make so many rounds: number and length."""
    for lane in range(-(-rounds // LANE)):
        yield lane, min(LANE, rounds - lane * LANE)


class StudPolicy(msgspec.Struct, frozen=True):
    """A policy of a stud game on the whole deck, as the simulator reads it."""

    shape: tuple[int, ...]  # of the counts: [path, two-, three-, five-, six-card kind]
    step: tuple[Any, ...]
    policy: tuple[Any, ...]
    kinds: tuple[Any, ...]
    last: Any
    three: int
    six: int
    own: int  # how many of the five known cards are the seat's


def stud_policy(solution: Solution, *, three: bool = True, six: bool = True) -> StudPolicy:
    """A solution's policy: the optimal one, or whatever was put in its place.

    Without `three` or `six` such hands are not looked at, and all fall into the first kind.
    """
    game = solution.game
    axes, shape = game.axes, game.shape
    assert int(solution.has.sum()) == 52, "only whole decks are simulated"
    six = six and bool(shape.six)
    counted = [len(axes[k].labels) for k in (2, 3, 5)] + [len(axes[6].labels) if six else 1]
    return StudPolicy(
        shape=(PATHS, *counted),
        step=tuple(steps(k).reshape(-1) for k in (1, 2, 3, 4)),
        policy=tuple(
            np.ascontiguousarray(solution.policy[k][:2]).astype(width).reshape(-1)
            for k, width in ((2, np.uint8), (3, np.uint8), (4, np.uint32))
        ),
        kinds=tuple(axes[k].kinds.reshape(-1) for k in (2, 3, 5)),
        last=np.ascontiguousarray(axes[5].kinds[0][steps(4)]).reshape(-1),
        three=shape.three if three else -1,
        six=shape.six if six else 0,
        own=sum(where == "hole" for where, _ in shape.order),
    )


def stud_lane(policy: StudPolicy, seed: int, lane: int, rounds: int) -> Ints:
    """Rounds of one lane by the axes of `joint.joint_counts`."""
    from pitboss.odds.simulation import stud_kernels as sim_kernels

    counts = np.zeros(policy.shape, np.int64)
    sim_kernels.play(
        *(np.uint64(seed), np.uint64(lane), rounds),
        *(policy.step, policy.policy, policy.kinds, policy.last),
        *(policy.three, policy.six, counts),
    )
    return counts


def seats_lane(
    policy: StudPolicy, seats: int, worth: Ints, seed: int, lane: int, rounds: int
) -> tuple[Ints, tuple[float, float]]:
    """A lane of rounds with so many seats: counts over all seats, and two sums over rounds.

    `worth` is what a cell is worth to its seat; the sums are of what a round comes to for all seats
    together, and of its square, from which the error of the mean follows.
    """
    from pitboss.odds.simulation import stud_seat_kernels as seat_kernels

    counts, totals = np.zeros(policy.shape, np.int64), np.zeros(2)
    assert worth.shape == counts.shape
    seat_kernels.play_seats(
        np.uint64(seed),
        np.uint64(lane),
        rounds,
        seats,
        policy.own,
        policy.step,
        policy.policy,
        policy.kinds,
        policy.last,
        policy.three,
        policy.six,
        np.ascontiguousarray(worth),
        counts,
        totals,
    )
    return counts, (float(totals[0]), float(totals[1]))


class DrawPolicy(msgspec.Struct, frozen=True):
    """Optimal play of a game with two draws, as the simulator reads it."""

    acts: Any  # [number of five cards] → mask of first discards
    binom: Any
    cat4: Any
    sums4: Any
    merits: Any
    fold: int


def draw_policy(solution: "DrawSolution", ties: Ties = "play") -> DrawPolicy:
    from pitboss.odds.draw.solve import second_merits
    from pitboss.odds.simulation import draw_kernels as draw_play

    t = solution.deck.tables
    assert len(solution.deck.cards) == 54, "only whole decks are simulated"
    merits, fold = second_merits(solution.pays, ties)
    return DrawPolicy(
        draw_play.first_acts(t.hands, t.perms, solution.chosen(ties), t.binom),
        *(t.binom, t.cat4, draw_play.sum_fours(t.cat4, merits), merits),
        fold,
    )


def draw_lane(policy: DrawPolicy, seed: int, lane: int, rounds: int) -> Ints:
    """Rounds by [first discards, category, then folded, stood or drew at the second decision].

    The last row counts in its first column the hands folded at the first decision.
    """
    from pitboss.odds.simulation import draw_kernels as draw_play

    counts = np.zeros((MAX_DISCARDS + 2, len(CATEGORIES) + 3), np.int64)
    draw_play.play(
        *(np.uint64(seed), np.uint64(lane), rounds),
        *(policy.acts, policy.binom, policy.cat4, policy.sums4, policy.merits, policy.fold),
        counts,
    )
    return counts
