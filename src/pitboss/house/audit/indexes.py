"""Looks rows up through the indexes by which the server finds them.

A flipped bit in an index hides a row from the server while a scan of the table still shows it: a
command could act twice, a wallet could look empty, or a taken name could look free. So the audit
reads each such table from end to end, and then looks up every key the way the server does.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.audit.log_pass import LogPass
from pitboss.house.storage.schema.tables import (
    approvals,
    balances,
    checkpoints,
    commands,
    from_cage,
    meta,
    meters,
    people,
    postings,
    sessions,
    tables,
)

# Every row of these is looked up by its key.
_KEYS: Final[tuple[sa.Column[Any], ...]] = (
    commands.c.id,
    balances.c.account,
    meters.c.id,
    tables.c.id,
    people.c.id,
    people.c.name,
    sessions.c.token,
    approvals.c.number,
    checkpoints.c.number,
    meta.c.key,
)
_BATCH: Final = 500


def check_indexes(log_pass: LogPass) -> Iterator[str]:
    """Every row that decides an outcome is found through the index that leads to it."""
    for column in _KEYS:
        yield from _missing(log_pass.tx, column)
    yield from _other_fills(log_pass.tx)


def _missing(tx: sa.Connection, column: sa.Column[Any]) -> Iterator[str]:
    table = column.table
    with _planner(tx, "indexscan", "indexonlyscan", "bitmapscan"):
        # All columns: SQLite would read the key alone from the index.
        rows = iter([tuple(row) for row in tx.execute(sa.select(table))])
    place = list(table.c).index(column)
    with _planner(tx, "seqscan"):
        while batch := list(islice(rows, _BATCH)):
            query = sa.select(table).where(column.in_([row[place] for row in batch]))
            index = Counter(tuple(row) for row in tx.execute(query))
            for row in batch:
                if index[row] != 1:
                    yield f"{table.name} {row[place]}: the index does not lead to its row"


def _other_fills(tx: sa.Connection) -> Iterator[str]:
    """Compares the money that the cage gave each account with what the index leads to."""
    sums: Counter[tuple[str, str]] = Counter()
    with _planner(tx, "indexscan", "indexonlyscan", "bitmapscan"):
        # All columns of all rows: a condition would be answered from the index.
        for row in tx.execute(sa.select(postings)):
            currency, _, account = row.source.partition("/")
            if account == "cage":
                sums[currency, row.target] += row.cents
    with _planner(tx, "seqscan"):
        for (currency, target), cents in sums.items():
            query = sa.select(sa.func.sum(postings.c.cents)).where(from_cage(currency, target))
            if tx.execute(query).scalar() != cents:
                yield f"postings to {target}: the index gives a different sum from the cage"


@contextmanager
def _planner(tx: sa.Connection, *methods: str) -> Iterator[None]:
    """Keeps PostgreSQL from reading a table in these ways; SQLite needs no such setting."""
    for method in methods if tx.dialect.name == "postgresql" else ():
        tx.exec_driver_sql(f"SET LOCAL enable_{method} = off")
    yield
    for method in methods if tx.dialect.name == "postgresql" else ():
        tx.exec_driver_sql(f"SET LOCAL enable_{method} = on")
