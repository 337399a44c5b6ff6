"""The one writer of a process: takes waiting commands, decides them and commits them together.

Nobody is answered before the commit. If a group cannot be written, nothing of it is durable, and
its commands are decided again one by one, each looked up first: a commit whose outcome is unknown
may have succeeded.
"""

import logging
import math
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from msgspec.structs import replace

from pitboss.errors import PitbossError
from pitboss.house.live_table import LiveTable
from pitboss.house.selfdeal import next_command, next_wake
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.database import Busy
from pitboss.house.storage.failures import OutcomeUnknown, Stale, crossed, unavailable
from pitboss.house.storage.fair_lock import FairLock
from pitboss.house.writing.group import FailedGroup, Group, QueuedCommand, SentGroup
from pitboss.house.writing.memory import Memory
from pitboss.house.writing.replies import Done, answer
from pitboss.house.writing.turn import MAX_JOBS, Turn
from pitboss.house.writing.wake_ups import WakeUps

MAX_CROSSINGS: Final = 4  # with another server's transactions, for one command
SWEEP_MS: Final = 5_000  # how often every table is checked, in case a wake-up was lost
_log = logging.getLogger("pitboss")
Announce = Callable[[Batch, Sequence[LiveTable]], None]


class Writer:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.lock = FairLock()  # guards memory and the one connection that writes
        self.announce: Announce | None = None  # tells other servers, in the same transaction
        self._queue: queue.SimpleQueue[QueuedCommand | FailedGroup | str | None]
        self._queue = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        # Groups that were committed, the commands in them, the most in one.
        self.groups = self.commands = self.largest = 0
        self._in_batch = False
        self._waits = True  # for a file that somebody else writes to
        self.turn = Turn(self)
        self._sleeps_until = math.inf  # milliseconds: when the thread checks wake-ups next
        self._wakes = WakeUps()
        self._next_sweep = 0

    # Giving commands

    def submit(self, job: QueuedCommand) -> None:
        """Queues a command for the thread, or writes it at once where there is none."""
        if self._thread is None or self.lock.is_mine:
            self.write([job])
        else:
            self._queue.put(job)

    @property
    def is_running(self) -> bool:
        """Whether there is a thread that writes."""
        return self._thread is not None

    @property
    def is_local(self) -> bool:
        """Whether a commit waits for a disk of this machine and not for a server."""
        return self.memory.store.is_sqlite

    @property
    def is_ready(self) -> bool:
        """Whether a group can be written without opening a connection to a server first."""
        return self.is_local or self.memory.store.has_writer

    def write_at_once(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> None:
        """Writes and answers under the lock; does not wait for another writer to the file."""
        self._waits = False
        try:
            self._write_and_answer(jobs, tables)
        finally:
            self._waits = True

    def _write_and_answer(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> None:
        """Writes the jobs, and the duties at those of the tables where one is due."""
        try:
            due = self._with_duty(jobs, tables)
            if jobs or due:
                self.write(jobs, due)
        except Exception as error:
            if isinstance(error, Busy) and not self._waits:
                raise
            self._answer_all(jobs, tables, error)

    def _write_failed(self, group: FailedGroup) -> None:
        try:
            with self.lock:
                self._write_singly(*group)
        except Exception as error:
            self._answer_all(group.jobs, group.tables, error)

    def _answer_all(
        self, jobs: Sequence[QueuedCommand], tables: Sequence[str], error: Exception
    ) -> None:
        """Answers every job with the error, so that nobody waits for ever."""
        if unavailable(error) is None:
            _log.error("duties failed at tables %s", ", ".join(tables), exc_info=error)
        for job in jobs:
            answer(job.slot, error)

    def wake(self, table_id: str) -> None:
        """Has the table's duties checked soon."""
        if self._thread is not None:
            self._queue.put(table_id)

    def write(self, jobs: Sequence[QueuedCommand], tables: Sequence[str] = ()) -> int:
        """Decides and commits the jobs and what is due at `tables`; returns the duties done."""
        with self.lock:
            alone = [job for job in jobs if job.within_transaction is not None]
            if alone and len(jobs) > 1:
                return sum(self.write([job], tables if job is jobs[-1] else ()) for job in jobs)
            try:
                return self._commit(jobs, tables, careful=bool(alone))
            except Busy:
                raise
            except Exception as error:
                return self._write_again(jobs, tables, error)

    def _write_again(
        self, jobs: Sequence[QueuedCommand], tables: Sequence[str], first: Exception
    ) -> int:
        """Writes a group whose first attempt failed."""
        if len(jobs) + len(tables) > 1 and self._is_crossing(first):
            try:  # all at once again, with every table locked and every id looked up
                return self._commit(jobs, tables, careful=True)
            except Exception as error:
                first = error
        if not isinstance(first, PitbossError) and self._is_strange(first):
            _log.warning("a group of %s commands is written again: %r", len(jobs), first)
        if not self._waits and not self.is_ready:  # a loop does not wait for a connection
            self._queue.put(FailedGroup(jobs, tables, first))
            return 0
        return self._write_singly(jobs, tables, first)

    def _is_crossing(self, error: Exception) -> bool:
        """Whether another server's transaction, or a retry's, came first."""
        is_late = isinstance(error, Stale) or crossed(error)
        return is_late or self.memory.store.is_duplicate(error)

    def _is_strange(self, error: Exception) -> bool:
        """Whether it is neither a taken id or number nor a database that is away."""
        return not self.memory.store.is_duplicate(error) and unavailable(error) is None

    def _write_singly(
        self, jobs: Sequence[QueuedCommand], tables: Sequence[str], first: Exception
    ) -> int:
        duties, away = 0, None
        failures: list[Exception] = []
        for job in jobs:
            try:
                if away is not None:  # nobody waits for a database that has just failed
                    raise away
                duties += self._commit_alone([job], ())
            except Exception as error:
                away = unavailable(error)
                # The first commit may have succeeded, and nobody can look now.
                is_unknown = isinstance(first, OutcomeUnknown) and away is not None
                answer(job.slot, first if is_unknown else error)
        for name in tables:
            try:
                if away is not None:
                    raise away
                duties += self._commit_alone((), [name])
            except Exception as error:
                away = unavailable(error)
                failures.append(error)
        if failures:  # a table that fails does not stop the others
            raise failures[0]
        return duties

    def _commit_alone(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> int:
        """Commits; retries if another server changed a row first, or the two deadlocked."""
        for _ in range(MAX_CROSSINGS):
            try:
                return self._commit(jobs, tables, careful=True)
            except Exception as error:
                if not isinstance(error, Stale) and not crossed(error):
                    raise
        return self._commit(jobs, tables, careful=True)

    def _commit(
        self, jobs: Sequence[QueuedCommand], tables: Sequence[str], *, careful: bool
    ) -> int:
        with self.batch() as batch:
            group = self._decide(batch, jobs, tables, careful=careful)
        self._publish(group)
        return group.duties

    def _decide(
        self,
        batch: Batch,
        jobs: Sequence[QueuedCommand],
        tables: Sequence[str],
        *,
        careful: bool = False,
    ) -> Group:
        group = Group(self.memory, batch, careful=careful)
        group.decide(jobs, tables)
        if group.history:
            self._flush(batch, list(group.tables.values()))
        return group

    # Writing to a server from a loop, which goes on until the server has answered

    def send(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> SentGroup | None:
        """Decides as `write_at_once`, and sends the commit; None if nothing is left to do.
        Otherwise the caller keeps the lock until it has called `receive`.
        """
        self._waits, sent = False, None
        try:
            due = self._with_duty(jobs, tables)
            if jobs or due:
                sent = self._send(jobs, due)
        except Exception as error:
            self._answer_all(jobs, tables, error)
        finally:
            self._waits = True
        return sent

    def _send(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> SentGroup | None:
        try:
            with ExitStack() as stack:
                batch = stack.enter_context(self.batch())
                group = self._decide(batch, jobs, tables)
                result = self.memory.store.send_commit()
                if result is not None:
                    return SentGroup(jobs, tables, group, result, stack.pop_all())
        except Exception as error:
            self._write_again(jobs, tables, error)
        else:
            self._publish(group)
        return None

    def receive(self, sent: SentGroup) -> None:
        """Waits for the server's answer unless it is there, and answers the commands."""
        self._waits = False
        try:
            try:
                sent.transaction.close()
            except Exception as error:
                self._write_again(sent.jobs, sent.tables, error)
            else:
                self._publish(sent.group)
        except Exception as error:
            self._answer_all(sent.jobs, sent.tables, error)
        finally:
            self._waits = True

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        """A transaction of the writer's own."""
        with self.lock:
            assert not self._in_batch, "one transaction at a time"
            self._in_batch = True
            try:
                with self.memory.store.begin_batch(wait=self._waits) as tx:
                    yield Batch(self.memory.store, tx, self.memory.keys)
            finally:
                self._in_batch = False

    def _flush(self, batch: Batch, tables: Sequence[LiveTable]) -> None:
        if self.announce is not None:
            self.announce(batch, tables)
        batch.flush(last=True)

    def _publish(self, group: Group) -> None:
        if group.history:
            self.groups += 1
            self.commands += len(group.history)
            self.largest = max(self.largest, len(group.history))
        for live in group.history:
            self.memory.publish(live)
        for name, live in group.tables.items():
            self._plan(name, live, group.retries.get(name))
        for job, reply in group.replies:
            if isinstance(reply, Done):
                self.memory.remember(job.key, job.digest, reply)
            answer(job.slot, reply)

    @contextmanager
    def transaction(self, table_id: str) -> Iterator[tuple[Batch, LiveTable]]:
        """A transaction at one table, for notes in its log; memory takes the table after it."""
        with self.batch() as batch:
            live = replace(self.memory.current(batch.tx, table_id, lock=True), news=())
            yield batch, live
            self._flush(batch, [live])
        self.memory.publish(live)
        self._plan(table_id, live)

    # The thread

    def start(self) -> None:
        """Starts the thread that writes what is queued and performs duties at their time."""
        assert self._thread is None
        self._thread = threading.Thread(target=self._run, name="pitboss writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread once everything queued is written."""
        thread = self._thread
        if thread is not None:
            self._queue.put(None)
            thread.join()
            self._thread = None
            self._drain()

    def _drain(self) -> None:
        self.write(*self.turn.drain())
        jobs, tables, _ = self._collect(None, 0)
        while jobs or tables:
            self.write(jobs, tables)
            jobs, tables, _ = self._collect(None, 0)

    def _run(self) -> None:
        while True:
            self._sleeps_until = math.inf  # what is planned from here on is put in the queue
            now = self.memory.clock()
            if now >= self._next_sweep:
                self._next_sweep = now + SWEEP_MS
                for name in self.memory.ids():
                    self._queue.put(name)
            due = min(self._next_sweep, self._wakes.first())
            self._sleeps_until = due
            jobs, tables, ends = self._collect(max(0.0, (due - now) / 1000))
            tables += self._wakes.pop(self.memory.clock())
            if (jobs or tables) and (ends or not self.turn.take_over(jobs, tables)):
                self._write_and_answer(jobs, tables)
            if ends:
                return

    def _collect(
        self, seconds: float | None, most: int = MAX_JOBS
    ) -> tuple[list[QueuedCommand], list[str], bool]:
        """What waits in the queue; waits up to `seconds` for the first."""
        jobs: list[QueuedCommand] = []
        tables: list[str] = []
        ends = False
        try:
            item = self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
            while True:
                match item:
                    case None:
                        ends = True
                    case str():
                        tables.append(item)
                    case FailedGroup():
                        self._write_failed(item)
                    case _:
                        jobs.append(item)
                if most and len(jobs) >= most:
                    break
                item = self._queue.get_nowait()
        except queue.Empty:
            pass
        return jobs, tables, ends

    # Wake-ups

    def _plan(self, table_id: str, live: LiveTable, retry: int | None = None) -> None:
        """Plans when the table's duties are checked next."""
        if not self.memory.deals(table_id):
            return
        at = retry or next_wake(live, self.memory.clock())
        if at is None or not self._wakes.plan(table_id, at):
            return
        if at < self._sleeps_until and threading.current_thread() is not self._thread:
            self.wake(table_id)

    def plan_anew(self) -> None:
        """Has every table checked again, because the clock was set."""
        self._wakes.clear()
        self._next_sweep = 0
        for name in self.memory.ids():
            self.wake(name)

    def _with_duty(self, jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> list[str]:
        """Those of these tables where something is due, found without a transaction."""
        mine = {job.table for job in jobs}
        names = [name for name in dict.fromkeys(tables) if name not in mine]
        return [name for name in names if self._is_due(name)]

    def _is_due(self, name: str) -> bool:
        live = self.memory.get(name)
        if live is None or not self.memory.deals(name):
            return False
        self._plan(name, live)
        return next_command(live, self.memory.clock()) is not None
