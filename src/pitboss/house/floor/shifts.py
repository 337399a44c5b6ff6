"""Shifts: an administrator assigns a floorperson to tables until a time, on the record."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.assignments import ASSIGNED, Assignment, read_assignments, write_assignment
from pitboss.house.people.notes import note
from pitboss.house.people.persons import Person, find_person
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import tables

MAX_SHIFT_MS: Final = 24 * 3600 * 1000


class BadAssignment(PitbossError):
    """A shift that cannot be assigned."""

    status = 409


def assign_floor(
    house: House, by: Person, name: str, table_ids: Sequence[str], until: int
) -> list[Assignment]:
    """Assigns a floorperson to tables until a time in milliseconds; a past time ends the shift."""
    at = house.clock()
    if until - at > MAX_SHIFT_MS:
        raise BadAssignment("a shift lasts at most a day", what_to_do="name an earlier end")
    with house.store.begin() as tx:
        person = find_person(tx, name)
        if person is None or person.role != "floorperson":
            raise BadAssignment(
                f"there is no floorperson {name!r}", what_to_do="hire the person as a floorperson"
            )
        there = set(tx.execute(sa.select(tables.c.id).where(tables.c.id.in_(table_ids))).scalars())
        if not table_ids or (strange := [one for one in table_ids if one not in there]):
            which = f"there is no table {strange[0]!r}" if table_ids else "no table is named"
            raise BadAssignment(which, what_to_do="name tables of this house")
        shift = [Assignment(person.name, one, until, by.name, at) for one in sorted(there)]
        for assignment in shift:
            write_assignment(tx, assignment)
        body = {"name": person.name, "tables": sorted(there), "until": until, "by": by.name}
        note(tx, house, ASSIGNED, body, (), at)
        return shift


def current_assignments(house: House) -> list[Assignment]:
    """Who is assigned to which table now."""
    with house.store.read() as tx:
        return read_assignments(tx, house.clock())
