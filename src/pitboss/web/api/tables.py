"""Addresses of the tables: the lobby, views, commands, and the layout that a felt is drawn from.

The layout gives keys, names from the rulebook, amounts and clauses; the wording is the page's.
"""

import asyncio
from functools import partial
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import FromPath, JSONBody, QueryParameter

from pitboss.house.floor.tables import read_submission
from pitboss.house.history.rounds import current_commitment
from pitboss.house.live_table import Forbidden
from pitboss.house.seating import bet_again, sit_down
from pitboss.house.service import Done
from pitboss.money import Cents
from pitboss.rulebook.model import Decide, Exchange, Inscription, Reveal, Spot
from pitboss.rulebook.paytable import Row
from pitboss.rulebook.rules import Rules
from pitboss.table.duties import due
from pitboss.table.refusals import Refusal
from pitboss.web.api import models as m
from pitboss.web.api.commands import command_of, may_ask
from pitboss.web.api.common import PLAYER, ApiRequest, get, post
from pitboss.web.errors import refusal
from pitboss.web.guard import ANYONE, EVERYONE, session_of
from pitboss.web.push.hub import Update, audience_of, current_moment
from pitboss.web.push.long_poll import next_moment, poll_watcher


@get("/api/tables", ANYONE)
def lobby(request: ApiRequest) -> list[m.LobbyRow]:
    """Every open table."""
    rows = []
    for row in request.house.table_rows():
        table = request.house.live(row.id).table
        rows.append(
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
                meters=request.house.meter_cents(row.id),
                rules=table.rules.short,
                settings=row.settings,
                due=due(table),
                stopped=request.house.stop_notice,
            )
        )
    return rows


@get("/api/tables/{table:str}", ANYONE, sync_to_thread=None)
async def table_view(
    request: ApiRequest,
    table: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> Update:
    """The table as this client may see it. With `after`, the last number the client has seen, the
    answer waits for the table's next event, up to 25 seconds.
    """
    session = session_of(request)
    look = partial(current_moment, request.house, table)
    moment = await asyncio.to_thread(look)
    if moment.seq == after:
        row = (await asyncio.to_thread(request.house.live, table)).row
        watcher = poll_watcher(row, session.token if session else "")
        moment = await next_moment(request, after, watcher, look)
    return moment.update_for(audience_of(session))


@post("/api/tables/{table:str}/commands", EVERYONE, refuses=True)
def ask(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.CommandRequest]
) -> Response[Done]:
    """Give a table a command. The answer comes once its effect is durable."""
    house, person = request.house, request.person
    may_ask(data.command, person)
    live = house.live(table)
    live.row.check_dealer(person.role)
    command = command_of(data.command, person, house.clock() // 1000, live.table)
    reply = house.do(command.by, table, data.id, command)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


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
    """Give up one's remaining time to bet: the table goes on when every bettor has."""
    return m.ReadySeats(request.house.declare_ready(table, request.person.name))


@post("/api/tables/{table:str}/seed", PLAYER)
def player_seed(request: ApiRequest, table: FromPath[str], data: JSONBody[m.SeedText]) -> m.Empty:
    """Mix one's own seed into this round's shuffle."""
    seats = request.house.live(table).table.seats.values()
    if all(seat.player != request.person.name for seat in seats):
        raise Forbidden("only a player at the table can mix in a seed", what_to_do="sit down first")
    request.house.mix_seed(table, data.seed)
    return m.Empty()


@get("/api/tables/{table:str}/fairness", ANYONE)
def table_fairness(request: ApiRequest, table: FromPath[str]) -> m.Commitment:
    """The commitment to this round's seed."""
    return m.Commitment(**current_commitment(request.house, table))


@get("/api/tables/{table:str}/felt", ANYONE)
def felt(request: ApiRequest, table: FromPath[str]) -> dict[str, Any]:
    """A table's layout, paytables and clock. `now` relates deadlines to the browser's own clock."""
    house = request.house
    live = house.live(table)
    row = live.row
    with house.store.read() as tx:
        submission = read_submission(tx)
    return {
        **describe_layout(live.table.rules),
        "table": {"id": row.id, "name": row.name, "currency": row.currency, "mode": row.mode},
        "house": submission.house if submission else "",
        "operator": submission.operator if submission else "",
        "clock": {"betting": row.settings.betting, "deciding": row.settings.deciding},
        "now": house.clock(),
    }


def describe_layout(rules: Rules) -> dict[str, Any]:
    game, choices = rules.game, rules.choices
    return {
        "game": game.key,
        "name": game.name,
        "rules": rules.short,
        "seats": game.seats,
        "hole": game.hole,
        "community": game.community,
        "community_names": _community_names(rules),
        "box": game.box if rules.deals_box else 0,
        "hidden": list(game.hidden),
        "chips": list(choices.chips),
        "minimum": choices.minimum,
        "maximum": choices.maximum,
        "boxes": choices.boxes,
        "boxes_clause": game.cite("wager.boxes") or "G19",
        "limit": rules.payout_limit,
        "limit_clause": game.limit.clause,
        "spots": [_spot(rules, key) for key in rules.spots],
        "stages": [
            {"stage": step.stage, "spot": getattr(step, "spot", "")}
            for step in game.play
            if isinstance(step, Decide | Exchange)
        ],
        "wagers": [_wager(rules, key) for key in rules.wagers],
        "envy": _rows(rules.envy.rows) if rules.envy else [],
        "envy_clause": rules.envy.clause if rules.envy else "",
        "inscriptions": [_inscription(rules, mark) for mark in game.inscriptions],
        "fixtures": [{"what": fixture.what, "clause": fixture.clause} for fixture in game.fixtures],
    }


def _spot(rules: Rules, key: str) -> dict[str, Any]:
    spot = rules.spots[key]
    least, most = rules.limits(spot)
    wager = rules.wagers[spot.wager]
    return {
        "spot": key,
        "name": rules.label(wager) if wager.label_option else spot.name,
        "kind": _kind(rules, spot),
        "wager": spot.wager,
        "required": spot.required,
        "equal_to": spot.equal_to,
        "multiples": list(spot.multiples),
        "of": spot.of,
        "needs": list(spot.needs),
        "least": least,
        "most": most,
        "progressive": wager.progressive,
        "collected": wager.collected,
        "lammer": wager.lammer,
        "clause": spot.clause,
        "area": wager.area,
    }


def _kind(rules: Rules, spot: Spot) -> str:
    """How its area is drawn: a required bet, one that a decision makes, or an optional one."""
    if rules.wagers[spot.wager].progressive:
        return "progressive"
    if spot.multiples:
        return "decision"
    return "required" if spot.required else "side"


def _wager(rules: Rules, key: str) -> dict[str, Any]:
    wager, table = rules.wagers[key], rules.tables[key]
    cards = rules.game.hands[table.cards or wager.on]
    decided = {"hole": cards.hole, "community": cards.community, "box": cards.box}
    return {
        "wager": key,
        "name": rules.label(wager),
        "paytable": table.letter,
        "clause": table.clause,
        "rows": _rows(table.rows),
        "pays_as": wager.pays_as,
        # A wager that wins with others is decided on no cards of its own.
        "on": {} if wager.wins_with else {place: list(slots) for place, slots in decided.items()},
        "wins_with": list(wager.wins_with),
    }


def _rows(rows: tuple[Row, ...]) -> list[dict[str, str]]:
    return [{"hand": row.name, "pays": str(row.pays), "clause": row.clause} for row in rows]


def _inscription(rules: Rules, mark: Inscription) -> dict[str, Any]:
    """An inscription that chapter 2 requires, with its amounts."""
    inscription: dict[str, Any] = {"what": mark.what, "clause": mark.clause}
    if mark.what == "limit":
        inscription["cents"] = rules.payout_limit
    if mark.what == "multiples":
        spots = [spot for spot in rules.spots.values() if spot.multiples]
        inscription["multiples"] = list(spots[0].multiples)
        inscription["spots"] = [spot.name for spot in spots]
        inscription["of"] = rules.spots[spots[0].of].name
    if mark.what == "streets":
        inscription["names"] = _community_names(rules)
    return inscription


def _community_names(rules: Rules) -> list[str]:
    """The names inscribed at the community cards: each is the spot bet before its card."""
    game = rules.game
    if all(mark.what != "streets" for mark in game.inscriptions):
        return [""] * game.community
    names: list[str] = []
    for before, step in zip(game.play, game.play[1:], strict=False):
        if isinstance(step, Reveal) and step.what == "community" and isinstance(before, Decide):
            names += [rules.spots[before.spot].name] * step.cards
    return names


TABLE_ROUTES: Final = (
    lobby,
    table_view,
    ask,
    take_seat,
    rebet,
    ready,
    player_seed,
    table_fairness,
    felt,
)
