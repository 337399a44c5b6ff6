"""Writes what a command did in the caller's transaction: entry, money, meters, a round's end.

Memory changes after the commit.
"""

import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.house.chance import Entropy
from pitboss.house.history.index import index_round, seat_results
from pitboss.house.ledger import house_postings, move_meters, post
from pitboss.house.live_table import LiveTable, freeze, track_waits
from pitboss.house.seeds import commit_seed, count_shuffle, reveal_seeds
from pitboss.house.storage import log
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import round_seats, rounds, tables
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import Table


def record(
    tx: sa.Connection,
    keys: Keys,
    entropy: Entropy,
    live: LiveTable,
    command: c.Command,
    result: tuple[Table, tuple[e.Event, ...]],
    at: int,
    key: tuple[str, str],
) -> LiveTable:
    """Writes all effects of a command; returns the table after it.

    `key` is the id under which the command was given, and the hash of the request.
    """
    table, events = result
    row = live.row
    after = replace(live, table=table)
    body = log.Body(command, events, {}, *key)
    kind = type(command).__name__
    entry = log.new_entry(row.id, live.seq + 1, at, command.by, kind, live.table.round)
    entry = log.append(tx, keys, live.hash, entry, body)
    after.seq, after.hash = entry.seq, entry.hash
    if log.deck_order(command):
        count_shuffle(tx, live)
    moves = [move for event in events for move in house_postings(row, event)]
    post(tx, row.id, after.seq, moves)
    move_meters(tx, live, table, events)
    if table.round != live.table.round:
        _close_round(tx, keys, entropy, live, after, events, at)
    save_seq(tx, after)
    track_waits(after, live.table, at, events)
    return after


def _close_round(
    tx: sa.Connection,
    keys: Keys,
    entropy: Entropy,
    live: LiveTable,
    after: LiveTable,
    events: tuple[e.Event, ...],
    at: int,
) -> None:
    """Writes the round's record, reveals its seed, commits the next, saves a snapshot."""
    number, row = live.table.round, live.row
    void = any(isinstance(event, e.RoundVoided) for event in events)
    _index_round(tx, keys, live)
    reveal_seeds(tx, keys, after, number, at)
    state = freeze(after.table)
    tx.execute(
        sa.insert(rounds).values(
            stream=row.id,
            round=number,
            began=live.round_began or at,
            ended=at,
            outcome="void" if void else "settled",
            after=keys.seal(state, f"{row.id} after {number}"),
        )
    )
    commit_seed(tx, keys, entropy, after, at)
    snapshot = keys.seal(state, f"{row.id} snapshot {after.seq}")
    update = sa.update(tables).where(tables.c.id == row.id)
    tx.execute(update.values(snapshot=snapshot, snapshot_seq=after.seq))


def _index_round(tx: sa.Connection, keys: Keys, live: LiveTable) -> None:
    """Records each seat's result and the search index; the entry just written counts."""
    stream, number = live.row.id, live.table.round
    events = log.round_events(tx, keys, stream, number)
    index_round(tx, stream, number, events)
    for seat, result in seat_results(events).items():
        row = {"stream": stream, "round": number, "seat": seat, **result}
        tx.execute(sa.insert(round_seats).values(**row))


def save_seq(tx: sa.Connection, live: LiveTable) -> None:
    """Stores where the table's log ends."""
    tx.execute(sa.update(tables).where(tables.c.id == live.row.id).values(seq=live.seq))
