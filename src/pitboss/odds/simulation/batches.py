"""Batches of simulated rounds. The counts of a batch depend only on the job, its number and length.

So the sum of all counts is the same whichever worker deals a batch, on whichever machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from pitboss.odds.arrays import Ints
from pitboss.odds.rounds import Rounds

#: Rounds of a whole batch, by engine: a fraction of a second each, so that an interrupt takes
#: effect soon. A change gives every seed other counts.
STUD_BATCH: Final = 1 << 22
DRAW_BATCH: Final = 1 << 19
SEATS_BATCH: Final = 1 << 18


def batches(size: int, rounds: int, first: int = 0) -> Iterator[tuple[int, int]]:
    """The number and length of each batch from `first` on, for `rounds` rounds in all."""
    for number in range(first, -(-rounds // size)):
        yield number, min(size, rounds - number * size)


class BatchCounts(msgspec.Struct, frozen=True, eq=False):
    """The rounds of a batch by cell."""

    counts: Ints
    # With several seats: a round's combined result by the engine's `worth`, summed over rounds, and
    # the sum of its squares.
    total: int = 0
    squares: int = 0


class Engine(ABC):
    """Deals the batches of one job."""

    shape: tuple[int, ...]
    size: int  # rounds of a whole batch
    worth: Ints  # by cell: what the whole game wins, in parts of the base stake
    parts: int  # of one base stake in `worth`
    exact: Callable[[], Rounds]  # every round of the same policy, counted

    @abstractmethod
    def batch(self, number: int, rounds: int) -> BatchCounts: ...

    @abstractmethod
    def cells(self, counts: Ints) -> Iterator[tuple[int, ...]]:
        """Counts in the form of `Rounds.cells`."""
