"""Runs a job: lanes dealt on threads or on a cluster, counts added up in the order of lanes.

    >>> run(job_of(priced_game("let-it-ride"), {}, seed=1), 10_000_000).estimates()

The counts depend on the job and the number of rounds alone, not on who dealt which lane or when.
"""

import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from decimal import Decimal
from typing import Any, Final, Protocol

import numpy as np

from pitboss.odds.game import priced_game
from pitboss.odds.simulation.estimates import Estimate, estimates
from pitboss.odds.simulation.estimates import record as estimate_record
from pitboss.odds.simulation.job import MOST_ROUNDS, BadJob, Dealt, Job, deal, lengths, warm
from pitboss.odds.simulation.saved import BadSave, Saved
from pitboss.odds.stud.shape import Ints

AHEAD: Final = 2  # lanes given out for each worker beyond the one that is waited for
PATIENCE: Final = 0.1  # seconds between looks at whether to stop


class Pool(Protocol):
    """Deals lanes somewhere."""

    workers: int

    def submit(self, job: Job, lane: int, rounds: int) -> Any: ...

    def result(self, waited: Any, seconds: float) -> Dealt | None:
        """None when it is not there yet."""

    def cancel(self, waited: Any) -> bool:
        """True when it will not be dealt."""

    def close(self) -> None: ...


class Threads:
    """The kernels let go of the interpreter while they deal, so threads are as good as processes
    and share one policy."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers)

    def submit(self, job: Job, lane: int, rounds: int) -> Future[Dealt]:
        return self.pool.submit(deal, job, lane, rounds)

    def result(self, waited: Future[Dealt], seconds: float) -> Dealt | None:
        try:
            return waited.result(seconds)
        except NotYet:
            return None

    def cancel(self, waited: Future[Dealt]) -> bool:
        return waited.cancel()

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Run:
    """A simulation under way, or over."""

    def __init__(self, job: Job, rounds: int, saved: Saved | None = None) -> None:
        check_rounds(rounds)
        self.job, self.rounds = job, rounds
        self.engine = warm(job)
        self.counts: Ints = np.zeros(self.engine.shape, np.int64)
        self.tail: Ints | None = None  # the last lane, where it is not a whole one
        self.lanes = self.total = self.squares = self.extra = 0
        if saved is not None:
            self._go_on(saved)
        self.begun_with = self.dealt

    def __repr__(self) -> str:
        return f"<Run of {self.job.game}: {self.dealt:,} of {self.rounds:,} rounds>"

    def _go_on(self, saved: Saved) -> None:
        if saved.length != self.engine.length or tuple(saved.shape) != self.engine.shape:
            raise BadSave("its lanes were cut by another version")
        if saved.lanes * saved.length > self.rounds:
            raise BadSave(
                f"it already has {saved.lanes * saved.length:,} rounds",
                what_to_do="ask for more with --rounds",
            )
        for place, count in saved.cells:
            self.counts.reshape(-1)[place] = count
        self.lanes, self.total, self.squares = saved.lanes, saved.total, saved.squares

    @property
    def dealt(self) -> int:
        return self.lanes * self.engine.length + self.extra

    @property
    def every(self) -> Ints:
        """Counts of all rounds dealt."""
        return self.counts if self.tail is None else self.counts + self.tail

    def add(self, rounds: int, dealt: Dealt) -> None:
        assert self.tail is None, "only the last lane may be short"
        self.total += dealt.total
        self.squares += dealt.squares
        if rounds < self.engine.length:
            self.tail, self.extra = dealt.counts, rounds
            self.tail_sums = dealt.total, dealt.squares
        else:
            self.counts += dealt.counts
            self.lanes += 1

    def go(self, pool: Pool, stop: Callable[[], bool] = lambda: False) -> Iterator["Run"]:
        """Deals what is missing; yields after every lane, and now and then while waiting. When
        `stop` says so, lanes already being dealt are waited for and no more are begun."""
        todo = lengths(self.engine.length, self.rounds, self.lanes)
        waiting: deque[tuple[int, Any]] = deque()
        stopped = False
        while True:
            while not stopped and len(waiting) < AHEAD * pool.workers:
                lane = next(todo, None)
                if lane is None:
                    break
                waiting.append((lane[1], pool.submit(self.job, *lane)))
            if not waiting:
                return
            found = pool.result(waiting[0][1], PATIENCE)
            if found is not None:
                self.add(waiting.popleft()[0], found)
            if not stopped and stop():
                stopped = True
                while waiting and pool.cancel(waiting[-1][1]):
                    waiting.pop()
            yield self

    def saved(self, said: str = "") -> Saved:
        flat = self.counts.reshape(-1)
        sums = self.tail_sums if self.tail is not None else (0, 0)
        return Saved(
            self.job,
            self.engine.length,
            self.lanes,
            self.engine.shape,
            tuple((int(place), int(flat[place])) for place in np.flatnonzero(flat)),
            self.total - sums[0],
            self.squares - sums[1],
            said,
        )

    def estimates(self) -> tuple[Estimate, ...]:
        return estimates(priced_game(self.job.game), self.job, self.engine, self.every, self.dealt)

    def edge(self) -> tuple[float, float]:
        """The whole game's running estimate, per unit, and its standard error."""
        counts, worth = self.every, self.engine.worth
        seen = self.dealt * self.job.seats
        mean = float((counts * worth).sum()) / seen
        square = float((counts * worth.astype(float) ** 2).sum()) / seen
        return -mean, float(np.sqrt(max(0.0, square - mean * mean) / self.dealt))

    def table_deviation(self) -> float:
        """Of what all seats of a round win together, in units."""
        mean = self.total / self.dealt
        return float(np.sqrt(max(0.0, self.squares / self.dealt - mean * mean)))

    def fingerprint(self) -> str:
        """The same for the same counts."""
        return hashlib.sha256(np.ascontiguousarray(self.every).tobytes()).hexdigest()


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadJob(
            f"{Decimal(rounds):.4g} rounds cannot be simulated",
            what_to_do=f"ask for 1 to {MOST_ROUNDS:,}",
        )


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(job: Job, rounds: int, workers: int | None = None) -> Run:
    """All of it, on threads."""
    made = Run(job, rounds)
    pool = Threads(workers or cores())
    try:
        for _ in made.go(pool):
            pass
    finally:
        pool.close()
    return made


class Clock:
    """Rounds a second and the time left, by the clock on the wall."""

    def __init__(self, made: Run) -> None:
        self.made, self.began = made, time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        return (self.made.dealt - self.made.begun_with) / max(self.seconds, 1e-9)


def record(made: Run, found: Sequence[Estimate], policy: str, seconds: float) -> dict[str, Any]:
    """The documented JSON; see docs/simulate.md."""
    job = made.job
    return {
        "game": job.game,
        "rules": job.rules,
        "policy": policy,
        "paytables": dict(job.letters),
        "seats": job.seats,
        "seed": job.seed,
        "rounds": made.dealt,
        "asked": made.rounds,
        "lane": made.engine.length,
        "counts": made.fingerprint(),
        "seconds": seconds,
        "table_deviation": made.table_deviation() if job.seats > 1 else None,
        "agrees": all(each.agrees for each in found),
        "wagers": [estimate_record(each) for each in found],
    }
