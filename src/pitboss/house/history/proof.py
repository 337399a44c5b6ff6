"""Proves one finished round: its deck from its seed, its entries in the chain, a replay."""

import json
from bisect import bisect_left
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.house.history.rounds import differences, verify
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import checkpoints, entries, of_round


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """The first checkpoint after the round's last entry."""

    number: int
    at: int
    good: bool  # signed by this house, and the log still has the entry that it names


class Chain(msgspec.Struct, frozen=True):
    first: int
    last: int
    head: str  # the last entry's hash
    wrong: list[str]
    signed: SignedCheckpoint | None


class Proof(msgspec.Struct, frozen=True):
    good: bool
    fairness: dict[str, Any]
    chain: Chain
    replay: list[str]  # how a replay differs; empty when it does not


def prove(house: House, table: str, number: int) -> Proof:
    fair = verify(house, table, number)
    with house.store.read() as tx:
        chain = _chain(house, tx, table, number)
    replayed = differences(house, table, number)
    good = fair["answers"] and all(fair["shuffles"]) and not chain.wrong and not replayed
    return Proof(good and (chain.signed is None or chain.signed.good), fair, chain, replayed)


def _chain(house: House, tx: sa.Connection, table: str, number: int) -> Chain:
    """Checks every entry from the round's first to its last, including other rounds' between."""
    ends = sa.select(sa.func.min(entries.c.seq), sa.func.max(entries.c.seq))
    first, last = tx.execute(ends.where(of_round(entries, table, number))).one()
    wrong: list[str] = []
    previous, due = log.GENESIS, first
    for entry in log.read(tx, table, max(first - 2, 0), last):
        if entry.seq >= first:
            if entry.seq != due:
                wrong.append(f"entry {due} is missing")
            if log.entry_hash(previous, entry) != entry.hash:
                wrong.append(f"entry {entry.seq}: the chain is broken")
            due = entry.seq + 1
        previous = entry.hash
    return Chain(first, last, previous.hex(), wrong, _covering_checkpoint(house, tx, table, last))


def _covering_checkpoint(
    house: House, tx: sa.Connection, table: str, seq: int
) -> SignedCheckpoint | None:
    """Finds the checkpoint by bisection, since heads only grow."""

    def first_from(number: int) -> Any:
        query = sa.select(checkpoints).where(checkpoints.c.number >= number)
        return tx.execute(query.order_by(checkpoints.c.number)).first()

    newest = tx.execute(sa.select(sa.func.max(checkpoints.c.number))).scalar() or 0
    number = bisect_left(
        range(newest + 1), seq, lo=1, key=lambda each: _head(first_from(each).body, table)[0]
    )
    checkpoint = first_from(number)
    if checkpoint is None:
        return None
    head, digest = _head(checkpoint.body, table)
    at_head = sa.select(entries.c.hash).where(entries.c.stream == table, entries.c.seq == head)
    stored = tx.execute(at_head).scalar()
    good = stored is not None and stored.hex() == digest
    good = good and house.keys.verify(checkpoint.signature, checkpoint.body)
    return SignedCheckpoint(checkpoint.number, checkpoint.at, good)


def _head(body: bytes, table: str) -> tuple[int, str]:
    seq, digest = json.loads(body)["heads"].get(table, (0, ""))
    return seq, digest
