"""The house's own log: what happens at no table, with the money it moves."""

from typing import Any

import sqlalchemy as sa

from pitboss.house.ledger import post
from pitboss.house.live_table import HOUSE
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
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
