"""Money in the database: postings, balances and meters.

Every account's name begins with its currency, and both sides of a posting share one currency, so
practice and real chips never mix. Each meter is one row, shared by the tables of a link.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import sqlalchemy as sa

from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.storage.batch import Batch, Meter
from pitboss.house.storage.database import RESTORE, StoreError
from pitboss.house.storage.schema.tables import balances, meters, postings
from pitboss.money import MILLIONTHS, whole_cents
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
        person = ""  # chips and cash at the table, of a patron without a wallet (ruling G57)
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


def post(batch: Batch, stream: str, seq: int, moves: Sequence[Posting]) -> None:
    """Adds postings and the changes of their balances."""
    for n, (source, target, cents) in enumerate(moves):
        if source.split("/", 1)[0] != target.split("/", 1)[0]:
            raise AssertionError(f"practice and real chips never mix: {source} to {target}")
        batch.insert(postings, stream, seq, n, source, target, cents)
        batch.add_cents(source, -cents)
        batch.add_cents(target, cents)


def balance(tx: sa.Connection, account: str, *, lock: bool = False) -> int:
    query = sa.select(balances.c.cents).where(balances.c.account == account)
    if lock:
        query = query.with_for_update()
    return tx.execute(query).scalar() or 0


# Meters


def _meter_ids(row: TableRow) -> list[str]:
    return [meter_id(row.link, terms.meter) for terms in row.choices.meters]


def seed_meters(batch: Batch, row: TableRow) -> list[Posting]:
    """Creates the meters of a new link; returns the postings of their initial amounts."""
    moves: list[Posting] = []
    batch.lock_meters(_meter_ids(row))
    for terms in row.choices.meters:
        name = meter_id(row.link, terms.meter)
        if name in batch.meters:
            continue
        batch.meters[name] = Meter(terms.initial * MILLIONTHS, "")  # a later table's too
        batch.insert(meters, name, *batch.meters[name])
        account = f"{row.currency}/meter/{name}"
        moves.append(Posting(f"{row.currency}/jackpot", account, terms.initial))
    return moves


def read_meters(tx: sa.Connection, row: TableRow) -> dict[str, int]:
    """The table's meters in millionths of a cent."""
    return own_meters(link_meters(tx, (row,)), row)


def link_meters(tx: sa.Connection, rows: Iterable[TableRow]) -> dict[str, int]:
    """The meters of these tables by id, in millionths of a cent."""
    names = {name for row in rows for name in _meter_ids(row)}
    query = sa.select(meters.c.id, meters.c.millionths).where(meters.c.id.in_(names))
    return {meter.id: meter.millionths for meter in tx.execute(query)}


def own_meters(amounts: Mapping[str, int], row: TableRow) -> dict[str, int]:
    """The table's own among the meters of many."""
    own = {terms.meter: meter_id(row.link, terms.meter) for terms in row.choices.meters}
    for name in own.values():
        if name not in amounts:
            raise _missing(name, row)
    return {meter: amounts[name] for meter, name in own.items()}


def _missing(name: str, row: TableRow) -> StoreError:
    return StoreError(f"the meter {name} is missing", where=row.id, what_to_do=RESTORE)


def shown_meters(amounts: Mapping[str, int], row: TableRow) -> dict[str, int]:
    """What the table's meters show, in whole cents."""
    return {name: whole_cents(amount) for name, amount in own_meters(amounts, row).items()}


def lock_meters(batch: Batch, rows: Iterable[TableRow]) -> None:
    """Locks the meters of these tables in one step, so that no two transactions deadlock."""
    batch.lock_meters(name for row in rows for name in _meter_ids(row))


def _own_meters(batch: Batch, row: TableRow) -> dict[str, Meter]:
    """The table's meters by id, locked."""
    lock_meters(batch, (row,))
    names = _meter_ids(row)
    for name in names:
        if name not in batch.meters:
            raise _missing(name, row)
    return {name: batch.meters[name] for name in names}


def standing_meters(batch: Batch, row: TableRow) -> dict[str, int]:
    """The meters in millionths of a cent; nobody else moves them until the transaction ends."""
    own = _own_meters(batch, row)
    return {
        terms.meter: own[meter_id(row.link, terms.meter)].millionths for terms in row.choices.meters
    }


def other_locks(batch: Batch, row: TableRow) -> list[str]:
    """Other tables whose pending awards lock these meters."""
    if not row.choices.meters:
        return []
    holders = {meter.locked_by for meter in _own_meters(batch, row).values()}
    return sorted(holders - {"", row.id})


def move_meters(batch: Batch, live: LiveTable, table: Table, events: tuple[e.Event, ...]) -> None:
    """Moves the meters as the events say; a pending award locks all meters of the table."""
    row = live.row
    moves = moved_meters(row, table, events)
    locks = bool(table.pending) != bool(live.table.pending)
    if not moves and not locks:
        return
    own = _own_meters(batch, row)
    holder = row.id if table.pending else ""
    for name in own if locks else moves:
        millionths = moves.get(name, own[name].millionths)
        locked_by = holder if locks else own[name].locked_by
        batch.set_meter(name, Meter(millionths, locked_by))


def moved_meters(row: TableRow, table: Table, events: Iterable[e.Event]) -> dict[str, int]:
    """The meters that the events moved, by id, as they are after them."""
    payments = [event.payment if isinstance(event, e.PaymentUndone) else event for event in events]
    names = {payment.meter for payment in payments if isinstance(payment, _METER_MOVES)}
    return {meter_id(row.link, name): table.meters[name] for name in names}


_METER_MOVES: Final = (e.MeterFed, e.MeterPaid, e.MeterReset)
