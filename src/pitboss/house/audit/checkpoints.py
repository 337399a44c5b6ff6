"""Checkpoints: the signed heads of all streams, in the database and in a file outside it."""

import json
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sa

from pitboss.house.audit.program import program_faults
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.failures import unavailable
from pitboss.house.storage.private_files import append_to
from pitboss.house.storage.schema.tables import checkpoints, entries, tables

FILE: Final = "checkpoints.jsonl"
EVERY_SECONDS: Final = 60.0
_log = logging.getLogger("pitboss")


def _body(tx: sa.Connection, number: int, at: int) -> bytes:
    names = [log.HOUSE_STREAM, *(row.id for row in tx.execute(sa.select(tables.c.id)))]
    heads = {name: log.head(tx, name) for name in sorted(names)}
    body = {
        "number": number,
        "at": at,
        "heads": {name: [seq, digest.hex()] for name, (seq, digest) in heads.items()},
    }
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()


def make_checkpoint(house: House) -> int:
    """Signs the head of every stream, stores it, writes it outside, and returns its number."""
    at = house.clock()
    write_missing_checkpoint(house)
    with house.store.begin() as tx:
        log.lock_stream(tx, "checkpoints")
        last = tx.execute(sa.select(sa.func.max(checkpoints.c.number))).scalar() or 0
        body = _body(tx, last + 1, at)
        signature = house.keys.sign(body)
        insert = sa.insert(checkpoints).values(
            number=last + 1, at=at, body=body, signature=signature
        )
        tx.execute(insert)
    _write(house.outside / FILE, body, signature)
    return int(last + 1)


def _write(path: Path, body: bytes, signature: bytes) -> None:
    """Appends a line durably: it is whole on disk or missing."""
    row = json.dumps({"body": body.decode(), "signature": signature.hex()}) + "\n"
    torn = path.exists() and path.stat().st_size and path.read_bytes()[-1:] != b"\n"
    with append_to(path) as file:
        file.write("\n" + row if torn else row)
        file.flush()
        os.fsync(file.fileno())


def write_missing_checkpoint(house: House) -> None:
    """Writes the newest checkpoint outside if a crash came between its commit and its line.

    Only the newest: an older one that is missing was removed, and the audit reports that.
    """
    with house.store.read() as tx:
        row = tx.execute(sa.select(checkpoints).order_by(checkpoints.c.number.desc())).first()
    if row is not None and max(_read(house.outside / FILE), default=0) == row.number - 1:
        _write(house.outside / FILE, row.body, row.signature)


class Keeper:
    """Makes checkpoints at intervals in its own thread, and a last one when it stops.

    Each time it also checks the program's own files: on a mismatch the house starts no new round.
    """

    def __init__(self, house: House, seconds: float = EVERY_SECONDS) -> None:
        self.house, self.seconds = house, seconds
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

    def look(self) -> None:
        faults = program_faults()
        if faults != self.house.program:
            state = ", ".join(faults) or "no more differences"
            _log.error("program files compared with the release: %s", state)
        self.house.program = faults

    def _run(self) -> None:
        while not self._stop.wait(self.seconds):
            try:
                self.look()
                make_checkpoint(self.house)
            except Exception:
                _log.exception("making a checkpoint failed")


def check_checkpoints(house: House, tx: sa.Connection) -> Iterator[str]:
    """Checks that each signed head is in the log, and each outside checkpoint in the database."""
    inside = {row.number: row for row in tx.execute(sa.select(checkpoints))}
    outside = _read(house.outside / FILE)
    for number, (body, signature) in outside.items():
        row = inside.get(number)
        if row is None or row.body != body or row.signature != signature:
            yield f"checkpoint {number} outside is not the one in the database"
        yield from _check_one(house, tx, number, body, signature)
    for number, row in inside.items():
        if number not in outside:
            yield f"checkpoint {number} is missing outside the database"
            yield from _check_one(house, tx, number, row.body, row.signature)


def _read(path: Path) -> dict[int, tuple[bytes, bytes]]:
    rows: dict[int, tuple[bytes, bytes]] = {}
    if not path.exists():
        return rows
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row: dict[str, Any] = json.loads(line)
            body = row["body"].encode()
            rows[json.loads(body)["number"]] = (
                body,
                bytes.fromhex(row["signature"]),
            )
        except (ValueError, KeyError):
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
