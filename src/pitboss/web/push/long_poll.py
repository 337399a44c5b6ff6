"""Waiting for a table's next moment over plain HTTP, for programs that keep no socket open."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar import Request

from pitboss.house.live_table import TableRow
from pitboss.web.errors import HttpRefusal
from pitboss.web.push.hub import Happening, Hub, Watcher
from pitboss.web.rate_limits import MAX_SOCKETS, Application, address_of

MAX_WAIT: Final = 25.0  # seconds: proxies cut off what is silent for longer


async def later_than(
    request: Request[Any, Any, Any],
    after: int,
    watcher: Watcher,
    now: Callable[[], Happening],
) -> Happening:
    """The table once its log has gone on from `after`, or as it is when the wait has been long."""
    hub: Hub = request.app.state.hub
    app, address = request.app, address_of(request.scope)
    assert isinstance(app, Application)
    # A wait holds a connection as a socket does, and counts as one.
    if app.limiter.sockets.get(address, 0) >= MAX_SOCKETS:
        raise HttpRefusal(429, "TOO_MANY", "too many wait at this address", "wait")
    app.limiter.count_socket(address, 1)
    hub.watchers.add(watcher)
    try:
        # It may have moved while the watcher was let in.
        told = await asyncio.to_thread(now)
        if told.seq == after and await _moved(watcher, after):
            told = await asyncio.to_thread(now)
        return told
    finally:
        hub.watchers.discard(watcher)
        app.limiter.count_socket(address, -1)


async def _moved(watcher: Watcher, after: int) -> bool:
    async def more() -> None:
        while (await watcher.next()).seq <= after:
            pass

    waiting = asyncio.ensure_future(more())
    ended: asyncio.Future[Any] = watcher.ended
    try:
        await asyncio.wait({waiting, ended}, timeout=MAX_WAIT, return_when="FIRST_COMPLETED")
    finally:
        waiting.cancel()
    if ended.done():
        raise HttpRefusal(401, "NOT_LOGGED_IN", ended.result()[1], "log in, or come as a guest")
    return waiting.done()


def watcher_of(row: TableRow, session: str) -> Watcher:
    """Only to hear that something happened: what it was is looked up by who may see it."""
    return Watcher(row, session, None, "watcher")
