"""Whether the server lives, and whether the house is ready: what a load balancer asks."""

import asyncio
import logging
import time
from typing import Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from pitboss.house.pools import HEALTH
from pitboss.house.readiness import CHECKS, examine
from pitboss.house.service import House
from pitboss.web.guard import ANYONE

PATIENCE_SECONDS: Final = 3.0  # for the database's answer
REUSE_SECONDS: Final = 1.0  # an examination serves all requests made meanwhile

_log = logging.getLogger("pitboss")


class Alive(msgspec.Struct, frozen=True):
    live: bool


class Ready(msgspec.Struct, frozen=True):
    """`checks` has for each check what is wrong; empty where nothing is."""

    ready: bool
    checks: dict[str, str]


class Readiness:
    """Runs on the event loop; the examination itself runs in a thread of its own, one at a time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._checks: dict[str, str] = {}
        self._at = float("-inf")
        self._running: asyncio.Task[None] | None = None

    async def read(self) -> Ready:
        if time.monotonic() - self._at >= REUSE_SECONDS:
            if self._running is None or self._running.done():
                self._running = asyncio.create_task(self._examine())
            done, _ = await asyncio.wait({self._running}, timeout=PATIENCE_SECONDS)
            if not done:
                late = f"the database did not answer within {PATIENCE_SECONDS:g} seconds"
                return Ready(False, dict.fromkeys(CHECKS, "") | {"write": late})
        return Ready(not any(self._checks.values()), self._checks)

    async def _examine(self) -> None:
        try:
            self._checks = await HEALTH.run(examine, self.house)
        except Exception:
            _log.exception("the house could not be examined")
            self._checks = dict.fromkeys(CHECKS, "the examination failed: see the log")
        self._at = time.monotonic()


@get("/live", roles=ANYONE, sync_to_thread=False)
def live() -> Alive:
    """Whether the server answers at all. If it does not, restart it."""
    return Alive(True)


@get("/ready", roles=ANYONE)
async def ready(state: State) -> Response[Ready]:
    """Whether the house can take commands: 503 if not, with what is wrong. It makes a durable
    write, opens its seals, reads every table, and is on time.
    """
    answer = await state.readiness.read()
    headers = {} if answer.ready else {"retry-after": "2"}
    return Response(answer, status_code=200 if answer.ready else 503, headers=headers)
