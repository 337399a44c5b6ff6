"""Houses for the web tests, on a file system in memory where there is one: commits are synced."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from pitboss.house.people import cage as people
from pitboss.web import app as application
from pitboss.web.api.openapi import describe_api
from web.asgi import Place, opened

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DECOY = QUICK.hash("nobody")


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 as cheap as it can be: these tests log in a lot, and test no password's strength.

    For one test at a time, since tests of other folders run in the same process.
    """
    monkeypatch.setattr(people, "_HASHER", QUICK)
    monkeypatch.setattr(people, "_DECOY", DECOY)


@pytest.fixture(autouse=True, scope="session")
def one_description() -> Iterator[None]:
    """The API's description is the same of every application, and most of what one costs."""
    descriptions: list[Any] = []

    def described(routes: Any) -> Any:
        if not descriptions:
            descriptions.append(describe_api(routes))
        return descriptions[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "describe_api", described)
        yield


MEMORY = Path("/dev/shm")


@pytest.fixture
def directory() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="pitboss-web-", dir=MEMORY if MEMORY.is_dir() else None))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def place(directory: Path) -> Iterator[Place]:
    with opened(directory) as made:
        yield made
