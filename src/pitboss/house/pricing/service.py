"""Prices for whoever asks the house: one question at a time, in processes of their own.

A first solution may take most of a minute and hold an interpreter all that time, so it is never
computed where tables are served. What was answered once is kept; who asks meanwhile is told to come
again. The worker lives while questions come, and a question that takes too long ends it.
"""

import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.pricing.questions import QUICK, Question, WorkerReply, question_key

PATIENCE: Final = 0.8  # seconds that an asker waits before being told to come again
MAX_WAITING: Final = 24  # questions in the queue
MAX_CACHED_BYTES: Final = 48 << 20  # bytes of answers
IDLE: Final = 300.0  # seconds without a question, after which the worker goes home
MAX_SECONDS: Final = 900.0  # seconds for one answer: a list of rules for a new table takes minutes
MAX_MEMORY: Final = 1 << 31  # bytes a worker may have grown to and be kept


class TooBusy(PitbossError):
    """More questions than can be answered soon."""

    status = 429


class NoAnswer(PitbossError):
    """The worker failed, which is no fault of the question."""

    status = 500


class Working(msgspec.Struct, frozen=True):
    """Not computed yet. `ahead` questions are answered first."""

    working: bool
    seconds: float  # since it was asked
    ahead: int
    retry_ms: int = 500


class _Job(msgspec.Struct, eq=False):
    key: str
    question: Question
    asked_at: float
    quick: bool
    done: Future[bytes]


class Pricing:
    """Two lanes, one worker each: a hand or a meter does not wait behind a whole sheet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, _Job] = OrderedDict()  # asked and not answered, oldest first
        self._kept: OrderedDict[str, bytes | PitbossError] = OrderedDict()
        self._bytes = 0
        self._lanes = {quick: _Worker(self._finish) for quick in (True, False)}

    def ask(self, question: Question, patience: float = PATIENCE) -> bytes | Working:
        """The answer as JSON, or that it is being worked on."""
        key = question_key(question)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                return _told(kept)
            job = self._jobs.get(key) or self._begin(key, question)
        try:
            return job.done.result(timeout=patience)
        except NotYet:
            with self._lock:
                lane = [one.key for one in self._jobs.values() if one.quick == job.quick]
            ahead = lane.index(key) if key in lane else 0
            return Working(True, round(time.monotonic() - job.asked_at, 1), ahead)

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.close()

    def _begin(self, key: str, question: Question) -> _Job:
        if len(self._jobs) >= MAX_WAITING:
            raise TooBusy("many other figures are being computed", what_to_do="ask again later")
        job = _Job(key, question, time.monotonic(), isinstance(question, QUICK), Future())
        self._jobs[key] = job
        self._lanes[job.quick].put(job)
        return job

    def _finish(self, job: _Job, found: bytes | PitbossError) -> None:
        with self._lock:
            if not isinstance(found, NoAnswer):
                self._keep(job.key, found)
            self._jobs.pop(job.key, None)
        if isinstance(found, PitbossError):
            job.done.set_exception(found)
        else:
            job.done.set_result(found)

    def _keep(self, key: str, found: bytes | PitbossError) -> None:
        self._kept[key] = found
        self._bytes += _size(found)
        while self._bytes > MAX_CACHED_BYTES and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= _size(dropped)


class _Worker:
    """One worker, begun when it is wanted, and the thread that feeds it."""

    def __init__(self, finish: Callable[[_Job, bytes | PitbossError], None]) -> None:
        self._finish = finish
        self._closed = False
        self._lock = threading.Lock()
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._runner: threading.Thread | None = None
        self._worker: subprocess.Popen[bytes] | None = None

    def put(self, job: _Job) -> None:
        with self._lock:
            if self._runner is None:
                self._runner = threading.Thread(target=self._run, name="pricing", daemon=True)
                self._runner.start()
        self._queue.put(job)

    def close(self) -> None:
        """What was not answered by now never is."""
        self._closed = True
        self._queue.put(None)
        with self._lock:
            worker, runner = self._worker, self._runner
        if worker is not None:
            worker.kill()
        if runner is not None:
            runner.join(timeout=5)

    def _run(self) -> None:
        while True:
            try:
                job = self._queue.get(timeout=IDLE)
            except Empty:
                self._end_worker()
                continue
            if job is None or self._closed:
                self._end_worker()
                return
            self._finish(job, self._answered(job.question))

    def _answered(self, question: Question) -> bytes | PitbossError:
        worker = self._begin_worker()
        assert worker.stdin is not None and worker.stdout is not None
        clock = threading.Timer(MAX_SECONDS, worker.kill)
        clock.start()
        try:
            worker.stdin.write(msgspec.json.encode(question) + b"\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
        except OSError:
            line = b""
        finally:
            clock.cancel()
        if not line:
            self._end_worker()
            return NoAnswer("this could not be computed", what_to_do="ask for something smaller")
        answer = msgspec.json.decode(line, type=WorkerReply)
        if answer.memory > MAX_MEMORY:
            self._end_worker()
        if answer.wrong:
            return PitbossError(
                answer.wrong, clause=answer.clause or None, what_to_do=answer.what_to_do or None
            )
        return bytes(answer.told)

    def _begin_worker(self) -> subprocess.Popen[bytes]:
        if self._worker is not None and self._worker.poll() is not None:
            self._end_worker()
        with self._lock:
            if self._worker is None:
                self._worker = subprocess.Popen(
                    [sys.executable, "-m", "pitboss.house.pricing.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            return self._worker

    def _end_worker(self) -> None:
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()
            worker.wait()
            for pipe in (worker.stdin, worker.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not read any more
                        pipe.close()


def _size(found: bytes | PitbossError) -> int:
    return len(found) if isinstance(found, bytes) else 500


def _told(kept: bytes | PitbossError) -> bytes:
    if isinstance(kept, PitbossError):
        raise kept
    return kept
