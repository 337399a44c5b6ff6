"""What is to be simulated, and what deals it: the same on a thread, a process or another machine.

A job is small and says all; whoever gets it builds what the kernels read by itself, once, so that
nothing large travels and a worker that comes late can take part.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.errors import PitbossError
from pitboss.odds.draw.model import CATEGORIES, MAX_DISCARDS, DrawPays
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.rounds import Rounds
from pitboss.odds.simulation import batches as lanes
from pitboss.odds.stud.shape import Ints

OPTIMAL: Final = "optimal"
#: Rounds of a whole lane, by what deals it: a fraction of a second each, so that an interrupt is
#: answered soon. Part of what a seed means: a change gives other counts.
STUD_LANE: Final = lanes.LANE
DRAW_LANE: Final = 1 << 19
SEATS_LANE: Final = 1 << 18
MOST_ROUNDS: Final = 10**13


class BadJob(PitbossError):
    """Something that cannot be simulated."""


class Job(msgspec.Struct, frozen=True):
    """Counts depend on this and on how many rounds are asked for, on nothing else."""

    game: str
    letters: tuple[tuple[str, str], ...]  # of every wager
    policy: str  # OPTIMAL, or the text of rule lists
    seats: int
    seed: int
    rules: str  # fingerprint of the rules

    @property
    def base(self) -> dict[str, str]:
        """Letters that bear on decisions."""
        own = priced_game(self.game).base_wagers()
        return {wager: letter for wager, letter in self.letters if wager in own}


class Dealt(msgspec.Struct, frozen=True, eq=False):
    """What some rounds came to."""

    counts: Any
    total: int = 0  # units that all seats of a round won, summed over rounds, for several seats
    squares: int = 0


class Engine(ABC):
    """Deals lanes of one job."""

    shape: tuple[int, ...]
    length: int
    worth: Ints  # by cell: units that the whole game wins
    find: Callable[[], Rounds]

    def exact(self) -> Rounds:
        """Every round of the same policy, counted."""
        return self.find()

    @abstractmethod
    def lane(self, lane: int, rounds: int) -> Dealt: ...

    @abstractmethod
    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        """Counts as `Rounds.cells` lists them."""


def prepared(job: Job) -> Engine:
    """The job's engine, built when first asked for."""
    with _building:
        return _prepared(job)


_building: Final = threading.Lock()


@lru_cache(maxsize=2)
def _prepared(job: Job) -> Engine:
    rules = priced_game(job.game)
    if rules.fingerprint != job.rules:
        raise BadJob(
            f"the rules of {job.game} are others here than where the simulation was begun",
            what_to_do="use the same version everywhere",
        )
    if rules.draws:
        from pitboss.odds.simulation.draw_engine import DrawEngine

        return DrawEngine(rules, job)
    from pitboss.odds.simulation.stud_engine import StudEngine

    return StudEngine(rules, job)


def deal(job: Job, lane: int, rounds: int) -> Dealt:
    """One lane, wherever this is called."""
    return prepared(job).lane(lane, rounds)


def lengths(whole: int, rounds: int, first: int = 0) -> Iterator[tuple[int, int]]:
    """Lanes, from one on, that make so many rounds together: number and length."""
    for lane in range(first, -(-rounds // whole)):
        yield lane, min(whole, rounds - lane * whole)


def warm(job: Job) -> Engine:
    """Ready to deal: everything compiled."""
    engine = prepared(job)
    engine.lane(0, 1)
    return engine


def draw_worth(pays: DrawPays) -> Ints:
    """Units won by [first discards, category, then folded, stood or drew]; see `draw_lane`."""
    worth = np.zeros((MAX_DISCARDS + 2, len(CATEGORIES) + 3), np.int64)
    worth[:-1, : len(CATEGORIES)] = pays.categories
    worth[:-1, len(CATEGORIES)] = pays.second_fold
    worth[-1, 0] = pays.first_fold
    return worth


def job_of(
    rules: PricedGame, letters: dict[str, str], policy: str = OPTIMAL, seats: int = 1, seed: int = 1
) -> Job:
    """A job with the first letter of every wager that none is named for."""
    chosen = {key: next(iter(tables)) for key, tables in rules.tables.items()}
    for wager, letter in letters.items():
        rules.table(rules.lettered(wager), letter)
        chosen[rules.lettered(wager)] = letter
    if not 1 <= seats <= rules.game.seats:
        raise BadJob(f"a table of {rules.game.name} has 1 to {rules.game.seats} seats, not {seats}")
    if not 0 <= seed < 1 << 64:
        raise BadJob(f"{seed} is no seed", what_to_do="give a number from 0 to 2^64 − 1")
    kept = {wager.key for wager in rules.game.wagers}
    named = tuple(sorted((w, letter) for w, letter in chosen.items() if w in kept))
    return Job(rules.game.key, named, policy, seats, seed, rules.fingerprint)
