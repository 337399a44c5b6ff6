"""A disk that is full until the block ends.

A small file system in memory, filled with a file, where one can be mounted; elsewhere SQLite's own
page limit, which fails with the same message.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.house.storage.database import Store


@contextmanager
def small_disk(place: Path) -> Iterator[bool]:
    """Mounts a file system of a few megabytes at a directory; says whether that was possible."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def full(store: Store, place: Path, mounted: bool) -> Iterator[None]:
    with _filled(place) if mounted else _limited(store):
        yield


@contextmanager
def _filled(place: Path) -> Iterator[None]:
    filler = place / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            size = 1 << 20
            while size:
                try:
                    file.write(bytes(size))
                except OSError:
                    size //= 2
        yield
    finally:
        filler.unlink()


@contextmanager
def _limited(store: Store) -> Iterator[None]:
    def limit(raw: Any, _record: object) -> None:
        raw.execute("PRAGMA max_page_count=1")  # as many as there are

    store.close()  # every connection is opened again
    sa.event.listen(store.engine, "connect", limit)
    try:
        yield
    finally:
        sa.event.remove(store.engine, "connect", limit)
        store.close()
