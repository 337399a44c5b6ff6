"""Engines for the two databases, with settings that lose no commit."""

from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.storage.private_files import create, make_directory, restrict
from pitboss.house.storage.row_sums import register

BUSY_SECONDS: Final = 30
WAIT_SECONDS: Final = 5  # for a connection to a server
_FULL: Final = 2  # PRAGMA synchronous
# Pages in SQLite's log before a commit moves them into the file: only where nobody else does (see
# wal_checkpoints.py). Most are the ends of the same indexes again and again: the fewer the moves,
# the fewer pages are written twice.
_CHECKPOINT_PAGES: Final = 16_000


def complete_url(url: str) -> str:
    """Selects psycopg 3 for `postgresql://…`; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{Path(url)}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def sqlite_engine(url: sa.URL, **options: Any) -> sa.Engine:
    path = Path(str(url.database))
    make_directory(path.parent)
    connect_args = {"timeout": BUSY_SECONDS, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=connect_args, **options)

    @sa.event.listens_for(engine, "do_connect")
    def make_private(*_: object) -> None:
        """Before the file is opened: SQLite gives its log and its index the mode of the file."""
        create(path)
        for end in ("", "-wal", "-shm", "-journal"):
            restrict(path.with_name(path.name + end))

    @sa.event.listens_for(engine, "connect")
    def configure(raw: Any, _record: object) -> None:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("PRAGMA foreign_keys=ON")
        raw.execute(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
        register(raw)

    @sa.event.listens_for(engine, "begin")
    def no_implicit_begin(_connection: sa.Connection) -> None:
        """Replaces the driver's BEGIN with ours, so that writers queue at their start."""

    return engine


def postgres_engine(url: sa.URL) -> sa.Engine:
    return sa.create_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_pre_ping=True,
        pool_timeout=WAIT_SECONDS,
        connect_args={"connect_timeout": WAIT_SECONDS},
    )


def lax_sqlite(connection: sa.Connection) -> list[str]:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    level = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    wrong = []
    if str(mode).lower() != "wal":
        wrong.append(f"journal_mode is {mode}, not wal")
    if level is None or int(level) < _FULL:
        wrong.append(f"synchronous is {level}, not FULL")
    return wrong


def lax_postgres(connection: sa.Connection) -> list[str]:
    wrong = []
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        value = connection.exec_driver_sql(f"SHOW {setting}").scalar()
        # synchronous_commit "local" still waits for this server's own disk.
        if str(value).lower() == "off":
            wrong.append(f"{setting} is {value}")
    return wrong
