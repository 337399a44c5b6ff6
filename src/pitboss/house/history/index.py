"""The record of a finished round: each seat's result, and the clauses and hands to search by.

Both are written in the transaction that ends the round. Rounds from a database older than the
index are read from the log once, before the first search or audit.
"""

from collections.abc import Iterable
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.migration import ROUNDS_MARKED
from pitboss.house.storage.schema.tables import meta, of_round, round_clauses, round_hands, rounds
from pitboss.table import events as e
from pitboss.table.postings import BESIDE_THE_ROUND, worth_to_player

_BATCH: Final = 500  # rounds of an old database indexed in one transaction

IndexTerms = tuple[set[str], set[tuple[int, str]]]


def index_terms(events: Iterable[e.Event]) -> IndexTerms:
    """Clauses, and pairs of seat and hand. Envy names the holder's hand, not the payee's."""
    clauses: set[str] = set()
    hands: set[tuple[int, str]] = set()
    for event in events:
        if clause := getattr(event, "clause", ""):
            clauses.add(clause)
        match event:
            case e.HandShown() | e.Paid() | e.MeterPaid() | e.AwardPending():
                hands.add((event.seat, event.hand))
            case e.EnvyPaid():
                hands.add((event.holder, event.hand))
    return clauses, hands


def index_round(batch: Batch, stream: str, number: int, events: Iterable[e.Event]) -> None:
    clauses, hands = index_terms(events)
    for clause in sorted(clauses):
        batch.insert(round_clauses, stream, number, clause)
    for seat, hand in sorted(hands):
        batch.insert(round_hands, stream, number, seat, hand)


def read_index(tx: sa.Connection, stream: str, number: int) -> IndexTerms:
    clauses = sa.select(round_clauses.c.clause).where(of_round(round_clauses, stream, number))
    hands = sa.select(round_hands).where(of_round(round_hands, stream, number))
    return set(tx.execute(clauses).scalars()), {(row.seat, row.hand) for row in tx.execute(hands)}


def complete_index(store: Store, keys: Keys, at: int) -> None:
    """Indexes the rounds that were played before there was an index."""
    with store.read() as tx:
        if _is_complete(tx):
            return
    last: tuple[str, int] | None = ("", 0)
    while last is not None:
        with store.begin() as tx:
            log.lock_stream(tx, "marks")
            if _is_complete(tx):
                return  # another server did it
            last = _index_batch(Batch(store, tx, keys), last)
            if last is None:
                tx.execute(sa.insert(meta).values(key=ROUNDS_MARKED, value=str(at)))


def _is_complete(tx: sa.Connection) -> bool:
    return (
        tx.execute(sa.select(meta.c.value).where(meta.c.key == ROUNDS_MARKED)).first() is not None
    )


def _index_batch(batch: Batch, last: tuple[str, int]) -> tuple[str, int] | None:
    """Indexes the next rounds after `last`; returns the last of them, or None at the end."""
    tx = batch.tx
    key = (rounds.c.stream, rounds.c.round)
    cited = sa.select(round_clauses.c.clause).where(of_round(round_clauses, *key))
    query = sa.select(*key).where(~cited.exists(), sa.tuple_(*key) > sa.tuple_(*last))
    rows = tx.execute(query.order_by(*key).limit(_BATCH)).all()
    for stream, number in rows:
        index_round(batch, stream, number, log.round_events(tx, batch.keys, stream, number))
    batch.flush()
    return (rows[-1].stream, rows[-1].round) if rows else None


def seat_results(events: Iterable[e.Event]) -> dict[int, dict[str, Any]]:
    """What each seat staked and won over a round's events."""
    results: dict[int, dict[str, Any]] = {}
    closed = False
    for event in events:
        closed = closed or isinstance(event, e.BetsClosed)
        about = event.payment if isinstance(event, e.PaymentUndone) else event
        seat = getattr(about, "seat", 0)
        if not seat or isinstance(event, BESIDE_THE_ROUND):
            continue
        row = results.setdefault(seat, {"player": "", "staked": 0, "net": 0, "hand": ""})
        row["player"] = getattr(about, "player", "") or row["player"]
        worth = worth_to_player(event)
        row["net"] += worth
        # Ruling G45: a wager given back before the bets were closed did not play.
        unplayed = isinstance(event, e.StakeReturned) and not closed
        if unplayed or isinstance(event, e.WagerPlaced | e.Decided | e.EntryRetracted):
            row["staked"] -= worth
        if isinstance(event, e.HandShown):
            row["hand"] = event.hand
    return {seat: row for seat, row in results.items() if row["staked"] or row["net"]}
