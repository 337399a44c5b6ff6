"""The register of slips: the entries of a table's log that are papers, and their numbers.

A number is a place in the log: the first fill of a table in a year is F2026-0001 there, the next
one F2026-0002. Nothing is stored for it, so no number can be left out or given twice, and no entry
can be moved without breaking the chain. Only the printings are stored (printing.py).
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.floor.overview import IRREGULAR
from pitboss.house.live_table import TABLE_TAKEN
from pitboss.house.storage import log
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import entries, rounds
from pitboss.table import events as e


class SlipKind(msgspec.Struct, frozen=True):
    key: str
    letter: str  # of its series
    title: str
    receivers: tuple[str, ...]  # one part for each, named at its foot


KINDS: Final = {
    kind.key: kind
    for kind in (
        SlipKind("fill", "F", "Fill slip", ("drop box", "cage", "accounting department")),
        SlipKind("credit", "C", "Credit slip", ("drop box", "cage", "accounting department")),
        SlipKind("award", "A", "Progressive award slip", ("cage", "accounting department")),
        SlipKind("deck", "D", "Deck record", ("security department",)),
        SlipKind("opening", "O", "Table opening", ("drop box", "accounting department")),
        SlipKind("closing", "X", "Table closing", ("drop box", "accounting department")),
        SlipKind("irregularity", "I", "Irregularity report", ("compliance department",)),
        SlipKind(
            "correction",
            "K",
            "Correction record",
            ("accounting department", "compliance department"),
        ),
        SlipKind("shift", "S", "Shift report", ("pit manager", "accounting department")),
        SlipKind("person", "P", "Shift report of a person", ("pit manager",)),
    )
}
TABLE_MADE: Final = "TableMade"  # kinds of notes
_CANDIDATES: Final = (
    *IRREGULAR,
    *("Fill", "ValidateAward", "ReceiveCards", "Correct", TABLE_MADE, TABLE_TAKEN),
)
# Commands of ordinary play that void a round when the cards turn out wrong.
_MAY_VOID: Final = ("Deal", "Reveal", "CountStub", "ShowHand", "Settle", "ReadHand", "Shuffle")


class NoSuchSlip(PitbossError):
    """A slip that is not in the books."""

    status = 404


class SlipLine(msgspec.Struct, frozen=True):
    """A slip in the register. `seq` is the entry it is made of; shift reports have none."""

    table: str  # or the person of a shift report
    number: str
    kind: str
    title: str
    seq: int
    round: int
    at: int  # milliseconds
    by: str
    cents: int = 0


def slip_lines(tx: sa.Connection, keys: Keys, table: str) -> list[SlipLine]:
    """The slips of one table, oldest first."""
    counts: dict[tuple[str, int], int] = {}
    lines: list[SlipLine] = []
    for entry in _candidates(tx, table):
        year = datetime.fromtimestamp(entry.at / 1000, UTC).year
        for key, cents in _slips_of(entry, log.open_body(keys, entry)):
            kind = KINDS[key]
            place = counts[key, year] = counts.get((key, year), 0) + 1
            number = f"{kind.letter}{year}-{place:04d}"
            about = (entry.seq, entry.round, entry.at, entry.by_name, cents)
            lines.append(SlipLine(table, number, key, kind.title, *about))
    return lines


def _candidates(tx: sa.Connection, table: str) -> Iterator[log.Entry]:
    void = sa.select(rounds.c.round).where(rounds.c.stream == table, rounds.c.outcome == "void")
    query = sa.select(entries).where(
        entries.c.stream == table,
        sa.or_(
            entries.c.kind.in_(_CANDIDATES),
            sa.and_(entries.c.kind.in_(_MAY_VOID), entries.c.round.in_(void)),
        ),
    )
    for row in tx.execute(query.order_by(entries.c.seq)):
        yield log.Entry(**row._mapping)


def _slips_of(entry: log.Entry, body: log.Body) -> Iterator[tuple[str, int]]:
    """The kinds of slip that an entry makes, each with its amount in cents."""
    if entry.kind == TABLE_MADE:
        yield "opening", 0
    elif entry.kind == TABLE_TAKEN:
        yield "closing", 0
    for event in body.events:
        match event:
            case e.Filled():
                yield ("fill" if event.cents > 0 else "credit"), abs(event.cents)
            case e.AwardValidated():
                paid = [each for each in body.events if isinstance(each, e.MeterPaid | e.Paid)]
                yield "award", sum(award_cents(each, event.seat) for each in paid)
            case e.CardsReceived():
                yield "deck", 0
            case e.Corrected():
                yield "correction", event.cents
            case _:
                pass
    void = any(isinstance(event, e.RoundVoided) for event in body.events)
    if void or entry.kind in IRREGULAR:
        yield "irregularity", 0


def award_cents(event: e.MeterPaid | e.Paid, seat: int) -> int:
    """What a validated award pays its seat; the seat's other wagers are settled beside it."""
    if event.seat != seat:
        return 0
    return event.cents if isinstance(event, e.MeterPaid) else event.won


class SlipFilter(msgspec.Struct, frozen=True, kw_only=True):
    """What slips must match; None matches everything."""

    table: str | None = None
    kind: str | None = None
    person: str | None = None
    number: str | None = None
    since: int | None = None  # milliseconds
    until: int | None = None


def matches(line: SlipLine, where: SlipFilter) -> bool:
    pairs = ((where.kind, line.kind), (where.number, line.number), (where.person, line.by))
    same = all(wish is None or wish.lower() == value.lower() for wish, value in pairs)
    return (
        same
        and (where.since is None or line.at >= where.since)
        and (where.until is None or line.at <= where.until)
    )
