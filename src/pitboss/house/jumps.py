"""Jumps of the wall clock: the house's time follows, waits move along, and the log says so."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.clock import SteadyClock
from pitboss.house.people.notes import note
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import approvals, logins, meta, people, sessions

JUMP_MS: Final = 1_000  # less is a wall clock that is being adjusted slowly
CLOCK_JUMPED: Final = "ClockJumped"  # an entry's kind
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
# The moments in the database from which the house counts, and the rows where it still does.
# Accounts come before their sessions, as in a log-in. A moment of zero means none.
_MOMENTS: Final[tuple[tuple[tuple[sa.Column[int], ...], sa.ColumnElement[bool]], ...]] = (
    (
        (people.c.failures_since, people.c.locked_until),
        (people.c.failures_since != 0) | (people.c.locked_until != 0),
    ),
    ((logins.c.at, logins.c.succeeded, logins.c.locked_until), sa.true()),
    ((sessions.c.created, sessions.c.seen), sa.true()),
    ((approvals.c.asked_at,), approvals.c.decision == "waits"),
)
_log: Final = logging.getLogger("pitboss")


class ClockWatch:
    """Compares the house's clock with the wall clock whenever `check` is called.

    `move_sessions` moves those that a server has in memory. At every moment in between, a session
    may look newer than it is, never older: a clock set forward moves sessions first. The same holds
    of pending requests and log-in blocks.
    """

    def __init__(self, house: House, move_sessions: Callable[[int], None] | None = None) -> None:
        self.house = house
        self.jumps = 0
        self._move_sessions = move_sessions or (lambda _: None)
        self._unwritten: list[dict[str, Any]] = []  # notes not yet in the database

    @property
    def clock(self) -> SteadyClock | None:
        """None where the house runs on another kind of clock."""
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
        by = clock.jump if abs(clock.jump) >= JUMP_MS else 0
        if by > 0:
            self._write(clock.offset + by, self._note(clock, by))
            self._move_sessions(by)
            self._set(clock, by)
        elif by < 0:
            self._unwritten.append(self._note(clock, by))
            self._set(clock, by)
            self._move_sessions(by)
        while self._unwritten:
            self._write(clock.offset, self._unwritten[0])
            del self._unwritten[0]
        return by

    def _set(self, clock: SteadyClock, by: int) -> None:
        self.house.set_clock(clock, by)
        self.jumps += 1
        what = "the wall clock jumped by %+.3f seconds; no deadline of the house moved"
        _log.warning(what, by / 1000)

    def _note(self, clock: SteadyClock, by: int) -> dict[str, Any]:
        now = clock()
        return {"by_ms": by, "before": now, "after": now + by, "server": self.house.server}

    def _write(self, offset: int, body: dict[str, Any]) -> None:
        with self.house.store.begin() as tx:
            log.lock_stream(tx, log.HOUSE_STREAM)
            if body["by_ms"] > 0 or self.house.store.is_sqlite:
                _move_moments(tx, offset, body["by_ms"])
            note(tx, self.house, CLOCK_JUMPED, body, (), body["after"])


def _move_moments(tx: sa.Connection, offset: int, by: int) -> None:
    """Keeps sessions, requests and log-in blocks as old as they were, once for each machine.

    With several machines, a clock set forward makes them newer for the others, so they last longer
    there; a clock set back leaves them alone, because the others would end them all.
    """
    key = f"clock {_machine()}"
    row = tx.execute(sa.select(meta.c.value).where(meta.c.key == key)).first()
    if row is not None and abs(int(row.value) - offset) < JUMP_MS:
        return  # another server of this machine has moved them
    tx.execute(sa.delete(meta).where(meta.c.key == key))
    tx.execute(sa.insert(meta).values(key=key, value=str(offset)))
    for moments, running in _MOMENTS:
        moved = {moment: sa.case((moment == 0, 0), else_=moment + by) for moment in moments}
        tx.execute(sa.update(moments[0].table).where(running).values(moved))


def _machine() -> str:
    """Names one boot of one machine, from which its monotonic clock counts."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()[:36]
    except OSError:
        return "here"
