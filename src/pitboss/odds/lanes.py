"""Lanes of simulated rounds: what a lane counts depends on its seed, number and length alone.

So rounds are cut into lanes of `LANE` and whoever runs them, wherever, the counts add up the same.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.odds.stud import PATHS, Solution
from pitboss.odds.tables import Ints, steps

LANE: Final = 1 << 22  # rounds: a twentieth of a second or so


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
    )


def stud_lane(policy: StudPolicy, seed: int, lane: int, rounds: int) -> Ints:
    """Rounds of one lane by the axes of `joint.joint_counts`."""
    from pitboss.odds import sim_kernels

    counts = np.zeros(policy.shape, np.int64)
    sim_kernels.play(
        *(np.uint64(seed), np.uint64(lane), rounds),
        *(policy.step, policy.policy, policy.kinds, policy.last),
        *(policy.three, policy.six, counts),
    )
    return counts
