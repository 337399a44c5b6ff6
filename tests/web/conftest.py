"""Houses for the web tests, on a file system in memory where there is one: commits are synced."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from pitboss.house.people import accounts as people
from web.asgi import Place, opened


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Argon2 as cheap as it can be: these tests log in a lot, and test no password's strength."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(people, "_HASHER", quick)
        patch.setattr(people, "_DECOY", quick.hash("nobody"))
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
