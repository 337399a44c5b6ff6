"""The content of each slip, from the log alone: what happened, when, and who confirmed it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import card_names
from pitboss.house.books.records import (
    Listing,
    Signature,
    SlipField,
    SlipRecord,
    game_name,
    inventory_after,
    spaced,
    time_text,
)
from pitboss.house.books.register import NoSuchSlip, SlipLine, award_cents, slip_lines
from pitboss.house.books.shifts import read_shift
from pitboss.house.floor.console import sentences
from pitboss.house.history.rounds import NoSuchRound, as_text, rebuild
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import approvals, entries, tables
from pitboss.money import format_dollars, format_short, whole_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import fold
from pitboss.table.equipment import BACKS

CHIPS: Final = (1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)


class _Source(msgspec.Struct, frozen=True):
    """What a slip is written from."""

    house: House
    tx: sa.Connection
    line: SlipLine
    entry: log.Entry
    body: log.Body


class _Content(msgspec.Struct, frozen=True):
    """What differs between kinds of slip; the names are those of `SlipRecord`."""

    fields: tuple[SlipField, ...]
    listings: tuple[Listing, ...] = ()
    story: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()
    clauses: tuple[str, ...] = ()
    void: str = ""


def read_slip(house: House, table: str, number: str) -> SlipRecord:
    """One slip by its table and number."""
    with house.store.read() as tx:
        if report := read_shift(house, tx, table, number.upper()):
            return report
        row = tx.execute(sa.select(tables).where(tables.c.id == table)).first()
        lines = slip_lines(tx, house.keys, table) if row else []
        line = next((each for each in lines if each.number == number.upper()), None)
        if row is None or line is None:
            why = f"there is no slip {number} of table {table}"
            raise NoSuchSlip(why, what_to_do="/api/slips lists the slips")
        entry = next(log.read(tx, table, line.seq - 1, line.seq))
        source = _Source(house, tx, line, entry, log.open_body(house.keys, entry))
        content = msgspec.structs.asdict(_WRITERS[line.kind](source))
        about = (line, row.name, row.game, row.currency)
        return SlipRecord(*about, **content, game_name=game_name(row))


def _event(source: _Source, kind: type[e.Event]) -> Any:
    return next(event for event in source.body.events if isinstance(event, kind))


def _approval(source: _Source) -> tuple[Signature, ...]:
    """The person who requested it and the one who approved; only the house acts alone."""
    number = source.body.id.partition(":approval ")[2]
    query = sa.select(approvals).where(approvals.c.number == int(number or 0))
    row = source.tx.execute(query).first()
    at = time_text(source.entry.at)
    if row is None:
        return (Signature("Made by the house", source.entry.by_name, at),)
    return (
        Signature("Requested by", row.asked_by, time_text(row.asked_at)),
        Signature("Approved by", source.entry.by_name, at),
    )


def _by_hand(*lines: str) -> tuple[Signature, ...]:
    return tuple(Signature(line) for line in lines)


def _chips(total: int) -> Listing:
    """The log has the total; the denominations are counted and written down at the table."""
    rows = [(format_short(chip), "", "") for chip in reversed(CHIPS)]
    columns = ("Denomination", "Number", "Amount")
    return Listing("Chips", columns, (*rows, ("Total", "", format_dollars(total))))


def _fill(source: _Source) -> _Content:
    """A fill or a credit: chips between the cage and the table."""
    event: e.Filled = _event(source, e.Filled)
    after = inventory_after(source.tx, source.line.table, source.line.seq)
    to_table = event.cents > 0
    fields = (
        SlipField("From", "cage" if to_table else "table"),
        SlipField("To", "table" if to_table else "cage"),
        SlipField("Amount", format_dollars(abs(event.cents))),
        SlipField("Table inventory before", format_dollars(after - event.cents)),
        SlipField("Table inventory after", format_dollars(after)),
    )
    persons = _by_hand("Cashier", "Security", "Dealer who counted")
    return _Content(fields, (_chips(abs(event.cents)),), signatures=(*_approval(source), *persons))


def _award(source: _Source) -> _Content:
    steps = rebuild(source.house, source.line.table, source.line.round)
    step = next(each for each in steps if each.entry.seq == source.line.seq)
    validation: e.AwardValidated = _event(source, e.AwardValidated)
    payment: e.MeterPaid | e.Paid = next(
        each for each in source.body.events if isinstance(each, e.MeterPaid | e.Paid)
    )
    before, after = step.before, fold(step.before, source.body.events)
    seat = before.seats[validation.seat]
    # A linked meter is read from the house in the same entry, before it pays.
    reading = next((x.meters for x in source.body.events if isinstance(x, e.MetersRead)), {})
    meters = tuple(
        (name, format_dollars(whole_cents(reading.get(name, stood))), _meter(after.meters, name))
        for name, stood in before.meters.items()
    )
    envy = [each for each in source.body.events if isinstance(each, e.EnvyPaid)]
    later = [
        event for each in steps if each.entry.seq > source.line.seq for event in each[2].events
    ]
    completed = (x for x in later if isinstance(x, e.PapersCompleted))
    papers = next((x for x in completed if x.seat == validation.seat), None)
    undone = any(isinstance(x, e.PaymentUndone) and x.payment == payment for x in later)
    full = any(isinstance(event, e.MeterReset) for event in source.body.events)
    lamp = {True: "lit", False: "dark", None: "not asked"}[validation.lamp]
    fields = (
        SlipField("Seat", f"{validation.seat}, {seat.player}"),
        SlipField("Cards", card_names(seat.hole)),
        *((SlipField("Community cards", card_names(before.community)),) * bool(before.community)),
        SlipField("Hand", payment.hand),
        SlipField("Odds", payment.odds),
        SlipField("Stake", format_dollars(seat.stakes[payment.spot].cents)),
        SlipField("Award", format_dollars(award_cents(payment, validation.seat))),
        SlipField("Paid at", "the cage, from the meter" if full else "the table"),
        SlipField("Light of the progressive system", lamp),
    )
    listings = [Listing("Meters", ("Meter", "Before", "After"), meters)]
    if envy:
        rows = tuple((f"{x.seat}, {x.player}", x.hand, format_dollars(x.cents)) for x in envy)
        listings.append(Listing("Envy bonuses", ("Seat", "Hand", "Paid"), rows))
    at = time_text(source.entry.at)
    done = (papers.by.name, time_text(papers.at * 1000)) if papers else ()
    signatures = (
        Signature("Dealer", before.settler, at),
        Signature("Validated by", validation.by.name, at),
        Signature("Papers completed by", *done),
        Signature("Player"),
    )
    terms = before.rules.game.progressive
    also = (terms.lamp, terms.stays) if terms else ()
    clauses = tuple(dict.fromkeys(filter(None, (validation.clause, payment.clause, *also))))
    void = "The payment was taken back." if undone else ""
    return _Content(fields, tuple(listings), (), signatures, clauses, void)


def _meter(meters: dict[str, int], name: str) -> str:
    return format_dollars(whole_cents(meters[name]))


def _deck(source: _Source) -> _Content:
    """A deck from its receipt until the next one is received."""
    receipt: e.CardsReceived = _event(source, e.CardsReceived)
    rows, clauses, last = [], [receipt.clause], ""
    people: dict[str, Signature] = {}
    for entry, event in _deck_events(source):
        what = _deck_words(event)
        if what is None:
            continue
        at, by = time_text(entry.at), getattr(event, "by", None) or c.Actor("house", entry.by_name)
        who = by.name if by.name == by.role else f"{by.role} {by.name}"
        rows.append((at, what, who, event.clause))
        clauses.append(event.clause)
        if isinstance(event, e.DutyDone) and event.duty in ("inspect", "verify"):
            people.setdefault(event.duty, Signature(_SIGNED[event.duty], by.name, at))
        if isinstance(event, e.DeckRemoved):
            last = event.why
    fields = (
        SlipField("Decks", str(receipt.decks)),
        *((SlipField("Prepared by", receipt.prepared_by),) * bool(receipt.prepared_by)),
        *((SlipField("Seal", receipt.seal),) * bool(receipt.seal)),
        SlipField("Taken off the table", last or "replaced, or still in play"),
    )
    signatures = (
        Signature("Received by", receipt.by.name, time_text(source.entry.at)),
        *people.values(),
        *_by_hand("Collected by", "Destroyed by (when, how)", "Witness of the destruction"),
    )
    columns = ("Time", "What", "Who", "Clause")
    listing = Listing("Record", columns, tuple(rows))
    return _Content(fields, (listing,), (), signatures, tuple(dict.fromkeys(clauses)))


_SIGNED: Final = {"inspect": "Inspected by", "verify": "Verified by"}
_OF_DECKS: Final = (
    *("ReceiveCards", "Perform", "ReportDefect", "DirectShuffle", "ReportWrongNumber"),
    *("UpholdReport", "ReportForeignCard", "CountStub", "ValidateAward", "Shuffle"),
)


def _deck_events(source: _Source) -> Iterator[tuple[log.Entry, Any]]:
    stream = entries.c.stream == source.line.table
    following = sa.select(sa.func.min(entries.c.seq)).where(
        stream, entries.c.seq > source.line.seq, entries.c.kind == "ReceiveCards"
    )
    end = source.tx.execute(following).scalar()
    query = sa.select(entries).where(
        stream, entries.c.seq >= source.line.seq, entries.c.kind.in_(_OF_DECKS)
    )
    if end is not None:
        query = query.where(entries.c.seq < end)
    shuffled = False
    for row in source.tx.execute(query.order_by(entries.c.seq)):
        entry = log.Entry(**row._mapping)
        for event in log.open_body(source.house.keys, entry).events:
            first = isinstance(event, e.CardsShuffled) and not shuffled
            shuffled = shuffled or first
            if first or not isinstance(event, e.CardsShuffled):
                yield entry, event


def _deck_words(event: e.Event) -> str | None:
    match event:
        case e.CardsReceived():
            return f"{event.decks} received"
        case e.DutyDone():
            deck = "" if event.deck is None else f", {BACKS[event.deck]} deck"
            return event.duty + deck + (f": {event.reason}" if event.reason else "")
        case e.DeckDefective():
            return f"{BACKS[event.deck]} deck defective: {event.what}, taken by {event.taken_by}"
        case e.ShuffleDirected():
            return f"shuffle directed: {event.reason}"
        case e.DeckRemoved():
            return f"{BACKS[event.deck]} deck taken off: {event.why}"
        case e.CardsShuffled():
            return "first shuffle: in play"
        case e.StubCounted() if event.total:
            return f"stub counted: {event.stub}, {event.total} cards in all"
        case _:
            return None


def _table_slip(source: _Source) -> _Content:
    """The inventory that a table opens or closes with."""
    opening = source.line.kind == "opening"
    seq = source.line.seq
    if opening:  # its first fill is a slip of its own, and the inventory that it opens with
        query = sa.select(sa.func.min(entries.c.seq)).where(
            entries.c.stream == source.line.table, entries.c.kind == "Fill"
        )
        seq = source.tx.execute(query).scalar() or seq
    total = inventory_after(source.tx, source.line.table, seq)
    what = "opens" if opening else "closes"
    fields = (SlipField(f"Inventory the table {what} with", format_dollars(total)),)
    person = Signature("Recorded by", source.entry.by_name, time_text(source.entry.at))
    signatures = (person, *_by_hand("Dealer", "Floorperson"))
    return _Content(fields, (_chips(total),), (), signatures)


def _irregularity(source: _Source) -> _Content:
    line, entry = source.line, source.entry
    words = sentences(source.body.events)
    rows = tuple((each.text, each.clause) for each in words)
    clauses = tuple(dict.fromkeys(each.clause for each in words if each.clause))
    void = any(isinstance(event, e.RoundVoided) for event in source.body.events)
    command = source.body.command
    reason = next((x for x in map(_named(command), ("reason", "words", "what")) if x), "")
    fields = (
        SlipField("Reported as", spaced(entry.kind)),
        *((SlipField("Reason", reason),) * bool(reason)),
        SlipField("Outcome", "the round is void" if void else "the round went on"),
    )
    story: tuple[str, ...]
    try:
        story = tuple(as_text(source.house, line.table, line.round, None).splitlines())
    except NoSuchRound:
        story = ("The round is not finished, or its cards are not public yet.",)
    second = _named(command)("asked")
    signatures = (
        Signature(f"Entered by ({entry.by_role})", entry.by_name, time_text(entry.at)),
        *((Signature("Requested by", second),) if second else ()),
        *_by_hand("Dealer", "Floorperson"),
    )
    listing = Listing("What happened", ("Event", "Clause"), rows)
    return _Content(fields, (listing,) if rows else (), story, signatures, clauses)


def _named(command: c.Command | None) -> Callable[[str], str]:
    return lambda name: str(getattr(command, name, "") or "")


def _correction(source: _Source) -> _Content:
    event: e.Corrected = _event(source, e.Corrected)
    after = inventory_after(source.tx, source.line.table, source.line.seq)
    direction = "to the player" if event.cents > 0 else "back to the table"
    fields = (
        SlipField("Round put right", str(event.round)),
        SlipField("Seat", f"{event.seat}, {event.player}"),
        SlipField("Wager", event.spot),
        SlipField("Amount", f"{format_dollars(abs(event.cents))} {direction}"),
        SlipField("Reason", event.reason),
        SlipField("Table inventory before", format_dollars(after + event.cents)),
        SlipField("Table inventory after", format_dollars(after)),
    )
    return _Content(fields, (), (), (*_approval(source), *_by_hand("Player")), (event.clause,))


_WRITERS: Final[dict[str, Callable[[_Source], _Content]]] = {
    "fill": _fill,
    "credit": _fill,
    "award": _award,
    "deck": _deck,
    "opening": _table_slip,
    "closing": _table_slip,
    "irregularity": _irregularity,
    "correction": _correction,
}
