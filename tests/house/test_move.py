"""A house moves between SQLite and PostgreSQL with every row, or not at all."""

import hashlib
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from house.keeping import TABLES, contents, fill, play
from house.postgres import fresh_database
from house.stage import Stage
from kit.house_process import HouseProcess
from pitboss.cli import cli
from pitboss.house.storage.claims import Claimed, claim
from pitboss.house.storage.copying import LIVE_MS, BadCopy, FilledTarget
from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.schema.tables import balances, people, sessions


def move(place: Path, source: str, target: str, *options: str) -> Result:
    argv = ["move", "--from", source, "--to", target, "--data", str(place), *options]
    return CliRunner().invoke(cli, argv, standalone_mode=False)


def serve(place: Path) -> Result:
    """Starts a second server, which must be refused before it opens anything."""
    argv = ["serve", "--port", "0", "--data", str(place)]
    return CliRunner().invoke(cli, argv, standalone_mode=False)


@pytest.fixture
def home(place: Path) -> Path:
    """A closed house on SQLite."""
    stage = Stage(place, str(place / "house.db"))
    fill(stage)
    stage.house.store.close()
    return place


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_to_postgresql_and_back(home: Path, postgres: str) -> None:
    old = Stage(home, str(home / "house.db"))
    before = contents(old)
    with old.house.store.read() as tx:
        assert tx.execute(sa.select(sa.func.count()).select_from(sessions)).scalar()
    old.house.store.close()
    bytes_before = digest(home / "house.db")
    url = fresh_database(postgres, f"moved_{home.name}")
    run = move(home, f"sqlite:///{home / 'house.db'}", url)
    assert run.return_value == 0, run.output
    assert "Verified: the chain of" in run.output and "0 cents off" in run.output
    assert digest(home / "house.db") == bytes_before, "the source is as it was"
    stage = Stage(home, url, old.now)
    assert contents(stage) == before
    play(stage, f"{TABLES[0]}-1")
    assert not stage.faults()
    after = contents(stage)
    stage.house.store.close()
    run = move(home, url, f"sqlite:///{home / 'back.db'}", "--json")
    assert run.return_value == 0, run.output
    report = json.loads(run.stdout)
    assert report["clean"] and report["cents_off"] == 0
    assert (home / "back.db").stat().st_mode & 0o777 == 0o600
    back = Stage(home, str(home / "back.db"), old.now)
    assert contents(back) == after
    play(back, f"{TABLES[1]}-1")
    assert not back.faults()
    back.house.store.close()


def test_a_filled_target_and_a_missing_source_are_refused(home: Path, postgres: str) -> None:
    url = fresh_database(postgres, f"other_{home.name}")
    source = f"sqlite:///{home / 'house.db'}"
    other = Store(url)
    with other.begin() as tx:
        tx.exec_driver_sql("CREATE TABLE somebodys (n int)")
    assert isinstance(move(home, source, url).exception, FilledTarget)
    with other.read() as tx:
        assert sa.inspect(tx).get_table_names() == ["somebodys"]
    other.close()
    before = digest(home / "house.db")
    assert isinstance(move(home, url, source).exception, FilledTarget)
    assert digest(home / "house.db") == before
    missing = move(home, f"sqlite:///{home / 'none.db'}", url)
    assert isinstance(missing.exception, StoreError)
    assert not (home / "none.db").exists()


def test_a_house_that_is_served_does_not_move(place: Path, postgres: str) -> None:
    url = fresh_database(postgres, f"served_{place.name}")
    source = f"sqlite:///{place / 'house.db'}"
    house = HouseProcess(place)
    try:
        run = move(place, source, url)
        assert isinstance(run.exception, Claimed)
        assert "stop it first" in str(run.exception)
        assert isinstance(serve(place).exception, Claimed), "nor has it a second server"
    finally:
        assert house.stop() == 0
    assert move(place, source, url).return_value == 0


def test_a_server_does_not_start_during_a_move(home: Path) -> None:
    store = Store(str(home / "house.db"))
    with claim(store):
        assert isinstance(serve(home).exception, Claimed)
    with claim(store):
        pass
    store.close()


def test_servers_on_postgresql_are_stopped_first(place: Path, postgres: str) -> None:
    """A server renews its row every second; one that died stops doing so."""
    url = fresh_database(postgres, f"busy_{place.name}")
    stage = Stage(place, url)
    target = f"sqlite:///{place / 'house.db'}"
    now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    row = f"'a1', '', {now}, {now}, ''"
    with stage.house.store.begin() as tx:
        tx.exec_driver_sql(
            f"INSERT INTO servers (id, address, began, renewed, report) SELECT {row}"
        )
    run = move(place, url, target)
    assert isinstance(run.exception, StoreError) and "running: a1; stop" in str(run.exception)
    assert not (place / "house.db").exists()
    with stage.house.store.begin() as tx:
        tx.exec_driver_sql(f"UPDATE servers SET renewed = renewed - {LIVE_MS}")
    assert move(place, url, target).return_value == 0
    stage.house.store.close()
    moved = Stage(place, str(place / "house.db"))
    with moved.house.store.read() as tx:
        assert tx.exec_driver_sql("SELECT count(*) FROM servers").scalar() == 0
    moved.house.store.close()


def test_what_does_not_fit_leaves_nothing(home: Path, postgres: str) -> None:
    """SQLite takes a text longer than its column; PostgreSQL does not."""
    store = Store(str(home / "house.db"))
    with store.begin() as tx:
        tx.execute(sa.update(people).values(device_table="x" * 50))
    store.close()
    url = fresh_database(postgres, f"narrow_{home.name}")
    run = move(home, f"sqlite:///{home / 'house.db'}", url)
    assert isinstance(run.exception, BadCopy) and "table people" in str(run.exception)
    target = Store(url)
    with target.read() as tx:
        assert sa.inspect(tx).get_table_names() == []
    target.close()


def test_a_house_with_faults_moves_only_when_asked(home: Path, postgres: str) -> None:
    store = Store(str(home / "house.db"))
    with store.begin() as tx:
        tx.execute(sa.update(balances).values(cents=balances.c.cents + 1))
    store.close()
    url = fresh_database(postgres, f"faulty_{home.name}")
    source = f"sqlite:///{home / 'house.db'}"
    run = move(home, source, url)
    assert run.return_value == 1 and "balances: account" in run.output
    target = Store(url)
    with target.read() as tx:
        assert sa.inspect(tx).get_table_names() == []
    target.close()
    run = move(home, source, url, "--despite-faults", "--json")
    assert run.return_value == 1 and json.loads(run.stdout)["faults"]["check_balances"]
