"""An audit in the background, with its progress."""

import logging
import threading
from typing import Literal

import msgspec
import sqlalchemy as sa

from pitboss.house.audit.audit import CHECKS, INTEGRITY, audit, remarks
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import tables

_log = logging.getLogger("pitboss")


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


CHECK_NAMES = (INTEGRITY, *(check.__name__ for check in CHECKS))


class BackgroundAudit:
    """Runs one audit at a time: a second request joins the one that runs."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._guard = threading.Lock()
        self._now = AuditStatus("none")
        self._read = 0
        self._thread: threading.Thread | None = None

    def state(self) -> AuditStatus:
        with self._guard:
            return msgspec.structs.replace(self._now, read=self._read)

    def start(self, by: str) -> AuditStatus:
        with self._guard:
            if self._now.state != "runs":
                began, total = self.house.clock(), self._entries()
                self._now, self._read = AuditStatus("runs", by, began, entries=total), 0
                self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
                self._thread.start()
        return self.state()

    def wait(self) -> AuditStatus:
        if self._thread is not None:
            self._thread.join()
        return self.state()

    def _entries(self) -> int:
        with self.house.store.read() as tx:
            at_tables = tx.execute(sa.select(sa.func.coalesce(sa.func.sum(tables.c.seq), 0)))
            return int(at_tables.scalar_one()) + log.head(tx, log.HOUSE_STREAM)[0]

    def _count(self, read: int) -> None:
        self._read = read

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
