"""Houses for the tests: each on SQLite and on a PostgreSQL of our own."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house.postgres import fresh_database, running_server
from house.stage import Stage
from kit import premises
from pitboss.house.storage.database import Store

_SERIAL = itertools.count()


@pytest.fixture(autouse=True)
def quick_passwords(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing at full cost is for the tests that are about it."""
    if "people" not in request.node.nodeid:
        premises.cheapen_passwords(monkeypatch)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_server() as url:
        yield url


@pytest.fixture(scope="session")
def migrated(postgres: str) -> str:
    """The name of a database with the schema in it, to copy."""
    name = f"template_{os.getpid()}"
    store = Store(fresh_database(postgres, name))
    store.prepare()
    store.close()
    return name


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for a house."""
    with premises.directory("house") as path:
        yield path


@pytest.fixture
def postgres_url(postgres: str, migrated: str) -> str:
    """A database of its own on PostgreSQL."""
    return fresh_database(postgres, f"house_{os.getpid()}_{next(_SERIAL)}", migrated)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, place: Path) -> str:
    """A database of its own."""
    if request.param == "sqlite":
        return str(place / "house.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def open_stage(place: Path, url: str) -> Iterator[Callable[[], Stage]]:
    """Servers of one house: each call opens another on the same database."""
    opened: list[Stage] = []

    def another() -> Stage:
        stage = Stage(place, url, opened[0].now if opened else None)
        opened.append(stage)
        return stage

    yield another
    for stage in opened:
        stage.house.store.close()


@pytest.fixture
def stage(open_stage: Callable[[], Stage]) -> Stage:
    return open_stage()


@pytest.fixture
def sqlite_stage(place: Path) -> Iterator[Stage]:
    stage = Stage(place, str(place / "house.db"))
    yield stage
    stage.house.store.close()


@pytest.fixture
def postgres_stage(place: Path, postgres_url: str) -> Iterator[Stage]:
    stage = Stage(place, postgres_url)
    yield stage
    stage.house.store.close()
