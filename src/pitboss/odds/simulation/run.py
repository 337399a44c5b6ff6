"""Runs a job on threads or on a cluster, and adds up the counts in the order of batches.

    >>> run(job_of(priced_game("let-it-ride"), {}, seed=1), 10_000_000).estimates()

The counts depend on the job and the number of rounds alone, not on which worker dealt a batch.
"""

import hashlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from pitboss.money import is_whole
from pitboss.odds.arrays import Ints
from pitboss.odds.figures import exact, provenance
from pitboss.odds.prices.price import rounds_of, wager_valuer
from pitboss.odds.simulation.batches import BatchCounts, Engine, batches
from pitboss.odds.simulation.estimates import Estimate, bets_of, estimates
from pitboss.odds.simulation.estimates import record as estimate_record
from pitboss.odds.simulation.job import MAX_ROUNDS, OPTIMAL, BadJob, Job
from pitboss.odds.simulation.saved import BadSave, SavedRun

AHEAD: Final = 2  # batches submitted for each worker beyond the next one
METHOD: Final = "simulated figures beside them, from xoshiro256++ seeded by seed and batch"
POLL_SECONDS: Final = 0.1  # between checks of `stop`


# ── dealing one batch ─────────────────────────────────────────────────────────────────────────────

_building: Final = threading.Lock()


def engine_for(job: Job) -> Engine:
    """The job's engine, built on first use."""
    with _building:
        return _engine(job)


@lru_cache(maxsize=2)
def _engine(job: Job) -> Engine:
    game = job.priced
    if game.fingerprint != job.rules:
        raise BadJob(
            f"the rules of {job.game} differ from those that the simulation was started under",
            what_to_do="use the same version everywhere",
        )
    if game.draws:
        from pitboss.odds.simulation.draw_engine import DrawEngine

        return DrawEngine(game, job)
    from pitboss.odds.simulation.stud_engine import StudEngine

    return StudEngine(game, job)


def deal(job: Job, batch: int, rounds: int) -> BatchCounts:
    """Deals one batch, on whichever machine this is called."""
    return engine_for(job).batch(batch, rounds)


# ── pools of workers ──────────────────────────────────────────────────────────────────────────────

Task = TypeVar("Task")


class Pool(Protocol[Task]):
    """Deals batches somewhere."""

    workers: int

    def submit(self, job: Job, batch: int, rounds: int) -> Task: ...

    def result(self, task: Task, seconds: float) -> BatchCounts | None:
        """The counts, or None if they are not ready yet."""

    def cancel(self, task: Task) -> bool:
        """Cancels the batch; returns whether it will not be dealt."""

    def close(self) -> None: ...


class ThreadPool:
    """The kernels release Python's lock, so threads are as fast as processes and share one
    policy."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers)

    def submit(self, job: Job, batch: int, rounds: int) -> Future[BatchCounts]:
        return self.pool.submit(deal, job, batch, rounds)

    def result(self, task: Future[BatchCounts], seconds: float) -> BatchCounts | None:
        try:
            return task.result(seconds)
        except NotYet:
            return None

    def cancel(self, task: Future[BatchCounts]) -> bool:
        return task.cancel()

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


# ── a run ─────────────────────────────────────────────────────────────────────────────────────────


class Run:
    """A simulation in progress, or finished."""

    def __init__(self, job: Job, rounds: int, saved: SavedRun | None = None) -> None:
        check_rounds(rounds)
        self.job, self.rounds = job, rounds
        self.engine = engine_for(job)
        self.engine.batch(0, 1)  # compiles everything that dealing needs
        self.counts: Ints = np.zeros(self.engine.shape, np.int64)
        self.tail: Ints | None = None  # the last batch, if it is shorter
        self.batches = self.total = self.squares = self.extra = 0
        if saved is not None:
            self._resume(saved)
        self.resumed = self.dealt

    def __repr__(self) -> str:
        return f"<Run of {self.job.game}: {self.dealt:,} of {self.rounds:,} rounds>"

    def _resume(self, saved: SavedRun) -> None:
        if saved.size != self.engine.size or tuple(saved.shape) != self.engine.shape:
            raise BadSave("its batches have the size of another version")
        if saved.batches * saved.size > self.rounds:
            raise BadSave(
                f"it already has {saved.batches * saved.size:,} rounds",
                what_to_do="ask for more with --rounds",
            )
        for place, count in saved.cells:
            self.counts.reshape(-1)[place] = count
        self.batches, self.total, self.squares = saved.batches, saved.total, saved.squares

    @property
    def dealt(self) -> int:
        return self.batches * self.engine.size + self.extra

    @property
    def every(self) -> Ints:
        """Counts of all rounds dealt."""
        return self.counts if self.tail is None else self.counts + self.tail

    def add(self, rounds: int, batch: BatchCounts) -> None:
        assert self.tail is None, "only the last batch may be short"
        self.total += batch.total
        self.squares += batch.squares
        if rounds < self.engine.size:
            self.tail, self.extra = batch.counts, rounds
            self.tail_sums = batch.total, batch.squares
        else:
            self.counts += batch.counts
            self.batches += 1

    def go(self, pool: Pool[Any], stop: Callable[[], bool] = lambda: False) -> Iterator["Run"]:
        """Deals the missing rounds; yields after every batch, and now and then while waiting. Once
        `stop()` is true, it waits for the batches in progress and submits no more."""
        todo = batches(self.engine.size, self.rounds, self.batches)
        waiting: deque[tuple[int, Any]] = deque()
        stopped = False
        while True:
            while not stopped and len(waiting) < AHEAD * pool.workers:
                batch = next(todo, None)
                if batch is None:
                    break
                waiting.append((batch[1], pool.submit(self.job, *batch)))
            if not waiting:
                return
            counts = pool.result(waiting[0][1], POLL_SECONDS)
            if counts is not None:
                self.add(waiting.popleft()[0], counts)
            if not stopped and stop():
                stopped = True
                while waiting and pool.cancel(waiting[-1][1]):
                    waiting.pop()
            yield self

    def saved(self, policy: str = "") -> SavedRun:
        flat = self.counts.reshape(-1)
        sums = self.tail_sums if self.tail is not None else (0, 0)
        return SavedRun(
            self.job,
            self.engine.size,
            self.batches,
            self.engine.shape,
            tuple((int(place), int(flat[place])) for place in np.flatnonzero(flat)),
            self.total - sums[0],
            self.squares - sums[1],
            policy,
        )

    def estimates(self) -> tuple[Estimate, ...]:
        return estimates(self.job.priced, self.job, self.engine, self.every, self.dealt)

    def cost(self, results: Sequence[Estimate]) -> Fraction:
        """What the policy loses a round against optimal play, in units of the base wager; exact,
        because both are counted over every deal.
        """
        whole, job, game = results[0], self.job, self.job.priced
        if job.policy == OPTIMAL:
            return Fraction(0)
        rounds = rounds_of(game, job.base)
        best = wager_valuer(game, rounds, whole.wager, whole.stake, bets_of(game, job))
        return whole.figures[0].exact + best.mean() / whole.stake

    def edge(self) -> tuple[float, float]:
        """The whole game's running estimate, per unit, and its standard error."""
        counts, worth = self.every, self.engine.worth / self.engine.parts
        seats = self.dealt * self.job.seats
        mean = float((counts * worth).sum()) / seats
        square = float((counts * worth**2).sum()) / seats
        return -mean, float(np.sqrt(max(0.0, square - mean * mean) / self.dealt))

    def table_deviation(self) -> float:
        """The standard deviation of the combined result of all seats of a round, in units."""
        mean = self.total / self.dealt
        deviation = np.sqrt(max(0.0, self.squares / self.dealt - mean * mean))
        return float(deviation) / self.engine.parts

    def fingerprint(self) -> str:
        """A hash of the counts."""
        return hashlib.sha256(np.ascontiguousarray(self.every).tobytes()).hexdigest()


def check_rounds(rounds: int) -> None:
    if not is_whole(rounds):
        raise BadJob(f"rounds is a whole number, not {rounds!r}")
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadJob(
            f"{Decimal(rounds):.4g} rounds cannot be simulated",
            what_to_do=f"ask for 1 to {MAX_ROUNDS:,}",
        )


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(job: Job, rounds: int, workers: int | None = None) -> Run:
    """Deals all rounds on threads."""
    simulation = Run(job, rounds)
    pool = ThreadPool(workers or cores())
    try:
        for _ in simulation.go(pool):
            pass
    finally:
        pool.close()
    return simulation


class Stopwatch:
    """Measures rounds per second of elapsed time."""

    def __init__(self, simulation: Run) -> None:
        self.simulation, self.start = simulation, time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.start

    @property
    def rate(self) -> float:
        return (self.simulation.dealt - self.simulation.resumed) / max(self.seconds, 1e-9)


def record(
    simulation: Run, results: Sequence[Estimate], policy: str, seconds: float
) -> dict[str, Any]:
    """The documented JSON; see docs/simulate.md."""
    job = simulation.job
    return {
        "game": job.game,
        "rules": job.rules,
        "own_rules": job.priced.mark,
        "policy": policy,
        "paytables": dict(job.letters),
        "seats": job.seats,
        "seed": job.seed,
        "rounds": simulation.dealt,
        "asked": simulation.rounds,
        "lane": simulation.engine.size,
        "counts": simulation.fingerprint(),
        "seconds": seconds,
        "table_deviation": simulation.table_deviation() if job.seats > 1 else None,
        "cost_against_optimal": exact(simulation.cost(results)),
        "provenance": provenance(job.priced, method=METHOD, seed=job.seed),
        "agrees": all(each.agrees for each in results),
        "wagers": [estimate_record(each) for each in results],
    }
