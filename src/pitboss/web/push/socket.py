"""A table as it happens, over a WebSocket: numbered messages, and the way back after a loss."""

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from pitboss.errors import PitbossError
from pitboss.house.live_table import TableRow
from pitboss.house.people.cage import Cage
from pitboss.house.service import House
from pitboss.web.errors import ErrorBody, ErrorDetail, problem_of
from pitboss.web.guard import ANYONE, check_table, session_of, token_of
from pitboss.web.push.hub import SESSION_ENDED, Happening, Hub, Watcher, present, viewer

Socket = WebSocket[Any, Any, Any]
CLOSING_SECONDS: Final = 2  # to say goodbye to who may not be listening
MAX_RECEIVED: Final = 600  # messages a client may send; what they say is of no matter
MAX_REASON: Final = 120  # bytes, of the 123 that a close frame holds


@websocket("/api/tables/{table:str}/live", roles=ANYONE)
async def live_socket(socket: Socket, table: FromPath[str]) -> None:
    """The table as it happens. `after` is the last number the client has seen."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        check_table(socket)
        after = _after(socket)
        live = await asyncio.to_thread(house.live, table)
    except PitbossError as error:
        await _refuse(socket, 4000 + error.status, problem_of(error))
        return
    await _watch(socket, live.row, after)


def _after(socket: Socket) -> int:
    given = socket.query_params.get("after", "0")
    if not (given.isascii() and given.isdigit() and len(given) <= 15):
        raise PitbossError("after is not a message's number", what_to_do="leave it out")
    return int(given)


async def _refuse(socket: Socket, code: int, problem: ErrorDetail) -> None:
    """Body in the one shape, then closed with the sentence as its reason."""
    await socket.send_text(msgspec.json.encode(ErrorBody(problem)).decode())
    await _close(socket, code, problem.sentence)


async def _close(socket: Socket, code: int, reason: str) -> None:
    short = reason.encode()[:MAX_REASON].decode(errors="ignore")
    with contextlib.suppress(Exception):
        await asyncio.wait_for(socket.close(code=code, reason=short), CLOSING_SECONDS)


async def _watch(socket: Socket, row: TableRow, after: int) -> None:
    state = socket.app.state
    hub: Hub = state.hub
    session = session_of(socket)
    name = session.person.name if session else None
    watcher = Watcher(row, session.token if session else "", name, viewer(session))
    hub.watchers.add(watcher)
    try:
        # It may have ended since the door: from here on its end closes this socket.
        if session and not await _lasts(socket, state.cage):
            watcher.end(SESSION_ENDED)
        now = await asyncio.to_thread(present, state.house, row.id)
        hub.begin(row, now)
        missed = hub.missed(row.id, after) if after else None
        first = missed or [now]
        code, reason = await _both_ways(socket, watcher, first)
        if code:
            await _close(socket, code, reason)
    finally:
        hub.watchers.discard(watcher)


async def _lasts(socket: Socket, cage: Cage) -> bool:
    token, _ = token_of(socket)
    return token is not None and await asyncio.to_thread(cage.find, token) is not None


async def _both_ways(socket: Socket, watcher: Watcher, first: list[Happening]) -> tuple[int, str]:
    """Sends what happens until the client goes, is too slow, or its session ends."""

    async def tell() -> None:
        seen = -1
        for told in first:
            await socket.send_text(told.said(watcher.role, watcher.player))
            seen = told.seq
        while True:
            told = await watcher.next()
            # Without events it is the same moment again, with the meters as they now stand.
            if told.seq > seen or (told.seq == seen and not told.events):
                await socket.send_text(told.said(watcher.role, watcher.player))
                seen = told.seq

    async def listen() -> None:
        """A client asks over HTTP; what it sends here is only a sign of life."""
        for _ in range(MAX_RECEIVED):
            await socket.receive_data(mode="text")
        watcher.end((4429, "too many messages"))

    doing: list[asyncio.Future[Any]] = [
        asyncio.ensure_future(tell()),
        asyncio.ensure_future(listen()),
    ]
    try:
        ending: asyncio.Future[Any] = watcher.ended
        await asyncio.wait({*doing, ending}, return_when="FIRST_COMPLETED")
    finally:
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
    return watcher.ended.result() if watcher.ended.done() else (0, "")


LIVE_ROUTES: Final = (live_socket,)
