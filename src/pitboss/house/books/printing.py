"""Printings of slips: the first is the original, each later one a copy, all in the house's log."""

from collections import Counter
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.house.books.register import SlipFilter, SlipLine, matches, slip_lines
from pitboss.house.books.shifts import PERSON, persons_at_work, table_shifts
from pitboss.house.people.notes import note, notes_of
from pitboss.house.people.persons import Person
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import tables

PRINTED: Final = "SlipPrinted"  # a kind of note


class Printing(msgspec.Struct, frozen=True):
    """`copy` is 0 for the original."""

    copy: int
    by: str
    at: int  # milliseconds


class RegisterLine(msgspec.Struct, frozen=True):
    """A slip in the register with its printings so far."""

    slip: SlipLine
    table_name: str
    game: str
    printings: int


def print_slip(house: House, by: Person, table: str, number: str) -> Printing:
    """Records that a person prints a slip; the caller has read the slip, so it exists."""
    with house.store.begin() as tx:
        log.lock_stream(tx, log.HOUSE_STREAM)
        copy = _printings(tx, house)[table, number]
        at = house.clock()
        body = {"table": table, "slip": number, "copy": copy, "by": by.name}
        note(tx, house, PRINTED, body, (), at)
        return Printing(copy, by.name, at)


def _printings(tx: sa.Connection, house: House) -> Counter[tuple[str, str]]:
    """How often each slip was printed, by its table and number."""
    return Counter((body["table"], body["slip"]) for body in notes_of(tx, house, PRINTED))


def register(house: House, where: SlipFilter, limit: int | None = None) -> list[RegisterLine]:
    """The slips that match, the newest first."""
    lines: list[RegisterLine] = []
    with house.store.read() as tx:
        printings = _printings(tx, house)
        query = sa.select(tables.c.id, tables.c.name, tables.c.game).order_by(tables.c.id)
        if where.table is not None:
            query = query.where(tables.c.id == where.table)
        for table in tx.execute(query):
            shifts = [line for line, _ in table_shifts(tx, table.id, house.clock())]
            for line in (*slip_lines(tx, house.keys, table.id), *shifts):
                if matches(line, where):
                    count = printings[table.id, line.number]
                    lines.append(RegisterLine(line, table.name, table.game, count))
        # Persons' reports are listed on their own: most people look for those of tables.
        for line in persons_at_work(tx, where, house.clock()) if where.kind == PERSON else ():
            if matches(line, where):
                count = printings[line.table, line.number]
                lines.append(RegisterLine(line, line.table, "", count))
    lines.sort(key=lambda each: (each.slip.at, each.slip.table, each.slip.seq), reverse=True)
    return lines[:limit]
