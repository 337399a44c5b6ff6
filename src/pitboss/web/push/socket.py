"""The WebSocket of a table: numbered updates, and catching up after a lost connection."""

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
from pitboss.house.storage.failures import unavailable
from pitboss.web.errors import ErrorBody, ErrorDetail, detail_of
from pitboss.web.guard import ANYONE, check_table, guard_headers, session_of, session_of_token
from pitboss.web.push.frames import WRITE_FRAME
from pitboss.web.push.hub import SESSION_ENDED, Hub, Watcher
from pitboss.web.push.moments import Moment, audience_of, current_moment, together

Socket = WebSocket[Any, Any, Any]
CLOSE_SECONDS: Final = 2  # how long a client that may be gone has to close
MAX_MESSAGES: Final = 600  # that a client may send; their content is ignored
TOO_MANY_MESSAGES: Final = (4429, "too many messages")
MAX_REASON_BYTES: Final = 120  # of the 123 that a close frame holds


@websocket("/api/tables/{table:str}/live", roles=ANYONE)
async def live_socket(socket: Socket, table: FromPath[str]) -> None:
    """A table's updates. `after` is the last number the client has seen."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        check_table(socket.scope)
        after = _after(socket)
        live = await asyncio.to_thread(house.live, table)
    except Exception as error:
        refusal = error if isinstance(error, PitbossError) else unavailable(error)
        if refusal is None:
            raise
        await _refuse(socket, 4000 + refusal.status, detail_of(refusal))
        return
    await _watch(socket, live.row, after)


def _after(socket: Socket) -> int:
    number = socket.query_params.get("after", "0")
    if not (number.isascii() and number.isdigit() and len(number) <= 15):
        raise PitbossError("after is not the number of an update", what_to_do="leave it out")
    return int(number)


async def _refuse(socket: Socket, code: int, detail: ErrorDetail) -> None:
    """Sends the error body, then closes with its sentence as the reason."""
    await socket.send_text(msgspec.json.encode(ErrorBody(detail)).decode())
    await _close(socket, code, detail.sentence)


async def _close(socket: Socket, code: int, reason: str) -> None:
    short = reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
    with contextlib.suppress(Exception):
        await asyncio.wait_for(socket.close(code=code, reason=short), CLOSE_SECONDS)


async def _watch(socket: Socket, row: TableRow, after: int) -> None:
    state = socket.app.state
    hub: Hub = state.hub
    session = session_of(socket)
    # Absent under any server but the house's own.
    write: Any = socket.scope.get(WRITE_FRAME)
    watcher = Watcher(row, session, audience_of(session), write)
    hub.add(watcher)
    try:
        # The session may have ended since the guard; from here on its end closes this socket.
        if session and not await _is_valid(socket, state.cage):
            watcher.end(SESSION_ENDED)
        now = await asyncio.to_thread(current_moment, state.house, row.id)
        hub.add_moment(row, now)
        first = hub.moments_after(row.id, after, now) if after else [now]
        code, reason = await _exchange(socket, watcher, together(first))
        if code:
            await _close(socket, code, reason)
    finally:
        hub.remove(watcher)


async def _is_valid(socket: Socket, cage: Cage) -> bool:
    token = guard_headers(socket.scope).token
    return token is not None and await session_of_token(cage, token) is not None


async def _exchange(socket: Socket, watcher: Watcher, first: Moment) -> tuple[int, str]:
    """Sends updates until the client leaves, is too slow, or its session ends."""

    async def send() -> None:
        await put(first)
        while True:
            moment = await watcher.next()
            if watcher.wants(moment):
                await put(moment)

    async def put(moment: Moment) -> None:
        await socket.send_text(moment.text_for(watcher.audience))
        watcher.sent = moment.seq

    async def receive() -> None:
        """Commands come over HTTP; messages here are only a sign of life."""
        for _ in range(MAX_MESSAGES):
            await socket.receive_data(mode="text")
        watcher.end(TOO_MANY_MESSAGES)

    tasks: list[asyncio.Future[Any]] = [
        asyncio.ensure_future(send()),
        asyncio.ensure_future(receive()),
    ]
    try:
        ending: asyncio.Future[Any] = watcher.ending
        await asyncio.wait({*tasks, ending}, return_when="FIRST_COMPLETED")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return watcher.ending.result() if watcher.ending.done() else (0, "")


SOCKET_ROUTES: Final = (live_socket,)
