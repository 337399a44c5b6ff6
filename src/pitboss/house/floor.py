"""Running the floor: tables opened and closed, and what each has won."""

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import CURRENCIES, Currency, balance
from pitboss.house.live import Mode, Settings, TableRow
from pitboss.house.schema.tables import postings, tables
from pitboss.house.service import House
from pitboss.rulebook import find_game


class BadTable(PitbossError):
    """A table that cannot be opened or closed."""


def make_table(
    house: House,
    table_id: str,
    name: str,
    game: str,
    currency: Currency,
    mode: Mode,
    *,
    cards: str = "house",
) -> None:
    """A table under the house's own choices for its game."""
    find_game(game)
    rows = house.table_rows()
    with house.store.read() as tx:
        used = tx.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first()
    if used:
        raise BadTable(f"there is a table {table_id!r} already", what_to_do="choose another id")
    like = next((row for row in rows if row.game == game), None)
    if like is None:
        raise BadTable(f"the house's submission does not offer {game}")
    assert currency in CURRENCIES
    settings = Settings(cards="physical" if cards == "physical" else "house")
    link = f"{game}-{currency}"
    house.add_table(TableRow(table_id, name, game, currency, mode, link, like.choices, settings))


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
