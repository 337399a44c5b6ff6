"""Watches sessions while the server runs: closes the sockets of ended and locked ones, writes
their last uses, and does the house's housekeeping.
"""

import asyncio
import logging
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
    """Runs until it is cancelled, also through an outage of the database."""
    write_at = tidy_at = 0.0
    was_well = True
    while True:
        now = asyncio.get_running_loop().time()
        try:
            await beat(cage, hub)
            if now >= write_at:
                write_at = now + WRITE_SECONDS
                await asyncio.to_thread(cage.sessions.write_uses)
            if now >= tidy_at:
                tidy_at = now + TIDY_SECONDS
                await asyncio.to_thread(tidy, cage.house)
            was_well = True
        except Exception:
            if was_well:  # log an outage once
                _log.exception("sessions could not be watched")
            was_well = False
        await asyncio.sleep(BEAT_SECONDS)


async def stop_watching(cage: Cage) -> None:
    """Writes the last uses before the server stops."""
    try:
        await asyncio.to_thread(cage.sessions.write_uses)
    except Exception:
        _log.exception("the last uses of sessions could not be written")
