"""Money in the database: postings, balances and meters.

Every account's name begins with its currency, and both sides of a posting share one currency, so
practice and real chips never mix. Each meter is one row, shared by the tables of a link.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.storage.schema.tables import balances, meters, postings
from pitboss.money import MILLIONTHS
from pitboss.table import events as e
from pitboss.table.postings import Posting
from pitboss.table.postings import postings as table_postings
from pitboss.table.state import Table


def wallet(currency: str, person: str) -> str:
    return f"{currency}/wallet/{person}"


def issue(currency: str) -> str:
    """The account through which money enters and leaves the house's books."""
    return f"{currency}/issue"


def meter_id(link: str, name: str) -> str:
    return f"{link}/{name}"


def house_postings(row: TableRow, event: e.Event) -> list[Posting]:
    """The event's postings in the house's accounts, without moves of zero."""
    person: str = getattr(event, "player", "")
    dealer: str = getattr(event, "entered", "")
    if dealer or "-" in person:
        person = ""  # chips and cash at the table, of a patron whom no wallet knows (ruling G57)
    return [
        Posting(_account(row, source, person), _account(row, target, person), cents)
        for source, target, cents in table_postings(event)
        if cents and not isinstance(event, e.MetersRead | e.TableOpened)
    ]


def _account(row: TableRow, account: str, person: str) -> str:
    kind, _, rest = account.partition(" ")
    match kind:
        case "player":
            return f"{row.currency}/chips/{row.id}/{rest}"
        case "spot":
            return f"{row.currency}/escrow/{row.id}/{rest.replace(' ', '/')}"
        case "meter":
            return f"{row.currency}/meter/{meter_id(row.link, rest)}"
        case "outside":
            return wallet(row.currency, person) if person else issue(row.currency)
        case "jackpot" | "cage":
            return f"{row.currency}/{kind}"
    return f"{row.currency}/{kind}/{row.id}"


def post(tx: sa.Connection, stream: str, seq: int, moves: Sequence[Posting]) -> None:
    """Writes postings and updates balances in the caller's transaction."""
    rows = [
        {
            "stream": stream,
            "seq": seq,
            "n": n,
            "source": m.source,
            "target": m.target,
            "cents": m.cents,
        }
        for n, m in enumerate(moves)
    ]
    if not rows:
        return
    tx.execute(sa.insert(postings), rows)
    changes: dict[str, int] = {}
    for source, target, cents in moves:
        if source.split("/")[0] != target.split("/")[0]:
            raise AssertionError(f"practice and real chips never mix: {source} to {target}")
        changes[source] = changes.get(source, 0) - cents
        changes[target] = changes.get(target, 0) + cents
    # One order everywhere, so that two tables never wait for each other's rows.
    _add(tx, [(account, changes[account]) for account in sorted(changes) if changes[account]])


def _add(tx: sa.Connection, changes: list[tuple[str, int]]) -> None:
    if not changes:
        return
    insert = postgresql.insert if tx.dialect.name == "postgresql" else sqlite.insert
    upsert = insert(balances).values([{"account": name, "cents": n} for name, n in changes])
    tx.execute(
        upsert.on_conflict_do_update(
            index_elements=["account"], set_={"cents": balances.c.cents + upsert.excluded.cents}
        )
    )


def balance(tx: sa.Connection, account: str, *, lock: bool = False) -> int:
    query = sa.select(balances.c.cents).where(balances.c.account == account)
    if lock:
        query = query.with_for_update()
    return tx.execute(query).scalar() or 0


# Meters


def _meter_ids(row: TableRow) -> list[str]:
    return [meter_id(row.link, terms.meter) for terms in row.choices.meters]


def seed_meters(tx: sa.Connection, row: TableRow) -> list[Posting]:
    """Creates the meters of a new link; returns the postings of their initial amounts."""
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
    """The meters in millionths of a cent. With `lock`, nobody else moves them meanwhile."""
    query = sa.select(meters).where(meters.c.id.in_(_meter_ids(row))).order_by(meters.c.id)
    rows = {meter.id: meter for meter in tx.execute(query.with_for_update() if lock else query)}
    return {
        terms.meter: rows[meter_id(row.link, terms.meter)].millionths
        for terms in row.choices.meters
    }


def other_locks(tx: sa.Connection, row: TableRow) -> list[str]:
    """Other tables whose pending awards lock these meters."""
    if not row.choices.meters:
        return []
    query = sa.select(meters.c.locked_by).where(meters.c.id.in_(_meter_ids(row)))
    return sorted({meter.locked_by for meter in tx.execute(query)} - {"", row.id})


def move_meters(
    tx: sa.Connection, live: LiveTable, table: Table, events: tuple[e.Event, ...]
) -> None:
    """Follows the table's events; a pending award locks all of its meters."""
    kinds = e.MeterFed | e.MeterPaid | e.MeterReset
    payments = [event.payment if isinstance(event, e.PaymentUndone) else event for event in events]
    names = {payment.meter for payment in payments if isinstance(payment, kinds)}
    for name in sorted(names):
        update = sa.update(meters).where(meters.c.id == meter_id(live.row.link, name))
        tx.execute(update.values(millionths=table.meters[name]))
    if bool(table.pending) != bool(live.table.pending):
        update = sa.update(meters).where(meters.c.id.in_(_meter_ids(live.row)))
        tx.execute(update.values(locked_by=live.row.id if table.pending else ""))
