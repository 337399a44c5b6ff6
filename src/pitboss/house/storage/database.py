"""The database: SQLite embedded, PostgreSQL for a facility; nothing less than full durability.

A transaction is everything or nothing; whoever opens one commits before anyone is answered.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from pitboss.errors import PitbossError

BUSY_SECONDS: Final = 30
_FULL: Final = 2  # PRAGMA synchronous


class StoreError(PitbossError):
    """The database cannot be used as it is."""


class Store:
    """An engine, and one writer at a time where the database has room for one only."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(_complete(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if not self.is_sqlite and self.url.get_backend_name() != "postgresql":
            raise StoreError(
                f"{self.url.get_backend_name()} is no database of this house",
                what_to_do="use sqlite:///FILE or postgresql://…",
            )
        self._writing = threading.Lock() if self.is_sqlite else None
        self.engine = _sqlite(self.url) if self.is_sqlite else _postgres(self.url)

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """A writing transaction: committed at the end, rolled back on any exception."""
        if self._writing is None:
            with self.engine.begin() as connection:
                yield connection
            return
        with self._writing, self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                connection.invalidate()  # closing it rolls back, whatever state it is in
                raise

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """One moment of the database, however many statements look at it."""
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

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Servers that start together take turns; an SQLite file has one server."""
        if self.is_sqlite:
            yield
            return
        with self.engine.begin() as connection:
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(236)")
            yield

    def prepare(self) -> None:
        """Checks durability and brings the schema up to date; refuses a newer one."""
        self.check_durability()
        config = Config()
        config.set_main_option("script_location", str(files("pitboss.house.storage.schema")))
        scripts = ScriptDirectory.from_config(config)
        known = {revision.revision for revision in scripts.walk_revisions()}
        with self.begin() as connection:
            if not self.is_sqlite:  # servers that start together take turns
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(235)")
            current = MigrationContext.configure(connection).get_current_revision()
            if current is not None and current not in known:
                raise StoreError(
                    f"the database has schema {current}, newer than this program",
                    what_to_do="start the program that last used it, or a newer one",
                )
            if current != scripts.get_current_head():
                config.attributes["connection"] = connection
                alembic.upgrade(config, "head")

    def check_durability(self) -> None:
        """WAL with less than FULL, or a server without fsync, loses commits it has acknowledged."""
        try:
            with self.engine.connect() as connection:
                wrong = _lax_sqlite(connection) if self.is_sqlite else _lax_postgres(connection)
        except sa.exc.SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise StoreError(f"the database does not answer: {reason}") from error
        if wrong:
            raise StoreError(
                f"the database is not durable: {', '.join(wrong)}",
                what_to_do="set these and start again; nothing less is safe for money",
            )


def _complete(url: str) -> str:
    """`postgresql://…` goes through psycopg 3; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{Path(url)}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def _sqlite(url: sa.URL) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        raise StoreError("a house keeps its books in a file", what_to_do="name one: sqlite:///FILE")
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )

    @sa.event.listens_for(engine, "connect")
    def configure(raw: Any, _record: object) -> None:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("PRAGMA foreign_keys=ON")

    @sa.event.listens_for(engine, "begin")
    def no_implicit_begin(_connection: sa.Connection) -> None:
        """Transactions are begun by hand, so that writers queue at their start."""

    return engine


def _postgres(url: sa.URL) -> sa.Engine:
    return sa.create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)


def _lax_sqlite(connection: sa.Connection) -> list[str]:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    level = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    wrong = []
    if str(mode).lower() != "wal":
        wrong.append(f"journal_mode is {mode}, not wal")
    if level is None or int(level) < _FULL:
        wrong.append(f"synchronous is {level}, not FULL")
    return wrong


def _lax_postgres(connection: sa.Connection) -> list[str]:
    wrong = []
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        value = connection.exec_driver_sql(f"SHOW {setting}").scalar()
        if str(value).lower() in ("off", "local") and (setting, value) != (
            "synchronous_commit",
            "local",
        ):
            wrong.append(f"{setting} is {value}")
    return wrong
