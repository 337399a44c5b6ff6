"""Commands that are decided together and written in one transaction.

Each command is decided on the state that the one before it left. Decisions change nothing outside
this object: memory and listeners learn of them once they are durable.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.assignments import NotAssigned, not_assigned
from pitboss.house.ledger import lock_meters, standing_meters
from pitboss.house.live_table import HOUSE, LiveTable, append_note
from pitboss.house.seeds import next_order
from pitboss.house.selfdeal import MAX_STEPS, next_command
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.database import CommitResult
from pitboss.house.storage.failures import Stale
from pitboss.house.storage.schema.tables import commands
from pitboss.house.writing.memory import Memory
from pitboss.house.writing.recording import record
from pitboss.house.writing.refusal_lines import REFUSED, WRITTEN, RefusalCounts, refusal_note
from pitboss.house.writing.refusals import Result, house_refusal, reserved_refusal
from pitboss.house.writing.replies import (
    Done,
    Reply,
    ReplySlot,
    command_hash,
    earlier_reply,
    encode_reply,
    reused,
)
from pitboss.table import commands as c
from pitboss.table.engine import step
from pitboss.table.refusals import Reason, Refusal

Within = Callable[[sa.Connection], None]
RETRY_MS: Final = 500  # until a refused duty is tried again


class QueuedCommand(msgspec.Struct, frozen=True, eq=False):
    """A command that waits for its turn. `digest` is the hash of what was requested."""

    table: str
    key: str
    digest: str
    command: c.Command
    within_transaction: Within | None
    slot: ReplySlot


def write_refusal(
    batch: Batch,
    counts: RefusalCounts,
    live: LiveTable,
    command: c.Command,
    why: str,
    clause: str,
    at: int,
) -> bool:
    """Adds a line about a refused command to the table's log, unless there are enough."""
    body = refusal_note(counts, live, command, why, clause)
    if body is not None:
        append_note(batch, live, REFUSED, body, at)
    return body is not None


def moved_meanwhile() -> Stale:
    return Stale("the table moved meanwhile", what_to_do="ask again with the same id")


class Group:
    def __init__(self, memory: Memory, batch: Batch, *, careful: bool) -> None:
        """`careful` looks everything up that a group otherwise leaves to the fence: the end of the
        table's log and the command's id.
        """
        self.memory, self.batch, self.careful = memory, batch, careful
        self.tables: dict[str, LiveTable] = {}
        self.history: list[LiveTable] = []  # tables after each command, in order
        self.replies: list[tuple[QueuedCommand, Reply | PitbossError]] = []
        self.retries: dict[str, int] = {}  # table → when its refused duty is tried again
        self.duties = 0
        self._is_locked = False  # nobody else moves the tables until the transaction ends
        self._ids: dict[str, tuple[QueuedCommand, Done]] = {}
        self._waiting: dict[
            str, deque[QueuedCommand]
        ] = {}  # tables whose next command needs their meters

    # Pass 1 decides what needs no meters; pass 2 locks all meters at once and decides the rest. One
    # transaction then never holds a meter while it waits for another, or for a table.

    def decide(self, jobs: Iterable[QueuedCommand], tables: Iterable[str] = ()) -> None:
        """Decides the jobs, then the duties that are due at their tables and at `tables`."""
        jobs, touched = tuple(jobs), dict.fromkeys(tables)
        names = {*(job.table for job in jobs), *touched}
        # Where several servers write, a decision on what memory has would often come too late.
        self._is_locked = self.careful or self.memory.is_contended(names)
        if self._is_locked:
            self.memory.lock_tables(self.batch.tx, names)
        for job in jobs:
            if self.memory.deals(job.table):
                touched[job.table] = None
            waiting = self._waiting.get(job.table)
            if waiting is not None:
                waiting.append(job)
            elif not self._take(job):
                self._waiting[job.table] = deque((job,))
        late = [name for name in touched if name in self._waiting or not self._deal(name)]
        late += [name for name in self._waiting if name not in touched]
        if not late:
            return
        if not self._is_locked and not self._lock_current(names):
            raise moved_meanwhile()
        lock_meters(self.batch, (self.tables[name].row for name in late))
        for name in late:
            for job in self._waiting.pop(name, ()):
                self._take(job, with_meters=True)
            if name in touched:
                self._deal(name, with_meters=True)

    def _lock_current(self, names: set[str]) -> bool:
        """Tables are locked before meters; an SQLite file has one writer at a time anyway."""
        memory = self.memory
        return memory.store.is_sqlite or memory.lock_current(self.batch.tx, names)

    def _take(self, job: QueuedCommand, *, with_meters: bool = False) -> bool:
        """Decides a job; False if it must wait for its meters."""
        try:
            live = self._find(job.table)
            if not with_meters and self._needs_meters(live, job.command):
                return False
            reply: Reply | PitbossError = self._reply(live, job)
        except Stale:
            raise
        except PitbossError as error:
            reply = error
        self.replies.append((job, reply))
        return True

    def _needs_meters(self, live: LiveTable, command: c.Command) -> bool:
        linked = live.row.choices.meters
        return bool(linked) and (hasattr(command, "meters") or bool(live.table.pending))

    def _find(self, table_id: str) -> LiveTable:
        live = self.tables.get(table_id)
        if live is None:
            live = self.memory.current(self.batch.tx, table_id)
            self.tables[table_id] = live
        return live

    def _reply(self, live: LiveTable, job: QueuedCommand) -> Reply:
        earlier = self._earlier(job)
        if earlier is not None:
            return earlier
        key = (job.key, job.digest)
        outcome = self._decide(live, job.command, key, job.within_transaction)
        if isinstance(outcome, LiveTable):
            done = Done(job.table, outcome.seq, len(outcome.news))
            seq = live.seq + 1
            self._ids[job.key] = (job, done)
            reply = encode_reply(done)
            self.batch.insert(commands, job.key, job.table, seq, job.digest, reply)
            return done
        return self._refuse(live, job, outcome)

    def _earlier(self, job: QueuedCommand) -> Done | None:
        """The reply to a retry, if memory has it; a careful group also asks the index."""
        if job.key in self._ids:
            first, done = self._ids[job.key]
            if (first.digest, first.table) != (job.digest, job.table):
                raise reused()
            return done
        recent = self.memory.recent.get(job.key)
        if recent is not None:
            digest, done = recent
            if (digest, done.table) != (job.digest, job.table):
                raise reused()
            return done
        return self._stored(job) if self.careful else None

    def _stored(self, job: QueuedCommand) -> Done | None:
        return earlier_reply(self.batch.tx, job.key, job.table, job.digest, Done)

    def _refuse(self, live: LiveTable, job: QueuedCommand, outcome: Refusal | NotAssigned) -> Reply:
        """A refusal counts once it is certain that this is no retry and the table is current."""
        if not self.careful:
            earlier = self._stored(job)
            if earlier is not None:
                return earlier
            if not self._is_locked and not self.memory.is_current(self.batch.tx, live):
                raise moved_meanwhile()
        self._write_refusal(live, job.command, outcome)
        if isinstance(outcome, NotAssigned):
            raise outcome
        return outcome

    def _decide(
        self,
        live: LiveTable,
        command: c.Command,
        key: tuple[str, str],
        within: Within | None = None,
    ) -> LiveTable | Refusal | NotAssigned:
        """The table after the command, or why it is refused."""
        memory, batch = self.memory, self.batch
        if live.closed:
            clause = live.table.rules.game.cite("open.inspect")
            return Refusal(Reason.TABLE_CLOSED, "it was taken away", clause)
        if command.by.role == "floorperson":
            stranger = not_assigned(batch.tx, live, command.by.name, memory.clock())
            if stranger is not None:
                return stranger
        command = self._complete(live, command)
        result: Result | None = house_refusal(batch, live, command)
        if result is None:
            result = reserved_refusal(batch, live.row, command, step(live.table, command))
        if isinstance(result, Refusal):
            return result
        if within is not None:
            within(batch.tx)
        after = record(batch, memory.entropy, live, command, result, memory.clock(), key)
        self._keep(after)
        return after

    def _keep(self, live: LiveTable) -> None:
        self.tables[live.row.id] = live
        self.history.append(live)

    def _complete(self, live: LiveTable, command: c.Command) -> c.Command:
        """Adds what only the house knows: a shuffle's order, the standing of linked meters."""
        if live.row.settings.cards == "house":
            if isinstance(command, c.ReceiveCards):  # ruling G55: its own cards are one deck
                command = msgspec.structs.replace(command, decks=1)
            if isinstance(command, c.Shuffle) or getattr(command, "prepared", False):
                return msgspec.structs.replace(command, order=next_order(self.batch, live))
        if live.row.choices.meters and hasattr(command, "meters"):
            standing = standing_meters(self.batch, live.row)
            return msgspec.structs.replace(command, meters=standing)
        return command

    def _write_refusal(
        self, live: LiveTable, command: c.Command, outcome: Refusal | NotAssigned
    ) -> None:
        """Adds a late wager or a wrong role at a table with real chips to its log."""
        if isinstance(outcome, NotAssigned):
            why, clause = outcome.what, outcome.clause or ""
        elif outcome.reason in WRITTEN and command.by.role != "house":
            why, clause = str(outcome), outcome.clause
        else:
            return
        after = msgspec.structs.replace(live, news=())
        counts = self.memory.refusal_counts(live.row.id)
        if write_refusal(self.batch, counts, after, command, why, clause, self.memory.clock()):
            self._keep(after)

    # Duties

    def _deal(self, table_id: str, *, with_meters: bool = False) -> bool:
        """Performs what is due at a self-dealt table; False if that must wait for its meters."""
        live = self._find(table_id)
        for _ in range(MAX_STEPS):
            command = None if live.closed else next_command(live, self.memory.clock())
            if command is None:
                return True
            if not with_meters and self._needs_meters(live, command):
                return False
            # The id is the place in the log: two servers doing the same duty do it once.
            seq, digest = live.seq + 1, command_hash(command)
            key = f"{HOUSE.name}:auto {table_id} {seq}"
            after = self._decide(live, command, (key, digest))
            if not isinstance(after, LiveTable):
                self.retries[table_id] = self.memory.clock() + RETRY_MS
                return True
            done = Done(table_id, after.seq, len(after.news))
            self.batch.insert(commands, key, table_id, seq, digest, encode_reply(done))
            self.duties += 1
            live = after
        raise AssertionError(f"table {table_id} asks for more than {MAX_STEPS} duties at once")


class FailedGroup(NamedTuple):
    """What a loop could not write, for the thread to write one by one."""

    jobs: Sequence[QueuedCommand]
    tables: Sequence[str]
    error: Exception


class SentGroup(NamedTuple):
    """A group whose commit was sent to a server."""

    jobs: Sequence[QueuedCommand]
    tables: Sequence[str]
    group: Group
    result: CommitResult
    transaction: ExitStack  # closing it receives the result
