"""Watches sessions while the server runs: closes the sockets of ended and locked ones, writes
their last uses, and does the house's housekeeping.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from pitboss.house.people.cage import Cage
from pitboss.house.people.upkeep import tidy
from pitboss.web.push.hub import Hub

BEAT_SECONDS: Final = 0.5  # a socket closes within a second of its session's end
WRITE_SECONDS: Final = 10
TIDY_SECONDS: Final = 60

_log: Final = logging.getLogger("pitboss")


async def beat(cage: Cage, hub: Hub) -> None:
    """Closes the sockets of sessions that have ended or locked; most are decided from memory."""
    watched = hub.watched_sessions()
    open_sessions, stale = cage.sessions.sort_out(watched)
    if stale:
        open_sessions |= await asyncio.to_thread(cage.sessions.read, stale)
    hub.close_shut(watched, open_sessions)


async def watch_sessions(cage: Cage, hub: Hub) -> None:
    """Runs until it is cancelled, also through an outage of the database.

    Writing may take seconds on a busy floor, and no session's end waits for it.
    """
    async with asyncio.TaskGroup() as tasks:
        for seconds, act in (
            (BEAT_SECONDS, lambda: beat(cage, hub)),
            (WRITE_SECONDS, lambda: asyncio.to_thread(cage.sessions.write_uses)),
            (TIDY_SECONDS, lambda: asyncio.to_thread(tidy, cage.house)),
        ):
            tasks.create_task(_repeat(act, seconds))


async def _repeat(act: Callable[[], Awaitable[None]], seconds: float) -> None:
    was_well = True
    while True:
        try:
            await act()
            was_well = True
        except Exception:
            if was_well:  # log an outage once
                _log.exception("sessions could not be watched")
            was_well = False
        await asyncio.sleep(seconds)


async def stop_watching(cage: Cage) -> None:
    """Writes the last uses before the server stops."""
    try:
        await asyncio.to_thread(cage.sessions.write_uses)
    except Exception:
        _log.exception("the last uses of sessions could not be written")
