"""Stored exact solutions: those that ship with the package, and a cache on disk.

`dev/shipped_odds.py` writes the rulebook's own solutions into the package, and a test computes them
again. The name of a shipped entry is a hash of the whole question, which includes the fingerprint
of the rules, so other rules never read it. The name of a cached entry also hashes the source of
`odds`, so a stale entry is never read; a damaged one is computed again.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, TypeVar
from zipfile import BadZipFile, ZipFile

import msgspec

from pitboss.extras import require
from pitboss.odds.arrays import Integers

_HOME: Final = Path(__file__).parent
SHIPPED: Final = _HOME / "data" / "solutions.zip"
CONTENTS: Final = "contents.json"  # the games of the file with their fingerprints

Stored = TypeVar("Stored", bound=msgspec.Struct)


def cache_dir() -> Path:
    """`PITBOSS_CACHE`, or the user's own cache directory."""
    chosen = os.environ.get("PITBOSS_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return Path(user_cache_path("pitboss"))


def source_fingerprint() -> str:
    """A hash of every module under `odds`: any change of the code makes every entry stale."""
    return folder_fingerprint(_HOME)


@cache
def folder_fingerprint(folder: Path) -> str:
    """A hash of every module under a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def remember(
    kind: type[Stored],
    question: tuple[object, ...],
    compute: Callable[[], Stored],
    check: Callable[[], object] | None = None,
) -> Stored:
    """The shipped or cached answer; if there is none, computes it and caches it.

    `check` refuses what cannot be computed, before anything is announced.
    """

    def announced() -> Stored:
        if check is not None:
            check()
        announce()
        return compute()

    return _remember(kind, question, announced)


def _remember(
    kind: type[Stored], question: tuple[object, ...], compute: Callable[[], Stored]
) -> Stored:
    answer = shipped(kind, question) or look_up(kind, question)
    if answer is None:
        require("solve")
        answer = store(kind, question, compute())
    return answer


def _path(kind: type[msgspec.Struct], question: tuple[object, ...]) -> Path:
    key = repr((source_fingerprint(), kind.__name__, question))
    name = hashlib.sha256(key.encode()).hexdigest()[:40]
    return cache_dir() / "odds" / f"{name}.msgpack"


def digest(arrays: Iterable[Integers]) -> str:
    """A hash of arrays, for questions that contain them."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(array.tobytes())
    return total.hexdigest()


_announced = False


def announce() -> None:
    """Says once per process, on stderr, that a first solution may take a while."""
    global _announced
    if not _announced:
        print("solving exactly; the answer is cached for next time …", file=sys.stderr, flush=True)
    _announced = True


def look_up(kind: type[Stored], question: tuple[object, ...]) -> Stored | None:
    try:
        data = _path(kind, question).read_bytes()
    except OSError:
        return None
    # The digest comes first: a torn or altered file must not pass for a count.
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    try:
        return msgspec.msgpack.decode(data[32:], type=kind)
    except msgspec.MsgspecError:
        return None


def store(kind: type[Stored], question: tuple[object, ...], answer: Stored) -> Stored:
    """Writes the whole file or nothing; without a writable cache, answers are only slower."""
    path, data = _path(kind, question), msgspec.msgpack.encode(answer)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    return answer


# ── with the package ──────────────────────────────────────────────────────────────────────────────


def entry_name(kind: type[msgspec.Struct], question: tuple[object, ...]) -> str:
    return hashlib.sha256(repr((kind.__name__, question)).encode()).hexdigest()[:32]


def shipped(kind: type[Stored], question: tuple[object, ...]) -> Stored | None:
    """The shipped answer; None if there is none, or if the file is missing or damaged."""
    archive = _archive()
    if archive is None:
        return None
    # A zip file has a checksum for each entry.
    with suppress(KeyError, BadZipFile, OSError, msgspec.MsgspecError):
        return msgspec.msgpack.decode(archive.read(entry_name(kind, question)), type=kind)
    return None


@cache
def _archive() -> ZipFile | None:
    try:
        return ZipFile(SHIPPED)
    except (BadZipFile, OSError):
        return None
