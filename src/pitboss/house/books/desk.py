"""Answers questions about statistics for the pages: in a worker process, with progress and a cache.

A month of many tables is a minute's work or more, and it needs NumPy and Numba, which the process
that serves tables never loads. One question runs at a time. An answer stays valid until the books
of the house move on, and for at least `MIN_AGE` seconds.
"""

import asyncio
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.books.statistics import BadPeriod, By, Statistics
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import tables

MIN_AGE: Final = 60.0
MAX_ANSWERS: Final = 32
MAX_WAITING: Final = 8
PATIENCE: Final = 0.8  # seconds a request waits before it is told how far the work is
FILE_PATIENCE: Final = 60.0  # of a request for a paper


class NotReady(PitbossError):
    """Figures that are still being computed."""

    status = 409


class ManyInquiries(PitbossError):
    """The queue is full."""

    status = 429


class Failed(PitbossError):
    """The worker failed; the question itself was valid."""

    status = 500


class Stopping(PitbossError):
    """The server stops before it can answer."""

    status = 503


class Question(msgspec.Struct, frozen=True):
    """A period in milliseconds, what to group by, and which tables; with the way to the books."""

    start: int
    end: int
    by: By
    table: str = ""
    game: str = ""
    url: str = ""
    outside: str = ""


class WorkerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the worker: progress, the figures, or what is wrong."""

    read: int = 0
    rounds: int = 0
    record: Statistics | None = None
    wrong: str = ""
    what_to_do: str = ""


class StatisticsReply(msgspec.Struct, frozen=True):
    """The figures, or how many rounds have been read for them so far."""

    working: bool
    read: int = 0
    rounds: int = 0
    record: Statistics | None = None


class _Inquiry:
    def __init__(self, question: Question, seq: int) -> None:
        self.question, self.seq = question, seq
        self.read = self.rounds = 0
        self.ended = 0.0
        self.done: Future[None] = Future()
        self.record: Statistics | None = None
        self.error: PitbossError | None = None


_DECODER: Final = msgspec.json.Decoder(WorkerLine)


class StatisticsDesk:
    """Runs one worker at a time; the same question joins the one that runs."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._jobs: OrderedDict[Question, _Inquiry] = OrderedDict()
        self._worker: subprocess.Popen[bytes] | None = None
        self._closed = False

    async def ask(self, question: Question, patience: float = PATIENCE) -> StatisticsReply:
        """The figures, or the progress so far; a request that waits holds no thread."""
        job = await asyncio.to_thread(self._job, question)
        await asyncio.wait({asyncio.wrap_future(job.done)}, timeout=patience)
        if not job.done.done():
            return StatisticsReply(True, job.read, job.rounds)
        if job.error is not None:
            raise job.error
        return StatisticsReply(False, job.rounds, job.rounds, job.record)

    async def record(self, question: Question) -> Statistics:
        """The figures for a paper; waits longer, because a page shows them before."""
        record = (await self.ask(question, FILE_PATIENCE)).record
        if record is None:
            raise NotReady("these statistics are still being computed", what_to_do="try again soon")
        return record

    def start(self) -> None:
        self._closed = False

    def close(self) -> None:
        """Stops the worker; questions that wait are told that the server is stopping."""
        self._closed = True
        with self._lock:
            if self._worker is not None:
                self._worker.kill()

    def _job(self, question: Question) -> _Inquiry:
        if question.start >= question.end:
            raise BadPeriod("the period ends before it begins", what_to_do="name an earlier start")
        seq = self._seq()
        with self._lock:
            job = self._jobs.get(question)
            if job is not None and job.done.done():
                old = time.monotonic() - job.ended > MIN_AGE
                if job.error is not None or (old and job.seq != seq):
                    job = None
            if job is None:
                if sum(not one.done.done() for one in self._jobs.values()) >= MAX_WAITING:
                    raise ManyInquiries(
                        "many other statistics are being computed", what_to_do="try again later"
                    )
                job = self._jobs[question] = _Inquiry(question, seq)
                self._jobs.move_to_end(question)
                while len(self._jobs) > MAX_ANSWERS:
                    self._jobs.popitem(last=False)
                threading.Thread(target=self._run, args=(job,), daemon=True).start()
            return job

    def _seq(self) -> int:
        """A number that grows whenever a table's log does."""
        with self.house.store.read() as tx:
            query = sa.select(sa.func.coalesce(sa.func.sum(tables.c.seq), 0))
            return int(tx.execute(query).scalar_one())

    def _run(self, job: _Inquiry) -> None:
        with self._turn:
            try:
                if not self._closed:
                    self._read_lines(job)
            except OSError:
                pass
            if job.record is None and job.error is None:
                job.error = (
                    Stopping("the server is stopping", what_to_do="ask again in a moment")
                    if self._closed
                    else Failed("the statistics could not be computed")
                )
            job.ended = time.monotonic()
            job.done.set_result(None)

    def _read_lines(self, job: _Inquiry) -> None:
        store = self.house.store
        question = msgspec.structs.replace(
            job.question,
            url=store.url.render_as_string(hide_password=False),
            outside=str(self.house.outside),
        )
        worker = subprocess.Popen(
            [sys.executable, "-m", "pitboss.house.books.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        with self._lock:
            self._worker = worker
        with worker:
            assert worker.stdin is not None and worker.stdout is not None
            worker.stdin.write(msgspec.json.encode(question) + b"\n")
            worker.stdin.close()
            for raw in worker.stdout:
                line = _DECODER.decode(raw)
                if line.wrong:
                    job.error = PitbossError(line.wrong, what_to_do=line.what_to_do or None)
                elif line.record is not None:
                    job.record = line.record
                else:
                    job.read, job.rounds = line.read, line.rounds
        with self._lock:
            self._worker = None
