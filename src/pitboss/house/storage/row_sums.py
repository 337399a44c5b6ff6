"""Checksums of the rows that no log determines, in SQLite, whose pages have none of their own.

Accounts, sessions, approvals and the like are written in place: a flipped bit in a password's hash
or a session's lock would look like any other value. Triggers store a checksum of each such row,
computed by a function of this program, so that another tool cannot write these tables at all.
PostgreSQL has checksums of its pages instead. The sums belong to one file: a copy makes its own.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

SUMS: Final = "row_sums"
_SCHEMA: Final = "sqlite_schema"  # the row with the checksum of the schema itself
_FUNCTION: Final = "row_sum"
# What the log determines, row by row, and what servers write about themselves.
_WITHOUT_SUMS: Final = frozenset(
    {
        *("tables", "entries", "postings", "balances", "meters", "seeds", "checkpoints"),
        *("rounds", "round_seats", "round_clauses", "round_hands"),
        *("servers", "leases", SUMS),
    }
)
# The reply to a payment at the cage is in no log.
_CONDITIONS: Final = {"commands": "{row}.stream = 'house'"}


def row_sum(*values: object) -> bytes:
    """A checksum over values and their types; SQLite calls it by the same name."""
    digest = hashlib.sha256()
    for value in values:
        raw = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")
        digest.update(f"{type(value).__name__} {len(raw)} ".encode() + raw)
    return digest.digest()[:16]


def register(raw: Any) -> None:
    """Makes the function known to an SQLite connection."""
    raw.create_function(_FUNCTION, -1, row_sum, deterministic=True)


def install(tx: sa.Connection) -> None:
    """Makes triggers and sums if there are none; see `remove` for a schema that changes."""
    if _triggers(tx):
        return
    tx.exec_driver_sql(
        f"CREATE TABLE IF NOT EXISTS {SUMS} (name TEXT NOT NULL, key TEXT NOT NULL,"
        " sum BLOB NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID"
    )
    tx.exec_driver_sql(f"DELETE FROM {SUMS}")
    for name in _names(tx):
        table = _Sums(tx, name)
        for statement in table.statements():
            tx.exec_driver_sql(statement)
    tx.exec_driver_sql(f"INSERT INTO {SUMS} VALUES (?, '', ?)", (_SCHEMA, _schema_sum(tx)))


def remove(tx: sa.Connection) -> None:
    """Removes the triggers before the schema changes; `install` recreates them."""
    for name in _triggers(tx):
        tx.exec_driver_sql(f'DROP TRIGGER "{name}"')


def sum_faults(tx: sa.Connection) -> Iterator[str]:
    """The rows that are not as they were written, and a schema that is not."""
    if not _triggers(tx):
        return
    query = f"SELECT sum FROM {SUMS} WHERE name = ?"
    if tx.exec_driver_sql(query, (_SCHEMA,)).scalar() != _schema_sum(tx):
        yield "the schema is not the one that this program made"
    names = _names(tx)
    for name in names:
        yield from _Sums(tx, name).faults(tx)
    for (name,) in tx.exec_driver_sql(f"SELECT DISTINCT name FROM {SUMS}").all():
        if name not in (*names, _SCHEMA):
            yield f"checksums of {name}, which is no table of this house"


def _triggers(tx: sa.Connection) -> list[str]:
    query = f"SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '{_FUNCTION} %'"
    return list(tx.exec_driver_sql(query).scalars())


def _names(tx: sa.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return sorted(set(tx.exec_driver_sql(query).scalars()) - _WITHOUT_SUMS)


def _schema_sum(tx: sa.Connection) -> bytes:
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    return row_sum(*(value for row in tx.exec_driver_sql(query) for value in row))


class _Sums:
    """The triggers and comparisons of one table, by the columns that it has now."""

    def __init__(self, tx: sa.Connection, name: str) -> None:
        self.name = name
        columns = tx.exec_driver_sql(f'PRAGMA table_info("{name}")').all()
        self.columns = [column[1] for column in columns]
        self.keys = [column[1] for column in sorted(columns, key=lambda one: one[5]) if column[5]]

    def _key(self, row: str) -> str:
        return " || ',' || ".join(f'quote({row}."{column}")' for column in self.keys)

    def _sum(self, row: str) -> str:
        values = ", ".join(f'{row}."{column}"' for column in self.columns)
        return f"{_FUNCTION}({values})"

    def _when(self, row: str, word: str) -> str:
        condition = _CONDITIONS.get(self.name, "")
        return f"{word} {condition.format(row=row)}" if condition else ""

    def statements(self) -> Iterator[str]:
        put = (
            f"INSERT OR REPLACE INTO {SUMS} SELECT '{self.name}', {self._key('NEW')},"
            f" {self._sum('NEW')} {self._when('NEW', 'WHERE')};"
        )
        mine = f"name = '{self.name}' AND key = {self._key('OLD')}"
        # An act that does not check a damaged row must neither give it a new sum nor delete it.
        refuse = (
            f"SELECT RAISE(ABORT, '{self.name} has a row that is not as it was written')"
            f" WHERE NOT EXISTS (SELECT 1 FROM {SUMS} WHERE {mine} AND sum = {self._sum('OLD')})"
            f" {self._when('OLD', 'AND')};"
        )
        drop = f"{refuse} DELETE FROM {SUMS} WHERE {mine};"
        for act, body in (("INSERT", put), ("UPDATE", f"{drop} {put}"), ("DELETE", drop)):
            yield (
                f'CREATE TRIGGER "{_FUNCTION} {self.name} {act}" AFTER {act} ON "{self.name}"'
                f" BEGIN {body} END"
            )
        yield (
            f"INSERT INTO {SUMS} SELECT '{self.name}', {self._key('t')}, {self._sum('t')}"
            f' FROM "{self.name}" t {self._when("t", "WHERE")}'
        )

    def faults(self, tx: sa.Connection) -> Iterator[str]:
        query = f"SELECT key, sum FROM {SUMS} WHERE name = ?"
        sums = {row.key: row.sum for row in tx.exec_driver_sql(query, (self.name,))}
        query = (
            f"SELECT {self._key('t')}, {self._sum('t')}"
            f' FROM "{self.name}" t {self._when("t", "WHERE")}'
        )
        for key, value in tx.exec_driver_sql(query):
            if sums.pop(key, None) != value:
                yield f"{self.name} {key}: the row is not as it was written"
        for key in sums:
            yield f"{self.name} {key}: the row is gone"
