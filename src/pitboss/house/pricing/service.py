"""Answers questions about odds in worker processes, with a queue and a cache.

A first solution may take most of a minute and block an interpreter all that time, so it is never
computed in the process that serves tables. Answers are cached; a client that asks meanwhile is told
to retry. A worker starts on demand, stops when idle, and is killed when a question takes too long.
"""

import asyncio
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.pricing.questions import QUICK, Question, WorkerReply, question_key

PATIENCE: Final = 0.8  # seconds a request waits before it is told to retry
MAX_WAITING: Final = 24  # questions in the queue
MAX_CACHED_BYTES: Final = 48 << 20
IDLE_SECONDS: Final = 300.0  # without a question, until the worker is stopped
MAX_SECONDS: Final = 900.0  # for one answer: a rule list for a new paytable takes minutes
MAX_MEMORY: Final = 1 << 31  # bytes; a worker that has grown beyond this is replaced


class TooBusy(PitbossError):
    """The queue is full."""

    status = 429


class NoAnswer(PitbossError):
    """The worker failed; the question itself was valid."""

    status = 500


class Working(msgspec.Struct, frozen=True):
    """Not computed yet; `ahead` questions come first."""

    working: bool
    seconds: float  # since the question arrived
    ahead: int
    retry_ms: int = 500


class _Job(msgspec.Struct, eq=False):
    key: str
    question: Question
    started: float
    quick: bool
    answer: Future[bytes | PitbossError]
    arrival: asyncio.Future[bytes | PitbossError]  # the same, on the event loop


class Pricing:
    """Two queues with one worker each, so that a hand or a meter does not wait behind a sheet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, _Job] = OrderedDict()  # not answered yet, oldest first
        self._cache: OrderedDict[str, bytes | PitbossError] = OrderedDict()
        self._bytes = 0
        self._lanes = {quick: _Worker(self._finish) for quick in (True, False)}

    async def ask(self, question: Question, patience: float = PATIENCE) -> bytes | Working:
        """The answer as JSON, or `Working` while it is being computed.

        Anyone may ask, so a request that waits holds no thread.
        """
        key = question_key(question)
        with self._lock:
            cached = self._cache.get(key)
            if cached is not None:
                self._cache.move_to_end(key)
                return _raise_or_return(cached)
            job = self._jobs.get(key) or self._begin(key, question)
        await asyncio.wait({job.arrival}, timeout=patience)
        if job.arrival.done():
            return _raise_or_return(job.arrival.result())
        with self._lock:
            lane = [one.key for one in self._jobs.values() if one.quick == job.quick]
        ahead = lane.index(key) if key in lane else 0
        return Working(True, round(time.monotonic() - job.started, 1), ahead)

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.close()

    def _begin(self, key: str, question: Question) -> _Job:
        if len(self._jobs) >= MAX_WAITING:
            raise TooBusy("many other figures are being computed", what_to_do="try again later")
        answer: Future[bytes | PitbossError] = Future()
        about = (key, question, time.monotonic(), isinstance(question, QUICK))
        job = _Job(*about, answer, asyncio.wrap_future(answer))
        self._jobs[key] = job
        self._lanes[job.quick].put(job)
        return job

    def _finish(self, job: _Job, answer: bytes | PitbossError) -> None:
        with self._lock:
            if not isinstance(answer, NoAnswer):
                self._keep(job.key, answer)
            self._jobs.pop(job.key, None)
        job.answer.set_result(answer)

    def _keep(self, key: str, answer: bytes | PitbossError) -> None:
        self._cache[key] = answer
        self._bytes += _size(answer)
        while self._bytes > MAX_CACHED_BYTES and len(self._cache) > 1:
            _, dropped = self._cache.popitem(last=False)
            self._bytes -= _size(dropped)


class _Worker:
    """One worker process, started on demand, and the thread that feeds it."""

    def __init__(self, finish: Callable[[_Job, bytes | PitbossError], None]) -> None:
        self._finish = finish
        self._closed = False
        self._lock = threading.Lock()
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._runner: threading.Thread | None = None
        self._worker: subprocess.Popen[bytes] | None = None

    def put(self, job: _Job) -> None:
        """Runs on the event loop, which must not wait while a process starts under the lock."""
        if self._runner is None:
            self._runner = threading.Thread(target=self._run, name="pricing", daemon=True)
            self._runner.start()
        self._queue.put(job)

    def close(self) -> None:
        """Stops the worker; questions still in the queue stay unanswered."""
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
                job = self._queue.get(timeout=IDLE_SECONDS)
            except Empty:
                self._end_worker()
                continue
            if job is None or self._closed:
                self._end_worker()
                return
            self._finish(job, self._answer(job.question))

    def _answer(self, question: Question) -> bytes | PitbossError:
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
        reply = msgspec.json.decode(line, type=WorkerReply)
        if reply.memory > MAX_MEMORY:
            self._end_worker()
        if reply.wrong:
            return PitbossError(
                reply.wrong, clause=reply.clause or None, what_to_do=reply.what_to_do or None
            )
        return bytes(reply.answer)

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
                    with suppress(OSError):  # unread output
                        pipe.close()


def _size(answer: bytes | PitbossError) -> int:
    return len(answer) if isinstance(answer, bytes) else 500


def _raise_or_return(cached: bytes | PitbossError) -> bytes:
    if isinstance(cached, PitbossError):
        raise cached
    return cached
