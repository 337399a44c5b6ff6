"""Changes of table limits: what a newer submission changes, and the hour that was announced.

A table never changes the rules that it was opened under. Where the newest submission gives its
game other limits, a floorperson announces the hour at least half an hour ahead (COMAR
36.05.03.21C); at that hour the table is closed and opened again. Announcements are notes of the
house's log.
"""

from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.floor.tables import read_submission
from pitboss.house.people.notes import note, notes_of
from pitboss.house.people.persons import Person
from pitboss.house.service import House
from pitboss.rulebook.rules import Choices

ANNOUNCED: Final = "LimitsAnnounced"  # a kind of note
AHEAD_MS: Final = 30 * 60_000


class BadNotice(PitbossError):
    """A change of limits that cannot be announced."""

    status = 409


class LimitNotice(msgspec.Struct, frozen=True):
    """What was announced, in cents and milliseconds."""

    minimum: int
    maximum: int
    hour: int
    by: str
    at: int


class LimitChange(msgspec.Struct, frozen=True):
    """A table whose limits differ from those of the newest submission, in cents."""

    table: str
    name: str
    game: str
    minimum: int
    maximum: int
    new_minimum: int
    new_maximum: int
    notice: LimitNotice | None


def limit_changes(house: House) -> list[LimitChange]:
    """The open tables whose limits a newer submission changes, with what was announced."""
    with house.store.read() as tx:
        submission = read_submission(tx)
        notices = _notices(tx, house)
    games = submission.games if submission else {}
    changes = []
    for row in house.table_rows():
        new = games.get(row.game)
        if new is None or _limits(new) == _limits(row.choices):
            continue
        notice = notices.get(row.id)
        if notice is not None and (notice.minimum, notice.maximum) != _limits(new):
            notice = None  # of limits that another submission has replaced
        about = (row.id, row.name, row.game)
        changes.append(LimitChange(*about, *_limits(row.choices), *_limits(new), notice))
    return changes


def find_change(house: House, table: str) -> LimitChange:
    change = next((each for each in limit_changes(house) if each.table == table), None)
    if change is None:
        raise BadNotice(
            f"no submission changes the limits of {table}",
            what_to_do="submit the new limits first",
        )
    return change


def announce_limits(house: House, by: Person, table: str, hour: int) -> LimitNotice:
    """Records the hour of a change, at least half an hour ahead."""
    change, now = find_change(house, table), house.clock()
    if hour < now + AHEAD_MS:
        raise BadNotice(
            "a change of limits is announced at least 30 minutes ahead",
            clause="COMAR 36.05.03.21C",
            what_to_do="choose a later hour",
        )
    notice = LimitNotice(change.new_minimum, change.new_maximum, hour, by.name, now)
    with house.store.begin() as tx:
        body = {"table": table, **msgspec.to_builtins(notice)}
        note(tx, house, ANNOUNCED, body, (), now)
    return notice


def _limits(choices: Choices) -> tuple[int, int]:
    return choices.minimum, choices.maximum


def _notices(tx: sa.Connection, house: House) -> dict[str, LimitNotice]:
    """The last announcement of each table."""
    bodies = notes_of(tx, house, ANNOUNCED)
    return {body["table"]: msgspec.convert(body, LimitNotice) for body in bodies}
