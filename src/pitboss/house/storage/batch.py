"""Rows that one transaction writes: collected in memory, then one prepared statement per kind.

A batch may hold the effects of many commands. Nothing reaches the database before `flush`, so a
decision that is refused leaves nothing behind.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Step
from pitboss.house.storage.failures import stale
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import balances, entries, meters, seeds, tables

WALLET: Final = "/wallet/"  # in the name of an account that never goes below zero


class Batch:
    """What a transaction will write, and what it sees of its own changes meanwhile."""

    def __init__(self, store: Store, tx: sa.Connection, keys: Keys) -> None:
        self.store, self.tx, self.keys = store, tx, keys
        self.meters: dict[str, Meter] = {}  # those read in this transaction, as they will be
        self._rows: dict[sa.Table, list[tuple[Any, ...]]] = {}
        self._updates: dict[str, list[tuple[Any, ...]]] = {}
        self._ends: dict[str, tuple[int, int]] = {}  # table → its log's end before and after
        self._changes: dict[str, int] = {}  # account → cents
        self._meters: set[str] = set()  # those to write
        self._messages: list[tuple[str]] = []  # to other servers

    def insert(self, table: sa.Table, *values: Any) -> None:
        """Adds a row, whose values come in the order of the columns."""
        self._rows.setdefault(table, []).append(values)

    def update(self, statement: str, *values: Any) -> None:
        """`statement` is one of this module's names; the values are its parameters."""
        self._updates.setdefault(statement, []).append(values)

    def add_cents(self, account: str, cents: int) -> None:
        self._changes[account] = self._changes.get(account, 0) + cents

    def balance(self, account: str, *, lock: bool = False) -> int:
        """The account with this batch's own changes. A wallet needs no lock: `flush` makes sure
        that it does not go below zero.
        """
        sql = statements(self.store.engine.dialect)
        query = sql.lock_balance if lock else sql.balance
        (rows,) = self.store.ask(self.tx, [Step(query, [(account,)])])
        return (rows[0][0] if rows else 0) + self._changes.get(account, 0)

    def move_end(self, table_id: str, before: int, after: int) -> None:
        """Moves the end of a table's log: the fence between writers."""
        first = self._ends.get(table_id, (before, 0))[0]
        self._ends[table_id] = (first, after)

    # Meters

    def lock_meters(self, names: Iterable[str]) -> None:
        """Reads these meters; nobody else moves them until the transaction ends."""
        unread = sorted(set(names) - set(self.meters))
        if unread:
            sql = statements(self.store.engine.dialect)
            locks = Step(sql.lock_meter, [(name,) for name in unread])
            for name, rows in zip(unread, self.store.ask(self.tx, [locks]), strict=True):
                for row in rows:
                    self.meters[name] = Meter(*row)

    def set_meter(self, name: str, meter: "Meter") -> None:
        self.meters[name] = meter
        self._meters.add(name)

    # Writing

    def notify(self, message: str) -> None:
        """Sends a message to the other servers when the transaction commits."""
        self._messages.append((message,))

    def flush(self, *, last: bool = False) -> None:
        """Writes everything. After the `last` flush nothing is read in this transaction:
        PostgreSQL gets it together with the COMMIT, in one exchange.
        """
        for step in self._steps():
            changes = self.store.write(self.tx, step, last=last)
            if step.what and changes != len(step.rows):
                raise stale(step.what)
        self._rows, self._updates, self._ends, self._changes = {}, {}, {}, {}
        self._meters, self._messages = set(), []

    def _steps(self) -> Iterator[Step]:
        """The steps in the one lock order that all transactions share: tables, meters, balances,
        each by name.
        """
        sql = statements(self.store.engine.dialect)
        ends = [(after, name, before) for name, (before, after) in sorted(self._ends.items())]
        if ends:
            yield Step(sql.move_end, ends, "the end of a table's log")
        if self._meters:
            yield Step(sql.set_meter, [(*self.meters[name], name) for name in sorted(self._meters)])
        for name, rows in self._updates.items():
            yield Step(getattr(sql, name), rows)
        for table, rows in self._rows.items():
            yield Step(sql.insert(table), rows)
        changes = sorted((name, cents) for name, cents in self._changes.items() if cents)
        for takes, run in itertools.groupby(changes, _takes):
            if takes:
                taken = [(cents, name, cents) for name, cents in run]
                yield Step(sql.take_cents, taken, "a wallet")
            else:
                yield Step(sql.add_cents, [*run])
        if self._messages:
            yield Step(sql.notify, self._messages)


def _takes(change: tuple[str, int]) -> bool:
    """Whether a change takes from an account that must not go below zero."""
    return WALLET in change[0] and change[1] < 0


class Meter(NamedTuple):
    millionths: int
    locked_by: str


class Statements:
    """The statements of a dialect, made from the schema."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._quote = dialect.identifier_preparer.quote
        self._is_numbered = dialect.name == "postgresql"  # $1, $2 … instead of ?
        self._inserts: dict[sa.Table, str] = {}
        end = "seq = ? WHERE id = ? AND seq = ?"
        self.move_end = self._update(tables, end)
        self.save_snapshot = self._update(tables, "snapshot = ?, snapshot_seq = ? WHERE id = ?")
        self.set_meter = self._update(meters, "millionths = ?, locked_by = ? WHERE id = ?")
        of_round = "WHERE stream = ? AND round = ?"
        self.reveal_seed = self._update(seeds, f"revealed = ? {of_round}")
        self.set_player_seeds = self._update(seeds, f"player_seeds = ? {of_round}")
        self.count_shuffle = self._update(seeds, f"shuffles = shuffles + 1 {of_round}")
        self.take_cents = self._update(
            balances, "cents = cents + ? WHERE account = ? AND cents + ? >= 0"
        )
        balance = self._numbered("SELECT cents FROM balances WHERE account = ?")
        meter = self._numbered("SELECT millionths, locked_by FROM meters WHERE id = ?")
        end = self._numbered("SELECT seq FROM tables WHERE id = ?")
        lock = " FOR UPDATE" if dialect.name == "postgresql" else ""  # SQLite has one writer anyway
        self.balance, self.end = balance, end
        self.lock_balance, self.lock_meter, self.lock_end = balance + lock, meter + lock, end + lock
        columns = ", ".join(self._quote(column.name) for column in entries.columns)
        later = f"SELECT {columns} FROM entries WHERE stream = ? AND seq > ? ORDER BY seq"
        self.later_entries = self._numbered(later)
        self.notify = "SELECT pg_notify('pitboss', $1)"
        self.add_cents = (
            f"{self.insert(balances)} ON CONFLICT (account) "
            "DO UPDATE SET cents = balances.cents + excluded.cents"
        )

    def _update(self, table: sa.Table, rest: str) -> str:
        return self._numbered(f"UPDATE {table.name} SET {rest}")

    def _numbered(self, statement: str) -> str:
        if not self._is_numbered:
            return statement
        first, *others = statement.split("?")
        return first + "".join(f"${n}{text}" for n, text in enumerate(others, 1))

    def insert(self, table: sa.Table) -> str:
        if table not in self._inserts:
            names = ", ".join(self._quote(column.name) for column in table.columns)
            marks = ", ".join("?" for _ in table.columns)
            statement = f"INSERT INTO {table.name} ({names}) VALUES ({marks})"
            self._inserts[table] = self._numbered(statement)
        return self._inserts[table]


@functools.cache
def _statements(name: str, dialect: sa.Dialect) -> Statements:
    return Statements(dialect)


def statements(dialect: sa.Dialect) -> Statements:
    return _statements(dialect.name, dialect)
