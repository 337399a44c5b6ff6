"""The key belongs to the house, and its files to their owner."""

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from house.stage import Stage
from kit.clock import Clock
from kit.premises import copy_house
from pitboss.commands.audit import command as audit_command
from pitboss.house.audit.checkpoints import FILE, make_checkpoint
from pitboss.house.setup import open_house
from pitboss.house.storage import private_files
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import FINGERPRINT, WrongKey, open_keys
from pitboss.house.storage.keys import KEY_FILE, make_keys
from pitboss.house.storage.private_files import open_private
from pitboss.house.storage.schema.tables import checkpoints, entries, meta, seeds

OTHER = bytes(range(64))


def _count(url: str) -> int:
    """Rows of the database that a refused start must not add to."""
    store = Store(url)
    with store.read() as tx:
        total = sum(
            int(tx.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0)
            for table in (entries, meta, seeds, checkpoints)
        )
    store.close()
    return total


@pytest.fixture
def filled(place: Path, url: str) -> str:
    """A house that has a table, people, seeds, sealed entries and a checkpoint."""
    stage = Stage(place, url)
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    stage.play(table)
    make_checkpoint(stage.house)
    stage.house.store.close()
    return url


def test_a_start_with_another_key_is_refused(place: Path, filled: str) -> None:
    rows = _count(filled)
    (place / KEY_FILE).write_bytes(OTHER)
    for _ in range(2):
        with pytest.raises(WrongKey, match="is not the key of this database's house") as refusal:
            open_house(place, filled, Clock())
        assert KEY_FILE in (refusal.value.what_to_do or "")
    assert _count(filled) == rows


def test_a_start_without_the_key_is_refused_and_makes_none(place: Path, filled: str) -> None:
    rows = _count(filled)
    (place / KEY_FILE).unlink()
    with pytest.raises(WrongKey, match="is missing") as refusal:
        open_house(place, filled, Clock())
    assert "backup" in (refusal.value.what_to_do or "")
    assert not (place / KEY_FILE).exists() and _count(filled) == rows


def test_another_key_is_refused_before_the_schema_is_touched(place: Path) -> None:
    """The house of an older program stays that program's."""
    url = str(place / "house.db")
    store = Store(url)
    with store.begin() as tx:
        store.migrate(tx, "0004")
        tx.exec_driver_sql(
            "INSERT INTO people (id, name, role, password, created, failures, locked_until, closed)"
            " VALUES ('1', 'ann', 'player', '', 0, 0, 0, false)"
        )
    for key in (None, OTHER):
        if key is not None:
            (place / KEY_FILE).write_bytes(key)
            with store.begin() as tx:
                tx.exec_driver_sql("DELETE FROM people")
                signed = {"number": 1, "at": 0, "body": b"{}", "signature": bytes(64)}
                tx.execute(sa.insert(checkpoints).values(**signed))
        with pytest.raises(WrongKey):
            open_house(place, url, Clock())
        with store.read() as tx:
            assert tx.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0004"
    store.close()


def test_commands_refuse_another_key_too(place: Path, filled: str) -> None:
    where = ["--data", str(place), "--db", filled]
    (place / KEY_FILE).write_bytes(OTHER)
    with pytest.raises(WrongKey):
        CliRunner().invoke(audit_command, where, standalone_mode=False, catch_exceptions=False)
    (place / KEY_FILE).unlink()
    with pytest.raises(WrongKey):
        CliRunner().invoke(audit_command, where, standalone_mode=False, catch_exceptions=False)
    assert not (place / KEY_FILE).exists()


def test_the_fingerprint_is_there_from_the_first_start(place: Path, url: str) -> None:
    store = Store(url)
    store.prepare()
    keys = open_keys(store, place)
    with store.read() as tx:
        value = tx.execute(sa.select(meta.c.value).where(meta.c.key == FINGERPRINT)).scalar()
    assert value == keys.fingerprint
    assert open_keys(store, place).public == keys.public
    store.close()


def _forget(url: str, *others: sa.Table) -> None:
    """Makes the database one of an older program, which proves its key by fewer things."""
    store = Store(url)
    with store.begin() as tx:
        tx.execute(sa.delete(meta).where(meta.c.key == FINGERPRINT))
        for table in others:
            tx.execute(sa.delete(table) if table is not entries else _unsealed())
    store.close()


def _unsealed() -> sa.Delete:
    return sa.delete(entries).where(entries.c.sealed)


@pytest.mark.parametrize(
    "lacking", [(), (seeds, entries), (checkpoints, entries), (checkpoints, seeds)]
)
def test_an_older_database_proves_its_key(
    place: Path, filled: str, lacking: tuple[sa.Table, ...]
) -> None:
    _forget(filled, *lacking)
    own = (place / KEY_FILE).read_bytes()
    (place / KEY_FILE).write_bytes(OTHER)
    store = Store(filled)
    with pytest.raises(WrongKey):
        open_keys(store, place)
    (place / KEY_FILE).unlink()
    with pytest.raises(WrongKey):
        open_keys(store, place)
    (place / KEY_FILE).write_bytes(own)
    keys = open_keys(store, place)
    (place / KEY_FILE).write_bytes(OTHER)
    with pytest.raises(WrongKey):
        open_keys(store, place)
    with store.read() as tx:
        value = tx.execute(sa.select(meta.c.value).where(meta.c.key == FINGERPRINT)).scalar()
    assert value == keys.fingerprint
    store.close()


def test_a_key_that_the_disk_has_no_room_for_stops_no_later_start(
    place: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_full(path: Path) -> IO[bytes]:
        file = open_private(path)
        if KEY_FILE in path.name:
            file.close()
            raise OSError(errno.ENOSPC, "no space left on device")
        return file

    data = place / "data"
    with monkeypatch.context() as patch:
        patch.setattr(private_files, "open_private", open_full)
        with pytest.raises(OSError, match="no space"):
            open_house(data, url, Clock())
    assert not list(data.glob(f"*{KEY_FILE}*"))
    open_house(data, url, Clock()).store.close()
    with pytest.raises(FileExistsError):
        make_keys(data)


def test_two_directories_cannot_make_two_keys_for_one_database(place: Path, url: str) -> None:
    here, there = place / "here", place / "there"
    first = open_house(here, url, Clock())
    with pytest.raises(WrongKey, match="is missing"):
        open_house(there, url, Clock())
    first.store.close()


# Files


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _modes(place: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in place.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("open_umask")
def test_every_file_of_a_house_is_its_owners_alone(place: Path) -> None:
    data = place / "data"
    house = open_house(data, None, Clock(tick=1))
    make_checkpoint(house)
    modes = _modes(data)
    assert {KEY_FILE, FILE, "house.db", "house.db-wal", "house.db-shm"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes
    assert data.stat().st_mode & 0o777 == 0o700
    house.store.close()
    assert set(_modes(data).values()) == {0o600}


@pytest.mark.usefixtures("open_umask")
def test_files_of_an_older_program_are_taken_back(place: Path) -> None:
    copy_house(place)
    shutil.copyfile(place / KEY_FILE, place / "copy")
    shutil.move(place / "copy", place / KEY_FILE)
    (place / "house.db").chmod(0o644)
    assert set(_modes(place).values()) == {0o666, 0o644}
    open_house(place, None, Clock()).store.close()
    assert set(_modes(place).values()) == {0o600}
