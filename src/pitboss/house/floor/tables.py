"""The tables of the floor: opened as a submission says, changed, closed, and what each has won."""

import contextlib
import re
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance
from pitboss.house.live_table import (
    HOUSE,
    SETTINGS_CHANGED,
    TABLE_TAKEN,
    TableRow,
    append_note,
)
from pitboss.house.people.cash import STORED_SUBMISSION
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.schema.tables import from_cage, meta, postings, tables
from pitboss.rulebook import MARK, find_game
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import Submission
from pitboss.rulebook.submission.tables import OpenTable, Settings

MAX_ID: Final = 32


class BadTable(PitbossError):
    """A table that cannot be opened, changed or closed."""

    status = 409


class OtherRules(PitbossError):
    """A table that was opened under rules other than the submission now gives it."""


def arrange(house: House, submission: Submission) -> None:
    """Opens the submission's missing tables and updates the settings of the others.

    Continues a first start that was interrupted. A closed table stays closed.
    """
    with house.store.read() as tx:
        rows = tx.execute(sa.select(tables)).all()
    # None for a table that is closed or cannot be read: such a table is not changed.
    by_name = {
        row.name.casefold(): None if row.closed else house.live_or_none(row.id) for row in rows
    }
    ids = {row.id for row in rows}
    new: list[TableRow] = []
    existing: list[TableRow] = []
    for table in submission.tables:
        choices = submission.games[table.game]
        name = table.name.casefold()
        if name not in by_name:
            new.append(_row(_new_id(table.name, ids), table, choices))
        elif (live := by_name[name]) is not None:
            existing.append(_with_settings(live.row, table, choices))
    house.add_tables(new)
    house.first_fills([row.id for row in existing])
    for row in existing:
        settings = msgspec.structs.asdict(row.settings)
        del settings["closing"]  # no submission sets it
        set_table(house, row.id, HOUSE.name, **settings)


def table_ids(store: Store) -> list[str]:
    with store.read() as tx:
        return sorted(tx.scalars(sa.select(tables.c.id)))


def make_table(house: House, table_id: str, table: OpenTable, **changes: Any) -> None:
    """Opens one more table under the house's choices and settings for its game, with `changes`."""
    with house.store.read() as tx:
        taken = tx.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first()
        submission = read_submission(tx)
    if taken:
        raise BadTable(f"there is a table {table_id!r} already", what_to_do="choose another id")
    if submission is None or table.game not in submission.games:
        find_game(table.game)  # refuses a name that no game has
        raise BadTable(f"the house's submission does not offer {table.game}")
    _check_own_rules(submission, table)
    settings = msgspec.structs.replace(submission.settings[table.game], **changes)
    _check_cards(settings, table.mode, 'choose the mode "dealer"')
    table = msgspec.structs.replace(table, settings=settings)
    row = _row(table_id, table, submission.games[table.game])
    for other in house.table_rows():
        if other.link == row.link and other.choices.meters != row.choices.meters:
            why = f"table {other.id} has the meter it would share under other terms"
            raise BadTable(why, what_to_do="give it meters of its own, or close that table first")
    house.add_table(row)


def _check_own_rules(submission: Submission, table: OpenTable) -> None:
    is_own = Rules(submission.games[table.game]).is_own
    if table.currency == "real" and is_own and not submission.own_real:
        raise BadTable(
            f"{table.game} is offered under {MARK}, which the submission bars from real chips",
            what_to_do="submit own_rules_for_real_chips = true, or take practice chips",
        )


def _check_cards(settings: Settings, mode: str, remedy: str) -> None:
    if settings.cards == "physical" and mode == "self-dealt":
        why = "a self-dealt table has no dealer to read physical cards"
        raise BadTable(why, what_to_do=remedy)


def _new_id(name: str, ids: set[str]) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:MAX_ID] or "table"
    table_id, number = base, 1
    while table_id in ids:
        number += 1
        table_id = f"{base}-{number}"
    ids.add(table_id)
    return table_id


def _row(table_id: str, table: OpenTable, choices: Choices) -> TableRow:
    # One submission, one set of meters: the tables of a game and a currency share theirs.
    link = f"own-{table_id}" if table.own_meters else f"{table.game}-{table.currency}"
    about = (table_id, table.name, table.game, table.currency, table.mode, link)
    return TableRow(*about, choices, table.settings)


def _with_settings(row: TableRow, table: OpenTable, choices: Choices) -> TableRow:
    """The table with its new settings; everything else must match what its log was played under."""
    after = _row(row.id, table, choices)
    for field, name in _FIXED.items():
        if getattr(row, field) != getattr(after, field):
            raise OtherRules(
                f"the table {row.name} was opened with another {name}",
                what_to_do="give the changed table a name of its own, and close the old one",
            )
    return after


_FIXED: Final = {
    "game": "game",
    "currency": "currency",
    "mode": "mode",
    "link": "choice of meters",
    "choices": "set of rules",
}


def store_submission(tx: sa.Connection, submission: Submission) -> None:
    """Stores the house's choices for the tables that are opened later."""
    tx.execute(sa.delete(meta).where(meta.c.key == STORED_SUBMISSION))
    text = msgspec.json.encode(submission).decode()
    tx.execute(sa.insert(meta).values(key=STORED_SUBMISSION, value=text))


def read_submission(tx: sa.Connection) -> Submission | None:
    row: Any = tx.execute(sa.select(meta.c.value).where(meta.c.key == STORED_SUBMISSION)).first()
    return None if row is None else msgspec.json.decode(row.value, type=Submission)


def set_table(house: House, table_id: str, by: str, **changes: Any) -> Settings:
    """Changes a table's clock and duties from now on; writes nothing if they do not differ."""
    with house.transaction(table_id) as (batch, live):
        settings: Settings = msgspec.structs.replace(live.row.settings, **changes)
        if live.row.settings == settings:
            return settings
        _check_cards(settings, live.row.mode, "leave its cards to the house")
        if settings.cards != live.row.settings.cards and live.table.cards != "closed":
            why = "its cards are on the table"
            raise BadTable(why, what_to_do="change them while the table is closed")
        note = {"settings": msgspec.to_builtins(settings), "by": by}
        append_note(batch, live, SETTINGS_CHANGED, note, house.clock())
        update = sa.update(tables).where(tables.c.id == table_id)
        batch.tx.execute(
            update.values(settings=msgspec.json.encode(settings, order="deterministic"))
        )
        live.row = msgspec.structs.replace(live.row, settings=settings)
        return settings


def close_after_round(house: House, table_id: str, by: str) -> None:
    """Lets the round end, takes no more bets, and closes the table once its players have left."""
    set_table(house, table_id, by, closing=True)
    house.writer.wake(table_id)


def close_emptied(house: House) -> list[str]:
    """Closes the tables that were to close after their round and are empty; returns their ids."""
    emptied = []
    for table_id in house.memory.ids():
        live = house.memory.get(table_id)
        if live is None or live.closed or not live.row.settings.closing or live.table.seats:
            continue
        with contextlib.suppress(BadTable):  # somebody sat down meanwhile
            close_table(house, table_id)
            emptied.append(table_id)
    return emptied


def close_table(house: House, table_id: str) -> None:
    with house.transaction(table_id) as (batch, live):
        if live.closed:
            return
        if live.table.seats:
            raise BadTable("players sit there", what_to_do="close it when they have left")
        batch.tx.execute(sa.update(tables).where(tables.c.id == table_id).values(closed=True))
        append_note(batch, live, TABLE_TAKEN, {}, house.clock())
        live.closed = True


def table_money(house: House, table_id: str) -> dict[str, int]:
    """The win is what the table holds beyond its fills: inventory − fills + drop."""
    row = house.live(table_id).row
    inventory, drop = (f"{row.currency}/{kind}/{table_id}" for kind in ("inventory", "drop"))
    query = sa.select(sa.func.sum(postings.c.cents)).where(from_cage(row.currency, inventory))
    with house.store.read() as tx:
        fills = int(tx.execute(query).scalar() or 0)
        chips, notes = balance(tx, inventory), balance(tx, drop)
    return {"inventory": chips, "drop": notes, "fills": fills, "win": chips - fills + notes}
