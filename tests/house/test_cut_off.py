"""A restore or a move that is killed can be repeated, and no server opens what it left."""

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from house.keeping import backup, contents, fill
from house.postgres import fresh_database
from house.stage import Stage
from kit.clock import Clock
from pitboss.house.backup import restore as module
from pitboss.house.backup.restore import move, restore
from pitboss.house.setup import open_house
from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.keys import read_keys


def killed(name: str, act: Callable[..., Any], *arguments: Any) -> None:
    """Runs `act` in a process that is killed when it calls the function `name`."""

    def run() -> None:
        setattr(module, name, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        act(*arguments)

    process = get_context("fork").Process(target=run)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


@pytest.fixture
def archive(place: Path) -> Path:
    home = place / "home"
    home.mkdir()
    stage = Stage(home, str(home / "house.db"))
    fill(stage)
    backup(stage, place / "one.pitboss")
    stage.house.store.close()
    return place / "one.pitboss"


@pytest.mark.parametrize("where", ["examine", "install"])
def test_a_killed_restore_to_sqlite_is_repeated(archive: Path, place: Path, where: str) -> None:
    there = place / "there"
    killed(where, restore, archive, there, None)
    assert not (there / "house.db").exists()
    assert any(path.name.endswith(".part") for path in there.iterdir())
    assert restore(archive, there, None)[1].clean
    assert {path.name for path in there.iterdir()} == {"house.db", "house.key", "checkpoints.jsonl"}


@pytest.mark.parametrize("where", ["_fill", "finish_copy"])
def test_a_killed_restore_to_postgresql_is_repeated(
    archive: Path, place: Path, postgres: str, where: str
) -> None:
    url = fresh_database(postgres, f"killed_{where}_{place.name}")
    there = place / "there"
    killed(where, restore, archive, there, url)
    if where != "_fill":
        with pytest.raises(StoreError, match="was cut off; repeat it"):
            open_house(there, url, Clock(tick=1))
    assert restore(archive, there, url)[1].clean
    open_house(there, url, Clock(tick=1)).store.close()


def test_a_killed_move_is_repeated(archive: Path, place: Path, postgres: str) -> None:
    url = fresh_database(postgres, f"killed_move_{place.name}")
    home = archive.parent / "home"
    keys = read_keys(home)
    assert keys is not None
    killed("examine", move, Store(str(home / "house.db")), Store(url), keys, home)
    source, target = Store(str(home / "house.db")), Store(url)
    assert move(source, target, keys, home).clean
    source.close()
    target.close()
    old, new = Stage(home, str(home / "house.db")), Stage(home, url)
    assert contents(old) == contents(new)
    old.house.store.close()
    new.house.store.close()
