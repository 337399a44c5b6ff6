"""Backups: made while the house runs, verified, and restored whole or not at all."""

import gzip
import hashlib
import json
import random
import shutil
import signal
import sqlite3
import tarfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from house.keeping import TABLES, backup, contents, fill, play
from house.postgres import fresh_database
from house.stage import Stage
from kit.clock import Clock
from kit.house_process import HouseProcess
from kit.waiting import wait_until
from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.house.audit.checkpoints import FILE, make_checkpoint
from pitboss.house.backup.archive import BadArchive, Manifest, extract
from pitboss.house.backup.backup import archive_name, make_backup
from pitboss.house.backup.checking import verify_archive
from pitboss.house.backup.restore import FaultyHouse, restore
from pitboss.house.setup import open_house
from pitboss.house.storage.copying import FilledTarget
from pitboss.house.storage.database import StoreError
from pitboss.house.storage.row_sums import register
from pitboss.house.storage.schema.tables import balances, entries


def manifest_of(archive: Path) -> Manifest:
    with TemporaryDirectory() as folder:
        return extract(archive, Path(folder))


@pytest.fixture
def archive(place: Path) -> Path:
    """A backup of a house on SQLite, which is closed since."""
    home = place / "home"
    home.mkdir()
    stage = Stage(home, str(home / "house.db"))
    fill(stage)
    backup(stage, place / "one.pitboss")
    stage.house.store.close()
    return place / "one.pitboss"


def test_a_house_comes_back_as_it_was(stage: Stage, place: Path) -> None:
    fill(stage)
    before = contents(stage)
    manifest, findings = backup(stage, place / "a.pitboss")
    assert findings.clean and findings.cents_off == 0 and findings.entries == manifest.entries > 40
    assert (place / "a.pitboss").stat().st_mode & 0o777 == 0o600
    assert not list(place.glob(".*")), "nothing unfinished is left"
    there = place / "there"
    again, result = restore(place / "a.pitboss", there, None, unplayed=True)
    assert again == manifest and result.clean
    assert {path.name: path.stat().st_mode & 0o777 for path in there.iterdir()} == {
        "house.db": 0o600,
        "house.key": 0o600,
        FILE: 0o600,
    }
    back = Stage(there, str(there / "house.db"), stage.now)
    assert contents(back) == before
    play(back, f"{TABLES[0]}-1")
    assert not back.faults()
    back.house.store.close()


def test_a_house_on_sqlite_is_restored_to_postgresql_and_back(
    archive: Path, place: Path, postgres: str
) -> None:
    url = fresh_database(postgres, f"restored_{place.name}")
    _, findings = restore(archive, place / "there", url)
    assert findings.clean
    stage = Stage(place / "there", url)
    play(stage, f"{TABLES[0]}-1")
    before = contents(stage)
    backup(stage, place / "two.pitboss")
    stage.house.store.close()
    restore(place / "two.pitboss", place / "back", None, unplayed=True)
    back = Stage(place / "back", str(place / "back" / "house.db"), stage.now)
    assert contents(back) == before
    play(back, f"{TABLES[0]}-1")
    assert not back.faults()
    back.house.store.close()


def test_a_backup_of_a_house_that_is_played_is_of_one_moment(
    open_stage: Callable[[], Stage], place: Path
) -> None:
    stage, other = open_stage(), open_stage()
    fill(stage)
    table, stop, rounds = f"{TABLES[0]}-1", threading.Event(), [0]

    def go_on() -> None:
        while not stop.is_set():
            play(other, table)
            make_checkpoint(other.house)
            rounds[0] += 1

    player = threading.Thread(target=go_on)
    player.start()
    try:
        for number in range(3):
            wait_until(partial(lambda began: rounds[0] > began, rounds[0]))
            _, findings = backup(stage, place / f"{number}.pitboss")
            assert findings.clean, findings.faults
    finally:
        stop.set()
        player.join()
    ends = [manifest_of(place / f"{number}.pitboss").heads[table][0] for number in range(3)]
    assert ends == sorted(set(ends)), "the house went on between the backups"


def test_a_server_is_backed_up_while_it_runs(place: Path) -> None:
    home = place / "home"
    home.mkdir()
    house = HouseProcess(home)
    try:
        run = CliRunner().invoke(
            cli, ["backup", str(place), "--data", str(home), "--json"], standalone_mode=False
        )
        assert run.return_value == 0, run.output
        report = json.loads(run.stdout)
        assert report["clean"] and report["cents_off"] == 0 and report["with_key"]
    finally:
        house.stop(signal.SIGTERM)
    there = place / "there"
    argv = ["restore", report["file"], "--data", str(there)]
    run = CliRunner().invoke(cli, argv, standalone_mode=False)
    assert run.return_value == 0
    assert "accounts are 0 cents off" in run.output
    open_house(there, None, Clock(tick=1)).store.close()


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


def test_a_filled_target_is_refused(archive: Path, place: Path, postgres: str) -> None:
    restore(archive, place / "there", None)
    with pytest.raises(FilledTarget, match="there is a database"):
        restore(archive, place / "there", None)
    url = fresh_database(postgres, f"filled_{place.name}")
    restore(archive, place / "pg", url)
    with pytest.raises(FilledTarget, match="not empty"):
        restore(archive, place / "pg", url)
    Stage(place / "pg", url).house.store.close()
    for name in ("house.key", FILE):
        other = place / f"other-{name}"
        other.mkdir()
        (other / name).write_bytes(b"x" * 64)
        with pytest.raises(FilledTarget, match="belongs to another house"):
            restore(archive, other, None)
        assert [path.name for path in other.iterdir()] == [name], "as it was"


def test_a_restore_can_be_repeated_until_the_database_is_there(
    archive: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = place / "there"
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.backup.restore.install", _fail)
        with pytest.raises(OSError, match="disk is full"):
            restore(archive, there, None)
    assert not list(there.iterdir())
    with gzip.open(archive) as file:
        assert file.read(1)
    scratch = place / "scratch"
    scratch.mkdir()
    extract(archive, scratch)
    shutil.copy(scratch / "house.key", there)  # as a restore that was killed leaves it
    assert restore(archive, there, None)[1].clean


def _fail(*_: object) -> None:
    raise OSError("the disk is full")


def test_a_failed_restore_leaves_postgresql_empty(
    archive: Path, place: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = fresh_database(postgres, f"torn_{place.name}")
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.backup.restore.examine", _fail)
        with pytest.raises(OSError, match="disk is full"):
            restore(archive, place / "there", url)
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.storage.copying._compare_rows", _fail)
        with pytest.raises(OSError, match="disk is full"):
            restore(archive, place / "there", url)
    assert restore(archive, place / "there", url)[1].clean


def test_a_damaged_archive_is_refused_or_gives_the_same_house(archive: Path, place: Path) -> None:
    """Bits flipped anywhere, and every truncation."""
    raw, rng = archive.read_bytes(), random.Random(8)
    whole = place / "whole"
    whole.mkdir()
    extract(archive, whole)
    files = {path.name: path.read_bytes() for path in whole.iterdir()}
    broken, refusals = place / "broken.pitboss", 0
    for number in range(60):
        if number % 3:
            flipped = bytearray(raw)
            flipped[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            broken.write_bytes(flipped)
        else:
            broken.write_bytes(raw[: rng.randrange(len(raw))])
        scratch = place / f"scratch{number}"
        scratch.mkdir()
        try:
            extract(broken, scratch)
        except BadArchive:
            refusals += 1
        else:
            assert {path.name: path.read_bytes() for path in scratch.iterdir()} == files
    assert refusals > 50
    with pytest.raises(BadArchive):
        restore(broken, place / "there", None)
    with pytest.raises(PitbossError, match="No such file"):
        restore(place / "nothing", place / "there", None)
    assert not list((place / "there").iterdir())


def test_an_archive_packed_again_without_the_key_is_refused(archive: Path, place: Path) -> None:
    """Without the key nobody can sign a manifest that fits another database."""
    scratch = place / "scratch"
    scratch.mkdir()
    extract(archive, scratch)
    raw = sqlite3.connect(scratch / "house.db")
    register(raw)
    raw.execute("UPDATE people SET role = 'administrator'")
    raw.commit()
    raw.close()
    with pytest.raises(BadArchive, match="not the file that was archived"):
        restore(_pack(scratch, place / "one"), place / "there", None)
    manifest = json.loads((scratch / "manifest.json").read_bytes())
    for member in manifest["members"]:
        content = (scratch / member["name"]).read_bytes()
        member |= {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
    (scratch / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadArchive, match="not signed by this house"):
        restore(_pack(scratch, place / "two"), place / "there", None)


def _pack(directory: Path, path: Path) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name in ("manifest.json", "manifest.sig", "house.key", FILE, "house.db"):
            tar.add(directory / name, name)
    return path


def test_an_archive_without_the_key_needs_it(stage: Stage, place: Path) -> None:
    fill(stage)
    manifest, findings = backup(stage, place / "a.pitboss", with_key=False)
    assert findings.clean and not manifest.with_key
    key = (place / "house.key").read_bytes()
    assert key not in gzip.decompress((place / "a.pitboss").read_bytes())
    there = place / "there"
    with pytest.raises(PitbossError, match="made without the key; name"):
        restore(place / "a.pitboss", there, None)
    (place / "other.key").write_bytes(bytes(64))
    with pytest.raises(PitbossError, match="not the key of the house"):
        restore(place / "a.pitboss", there, None, key_file=place / "other.key")
    with pytest.raises(PitbossError, match="No such file"):
        restore(place / "a.pitboss", there, None, key_file=place / "nothing")
    assert not list(there.iterdir())
    _, result = restore(place / "a.pitboss", there, None, key_file=place / "house.key")
    assert result.clean and (there / "house.key").read_bytes() == key


def test_a_house_with_faults_is_backed_up_but_not_restored_unasked(
    stage: Stage, place: Path
) -> None:
    fill(stage)
    with stage.house.store.begin() as tx:
        account = sa.select(sa.func.min(balances.c.account)).scalar_subquery()
        wrong = sa.update(balances).where(balances.c.account == account)
        tx.execute(wrong.values(cents=balances.c.cents + 1))
        first = sa.delete(entries).where(entries.c.seq == 3, entries.c.stream == f"{TABLES[1]}-1")
        tx.execute(first)
    _, findings = backup(stage, place / "a.pitboss")
    assert not findings.clean and findings.cents_off == 1
    assert findings.faults["check_chain"] and findings.faults["check_balances"]
    with pytest.raises(FaultyHouse) as refusal:
        restore(place / "a.pitboss", place / "there", None)
    assert refusal.value.findings.faults == findings.faults
    assert not list((place / "there").iterdir())
    _, result = restore(place / "a.pitboss", place / "there", None, despite_faults=True)
    assert result.faults == findings.faults


def test_names_of_archives(place: Path) -> None:
    assert archive_name(place, 1_700_000_000_000) == place / "house-20231114-221320Z.pitboss"
    (place / "there").touch()
    with pytest.raises(PitbossError, match="exists already"):
        archive_name(place / "there", 0)
    with pytest.raises(PitbossError, match="no such directory"):
        archive_name(place / "none" / "a", 0)


def test_no_house_is_no_backup(place: Path) -> None:
    for argv in (
        ["backup", str(place), "--data", str(place / "none")],
        ["restore", str(place / "none"), "--data", str(place / "there")],
    ):
        run = CliRunner().invoke(cli, argv, standalone_mode=False)
        assert isinstance(run.exception, PitbossError), run.output
    assert not (place / "none").exists()


def test_an_archive_is_verified_again_at_any_time(archive: Path) -> None:
    manifest, findings = verify_archive(archive)
    assert findings.clean and manifest == manifest_of(archive)
    assert [path.name for path in archive.parent.iterdir() if path.name.startswith(".")] == []


def test_an_empty_database_is_no_house(place: Path, stage: Stage) -> None:
    store = Stage(place, str(place / "other.db")).house.store
    with store.begin() as tx:
        tx.exec_driver_sql("DELETE FROM alembic_version")
    with pytest.raises(StoreError, match="holds no house"):
        make_backup(store, stage.house.keys, place, place / "a.pitboss")
    assert not (place / "a.pitboss").exists()
    store.close()
