"""The database: embedded SQLite or a PostgreSQL server, always with full durability.

A transaction takes effect whole or not at all, and commits before anyone is answered.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage.engines import (
    BUSY_SECONDS,
    complete_url,
    lax_postgres,
    lax_sqlite,
    postgres_engine,
    sqlite_engine,
)
from pitboss.house.storage.exchange import Pipeline, ReadConnection, Row, Step, numbered_cursor
from pitboss.house.storage.failures import (
    StoreUnavailable,
    committing,
    crossed,
    failed_commit,
    unavailable,
)
from pitboss.house.storage.fair_lock import FairLock
from pitboss.house.storage.row_sums import install, remove, sum_faults
from pitboss.house.storage.schema.migration import (
    NEWEST,
    NewerSchema,
    create_newest,
    is_empty,
    lock_schema,
    refuse_newer,
    stored_version,
    upgrade,
)

RESTORE: Final = "restore the newest backup that passes pitboss audit"


class StoreError(PitbossError):
    """The database cannot be used in its present state."""


class Busy(Exception):
    """Somebody else writes to the file; nothing was done."""


class CommitResult(Protocol):
    """What a server answers to a commit that was sent; it comes on the socket."""

    @property
    def socket(self) -> int: ...
    def is_complete(self) -> bool: ...


class Store:
    """An engine, with a lock for SQLite, which admits one writer at a time."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(complete_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if not self.is_sqlite and self.url.get_backend_name() != "postgresql":
            raise StoreError(
                f"{self.url.get_backend_name()} is not supported",
                what_to_do="use sqlite:///FILE or postgresql://…",
            )
        if self.is_sqlite and self.url.database in (None, "", ":memory:"):
            raise StoreError("the database must be a file", what_to_do="name one: sqlite:///FILE")
        self._writing = FairLock() if self.is_sqlite else None
        self.engine = sqlite_engine(self.url) if self.is_sqlite else postgres_engine(self.url)
        self._writer: sa.Connection | None = None
        self._exchange: Pipeline | None = None  # of the writer's connection to PostgreSQL
        self._at_commit: list[Step] = []
        self._reader = None if self.is_sqlite else ReadConnection(self.engine)
        self._is_patient = True  # whether the writer's connection waits for others' locks
        self.marker: Path | None = None  # says that this store uses its file (see integrity.py)

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """A write transaction, committed at the end and rolled back on any exception."""
        if self._writing is None:
            with self.engine.connect() as connection:
                yield connection
                with committing():
                    connection.commit()
            return
        with self._writing, self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                with committing():
                    connection.exec_driver_sql("COMMIT")
            except BaseException:
                connection.invalidate()  # closing the connection rolls back in any state
                raise

    @contextmanager
    def begin_batch(self, *, wait: bool = True) -> Iterator[sa.Connection]:
        """A write transaction on a connection that stays open, for the one writer of a process.

        Without `wait`, raises `Busy` immediately if somebody else writes to the SQLite file.
        """
        if self._writer is None or not self.has_writer:
            self._writer, self._is_patient = self.engine.connect(), True
            self._exchange = None
        connection, lock = self._writer, self._writing
        # Bypasses SQLAlchemy, whose begin and commit cost as much as the statements between.
        driver: Any = connection.connection.driver_connection
        if not self.is_sqlite and self._exchange is None:
            self._exchange = Pipeline(driver)
        self._at_commit = []
        if lock is not None and not lock.enter_if_free():
            if not wait:
                raise Busy
            lock.enter()
        try:
            if lock is not None:
                self._begin_immediate(driver, wait=wait)
            yield connection
            self._commit(connection, driver)
        except Busy:
            raise
        except BaseException as error:
            self._roll_back(connection, driver, error)
            raise
        finally:
            if lock is not None:
                lock.leave()

    def send_commit(self) -> CommitResult | None:
        """Sends the writer's last steps and the COMMIT to a server, and does not wait for the
        answer: the end of the transaction's block does. None if there is nothing to wait for.
        """
        if self._exchange is None or not self._at_commit:
            return None
        with self._unknown_outcome(self._exchange):
            self._exchange.send_commit(self._at_commit)
        return self._exchange

    def _commit(self, connection: sa.Connection, driver: Any) -> None:
        exchange = self._exchange if self._at_commit else None
        with self._unknown_outcome(exchange):
            if exchange is not None:
                exchange.commit(self._at_commit)
            else:
                driver.commit()
            if connection.in_transaction():  # SQLAlchemy read something meanwhile
                connection.commit()

    @contextmanager
    def _unknown_outcome(self, exchange: Pipeline | None) -> Iterator[None]:
        """A failure while a COMMIT is sent and answered leaves open whether it took effect."""
        try:
            yield
        except Exception as error:
            if exchange is not None and exchange.is_refused:
                raise
            failure = failed_commit(error)
            if failure is error:
                raise
            raise failure from error

    def _begin_immediate(self, driver: Any, *, wait: bool) -> None:
        if wait != self._is_patient:  # seldom: lone commands follow each other
            driver.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS if wait else 0}")
            self._is_patient = wait
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if wait:
                raise
            raise Busy from error

    def _roll_back(self, connection: sa.Connection, driver: Any, error: BaseException) -> None:
        """Ends a failed transaction; an error that may have harmed the connection closes it."""
        decided = isinstance(error, PitbossError) and not isinstance(error, StoreUnavailable)
        if decided or self.is_duplicate(error) or crossed(error):
            driver.rollback()
            if connection.in_transaction():
                connection.rollback()
        else:
            self._writer = None
            connection.invalidate()
            connection.close()

    def is_duplicate(self, error: BaseException) -> bool:
        """Whether a statement broke a constraint: a key that was there already."""
        driver: Any = self.engine.dialect.loaded_dbapi
        return isinstance(error, driver.IntegrityError)

    def write(self, tx: sa.Connection, step: Step, *, last: bool = False) -> int:
        """Runs a step without SQLAlchemy; returns how many rows it changed.

        Nothing is read after a `last` step of the writer's transaction: PostgreSQL gets it
        together with the COMMIT, which fails if a step that checks its rows fails.
        """
        if last and not self.is_sqlite:
            self._at_commit.append(step)
            return len(step.rows)
        driver: Any = tx.connection.driver_connection
        if self.is_sqlite and len(step.rows) == 1:
            return int(driver.execute(step.statement, step.rows[0]).rowcount)
        cursor = driver.cursor() if self.is_sqlite else numbered_cursor(driver)
        cursor.executemany(step.statement, step.rows)
        return int(cursor.rowcount)

    def ask(self, tx: sa.Connection, steps: Sequence[Step]) -> list[list[Row]]:
        """The rows that each row of the steps selects, without SQLAlchemy; the writer's
        transaction on PostgreSQL asks for all of them in one exchange.
        """
        if self._exchange is not None and tx is self._writer:
            return self._exchange.ask(steps)
        driver: Any = tx.connection.driver_connection
        cursor = driver.cursor() if self.is_sqlite else numbered_cursor(driver)
        questions = ((step.statement, row) for step in steps for row in step.rows)
        return [cursor.execute(*question).fetchall() for question in questions]

    def ask_now(self, steps: Sequence[Step]) -> list[list[Row]]:
        """As `ask`, in a transaction of its own."""
        try:
            if self._reader is not None:
                return self._reader.ask(steps)
            with self.read() as tx:
                return self.ask(tx, steps)
        except Exception as error:
            away = unavailable(error)
            if away is None:
                raise
            raise away from error

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A read transaction: all its statements see one snapshot."""
        with self.engine.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ")
            try:
                yield connection
            finally:
                if self.is_sqlite:
                    connection.exec_driver_sql("ROLLBACK")

    @contextmanager
    def read_anew(self) -> Iterator[sa.Connection]:
        """A read transaction on a connection of its own, whose cache hides no damaged page."""
        if not self.is_sqlite:
            with self.read() as connection:
                yield connection
            return
        engine = sqlite_engine(self.url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.invalidate()  # closing the connection ends the transaction

    @property
    def has_writer(self) -> bool:
        """Whether `begin_batch` has a connection already and need not open one."""
        writer = self._writer
        return writer is not None and not writer.invalidated and not writer.closed

    def close(self) -> None:
        """Ends a clean use: SQLite writes its log back into the file, and the marker is removed."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._reader is not None:
            self._reader.close()
        self.engine.dispose()
        if self.marker is not None:
            self.marker.unlink(missing_ok=True)
            self.marker = None

    @contextmanager
    def closed_on_failure(self) -> Iterator[None]:
        """Closes the store if the block, which opens a house on it, fails."""
        try:
            yield
        except sa.exc.DatabaseError as error:
            self.close()
            raise StoreError(
                f"the database cannot be read: {error.orig}", what_to_do=RESTORE
            ) from error
        except BaseException:
            self.close()
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Makes servers that start together take turns; an SQLite file has only one server."""
        if self.is_sqlite:
            yield
            return
        with self.engine.begin() as connection:
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(236)")
            yield

    def prepare(self) -> None:
        """Checks durability and migrates the schema; refuses a newer one."""
        self.check_durability()
        with self.begin() as connection:
            self.migrate(connection)
            if self.is_sqlite:
                install(connection)

    def migrate(self, connection: sa.Connection, revision: str = NEWEST) -> None:
        """Brings the schema up to a revision, in the caller's transaction; refuses a newer one."""
        if not self.is_sqlite:
            lock_schema(connection)
        stored = stored_version(connection)
        if stored == revision:
            return
        if revision == NEWEST and is_empty(connection):
            create_newest(connection)
            return
        try:
            refuse_newer(stored)
        except NewerSchema:
            raise StoreError(
                f"the database has schema {stored}, newer than this program",
                what_to_do="start the program that last used it, or a newer one",
            ) from None
        if self.is_sqlite:
            _refuse_damaged(connection)
            remove(connection)
        upgrade(connection, revision)

    def check_durability(self) -> None:
        """Refuses settings that can lose a commit: WAL below FULL, or a server without fsync."""
        try:
            with self.engine.connect() as connection:
                wrong = lax_sqlite(connection) if self.is_sqlite else lax_postgres(connection)
        except sa.exc.SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise StoreError(f"the database does not answer: {reason}") from error
        if wrong:
            raise StoreError(
                f"the database is not durable: {', '.join(wrong)}",
                what_to_do="change these settings and start again; money needs them",
            )


def _refuse_damaged(connection: sa.Connection) -> None:
    """An upgrade recomputes the checksums of all rows, so it must not begin with wrong ones."""
    fault = next(sum_faults(connection), None)
    if fault is not None:
        raise StoreError(
            f"the database is damaged: {fault}",
            what_to_do=RESTORE,
        )
