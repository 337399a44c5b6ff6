"""Adds what a command did to a batch: entry, money, meters, a round's end.

Memory changes after the commit.
"""

from msgspec.structs import replace

from pitboss.house.chance import Entropy
from pitboss.house.history.index import index_round, seat_results
from pitboss.house.ledger import house_postings, move_meters, post
from pitboss.house.live_table import LiveTable, append_entry, freeze, track_waits
from pitboss.house.seeds import commit_seed, count_shuffle, reveal_seeds
from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import round_seats, rounds
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import Table


def record(
    batch: Batch,
    entropy: Entropy,
    live: LiveTable,
    command: c.Command,
    result: tuple[Table, tuple[e.Event, ...]],
    at: int,
    key: tuple[str, str],
) -> LiveTable:
    """Adds all effects of a command; returns the table after it.

    `key` is the id under which the command was given, and the hash of the request.
    """
    table, events = result
    row = live.row
    after = replace(live, table=table, events=live.events.plus(events), news=events)
    entry = log.new_entry(
        row.id, live.seq + 1, at, command.by, type(command).__name__, live.table.round
    )
    append_entry(batch, after, entry, log.Body(command, events, {}, *key))
    if log.deck_order(command):
        count_shuffle(batch, after)
    moves = [move for event in events for move in house_postings(row, event)]
    post(batch, row.id, after.seq, moves)
    move_meters(batch, live, table, events)
    if table.round != live.table.round:
        _close_round(batch, entropy, live, after, at)
    track_waits(after, live.table, at, events)
    return after


def _close_round(
    batch: Batch, entropy: Entropy, live: LiveTable, after: LiveTable, at: int
) -> None:
    """Adds the round's record, reveals its seed, commits the next, saves a snapshot."""
    number, stream, keys = live.table.round, live.row.id, batch.keys
    void = any(isinstance(event, e.RoundVoided) for event in after.news)
    index_round(batch, stream, number, after.events)
    for seat, result in seat_results(after.events).items():
        values = (result[name] for name in ("player", "staked", "net", "hand"))
        batch.insert(round_seats, stream, number, seat, *values)
    reveal_seeds(batch, after, number, at)
    state = freeze(after.table)
    sealed = keys.seal(state, f"{stream} after {number}")
    outcome = "void" if void else "settled"
    batch.insert(rounds, stream, number, live.round_began or at, at, outcome, sealed)
    commit_seed(batch, entropy, after, at)
    snapshot = keys.seal(state, f"{stream} snapshot {after.seq}")
    batch.update("save_snapshot", snapshot, after.seq, stream)
