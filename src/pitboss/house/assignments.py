"""Floorpersons assigned to tables for a shift (chapter 4, paragraph A of every document).

A house that never assigned anybody leaves all its tables to every floorperson. From the first
assignment on, a floorperson acts at tables with real chips only while assigned to them.
"""

from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.live_table import LiveTable
from pitboss.house.storage.schema.tables import assignments

ASSIGNED: Final = "AssignFloor"  # an entry's kind


class NotAssigned(PitbossError):
    """A floorperson at a table with real chips to which nobody assigned them."""

    status = 403


class Assignment(msgspec.Struct, frozen=True):
    name: str
    table: str
    until: int  # milliseconds
    by: str
    at: int


def write_assignment(tx: sa.Connection, assignment: Assignment) -> None:
    """Stores an assignment in place of the person's earlier one to that table."""
    mine = (assignments.c.name == assignment.name) & (assignments.c.stream == assignment.table)
    tx.execute(sa.delete(assignments).where(mine))
    row = {"name": assignment.name, "stream": assignment.table, "until": assignment.until}
    row |= {"by_name": assignment.by, "at": assignment.at}
    tx.execute(sa.insert(assignments).values(**row))


def read_assignments(tx: sa.Connection, since: int = -1) -> list[Assignment]:
    """The assignments that end after `since`, by name and table."""
    query = sa.select(assignments).where(assignments.c.until > since)
    return [
        Assignment(row.name, row.stream, row.until, row.by_name, row.at)
        for row in tx.execute(query.order_by(assignments.c.name, assignments.c.stream))
    ]


def not_assigned(tx: sa.Connection, live: LiveTable, name: str, at: int) -> NotAssigned | None:
    """The refusal of a floorperson's command at `at` (milliseconds), if it must be refused."""
    if live.row.currency != "real":
        return None
    if tx.execute(sa.select(assignments.c.name).limit(1)).first() is None:
        return None
    mine = sa.select(assignments.c.until).where(
        assignments.c.name == name, assignments.c.stream == live.row.id
    )
    until = tx.execute(mine).scalar()
    if until is not None and until > at:
        return None
    why = "is not assigned to this table" if until is None else "has ended the shift at this table"
    return NotAssigned(
        f"{name} {why}",
        clause=live.table.rules.game.cite("open.inspect"),
        what_to_do="let an administrator assign the floorperson to the table until a time",
    )
