"""Saves a simulation to resume it later: the job, and the counts of whole batches."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.odds.simulation.job import Job

FORMAT: Final = "pitboss simulation 1"


class BadSave(PitbossError):
    """A file that a simulation cannot resume from."""


class SavedRun(msgspec.Struct, frozen=True):
    """Counts of the first batches, all of them whole; unfinished ones are dealt again.

    The names in the file are those of format 1.
    """

    job: Job
    size: int = msgspec.field(name="length")  # rounds of a batch
    batches: int = msgspec.field(name="lanes")
    shape: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]  # place in the flat counts, count
    total: int
    squares: int
    policy: str = msgspec.field(default="", name="said")  # the value of --policy


class _File(msgspec.Struct, frozen=True):
    format: str
    saved: SavedRun
    sha256: str


def write(path: Path, saved: SavedRun) -> None:
    """Replaces the file atomically: the old one stays until the new one is on disk."""
    text = msgspec.json.encode(_File(FORMAT, saved, _fingerprint(saved)))
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text + b"\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except OSError:
            os.unlink(name)
            raise
    except OSError as error:
        raise BadSave(f"cannot write {path}: {error.strerror}") from error


def read(path: Path) -> SavedRun:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(f"cannot read {path}: {error.strerror}") from error
    try:
        kind = msgspec.json.decode(data, type=_Kind)
        if kind.format != FORMAT:
            raise BadSave("saved by another version", where=str(path))
        file = msgspec.json.decode(data, type=_File)
    except msgspec.MsgspecError as error:
        raise BadSave("not a saved simulation", where=str(path)) from error
    if file.sha256 != _fingerprint(file.saved):
        raise BadSave("the file is damaged: its counts have changed", where=str(path))
    return file.saved


class _Kind(msgspec.Struct, frozen=True):
    format: str


def _fingerprint(saved: SavedRun) -> str:
    return hashlib.sha256(msgspec.json.encode(saved)).hexdigest()


def check(path: Path, saved: SavedRun, rules: str) -> None:
    """Refuses a file of other rules."""
    if saved.job.rules != rules:
        raise BadSave(
            f"its rounds were dealt under other rules of {saved.job.game}"
            f" (fingerprint {saved.job.rules[:12]}, now {rules[:12]})",
            where=str(path),
            what_to_do="start a new file with --save",
        )
