"""An audit in the background, with its progress.

Any server of the house may run it, and all of them show it: the one that runs it sends its state
every second. A message is short, so the others show at most `_SHARED_BYTES` of the faults.
"""

import logging
import threading
import time
from typing import Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss.house.audit.audit import audit, remarks
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import tables

_log = logging.getLogger("pitboss")
_SHARE_SECONDS: Final = 1.0
_LOST_SECONDS: Final = 30.0  # after this long without news, another server's audit counts as lost
_SHARED_BYTES: Final = 4_000


class AuditStatus(msgspec.Struct, frozen=True):
    """The progress of the newest audit; `faults` is empty until it ends."""

    state: Literal["none", "runs", "done", "failed"]
    by: str = ""
    began: int = 0
    ended: int = 0
    read: int = 0  # entries of the log
    entries: int = 0  # in the log when it began
    faults: dict[str, list[str]] = {}
    remarks: list[str] = []


_DECODER: Final = msgspec.json.Decoder(AuditStatus)


class BackgroundAudit:
    """Runs one audit at a time: a second request joins the one that runs, here or elsewhere."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._guard = threading.Lock()
        self._now = AuditStatus("none")
        self._elsewhere, self._heard_at = AuditStatus("none"), 0.0
        self._shared_at = 0.0
        self._thread: threading.Thread | None = None
        house.notices.listen("audit", self._hear)

    def state(self) -> AuditStatus:
        """The newest audit of any server."""
        with self._guard:
            return self._newest()

    def start(self, by: str) -> AuditStatus:
        with self._guard:
            if self._newest().state != "runs":
                began, total = self.house.clock(), self._entries()
                self._now = AuditStatus("runs", by, began, entries=total)
                self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
                self._thread.start()
            return self._newest()

    def wait(self) -> AuditStatus:
        if self._thread is not None:
            self._thread.join()
        return self.state()

    def _newest(self) -> AuditStatus:
        own, other = self._now, self._elsewhere
        if other.state == "runs" and time.monotonic() - self._heard_at > _LOST_SECONDS:
            other = msgspec.structs.replace(other, state="failed")
        return own if own.state == "runs" or own.began >= other.began else other

    def _entries(self) -> int:
        with self.house.store.read() as tx:
            at_tables = tx.execute(sa.select(sa.func.coalesce(sa.func.sum(tables.c.seq), 0)))
            return int(at_tables.scalar_one()) + log.head(tx, log.HOUSE_STREAM)[0]

    def _count(self, read: int) -> None:
        self._now = msgspec.structs.replace(self._now, read=read)
        now = time.monotonic()
        if now - self._shared_at >= _SHARE_SECONDS:
            self._shared_at = now
            self._share()

    def _share(self) -> None:
        """Tells the other servers how far the audit is."""
        relay = self.house.notices.relay
        if relay is not None:
            relay("audit", msgspec.json.encode(_short(self._now)).decode())

    def _hear(self, text: str) -> None:
        status = _DECODER.decode(text)
        with self._guard:
            self._elsewhere, self._heard_at = status, time.monotonic()

    def _run(self) -> None:
        try:
            faults, state = audit(self.house, self._count), "done"
            notes = remarks(self.house)
        except Exception:  # reported as failed; the house goes on
            _log.exception("the audit failed")
            faults, state, notes = {}, "failed", []
        with self._guard:
            ended = self.house.clock()
            self._now = msgspec.structs.replace(
                self._now, state=state, ended=ended, faults=faults, remarks=notes
            )
        self._share()


def _short(status: AuditStatus) -> AuditStatus:
    """The status with as many faults as fit in a message; each check says how many more it has."""
    room = _SHARED_BYTES
    faults: dict[str, list[str]] = {}
    for check, lines in status.faults.items():
        faults[check] = []
        for number, line in enumerate(lines):
            room -= len(line.encode()) + 4
            if room < 0:
                more = f"and {len(lines) - number} more: see pitboss audit"
                faults[check].append(more)
                break
            faults[check].append(line)
    notes = [note[:400] for note in status.remarks[:4]]
    return msgspec.structs.replace(status, faults=faults, remarks=notes)
