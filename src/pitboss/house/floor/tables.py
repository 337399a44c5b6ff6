"""Running the floor: tables opened and closed, and what each has won."""

from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance
from pitboss.house.live_table import SETTINGS_CHANGED
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import postings, tables
from pitboss.rulebook.submission.tables import Settings


class BadTable(PitbossError):
    """A table that cannot be opened or closed."""

    status = 409


def set_table(house: House, table_id: str, by: str, **changes: Any) -> Settings:
    """A table's clock and duties from now on; nothing is written where they are so already."""
    with house.locked(table_id) as (tx, live):
        settings: Settings = msgspec.structs.replace(live.row.settings, **changes)
        if live.row.settings == settings:
            return settings
        if settings.cards == "physical" and live.row.mode == "self-dealt":
            why = "a self-dealt table has no dealer to read physical cards"
            raise BadTable(why, what_to_do="leave its cards to the house")
        if settings.cards != live.row.settings.cards and live.table.cards != "closed":
            why = "its cards are on the table"
            raise BadTable(why, what_to_do="change them while the table is closed")
        said = {"settings": msgspec.to_builtins(settings), "by": by}
        house.note(tx, live, SETTINGS_CHANGED, said, house.clock())
        kept = sa.update(tables).where(tables.c.id == table_id)
        tx.execute(kept.values(settings=msgspec.json.encode(settings, order="deterministic")))
        live.row = msgspec.structs.replace(live.row, settings=settings)
        return settings


def close_table(house: House, table_id: str) -> None:
    with house.locked(table_id) as (tx, live):
        if live.table.seats:
            raise BadTable("players sit there", what_to_do="close it when they have left")
        tx.execute(sa.update(tables).where(tables.c.id == table_id).values(closed=True))
        house.note(tx, live, "TableTaken", {}, house.clock())


def table_money(house: House, table_id: str) -> dict[str, int]:
    """Win is what the table holds beyond what it was given: inventory − fills + drop."""
    row = house.live(table_id).row
    inventory, drop = (f"{row.currency}/{kind}/{table_id}" for kind in ("inventory", "drop"))
    cage = f"{row.currency}/cage"
    with house.store.read() as tx:
        from_cage = sa.select(sa.func.coalesce(sa.func.sum(postings.c.cents), 0)).where(
            postings.c.source == cage, postings.c.target == inventory
        )
        fills = int(tx.execute(from_cage).scalar() or 0)
        held, taken = balance(tx, inventory), balance(tx, drop)
    return {"inventory": held, "drop": taken, "fills": fills, "win": held - fills + taken}
