"""The house at work: a command in, one transaction (entry, postings, meters, seed), a reply.

Nobody is answered before the commit, and a command id never has a second effect.
"""

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.chance import Entropy, os_entropy
from pitboss.house.history.index import keep_marks
from pitboss.house.history.results import seat_results
from pitboss.house.ledger import house_postings, issue, post
from pitboss.house.live_table import (
    LiveTable,
    TableRow,
    catch_up,
    freeze,
    load,
    read_row,
    track_waits,
)
from pitboss.house.meters import move_meters, read_meters, seed_meters
from pitboss.house.refusals import house_refusal, reserved
from pitboss.house.seeds import (
    add_player_seed,
    commit_seed,
    count_shuffle,
    next_order,
    reveal_seeds,
)
from pitboss.house.storage import log
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import commands, round_seats, rounds, tables
from pitboss.money import Cents, whole_cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.postings import Posting
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

Clock = Callable[[], int]  # milliseconds


def wall_clock() -> int:
    """The only time: commands carry it to the tables."""
    return time.time_ns() // 1_000_000


HOUSE: Final = c.Actor("house", "house")
OPENING_INVENTORY: Final = Cents(1_000_000_00)
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_log = logging.getLogger("pitboss")


def what_was_asked(command: c.Command) -> str:
    """A hash of it, apart from when: a retry comes later."""
    timeless = msgspec.structs.replace(command, at=0)
    return hashlib.sha256(_ENCODER.encode(timeless)).hexdigest()


class NoSuchTable(PitbossError):
    """An id that is no table's."""

    status = 404


def _no_such_table(table_id: str) -> NoSuchTable:
    return NoSuchTable(f"there is no table {table_id!r}", what_to_do="see the lobby")


class CommandIdReused(PitbossError):
    """A command id that was used for something else."""

    status = 409


class Done(msgspec.Struct, frozen=True):
    """A command that took effect: where the table's log stands after it."""

    table: str
    seq: int
    events: int  # how many it made


Reply = Done | Refusal
Listener = Callable[[LiveTable, tuple[e.Event, ...]], None]
Also = Callable[[sa.Connection], None]  # what must happen in the command's own transaction


class House:
    def __init__(
        self,
        store: Store,
        keys: Keys,
        clock: Clock,
        entropy: Entropy = os_entropy,
        outside: Path = Path(),
    ) -> None:
        """`outside` is where checkpoints are written, apart from the database."""
        self.store, self.keys, self.clock, self.entropy = store, keys, clock, entropy
        self.outside = outside
        self.opened = clock()
        self.program: list[str] = []  # what is wrong with the program's own files
        self._live: dict[str, LiveTable] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()
        self.listeners: list[Listener] = []

    # Tables

    def add_table(self, row: TableRow) -> None:
        """A table with its first inventory, and its meters seeded if their link is new."""
        at = self.clock()
        with self.store.begin() as tx:
            tx.execute(
                sa.insert(tables).values(
                    id=row.id,
                    name=row.name,
                    game=row.game,
                    currency=row.currency,
                    mode=row.mode,
                    link=row.link,
                    choices=_ENCODER.encode(row.choices),
                    settings=_ENCODER.encode(row.settings),
                )
            )
            live = LiveTable(row, start(Rules(row.choices)), 0, log.GENESIS)
            paid_in = Posting(issue(row.currency), f"{row.currency}/cage", OPENING_INVENTORY)
            moves = [paid_in, *seed_meters(tx, row)]
            said = {"table": msgspec.to_builtins(row), "moves": moves}
            self.note(tx, live, "TableMade", said, at)
            post(tx, row.id, live.seq, moves)
            commit_seed(tx, self, live, at)
            self._save_seq(tx, live)
        self.first_fill(row.id)

    def first_fill(self, table_id: str) -> None:
        """Once, however often it is asked: a start may have been cut off before it."""
        fill = c.Fill(by=HOUSE, at=self.clock() // 1000, cents=OPENING_INVENTORY)
        self.do(HOUSE, table_id, f"open {table_id}", fill)

    def table_rows(self) -> list[TableRow]:
        with self.store.read() as tx:
            found = sa.select(tables).where(~tables.c.closed).order_by(tables.c.id)
            return [read_row(row) for row in tx.execute(found)]

    def live(self, table_id: str) -> LiveTable:
        """The table as this server knows it, brought up to the log's end."""
        with self.lock(table_id), self.store.read() as tx:
            return self._find(tx, table_id)

    def _find(self, tx: sa.Connection, table_id: str, seq: int = -1) -> LiveTable:
        """`seq` is where its log stands, if that is known. Call with the table's lock held."""
        live = self._live.get(table_id)
        if live is None:
            live = load(tx, self.keys, table_id)
            if live is None:
                raise _no_such_table(table_id)
            # Nobody's time runs while the house is shut: a wait begins again with the server.
            live.since = max(live.since, self.opened)
            live.acted = dict.fromkeys(live.table.seats, self.opened)
            self._live[table_id] = live
            return live
        if live.seq != seq:
            catch_up(tx, self.keys, live)
        return live

    def lock(self, table_id: str) -> threading.RLock:
        """The lock that every command at a table holds; hold it to decide and act as one step.

        An id that is no table's is refused first, so that it leaves no lock behind.
        """
        known = self._locks.get(table_id)
        if known is not None:
            return known
        with self.store.read() as tx:
            if tx.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first() is None:
                raise _no_such_table(table_id)
        with self._guard:
            return self._locks.setdefault(table_id, threading.RLock())

    # Commands

    def do(
        self,
        by: c.Actor,
        table_id: str,
        command_id: str,
        command: c.Command,
        also: Also | None = None,
    ) -> Reply:
        """Decides a command and makes it durable. The same id again gives the same reply."""
        key = f"{by.name}:{command_id}"
        asked = what_was_asked(command)
        with self.lock(table_id):
            try:
                live, reply, events = self._transact(key, asked, table_id, command, also)
            except (NoSuchTable, CommandIdReused):
                raise
            except BaseException:
                self._live.pop(table_id, None)  # what is in memory may be ahead of the log
                raise
            if events:
                self._publish(live, events)  # under the lock: listeners hear the log's order
        return reply

    def _publish(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        for listener in self.listeners:
            try:
                listener(live, events)
            except Exception:  # the command is durable: its reply must say so
                _log.exception("a listener failed after table %s moved", live.row.id)

    def _transact(
        self, key: str, asked: str, table_id: str, command: c.Command, also: Also | None
    ) -> tuple[LiveTable, Reply, tuple[e.Event, ...]]:
        with self.store.begin() as tx:
            # The row is locked first: whoever else holds this id is done when it is looked for.
            row = self._lock_row(tx, table_id)
            known = tx.execute(sa.select(commands).where(commands.c.id == key)).first()
            if known is not None:
                if known.asked != asked or known.stream != table_id:
                    raise CommandIdReused("this command id was used for another command")
                done = msgspec.json.decode(known.reply, type=Done)
                return self._find(tx, table_id, row.seq), done, ()
            live = self._find(tx, table_id, row.seq)
            if row.closed:
                clause = live.table.rules.game.cite("open.inspect")
                return live, Refusal(Reason.TABLE_CLOSED, "it was taken away", clause), ()
            command = self._completed(tx, live, command)
            refused = house_refusal(self, tx, live, command)
            answer = refused or reserved(live.row, command, step(live.table, command))
            if isinstance(answer, Refusal):
                return live, answer, ()
            if also is not None:
                also(tx)
            after = self._record(tx, live, command, answer)
            reply = Done(table_id, after.seq, len(answer[1]))
            tx.execute(
                sa.insert(commands).values(
                    id=key,
                    stream=table_id,
                    seq=live.seq + 1,
                    asked=asked,
                    reply=_ENCODER.encode(reply),
                )
            )
        self._live[table_id] = after
        return after, reply, answer[1]

    def _lock_row(self, tx: sa.Connection, table_id: str) -> Any:
        """One writer of a table at a time, other servers' too."""
        found = sa.select(tables.c.seq, tables.c.closed).where(tables.c.id == table_id)
        row = tx.execute(found.with_for_update()).first()
        if row is None:
            raise _no_such_table(table_id)
        return row

    def _completed(self, tx: sa.Connection, live: LiveTable, command: c.Command) -> c.Command:
        """What only the house knows: the order of a shuffle, where linked meters stand.

        Nothing is written here: the command may yet be refused.
        """
        if live.row.settings.cards == "house" and (
            isinstance(command, c.Shuffle)
            or (isinstance(command, c.ReceiveCards) and command.prepared)
        ):
            return msgspec.structs.replace(command, order=next_order(tx, self, live))
        if isinstance(command, c.Settle | c.ValidateAward) and live.row.choices.meters:
            standing = read_meters(tx, live.row, lock=True)
            return msgspec.structs.replace(command, meters=standing)
        return command

    def _record(
        self,
        tx: sa.Connection,
        live: LiveTable,
        command: c.Command,
        answer: tuple[Table, tuple[e.Event, ...]],
    ) -> LiveTable:
        """All the command did, in the caller's transaction; memory changes after the commit."""
        table, events = answer
        at, row = self.clock(), live.row
        after = msgspec.structs.replace(live, table=table)
        body = log.Body(command, events)
        entry = log.new_entry(
            row.id, live.seq + 1, at, command.by, type(command).__name__, live.table.round
        )
        written = log.append(tx, self.keys, live.hash, entry, body)
        after.seq, after.hash = written.seq, written.hash
        if log.ordered(command):
            count_shuffle(tx, live)
        moves = [move for event in events for move in house_postings(row.place, event)]
        post(tx, row.id, after.seq, moves)
        move_meters(tx, live, table, events)
        if table.round != live.table.round:
            self._close_round(tx, live, after, events, at)
        self._save_seq(tx, after)
        track_waits(after, live.table, at, events)
        return after

    def _close_round(
        self,
        tx: sa.Connection,
        live: LiveTable,
        after: LiveTable,
        events: tuple[e.Event, ...],
        at: int,
    ) -> None:
        """The round's own record, its seed revealed, the next one's committed, the state kept."""
        number, row = live.table.round, live.row
        voided = any(isinstance(event, e.RoundVoided) for event in events)
        self._keep_seats(tx, live)
        reveal_seeds(tx, self, after, number, at)
        tx.execute(
            sa.insert(rounds).values(
                stream=row.id,
                round=number,
                began=live.round_began or at,
                ended=at,
                outcome="void" if voided else "settled",
                after=self.keys.seal(freeze(after.table), f"{row.id} after {number}"),
            )
        )
        commit_seed(tx, self, after, at)
        sealed = self.keys.seal(freeze(after.table), f"{row.id} snapshot {after.seq}")
        kept = sa.update(tables).where(tables.c.id == row.id)
        tx.execute(kept.values(snapshot=sealed, snapshot_seq=after.seq))

    def _keep_seats(self, tx: sa.Connection, live: LiveTable) -> None:
        """Who took part and what it is found by: from its entries, the last among them."""
        number = live.table.round
        events = log.round_events(tx, self.keys, live.row.id, number)
        keep_marks(tx, live.row.id, number, events)
        for seat, result in seat_results(events).items():
            row = {"stream": live.row.id, "round": number, "seat": seat, **result}
            tx.execute(sa.insert(round_seats).values(**row))

    @contextmanager
    def locked(self, table_id: str) -> Iterator[tuple[sa.Connection, LiveTable]]:
        """A transaction of the house's own at a table, for notes in its log."""
        with self.lock(table_id):
            try:
                with self.store.begin() as tx:
                    live = self._find(tx, table_id, self._lock_row(tx, table_id).seq)
                    yield tx, live
                    self._save_seq(tx, live)
            except BaseException:
                self._live.pop(table_id, None)  # its notes moved it on
                raise

    def declare_ready(self, table_id: str, player: str) -> list[int]:
        """Marks a player's seats as ready to close betting; returns every seat that is ready."""
        with self.lock(table_id):
            live = self.live(table_id)
            live.ready |= {n for n, seat in live.table.seats.items() if seat.player == player}
            return sorted(live.ready)

    def mix_seed(self, table_id: str, text: str) -> None:
        """A player's seed goes into this round's shuffle."""
        with self.locked(table_id) as (tx, live):
            add_player_seed(tx, self, live, text, self.clock())

    def meter_cents(self, table_id: str) -> dict[str, int]:
        """What the meters show now, other tables' doing included."""
        with self.lock(table_id), self.store.read() as tx:
            found = read_meters(tx, self._find(tx, table_id).row, lock=False)
        return {name: whole_cents(amount) for name, amount in found.items()}

    def _save_seq(self, tx: sa.Connection, live: LiveTable) -> None:
        tx.execute(sa.update(tables).where(tables.c.id == live.row.id).values(seq=live.seq))

    def note(
        self,
        tx: sa.Connection,
        live: LiveTable,
        kind: str,
        note: dict[str, Any],
        at: int,
        number: int = 0,
    ) -> None:
        """An entry that is no command of the table's, of its present round or another."""
        of = number or live.table.round
        entry = log.new_entry(live.row.id, live.seq + 1, at, HOUSE, kind, of)
        written = log.append(tx, self.keys, live.hash, entry, log.Body(note=note))
        live.seq, live.hash = written.seq, written.hash
