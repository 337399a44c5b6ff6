"""Files that only their owner may read, and that appear whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

PART: Final = ".part"  # the end of a file's name until the file is whole


def open_private(path: Path) -> IO[bytes]:
    """Creates a file that must not exist yet."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    return os.fdopen(handle, "wb")


@contextmanager
def private_directory(beside: Path) -> Iterator[Path]:
    """A directory for unfinished files on the same disk as `beside`, gone after the block."""
    path = Path(tempfile.mkdtemp(prefix=f".{beside.name}-", suffix=PART, dir=beside.parent))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A new file that gets its name once all of it is on disk; nothing is left after a failure."""
    part = path.with_name(f".{path.name}{PART}")
    part.unlink(missing_ok=True)  # of a process that was killed
    try:
        with open_private(part) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        install(part, path)
    finally:
        part.unlink(missing_ok=True)


def install(part: Path, path: Path) -> None:
    """Gives a finished file its name, durably."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.rename(path)
    sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
