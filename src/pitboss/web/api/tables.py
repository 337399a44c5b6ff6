"""Addresses of the tables: the lobby, views, commands, seats and seeds."""

import asyncio
import hashlib
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody, QueryParameter

from pitboss.house.history.rounds import current_commitment
from pitboss.house.live_table import Forbidden
from pitboss.house.reactions import Reactions
from pitboss.house.seating import bet_again, sit_down
from pitboss.house.writing.replies import Done
from pitboss.money import Cents
from pitboss.table.refusals import Refusal
from pitboss.web.api import models as m
from pitboss.web.api.common import PLAYER, ApiRequest, get, post
from pitboss.web.api.desk import RULE, own_command
from pitboss.web.errors import refusal, refusal_detail
from pitboss.web.guard import ANYONE, GIVERS, session_of
from pitboss.web.lobby import LobbyRow, OwnSeat
from pitboss.web.push.long_poll import next_moment, poll_watcher
from pitboss.web.push.moments import Update, audience_of, current_moment


@get("/api/tables", ANYONE, sync_to_thread=None)
async def lobby(request: ApiRequest) -> Response[list[LobbyRow]]:
    """Every open table."""
    rows: Any = await request.app.state.lobby.read()
    return Response(rows, media_type="application/json")


@get("/api/seats", PLAYER, polled=True, sync_to_thread=None)
async def own_seats(request: ApiRequest) -> list[OwnSeat]:
    """One's own seats, and the time left where it is one's turn."""
    seats: list[OwnSeat] = await request.app.state.lobby.seats_of(request.person.name)
    return seats


@get("/api/tables/{table:str}", ANYONE, sync_to_thread=None)
async def table_view(
    request: ApiRequest,
    table: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> Update:
    """The table as this client may see it. With `after`, the last number the client has seen, the
    answer waits for the table's next event or a player's sign, up to 25 seconds.
    """
    session = session_of(request)
    look = partial(current_moment, request.house, table)
    if after is None:
        moment = request.hub.number(table, await asyncio.to_thread(look))
    else:
        row = (await asyncio.to_thread(request.house.live, table)).row
        moment = await next_moment(request, after, poll_watcher(row, session), look)
    return moment.update_for(audience_of(session))


@post("/api/tables/{table:str}/commands", RULE["roles"], refuses=True, sync_to_thread=None)
async def ask(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.CommandRequest]
) -> Response[Done]:
    """Give a table a command. The answer comes once its effect is durable."""
    reply = await request.app.state.desk.give(request.person, table, data)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


@post("/api/tables/{table:str}/commands/list", GIVERS)
def ask_list(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.CommandList]
) -> m.CommandLines:
    """Give a table several commands, one after the other, until one is refused. Each is an entry of
    its own; the answer has a line for each. A retry under the same id goes on where it stopped.
    """
    house = request.house
    whole = hashlib.sha256(msgspec.json.encode(data.commands, order="deterministic")).hexdigest()
    lines: list[m.CommandLine] = []
    with house.lock(table):  # nobody acts in between
        for form in data.commands:
            own_command(house, request.person, table, form)
        for number, form in enumerate(data.commands):
            command = own_command(house, request.person, table, form)
            kind, name = type(command).__name__, f"{data.id}#{number}"
            reply = house.do(command.by, table, name, command, digest=whole)
            if isinstance(reply, Refusal):
                lines.append(m.CommandLine(kind, error=refusal_detail(reply)))
                return m.CommandLines(lines, False)
            lines.append(m.CommandLine(kind, reply))
    return m.CommandLines(lines, True)


@post("/api/tables/{table:str}/seat", PLAYER, refuses=True)
def take_seat(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.SeatRequest]
) -> Response[m.SeatPurchase]:
    """Sit down and buy in: at the named seat, at one's own, or at the first free one."""
    house, name = request.house, request.person.name
    seat = sit_down(house, table, name, Cents(data.cents), data.seat or 0, data.id)
    if isinstance(seat, Refusal):
        return refusal(seat)
    return Response(m.SeatPurchase(seat, house.live(table).table.chips(name)))


@post("/api/tables/{table:str}/rebet", PLAYER, refuses=True)
def rebet(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.RebetRequest]
) -> Response[Done]:
    """Repeat one's bets of the last round at this table."""
    reply = bet_again(request.house, table, request.person.name, data.seat or 0, data.id)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


@post("/api/tables/{table:str}/ready", PLAYER)
def ready(request: ApiRequest, table: FromPath[str]) -> m.ReadySeats:
    """Give up one's remaining time to bet: the table goes on once every bettor has."""
    return m.ReadySeats(request.house.declare_ready(table, request.person.name))


@post("/api/tables/{table:str}/seed", PLAYER)
def player_seed(request: ApiRequest, table: FromPath[str], data: JSONBody[m.SeedText]) -> m.Empty:
    """Mix one's own seed into this round's shuffle."""
    seats = request.house.live(table).table.seats.values()
    if all(seat.player != request.person.name for seat in seats):
        raise Forbidden("only a player at the table can mix in a seed", what_to_do="sit down first")
    request.house.mix_seed(table, data.seed)
    return m.Empty()


@post("/api/tables/{table:str}/reactions", PLAYER)
def react(request: ApiRequest, table: FromPath[str], data: JSONBody[m.ReactionRequest]) -> m.Empty:
    """Show one of six signs to everybody at the table, three times in ten seconds at most."""
    reactions: Reactions = request.app.state.reactions
    reactions.react(table, request.person.name, data.sign)
    return m.Empty()


@get("/api/tables/{table:str}/fairness", ANYONE)
def table_fairness(request: ApiRequest, table: FromPath[str]) -> m.Commitment:
    """The commitment to this round's seed."""
    return m.Commitment(**current_commitment(request.house, table))
