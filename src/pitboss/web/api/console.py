"""Addresses of the dealer's and the floor's consoles: legal acts, previews, payments."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody, QueryParameter

from pitboss.cards import is_joker
from pitboss.house.floor.candidates import UnreadCard, faces_due
from pitboss.house.floor.console import LegalAct, Move, Preview, legal_acts, meters_now, preview
from pitboss.house.floor.entering import Entries, entries
from pitboss.house.floor.overview import (
    CountClock,
    DeckClock,
    FloorOverview,
    Oddity,
    OpenMatter,
    count_clock,
    deck_clocks,
    overview,
    payments,
    recent_entries,
    waiting,
)
from pitboss.house.floor.wall import WallView
from pitboss.house.people.persons import Person
from pitboss.table import commands as c
from pitboss.table.dealing import pending_targets
from pitboss.table.duties import Due, due
from pitboss.table.equipment import BACKS, rack_packets
from pitboss.table.refusals import Refusal
from pitboss.table.state import Seat
from pitboss.web.api.commands import MAY_ASK, CommandForm, command_of, may_ask
from pitboss.web.api.common import FLOOR, STAFF, ApiRequest, get, post
from pitboss.web.api.models import RequestBody
from pitboss.web.errors import refusal
from pitboss.web.guard import ANYONE

_KINDS: Final = {kind.__name__: kind for kind in MAY_ASK}


class PreviewRequest(RequestBody, frozen=True):
    command: CommandForm


class CardTarget(msgspec.Struct, frozen=True):
    """Where the next card goes; `slot` counts from 0."""

    place: str
    slot: int
    clause: str


class ConsoleSeat(msgspec.Struct, frozen=True):
    """A seat as its dealer needs it: who enters for it, and what lay there last."""

    seat: int
    player: str
    by_hand: bool  # the dealer may enter for it
    stakes: dict[str, int]
    last: dict[str, int]  # opening stakes of its last round
    racked: bool  # its hand is in the rack


class RackPacket(msgspec.Struct, frozen=True):
    """Cards that went into the rack together."""

    of: str
    count: int


class RoundPayments(msgspec.Struct, frozen=True):
    round: int
    moves: list[Move]
    shown: dict[str, list[str]]  # cards turned up, by place: `seat 1`, `community`, `box`


class ConsoleView(msgspec.Struct, frozen=True):
    """What the person in charge of a table needs beside its view."""

    table: str
    name: str
    mode: str
    currency: str
    physical: bool
    jokers: bool
    seq: int
    now: int  # milliseconds
    since: int  # when the current wait began
    round: int
    phase: str
    due: Due | None
    acts: list[LegalAct]
    places: list[CardTarget]  # that still get a card
    unread: list[UnreadCard]  # whose faces are to be entered now
    method: str
    devices: dict[str, str]
    decks: list[DeckClock]
    count: CountClock
    remaining: int | None  # of a stub that the house holds and has not put away
    stub_racked: bool
    racked: int  # cards in the discard rack
    rack: list[RackPacket]  # from the bottom
    lying: dict[str, int]  # cards at each place of the layout
    deck: str  # the colour of the one in play or to be played next
    seats: list[ConsoleSeat]
    waits: list[OpenMatter]  # what a floorperson must decide or finish
    unmatched: dict[str, int]
    lately: list[Oddity]
    payments: RoundPayments
    entries: Entries


def _actor(person: Person) -> c.Actor:
    role: Any = person.role
    return c.Actor(role, person.name)


@get("/api/tables/{table:str}/console", STAFF, polled=True)
def console(request: ApiRequest, table: FromPath[str]) -> ConsoleView:
    """What is due at a table, every act that is legal now, and the last settlement's payments."""
    person = request.person
    live = request.house.live(table)
    live.row.check_dealer(person.role)
    # Read the number before the state: a page must never take an old state for a newer one.
    seq, state, row = live.seq, live.table, live.row
    acts = legal_acts(live, _actor(person), request.house.clock() // 1000)
    rack = rack_packets(state)
    return ConsoleView(
        table=row.id,
        name=row.name,
        mode=row.mode,
        currency=row.currency,
        physical=row.settings.cards == "physical",
        jokers=any(is_joker(card) for card in state.rules.game.cards),
        seq=seq,
        now=request.house.clock(),
        since=live.since,
        round=state.round,
        phase=state.phase,
        due=due(state, request.house.clock() // 1000),
        acts=[act for act in acts if person.role in MAY_ASK[_KINDS[act.type]]],
        places=[CardTarget(to.place, to.slot, to.clause) for to in pending_targets(state)],
        unread=list(faces_due(state)),
        method=state.dealing.method,
        devices=state.devices,
        decks=deck_clocks(state),
        count=count_clock(state),
        remaining=None if state.physical or state.stub_racked else state.remaining,
        stub_racked=state.stub_racked,
        racked=sum(count for _, count in rack),
        rack=[RackPacket(of, count) for of, count in rack],
        lying=state.lying(),
        deck=BACKS[state.deck] if state.decks else "",
        seats=[_seat(number, seat) for number, seat in sorted(state.seats.items())],
        waits=waiting(state),
        unmatched=state.unmatched,
        lately=recent_entries(request.house, live),
        payments=RoundPayments(*payments(request.house, live)),
        entries=entries(state, _actor(person), meters_now(request.house, live)),
    )


def _seat(number: int, seat: Seat) -> ConsoleSeat:
    stakes = {key: int(stake.cents) for key, stake in seat.stakes.items() if not stake.done}
    last = {key: int(cents) for key, cents in seat.last.items()}
    return ConsoleSeat(number, seat.player, seat.by_hand, stakes, last, seat.racked)


@post("/api/tables/{table:str}/preview", STAFF, refuses=True)
def preview_act(
    request: ApiRequest, table: FromPath[str], data: JSONBody[PreviewRequest]
) -> Response[Preview]:
    """What an act would do, in words and to the cent. Does nothing and reveals no card."""
    person = request.person
    may_ask(data.command, person, table)
    live = request.house.live(table)
    live.row.check_dealer(person.role)
    command = command_of(data.command, person, request.house.clock() // 1000, live.table)
    reply = preview(request.house, live, command)
    return refusal(reply) if isinstance(reply, Refusal) else Response(reply)


@get("/api/floor", FLOOR, polled=True)
def floor(request: ApiRequest) -> FloorOverview:
    """An overview of every table, the pending approvals, and recent irregularities."""
    return overview(request.house, _actor(request.person))


@get("/api/wall", ANYONE, polled=True)
def wall(request: ApiRequest) -> Response[WallView]:
    """Every table for a screen on the floor: seats, rounds, waits, meters and alarms, no names."""
    view: Any = request.app.state.wall.read()
    return Response(view, media_type="application/json")


@get("/api/tables/{table:str}/payments", STAFF)
def settlement(
    request: ApiRequest,
    table: FromPath[str],
    number: Annotated[int, QueryParameter(name="round", ge=0, le=2**31 - 1)] = 0,
) -> RoundPayments:
    """What was done at each spot when a round was settled; the last round by default."""
    live = request.house.live(table)
    live.row.check_dealer(request.person.role)
    return RoundPayments(*payments(request.house, live, number))
