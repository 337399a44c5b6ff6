"""A house of every older schema version, with its data, opens under this program and plays on.

`tests/data/edition-1.tar.xz` is a house of version 0004 with rounds of all four games, and
`schema-N.tar.xz` one of version N with two games, each made by the simulated house of the program
of that time, with a row in every table. A house of a version before 0004 is made by that version's
own migrations and filled with what it had columns for; one of a version without an archive by
upgrading the newest archive before it.
"""

import functools
import os
import tarfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
import sqlalchemy as sa

from house.postgres import fresh_database
from house.stage import Stage
from house.test_editions import ARCHIVE, LATER
from kit.clock import Clock
from kit.tiers import tier
from pitboss.house.backup.backup import make_backup
from pitboss.house.backup.restore import restore
from pitboss.house.history.rounds import differences, finished_rounds
from pitboss.house.setup import TABLES_READY, open_house
from pitboss.house.storage.copying import revision_of
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import verified_keys
from pitboss.house.storage.row_sums import SUMS
from pitboss.house.storage.schema.migration import ROUNDS_MARKED, VERSION_TABLE

VERSIONS: Final = sorted(
    path.name[1:5]
    for path in Path(str(files("pitboss.house.storage.schema.versions"))).glob("v*.py")
)
# The oldest house goes through every script; PostgreSQL has others beside it in `./pit soak long`.
ON_POSTGRES: Final = tier(("0001", "0004", VERSIONS[-1]), tuple(VERSIONS))
HOUSES: Final = [
    *(("sqlite", version) for version in VERSIONS),
    *(("postgresql", version) for version in ON_POSTGRES),
]
ARCHIVES: Final = {"0004": ARCHIVE} | {
    path.name[7:11]: path for path in sorted(ARCHIVE.parent.glob("schema-*.tar.xz"))
}
EMPTY: Final = {"submissions", "shares"}  # the tables that no archive has rows of
Rows = dict[str, list[dict[str, Any]]]


def source(version: str) -> str:
    """The version of the archive that a house of this version is made from."""
    return max((other for other in ARCHIVES if other <= version), default=min(ARCHIVES))


def reflect(tx: sa.Connection) -> dict[str, sa.Table]:
    tables = sa.MetaData()
    tables.reflect(tx)
    return {
        table.name: table
        for table in tables.sorted_tables
        if table.name not in (VERSION_TABLE, SUMS)
    }


def read_rows(tx: sa.Connection) -> Rows:
    return {
        name: [dict(row._mapping) for row in tx.execute(sa.select(table))]
        for name, table in reflect(tx).items()
    }


@functools.cache
def archived_rows(version: str) -> Rows:
    """The contents of the archived house of that version."""
    with TemporaryDirectory() as home, tarfile.open(ARCHIVES[version]) as archive:
        archive.extractall(home, filter="data")
        store = Store(f"{home}/house.db")
        with store.read() as tx:
            rows = read_rows(tx)
        store.close()
    if not any(row["key"] == TABLES_READY for row in rows["meta"]):
        rows["meta"].append({"key": TABLES_READY, "value": "1"})  # so that no start adds tables
    if not rows["training"]:
        rows["training"].append(
            {"player": "ann", "game": "let-it-ride", "stage": "first", "body": b"{}"}
        )
    return rows


def make_house(place: Path, store: Store, version: str) -> Rows:
    """A house of that version; its rows."""
    archived = source(version)
    with tarfile.open(ARCHIVES[archived]) as archive:
        for name in archive.getnames():
            if name != "house.db":
                archive.extract(name, place, filter="data")
    rows = archived_rows(archived)
    base = min(version, archived)  # what the rows are of, or less
    with store.begin() as tx:
        store.migrate(tx, base)
        tables = reflect(tx)
        for table in reversed(tables.values()):
            tx.execute(sa.delete(table))
        for name, table in tables.items():
            columns = {column.name for column in table.c}
            fitting = [
                {key: value for key, value in row.items() if key in columns}
                for row in rows[name]
                if name != "meta" or row["key"] != ROUNDS_MARKED or base >= "0003"
            ]
            if fitting:
                tx.execute(sa.insert(table), fitting)
        store.migrate(tx, version)
        return read_rows(tx)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, place: Path) -> Iterator[Store]:
    """An empty database, without a schema."""
    url = str(place / "house.db")
    if request.param == "postgresql":
        server: str = request.getfixturevalue("postgres")
        url = fresh_database(server, f"upgraded_{os.getpid()}_{place.name}")
    store = Store(url)
    yield store
    store.close()


def projection(rows: Rows, like: Rows) -> dict[str, list[str]]:
    """Rows reduced to the columns of an older version, in an order of their own."""
    return {
        name: sorted(repr({key: row[key] for key in old[0]}) for row in rows[name])
        for name, old in like.items()
        if old and name != "meta"
    }


def play_on(stage: Stage) -> None:
    """Rounds in the middle come to an end, and a newcomer plays another."""
    for row in stage.house.table_rows():
        state = stage.state(row.id)
        if state.phase != "bets" and not state.physical:
            stage.play(row.id)
    stage.player("newcomer")
    table = next(row.id for row in stage.house.table_rows() if row.id.endswith("-self"))
    stage.sit(table, "newcomer")
    stage.open(table)
    stage.bet(table)
    number = stage.play(table)
    assert number in finished_rounds(stage.house, table)
    assert differences(stage.house, table, number) == []


@pytest.mark.parametrize(("store", "version"), HOUSES, indirect=["store"])
def test_a_house_of_an_older_version_is_opened_audited_and_played_on(
    place: Path, store: Store, version: str
) -> None:
    before = make_house(place, store, version)
    assert all(before[name] for name in before.keys() - EMPTY)
    url = store.url.render_as_string(hide_password=False)
    house = open_house(place, url, Clock(LATER, tick=1))
    with house.store.read() as tx:
        assert revision_of(tx) == VERSIONS[-1]
        after = read_rows(tx)
    # What a start may add: lines in the logs of the tables, and settings of the house.
    added = {"entries", "tables"}
    old, new = projection(before, before), projection(after, before)
    assert {name: new[name] for name in old.keys() - added} == {
        name: old[name] for name in old.keys() - added
    }
    assert set(old["entries"]) <= set(new["entries"])
    house.store.close()
    stage = Stage(place, url, Clock(LATER + 60_000, tick=1))
    play_on(stage)
    assert not stage.faults()
    stage.house.store.close()


def test_the_versions_are_the_scripts() -> None:
    assert VERSIONS[0] == "0001" and len(VERSIONS) >= 5
    assert [int(version) for version in VERSIONS] == list(range(1, len(VERSIONS) + 1))


def test_a_backup_of_an_older_version_leaves_it_and_is_restored_as_the_newest(
    place: Path, store: Store
) -> None:
    """The new program backs the old house up before it upgrades it."""
    before = make_house(place, store, "0001")
    manifest, findings = make_backup(
        store, verified_keys(store, place), place, place / "old.pitboss"
    )
    assert findings.clean, findings.faults
    assert manifest.schema == "0001"
    with store.read() as tx:
        assert revision_of(tx) == "0001" and read_rows(tx) == before
    _, result = restore(place / "old.pitboss", place / "there", None)
    assert result.clean
    stage = Stage(place / "there", str(place / "there" / "house.db"), Clock(LATER, tick=1))
    play_on(stage)
    assert not stage.faults()
    stage.house.store.close()
