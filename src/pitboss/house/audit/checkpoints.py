"""Checkpoints: the signed heads of all streams, in the database and in a file outside it.

Servers on several machines each have such a file. A checkpoint names the place whose file it was
written to first; the others copy it from the database, so that each file bears witness to all. The
audit at a place reports only that place's own checkpoints as missing.
"""

import fcntl
import json
import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import sqlalchemy as sa

from pitboss.house.audit.program import program_faults
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.failures import unavailable
from pitboss.house.storage.private_files import append_to, write_durably
from pitboss.house.storage.schema.tables import checkpoints, entries, tables

FILE: Final = "checkpoints.jsonl"
PLACE_FILE: Final = "place.id"
EVERY_SECONDS: Final = 60.0
REST_SECONDS: Final = 0.002  # between two program files: hashing without a pause delays players
_log = logging.getLogger("pitboss")
_LISTED: Final = 10  # files that differ from the release, in one line of the log


def heads_of(tx: sa.Connection) -> dict[str, tuple[int, str]]:
    """The number and hash of each log's last entry."""
    names = [log.HOUSE_STREAM, *tx.execute(sa.select(tables.c.id)).scalars()]
    heads = {name: log.head(tx, name) for name in sorted(names)}
    return {name: (seq, digest.hex()) for name, (seq, digest) in heads.items()}


def _body(tx: sa.Connection, number: int, at: int, place: str) -> bytes:
    body = {"number": number, "at": at, "place": place, "heads": heads_of(tx)}
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()


def _place(house: House) -> str:
    """The name of this server's directory, made up on the first call."""
    path = house.outside / PLACE_FILE
    if path.exists():
        return path.read_text(encoding="ascii").strip()
    name = secrets.token_hex(6)
    # A link: when two workers start together, only one of them sets the name.
    draft = path.with_name(f"{PLACE_FILE}.{name}")
    write_durably(draft, f"{name}\n".encode())
    try:
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


def _place_of(body: bytes) -> str:
    """Empty for a checkpoint from the time when a house had only one place."""
    place = json.loads(body).get("place", "")
    assert isinstance(place, str)
    return place


def make_checkpoint(house: House) -> int:
    """Signs the head of every stream, stores it, writes it outside, and returns its number."""
    at = house.clock()
    write_missing_checkpoint(house)
    with house.store.begin() as tx:
        log.lock_stream(tx, "checkpoints")
        last = tx.execute(sa.select(sa.func.max(checkpoints.c.number))).scalar() or 0
        body = _body(tx, last + 1, at, _place(house))
        signature = house.keys.sign(body)
        insert = sa.insert(checkpoints).values(
            number=last + 1, at=at, body=body, signature=signature
        )
        tx.execute(insert)
    with _alone(house):
        _write(house.outside / FILE, body, signature)
    return int(last + 1)


@contextmanager
def _alone(house: House) -> Iterator[None]:
    """Makes the workers of one machine, which share the file, take turns."""
    with (house.outside / PLACE_FILE).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _line(body: bytes, signature: bytes) -> str:
    return json.dumps({"body": body.decode(), "signature": signature.hex()})


def _write(path: Path, body: bytes, signature: bytes) -> None:
    """Appends a line durably: it is whole on disk or missing."""
    row = _line(body, signature) + "\n"
    torn = path.exists() and path.stat().st_size and path.read_bytes()[-1:] != b"\n"
    with append_to(path) as file:
        file.write("\n" + row if torn else row)
        file.flush()
        os.fsync(file.fileno())


def write_missing_checkpoint(house: House) -> None:
    """Writes outside what this place's file lacks: other places' checkpoints, and the newest.

    A crash may have come between the newest checkpoint's commit and its line. If an older one of
    this place is missing, somebody removed it, and the audit reports that.
    """
    path = house.outside / FILE
    first_time = not path.exists()
    place = _place(house)
    with _alone(house), house.store.read() as tx:
        last = max((row.number for row in _read(path)), default=0)
        newer = sa.select(checkpoints).where(checkpoints.c.number > last)
        rows = tx.execute(newer.order_by(checkpoints.c.number)).all()
        own = [row.number for row in rows if _place_of(row.body) in ("", place)]
        removed = own if len(own) > 1 and not first_time else []
        for row in rows:
            faults = _check_one(house, tx, row.number, row.body, row.signature)
            if row.number not in removed and not any(faults):
                _write(path, row.body, row.signature)


def newest_checkpoint(house: House) -> tuple[int, int]:
    """The newest checkpoint's number and time, whichever server made it."""
    query = sa.select(checkpoints.c.number, checkpoints.c.at)
    with house.store.read() as tx:
        row = tx.execute(query.order_by(checkpoints.c.number.desc()).limit(1)).first()
    return (0, 0) if row is None else (row.number, row.at)


class Keeper:
    """Makes checkpoints at intervals in its own thread, and a last one when it stops.

    Each time it also checks the program's own files: on a mismatch the house starts no new round.
    """

    def __init__(
        self, house: House, seconds: float = EVERY_SECONDS, rest: float = REST_SECONDS
    ) -> None:
        """`rest` is the pause after each program file that is hashed, in seconds."""
        self.house, self.seconds, self.rest = house, seconds, rest
        self._last = 0  # the number of the checkpoint that this server made last
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def __enter__(self) -> Self:
        write_missing_checkpoint(self.house)
        self.look()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()
        try:
            make_checkpoint(self.house)
        except Exception as failure:
            if unavailable(failure) is None:
                raise
            # The house closes all the same; the next start writes what is missing.
            _log.error("no last checkpoint was written", exc_info=failure)

    def look(self, rest: Callable[[], object] | None = None) -> None:
        faults = program_faults(rest=rest)
        if faults != self.house.program:
            state = ", ".join(faults[:_LISTED]) or "no more differences"
            if len(faults) > _LISTED:
                state += f" and {len(faults) - _LISTED} more"
            _log.error("program files compared with the release: %s", state)
        self.house.program = faults

    def _run(self) -> None:
        while not self._stop.wait(self.seconds):
            try:
                self.look(lambda: self._stop.wait(self.rest))
                self._make()
            except Exception:
                _log.exception("making a checkpoint failed")

    def _make(self) -> None:
        """Makes a checkpoint, unless another server made one just now."""
        write_missing_checkpoint(self.house)
        number, at = newest_checkpoint(self.house)
        age = self.house.clock() - at
        if number == self._last or not 0 <= age < self.seconds * 1000 / 2:
            self._last = make_checkpoint(self.house)


def check_checkpoints(house: House, tx: sa.Connection) -> Iterator[str]:
    """Checks that each signed head is in the log, and each outside checkpoint in the database.

    This place's file need not have the checkpoints of other places.
    """
    place = _place(house) if (house.outside / PLACE_FILE).exists() else ""
    inside = {row.number: row for row in tx.execute(sa.select(checkpoints))}
    outside = _read(house.outside / FILE)
    nameless = house.store.is_sqlite and not place  # removing the name must not hide a gap
    for number, body, signature, line in outside:
        row = inside.get(number)
        if row is None or row.body != body or row.signature != signature:
            yield f"checkpoint {number} outside is not the one in the database"
        elif line != _line(body, signature):
            yield f"checkpoint {number} outside is not as it was written"
        yield from _check_one(house, tx, number, body, signature)
    numbers = {row.number for row in outside}
    for number, row in inside.items():
        if number not in numbers:
            if nameless or _place_of(row.body) in ("", place):
                yield f"checkpoint {number} is missing outside the database"
            yield from _check_one(house, tx, number, row.body, row.signature)


class _Outside(NamedTuple):
    """A line of the file outside."""

    number: int
    body: bytes
    signature: bytes
    line: str


def _read(path: Path) -> list[_Outside]:
    rows: list[_Outside] = []
    text = path.read_text("utf-8", "surrogateescape") if path.exists() else ""
    for line in text.split("\n"):
        try:
            row: dict[str, Any] = json.loads(line)
            body, signature = row["body"].encode(), bytes.fromhex(row["signature"])
            rows.append(_Outside(json.loads(body)["number"], body, signature, line))
        except (ValueError, LookupError, TypeError, AttributeError):
            continue  # a torn last line; its checkpoint is reported as missing outside
    return rows


def _check_one(
    house: House, tx: sa.Connection, number: int, body: bytes, signature: bytes
) -> Iterator[str]:
    if not house.keys.verify(signature, body):
        yield f"checkpoint {number} is not signed by this house"
        return
    for stream, (seq, digest) in json.loads(body)["heads"].items():
        if not seq:
            continue
        query = sa.select(entries.c.hash).where(entries.c.stream == stream, entries.c.seq == seq)
        stored = tx.execute(query).scalar()
        if stored is None or stored.hex() != digest:
            yield f"checkpoint {number}: {stream} entry {seq} was changed or removed"
