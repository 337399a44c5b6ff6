"""Files that only their owner may read, and that appear whole or not at all.

Database, write-ahead log, key, checkpoints and backups are such files.
"""

import contextlib
import fcntl
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

OWNER_ONLY: Final = 0o600
_SCRATCH: Final = ".pitboss-"  # the beginning of the names of directories for unfinished files
PART: Final = ".part"  # the end of a file's name until the file is whole
_log = logging.getLogger("pitboss")


def opener(path: str, flags: int) -> int:
    """The `opener` of `open()`: a file that does not exist yet is created for its owner alone."""
    return os.open(path, flags, OWNER_ONLY)


def append_to(path: Path) -> IO[str]:
    """Opens a text file of the house at its end."""
    return open(path, "a", encoding="utf-8", opener=opener)


def make_directory(path: Path) -> None:
    """Creates a directory that only its owner can enter; leaves an existing one unchanged."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def create(path: Path) -> None:
    """Creates an empty file if there is none.

    One that exists is never opened: closing it again would release every lock that SQLite holds
    on it in this process.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def restrict(path: Path) -> None:
    """Makes a file that an older program left readable accessible only to its owner."""
    try:
        mode = path.stat().st_mode & 0o777
        if mode & 0o077:
            path.chmod(mode & 0o700)
            _log.warning("%s could be read by others; now only its owner can", path)
    except FileNotFoundError:
        return
    except PermissionError:
        _log.warning("%s can be read by others, and only its owner can change that", path)


def open_private(path: Path) -> IO[bytes]:
    """Creates a file that must not exist yet."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY)
    return os.fdopen(handle, "wb")


def write_durably(path: Path, content: bytes) -> None:
    """Creates a whole file that survives a power failure; refuses one that exists.

    Callers take turns at a name: the check does not exclude one that writes now.
    """
    if path.exists():
        raise FileExistsError(f"{path} exists already")
    with whole_file(path) as file:
        file.write(content)


@contextmanager
def private_directory(beside: Path) -> Iterator[Path]:
    """A directory for unfinished files on the same disk as `beside`, gone after the block.

    Removes those that a killed process left there, which may hold a key.
    """
    for abandoned in beside.parent.glob(f"{_SCRATCH}*{PART}"):
        with contextlib.suppress(OSError), _locked(abandoned):
            shutil.rmtree(abandoned)
    path = Path(tempfile.mkdtemp(prefix=_SCRATCH, suffix=PART, dir=beside.parent))
    try:
        with _locked(path):
            yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Holds the lock that ends with this process; fails if another process has it."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


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
    """Makes the names in a directory durable, not only what the files hold."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
