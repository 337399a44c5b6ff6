"""A stud game as flat tables: every situation a player can be in, and what each choice is worth.

A situation is a decision, the choices made before it and the class of the known cards. All numbers
are in units of the base wager.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pitboss.envs.options import CACHED_GAMES, UnknownOption
from pitboss.odds.arrays import Floats, Integers, Ints
from pitboss.odds.game import PricedGame, priced_of
from pitboss.odds.stud import seat_value
from pitboss.odds.stud.rounds import stud_game, stud_payoffs
from pitboss.odds.stud.shape import MAX_CHOICES, Stage, members, steps
from pitboss.odds.stud.solve import PATHS, Path, Solution, solve
from pitboss.rulebook import own_rules
from pitboss.rulebook.rules import Rules, plain_choices


class StudArrays(NamedTuple):
    """What the kernels read. A path is the number that `solve.Path` describes."""

    step: tuple[Integers, ...]  # [multiset, rank] → multiset, from one card on
    flags: Ints  # row of the classes of mixed suits, then of each suit
    kinds: tuple[Integers, ...]  # [suit + 1 or 0, multiset] → kind of 2, 3 and 5 cards
    depths: Ints  # cards known, by decision
    begins: Ints  # the first situation, by decision
    classes: Ints  # classes of known cards, by decision
    rows: Ints  # [decision, path] → place of the path among those that lead to the decision
    folds: Ints  # whether choice 0 of a decision ends the round
    choices: Ints  # [situation] → number of choices
    worths: Floats  # [situation, choice], without wagers that were decided before
    best: Floats  # [situation] → the largest of its worths
    now2: Floats  # [kind] → result of wagers on two cards
    now3: Floats  # [path & 3, kind]
    final: Floats  # [path, kind]


class StudTables:
    """The situations of one game under one choice of paytables."""

    def __init__(
        self, game: PricedGame, letters: Mapping[str, str], bets: "StakesAndMeters | None" = None
    ) -> None:
        self.game = game
        self.letters = dict(letters)
        if bets is None:
            self.solution, self.scale = solve(stud_game(game), stud_payoffs(game, letters)), 1
        else:
            self.solution, self.scale = bets.solution(game, letters)
        self.stages = self.solution.game.shape.stages
        self.paths = [_paths_to(self.solution, stage) for stage in self.stages]
        self.flag_rows = len(self.solution.suits) + 1
        self.sums, self.orders = self._sums()
        self.arrays = self._arrays()

    @property
    def acts(self) -> int:
        """The most choices that a decision of the game has."""
        return int(self.arrays.worths.shape[1])

    @property
    def situations(self) -> int:
        return len(self.arrays.choices)

    def describe(self, situation: int) -> tuple[str, tuple[int, ...], tuple[int, ...], bool]:
        """The decision's key, the choices before it, the ranks known, and whether one suit."""
        at = int(np.searchsorted(self.arrays.begins, situation, side="right")) - 1
        stage, classes = self.stages[at], int(self.arrays.classes[at])
        row, number = divmod(situation - int(self.arrays.begins[at]), classes)
        flag, multiset = divmod(number, classes // self.flag_rows)
        path = self.paths[at][row]
        earlier = tuple(path.digit(before.depth) for before in self.stages[:at])
        return stage.key, earlier, tuple(members(stage.depth)[multiset].tolist()), flag > 0

    def _sums(self) -> tuple[Ints, list[int]]:
        """[situation, choice] → sum over the cards to come, and what to divide it by, by stage."""
        solution = self.solution
        blocks, orders = [], []
        for stage, paths in zip(self.stages, self.paths, strict=True):
            for path in paths:
                sums = solution.choice_sums(stage.depth, path)
                block = np.zeros((MAX_CHOICES, *sums.shape[1:]), np.int64)
                block[: len(sums)] = sums
                blocks.append(block.reshape(MAX_CHOICES, -1).T)
            orders.append(solution.payoffs.unit * self.scale * solution.to_come(stage.depth))
        return np.concatenate(blocks), orders

    def _arrays(self) -> StudArrays:
        solution, stages, paths = self.solution, self.stages, self.paths
        axes, payoffs = solution.game.axes, solution.payoffs
        unit = payoffs.unit * self.scale
        classes = [self.flag_rows * len(members(stage.depth)) for stage in stages]
        sizes = [len(some) * each for some, each in zip(paths, classes, strict=True)]
        begins = np.cumsum([0, *sizes[:-1]])
        rows = np.full((len(stages), PATHS), -1, np.int64)
        for at, some in enumerate(paths):
            rows[at, some] = np.arange(len(some))
        counts = [
            np.repeat(solution.game.choices[stage.depth][some], each)
            for stage, some, each in zip(stages, paths, classes, strict=True)
        ]
        choices = np.concatenate(counts)
        acts = int(choices.max())
        worths = self.sums[:, :acts] / np.repeat(np.array(self.orders, np.float64), sizes)[:, None]
        worths[np.arange(acts)[None, :] >= choices[:, None]] = -np.inf
        return StudArrays(
            tuple(steps(k) for k in (1, 2, 3, 4)),
            np.array(solution.flags(), np.int64),
            tuple(axes[k].kinds for k in (2, 3, 5)),
            np.array([stage.depth for stage in stages]),
            begins,
            np.array(classes),
            rows,
            np.array([int(stage.folds) for stage in stages]),
            choices,
            worths,
            worths.max(axis=1),
            payoffs.now[2][0] / unit,
            payoffs.now[3] / unit,
            payoffs.final / unit,
        )


def _paths_to(solution: Solution, stage: Stage) -> list[Path]:
    """The courses, not ended by a fold, that lead to a decision."""
    courses = (course for course in solution.game.courses.values() if not course.folded)
    return sorted({course.path.before(stage.depth) for course in courses})


class StakesAndMeters(NamedTuple):
    """Stakes by spot and meters, in cents, as a seat has them."""

    stakes: tuple[tuple[str, int], ...]
    meters: tuple[tuple[str, int], ...]

    def solution(self, game: PricedGame, letters: Mapping[str, str]) -> tuple[Solution, int]:
        """Optimal play with these bets in cents, and the base stake.

        Worths count what decisions can change: the base wagers, wagers that a fold forfeits, and
        under a payout limit that could be reached the other wagers on the five cards.
        """
        choices = plain_choices(game.game, own=own_rules(game.game, game.tables))
        choices = replace(choices, tables={**choices.tables, **letters})
        rules, stakes = Rules(choices), dict(self.stakes)
        unknown = [spot for spot in stakes if spot not in rules.spots]
        missing = [spot.key for spot in rules.required if not stakes.get(spot.key)]
        if unknown or missing:
            raise UnknownOption(
                f"there is no spot {unknown[0]!r}" if unknown else f"{missing[0]} has no stake",
                what_to_do=f"name stakes in cents by spot: {', '.join(rules.spots)}",
            )
        meters = {terms.meter: terms.initial for terms in choices.meters}
        if foreign := next((name for name, _ in self.meters if name not in meters), None):
            raise UnknownOption(
                f"there is no meter {foreign!r}",
                what_to_do=f"the meters are {', '.join(meters) or 'none'}",
            )
        bets = seat_value.seat_bets(rules, stakes, meters | dict(self.meters))
        if bets.limit is not None and (bets.limited or bets.boxed):
            raise UnknownOption(
                "these stakes could reach the payout limit with side wagers",
                what_to_do="lower the stakes, or leave the side wagers out",
            )
        return seat_value.solution(rules, bets, ()), bets.base


@lru_cache(CACHED_GAMES)
def _tables(
    game: PricedGame, letters: tuple[tuple[str, str], ...], bets: StakesAndMeters | None
) -> StudTables:
    return StudTables(game, dict(letters), bets)


def stud_tables(
    game: str | PricedGame,
    paytable: str = "",
    stakes: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
) -> StudTables:
    """The tables of a game; `paytable` is the letter of its base wagers, by default the first.

    With `stakes` by spot and `meters`, in cents, worths and rewards are those of a seat that has
    bet so, in units of its base stake.
    """
    priced = priced_of(game)
    if priced.draws:
        raise UnknownOption(f"{priced.game.name} is a draw game, and these are tables of studs")
    bets = None
    if stakes:
        bets = StakesAndMeters(tuple(sorted(stakes.items())), tuple(sorted((meters or {}).items())))
    return _tables(priced, tuple(priced.base_letters(paytable).items()), bets)
