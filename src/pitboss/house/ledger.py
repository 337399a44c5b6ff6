"""A table's postings in the house's books: every account with its currency and table.

Practice and real chips never mix: an account's name begins with its currency, and a posting's two
sides are made from one table's, or one person's, currency.
"""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.house.storage.schema.tables import balances, postings
from pitboss.table import events as e
from pitboss.table.postings import Posting
from pitboss.table.postings import postings as table_postings


class TableAccounts(NamedTuple):
    """Where a table's money lives."""

    currency: str
    table: str
    link: str


def wallet(currency: str, person: str) -> str:
    return f"{currency}/wallet/{person}"


def issue(currency: str) -> str:
    """Where money enters and leaves the house's books."""
    return f"{currency}/issue"


def meter_id(link: str, name: str) -> str:
    return f"{link}/{name}"


def house_postings(place: TableAccounts, event: e.Event) -> list[Posting]:
    """The event's postings, in the house's accounts. A move of nothing is not booked."""
    person = getattr(event, "player", "")
    return [
        Posting(_account(place, source, person), _account(place, target, person), cents)
        for source, target, cents in table_postings(event)
        if cents and not isinstance(event, e.MetersRead | e.TableOpened)
    ]


def _account(place: TableAccounts, account: str, person: str) -> str:
    kind, _, rest = account.partition(" ")
    match kind:
        case "player":
            return f"{place.currency}/chips/{place.table}/{rest}"
        case "spot":
            return f"{place.currency}/escrow/{place.table}/{rest.replace(' ', '/')}"
        case "meter":
            return f"{place.currency}/meter/{meter_id(place.link, rest)}"
        case "outside":
            return wallet(place.currency, person)
        case "jackpot" | "cage":
            return f"{place.currency}/{kind}"
    return f"{place.currency}/{kind}/{place.table}"


def post(tx: sa.Connection, stream: str, seq: int, moves: Sequence[Posting]) -> None:
    """Writes postings and their balances in the caller's transaction."""
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
    # In one order everywhere, so that two tables never wait for each other's rows.
    _add(tx, [(account, changes[account]) for account in sorted(changes) if changes[account]])


def _add(tx: sa.Connection, changes: list[tuple[str, int]]) -> None:
    if not changes:
        return
    insert = postgresql.insert if tx.dialect.name == "postgresql" else sqlite.insert
    made = insert(balances).values([{"account": name, "cents": n} for name, n in changes])
    tx.execute(
        made.on_conflict_do_update(
            index_elements=["account"], set_={"cents": balances.c.cents + made.excluded.cents}
        )
    )


def balance(tx: sa.Connection, account: str, *, lock: bool = False) -> int:
    found = sa.select(balances.c.cents).where(balances.c.account == account)
    if lock:
        found = found.with_for_update()
    return tx.execute(found).scalar() or 0
