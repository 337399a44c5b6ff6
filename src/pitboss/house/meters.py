"""Meters in the database: one row each, shared by the tables of a link, locked while it moves."""

import sqlalchemy as sa

from pitboss.house.ledger import meter_id
from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.storage.schema.tables import meters
from pitboss.money import MILLIONTHS
from pitboss.table import events as e
from pitboss.table.postings import Posting
from pitboss.table.state import Table


def _ids(row: TableRow) -> list[str]:
    return [meter_id(row.link, terms.meter) for terms in row.choices.meters]


def seed_meters(tx: sa.Connection, row: TableRow) -> list[Posting]:
    """Makes the meters of a new link; what that moves."""
    moves: list[Posting] = []
    for terms in row.choices.meters:
        name = meter_id(row.link, terms.meter)
        if tx.execute(sa.select(meters.c.id).where(meters.c.id == name)).first() is not None:
            continue
        tx.execute(sa.insert(meters).values(id=name, millionths=terms.initial * MILLIONTHS))
        account = f"{row.currency}/meter/{name}"
        moves.append(Posting(f"{row.currency}/jackpot", account, terms.initial))
    return moves


def read_meters(tx: sa.Connection, row: TableRow, *, lock: bool) -> dict[str, int]:
    """Where they stand. A locked row is nobody else's to move until the transaction ends."""
    found = sa.select(meters).where(meters.c.id.in_(_ids(row))).order_by(meters.c.id)
    rows = {kept.id: kept for kept in tx.execute(found.with_for_update() if lock else found)}
    return {
        terms.meter: rows[meter_id(row.link, terms.meter)].millionths
        for terms in row.choices.meters
    }


def held_elsewhere(tx: sa.Connection, row: TableRow) -> list[str]:
    """Other tables whose awards lock these meters."""
    if not row.choices.meters:
        return []
    found = sa.select(meters.c.locked_by).where(meters.c.id.in_(_ids(row)))
    return sorted({kept.locked_by for kept in tx.execute(found)} - {"", row.id})


def move_meters(
    tx: sa.Connection, live: LiveTable, table: Table, events: tuple[e.Event, ...]
) -> None:
    """As the table's events moved them; an award that waits locks them all."""
    moved = e.MeterFed | e.MeterPaid | e.MeterReset
    touched = {event.meter for event in events if isinstance(event, moved)}
    for name in sorted(touched):
        changed = sa.update(meters).where(meters.c.id == meter_id(live.row.link, name))
        tx.execute(changed.values(millionths=table.meters[name]))
    if bool(table.pending) != bool(live.table.pending):
        locked = sa.update(meters).where(meters.c.id.in_(_ids(live.row)))
        tx.execute(locked.values(locked_by=live.row.id if table.pending else ""))
