"""Shift reports: what a table took in and paid out in a shift, and what a person did in one.

Every shift that has ended has a report, whether anything happened in it or not. So a report's
number is the place of its shift in that year, counted from when the table opened or the person was
hired. Nothing is stored.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from pitboss.house.books.play import RoundReader
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
from pitboss.house.books.register import KINDS, SlipFilter, SlipLine, slip_lines
from pitboss.house.books.statistics import FIRST_SHIFT_MS, HOUR_MS, SHIFT_MS, shift_start
from pitboss.house.books.theory import theoretical_win
from pitboss.house.live_table import read_row
from pitboss.house.people.persons import STAFF
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import entries, people, postings, rounds, tables
from pitboss.house.writing.refusal_lines import REFUSED
from pitboss.money import format_dollars
from pitboss.rulebook.rules import Rules

TABLE, PERSON = "shift", "person"  # kinds of slip
LATELY_MS: Final = 31 * 24 * HOUR_MS  # how far back persons' reports are listed by default


class Shift(NamedTuple):
    """Times in milliseconds; the end is the beginning of the next shift."""

    start: int
    end: int

    def __str__(self) -> str:
        first, last = (datetime.fromtimestamp(at / 1000, UTC) for at in self)
        return f"{first:%Y-%m-%d %H:%M} to {last:%H:%M} UTC"


def shift_at(at: int) -> Shift:
    start = shift_start(at)
    return Shift(start, start + SHIFT_MS)


def ended_shifts(first: int, last: int, now: int) -> Iterator[tuple[str, Shift]]:
    """The shifts between two moments that are over now, each with its year and place in it."""
    counts: Counter[int] = Counter()
    shift = shift_at(first)
    while shift.end <= now and shift.start <= last:
        year = datetime.fromtimestamp(shift.start / 1000, UTC).year
        counts[year] += 1
        yield f"{year}-{counts[year]:04d}", shift
        shift = shift_at(shift.end)


# ── the register ──────────────────────────────────────────────────────────────────────────────────


def table_shifts(tx: sa.Connection, table: str, now: int) -> Iterator[tuple[SlipLine, Shift]]:
    """The reports of a table, the oldest first, until it is closed."""
    stream = entries.c.stream == table
    first = tx.execute(sa.select(sa.func.min(entries.c.seq)).where(stream)).scalar()
    if first is None:
        return
    closed = tx.execute(sa.select(tables.c.closed).where(tables.c.id == table)).scalar()
    last = sa.select(sa.func.max(entries.c.seq)).where(stream).scalar_subquery()
    opened = _time(tx, table, first)
    end = now if not closed else _time(tx, table, last)
    for number, shift in ended_shifts(opened, end, now):
        yield _line(TABLE, table, number, shift), shift


def person_shifts(tx: sa.Connection, name: str, now: int) -> Iterator[tuple[SlipLine, Shift]]:
    """The reports of a member of the staff, the oldest first."""
    query = sa.select(people.c.created).where(people.c.name == name, people.c.role.in_(STAFF))
    hired = tx.execute(query).scalar()
    if hired is not None:
        for number, shift in ended_shifts(hired, now, now):
            yield _line(PERSON, name, number, shift), shift


def persons_at_work(tx: sa.Connection, where: SlipFilter, now: int) -> list[SlipLine]:
    """The reports of persons who did something at a table in the shift, the oldest first."""
    start = now - LATELY_MS if where.since is None else where.since
    end = now if where.until is None else where.until
    shift_number = (entries.c.at - FIRST_SHIFT_MS) // SHIFT_MS
    there: set[tuple[str, int]] = set()
    for table in tx.execute(sa.select(tables.c.id)).scalars():
        query = sa.select(entries.c.by_name, shift_number).where(
            _between(tx, table, Shift(shift_at(start).start, end + 1)),
            entries.c.by_role.in_(STAFF),
        )
        there |= {(name, int(number)) for name, number in tx.execute(query.distinct())}
    names = sorted({name for name, _ in there})
    return [
        line
        for name in names
        for line, shift in person_shifts(tx, name, now)
        if (name, (shift.start - FIRST_SHIFT_MS) // SHIFT_MS) in there
    ]


def _line(kind: str, whose: str, number: str, shift: Shift) -> SlipLine:
    about = KINDS[kind]
    by = whose if kind == PERSON else "house"
    return SlipLine(whose, f"{about.letter}{number}", kind, about.title, 0, 0, shift.end, by)


def _time(tx: sa.Connection, stream: str, seq: Any) -> int:
    query = sa.select(entries.c.at).where(entries.c.stream == stream, entries.c.seq == seq)
    return int(tx.execute(query).scalar() or 0)


def _last_before(tx: sa.Connection, stream: str, at: int) -> int:
    """The number of the last entry before a time, by bisection: a log is in order of time."""
    top = sa.select(sa.func.max(entries.c.seq)).where(entries.c.stream == stream)
    numbers = range(1, (tx.execute(top).scalar() or 0) + 1)
    return bisect_left(numbers, at, key=lambda seq: _time(tx, stream, seq))


def _between(tx: sa.Connection, stream: str, shift: Shift) -> sa.ColumnElement[bool]:
    """Restricts entries to those of a table between two times."""
    first, last = (_last_before(tx, stream, at) for at in shift)
    return sa.and_(entries.c.stream == stream, entries.c.seq > first, entries.c.seq <= last)


# ── a table's report ──────────────────────────────────────────────────────────────────────────────


def table_report(house: House, tx: sa.Connection, line: SlipLine, shift: Shift) -> SlipRecord:
    row = tx.execute(sa.select(tables).where(tables.c.id == line.table)).one()
    slips = [each for each in slip_lines(tx, house.keys, line.table) if _in(shift, each.at)]
    persons = _persons(tx, line.table, shift)
    refused = sa.select(sa.func.count()).where(
        _between(tx, line.table, shift), entries.c.kind == REFUSED
    )
    fields = (
        SlipField("Shift", str(shift)),
        *_money(tx, row, shift),
        *_play(house, tx, row, shift),
        *(SlipField(title, str(count)) for title, count in _counts(slips)),
        SlipField("Late wagers and other refusals", str(tx.execute(refused).scalar() or 0)),
    )
    listings = (
        Listing("Persons", ("Who", "Role", "From", "To", "Acts"), persons),
        Listing("Slips of the shift", _SLIP_COLUMNS, tuple(_slip_row(each) for each in slips)),
    )
    about = (line, row.name, row.game, row.currency, fields, _not_empty(listings))
    signatures = (Signature("Floorperson"), Signature("Pit manager"))
    return SlipRecord(*about, signatures=signatures, game_name=game_name(row))


_SLIP_COLUMNS: Final = ("Slip", "Paper", "Time", "By", "Amount")
_COUNTED: Final = {
    "award": "Progressive awards",
    "deck": "Decks received",
    "irregularity": "Irregularities",
    "correction": "Corrections",
}


def _not_empty(listings: tuple[Listing, ...]) -> tuple[Listing, ...]:
    return tuple(listing for listing in listings if listing.rows)


def _in(shift: Shift, at: int) -> bool:
    return shift.start <= at < shift.end


def _counts(slips: list[SlipLine]) -> Iterator[tuple[str, int]]:
    counts = Counter(slip.kind for slip in slips)
    for kind, title in _COUNTED.items():
        yield title, counts[kind]


def _slip_row(slip: SlipLine) -> tuple[str, ...]:
    amount = format_dollars(slip.cents) if slip.cents else ""
    return slip.number, slip.title, time_text(slip.at), slip.by, amount


def _money(tx: sa.Connection, row: Any, shift: Shift) -> Iterator[SlipField]:
    """Win = closing + credits + drop − opening − fills."""
    inventory, drop = (f"{row.currency}/{kind}/{row.id}" for kind in ("inventory", "drop"))
    cage = f"{row.currency}/cage"
    first, last = (_last_before(tx, row.id, at) for at in shift)
    # A credit is posted from the cage with a negative amount.
    is_credit = (postings.c.cents < 0).label("is_credit")
    pair = (postings.c.source, postings.c.target, is_credit)
    moves = sa.select(*pair, sa.func.sum(postings.c.cents)).where(
        postings.c.stream == row.id, postings.c.seq > first, postings.c.seq <= last
    )
    sums: Counter[str] = Counter()
    for source, target, negative, cents in tx.execute(moves.group_by(*pair)):
        if target == drop:
            sums["drop"] += int(cents)
        elif (source, target) == (cage, inventory):
            sums["credits" if negative else "fills"] += abs(int(cents))
    opening, closing = (inventory_after(tx, row.id, seq) for seq in (first, last))
    win = closing + sums["credits"] + sums["drop"] - opening - sums["fills"]
    for label, cents in (
        ("Opening inventory", opening),
        ("Fills", sums["fills"]),
        ("Credits", sums["credits"]),
        ("Drop", sums["drop"]),
        ("Closing inventory", closing),
        ("Win", win),
    ):
        yield SlipField(label, format_dollars(cents))


def _play(house: House, tx: sa.Connection, row: Any, shift: Shift) -> Iterator[SlipField]:
    """Rounds, hours of play, and what the table wins at the stakes bet under best play."""
    rules = Rules(read_row(row).choices)
    reader = RoundReader(rules)
    query = sa.select(rounds.c.round, rounds.c.began, rounds.c.ended, rounds.c.outcome).where(
        rounds.c.stream == row.id, rounds.c.ended >= shift.start, rounds.c.ended < shift.end
    )
    staked, lasted, outcomes = 0, 0, Counter[str]()
    theory: Fraction | None = Fraction()
    for line in tx.execute(query.order_by(rounds.c.round)).all():
        outcomes[line.outcome] += 1
        lasted += line.ended - line.began
        if line.outcome == "settled":
            play = reader.read(log.round_events(tx, house.keys, row.id, line.round))
            staked += play.staked
            win = theoretical_win(rules, play.bets)
            theory = None if win is None or theory is None else theory + win
    yield SlipField("Rounds settled", str(outcomes["settled"]))
    yield SlipField("Rounds void", str(outcomes["void"]))
    yield SlipField("Hours of play", f"{lasted / HOUR_MS:.2f}")
    yield SlipField("Staked, without progressive wagers", format_dollars(staked))
    exact = "not solved for this game" if theory is None else format_dollars(round(theory))
    yield SlipField("Theoretical win of these stakes", exact)


def _persons(tx: sa.Connection, table: str, shift: Shift) -> tuple[tuple[str, ...], ...]:
    query = sa.select(
        entries.c.by_name,
        entries.c.by_role,
        sa.func.min(entries.c.at),
        sa.func.max(entries.c.at),
        sa.func.count(),
    ).where(_between(tx, table, shift), entries.c.by_role.in_(STAFF))
    query = query.group_by(entries.c.by_name, entries.c.by_role)
    rows = tx.execute(query.order_by(entries.c.by_role, entries.c.by_name))
    return tuple(
        (name, role, time_text(first), time_text(last), str(count))
        for name, role, first, last, count in rows
    )


# ── a person's report ─────────────────────────────────────────────────────────────────────────────


def person_report(house: House, tx: sa.Connection, line: SlipLine, shift: Shift) -> SlipRecord:
    lines: list[tuple[str, ...]] = []
    acts: Counter[str] = Counter()
    slips: list[tuple[str, ...]] = []
    dealt = 0
    for table in tx.execute(sa.select(tables.c.id, tables.c.name).order_by(tables.c.id)):
        own = sa.and_(_between(tx, table.id, shift), entries.c.by_name == line.table)
        own = sa.and_(own, entries.c.by_role.in_(STAFF))
        kinds = sa.select(entries.c.kind, sa.func.count()).where(own).group_by(entries.c.kind)
        counts = {kind: int(count) for kind, count in tx.execute(kinds)}
        if not counts:
            continue
        acts.update(counts)
        dealt += counts.get("Deal", 0)
        times = sa.select(sa.func.min(entries.c.at), sa.func.max(entries.c.at)).where(own)
        first, last = tx.execute(times).one()
        total = str(sum(counts.values()))
        lines.append((table.name, time_text(first), time_text(last), total))
        slips += [
            (f"{each.number} at {table.name}", *_slip_row(each)[1:3], _slip_row(each)[4])
            for each in slip_lines(tx, house.keys, table.id)
            if each.by == line.table and _in(shift, each.at)
        ]
    role = tx.execute(sa.select(people.c.role).where(people.c.name == line.table)).scalar()
    fields = (
        SlipField("Person", line.table),
        SlipField("Role", str(role)),
        SlipField("Shift", str(shift)),
        SlipField("Tables", str(len(lines))),
        SlipField("Acts", str(acts.total())),
        SlipField("Deals", str(dealt)),
    )
    listings = (
        Listing("Tables", ("Table", "From", "To", "Acts"), tuple(lines)),
        Listing(
            "Acts", ("What", "Times"), tuple((spaced(k), str(n)) for k, n in sorted(acts.items()))
        ),
        Listing("Slips confirmed", ("Slip", "Paper", "Time", "Amount"), tuple(slips)),
    )
    signatures = (Signature("The person"), Signature("Pit manager"))
    return SlipRecord(line, "", "", "", fields, _not_empty(listings), signatures=signatures)


# ── both, by their numbers ────────────────────────────────────────────────────────────────────────

_REPORTS: Final = {
    KINDS[TABLE].letter: (table_shifts, table_report),
    KINDS[PERSON].letter: (person_shifts, person_report),
}


def read_shift(house: House, tx: sa.Connection, whose: str, number: str) -> SlipRecord | None:
    """A report by its number; None if it does not exist, or not yet."""
    if number[:1] not in _REPORTS:
        return None
    shifts, report = _REPORTS[number[:1]]
    for line, shift in shifts(tx, whose, house.clock()):
        if line.number == number:
            return report(house, tx, line, shift)
    return None


def shift_numbers(tx: sa.Connection, whose: str, now: int) -> Iterator[str]:
    """The numbers of all reports of a table or a person."""
    for shifts, _ in _REPORTS.values():
        for line, _ in shifts(tx, whose, now):
            yield line.number
