"""Jobs of a stud game: optimal play or rule lists, one seat or a whole table."""

from collections.abc import Iterator

import numpy as np

from pitboss.odds.cache import digest, remember
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.optimal_rounds import rounds_of
from pitboss.odds.rounds import Rounds
from pitboss.odds.simulation import batches as lanes
from pitboss.odds.simulation.job import OPTIMAL, SEATS_LANE, STUD_LANE, Dealt, Engine, Job
from pitboss.odds.stud import solve as stud
from pitboss.odds.stud.rounds import base_tables, policy_rounds, stud_game, stud_money
from pitboss.odds.stud.shape import PATHS, Ints


class StudEngine(Engine):
    def __init__(self, rules: PricedGame, job: Job) -> None:
        self.job = job
        game = stud_game(rules)
        money = stud_money(rules, base_tables(rules, job.base, {}))
        solution = stud.solve(game, money)
        if job.policy == OPTIMAL:
            self.find = lambda: rounds_of(rules, job.base)
        else:
            solution = listed_policy(rules, job, solution)
            self.find = lambda: listed_rounds(rules, solution)
        self.policy = lanes.stud_policy(solution)
        self.shape = self.policy.shape
        self.length = STUD_LANE if job.seats == 1 else SEATS_LANE
        paths = np.arange(PATHS)
        three = money.now[3][paths & 3] if money.now[3].any() else np.zeros_like(money.now[3][:1])
        worth = (
            money.now[2][0][None, :, None, None, None]
            + three[:, None, :, None, None]
            + money.final[:, None, None, :, None]
        )
        self.worth = np.ascontiguousarray(np.broadcast_to(worth, self.shape))
        self.place = {path: at for at, path in enumerate(sorted(game.courses))}
        self.boxed = game.shape.six > 0

    def lane(self, lane: int, rounds: int) -> Dealt:
        job = self.job
        if job.seats == 1:
            return Dealt(lanes.stud_lane(self.policy, job.seed, lane, rounds))
        counts, sums = lanes.seats_lane(self.policy, job.seats, self.worth, job.seed, lane, rounds)
        return Dealt(counts, round(sums[0]), round(sums[1]))

    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        for path, *kinds in np.argwhere(counts).tolist():
            told = kinds if self.boxed else kinds[:-1]
            yield (self.place[path], *told, int(counts[(path, *kinds)]))


def listed_policy(game: PricedGame, job: Job, solution: stud.Solution) -> stud.Solution:
    """The solution with the acts of the job's rule lists in place of the best ones."""
    from pitboss.odds.rule_lists.price import listed_acts
    from pitboss.odds.rule_lists.text import read
    from pitboss.odds.strategy.situations import decisions_of, solved, with_acts

    acts = listed_acts(game, job.base, read(job.policy)[1])
    decisions = decisions_of(game.game, solved(game, job.base))
    return with_acts(solution, decisions, acts)


def listed_rounds(rules: PricedGame, solution: stud.Solution) -> Rounds:
    """Exact counts of rounds under rule lists."""
    policy = [solution.policy[known] for known in (2, 3, 4)]
    return remember(
        Rounds,
        (rules.fingerprint, "rule lists", digest(policy)),
        lambda: policy_rounds(rules, solution),
    )
