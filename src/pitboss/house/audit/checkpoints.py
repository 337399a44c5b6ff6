"""Checkpoints: the heads of all streams, signed, in the database and in a file outside it."""

import json
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature

from pitboss.house.audit.program import program_faults
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.keys import public_key
from pitboss.house.storage.schema.tables import checkpoints, entries, tables

FILE: Final = "checkpoints.jsonl"
EVERY_SECONDS: Final = 60.0
_log = logging.getLogger("pitboss")


def _body(tx: sa.Connection, number: int, at: int) -> bytes:
    names = [log.HOUSE_STREAM, *(row.id for row in tx.execute(sa.select(tables.c.id)))]
    heads = {name: log.head(tx, name) for name in sorted(names)}
    said = {
        "number": number,
        "at": at,
        "heads": {name: [seq, digest.hex()] for name, (seq, digest) in heads.items()},
    }
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def make_checkpoint(house: House) -> int:
    """Signs where every stream stands, keeps it, and writes it outside; its number."""
    at = house.clock()
    complete_outside(house)
    with house.store.begin() as tx:
        log.lock_stream(tx, "checkpoints")
        last = tx.execute(sa.select(sa.func.max(checkpoints.c.number))).scalar() or 0
        body = _body(tx, last + 1, at)
        signature = house.keys.sign(body)
        kept = sa.insert(checkpoints).values(number=last + 1, at=at, body=body, signature=signature)
        tx.execute(kept)
    _write(house.outside / FILE, body, signature)
    return int(last + 1)


def _write(path: Path, body: bytes, signature: bytes) -> None:
    """Durable before it counts: the line is whole on disk or not there."""
    row = json.dumps({"body": body.decode(), "signature": signature.hex()}) + "\n"
    torn = path.exists() and path.stat().st_size and path.read_bytes()[-1:] != b"\n"
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + row if torn else row)
        file.flush()
        os.fsync(file.fileno())


def complete_outside(house: House) -> None:
    """The newest checkpoint, if a crash came between its commit and its line outside.

    Only the newest: an older one that is missing outside was taken away, which the audit tells.
    """
    with house.store.read() as tx:
        row = tx.execute(sa.select(checkpoints).order_by(checkpoints.c.number.desc())).first()
    if row is not None and max(_read(house.outside / FILE), default=0) == row.number - 1:
        _write(house.outside / FILE, row.body, row.signature)


class Keeper:
    """Makes checkpoints at intervals in a thread of its own, and a last one when it is stopped.

    As often it looks at the program's own files: on a mismatch no new round is opened.
    """

    def __init__(self, house: House, seconds: float = EVERY_SECONDS) -> None:
        self.house, self.seconds = house, seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def __enter__(self) -> Self:
        complete_outside(self.house)
        self.look()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()
        make_checkpoint(self.house)

    def look(self) -> None:
        found = program_faults()
        if found != self.house.program:
            _log.error("the program is not as it was made: %s", ", ".join(found) or "it is again")
        self.house.program = found

    def _run(self) -> None:
        while not self._stop.wait(self.seconds):
            try:
                self.look()
                make_checkpoint(self.house)
            except Exception:
                _log.exception("no checkpoint could be made")


def check_checkpoints(house: House, tx: sa.Connection) -> Iterator[str]:
    """Each signed head must still be in the log, and each checkpoint outside in the database."""
    inside = {row.number: row for row in tx.execute(sa.select(checkpoints))}
    outside = _read(house.outside / FILE)
    for number, (body, signature) in outside.items():
        kept = inside.get(number)
        if kept is None or kept.body != body or kept.signature != signature:
            yield f"checkpoint {number} outside is not the one in the database"
        yield from _check_one(house, tx, number, body, signature)
    for number, row in inside.items():
        if number not in outside:
            yield f"checkpoint {number} is missing outside the database"
            yield from _check_one(house, tx, number, row.body, row.signature)


def _read(path: Path) -> dict[int, tuple[bytes, bytes]]:
    found: dict[int, tuple[bytes, bytes]] = {}
    if not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row: dict[str, Any] = json.loads(line)
            body = row["body"].encode()
            found[json.loads(body)["number"]] = (body, bytes.fromhex(row["signature"]))
        except (ValueError, KeyError):
            continue  # a torn last line: its checkpoint is reported as missing outside
    return found


def _check_one(
    house: House, tx: sa.Connection, number: int, body: bytes, signature: bytes
) -> Iterator[str]:
    try:
        public_key(house.keys.public).verify(signature, body)
    except InvalidSignature:
        yield f"checkpoint {number} is not signed by this house"
        return
    for stream, (seq, digest) in json.loads(body)["heads"].items():
        if not seq:
            continue
        found = sa.select(entries.c.hash).where(entries.c.stream == stream, entries.c.seq == seq)
        held = tx.execute(found).scalar()
        if held is None or held.hex() != digest:
            yield f"checkpoint {number}: {stream} entry {seq} was changed or removed"
