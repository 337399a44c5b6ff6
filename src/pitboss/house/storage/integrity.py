"""Damage to the database itself: what its own checks report, and when they run.

SQLite has no checksums of its pages, so `integrity_check` runs in every audit, and at a start after
an end that was not clean: a file beside the database says that a server uses it, and closing the
store removes it. PostgreSQL verifies checksums when it reads a page, if the cluster has them.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from pitboss.house.storage.database import RESTORE, Store, StoreError
from pitboss.house.storage.private_files import write_durably
from pitboss.house.storage.row_sums import sum_faults
from pitboss.house.storage.schema.tables import metadata
from pitboss.house.storage.write_ahead import log_damage

MAX_FAULTS: Final = 100
_log = logging.getLogger("pitboss")


def begin_use(store: Store) -> None:
    """Marks the database as in use; checks it first if its last use did not end cleanly."""
    if not store.is_sqlite:
        for remark in postgres_remarks(store):
            _log.warning("%s", remark)
        return
    marker = marker_of(store)
    if marker.exists():
        lost = log_damage(
            Path(str(store.url.database))
        )  # before SQLite forgets what it cannot read
        faults = [lost] if lost else list(damage(store))
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise StoreError(f"the database is damaged: {faults[0]}{more}", what_to_do=RESTORE)
    else:
        write_durably(marker, b"A server uses this database, or was not stopped cleanly.\n")
    store.marker = marker


def marker_of(store: Store) -> Path:
    return Path(f"{store.url.database}-in-use")


def damage(store: Store) -> Iterator[str]:
    """What the database's own checks find, read from the file and not from a cache."""
    try:
        with store.read_anew() as tx:
            yield from _sqlite_damage(tx) if store.is_sqlite else _postgres_damage(tx)
    except sa.exc.DatabaseError as error:
        yield f"the database cannot be read: {error.orig}"


def _sqlite_damage(tx: sa.Connection) -> Iterator[str]:
    """Pages, rows and every index entry; references between tables; checksums of rows."""
    for row in tx.exec_driver_sql(f"PRAGMA integrity_check({MAX_FAULTS})"):
        if row[0] != "ok":
            yield " ".join(str(row[0]).removeprefix("*** in database main ***").split())
    for table, number, parent, _ in tx.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"row {number} of {table} refers to nothing in {parent}"
    yield from _type_faults(tx)
    yield from sum_faults(tx)


def _type_faults(tx: sa.Connection) -> Iterator[str]:
    """Values of another type than their column's: one bit of a row tells bytes from text, and
    `integrity_check` accepts either.
    """
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for table in tx.exec_driver_sql(tables).scalars().all():
        columns = {row[1]: row[2] for row in tx.exec_driver_sql(f'PRAGMA table_info("{table}")')}
        counts = ", ".join(
            f"""sum(typeof("{name}") NOT IN ('{_stored_type(declared)}', 'null'))"""
            for name, declared in columns.items()
        )
        row = tx.exec_driver_sql(f'SELECT {counts} FROM "{table}"').one()
        for name, count in zip(columns, row, strict=True):
            if count:
                yield f"{table}: {count} values of {name} are of another type than the column"


def _stored_type(declared: str) -> str:
    """As SQLite stores what the schema declares."""
    if declared == "BLOB":
        return "blob"
    return "text" if declared.startswith(("VARCHAR", "TEXT")) else "integer"


def _postgres_damage(tx: sa.Connection) -> Iterator[str]:
    """Looks up each row in every index of the house, where the extension is installed."""
    if not _has_amcheck(tx):
        return
    of_house = sa.text(
        "SELECT c.oid::regclass::text AS name FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid"
        " JOIN pg_am a ON a.oid = c.relam"
        " WHERE a.amname = 'btree' AND i.indisvalid AND t.relname = ANY(:tables)"
        " AND t.relnamespace = current_schema()::regnamespace ORDER BY name"
    )
    names = tx.execute(of_house, {"tables": list(metadata.tables)}).scalars().all()
    check = sa.text("SELECT bt_index_check(CAST(:name AS regclass), true)")
    for name in names:
        try:
            with tx.begin_nested():
                tx.execute(check, {"name": name})
        except sa.exc.DatabaseError as error:
            yield f"index {name}: {str(error.orig).splitlines()[0]}"


def _has_amcheck(tx: sa.Connection) -> bool:
    """Whether amcheck is installed and this user may call it."""
    query = (
        "SELECT has_function_privilege(p.oid, 'EXECUTE') FROM pg_proc p"
        " JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'"
        " JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'amcheck'"
        " WHERE p.proname = 'bt_index_check' AND p.pronargs = 2"
    )
    return bool(tx.exec_driver_sql(query).scalar())


def postgres_remarks(store: Store) -> list[str]:
    """What a PostgreSQL server lacks to find damage, and how to add it."""
    if store.is_sqlite:
        return []
    remarks = []
    with store.read() as tx:
        if str(tx.exec_driver_sql("SHOW data_checksums").scalar()) != "on":
            remarks.append(
                "PostgreSQL's data checksums are off, so it cannot see a damaged page: "
                "stop the server and run pg_checksums --enable"
            )
        if not _has_amcheck(tx):
            remarks.append(
                "PostgreSQL's amcheck is not available, so the audit does not check the indexes: "
                "run CREATE EXTENSION amcheck and GRANT EXECUTE ON FUNCTION "
                "bt_index_check(regclass, boolean) to the house's user"
            )
    return remarks
