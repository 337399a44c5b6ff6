"""The database: durable or not used at all, migrated or refused."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext

from house.postgres import fresh_database, running_server
from house.stage import Stage
from kit.waiting import PATIENCE
from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.exchange import Row, Step
from pitboss.house.storage.row_sums import SUMS
from pitboss.house.storage.schema.migration import NEWEST, VERSION_TABLE, stored_version
from pitboss.house.storage.schema.tables import meta, metadata, meters, rounds


def _lax(store: Store, *pragmas: str) -> None:
    @sa.event.listens_for(store.engine, "connect")
    def spoil(raw: Any, _record: object) -> None:
        for pragma in pragmas:
            raw.execute(f"PRAGMA {pragma}")


@pytest.mark.parametrize(
    ("pragma", "sentence"),
    [
        ("synchronous=NORMAL", "synchronous"),
        ("synchronous=OFF", "synchronous"),
        ("journal_mode=DELETE", "journal_mode"),
        ("journal_mode=MEMORY", "journal_mode"),
    ],
)
def test_sqlite_that_is_less_than_durable_is_refused(
    place: Path, pragma: str, sentence: str
) -> None:
    store = Store(str(place / "lax.db"))
    _lax(store, pragma)
    with pytest.raises(StoreError, match=sentence):
        store.prepare()
    store.close()


def test_sqlite_is_wal_and_full_on_every_connection(place: Path) -> None:
    store = Store(str(place / "full.db"))
    store.prepare()
    with store.read() as one, store.read() as two, store.begin() as three:
        for connection in (one, two, three):
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_postgresql_that_is_less_than_durable_is_refused(setting: str) -> None:
    with running_server(**{setting: "off"}) as url:
        store = Store(url)
        with pytest.raises(StoreError, match=setting):
            store.prepare()
        store.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://host/db"])
def test_databases_that_keep_nothing_or_are_unknown(url: str) -> None:
    with pytest.raises(StoreError):
        Store(url)


def test_a_server_that_is_not_there(place: Path) -> None:
    store = Store("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(StoreError, match="does not answer"):
        store.prepare()
    store.close()


def test_a_busy_machine_may_take_long_to_connect(postgres: str) -> None:
    pool = Store(postgres).engine.pool
    assert isinstance(pool, sa.QueuePool) and pool.timeout() == PATIENCE


# ── schema ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, place: Path) -> str:
    if request.param == "sqlite":
        return str(place / "empty.db")
    server: str = request.getfixturevalue("postgres")
    return fresh_database(server, f"empty_{place.name}")


def _sibling(url: str) -> str:
    """Another empty database beside this one."""
    if "://" not in url:
        return url.replace("empty.db", "sibling.db")
    server, _, name = url.rpartition("/")
    return fresh_database(f"{server}/postgres", f"{name}_sibling")


def _upgrade(store: Store, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", "pitboss:house/storage/schema")
    with store.begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, revision)


def _differences(connection: sa.Connection) -> Any:
    """Between schema and program; the checksums of an SQLite file are no part of the schema."""
    options = {"include_name": lambda name, _type, _parents: name != SUMS}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


def test_the_migrations_make_what_the_program_uses(empty: str) -> None:
    store = Store(empty)
    _upgrade(store, "head")
    with store.read() as connection:
        assert stored_version(connection) == NEWEST
        assert _differences(connection) == []
    store.prepare()  # again is nothing
    store.close()


_POSTGRES_SCHEMA: Final = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,"
    " column_default FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
)
_SQLITE_SCHEMA: Final = (
    "SELECT t.name, t.wr, c.name, c.type, c.'notnull', c.dflt_value, c.pk"
    " FROM pragma_table_list t JOIN pragma_table_info(t.name) c",
    "SELECT t.name, f.'table', f.'from', f.'to', f.on_delete"
    " FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f",
    "SELECT t.name, i.name, i.'unique', i.partial, c.seqno, c.name FROM pragma_table_list t"
    " JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c",
    "SELECT name, sql FROM sqlite_master WHERE type = 'index'",
)


def _schema(store: Store) -> tuple[list[set[Row]], dict[str, list[Row]]]:
    """Columns, constraints and indexes, and the rows that every new database has."""
    queries = _SQLITE_SCHEMA if store.is_sqlite else _POSTGRES_SCHEMA
    with store.read() as tx:
        parts = [{tuple(row) for row in tx.exec_driver_sql(query)} for query in queries]
        names = sa.inspect(tx).get_table_names()
        rows = {
            name: [tuple(row) for row in tx.exec_driver_sql(f"SELECT * FROM {name}")]
            for name in names
            if name != SUMS
        }
    return parts, rows


def test_a_new_database_is_as_the_migrations_make_it(empty: str) -> None:
    """It gets its tables at once, without the history of the schema."""
    at_once, step_by_step = Store(empty), Store(_sibling(empty))
    at_once.prepare()
    _upgrade(step_by_step, "head")
    step_by_step.prepare()
    parts, rows = _schema(at_once)
    expected_parts, expected_rows = _schema(step_by_step)
    for part, expected in zip(parts, expected_parts, strict=True):
        assert part - expected == expected - part == set()
    assert rows == expected_rows
    at_once.close()
    step_by_step.close()


def test_a_database_without_its_version_is_not_taken_for_a_new_one(empty: str) -> None:
    store = Store(empty)
    store.prepare()
    with store.begin() as tx:
        tx.exec_driver_sql(f"DELETE FROM {VERSION_TABLE}")
    with pytest.raises(sa.exc.DatabaseError, match="already exists"):
        store.prepare()
    store.close()


def test_a_newer_schema_is_refused(empty: str) -> None:
    store = Store(empty)
    store.prepare()
    with store.begin() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer than this program"):
        store.prepare()
    with store.read() as tx:
        assert tx.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "9999"
    store.close()


def test_an_older_schema_is_brought_up_with_what_it_holds(empty: str) -> None:
    store = Store(empty)
    _upgrade(store, "0001")
    row = {"stream": "t", "round": 1, "began": 1, "ended": 2, "outcome": "void", "after": b"x"}
    with store.begin() as tx:
        tx.execute(sa.insert(rounds).values(**row))
    store.prepare()
    with store.read() as connection:
        assert dict(connection.execute(sa.select(rounds)).one()._mapping) == row
        assert _differences(connection) == []
    store.close()


def test_a_migration_that_fails_leaves_the_old_schema(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(empty)
    _upgrade(store, "0001")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.create_index", fail)
        with pytest.raises(RuntimeError, match="disk is full"):
            store.prepare()
    with store.read() as tx:
        assert tx.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0001"
    store.prepare()
    store.close()


# ── transactions ─────────────────────────────────────────────────────────────────────────────────


def test_a_failed_commit_leaves_nothing_and_the_next_one_works(place: Path) -> None:
    """A pooled connection must not carry an open transaction into the next."""
    store = Store(str(place / "torn.db"))
    store.prepare()
    insert = sa.text("INSERT INTO meta VALUES ('k', 'v')")

    @sa.event.listens_for(store.engine, "before_cursor_execute")
    def torn(_c: object, _u: object, statement: str, *_: object) -> None:
        if statement == "COMMIT" and failing:
            failing.pop()
            raise OSError("torn")

    failing = [1]
    with pytest.raises(OSError, match="torn"), store.begin() as tx:
        tx.execute(insert)
    with store.begin() as tx:
        assert tx.execute(sa.text("SELECT count(*) FROM meta WHERE key = 'k'")).scalar() == 0
        tx.execute(insert)
    with store.read() as tx:
        assert tx.execute(sa.text("SELECT count(*) FROM meta WHERE key = 'k'")).scalar() == 1
    store.close()


def test_a_reader_sees_one_moment(open_stage: Callable[[], Stage]) -> None:
    stage, other = open_stage(), open_stage()
    with stage.house.store.read() as tx:
        count = sa.text("SELECT count(*) FROM people")
        assert tx.execute(count).scalar() == 0
        other.player("ann")
        assert tx.execute(count).scalar() == 0
    with stage.house.store.read() as tx:
        assert tx.execute(count).scalar() == 1


def test_statements_of_a_command_are_few(
    open_stage: Callable[[], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in memory is not read again; a quiet look costs one statement."""
    stage = open_stage()
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    statements: list[str] = []

    @sa.event.listens_for(stage.house.store.engine, "before_cursor_execute")
    def count(_c: object, _u: object, statement: str, *_: object) -> None:
        statements.append(statement.split()[0])

    looks: list[str] = []
    ask = Store.ask_now

    def count_looks(store: Store, steps: Sequence[Step]) -> list[list[Row]]:
        looks.extend(step.statement.split()[0] for step in steps for _ in step.rows)
        return ask(store, steps)

    monkeypatch.setattr(Store, "ask_now", count_looks)
    stage.house.live(table)
    assert {*statements} <= {"BEGIN", "ROLLBACK"}
    assert looks == ["SELECT"]
    statements.clear()
    looks.clear()
    written: list[str] = []
    write = Store.write

    def count_writes(store: Store, tx: sa.Connection, step: Step, *, last: bool = False) -> int:
        written.append(step.statement.split()[0])
        return write(store, tx, step, last=last)

    monkeypatch.setattr(Store, "write", count_writes)
    stage.bet(table)
    assert {*statements} <= {"BEGIN", "ROLLBACK", "COMMIT"}
    assert looks == ["SELECT"], "the look of `bet` itself"
    # The fence; entry, id, postings; balances.
    assert written == ["UPDATE", "INSERT", "INSERT", "INSERT", "INSERT"]


def test_a_new_connection_ends_no_lock(place: Path) -> None:
    """A second process must see that the first uses the file, or it would remove the log of it."""
    path = place / "house.db"
    store = Store(str(path))
    store.prepare()
    with store.engine.connect() as first, store.engine.connect() as second:
        for connection in (first, second):
            connection.exec_driver_sql("SELECT count(*) FROM meta")
        with store.begin() as tx:
            tx.execute(sa.insert(meta).values(key="a", value="b"))
        # The last connection of a file removes its log when it closes.
        look = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT 1 FROM meta')"
        subprocess.run([sys.executable, "-c", look, str(path)], check=True)
        assert path.with_name("house.db-wal").stat().st_size
    store.close()


def test_a_wager_whose_meter_is_gone_is_refused_in_a_sentence(stage: Stage) -> None:
    table = stage.table()
    stage.sit(table, stage.player("ann"))
    stage.open(table)
    with stage.house.store.begin() as tx:
        tx.execute(sa.delete(meters))
    stage.bet(table)
    with pytest.raises(StoreError, match=r"the meter \S+ is missing"):
        stage.play(table)
    assert stage.state(table).phase != "bets"
