"""A claim on an SQLite file: at most one server, move or restore uses it as its own at a time.

The lock is the kernel's, so it ends with its process however that ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pitboss.house.storage.database import Store, StoreError

SUFFIX: Final = ".lock"


class Claimed(StoreError):
    """A database that another process has claimed."""


@contextmanager
def claim(store: Store) -> Iterator[None]:
    """Holds the claim for the block; PostgreSQL has any number of servers and needs none."""
    if not store.is_sqlite:
        yield
        return
    path = Path(f"{store.url.database}{SUFFIX}")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Claimed(
                f"a server of this house is running on {store.url.database}",
                what_to_do="stop it first",
            ) from None
        yield
    finally:
        os.close(handle)
