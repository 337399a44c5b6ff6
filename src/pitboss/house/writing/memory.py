"""What a server knows of its tables: their states, recent replies, and its listeners.

Memory follows the log: it changes only after a commit, this server's or another's, and listeners
hear of every table's events in the order of its log.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.errors import PitbossError
from pitboss.house.chance import Entropy
from pitboss.house.live_table import LiveTable, load, moved_waits, read_on
from pitboss.house.storage import log
from pitboss.house.storage.batch import statements
from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Row, Step
from pitboss.house.storage.keys import Keys
from pitboss.house.writing.refusal_lines import RefusalCounts
from pitboss.house.writing.refusals import CLOSED_NOTICE, CLOSING_NOTICE, stop_notice
from pitboss.house.writing.replies import Done
from pitboss.table import events as e

Clock = Callable[[], int]  # milliseconds
Listener = Callable[[LiveTable, tuple[e.Event, ...]], None]

CONTENTION_SECONDS: Final = 5.0  # after another server's move at a table
MAX_RECENT: Final = 20_000  # replies in memory; the index has them all
_log = logging.getLogger("pitboss")


class NoSuchTable(PitbossError):
    """An id that no table has."""

    status = 404


def no_such_table(table_id: str) -> NoSuchTable:
    return NoSuchTable(f"there is no table {table_id!r}", what_to_do="see the lobby")


class Memory:
    """Hold the writer's lock to change it; `get` may be called at any time."""

    def __init__(self, store: Store, keys: Keys, clock: Clock, entropy: Entropy) -> None:
        self.store, self.keys, self.clock, self.entropy = store, keys, clock, entropy
        self._sql = statements(store.engine.dialect)
        self.opened = clock()
        self.program: list[str] = []  # how the program's own files differ from the release
        self.recent: dict[str, tuple[str, Done]] = {}  # command key → hash of the request, reply
        self.listeners: list[Listener] = []
        # Whether this server performs a table's duties itself.
        self.deals: Callable[[str], bool] = lambda _: False
        # Whether every commit of another server is folded in as soon as it is made.
        self.is_followed: Callable[[], bool] = lambda: False
        self._live: dict[str, LiveTable] = {}
        self._refusals: dict[str, RefusalCounts] = {}
        self._moved_elsewhere: dict[str, float] = {}  # when, by the monotonic clock

    @property
    def stop_notice(self) -> str:
        """Says why no new round starts and what to do about it; empty while the house is open."""
        return stop_notice(self.program) if self.program else ""

    def ids(self) -> list[str]:
        return list(self._live)

    def get(self, table_id: str) -> LiveTable | None:
        """The table as memory has it."""
        live = self._live.get(table_id)
        if live is not None and live.stop_notice != (notice := self._notice_at(live)):
            live = replace(live, stop_notice=notice)
        return live

    def _notice_at(self, live: LiveTable) -> str:
        if live.closed:
            return CLOSED_NOTICE
        return self.stop_notice or (CLOSING_NOTICE if live.row.settings.closing else "")

    def current(self, tx: sa.Connection, table_id: str, *, lock: bool = False) -> LiveTable:
        """The table from memory, or from the log if memory has none.

        With `lock` the table is brought to the end of its log, and no other server moves it until
        the transaction ends.
        """
        if lock:
            self.lock_tables(tx, [table_id])
        live = self.get(table_id)
        if live is None:
            self._live[table_id] = self._load(tx, table_id)
            live = self.get(table_id)
        assert live is not None
        return live

    def add(self, live: LiveTable) -> None:
        """Takes a table that was opened by this server."""
        self._live[live.row.id] = self._with_waits(live)

    def lock_tables(self, tx: sa.Connection, names: Iterable[str]) -> None:
        """Brings tables to the end of their logs; nobody else moves them until the transaction
        ends. In the order of their names, so that no two transactions wait for each other.
        """
        names = sorted(names)
        ends = self._own_ends(names)
        locks = Step(self._sql.lock_end, [(name,) for name in names])
        answers = self.store.ask(tx, [locks, log.later_entries(self.store, ends)])
        for name, rows in zip(names, answers, strict=False):
            if rows and name not in ends:
                self._live[name] = self._load(tx, name)
        self.take(dict(zip(ends, answers[len(names) :], strict=True)))

    def lock_current(self, tx: sa.Connection, names: Iterable[str]) -> bool:
        """As `lock_tables`, for tables that were decided on already; False if one has moved."""
        ends = self._own_ends(names)
        locks = Step(self._sql.lock_end, [(name,) for name in ends])
        answers = self.store.ask(tx, [locks])
        return all(rows == [(seq,)] for seq, rows in zip(ends.values(), answers, strict=True))

    def _own_ends(self, names: Iterable[str]) -> dict[str, int]:
        """The ends of these tables' logs as memory has them, by name."""
        return {name: self._live[name].seq for name in sorted(names) if name in self._live}

    def is_contended(self, names: Iterable[str]) -> bool:
        """Whether another server moved one of these tables lately, and may again."""
        if not self._moved_elsewhere:
            return False
        since = time.monotonic() - CONTENTION_SECONDS
        return any(self._moved_elsewhere.get(name, since) > since for name in names)

    def follow(self, table_id: str) -> LiveTable:
        """Brings the table to the end of its log, and tells listeners what others did there."""
        if table_id in self._live:
            self.take(self.read_later([table_id]))
        else:
            with self.store.read() as tx:
                self._live[table_id] = self._load(tx, table_id)
        live = self.get(table_id)
        assert live is not None
        return live

    def read_later(self, names: Iterable[str]) -> dict[str, list[Row]]:
        """What the logs of these tables have after what memory knows; needs no lock."""
        ends = self._own_ends(names)
        answers = self.store.ask_now([log.later_entries(self.store, ends)])
        return dict(zip(ends, answers, strict=True))

    def take(self, later: Mapping[str, Sequence[Row]]) -> None:
        """Folds in entries of other servers, without those that memory has by now."""
        for name, rows in later.items():
            live = self._live[name]
            entries = [entry for row in rows if (entry := log.read_entry(row)).seq > live.seq]
            if entries:
                self._moved_elsewhere[name] = time.monotonic()
            for newer in read_on(self.keys, live, entries):
                self.publish(newer)

    def _load(self, tx: sa.Connection, table_id: str) -> LiveTable:
        live = load(tx, self.keys, table_id)
        if live is None:
            raise no_such_table(table_id)
        return self._with_waits(live)

    def _with_waits(self, live: LiveTable) -> LiveTable:
        """Clocks stand still while the house is shut: a wait begins again with the server."""
        since = min(max(live.since, self.opened), self.clock())
        return replace(live, since=since, acted=dict.fromkeys(live.table.seats, self.opened))

    def is_current(self, tx: sa.Connection, live: LiveTable) -> bool:
        """Whether nobody else moved the table past what memory has."""
        if self.is_followed() and self.store.is_sqlite:  # one server, one memory
            return True
        (rows,) = self.store.ask(tx, [Step(self._sql.end, [(live.row.id,)])])
        mine = self._live.get(live.row.id)
        return mine is not None and rows == [(mine.seq,)]

    def publish(self, live: LiveTable) -> None:
        """Takes a table as it is after a commit, and tells listeners what happened."""
        self._live[live.row.id] = live
        if not live.news:
            return
        for listener in self.listeners:
            try:
                listener(live, live.news)
            except Exception:  # the command is durable: its reply must say so
                _log.exception("a listener failed after table %s moved", live.row.id)

    def add_ready(self, table_id: str, seats: set[int]) -> None:
        """Marks seats that need no more time to bet."""
        live = self._live.get(table_id)
        if live is not None:
            self._live[table_id] = replace(live, ready=live.ready | seats)

    def set_absent(self, table_id: str, player: str, since: int | None) -> None:
        """Notes since when a player has no connection; None for one who has."""
        live = self._live.get(table_id)
        if live is not None:
            absent = {name: at for name, at in live.absent.items() if name != player}
            if since is not None:
                absent[player] = since
            self._live[table_id] = replace(live, absent=absent)

    def move_waits(self, by: int) -> None:
        """Moves every wait with the house's clock, which was set by that many milliseconds."""
        self.opened = self.clock()
        self._live = {name: moved_waits(live, by) for name, live in self._live.items()}

    def remember(self, key: str, digest: str, done: Done) -> None:
        self.recent[key] = (digest, done)
        if len(self.recent) > MAX_RECENT:
            for old in list(self.recent)[: MAX_RECENT // 2]:
                del self.recent[old]

    def refusal_counts(self, table_id: str) -> RefusalCounts:
        return self._refusals.setdefault(table_id, RefusalCounts())
