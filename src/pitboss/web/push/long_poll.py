"""Long polling: waits for a table's next event over plain HTTP, for programs without a socket."""

import asyncio
import copy
from collections.abc import Callable
from typing import Any, Final

from litestar import Request

from pitboss.house.live_table import TableRow
from pitboss.house.people.sessions import Session
from pitboss.web.errors import HttpRefusal
from pitboss.web.push.hub import CLOSING, SESSION_LOCKED, Hub, Watcher
from pitboss.web.push.moments import Audience, Moment, together
from pitboss.web.rate_limits import Application, address_of

MAX_WAIT_SECONDS: Final = 25.0  # proxies cut connections that are silent for longer


async def next_moment(
    request: Request[Any, Any, Any], after: int, watcher: Watcher, now: Callable[[], Moment]
) -> Moment:
    """The table with every event after that number, once there is one or a player has shown a sign;
    or as it is when the wait times out.
    """
    hub: Hub = request.app.state.hub
    app, address = request.app, address_of(request.scope)
    assert isinstance(app, Application)
    # A waiting request occupies a connection as a socket does, and counts as one.
    if not app.limiter.has_room(address):
        raise HttpRefusal(429, "TOO_MANY", "too many requests wait at this address", "wait")
    app.limiter.count_socket(address, 1)
    hub.add(watcher)
    try:
        # The table may have moved before the watcher was added.
        moment = await asyncio.to_thread(now)
        hub.add_moment(watcher.row, moment)
        news = await _news(watcher, after) if moment.seq == after else None
        if news is not None:
            moment = hub.number(watcher.row.id, await asyncio.to_thread(now))
        whole = copy.copy(together(hub.moments_after(watcher.row.id, after, moment)))
        whole.reaction = news.reaction if news is not None else None
        return whole
    finally:
        hub.remove(watcher)
        app.limiter.count_socket(address, -1)


async def _news(watcher: Watcher, after: int) -> Moment | None:
    """The moment that ends the wait; None if it timed out."""

    async def move() -> Moment:
        while (moment := await watcher.next()).seq <= after and moment.reaction is None:
            pass
        return moment

    wait = asyncio.ensure_future(move())
    ending: asyncio.Future[Any] = watcher.ending
    try:
        await asyncio.wait({wait, ending}, timeout=MAX_WAIT_SECONDS, return_when="FIRST_COMPLETED")
    finally:
        wait.cancel()
    if ending.done() and ending.result() == SESSION_LOCKED:
        what_to_do = "enter the password again: /api/unlock"
        raise HttpRefusal(401, "LOCKED", SESSION_LOCKED[1], what_to_do)
    if ending.done() and ending.result() != CLOSING:
        reason = ending.result()[1]
        raise HttpRefusal(401, "NOT_LOGGED_IN", reason, "log in, or continue as a guest")
    return wait.result() if wait.done() and not wait.cancelled() else None


def poll_watcher(row: TableRow, session: Session | None) -> Watcher:
    """A watcher that only learns that the table moved; the answer is encoded for the client."""
    return Watcher(row, session, Audience("watcher", None))
