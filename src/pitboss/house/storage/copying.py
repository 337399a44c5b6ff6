"""Copies a whole database as it was at one moment, between SQLite and PostgreSQL in any direction.

The copy has the schema version of its source; the program migrates it when it opens it. The target
is filled in one transaction, and every row is read back and compared before that commits.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.row_sums import SUMS
from pitboss.house.storage.schema.migration import VERSION_TABLE, stored_version
from pitboss.house.storage.schema.tables import meta

# What servers write about themselves: it belongs to their processes, not to the house.
PROCESS_TABLES: Final = frozenset({"servers", "leases"})
UNFINISHED: Final = "unfinished copy"  # a key of meta
LIVE_MS: Final = 10_000  # how long after its last renewal a server counts as running
_ROWS: Final = 1000  # of one batch
_PAGES: Final = 4096  # of SQLite in one step: 16 MiB
_ALL_BYTES: Final = 1 << 256

Progress = Callable[[str, int, int], None]  # of what, how much is done, of how much


class FilledTarget(StoreError):
    """A database that is not empty, so nothing may be copied into it."""


class BadCopy(StoreError):
    """A copy whose rows are not the source's."""


def no_progress(_what: str, _done: int, _total: int) -> None:
    """Shows nothing."""


def copy_database(source: Store, target: Store, progress: Progress = no_progress) -> dict[str, int]:
    """Copies one snapshot of the source into an empty target; returns each table's row count.

    Takes effect whole or not at all.
    """
    with source.read() as reader:
        revision = revision_of(reader)
        origin = _reflect(reader)
        with target.begin() as writer:
            refuse_filled(writer)
            target.migrate(writer, revision)
            copies = _reflect(writer)
            _compare_schemas(origin, copies)
            # Migrations write rows of their own, which the source has too.
            for table in reversed(copies.sorted_tables):
                writer.execute(sa.delete(table))
            counts = {}
            for table in copies.sorted_tables:
                rows = _Rows(reader, origin.tables[table.name], progress)
                if table.name not in PROCESS_TABLES:
                    _insert(writer, table, rows)
                _compare_rows(writer, table, rows)
                counts[table.name] = rows.count
            if not target.is_sqlite:
                _advance_sequences(writer, copies)
                writer.execute(sa.insert(meta).values(key=UNFINISHED, value="1"))
    return counts


def finish_copy(store: Store) -> None:
    """Declares a copy in PostgreSQL usable. Until then no server opens it."""
    with store.begin() as tx:
        tx.execute(sa.delete(meta).where(meta.c.key == UNFINISHED))


def is_unfinished(tx: sa.Connection) -> bool:
    """Whether a copy was cut off before it was declared usable."""
    if not sa.inspect(tx).has_table(meta.name):
        return False
    return tx.execute(sa.select(meta).where(meta.c.key == UNFINISHED)).first() is not None


def refuse_unfinished(store: Store) -> None:
    with store.read() as tx:
        if is_unfinished(tx):
            raise StoreError(
                "a restore or a move into this database was cut off",
                what_to_do="repeat it; it starts from the beginning",
            )


def snapshot_file(source: Store, path: Path, progress: Progress = no_progress) -> None:
    """Writes a snapshot of the source, which may be in use, to an SQLite file."""
    if not source.is_sqlite:
        copy = Store(str(path))
        try:
            copy_database(source, copy, progress)
        finally:
            copy.close()
        return

    def show(_status: int, remaining: int, total: int) -> None:
        progress("database", total - remaining, total)

    file = sqlite3.connect(path)
    try:
        file.execute("PRAGMA synchronous=OFF")  # whoever keeps the file syncs it
        with source.read() as reader:
            revision_of(reader)  # a read fixes the snapshot, so that writers do not restart a step
            driver: Any = reader.connection.driver_connection
            driver.backup(file, pages=_PAGES, progress=show)
    finally:
        file.close()


def revision_of(tx: sa.Connection) -> str:
    """The schema version of a database; refuses one that holds no house."""
    revision = stored_version(tx)
    if revision is None:
        raise StoreError("the database holds no house", what_to_do="name the one that does")
    return revision


def refuse_filled(tx: sa.Connection) -> None:
    names = sa.inspect(tx).get_table_names()
    if names:
        raise FilledTarget(
            f"the target is not empty: it has {len(names)} tables",
            what_to_do="name an empty database",
        )


def empty(store: Store) -> None:
    """Drops every table: what was copied into an empty database is removed again."""
    with store.begin() as tx:
        everything = sa.MetaData()
        everything.reflect(tx)
        everything.drop_all(tx)


def running_servers(store: Store) -> list[str]:
    """The servers that renewed their row in a PostgreSQL house a moment ago."""
    with store.read() as tx:
        if store.is_sqlite or "servers" not in sa.inspect(tx).get_table_names():
            return []
        now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        query = f"SELECT id FROM servers WHERE abs({now} - renewed) < {LIVE_MS} ORDER BY id"
        return [row.id for row in tx.exec_driver_sql(query)]


def _reflect(tx: sa.Connection) -> sa.MetaData:
    """The tables as they are, because an older schema has others than the program."""
    tables = sa.MetaData()
    tables.reflect(tx, only=lambda name, _: name not in (VERSION_TABLE, SUMS))
    return tables


def _compare_schemas(origin: sa.MetaData, copies: sa.MetaData) -> None:
    for name in sorted(origin.tables.keys() | copies.tables.keys()):
        columns = [
            sorted(column.name for column in side.tables[name].c) if name in side.tables else []
            for side in (origin, copies)
        ]
        if columns[0] != columns[1]:
            raise StoreError(
                f"table {name} has the columns {columns[0]}, its schema version has {columns[1]}",
                what_to_do="remove what is not Pitboss's from the database",
            )


class _Rows:
    """The rows of a table; counts and fingerprints them as they pass."""

    def __init__(
        self, tx: sa.Connection, table: sa.Table, progress: Progress = no_progress
    ) -> None:
        self.tx, self.table, self.progress = tx, table, progress
        self.count = self.fingerprint = 0

    def batches(self, names: Sequence[str]) -> Iterator[list[tuple[Any, ...]]]:
        """`names` gives the order of the columns."""
        count = sa.select(sa.func.count()).select_from(self.table)
        total = self.tx.execute(count).scalar_one()
        query = sa.select(*(self.table.c[name] for name in names))
        # A server-side cursor where there is one: a house's log need not fit into memory.
        result = self.tx.execute(query, execution_options={"yield_per": _ROWS})
        for partition in result.partitions():
            rows = [tuple(row) for row in partition]
            self.count += len(rows)
            self.fingerprint = (self.fingerprint + sum(map(_row_hash, rows))) % _ALL_BYTES
            yield rows
            self.progress(self.table.name, self.count, total)


def _row_hash(row: tuple[Any, ...]) -> int:
    """Sums of these do not depend on the order, which differs between databases."""
    return int.from_bytes(hashlib.sha256(msgspec.msgpack.encode(row)).digest(), "big")


def _insert(tx: sa.Connection, table: sa.Table, rows: _Rows) -> None:
    names = [column.name for column in table.c]
    if tx.dialect.name == "sqlite":
        insert = sa.insert(table)
        for batch in rows.batches(names):
            tx.execute(insert, [dict(zip(names, row, strict=True)) for row in batch])
        return
    columns = ", ".join(f'"{name}"' for name in names)
    driver: Any = tx.connection.driver_connection
    failure = tx.dialect.loaded_dbapi.Error
    try:
        with (
            driver.cursor() as cursor,
            cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy,
        ):
            for batch in rows.batches(names):
                for row in batch:
                    copy.write_row(row)
    except failure as error:
        reason = " ".join(str(error).split())
        raise BadCopy(f"table {table.name} does not fit into PostgreSQL: {reason}") from error


def _compare_rows(tx: sa.Connection, table: sa.Table, rows: _Rows) -> None:
    copies = _Rows(tx, table)
    for _ in copies.batches([column.name for column in table.c]):
        pass
    if (copies.count, copies.fingerprint) != (rows.count, rows.fingerprint):
        raise BadCopy(f"the copy of table {table.name} differs; nothing was copied")


def _advance_sequences(tx: sa.Connection, copies: sa.MetaData) -> None:
    """PostgreSQL numbers some keys itself; makes it continue after the largest."""
    for table in copies.tables.values():
        for column in table.primary_key:
            query = sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))
            sequence = tx.execute(query).scalar()
            if sequence is not None:
                last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
                tx.execute(sa.select(sa.func.setval(sequence, last, False)))
