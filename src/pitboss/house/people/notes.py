"""The house's own log: what happens at no table, with the money it moves."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from pitboss.house.ledger import post
from pitboss.house.live_table import HOUSE
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import entries
from pitboss.table.postings import Posting


def note(
    tx: sa.Connection,
    house: House,
    kind: str,
    body: dict[str, Any],
    moves: tuple[Posting, ...],
    at: int,
) -> int:
    """Logs what happened at no table, with the money it moved; returns the entry's number."""
    log.lock_stream(tx, log.HOUSE_STREAM)
    seq, last = log.head(tx, log.HOUSE_STREAM)
    entry = log.new_entry(log.HOUSE_STREAM, seq + 1, at, HOUSE, kind, 0)
    batch = Batch(house.store, tx, house.keys)
    log.append(batch, last, entry, log.Body(note={**body, "moves": moves}))
    post(batch, log.HOUSE_STREAM, seq + 1, moves)
    batch.flush()
    return seq + 1


def notes_of(tx: sa.Connection, house: House, kind: str) -> Iterator[dict[str, Any]]:
    """Every note of a kind, the oldest first."""
    mine = (entries.c.stream == log.HOUSE_STREAM) & (entries.c.kind == kind)
    for row in tx.execute(sa.select(entries).where(mine).order_by(entries.c.seq)):
        yield log.open_body(house.keys, log.Entry(**row._mapping)).note
