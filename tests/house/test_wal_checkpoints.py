"""SQLite's log moves into the file beside the commits, never inside one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from house.stage import Stage
from kit.waiting import wait_until
from pitboss.house.storage.wal_checkpoints import WalCheckpoints


def fill(path: Path, rows: int = 200) -> None:
    """Commits, each of which adds pages to the log."""
    with closing(sqlite3.Connection(path, isolation_level=None)) as link:
        link.execute("CREATE TABLE IF NOT EXISTS filler (text TEXT)")
        link.execute("PRAGMA wal_autocheckpoint=0")
        for _ in range(rows):
            link.execute("INSERT INTO filler VALUES (?)", ("x" * 5_000,))


def pages(path: Path) -> tuple[int, int]:
    """Of the log: all, and those that are in the file already. This moves none."""
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("BEGIN IMMEDIATE")  # whoever empties a log would have to wait
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("PRAGMA busy_timeout=0")
        _, total, moved = reader.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        reader.close()
        return total, moved


@pytest.fixture
def path(place: Path) -> Path:
    stage = Stage(place, str(place / "house.db"))
    return Path(str(stage.house.store.url.database))


def test_a_long_log_is_emptied_on_a_busy_floor(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first step never moves the newest pages, here because somebody reads older ones; were
    they left, the log would never begin anew.
    """

    class Busy(sqlite3.Connection):
        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            cursor = super().execute(sql, *args)
            if "PASSIVE" in sql:
                reader.close()
            return cursor

    wal = path.with_name(f"{path.name}-wal")
    with closing(sqlite3.connect(path)) as opened:  # else the last to leave empties the log
        opened.execute("SELECT 1 FROM sqlite_master").fetchone()
        fill(path)
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM filler").fetchone()
        fill(path, 3)
        checkpoints = WalCheckpoints(path)
        checkpoints.long_pages = 50
        with monkeypatch.context() as patch:
            module = "pitboss.house.storage.wal_checkpoints.sqlite3.connect"
            patch.setattr(module, lambda url, **options: Busy(url, **options))
            checkpoints.checkpoint()
        size = wal.stat().st_size
        fill(path, 20)
        assert wal.stat().st_size == size, "from the start again"


def test_pages_move_beside_a_writer_and_a_reader(path: Path) -> None:
    """Neither waits: what the reader does not need yet moves, and the rest waits for the next."""
    fill(path, 20)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM filler").fetchone() == (20,)
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("INSERT INTO filler VALUES ('more')")
            checkpoints = WalCheckpoints(path)
            checkpoints.long_pages = 0  # it may not empty the log now
            checkpoints.checkpoint()
            writer.execute("COMMIT")
        assert reader.execute("SELECT count(*) FROM filler").fetchone() == (20,)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM filler").fetchone() == (21,)


def test_a_house_moves_its_log_while_it_runs(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.storage.wal_checkpoints.PERIOD_SECONDS", 0.01)
    stage = Stage(place, str(place / "house.db"))
    path = Path(str(stage.house.store.url.database))
    stage.house.start()
    try:
        assert stage.house._wal is not None
        fill(path, 50)
        wait_until(lambda: (lambda log: log[0] == log[1])(pages(path)))
    finally:
        stage.house.stop()
    assert stage.house._wal is None


def test_a_file_that_is_gone_stops_nothing(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    checkpoints = WalCheckpoints(place / "gone.db", period=0.001)
    checkpoints.start()
    wait_until(lambda: "could not be moved" in caplog.text)
    checkpoints.stop()
    assert not (place / "gone.db").exists()
    assert caplog.text.count("could not be moved") == 1


def test_a_log_that_nobody_wrote_to_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An idle house costs nothing."""
    with closing(sqlite3.connect(path)) as opened:  # else the last to leave empties the log
        opened.execute("SELECT 1 FROM sqlite_master").fetchone()
        fill(path, 5)
        checkpoints, opens = WalCheckpoints(path), list[str]()

        def connect(url: str, **options: object) -> sqlite3.Connection:
            opens.append(url)
            return sqlite3.Connection(url, isolation_level=None, uri=True)

        monkeypatch.setattr("pitboss.house.storage.wal_checkpoints.sqlite3.connect", connect)
        checkpoints.checkpoint()
        checkpoints.checkpoint()
        assert len(opens) == 1
        fill(path, 5)
        checkpoints.checkpoint()
        assert len(opens) == 2
