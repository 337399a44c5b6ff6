"""Pages until the felt exists: a plain lobby that needs no script."""

from html import escape
from typing import Final

from litestar import MediaType, get
from litestar.datastructures import State

from pitboss.house.service import House
from pitboss.money import format_short
from pitboss.web.door import ANYONE


@get("/", roles=ANYONE, media_type=MediaType.HTML, sync_to_thread=True)
def index(state: State) -> str:
    house: House = state.house
    rows = []
    for row in house.table_rows():
        table = house.live(row.id).table
        limits = f"{format_short(row.choices.minimum)} to {format_short(row.choices.maximum)}"
        meters = ", ".join(
            f"{name} {format_short(cents)}" for name, cents in house.meter_cents(row.id).items()
        )
        cells = (row.name, row.currency, limits, f"{len(table.seats)} of {table.rules.game.seats}")
        told = "".join(f"<td>{escape(cell)}</td>" for cell in (*cells, meters or "none"))
        rows.append(f"<tr>{told}</tr>")
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Pitboss</title>"
        "<h1>Pitboss</h1><table><caption>Tables open now</caption>"
        "<tr><th>Game<th>Chips<th>Limits<th>Seats taken<th>Meters</tr>"
        f"{''.join(rows)}</table>"
        "<p>Programs play over <a href='/api/openapi.json'>the API</a>.</p></html>"
    )


PAGES: Final = (index,)
