"""Where a house under test stands: a directory in memory, cheap passwords, files made once."""

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from kit.clock import Clock
from kit.entropy import Seeded
from pitboss.house.people import passwords
from pitboss.house.people.persons import Person
from pitboss.house.service import House
from pitboss.house.setup import open_house
from pitboss.house.storage.database import Store
from pitboss.house.storage.schema.tables import people

PASSWORD: Final = "correct horse"


def in_memory() -> Path | None:
    """A directory in memory: tests check what is synced, not how long a disk takes."""
    memory = Path("/dev/shm")
    usable = memory.is_dir() and os.access(memory, os.W_OK)
    return memory if usable and shutil.disk_usage(memory).free > 2 << 30 else None


@contextlib.contextmanager
def directory(name: str) -> Iterator[Path]:
    """A directory that is gone after the block."""
    path = Path(tempfile.mkdtemp(prefix=f"pitboss-{name}-", dir=in_memory()))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@cache
def _cheap_hasher() -> tuple[PasswordHasher, str]:
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return hasher, hasher.hash("nobody")


def cheapen_passwords(patch: pytest.MonkeyPatch) -> None:
    """Makes Argon2 as cheap as it can be, for tests that are not about a password's strength.

    For one test at a time, since tests of other folders run in the same process.
    """
    hasher, decoy = _cheap_hasher()
    patch.setattr(passwords, "_HASHER", hasher)
    patch.setattr(passwords, "DECOY", decoy)


def own_password(house: House, person: Person) -> Person:
    """Makes the password that somebody else set count as the person's own choice."""
    with house.store.begin() as tx:
        tx.execute(sa.update(people).where(people.c.id == person.id).values(temporary=False))
    return msgspec.structs.replace(person, temporary=False)


def _home(name: str) -> Path:
    """A directory that is gone with this process."""
    home = Path(tempfile.mkdtemp(prefix=f"pitboss-{name}-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home


@cache
def empty_database() -> Path:
    """An SQLite file with the schema and nothing in it."""
    path = _home("schema") / "house.db"
    store = Store(str(path))
    store.prepare()
    store.close()
    return path


@cache
def _prepared_house() -> tuple[Path, int]:
    """A house as it first opens, and how many times it asked for entropy."""
    home, entropy = _home("prepared"), Seeded()
    open_house(home, None, Clock(), None, entropy).store.close()
    return home, entropy.calls


def copy_house(place: Path) -> Seeded:
    """Puts a newly opened house into a directory; returns its entropy as far as read."""
    home, calls = _prepared_house()
    shutil.copytree(home, place, dirs_exist_ok=True)
    entropy = Seeded()
    entropy.calls = calls
    return entropy
