"""Exact counts of a draw game's rounds under rule lists, by discards and final hand."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from pitboss.odds.cache import remember
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import CATEGORIES, MOST_DISCARDS
from pitboss.odds.game import PricedGame
from pitboss.odds.rounds import Rounds, rounds_of
from pitboss.odds.rule_lists.draw import SECOND_FOLD
from pitboss.odds.simulation.job import digest


def listed_rounds(
    rules: PricedGame, letters: dict[str, str], solution: draw.DrawSolution, first: Any, second: Any
) -> Rounds:
    """`first` by class is a mask of discards or −1, `second` an act of `draw_second`."""
    like = rounds_of(rules, letters)  # courses and rows are the same
    asked = (rules.fingerprint, "rule lists", digest((first, second)))
    return remember(Rounds, asked, lambda: _counted(like, solution, first, second))


def _counted(like: Rounds, solution: draw.DrawSolution, first: Any, second: Any) -> Rounds:
    from pitboss.odds.draw import second_draw as kernels
    from pitboss.odds.draw.counts import count_keepers
    from pitboss.odds.draw.kernels import merge_parts

    deck = solution.deck
    t = deck.tables
    every, symmetries = np.arange(len(t.hands)), len(t.perms)
    folded = second == SECOND_FOLD
    nothing = CATEGORIES.index("nothing")
    cells = [(0, nothing, int(t.orbit[first < 0].sum()) * solution.denominator)]
    with ThreadPoolExecutor(draw.THREADS) as pool:
        for m in range(MOST_DISCARDS + 1):
            begin = draw._BEGIN[5 - m]
            rows = np.zeros((1, *draw._shape(deck, 5 - m)), np.int64)
            if m:
                count_keepers(t, first, m, begin, rows[0])
                draw._sweep(pool, merge_parts, t, *deck.keepers[5 - m], m, 1, rows)
            for kind in range(len(CATEGORIES)):
                # What a hand is worth when one category alone is worth something: how often it is.
                ones = np.zeros(len(CATEGORIES), np.int64)
                ones[kind] = 1
                met = np.zeros(len(t.hands), np.int64)
                out = np.zeros((len(t.hands), kernels.ACTS), np.int64)
                draw._sweep(
                    pool, kernels.second_values, t, ones, 0, first, m, begin,
                    draw._weight(deck.unseen, m), rows[0], met, out,
                )  # fmt: skip
                if kind == 0:
                    cells.append((1 + 2 * m, nothing, int(met[folded].sum()) // symmetries))
                made = out[every, np.where(folded, 0, second)][~folded]
                cells.append((2 + 2 * m, kind, int(made.sum()) // symmetries))
    found = tuple(cell for cell in cells if cell[-1])
    assert sum(cell[-1] for cell in found) == like.deals, "rounds were lost or counted twice"
    return Rounds(
        ties=like.ties,
        deals=like.deals,
        rounds=like.rounds,
        hands=like.hands,
        courses=like.courses,
        axes=like.axes,
        rows=like.rows,
        axis_of=like.axis_of,
        cells=found,
        decisions=(),
        tied=0,
    )
