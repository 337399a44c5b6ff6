"""What an event loop writes at the end of its turn, in its own thread.

The hand-over of a command to the writer's thread and back costs more than the command, and two
threads that are both busy keep each other from the interpreter. So a loop that gives commands
writes them itself, together with what the thread would write meanwhile. It waits for a quick disk;
while a database server commits, it goes on.
"""

import contextlib
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Any, Final, Protocol

from pitboss.house.storage.database import Busy
from pitboss.house.storage.fair_lock import FairLock
from pitboss.house.writing.group import QueuedCommand, SentGroup

MAX_JOBS: Final = 64  # in one transaction
MAX_DUTIES: Final = 1  # tables whose duties are done between two polls for requests: 10 ms each
LONE_SECONDS: Final = 0.05  # without commands, after which one at another table is lone
ACTIVE_SECONDS: Final = 0.5  # since a loop's last command, in which it writes for the thread too
SLOW_SECONDS: Final = 0.02  # average wait of a loop for a commit, above which the disk is slow
WAIT_WEIGHT: Final = 1 / 16  # of the last commit in that average, which one checkpoint must not tip
SLOW_REST_SECONDS: Final = 1.0  # for which the thread writes then
CALL_SECONDS: Final = 1.0  # that another thread waits for the loop before it runs the call itself
BUSY_SECONDS: Final = 0.03  # that a command waits for another writer before the thread takes it
RETRY_SECONDS: Final = 0.001  # between two attempts meanwhile
BUSY_REST_SECONDS: Final = 0.05  # for which the thread writes after that


class Loop(Protocol):
    """The part of an event loop that is needed here."""

    def call_soon(self, callback: Callable[..., object], *args: Any) -> object: ...
    def call_later(self, delay: float, callback: Callable[..., object]) -> object: ...
    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object: ...
    def add_reader(self, fd: int, callback: Callable[[], object], /) -> object: ...
    def remove_reader(self, fd: int, /) -> object: ...
    def is_closed(self) -> bool: ...


class Thread(Protocol):
    """The part of the writer that is needed here, and its thread."""

    lock: FairLock

    @property
    def is_running(self) -> bool: ...
    @property
    def is_local(self) -> bool: ...
    @property
    def is_ready(self) -> bool: ...
    def submit(self, job: QueuedCommand) -> None: ...
    def wake(self, table_id: str) -> None: ...
    def write_at_once(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> None: ...
    def send(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> SentGroup | None: ...
    def receive(self, sent: SentGroup) -> None: ...


class Turn:
    """All but `take_over` and `run_locked` runs on the event loop's thread."""

    def __init__(self, writer: Thread) -> None:
        self.writer = writer
        self.rests_until = 0.0  # by the monotonic clock
        self._loop: Loop | None = None
        self._last, self._table = -math.inf, ""  # when a command was added, and for which table
        self._jobs: deque[QueuedCommand] = deque()
        self._tables: deque[str] = deque()
        # Functions that other threads want to run under the writer's lock.
        self._calls: deque[tuple[Callable[[], object], Future[None]]] = deque()
        self._is_planned = False
        self._has_duties = False  # whether the last group had some
        self._sent: SentGroup | None = None  # the group that a server commits now
        self._socket = -1  # on which its answer comes; a lost connection has none
        self._wait_seconds = 0.0  # that the loop waits for a commit, on average
        self._busy_since = math.inf  # the first attempt that met another writer

    def add(self, job: QueuedCommand, loop: Loop) -> None:
        """Has a command written at the end of this turn of the loop; a lone one immediately."""
        if loop is not self._loop:
            self._loop, self._is_planned = loop, False
        now = time.monotonic()
        is_lone = job.table == self._table or now - self._last > LONE_SECONDS
        self._last, self._table = now, job.table
        is_free = not self._jobs and self._sent is None
        if is_lone and is_free and self._write_group((job,), ()):
            return
        self._jobs.append(job)
        self._plan()

    def take_over(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> bool:
        """Has a busy loop write what the thread has; False if the thread must write it itself."""
        now, loop = time.monotonic(), self._loop
        if loop is None or now > self._last + ACTIVE_SECONDS or not self._is_quick(now):
            return False
        self._jobs.extend(jobs)
        self._tables.extend(tables)
        with contextlib.suppress(RuntimeError):  # it has just been closed: see `drain`
            loop.call_soon_threadsafe(self._plan)
        return True

    def run_locked(self, function: Callable[[], object]) -> None:
        """Runs a function under the writer's lock: on a busy loop's thread, where it contends with
        nobody for the interpreter, or else here. Returns when it has run.
        """
        future = Future[None]()
        loop = self._loop
        if loop is not None and time.monotonic() <= self._last + ACTIVE_SECONDS:
            self._calls.append((function, future))
            with contextlib.suppress(RuntimeError):  # it has just been closed
                loop.call_soon_threadsafe(self._plan)
            wait([future], CALL_SECONDS)
        if future.cancel():  # the loop has not begun with it, and now never will
            with self.writer.lock:
                function()
        else:
            future.result()

    def drain(self) -> tuple[list[QueuedCommand], list[str]]:
        """What is still queued: if the loop has ended, the thread writes it when it stops."""
        return self._pop(len(self._jobs), len(self._tables))

    def _pop(self, jobs: int, tables: int) -> tuple[list[QueuedCommand], list[str]]:
        """The first of the jobs and tables, up to these numbers."""
        return (
            [self._jobs.popleft() for _ in range(min(jobs, len(self._jobs)))],
            [self._tables.popleft() for _ in range(min(tables, len(self._tables)))],
        )

    def _plan(self) -> None:
        if self._is_planned or self._sent is not None or self._loop is None:
            return
        if self._jobs or self._tables or self._calls:
            self._is_planned = True
            self._loop.call_soon(self._write)

    def _is_quick(self, now: float) -> bool:
        return self.writer.is_running and self.writer.is_ready and now >= self.rests_until

    def _write(self) -> None:
        self._is_planned = False
        if self._sent is not None:  # its end plans the next group
            return
        is_free = self._run_calls()
        # A group with commands has duties only if the one before had none.
        is_next = not self._has_duties or not self._jobs
        jobs, tables = self._pop(MAX_JOBS, MAX_DUTIES if is_next else 0)
        self._has_duties = bool(tables)
        if (jobs or tables) and not self._write_group(jobs, tables):
            is_soon = 0 <= time.monotonic() - self._busy_since < BUSY_SECONDS
            if is_soon and self._loop is not None:
                self._jobs.extendleft(reversed(jobs))
                self._tables.extendleft(reversed(tables))
                self._retry(self._loop)
                return
            self._hand_over(jobs, tables)
        if is_free or self._loop is None:
            self._plan()
        else:
            self._retry(self._loop)

    def _retry(self, loop: Loop) -> None:
        """Plans another attempt soon; what comes meanwhile waits for that attempt."""
        self._is_planned = True
        loop.call_later(RETRY_SECONDS, self._write)

    def _run_calls(self) -> bool:
        """Runs what other threads want to run under the lock; False if it is not free."""
        if not self._calls:
            return True
        if not self.writer.lock.enter_if_free():
            return False
        try:
            while self._calls:
                function, future = self._calls.popleft()
                if future.set_running_or_notify_cancel():
                    _run_call(function, future)
        finally:
            self.writer.lock.leave()
        return True

    def _hand_over(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> None:
        if self._busy_since < math.inf:
            self.rests_until = time.monotonic() + BUSY_REST_SECONDS
            self._busy_since = math.inf
        for job in jobs:
            self.writer.submit(job)
        for name in tables:
            self.writer.wake(name)

    def _write_group(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> bool:
        """Writes without making the loop wait for others; False if that is impossible."""
        began, busy = time.monotonic(), time.thread_time()
        is_alone = any(job.within_transaction is not None for job in jobs)
        if not self._is_quick(began) or (is_alone and not self.writer.is_local):
            return False
        if not self.writer.lock.enter_if_free():
            self._busy_since = min(self._busy_since, began)
            return False
        if not self.writer.is_local and self._loop is not None:
            self._busy_since = math.inf
            self._send_group(self._loop, jobs, tables)
            return True
        try:
            self.writer.write_at_once(jobs, tables)
            self._busy_since = math.inf
        except Busy:
            self._busy_since = min(self._busy_since, began)
            return False
        finally:
            self.writer.lock.leave()
            ended = time.monotonic()
            self.note_wait(ended - began - (time.thread_time() - busy), ended)
        return True

    def _send_group(self, loop: Loop, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> None:
        """Has a server commit while the loop goes on, holding the writer's lock. Commands that
        arrive in the meantime form the next group.
        """
        lock, sent = self.writer.lock, None
        try:
            sent = self.writer.send(jobs, tables)
        finally:
            if sent is None:
                lock.leave()
        if sent is not None:
            self._sent, self._socket = sent, sent.result.socket
            lock.pause(self._receive)
            loop.add_reader(self._socket, self._read)

    def _read(self) -> None:
        if self._sent is not None and self._sent.result.is_complete():
            self._receive()

    def _receive(self) -> None:
        """Takes the server's answer; waits for it if this thread needs the lock for something
        else.
        """
        sent, self._sent = self._sent, None
        if sent is None or self._loop is None:
            return
        if not self._loop.is_closed():
            self._loop.remove_reader(self._socket)
        self.writer.lock.resume()
        try:
            self.writer.receive(sent)
        finally:
            self.writer.lock.leave()
            self._plan()

    def note_wait(self, seconds: float, now: float) -> None:
        """Leaves the writing to the thread for a while if commits have been slow on average."""
        self._wait_seconds += WAIT_WEIGHT * (seconds - self._wait_seconds)
        if self._wait_seconds > SLOW_SECONDS:
            self._wait_seconds, self.rests_until = 0.0, now + SLOW_REST_SECONDS


def _run_call(function: Callable[[], object], future: Future[None]) -> None:
    try:
        function()
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(None)
