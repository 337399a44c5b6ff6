"""Deals a draw game: optimal play or rule lists, one seat or a whole table."""

from collections.abc import Iterator

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.draw.counting import second_merits
from pitboss.odds.draw.model import CATEGORIES, MAX_DISCARDS, DrawPays, draw_pays
from pitboss.odds.draw.options import sums_by_four
from pitboss.odds.draw.rounds import draw_cells, listed_rounds
from pitboss.odds.draw.solve import DrawSolution, draw_solution
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.price import rounds_of
from pitboss.odds.simulation import draw_kernels
from pitboss.odds.simulation.batches import DRAW_BATCH, BatchCounts, Engine
from pitboss.odds.simulation.draw_kernels import DrawPolicy, first_acts
from pitboss.odds.simulation.job import OPTIMAL, Job


class DrawEngine(Engine):
    size = DRAW_BATCH

    def __init__(self, game: PricedGame, job: Job) -> None:
        self.job = job
        if job.policy == OPTIMAL:
            solution = draw_solution(draw_pays(game, job.base))
            self.policy, self.second = draw_policy(solution), np.zeros(0, np.uint8)
            self.exact = lambda: rounds_of(game, job.base)
        else:
            solution = self._follow(game, job)
        self.worth, self.parts = _worth(solution.pays), solution.pays.unit
        self.shape = self.worth.shape

    def _follow(self, game: PricedGame, job: Job) -> DrawSolution:
        """Reads rule lists; returns the solution that they are compared with."""
        from pitboss.odds.draw.solve import draw_keys, solution_of
        from pitboss.odds.rule_lists.draw import FOLD, SECOND_FOLD, STAND
        from pitboss.odds.rule_lists.functions import policy_acts

        solution = solution_of(game, job.base)
        acts = policy_acts(game, job.base, job.policy)
        first, second = (acts[key] for key in draw_keys(game))
        first_masks = np.where(first == FOLD, -1, first)
        discards = np.where(second == STAND, 0, 1 << np.minimum(second, STAND))
        second_masks = np.where(second == SECOND_FOLD, -1, discards)
        t = solution.deck.tables
        by_hand, self.second = (
            first_acts(t.hands, t.perms, masks, t.binom) for masks in (first_masks, second_masks)
        )
        self.policy = draw_policy(solution)._replace(acts=by_hand)
        self.exact = lambda: listed_rounds(
            game, rounds_of(game, job.base), solution, first_masks, second
        )
        return solution

    def batch(self, number: int, rounds: int) -> BatchCounts:
        job = self.job
        if job.seats == 1 and job.policy == OPTIMAL:
            return BatchCounts(draw_batch(self.policy, job.seed, number, rounds))
        counts, totals = np.zeros(self.shape, np.int64), np.zeros(2)
        draw_kernels.play_seats(
            np.uint64(job.seed),
            np.uint64(number),
            rounds,
            job.seats,
            self.policy,
            self.second,
            self.worth,
            counts,
            totals,
        )
        return BatchCounts(counts, round(totals[0]), round(totals[1]))

    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        rows, kinds = counts[:-1].tolist(), len(CATEGORIES)
        folded, categories = [row[kinds] for row in rows], [row[:kinds] for row in rows]
        yield from draw_cells(int(counts[-1, 0]), folded, categories)


def _worth(pays: DrawPays) -> Ints:
    """What a seat wins, by the cells of `draw_batch`."""
    worth = np.zeros((MAX_DISCARDS + 2, len(CATEGORIES) + 3), np.int64)
    worth[:-1, : len(CATEGORIES)] = pays.categories
    worth[:-1, len(CATEGORIES)] = pays.second_fold
    worth[-1, 0] = pays.first_fold
    return worth


def draw_policy(solution: DrawSolution) -> DrawPolicy:
    """Optimal play, as the kernels read it."""
    t = solution.deck.tables
    assert len(solution.deck.cards) == 54, "only whole decks are simulated"
    merits, fold = second_merits(solution.pays)
    sums4 = np.empty(len(t.cat4), np.int64)
    sums_by_four(0, 1, t.cat4, merits, sums4)
    acts = first_acts(t.hands, t.perms, solution.chosen(), t.binom)
    return DrawPolicy(acts, t.binom, t.cat4, sums4, merits, fold)


def draw_batch(policy: DrawPolicy, seed: int, number: int, rounds: int) -> Ints:
    """Rounds by [first discards, category, then folded, stood or drew at the second decision].

    The last row counts in its first column the hands folded at the first decision.
    """
    counts = np.zeros((MAX_DISCARDS + 2, len(CATEGORIES) + 3), np.int64)
    draw_kernels.play(np.uint64(seed), np.uint64(number), rounds, policy, counts)
    return counts
