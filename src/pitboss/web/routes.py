"""The addresses of the API. Each has its rule (`roles`); the guard closes a route that has none."""

import asyncio
import contextlib
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie
from litestar.params import Parameter

from pitboss.house import recall
from pitboss.house.desk import Desk
from pitboss.house.people import Session
from pitboss.house.selfdeal import deadline
from pitboss.house.service import House
from pitboss.house.setup import accept_invitation
from pitboss.table.refusals import Refusal
from pitboss.web.asked import read_command
from pitboss.web.door import ANYONE, COOKIE, EVERYONE, here, session_of
from pitboss.web.errors import refusal
from pitboss.web.hub import Happening, Hub, Watcher, message

Ask = Request[Any, Any, Any]
_WEEK: Final = 7 * 24 * 3600


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` makes a retry safe: the same id never has a second effect."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    command: dict[str, Any]


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class SeedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seed: str


def parts(request: Any) -> tuple[House, Desk, Hub]:
    state = request.app.state
    return state.house, state.desk, state.hub


def _opened(request: Ask, token: str, session: Session) -> Response[dict[str, Any]]:
    secure = request.base_url.scheme == "https"
    cookie = Cookie(
        COOKIE, value=token, httponly=True, samesite="strict", max_age=_WEEK, secure=secure
    )
    return Response({"token": token, **_about(session)}, cookies=[cookie], status_code=201)


def _about(session: Session) -> dict[str, Any]:
    person = session.person
    return {
        "name": person.name,
        "role": person.role,
        "guest": person.guest,
        "csrf": session.csrf,
        "locked": session.locked,
    }


@post("/api/guest", roles=ANYONE, opens_session=True, sync_to_thread=True)
def guest(request: Ask) -> Response[dict[str, Any]]:
    """Come in as a guest with practice chips."""
    _, desk, _ = parts(request)
    return _opened(request, *desk.welcome_guest())


@post("/api/register", roles=ANYONE, opens_session=True, sync_to_thread=True)
def register(request: Ask, data: Credentials) -> Response[dict[str, Any]]:
    """Make a player's account."""
    _, desk, _ = parts(request)
    return _opened(request, *desk.register(data.name, data.password))


@post("/api/login", roles=ANYONE, opens_session=True, sync_to_thread=True)
def login(request: Ask, data: Credentials) -> Response[dict[str, Any]]:
    _, desk, _ = parts(request)
    return _opened(request, *desk.log_in(data.name, data.password))


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str
    name: str
    password: str


@post("/api/first-administrator", roles=ANYONE, opens_session=True, sync_to_thread=True)
def first_administrator(request: Ask, data: Invited) -> Response[dict[str, Any]]:
    """The one-time link that the first start prints."""
    house, _, _ = parts(request)
    return _opened(request, *accept_invitation(house, data.token, data.name, data.password))


@post("/api/logout", roles=EVERYONE, while_locked=True, sync_to_thread=True)
def logout(request: Ask) -> dict[str, Any]:
    _, desk, hub = parts(request)
    session = here(request)
    desk.log_out(session)
    hub.close_session(session.token)
    return {}


@post("/api/unlock", roles=EVERYONE, while_locked=True, sync_to_thread=True)
def unlock(request: Ask, data: Secret) -> dict[str, Any]:
    """A staff console that locked itself is opened with its person's password."""
    _, desk, _ = parts(request)
    return {"unlocked": desk.unlock(here(request), data.password)}


@get("/api/me", roles=EVERYONE, while_locked=True, sync_to_thread=True)
def me(request: Ask) -> dict[str, Any]:
    _, desk, _ = parts(request)
    session = here(request)
    return {**_about(session), "wallets": desk.wallets(session.person)}


@post("/api/chips", roles=("player",), sync_to_thread=True)
def chips(request: Ask) -> dict[str, Any]:
    """Practice chips up to the first amount again."""
    _, desk, _ = parts(request)
    return {"practice": desk.top_up(here(request).person)}


@get("/api/tables", roles=ANYONE, sync_to_thread=True)
def lobby(request: Ask) -> list[dict[str, Any]]:
    house, _, _ = parts(request)
    told = []
    for row in house.table_rows():
        table = house.live(row.id).table
        told.append(
            {
                "id": row.id,
                "name": row.name,
                "title": table.rules.game.name,
                "game": row.game,
                "currency": row.currency,
                "mode": row.mode,
                "minimum": row.choices.minimum,
                "maximum": row.choices.maximum,
                "seats": table.rules.game.seats,
                "taken": sorted(table.seats),
                "meters": house.meter_cents(row.id),
                "rules": table.rules.short,
            }
        )
    return told


@get("/api/tables/{table:str}", roles=ANYONE, sync_to_thread=True)
def table_view(request: Ask, table: str) -> dict[str, Any]:
    """The table as the asker may see it."""
    house, _, _ = parts(request)
    session = session_of(request)
    live = house.live(table)
    told = Happening(live.seq, (), live.table, deadline(live))
    return message(told, _viewer(session), session.person.name if session else None)


def _viewer(session: Session | None) -> Any:
    role = session.person.role if session else "watcher"
    return role if role in ("dealer", "floorperson", "auditor") else "watcher"


@post("/api/tables/{table:str}/commands", roles=EVERYONE, sync_to_thread=True)
def ask(request: Ask, table: str, data: Asked) -> Any:
    """Ask something of a table. Answered only when it is durable."""
    house, desk, _ = parts(request)
    session = here(request)
    command = read_command(data.command, session.person, house.clock() // 1000)
    reply = house.do(command.by, table, data.id, command)
    if isinstance(reply, Refusal):
        return refusal(reply)
    if session.person.role != "player":
        desk.touch(session)
    return reply


@post("/api/tables/{table:str}/ready", roles=("player",), sync_to_thread=True)
def ready(request: Ask, table: str) -> dict[str, Any]:
    """No more time wanted for betting: when all have said so, the table goes on."""
    house, _, _ = parts(request)
    live = house.live(table)
    name = here(request).person.name
    live.ready |= {n for n, seat in live.table.seats.items() if seat.player == name}
    return {"ready": sorted(live.ready)}


@post("/api/tables/{table:str}/seed", roles=("player",), sync_to_thread=True)
def player_seed(request: Ask, table: str, data: SeedText) -> dict[str, Any]:
    """Mix a seed of one's own into this round's shuffle."""
    house, _, _ = parts(request)
    house.mix_seed(table, data.seed)
    return {}


@get("/api/tables/{table:str}/fairness", roles=ANYONE, sync_to_thread=True)
def table_fairness(request: Ask, table: str) -> dict[str, Any]:
    """The commitment to this round's seed."""
    house, _, _ = parts(request)
    return recall.commitment_of(house, table)


@get("/api/rounds", roles=EVERYONE, sync_to_thread=True)
def rounds(
    request: Ask,
    table: str | None = None,
    limit: Annotated[int, Parameter(ge=1, le=500)] = 100,
) -> list[dict[str, Any]]:
    """One's own last rounds; an auditor's are everyone's."""
    house, _, _ = parts(request)
    person = here(request).person
    own = None if person.role in ("auditor", "administrator") else person.name
    return recall.recent(house, own, table, limit)


@get("/api/rounds/{table:str}/{number:int}", roles=EVERYONE, sync_to_thread=True)
def one_round(request: Ask, table: str, number: int) -> dict[str, Any]:
    """A finished round, whole: cards, decisions, payments, clauses, seed."""
    house, _, _ = parts(request)
    person = here(request).person
    own = None if person.role in ("auditor", "administrator") else person.name
    return recall.record(house, table, number, own)


@get(
    "/api/rounds/{table:str}/{number:int}/text",
    roles=EVERYONE,
    media_type="text/plain",
    sync_to_thread=True,
)
def round_text(request: Ask, table: str, number: int) -> str:
    """A finished round in the .round notation."""
    house, _, _ = parts(request)
    person = here(request).person
    own = None if person.role in ("auditor", "administrator") else person.name
    return recall.as_text(house, table, number, own)


@get("/health", roles=ANYONE, sync_to_thread=True)
def health(request: Ask) -> dict[str, Any]:
    house, _, _ = parts(request)
    return {"well": True, "tables": len(house.table_rows())}


@websocket("/api/tables/{table:str}/live", roles=ANYONE)
async def live_socket(socket: WebSocket[Any, Any, Any], table: str, after: int = 0) -> None:
    """The table as it happens. `after` is the last number the client has seen."""
    house, _, hub = parts(socket)
    session = session_of(socket)
    name = session.person.name if session else None
    await socket.accept()
    watcher = Watcher(table, session.token if session else "", name, _viewer(session))
    hub.watchers.add(watcher)
    try:
        live = await asyncio.to_thread(house.live, table)
        missed = hub.missed(table, after) if after else None
        first = missed or [Happening(live.seq, (), live.table, deadline(live))]
        for told in first:
            await socket.send_json(message(told, watcher.role, name))
        seen = first[-1].seq
        await _both_ways(socket, watcher, seen)
    finally:
        hub.watchers.discard(watcher)
        with contextlib.suppress(Exception):
            await socket.close()


async def _both_ways(socket: WebSocket[Any, Any, Any], watcher: Watcher, seen: int) -> None:
    """Sends what happens until the client goes, is too slow, or its session ends."""

    async def listen() -> None:
        while True:  # a client asks over HTTP; what it sends here is only a sign of life
            await socket.receive_text()

    listening = asyncio.ensure_future(listen())
    try:
        while True:
            waiting = asyncio.ensure_future(watcher.queue.get())
            done, _ = await asyncio.wait({waiting, listening}, return_when="FIRST_COMPLETED")
            if waiting not in done:
                waiting.cancel()
                return
            told = waiting.result()
            if told is None:
                return
            if told.seq > seen:
                await socket.send_json(message(told, watcher.role, watcher.player))
                seen = told.seq
    finally:
        listening.cancel()
        with contextlib.suppress(BaseException):
            await listening


ROUTES: Final = (
    *(
        guest,
        register,
        login,
        first_administrator,
        logout,
        unlock,
        me,
        chips,
        lobby,
        table_view,
        ask,
        ready,
    ),
    *(player_seed, table_fairness, rounds, one_round, round_text, health),
    live_socket,
)
