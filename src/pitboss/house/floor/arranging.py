"""The floor as a submission wants it: its tables opened, their settings kept up to date."""

import re
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.floor.tables import BadTable, set_table
from pitboss.house.live_table import TableRow, read_row
from pitboss.house.service import HOUSE, House
from pitboss.house.storage.schema.tables import meta, tables
from pitboss.rulebook import find_game
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission import Submission
from pitboss.rulebook.submission.tables import OpenTable

MAX_ID: Final = 32


class OtherRules(PitbossError):
    """A table that was opened under other rules than a submission now gives it."""


def arrange(house: House, submission: Submission) -> None:
    """Makes the tables that are not there; those that are take their settings from it.

    Goes on where a first start was cut off. A table that was closed stays closed.
    """
    with house.store.read() as tx:
        rows = [(read_row(row), bool(row.closed)) for row in tx.execute(sa.select(tables))]
    there = {row.name.casefold(): (row, closed) for row, closed in rows}
    used = {row.id for row, _ in rows}
    made: list[TableRow] = []
    kept: list[TableRow] = []
    for table in submission.tables:
        known, closed = there.get(table.name.casefold(), (None, False))
        if known is None:
            made.append(_row(_new_id(table.name, used), table, submission.games[table.game]))
        elif not closed:
            kept.append(_unchanged(known, table, submission.games[table.game]))
    for row in made:
        house.add_table(row)
    for row in kept:
        house.first_fill(row.id)
        set_table(house, row.id, HOUSE.name, **msgspec.structs.asdict(row.settings))


def make_table(house: House, table_id: str, table: OpenTable, **changes: Any) -> None:
    """One more, under the house's own choices and settings for its game, but for the changes."""
    find_game(table.game)
    with house.store.read() as tx:
        used = tx.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first()
        submission = kept_submission(tx)
    if used:
        raise BadTable(f"there is a table {table_id!r} already", what_to_do="choose another id")
    if submission is None or table.game not in submission.games:
        raise BadTable(f"the house's submission does not offer {table.game}")
    settings = msgspec.structs.replace(submission.settings[table.game], **changes)
    if settings.cards == "physical" and table.mode == "self-dealt":
        why = "a self-dealt table has no dealer to read physical cards"
        raise BadTable(why, what_to_do='choose the mode "dealer"')
    table = msgspec.structs.replace(table, settings=settings)
    row = _row(table_id, table, submission.games[table.game])
    for other in house.table_rows():
        if other.link == row.link and other.choices.meters != row.choices.meters:
            why = f"table {other.id} has the meter it would share under other terms"
            raise BadTable(why, what_to_do="give it meters of its own, or close that table first")
    house.add_table(row)


def _new_id(name: str, used: set[str]) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:MAX_ID] or "table"
    table_id, number = base, 1
    while table_id in used:
        number += 1
        table_id = f"{base}-{number}"
    used.add(table_id)
    return table_id


def _row(table_id: str, table: OpenTable, choices: Choices) -> TableRow:
    # One submission, one set of meters: the tables of a game and a currency share theirs.
    link = f"own-{table_id}" if table.own_meters else f"{table.game}-{table.currency}"
    about = (table_id, table.name, table.game, table.currency, table.mode, link)
    return TableRow(*about, choices, table.settings)


def _unchanged(known: TableRow, table: OpenTable, choices: Choices) -> TableRow:
    """The table with the settings it is to have. All else its log was played under."""
    wanted = _row(known.id, table, choices)
    for field in ("game", "currency", "mode", "link", "choices"):
        if getattr(known, field) != getattr(wanted, field):
            raise OtherRules(
                f"the table {known.name} was opened with another {_FIELDS[field]}",
                what_to_do="give the changed table a name of its own, and close the old one",
            )
    return wanted


_FIELDS: Final = {
    "game": "game",
    "currency": "currency",
    "mode": "mode",
    "link": "choice of meters",
    "choices": "set of rules",
}

_SUBMISSION: Final = "submission"


def keep_submission(tx: sa.Connection, submission: Submission) -> None:
    """What the house chose, for the tables that are opened later."""
    tx.execute(sa.delete(meta).where(meta.c.key == _SUBMISSION))
    said = msgspec.json.encode(submission).decode()
    tx.execute(sa.insert(meta).values(key=_SUBMISSION, value=said))


def kept_submission(tx: sa.Connection) -> Submission | None:
    row: Any = tx.execute(sa.select(meta.c.value).where(meta.c.key == _SUBMISSION)).first()
    return None if row is None else msgspec.json.decode(row.value, type=Submission)
