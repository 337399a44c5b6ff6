"""Deals a stud game: optimal play or rule lists, one seat or a whole table."""

from collections.abc import Iterator

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.cache import digest, remember
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.price import rounds_of
from pitboss.odds.rounds import Rounds
from pitboss.odds.simulation import stud_kernels
from pitboss.odds.simulation.batches import SEATS_BATCH, STUD_BATCH, BatchCounts, Engine
from pitboss.odds.simulation.job import OPTIMAL, Job
from pitboss.odds.simulation.stud_kernels import StudPolicy
from pitboss.odds.stud.rounds import policy_rounds, stud_game, stud_payoffs
from pitboss.odds.stud.shape import DECIDED_AT, steps
from pitboss.odds.stud.solve import PATHS, Payoffs, Solution, solve


class StudEngine(Engine):
    def __init__(self, game: PricedGame, job: Job) -> None:
        self.job = job
        stud = stud_game(game)
        payoffs = stud_payoffs(game, job.base)
        solution = solve(stud, payoffs)
        if job.policy == OPTIMAL:
            self.exact = lambda: rounds_of(game, job.base)
        else:
            solution = _listed(game, job, solution)
            self.exact = lambda: _listed_rounds(game, solution)
        self.policy = stud_policy(solution)
        self.shape = self.policy.shape
        self.size = STUD_BATCH if job.seats == 1 else SEATS_BATCH
        self.worth, self.parts = _worth(payoffs, self.shape), payoffs.unit
        self.place: dict[int, int] = {path: at for at, path in enumerate(sorted(stud.courses))}
        self.axes = 4 if stud.shape.six else 3

    def batch(self, number: int, rounds: int) -> BatchCounts:
        job = self.job
        if job.seats == 1:
            return BatchCounts(stud_batch(self.policy, job.seed, number, rounds))
        counts, sums = seats_batch(self.policy, job.seats, self.worth, job.seed, number, rounds)
        return BatchCounts(counts, round(sums[0]), round(sums[1]))

    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        for path, *kinds in np.argwhere(counts).tolist():
            yield (self.place[path], *kinds[: self.axes], int(counts[(path, *kinds)]))


def _worth(payoffs: Payoffs, shape: tuple[int, ...]) -> Ints:
    """What a seat wins, by cell."""
    paths = np.arange(PATHS)
    three = payoffs.now[3][paths & 3] if payoffs.now[3].any() else np.zeros_like(payoffs.now[3][:1])
    worth = (
        payoffs.now[2][0][None, :, None, None, None]
        + three[:, None, :, None, None]
        + payoffs.final[:, None, None, :, None]
    )
    return np.ascontiguousarray(np.broadcast_to(worth, shape))


def _listed(game: PricedGame, job: Job, solution: Solution) -> Solution:
    """The solution with the acts of the job's rule lists in place of the best ones."""
    from pitboss.odds.rule_lists.functions import policy_acts
    from pitboss.odds.strategy.situations import decisions_of, solved, with_acts

    acts = policy_acts(game, job.base, job.policy)
    decisions = decisions_of(solved(game, job.base))
    return with_acts(solution, decisions, acts)


def _listed_rounds(game: PricedGame, solution: Solution) -> Rounds:
    """Exact counts of rounds under rule lists."""
    question = (game.fingerprint, "rule lists", digest(solution.policy[k] for k in (2, 3, 4)))
    return remember(Rounds, question, lambda: policy_rounds(game, solution))


def stud_policy(solution: Solution, *, three: bool = True, six: bool = True) -> StudPolicy:
    """A solution's policy, as the kernels read it.

    Without `three` or `six` such hands are not evaluated, and all count as the first kind.
    """
    game = solution.game
    axes, shape = game.axes, game.shape
    assert int(solution.has.sum()) == 52, "only whole decks are simulated"
    six = six and bool(shape.six)
    kinds = [len(axes[k].labels) for k in (2, 3, 5)] + [len(axes[6].labels) if six else 1]
    return StudPolicy(
        shape=(PATHS, *kinds),
        step=tuple(steps(k).reshape(-1) for k in (1, 2, 3, 4)),
        policy=tuple(
            np.ascontiguousarray(solution.policy[k][solution.flags()]).astype(size).reshape(-1)
            for k, size in zip(DECIDED_AT, (np.uint8, np.uint8, np.uint32), strict=True)
        ),
        kinds=tuple(axes[k].kinds.reshape(-1) for k in (2, 3, 5)),
        last=np.ascontiguousarray(axes[5].kinds[0][steps(4)]).reshape(-1),
        three=shape.three if three else -1,
        six=shape.six if six else 0,
        own=tuple(where == "hole" for where, _ in shape.order),
    )


def stud_batch(policy: StudPolicy, seed: int, number: int, rounds: int) -> Ints:
    """Rounds of one batch by the axes of `rounds.joint_counts`."""
    counts = np.zeros(policy.shape, np.int64)
    stud_kernels.play(np.uint64(seed), np.uint64(number), rounds, policy, counts)
    return counts


def seats_batch(
    policy: StudPolicy, seats: int, worth: Ints, seed: int, number: int, rounds: int
) -> tuple[Ints, tuple[float, float]]:
    """A batch of rounds with several seats: counts over all seats, and two sums over rounds.

    `worth` is the result of a seat by cell. The sums are of the combined result of all seats of a
    round and of its square, from which the error of the mean follows.
    """
    counts, totals = np.zeros(policy.shape, np.int64), np.zeros(2)
    assert worth.shape == counts.shape
    words = np.uint64(seed), np.uint64(number)
    stud_kernels.play_seats(*words, rounds, seats, policy, worth, counts, totals)
    return counts, (float(totals[0]), float(totals[1]))
