"""The floor at a glance: each table's wait, money, seats and clocks, approvals, irregularities.

A floorperson may see all of it: no face-down card is included.
"""

from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss.cards import card_name
from pitboss.house.assignments import Assignment
from pitboss.house.floor.alarms import Alarm, alarms
from pitboss.house.floor.console import Move, Preview, Sentence, moves, preview, sentences
from pitboss.house.floor.shifts import current_assignments
from pitboss.house.floor.tables import table_money
from pitboss.house.live_table import LiveTable
from pitboss.house.people.approvals import approval_record, pending_approvals
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import approvals, entries
from pitboss.house.writing.refusal_lines import REFUSED
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import Due, due
from pitboss.table.equipment import (
    BACKS,
    HOURS,
    ROUNDS_PER_COUNT,
    count_due,
    counting_device,
)
from pitboss.table.settling import papers_clause
from pitboss.table.state import SEAT_NAMES, Table

LATE_ENTRIES: Final = 400  # of each table, searched for irregularities
MAX_SHOWN: Final = 30
# Commands that are irregular whatever they cause.
IRREGULAR: Final = (
    *("ReportFaceUp", "ReportDrawnInError", "ReportWrongNumber", "ReportCommunityExposed"),
    *("ReportCardExposed", "ReportJam", "ReportOutOfOrder", "ChangeMethod", "RemoveWager"),
    *("Abandon", "Forfeit", "ReportForeignCard", "UpholdReport", "OverruleReport", "CannotDeal"),
    *("RefuseAward", "ReopenSeat", "ReportDefect"),
)
ODD: Final = (
    *(*IRREGULAR, "MarkDevice", "RestoreDevice", "PlayOn", "Correct", REFUSED),
    *("CompletePapers", "DirectShuffle"),
)


class DeckClock(msgspec.Struct, frozen=True):
    """A deck's time in play, in seconds of the house's clock; it must be changed at `due`."""

    back: str
    in_play: bool
    since: int | None
    due: int | None
    clause: str


class CountClock(msgspec.Struct, frozen=True):
    """The stub must be counted at least every `every` rounds, unless a device counts."""

    rounds: int
    every: int
    due: bool
    excused: bool
    clause: str


class SeatOverview(msgspec.Struct, frozen=True):
    seat: int
    player: str
    staked: int
    folded: str
    dropped: str
    turn: bool


class PendingAward(msgspec.Struct, frozen=True):
    """A progressive award that waits for a floorperson, with its hand face up."""

    seat: int
    player: str
    cards: list[str]
    community: list[str]
    hand: str
    odds: str
    moves: list[Move]
    clause: str


class OpenMatter(msgspec.Struct, frozen=True):
    """Something at a table that waits for a floorperson: an award, its papers, a report, a hand."""

    what: Literal["award", "papers", "report", "reading"]
    place: str
    clause: str


class TableOverview(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str
    title: str
    mode: str
    currency: str
    physical: bool
    method: str
    phase: str
    cards: str
    round: int
    due: Due | None
    since: int  # milliseconds
    seats: list[SeatOverview]
    places: int
    devices: dict[str, str]
    decks: list[DeckClock]
    count: CountClock
    money: dict[str, int]
    award: PendingAward | None
    waits: list[OpenMatter]
    alarms: list[Alarm]


class Oddity(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    by: str
    kind: str
    sentences: list[Sentence]
    void: bool


class Approval(msgspec.Struct, frozen=True):
    number: int
    table: str
    command: dict[str, Any]
    asked_by: str
    asked_at: int
    decision: str
    decided_by: str


class FloorOverview(msgspec.Struct, frozen=True):
    now: int
    tables: list[TableOverview]
    waiting: list[Approval]
    decided: list[Approval]
    oddities: list[Oddity]
    assigned: list[Assignment]  # if empty, every floorperson may act at every table


def overview(house: House, by: c.Actor) -> FloorOverview:
    lives = house.live_tables()
    waits = [Approval(**row, decision="waits", decided_by="") for row in pending_approvals(house)]
    return FloorOverview(
        house.clock(),
        [_table(house, live, by) for live in lives],
        waits,
        _past_decisions(house),
        _oddities(house, lives),
        current_assignments(house),
    )


def _table(house: House, live: LiveTable, by: c.Actor) -> TableOverview:
    table, row, now = live.table, live.row, house.clock()
    waiting_for = due(table, now // 1000)
    return TableOverview(
        id=row.id,
        name=row.name,
        game=row.game,
        title=table.rules.game.name,
        mode=row.mode,
        currency=row.currency,
        physical=row.settings.cards == "physical",
        method=table.dealing.method,
        phase=table.phase,
        cards=table.cards,
        round=table.round,
        due=waiting_for,
        since=live.since,
        seats=[
            SeatOverview(
                number,
                seat.player,
                sum(stake.cents for stake in seat.stakes.values() if not stake.done),
                seat.folded,
                seat.dropped,
                number == table.turn,
            )
            for number, seat in table.seats.items()
        ],
        places=table.rules.game.seats,
        devices=table.devices,
        decks=deck_clocks(table),
        count=count_clock(table),
        money=table_money(house, row.id),
        award=_pending_award(house, live, by),
        waits=waiting(table),
        alarms=alarms(live, waiting_for, now),
    )


def waiting(table: Table) -> list[OpenMatter]:
    """What waits for a floorperson at this table."""
    matters: list[OpenMatter] = []
    progressive = table.rules.game.progressive
    if table.report:
        matters.append(OpenMatter("report", table.report.place, "G46"))
    if table.pending and progressive:
        matters.append(OpenMatter("award", SEAT_NAMES[table.pending], progressive.validated))
    if table.reopened:
        matters.append(OpenMatter("reading", SEAT_NAMES[table.reopened], "G50"))
    return matters + [
        OpenMatter("papers", SEAT_NAMES[seat], papers_clause(table)) for seat in table.papers
    ]


def deck_clocks(table: Table) -> list[DeckClock]:
    """Ruling G29: by each deck's time in play and the method in use."""
    hours = HOURS[table.dealing.method]
    rule = "change.hand" if table.dealing.method == "hand" else "change.shoe"
    return [
        DeckClock(
            BACKS[number],
            number == table.deck,
            since,
            None if since is None else since + hours * 3600,
            table.rules.game.cite(rule),
        )
        for number, since in enumerate(table.in_play_since)
    ]


def count_clock(table: Table) -> CountClock:
    return CountClock(
        table.rounds_since_count,
        ROUNDS_PER_COUNT,
        count_due(table),
        counting_device(table),
        table.dealing.count,
    )


def _pending_award(house: House, live: LiveTable, by: c.Actor) -> PendingAward | None:
    """The hand is already face up: it was shown before the award began to wait."""
    table = live.table
    if not table.pending:
        return None
    seat = table.seats[table.pending]
    counts = table.lying() if table.physical else {}
    at, lamp = house.clock() // 1000, True if counts else None
    command = c.ValidateAward(seat=table.pending, counts=counts, lamp=lamp, by=by, at=at)
    result = preview(house, live, command)
    spot = next(spot for spot in table.rules.settling_order if spot.progressive)
    outcomes = table.rules.outcomes.of((*seat.hole, *table.community, *table.box))
    progressive = table.rules.game.progressive
    assert progressive is not None
    return PendingAward(
        table.pending,
        seat.player,
        [card_name(card) for card in seat.hole],
        [card_name(card) for card in table.community],
        outcomes[spot.wager].name,
        outcomes[spot.wager].odds,
        result.moves if isinstance(result, Preview) else [],
        progressive.validated,
    )


def _past_decisions(house: House) -> list[Approval]:
    """Decisions on two-person acts, the latest first."""
    query = sa.select(approvals).where(approvals.c.decision != "waits")
    with house.store.read() as tx:
        rows = tx.execute(query.order_by(approvals.c.number.desc()).limit(MAX_SHOWN)).all()
    return [
        Approval(**approval_record(row), decision=row.decision, decided_by=row.decided_by)
        for row in rows
    ]


def _oddities(house: House, lives: list[LiveTable]) -> list[Oddity]:
    """Reports and findings among each table's last entries, the latest first."""
    oddities: list[Oddity] = []
    with house.store.read() as tx:
        for live in lives:
            late = sa.select(entries).where(
                entries.c.stream == live.row.id,
                entries.c.seq > live.seq - LATE_ENTRIES,
                entries.c.kind.in_(ODD),
            )
            for row in tx.execute(late.order_by(entries.c.seq.desc()).limit(MAX_SHOWN)):
                oddities.append(_oddity(house, log.Entry(**row._mapping)))
    return sorted(oddities, key=lambda one: one.at, reverse=True)[:MAX_SHOWN]


def _oddity(house: House, entry: log.Entry) -> Oddity:
    body = log.open_body(house.keys, entry)
    if entry.kind == REFUSED:
        return _refused(entry, body.note)
    events = body.events
    void = any(isinstance(event, e.RoundVoided) for event in events)
    by = f"{entry.by_role} {entry.by_name}" if entry.by_role != entry.by_name else entry.by_name
    words = sentences(events)
    return Oddity(entry.stream, entry.round, entry.at, by, entry.kind, words, void)


def _refused(entry: log.Entry, note: dict[str, Any]) -> Oddity:
    times = f" ({note['times']} times)" if note["times"] > 1 else ""
    words = [Sentence(f"{note['what']} was refused{times}: {note['why']}", note["clause"])]
    by = f"{note['role']} {note['name']}"
    return Oddity(entry.stream, entry.round, entry.at, by, entry.kind, words, False)


def recent_entries(house: House, live: LiveTable) -> list[Oddity]:
    """The last acts of this round (or of the previous one while bets are open) in words, without
    entries that hold hidden cards.
    """
    table = live.table
    query = sa.select(entries).where(
        entries.c.stream == live.row.id,
        entries.c.seq > live.seq - _LATELY,
        entries.c.round >= table.round - (table.phase == "bets"),
        entries.c.kind.not_in(_OF_PLAYERS),
        ~entries.c.sealed,
    )
    with house.store.read() as tx:
        rows = tx.execute(query.order_by(entries.c.seq.desc())).all()
    entries_in_words = (_oddity(house, log.Entry(**row._mapping)) for row in rows)
    return [one for one in entries_in_words if one.sentences][:_MAX_LATELY]


_LATELY: Final = 20  # entries searched
_MAX_LATELY: Final = 6  # entries shown
_OF_PLAYERS: Final = ("Sit", "Leave", "BuyIn", "Bet")


def payments(
    house: House, live: LiveTable, number: int = 0
) -> tuple[int, list[Move], dict[str, list[str]]]:
    """The chip moves of the current settlement, the last one, or round `number`'s, in order; and
    the cards that were turned up for it, by place.

    Includes only what has happened, so nothing still face down, and nothing taken or returned
    earlier in the round, at a fold or a withdrawal.
    """
    table = live.table
    last = table.round if table.phase == "settling" else table.round - 1
    number = min(number or last, last)
    settling: list[e.Event] = []
    players: dict[int, str] = {}
    shown: dict[str, list[str]] = {}
    with house.store.read() as tx:
        for entry in log.read_round(tx, live.row.id, number) if number > 0 else ():
            events = log.open_body(house.keys, entry).events
            for event in events:
                if isinstance(event, e.WagerPlaced):
                    players[event.seat] = event.player
                _note_cards(shown, event)
            voided = any(isinstance(event, e.RoundVoided) for event in events)
            if voided or entry.kind in _SETTLING:
                settling += events
    steps = moves(settling)
    named = [msgspec.structs.replace(move, player=players.get(move.seat, "")) for move in steps]
    # The cards lie there until the next round's bets are closed. While a hand is read again, a
    # reading is nobody else's to see.
    lie = table.phase == "bets" and number == table.round - 1
    return number, named, shown if lie else {}


def _note_cards(shown: dict[str, list[str]], event: e.Event) -> None:
    """Adds the cards that an event turns up for everybody to see."""
    if isinstance(event, e.HandShown):
        shown[f"seat {event.seat}"] = [card_name(card) for card in event.cards]
    elif isinstance(event, e.CardsRevealed) and event.place in ("community", "box"):
        shown.setdefault(event.place, []).extend(card_name(card) for card in event.cards)


_SETTLING: Final = ("Settle", "ValidateAward", "RefuseAward", "ReopenSeat", "ReadHand")
