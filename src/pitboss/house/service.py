"""The house at work: a command comes in, one transaction records it, a reply goes out.

The transaction holds the log entry, postings, meters and seed. Nobody is answered before the
commit, and a command id never has a second effect.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.house.chance import Entropy, os_entropy
from pitboss.house.clock import SteadyClock
from pitboss.house.edition import EDITION
from pitboss.house.ledger import issue, link_meters, post, seed_meters, shown_meters
from pitboss.house.live_table import HOUSE, LiveTable, TableRow, append_note, read_row
from pitboss.house.notices import Notices
from pitboss.house.seeds import add_player_seed, commit_seed
from pitboss.house.servers.lease import Ownership, SoleOwner
from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.database import Store
from pitboss.house.storage.fair_lock import FairLock
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import commands, tables
from pitboss.house.storage.wal_checkpoints import WalCheckpoints
from pitboss.house.unreadable import UnreadableTables
from pitboss.house.writing.group import QueuedCommand, Within, write_refusal
from pitboss.house.writing.memory import Clock, Listener, Memory
from pitboss.house.writing.replies import Reply, ReplySlot, command_hash
from pitboss.house.writing.turn import Loop
from pitboss.house.writing.writer import Writer
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table.engine import decide, start
from pitboss.table.postings import Posting
from pitboss.table.refusals import Reason, Refusal


def wall_clock() -> int:
    """The only source of time; commands carry it to the tables."""
    return time.time_ns() // 1_000_000


OPENING_INVENTORY: Final = Cents(1_000_000_00)
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class House:
    def __init__(
        self,
        store: Store,
        keys: Keys,
        clock: Clock,
        entropy: Entropy = os_entropy,
        outside: Path = Path(),
    ) -> None:
        """`outside` is the directory for checkpoints, separate from the database."""
        self.store, self.keys = store, keys
        self.outside = outside
        self.server = secrets.token_hex(4)  # this process among the house's servers
        self.notices = Notices()
        self.memory = Memory(store, keys, clock, entropy)
        self.writer = Writer(self.memory)
        self.ownership: Ownership = SoleOwner()  # who performs the duties of a table
        self._wal: WalCheckpoints | None = None
        self._unreadable = UnreadableTables()
        self.notices.listen("ready", self._add_ready)
        self.notices.listen("presence", self._set_presence)

    @property
    def clock(self) -> Clock:
        """The only source of time, in milliseconds; commands carry it to the tables."""
        return self.memory.clock

    @clock.setter
    def clock(self, clock: Clock) -> None:
        self.memory.clock = clock

    @property
    def entropy(self) -> Entropy:
        return self.memory.entropy

    @entropy.setter
    def entropy(self, entropy: Entropy) -> None:
        self.memory.entropy = entropy

    @property
    def program(self) -> list[str]:
        """How the program's own files differ from the release."""
        return self.memory.program

    @program.setter
    def program(self, faults: list[str]) -> None:
        self.memory.program = faults

    @property
    def stop_notice(self) -> str:
        """Says why no new round starts and what to do about it; empty while the house is open."""
        return self.memory.stop_notice

    @property
    def listeners(self) -> list[Listener]:
        """Called in the order of each table's log, after the commit, under the writer's lock."""
        return self.memory.listeners

    # Serving

    def start(self) -> None:
        """Starts the writer's thread, which performs the duties of self-dealt tables."""
        self.memory.deals = self._deals
        if self.store.is_sqlite:  # a file has one server
            self.memory.is_followed = lambda: True
            self._wal = WalCheckpoints(Path(str(self.store.url.database)))
            self._wal.start()
        self.live_tables()  # now, because a load would make everybody wait later
        self.writer.start()

    def stop(self) -> None:
        if self._wal is not None:
            self._wal.stop()
            self._wal = None
        self.writer.stop()
        self.memory.deals = lambda _: False

    def _deals(self, table_id: str) -> bool:
        live = self.memory.get(table_id)
        own = live is not None and live.row.mode == "self-dealt"
        return own and self.ownership.owns(table_id)

    def tick(self, table_id: str) -> int:
        """Performs what is due at a self-dealt table; returns the number of commands."""
        self.live(table_id)
        return self.writer.write((), [table_id])

    # Tables

    def add_table(self, row: TableRow) -> None:
        """Opens a table with its first inventory, and seeds its meters if their link is new."""
        self.add_tables([row])

    def add_tables(self, rows: Sequence[TableRow]) -> None:
        """Opens tables in one transaction, and fills them in a second."""
        if not rows:
            return
        with self.writer.batch() as batch:
            batch.tx.execute(sa.insert(tables), [_columns(row) for row in rows])
            lives = [self._open(batch, row) for row in rows]
            batch.flush(last=True)
        with self.writer.lock:
            for live in lives:
                self.memory.add(live)
        self.first_fills([row.id for row in rows])

    def _open(self, batch: Batch, row: TableRow) -> LiveTable:
        """The table after the first entries of its log."""
        at = self.clock()
        live = LiveTable(row, start(Rules(row.choices)), 0, log.GENESIS, seeds=())
        inventory = Posting(issue(row.currency), f"{row.currency}/cage", OPENING_INVENTORY)
        moves = [inventory, *seed_meters(batch, row)]
        note = {"table": msgspec.to_builtins(row), "moves": moves, "edition": EDITION}
        append_note(batch, live, "TableMade", note, at)
        post(batch, row.id, live.seq, moves)
        commit_seed(batch, self.entropy, live, at)
        return live

    def first_fills(self, table_ids: Sequence[str]) -> None:
        """Fills each table once, however often it is called: a first start may be interrupted."""
        keys = {f"{HOUSE.name}:open {name}": name for name in table_ids}
        with self.store.read() as tx:
            query = sa.select(commands.c.id).where(commands.c.id.in_(keys))
            for key in tx.execute(query).scalars():
                del keys[key]
        fill = c.Fill(by=HOUSE, at=self.clock() // 1000, cents=OPENING_INVENTORY)
        digest = command_hash(fill)
        replies = {key: Future[Reply]() for key in keys}
        self.writer.write(
            [QueuedCommand(keys[key], key, digest, fill, None, replies[key]) for key in keys]
        )
        for reply in replies.values():
            reply.result()

    def table_rows(self) -> list[TableRow]:
        """Every open table whose row can be read."""
        query = sa.select(tables).where(~tables.c.closed).order_by(tables.c.id)
        with self.store.read() as tx:
            stored = tx.execute(query).all()
        self._unreadable.forget_closed({row.id for row in stored})
        attempt = self._unreadable.attempt
        rows = (attempt(row.id, "row", partial(read_row, row)) for row in stored)
        return [row for row in rows if row is not None]

    def live_tables(self) -> list[LiveTable]:
        """Every open table that can be read. One that cannot must not stop the others."""
        lives = (self.live_or_none(row.id) for row in self.table_rows())
        return [live for live in lives if live is not None]

    def live_or_none(self, table_id: str) -> LiveTable | None:
        """The table, or None if it cannot be read, which is logged once."""
        return self._unreadable.attempt(table_id, "log", lambda: self.live(table_id))

    def unreadable(self) -> list[str]:
        """The open tables that cannot be read now, each with the reason."""
        self.meters_of([live.row for live in self.live_tables()])
        return self._unreadable.reasons()

    def live(self, table_id: str) -> LiveTable:
        """The table as this server knows it, caught up with the end of the log."""
        live = self.memory.get(table_id) if self.memory.is_followed() else None
        if live is None:
            with self.writer.lock:
                live = self.memory.follow(table_id)
        return live

    def has(self, table_id: str) -> bool:
        """Whether memory has the table's current state, so that `live` reads no database."""
        return self.memory.is_followed() and self.memory.get(table_id) is not None

    def follow(self, table_id: str, seq: int) -> None:
        """Reads what another server wrote at this table up to `seq`, and tells listeners."""
        self.follow_all({table_id: seq})

    def follow_all(self, ends: Mapping[str, int]) -> None:
        """As `follow`, for several tables at once."""
        behind = [name for name, seq in ends.items() if self._is_behind(name, seq)]
        if not behind:
            return
        later = self.memory.read_later(behind)  # while groups of this server go on
        self.writer.turn.run_locked(lambda: self.memory.take(later))
        unknown = [name for name in behind if name not in later]
        if unknown:
            with self.writer.lock:
                for name in unknown:
                    self.memory.follow(name)
        for name in behind:
            self.writer.wake(name)

    def _is_behind(self, table_id: str, seq: int) -> bool:
        live = self.memory.get(table_id)
        return live is None or live.seq < seq

    def lock(self, table_id: str) -> AbstractContextManager[FairLock]:
        """Hold it to decide and act as one step: nobody else writes meanwhile.

        An unknown id is refused.
        """
        if self.memory.get(table_id) is None:
            self.live(table_id)
        return self.writer.lock

    def set_clock(self, clock: SteadyClock, by: int) -> None:
        """Sets the house's clock, and moves every wait in memory with it, so that no wait
        ends earlier or later."""
        with self.writer.lock:
            clock.set(by)
            self.memory.move_waits(by)
            self.writer.plan_anew()

    # Commands

    def do(
        self,
        by: c.Actor,
        table_id: str,
        command_id: str,
        command: c.Command,
        within_transaction: Within | None = None,
        *,
        digest: str = "",
    ) -> Reply:
        """Decides a command and makes it durable. The same id again gives the same reply.

        `digest` stands for the request, where that is more than this command.
        """
        about = (by, table_id, command_id, command, within_transaction)
        return self.submit(*about, digest=digest).result()

    def submit(
        self,
        by: c.Actor,
        table_id: str,
        command_id: str,
        command: c.Command,
        within_transaction: Within | None = None,
        *,
        digest: str = "",
    ) -> Future[Reply]:
        """As `do`, but the reply comes later: once the command is durable, or refused."""
        future = Future[Reply]()
        future.set_running_or_notify_cancel()  # a caller cannot cancel a queued command
        self.queue(by, table_id, command_id, command, future, within_transaction, digest=digest)
        return future

    def queue(
        self,
        by: c.Actor,
        table_id: str,
        command_id: str,
        command: c.Command,
        slot: ReplySlot,
        within_transaction: Within | None = None,
        *,
        digest: str = "",
        loop: Loop | None = None,
    ) -> None:
        """As `submit`, but the reply goes to `slot`. `loop` is the caller's event loop: on a quick
        disk the commands of one turn of the loop are written by its own thread.
        """
        digest = digest or command_hash(command)
        key = f"{by.name}:{command_id}"
        job = QueuedCommand(table_id, key, digest, command, within_transaction, slot)
        if loop is None:
            self.writer.submit(job)
        else:
            self.writer.turn.add(job, loop)

    def note_wrong_role(self, table_id: str, command: c.Command) -> None:
        """Logs a command that its giver's role never gives; the table itself was never asked."""
        answer = decide(self.live(table_id).table, command)
        by_role = isinstance(answer, Refusal) and answer.reason is Reason.NOT_YOUR_ROLE
        clause = answer.clause if isinstance(answer, Refusal) and by_role else ""
        why = f"a {command.by.role} may not give the command {type(command).__name__}"
        with self.transaction(table_id) as (batch, live):
            counts = self.memory.refusal_counts(table_id)
            write_refusal(batch, counts, live, command, why, clause, self.clock())

    def transaction(self, table_id: str) -> AbstractContextManager[tuple[Batch, LiveTable]]:
        """A transaction of the house's own at a table, for notes in its log."""
        return self.writer.transaction(table_id)

    def declare_ready(self, table_id: str, player: str) -> list[int]:
        """Marks a player's seats as ready to close betting; returns every seat that is ready."""
        table = self.live(table_id).table
        own = [str(n) for n, seat in table.seats.items() if seat.player == player]
        self.notices.send("ready", " ".join((table_id, str(table.round), *own)))
        return sorted(self.live(table_id).ready)

    def _add_ready(self, text: str) -> None:
        table_id, number, *seats = text.split()
        with self.writer.lock:
            live = self.memory.get(table_id)
            if live is not None and live.table.round == int(number):  # else it comes too late
                self.memory.add_ready(table_id, {int(seat) for seat in seats})
        self.writer.wake(table_id)

    def declare_presence(self, table_id: str, player: str, *, here: bool) -> None:
        """Notes whether a seated player has a connection to the table's updates."""
        live = self.memory.get(table_id)
        if live is None or here != (player in live.absent):
            return
        if here or any(seat.player == player for seat in live.table.seats.values()):
            since = "" if here else str(self.clock())
            self.notices.send("presence", f"{table_id} {player} {since}")

    def _set_presence(self, text: str) -> None:
        table_id, player, since = text.split(" ")
        with self.writer.lock:
            self.memory.set_absent(table_id, player, int(since) if since else None)
        self.writer.wake(table_id)

    def mix_seed(self, table_id: str, text: str) -> None:
        """Mixes a player's own seed into this round's shuffle."""
        with self.transaction(table_id) as (batch, live):
            add_player_seed(batch, live, text, self.clock())

    def meter_cents(self, table_id: str) -> dict[str, int]:
        """What the meters show now, including changes made by other tables."""
        row = self.live(table_id).row
        return shown_meters(self.meter_amounts([row]), row)

    def meter_amounts(self, rows: Sequence[TableRow]) -> dict[str, int]:
        """The meters of these tables by id, in millionths of a cent."""
        with self.store.read() as tx:
            return link_meters(tx, rows)

    def meters_of(
        self, rows: Sequence[TableRow], amounts: Mapping[str, int] | None = None
    ) -> dict[str, dict[str, int]]:
        """What these tables' meters show, without the tables whose meters cannot be read."""
        amounts = self.meter_amounts(rows) if amounts is None else amounts
        reads = {row.id: partial(shown_meters, amounts, row) for row in rows}
        attempt = self._unreadable.attempt
        shown = {name: attempt(name, "meters", read) for name, read in reads.items()}
        return {name: cents for name, cents in shown.items() if cents is not None}


def _columns(row: TableRow) -> dict[str, Any]:
    columns = msgspec.structs.asdict(row)
    return columns | {name: _ENCODER.encode(columns[name]) for name in ("choices", "settings")}
