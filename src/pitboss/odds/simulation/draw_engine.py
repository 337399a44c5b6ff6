"""Jobs of a draw game: optimal play or rule lists, one seat or a whole table."""

from collections.abc import Iterator

import numpy as np

from pitboss.odds.draw.model import CATEGORIES, MAX_DISCARDS, draw_pays
from pitboss.odds.draw.rounds import draw_solution, listed_rounds
from pitboss.odds.draw.solve import DrawSolution
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.optimal_rounds import rounds_of
from pitboss.odds.simulation import batches as lanes
from pitboss.odds.simulation import draw_kernels as draw_play
from pitboss.odds.simulation.job import DRAW_LANE, OPTIMAL, Dealt, Engine, Job, draw_worth
from pitboss.odds.stud.shape import Ints


class DrawEngine(Engine):
    def __init__(self, rules: PricedGame, job: Job) -> None:
        self.job = job
        self.length = DRAW_LANE
        if job.policy == OPTIMAL:
            solution = draw_solution(draw_pays(rules, job.base))
            self.policy = lanes.draw_policy(solution)
            self.acts, self.second = self.policy.acts, np.zeros(0, np.uint8)
            self.find = lambda: rounds_of(rules, job.base)
        else:
            solution = self._follow(rules, job)
        self.worth = draw_worth(solution.pays)
        self.shape = self.worth.shape

    def _follow(self, rules: PricedGame, job: Job) -> DrawSolution:
        """Reads rule lists; returns the solution that they are compared with."""
        from pitboss.odds.rule_lists.draw import FOLD, SECOND_FOLD, STAND, draw_keys, solution_of
        from pitboss.odds.rule_lists.price import listed_acts
        from pitboss.odds.rule_lists.text import read

        solution = solution_of(rules, job.base)
        acts = listed_acts(rules, job.base, read(job.policy)[1])
        first, second = (acts[key] for key in draw_keys(rules))
        first_masks = np.where(first == FOLD, -1, first)
        discards = np.where(second == STAND, 0, 1 << np.minimum(second, STAND))
        second_masks = np.where(second == SECOND_FOLD, -1, discards)
        t = solution.deck.tables
        self.policy = lanes.draw_policy(solution)
        self.acts, self.second = (
            draw_play.first_acts(t.hands, t.perms, masks, t.binom)
            for masks in (first_masks, second_masks)
        )
        self.find = lambda: listed_rounds(
            rules, rounds_of(rules, job.base), solution, first_masks, second
        )
        return solution

    def lane(self, lane: int, rounds: int) -> Dealt:
        job, policy = self.job, self.policy
        if job.seats == 1 and job.policy == OPTIMAL:
            return Dealt(lanes.draw_lane(policy, job.seed, lane, rounds))
        from pitboss.odds.simulation import draw_seat_kernels

        counts, totals = np.zeros(self.shape, np.int64), np.zeros(2)
        draw_seat_kernels.play_seats(
            *(np.uint64(job.seed), np.uint64(lane), rounds, job.seats, self.acts, self.second),
            *(policy.binom, policy.cat4, policy.sums4, policy.merits, policy.fold),
            *(self.worth, counts, totals),
        )
        return Dealt(counts, round(totals[0]), round(totals[1]))

    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        """In the order of `draw.rounds`: a fold, then by number of discards."""
        nothing, kinds = CATEGORIES.index("nothing"), len(CATEGORIES)
        if counts[-1, 0]:
            yield 0, nothing, int(counts[-1, 0])
        for m in range(MAX_DISCARDS + 1):
            if counts[m, kinds]:
                yield 1 + 2 * m, nothing, int(counts[m, kinds])
            for kind in range(kinds):
                if counts[m, kind]:
                    yield 2 + 2 * m, kind, int(counts[m, kind])
