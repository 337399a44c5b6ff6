"""Counts every round of a draw game, under optimal play or under rule lists."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np

from pitboss.cards import ACE
from pitboss.odds.arrays import Ints
from pitboss.odds.cache import digest, remember
from pitboss.odds.draw import counting
from pitboss.odds.draw.model import (
    CATEGORIES,
    MAX_DISCARDS,
    DrawCounts,
    DrawPays,
    draw_pays,
)
from pitboss.odds.draw.model import Ties as TieRule
from pitboss.odds.draw.solve import (
    SOLUTIONS,
    THREADS,
    DrawSolution,
    draw_solution,
    keep_last,
    solve_tables,
)
from pitboss.odds.game import PricedGame
from pitboss.odds.rounds import Course, Rounds, Tally, Ties
from pitboss.rankings import NOTHING, RANKINGS, Hand
from pitboss.rulebook.model import Decide

Cell = tuple[int, int, int]  # course, category, deals


Counts = dict[TieRule, DrawCounts]

_COUNTS: OrderedDict[DrawPays, Counts] = OrderedDict()


def _counts(pays: DrawPays) -> Counts:
    return _COUNTS.get(pays) or keep_last(_COUNTS, pays, counting.count_both(draw_solution(pays)))


def count_two_tables(game: PricedGame, two: Sequence[tuple[Mapping[str, str], int | None]]) -> None:
    """Solves and counts a game under two sets of letters, each with its stake, in one sweep;
    afterwards `draw_rounds` reads them from the cache.
    """
    one, other = (draw_pays(game, letters, stake) for letters, stake in two)
    if one == other:
        return
    solutions = solve_tables((one, other))
    for solution, counts in zip(solutions, counting.count_tables(solutions), strict=True):
        keep_last(SOLUTIONS, solution.pays, solution)
        keep_last(_COUNTS, solution.pays, counts)


def draw_rounds(
    game: PricedGame, letters: Mapping[str, str], ties: Ties, stake: int | None = None
) -> Rounds:
    """All rounds under optimal play."""
    pays = draw_pays(game, letters, stake)
    solution, counts = draw_solution(pays), _counts(pays)["play" if ties == "play" else "fold"]
    assert counts.moment(solution.pays, 1) == solution.expectation, "counts and solution disagree"
    stages = counts.by_discards
    cells = draw_cells(
        counts.folded_first,
        (stage.folded for stage in stages),
        (stage.categories for stage in stages),
    )
    base = [spot.key for spot in game.game.spots if spot.required]
    decided = [step.spot for step in game.game.play if isinstance(step, Decide)]
    rows = _rows(game)
    return Rounds(
        ties=ties,
        deals=counts.denominator,
        rounds=counts.denominator,
        hands={},  # how often a hand is made depends on the discards
        courses=_courses(base, decided),
        axes=("5",),
        rows=rows,
        axis_of=dict.fromkeys(rows, 0),
        cells=cells,
        decisions=_tallies(counts, decided),
        tied=sum(solution.tied_hands()) * solution.denominator,
    )


def _courses(base: list[str], decided: list[str]) -> tuple[Course, ...]:
    """A fold before the first draw, then by number of discards a second fold and a second bet."""
    courses = [Course(((decided[0], "fold"),), dict.fromkeys(base, 1), True)]
    stakes = dict.fromkeys((*base, decided[0]), 1)
    for discards in range(MAX_DISCARDS + 1):
        first = ((decided[0], "bet"), ("first discards", str(discards)))
        courses.append(Course((*first, (decided[1], "fold")), stakes, True))
        courses.append(Course((*first, (decided[1], "bet")), stakes | {decided[1]: 1}, False))
    return tuple(courses)


def draw_cells(
    folded_first: int, folded: Iterable[int], categories: Iterable[Iterable[int]]
) -> tuple[Cell, ...]:
    """The deals of each course of `_courses`, by number of discards."""
    nothing = CATEGORIES.index(NOTHING)
    cells = [(0, nothing, folded_first)]
    for m, (folds, kinds) in enumerate(zip(folded, categories, strict=True)):
        cells.append((1 + 2 * m, nothing, folds))
        cells += [(2 + 2 * m, kind, deals) for kind, deals in enumerate(kinds)]
    return tuple(cell for cell in cells if cell[-1])


def _rows(game: PricedGame) -> dict[str, tuple[int, ...]]:
    """Paytable → row by category, −1 for none."""
    rows = {}
    for table in game.every_table():
        best = len(RANKINGS[table.ranking].categories)
        hands = (Hand(best - at, (ACE,), -1, name) for at, name in enumerate(CATEGORIES))
        paid = [table.row_for(hand) for hand in hands]
        rows[table.key] = tuple(-1 if row is None else table.rows.index(row) for row in paid)
    return rows


def _tallies(counts: DrawCounts, decided: list[str]) -> tuple[Tally, ...]:
    stages = counts.by_discards
    return (
        Tally(decided[0], "fold", counts.folded_first),
        Tally(decided[0], "bet", counts.denominator - counts.folded_first),
        *(Tally("first discards", str(n), stage.total) for n, stage in enumerate(stages)),
        Tally(decided[1], "fold", counts.folded_second),
        Tally(decided[1], "bet", sum(stage.stood + stage.drew for stage in stages)),
        Tally("second discards", "0", sum(stage.stood for stage in stages)),
        Tally("second discards", "1", sum(stage.drew for stage in stages)),
    )


# ── under rule lists ──────────────────────────────────────────────────────────────────────────────


def listed_rounds(
    game: PricedGame, optimal: Rounds, solution: DrawSolution, first: Ints, second: Ints
) -> Rounds:
    """All rounds under rule lists; `optimal` has the same courses and rows.

    For each class, `first` has a mask of discards or −1, and `second` an act of `second_draw`.
    """
    question = (game.fingerprint, "rule lists", digest((first, second)))
    return remember(Rounds, question, lambda: _count_listed(optimal, solution, first, second))


def _count_listed(optimal: Rounds, solution: DrawSolution, first: Ints, second: Ints) -> Rounds:
    from pitboss.odds.draw.second_draw import FOLD

    deck = solution.deck
    every, symmetries = np.arange(len(second)), len(deck.tables.perms)
    folds = second == FOLD
    folded: list[int] = []
    categories: list[list[int]] = []
    with ThreadPoolExecutor(THREADS) as pool:
        for m in range(MAX_DISCARDS + 1):
            rows = counting.keeper_rows(pool, deck, first, m)
            categories.append([])
            # If one category alone is worth 1, a value is how often that category is made.
            for pays in np.eye(len(CATEGORIES), dtype=np.int64):
                met, values = counting.second_values(pool, deck, (pays, 0), first, m, rows)
                played = values[every, np.where(folds, 0, second)][~folds]
                categories[-1].append(int(played.sum()) // symmetries)
            folded.append(int(met[folds].sum()) // symmetries)
    folded_first = int(deck.tables.orbit[first < 0].sum()) * solution.denominator
    cells = draw_cells(folded_first, folded, categories)
    assert sum(cell[-1] for cell in cells) == optimal.deals, "rounds were lost or counted twice"
    return msgspec.structs.replace(optimal, cells=cells, decisions=(), tied=0)
