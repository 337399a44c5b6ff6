"""A simulation on disk, to be gone on with: what was asked, and counts of whole lanes."""

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
    """A file that cannot be gone on with."""


class Saved(msgspec.Struct, frozen=True):
    """Counts of the first `lanes` lanes, all of them whole; lanes begun are dealt again."""

    job: Job
    length: int  # rounds of a lane
    lanes: int
    shape: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]  # place in the flat counts, count
    total: int
    squares: int
    said: str = ""  # the policy, as it was asked for


class _File(msgspec.Struct, frozen=True):
    format: str
    saved: Saved
    sha256: str


def write(path: Path, saved: Saved) -> None:
    """Whole or not at all: the file before stays until this one is on disk."""
    text = msgspec.json.encode(_File(FORMAT, saved, _print(saved)))
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


def read(path: Path) -> Saved:
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
    if file.sha256 != _print(file.saved):
        raise BadSave("the file is damaged: its counts are not those it was written with",
                      where=str(path))  # fmt: skip
    return file.saved


class _Kind(msgspec.Struct, frozen=True):
    format: str


def _print(saved: Saved) -> str:
    return hashlib.sha256(msgspec.json.encode(saved)).hexdigest()


def check(path: Path, saved: Saved, rules: str) -> None:
    """Refuses a file of other rules."""
    if saved.job.rules != rules:
        raise BadSave(
            f"its rounds were dealt under other rules of {saved.job.game}"
            f" (fingerprint {saved.job.rules[:12]}, now {rules[:12]})",
            where=str(path),
            what_to_do="begin a new file with --save",
        )
