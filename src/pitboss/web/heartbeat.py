"""The server's heartbeat: every second it follows the wall clock and measures how late it is."""

import asyncio
import contextlib
import logging
import time
from typing import Final

from pitboss.house.jumps import ClockWatch
from pitboss.house.people.cage import Cage
from pitboss.house.pools import HEALTH
from pitboss.house.readiness import write
from pitboss.house.service import House
from pitboss.web.logs import OUTAGE
from pitboss.web.push.hub import Hub
from pitboss.web.push.moments import current_moment

BEAT_SECONDS: Final = 1.0

_log = logging.getLogger("pitboss")


class Heartbeat:
    def __init__(self, house: House, cage: Cage, hub: Hub) -> None:
        self.house, self.hub = house, hub
        self.watch = ClockWatch(house, cage.sessions.move)
        self.lateness = 0.0  # seconds by which the event loop was late at the last beat
        self.longest = 0.0

    async def run(self) -> None:
        while True:
            due = time.monotonic() + BEAT_SECONDS
            await asyncio.sleep(BEAT_SECONDS)
            self.lateness = max(0.0, time.monotonic() - due)
            self.longest = max(self.longest, self.lateness)
            await self.beat()

    async def beat(self) -> None:
        if OUTAGE.lasts:
            with contextlib.suppress(Exception):
                await HEALTH.run(write, self.house)
                OUTAGE.end()
        if not self.watch.is_due():
            return
        try:
            if await HEALTH.run(self.watch.check):
                await self._push_deadlines()
        except Exception as error:  # the database is unavailable: the next beat retries
            _log.warning("the jump of the wall clock is not in the log yet: %s", error)

    async def _push_deadlines(self) -> None:
        """Shows the watchers of every table its deadline by the newly set clock."""
        now = self.house.clock()
        for table in {watcher.row.id for watcher in self.hub.watchers}:
            moment = await HEALTH.run(current_moment, self.house, table)
            moment.now = now
            self.hub.repeat(table, moment)
