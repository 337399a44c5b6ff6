"""A round of each game that campaigns play again and again, and what a database must hold of it."""

import atexit
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import sqlalchemy as sa

from house.crashes import Script, money, prepared, written
from house.stage import Stage
from kit.premises import cheapen_passwords, in_memory
from pitboss.house.storage import log
from pitboss.house.storage.database import Store
from pitboss.house.writing.replies import Done
from soak._child_house import DATABASE, close, command_of, give, open_house

__all__ = ["DATABASE", "close", "give", "open_house"]
Acknowledged = dict[str, Done]  # replies by command id, as they were given


class Scene(NamedTuple):
    """A table whose round can begin, in a directory to copy, and the round as a script."""

    home: Path
    table: str
    script: Script
    seq: int  # of the table when the round begins
    replies: list[Done]  # to each command of the script, undisturbed
    last_seq: int  # of the table when the script is through
    money: dict[str, int]  # every account when the script is through


@cache
def scene(game: str) -> Scene:
    with pytest.MonkeyPatch.context() as patch:
        cheapen_passwords(patch)
        home = Path(tempfile.mkdtemp(prefix="pitboss-scene-", dir=in_memory()))
        atexit.register(shutil.rmtree, home, ignore_errors=True)
        stage = Stage(home, str(home / DATABASE), seed=game)
        table = prepared(stage, game)
        seq = stage.house.live(table).seq
        close(stage.house)
        peace = home.with_name(home.name + "-twin")
        shutil.copytree(home, peace)
        twin = Stage(peace, str(peace / DATABASE), seed=game)
        script = written(twin, table)
        replies = [give(twin.house, table, name, raw) for name, raw in script]  # the same again
        dones = [reply for reply in replies if isinstance(reply, Done)]
        last = twin.house.live(table).seq
        about = Scene(home, table, script, seq, dones, last, money(twin))
        close(twin.house)
        shutil.rmtree(peace)
    return about


@contextmanager
def copy_of(scene: Scene) -> Iterator[Path]:
    """A copy of the scene's directory that is gone after the block."""
    place = Path(tempfile.mkdtemp(prefix="pitboss-soak-", dir=in_memory()))
    try:
        shutil.copytree(scene.home, place, dirs_exist_ok=True)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def stored_faults(
    url: str, table: str, script: Script, acknowledged: Mapping[str, Done]
) -> list[str]:
    """What a database lacks of the acknowledged commands, and what it holds too often."""
    store = Store(url)
    try:
        with store.read() as tx:
            return [
                *_lost(tx, script, acknowledged),
                *_broken(tx, table),
            ]
    finally:
        store.close()


def _lost(tx: sa.Connection, script: Script, acknowledged: Mapping[str, Done]) -> Iterator[str]:
    # Plain text: a trial has a database of its own, so compiled statements are never used twice.
    rows = {row.id: row for row in tx.exec_driver_sql("SELECT id, seq, reply FROM commands")}
    names = {name: f"{command_of(raw).by.name}:{name}" for name, raw in script}
    for name, reply in acknowledged.items():
        row = rows.get(names[name])
        if row is None:
            yield f"the acknowledged command {name!r} is lost"
        elif msgspec.json.decode(row.reply, type=Done) != reply:
            yield f"the command {name!r} was acknowledged with another reply"
    places = [row.seq for key, row in rows.items() if key in names.values()]
    if len(places) != len(set(places)):
        yield "two commands share one place in the log"


def _broken(tx: sa.Connection, table: str) -> Iterator[str]:
    """Faults of the table's chain, and of SQLite's own structure."""
    previous, last = log.GENESIS, 0
    fields = ", ".join(log.Entry.__struct_fields__)
    query = f"SELECT {fields} FROM entries WHERE stream = '{table}' ORDER BY seq"
    for row in tx.exec_driver_sql(query):
        entry = log.Entry(*row)
        last += 1
        if entry.seq != last or log.entry_hash(previous, entry) != entry.hash:
            yield f"the chain of {table} breaks at {entry.seq}"
            return
        previous = entry.hash
    later = f"SELECT id FROM commands WHERE stream = '{table}' AND seq > {last}"
    for row in tx.exec_driver_sql(later):
        yield f"the command {row.id} has no entry"
    if tx.dialect.name == "sqlite":
        answer = tx.exec_driver_sql("PRAGMA integrity_check").scalar()
        if answer != "ok":
            yield f"SQLite says: {answer}"


def finished_faults(place: Path, url: str, scene: Scene) -> list[str]:
    """What differs from the undisturbed round, once the whole script was given."""
    stage = Stage(place, url)
    try:
        house = stage.house
        wrong = [f"audit: {name} {texts}" for name, texts in stage.faults().items()]
        if house.live(scene.table).seq != scene.last_seq:
            wrong.append(f"the log ends at {house.live(scene.table).seq}, not {scene.last_seq}")
        if money(stage) != scene.money:
            wrong.append("money differs from the undisturbed round")
        return wrong
    finally:
        close(stage.house)
