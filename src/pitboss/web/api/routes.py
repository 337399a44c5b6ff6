"""The addresses of the API. Each has its rule (`roles`); the guard closes a route that has none."""

import asyncio
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from pitboss.house.history import rounds as recall
from pitboss.house.live_table import Forbidden
from pitboss.house.people.accounts import Person, Session, WrongLogin
from pitboss.house.people.cage import Cage
from pitboss.house.seating import bet_again, sit_down
from pitboss.house.service import Done, House
from pitboss.house.setup import accept_invitation
from pitboss.money import Cents
from pitboss.table.duties import due
from pitboss.table.refusals import Refusal
from pitboss.table.view import Viewer
from pitboss.web.api import models as m
from pitboss.web.api.commands import command_of, may_ask
from pitboss.web.errors import refusal
from pitboss.web.guard import ANYONE, COOKIE, EVERYONE, here, session_of
from pitboss.web.push.hub import Happening, Hub, Told
from pitboss.web.push.long_poll import later_than, watcher_of

Ask = Request[Any, Any, Any]
_WEEK: Final = 7 * 24 * 3600
# What a database takes for a round's number.
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]


def parts(request: Any) -> tuple[House, Cage, Hub]:
    state = request.app.state
    return state.house, state.desk, state.hub


def session_cookie(request: Ask, token: str) -> Cookie:
    secure = request.base_url.scheme == "https"
    return Cookie(
        COOKIE, value=token, httponly=True, samesite="strict", max_age=_WEEK, secure=secure
    )


def _opened(request: Ask, token: str, session: Session) -> Response[m.Opened]:
    opened = m.Opened(token=token, **msgspec.structs.asdict(_about(session)))
    return Response(opened, cookies=[session_cookie(request, token)], status_code=201)


def _about(session: Session) -> m.About:
    person = session.person
    return m.About(person.name, person.role, person.guest, session.csrf, session.locked)


@post("/api/guest", roles=ANYONE, opens_session=True, sync_to_thread=True)
def guest(request: Ask) -> Response[m.Opened]:
    """Come in as a guest with practice chips."""
    _, desk, _ = parts(request)
    return _opened(request, *desk.welcome_guest())


@post("/api/register", roles=ANYONE, opens_session=True, sync_to_thread=True)
def register(request: Ask, data: JSONBody[m.Credentials]) -> Response[m.Opened]:
    """Make a player's account."""
    _, desk, _ = parts(request)
    return _opened(request, *desk.register(data.name, data.password))


@post("/api/login", roles=ANYONE, opens_session=True, sync_to_thread=True)
def login(request: Ask, data: JSONBody[m.Credentials]) -> Response[m.Opened]:
    """A wrong name, a wrong password and a locked account are answered alike."""
    _, desk, _ = parts(request)
    return _opened(request, *desk.log_in(data.name, data.password))


@post("/api/first-administrator", roles=ANYONE, opens_session=True, sync_to_thread=True)
def first_administrator(request: Ask, data: JSONBody[m.Invited]) -> Response[m.Opened]:
    """The one-time link that the first start prints."""
    house, _, _ = parts(request)
    return _opened(request, *accept_invitation(house, data.token, data.name, data.password))


@post("/api/logout", roles=EVERYONE, while_locked=True, status_code=200, sync_to_thread=True)
def logout(request: Ask) -> m.Nothing:
    """End this session, its sockets too."""
    _, desk, hub = parts(request)
    session = here(request)
    desk.log_out(session)
    hub.close_session(session.token)
    return m.Nothing()


@post("/api/unlock", roles=EVERYONE, while_locked=True, status_code=200, sync_to_thread=True)
def unlock(request: Ask, data: JSONBody[m.Secret]) -> m.Unlocked:
    """A staff console that locked itself is opened with its person's password."""
    _, desk, _ = parts(request)
    if not desk.unlock(here(request), data.password):
        raise WrongLogin()
    return m.Unlocked(True)


@get("/api/me", roles=EVERYONE, while_locked=True, polled=True, sync_to_thread=True)
def me(request: Ask) -> m.Me:
    """Who this session is, and what chips they have at the cage."""
    _, desk, _ = parts(request)
    session = here(request)
    wallets = {kind: int(cents) for kind, cents in desk.wallets(session.person).items()}
    return m.Me(wallets=wallets, **msgspec.structs.asdict(_about(session)))


@post("/api/chips", roles=("player",), status_code=200, sync_to_thread=True)
def chips(request: Ask) -> m.Practice:
    """Practice chips up to the first amount again."""
    _, desk, _ = parts(request)
    return m.Practice(desk.top_up(here(request).person))


@get("/api/tables", roles=ANYONE, sync_to_thread=True)
def lobby(request: Ask) -> list[m.LobbyRow]:
    """Every table that is open to sit at."""
    house, _, _ = parts(request)
    told = []
    for row in house.table_rows():
        table = house.live(row.id).table
        told.append(
            m.LobbyRow(
                id=row.id,
                name=row.name,
                title=table.rules.game.name,
                game=row.game,
                currency=row.currency,
                mode=row.mode,
                minimum=row.choices.minimum,
                maximum=row.choices.maximum,
                seats=table.rules.game.seats,
                taken=sorted(table.seats),
                meters=house.meter_cents(row.id),
                rules=table.rules.short,
                settings=row.settings,
                due=due(table),
            )
        )
    return told


@get("/api/tables/{table:str}", roles=ANYONE)
async def table_view(
    request: Ask,
    table: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> Told:
    """The table as the asker may see it. With `after`, the number that was seen last, the answer
    waits until the table has gone on, half a minute at most.
    """
    house, _, _ = parts(request)
    session = session_of(request)
    name = session.person.name if session else None
    told = await asyncio.to_thread(present, house, table)
    if told.seq == after:
        row = (await asyncio.to_thread(house.live, table)).row
        watcher = watcher_of(row, session.token if session else "")
        told = await later_than(request, after, watcher, partial(present, house, table))
    return told.told(viewer(session), name)


def present(house: House, table: str) -> Happening:
    """A table as it is now, with its meters as they stand for all tables of their link."""
    live = house.live(table)
    linked = bool(live.row.choices.meters)
    meters = {k: Cents(v) for k, v in house.meter_cents(table).items()} if linked else None
    return Happening(live.seq, (), live.table, live.deadline, meters)


def viewer(session: Session | None) -> Viewer:
    """What a session without a seat looks as; a locked console is nobody's."""
    role = session.person.role if session and not session.locked else "watcher"
    return role if role in ("dealer", "floorperson", "auditor") else "watcher"


@post(
    "/api/tables/{table:str}/commands",
    roles=EVERYONE,
    status_code=200,
    refuses=True,
    sync_to_thread=True,
)
def ask(request: Ask, table: FromPath[str], data: JSONBody[m.Asked]) -> Response[Done]:
    """Ask something of a table. Answered only when it is durable."""
    house, _, _ = parts(request)
    person = here(request).person
    may_ask(data.command, person)
    live = house.live(table)
    live.row.check_dealer(person.role)
    command = command_of(data.command, person, house.clock() // 1000, live.table)
    reply = house.do(command.by, table, data.id, command)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


@post(
    "/api/tables/{table:str}/seat",
    roles=("player",),
    status_code=200,
    refuses=True,
    sync_to_thread=True,
)
def take_seat(
    request: Ask, table: FromPath[str], data: JSONBody[m.Seating]
) -> Response[m.SeatTaken]:
    """Sit down and buy in at once: at the seat named, or one's own, or the first that is free."""
    house, _, _ = parts(request)
    name = here(request).person.name
    seat = sit_down(house, table, name, Cents(data.cents), data.seat or 0, data.id)
    if isinstance(seat, Refusal):
        return refusal(seat)
    return Response(m.SeatTaken(seat, house.live(table).table.chips(name)))


@post(
    "/api/tables/{table:str}/rebet",
    roles=("player",),
    status_code=200,
    refuses=True,
    sync_to_thread=True,
)
def rebet(request: Ask, table: FromPath[str], data: JSONBody[m.Again]) -> Response[Done]:
    """Bet as in one's last round there."""
    house, _, _ = parts(request)
    name = here(request).person.name
    reply = bet_again(house, table, name, data.seat or 0, data.id)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


@post("/api/tables/{table:str}/ready", roles=("player",), status_code=200, sync_to_thread=True)
def ready(request: Ask, table: FromPath[str]) -> m.Ready:
    """No more time wanted for betting: when all have said so, the table goes on."""
    house, _, _ = parts(request)
    name = here(request).person.name
    return m.Ready(house.declare_ready(table, name))


@post("/api/tables/{table:str}/seed", roles=("player",), status_code=200, sync_to_thread=True)
def player_seed(request: Ask, table: FromPath[str], data: JSONBody[m.SeedText]) -> m.Nothing:
    """Mix a seed of one's own into this round's shuffle."""
    house, _, _ = parts(request)
    name = here(request).person.name
    if all(seat.player != name for seat in house.live(table).table.seats.values()):
        raise Forbidden("only a player at the table can mix in a seed", what_to_do="sit down first")
    house.mix_seed(table, data.seed)
    return m.Nothing()


@get("/api/tables/{table:str}/fairness", roles=ANYONE, sync_to_thread=True)
def table_fairness(request: Ask, table: FromPath[str]) -> m.Commitment:
    """The commitment to this round's seed."""
    house, _, _ = parts(request)
    return m.Commitment(**recall.commitment_of(house, table))


def _own(person: Person) -> str | None:
    """Whose rounds a person may recall: None is everyone's."""
    return None if person.role in ("auditor", "administrator") else person.name


@get("/api/rounds", roles=EVERYONE, sync_to_thread=True)
def rounds(
    request: Ask,
    table: Annotated[str | None, QueryParameter(pattern="^[a-z0-9-]{1,40}$")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> list[m.RoundRow]:
    """One's own last rounds; an auditor's are everyone's."""
    house, _, _ = parts(request)
    table = None if table is None else house.live(table).row.id
    found = recall.recent(house, _own(here(request).person), table, limit)
    return [m.RoundRow(**row) for row in found]


@get("/api/rounds/{table:str}/{number:int}", roles=EVERYONE, sync_to_thread=True)
def one_round(request: Ask, table: FromPath[str], number: RoundNumber) -> dict[str, Any]:
    """A finished round, whole: cards, decisions, payments, clauses, seed."""
    house, _, _ = parts(request)
    table = house.live(table).row.id
    return recall.record(house, table, number, _own(here(request).person))


@get(
    "/api/rounds/{table:str}/{number:int}/text",
    roles=EVERYONE,
    media_type="text/plain",
    sync_to_thread=True,
)
def round_text(request: Ask, table: FromPath[str], number: RoundNumber) -> str:
    """A finished round in the .round notation."""
    house, _, _ = parts(request)
    table = house.live(table).row.id
    return recall.as_text(house, table, number, _own(here(request).person))


@get("/health", roles=ANYONE, sync_to_thread=True)
def health(request: Ask) -> m.Health:
    """Whether the house answers, and opens rounds."""
    house, _, _ = parts(request)
    return m.Health(not house.program, len(house.table_rows()))


ROUTES: Final = (
    *(guest, register, login, first_administrator, logout, unlock, me, chips, lobby, table_view),
    *(
        ask,
        take_seat,
        rebet,
        ready,
        player_seed,
        table_fairness,
        rounds,
        one_round,
        round_text,
        health,
    ),
)
