"""The house at work: a command comes in, one transaction records it, a reply goes out.

The transaction holds the log entry, postings, meters and seed. Nobody is answered before the
commit, and a command id never has a second effect.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.assignments import NotAssigned, not_assigned
from pitboss.house.chance import Entropy, os_entropy
from pitboss.house.clock import SteadyClock
from pitboss.house.edition import EDITION
from pitboss.house.ledger import issue, post, read_meters, seed_meters
from pitboss.house.live_table import (
    HOUSE,
    LiveTable,
    TableRow,
    append_note,
    catch_up,
    load,
    moved_waits,
    read_row,
)
from pitboss.house.notices import Notices
from pitboss.house.recording import record, save_seq
from pitboss.house.refusal_lines import REFUSED, WRITTEN, RefusalCounts, refusal_note
from pitboss.house.refusals import Result, house_refusal, reserved_refusal, stop_notice
from pitboss.house.seeds import add_player_seed, commit_seed, next_order
from pitboss.house.storage import log
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import commands, tables
from pitboss.house.unreadable import UnreadableTables
from pitboss.money import Cents, whole_cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import decide, start, step
from pitboss.table.postings import Posting
from pitboss.table.refusals import Reason, Refusal

Clock = Callable[[], int]  # milliseconds


def wall_clock() -> int:
    """The only source of time; commands carry it to the tables."""
    return time.time_ns() // 1_000_000


OPENING_INVENTORY: Final = Cents(1_000_000_00)
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_log = logging.getLogger("pitboss")
_Stored = TypeVar("_Stored", bound=msgspec.Struct)


def command_hash(command: c.Command) -> str:
    """Hashes a command without its time, because a retry comes later."""
    timeless = msgspec.structs.replace(command, at=0)
    return hashlib.sha256(_ENCODER.encode(timeless)).hexdigest()


class NoSuchTable(PitbossError):
    """An id that no table has."""

    status = 404


def _no_such_table(table_id: str) -> NoSuchTable:
    return NoSuchTable(f"there is no table {table_id!r}", what_to_do="see the lobby")


class CommandIdReused(PitbossError):
    """A command id that already belongs to a different command."""

    status = 409


class Done(msgspec.Struct, frozen=True):
    """A command that took effect, and where the table's log stands after it."""

    table: str
    seq: int
    events: int  # how many the command caused


def earlier_reply(
    tx: sa.Connection, key: str, stream: str, digest: str, kind: type[_Stored]
) -> _Stored | None:
    """The stored reply to a command that comes again; refuses its id for another command."""
    row = tx.execute(sa.select(commands).where(commands.c.id == key)).first()
    if row is None:
        return None
    if row.asked != digest or row.stream != stream:
        raise CommandIdReused("this command id was used for another command")
    return msgspec.json.decode(row.reply, type=kind)


def store_reply(
    tx: sa.Connection, key: str, stream: str, seq: int, digest: str, reply: msgspec.Struct
) -> None:
    row = {"id": key, "stream": stream, "seq": seq, "asked": digest}
    tx.execute(sa.insert(commands).values(**row, reply=_ENCODER.encode(reply)))


Reply = Done | Refusal
Listener = Callable[[LiveTable, tuple[e.Event, ...]], None]
Within = Callable[[sa.Connection], None]


class House:
    def __init__(
        self,
        store: Store,
        keys: Keys,
        clock: Clock,
        entropy: Entropy = os_entropy,
        outside: Path = Path(),
    ) -> None:
        """`outside` is the directory for checkpoints, apart from the database."""
        self.store, self.keys, self.clock, self.entropy = store, keys, clock, entropy
        self.outside = outside
        self.opened = clock()
        self.server = secrets.token_hex(4)  # this process among the house's servers
        self.notices = Notices()
        self.program: list[str] = []  # how the program's own files differ from the release
        self._live: dict[str, LiveTable] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._refusals: dict[str, RefusalCounts] = {}
        self._unreadable = UnreadableTables()
        self._guard = threading.Lock()
        self.listeners: list[Listener] = []

    @property
    def stop_notice(self) -> str:
        """Says why no new round starts and what to do about it; empty while the house is open."""
        return stop_notice(self.program) if self.program else ""

    # Tables

    def add_table(self, row: TableRow) -> None:
        """Opens a table with its first inventory, and seeds its meters if their link is new."""
        at = self.clock()
        with self.store.begin() as tx:
            columns = msgspec.structs.asdict(row)
            columns |= {name: _ENCODER.encode(columns[name]) for name in ("choices", "settings")}
            tx.execute(sa.insert(tables).values(**columns))
            live = LiveTable(row, start(Rules(row.choices)), 0, log.GENESIS)
            inventory = Posting(issue(row.currency), f"{row.currency}/cage", OPENING_INVENTORY)
            moves = [inventory, *seed_meters(tx, row)]
            note = {"table": msgspec.to_builtins(row), "moves": moves, "edition": EDITION}
            append_note(tx, self.keys, live, "TableMade", note, at)
            post(tx, row.id, live.seq, moves)
            commit_seed(tx, self.keys, self.entropy, live, at)
            save_seq(tx, live)
        self.first_fill(row.id)

    def first_fill(self, table_id: str) -> None:
        """Fills the table once, however often it is called: a first start may be interrupted."""
        fill = c.Fill(by=HOUSE, at=self.clock() // 1000, cents=OPENING_INVENTORY)
        self.do(HOUSE, table_id, f"open {table_id}", fill)

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
        self.live_tables()
        return self._unreadable.reasons()

    def live(self, table_id: str) -> LiveTable:
        """The table as this server knows it, caught up with the end of the log."""
        with self.lock(table_id), self.store.read() as tx:
            return self._find(tx, table_id, self._row(tx, table_id).seq)

    def _find(self, tx: sa.Connection, table_id: str, seq: int) -> LiveTable:
        """`seq` is the end of the table's log. Hold the table's lock."""
        live = self._live.get(table_id)
        if live is None:
            live = load(tx, self.keys, table_id)
            if live is None:
                raise _no_such_table(table_id)
            # Clocks stand still while the house is shut: a wait begins again with the server.
            live.since = min(max(live.since, self.opened), self.clock())
            live.acted = dict.fromkeys(live.table.seats, self.opened)
            self._live[table_id] = live
        elif live.seq != seq:
            catch_up(tx, self.keys, live)
        live.stop_notice = self.stop_notice
        return live

    def lock(self, table_id: str) -> threading.RLock:
        """The lock that every command at a table holds; hold it to decide and act as one step.

        An unknown id is refused before a lock is made for it.
        """
        lock = self._locks.get(table_id)
        if lock is not None:
            return lock
        with self.store.read() as tx:
            if tx.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first() is None:
                raise _no_such_table(table_id)
        with self._guard:
            return self._locks.setdefault(table_id, threading.RLock())

    def set_clock(self, clock: SteadyClock, by: int) -> None:
        """Sets the house's clock, and moves every wait in memory with it, so that none ends
        earlier or later for that."""
        with ExitStack() as locks:
            for table_id in sorted(self._live):
                locks.enter_context(self.lock(table_id))
            clock.set(by)
            self.opened = clock()
            self._live = {name: moved_waits(live, by) for name, live in self._live.items()}

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
        key = f"{by.name}:{command_id}"
        with self.lock(table_id):
            try:
                digest = digest or command_hash(command)
                about = (key, digest, table_id, command, within_transaction)
                live, reply, events = self._transact(*about)
            except (NoSuchTable, CommandIdReused):
                raise
            except BaseException:
                self._live.pop(table_id, None)  # memory may be ahead of the log
                raise
            if events:
                self._publish(live, events)  # under the lock: listeners hear the log's order
        if isinstance(reply, NotAssigned):
            raise reply
        return reply

    def _publish(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        for listener in self.listeners:
            try:
                listener(live, events)
            except Exception:  # the command is durable: its reply must say so
                _log.exception("a listener failed after table %s moved", live.row.id)

    def _transact(
        self,
        key: str,
        digest: str,
        table_id: str,
        command: c.Command,
        within_transaction: Within | None,
    ) -> tuple[LiveTable, Reply | NotAssigned, tuple[e.Event, ...]]:
        with self.store.begin() as tx:
            # Lock the row first: any other holder of this command id is then done.
            row = self._row(tx, table_id, lock=True)
            earlier = earlier_reply(tx, key, table_id, digest, Done)
            live = self._find(tx, table_id, row.seq)
            if earlier is not None:
                return live, earlier, ()
            if row.closed:
                clause = live.table.rules.game.cite("open.inspect")
                return live, Refusal(Reason.TABLE_CLOSED, "it was taken away", clause), ()
            if command.by.role == "floorperson":
                stranger = not_assigned(tx, live, command.by.name, self.clock())
                if stranger is not None:
                    self._write_refusal(tx, live, command, stranger.what, stranger.clause or "")
                    return live, stranger, ()
            command = self._complete(tx, live, command)
            result: Result | None = house_refusal(tx, live, command)
            if result is None:
                result = reserved_refusal(tx, live.row, command, step(live.table, command))
            if isinstance(result, Refusal):
                if result.reason in WRITTEN and command.by.role != "house":
                    self._write_refusal(tx, live, command, str(result), result.clause)
                return live, result, ()
            if within_transaction is not None:
                within_transaction(tx)
            at = self.clock()
            about = (tx, self.keys, self.entropy, live, command, result, at)
            after = record(*about, (key, digest))
            reply = Done(table_id, after.seq, len(result[1]))
            store_reply(tx, key, table_id, live.seq + 1, digest, reply)
        self._live[table_id] = after
        return after, reply, result[1]

    def _write_refusal(
        self, tx: sa.Connection, live: LiveTable, command: c.Command, why: str, clause: str
    ) -> None:
        """Writes a late wager or a wrong role at a table with real chips into its log."""
        counts = self._refusals.setdefault(live.row.id, RefusalCounts())
        body = refusal_note(counts, live, command, why, clause)
        if body is not None:
            append_note(tx, self.keys, live, REFUSED, body, self.clock())
            save_seq(tx, live)

    def note_wrong_role(self, table_id: str, command: c.Command) -> None:
        """Writes a command that its giver's role never gives, and that no table was asked for."""
        with self.transaction(table_id) as (tx, live):
            answer = decide(live.table, command)
            by_role = isinstance(answer, Refusal) and answer.reason is Reason.NOT_YOUR_ROLE
            clause = answer.clause if isinstance(answer, Refusal) and by_role else ""
            why = f"a {command.by.role} may not give the command {type(command).__name__}"
            self._write_refusal(tx, live, command, why, clause)

    def _row(self, tx: sa.Connection, table_id: str, *, lock: bool = False) -> Any:
        """The end of the table's log; `lock` admits one writer at a time, across servers."""
        query = sa.select(tables.c.seq, tables.c.closed).where(tables.c.id == table_id)
        row = tx.execute(query.with_for_update() if lock else query).first()
        if row is None:
            raise _no_such_table(table_id)
        return row

    def _complete(self, tx: sa.Connection, live: LiveTable, command: c.Command) -> c.Command:
        """Adds what only the house knows: a shuffle's order, the standing of linked meters.

        Writes nothing, because the command may still be refused.
        """
        if live.row.settings.cards == "house":
            if isinstance(command, c.ReceiveCards):  # ruling G55: its own cards are one deck
                command = msgspec.structs.replace(command, decks=1)
            if isinstance(command, c.Shuffle) or getattr(command, "prepared", False):
                return msgspec.structs.replace(command, order=next_order(tx, self.keys, live))
        if live.row.choices.meters and hasattr(command, "meters"):
            standing = read_meters(tx, live.row, lock=True)
            return msgspec.structs.replace(command, meters=standing)
        return command

    @contextmanager
    def transaction(self, table_id: str) -> Iterator[tuple[sa.Connection, LiveTable]]:
        """A transaction of the house's own at a table, for notes in its log."""
        with self.lock(table_id):
            try:
                with self.store.begin() as tx:
                    live = self._find(tx, table_id, self._row(tx, table_id, lock=True).seq)
                    yield tx, live
                    save_seq(tx, live)
            except BaseException:
                self._live.pop(table_id, None)  # its notes moved the table on
                raise

    def declare_ready(self, table_id: str, player: str) -> list[int]:
        """Marks a player's seats as ready to close betting; returns every seat that is ready."""
        with self.lock(table_id):
            live = self.live(table_id)
            live.ready |= {n for n, seat in live.table.seats.items() if seat.player == player}
            return sorted(live.ready)

    def mix_seed(self, table_id: str, text: str) -> None:
        """Mixes a player's own seed into this round's shuffle."""
        with self.transaction(table_id) as (tx, live):
            add_player_seed(tx, self.keys, live, text, self.clock())

    def meter_cents(self, table_id: str) -> dict[str, int]:
        """What the meters show now, including changes made by other tables."""
        with self.store.read() as tx:
            row = tx.execute(sa.select(tables).where(tables.c.id == table_id)).first()
            if row is None:
                raise _no_such_table(table_id)
            meters = read_meters(tx, read_row(row), lock=False)
        return {name: whole_cents(amount) for name, amount in meters.items()}
