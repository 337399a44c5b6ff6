"""Jumps of the wall clock: the house's time follows, waits move along, and the log says so."""

import logging
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.clock import SteadyClock
from pitboss.house.people.cage import note
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import meta, sessions

JUMP_MS: Final = 1_000  # less is a wall clock that is being adjusted slowly
CLOCK_JUMPED: Final = "ClockJumped"  # an entry's kind
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_log: Final = logging.getLogger("pitboss")


class ClockWatch:
    """Compares the house's clock with the wall clock whenever `check` is called."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.jumps = 0
        self._unwritten: list[dict[str, Any]] = []  # notes that the database has not taken yet

    @property
    def clock(self) -> SteadyClock | None:
        """None where a house's time is in other hands."""
        clock = self.house.clock
        return clock if isinstance(clock, SteadyClock) else None

    def is_due(self) -> bool:
        jumped = self.clock is not None and abs(self.clock.jump) >= JUMP_MS
        return jumped or bool(self._unwritten)

    def check(self) -> int:
        """Follows a jump of the wall clock; returns its milliseconds, 0 without one."""
        clock = self.clock
        if clock is None:
            return 0
        by = clock.jump
        if abs(by) < JUMP_MS:
            by = 0
        else:
            before = clock()
            self.house.set_clock(clock, by)
            self.jumps += 1
            _log.warning(
                "the wall clock jumped by %+.3f seconds; no deadline of the house moved", by / 1000
            )
            body = {"by_ms": by, "before": before, "after": clock(), "server": self.house.server}
            self._unwritten.append(body)
        self._write(clock)
        return by

    def _write(self, clock: SteadyClock) -> None:
        while self._unwritten:
            body = self._unwritten[0]
            with self.house.store.begin() as tx:
                log.lock_stream(tx, log.HOUSE_STREAM)
                if body["by_ms"] > 0 or self.house.store.is_sqlite:
                    _move_sessions(tx, clock.offset, body["by_ms"])
                note(tx, self.house, CLOCK_JUMPED, body, (), clock())
            del self._unwritten[0]


def _move_sessions(tx: sa.Connection, offset: int, by: int) -> None:
    """Keeps sessions as old and as idle as they were, once for all servers of this machine.

    With several machines a clock set back leaves them alone: the others would end them all.
    """
    key = f"clock {_machine()}"
    row = tx.execute(sa.select(meta.c.value).where(meta.c.key == key)).first()
    if row is not None and abs(int(row.value) - offset) < JUMP_MS:
        return  # another server of this machine has
    tx.execute(sa.delete(meta).where(meta.c.key == key))
    tx.execute(sa.insert(meta).values(key=key, value=str(offset)))
    moved = {name: sessions.c[name] + by for name in ("created", "seen")}
    tx.execute(sa.update(sessions).values(**moved))


def _machine() -> str:
    """One boot of one machine: its monotonic clock counts from there."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()[:36]
    except OSError:
        return "here"
