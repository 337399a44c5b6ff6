"""The audit: everything the database says, checked against the log and the rulebook.

Each check is a function that yields what is wrong, in words; `CHECKS` is the list. Balances, meters
and rounds are recomputed from raw events; nothing kept beside the log is believed.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.audit.checkpoints import check_checkpoints
from pitboss.house.audit.log_pass import LogPass
from pitboss.house.fairness import rederive, seed_hash
from pitboss.house.floor.submissions import text_hash
from pitboss.house.history.index import complete_index, read_index
from pitboss.house.live_table import TableRow, same_state
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import (
    balances,
    commands,
    entries,
    meters,
    people,
    round_seats,
    rounds,
    seeds,
    submissions,
    tables,
)

Faults = Iterator[str]
# What a database that was written into by hand may make of reading it.
UNREADABLE: Final = (
    *(PitbossError, ValueError, KeyError, TypeError, AttributeError, AssertionError),
    sa.exc.SQLAlchemyError,
)


def check_chain(book: LogPass) -> Faults:
    """Numbers without gaps, hashes that follow, an end where the table says it is."""
    yield from book.chain
    strange = sa.select(entries.c.stream).where(entries.c.stream.not_in(book.streams))
    for row in book.tx.execute(strange.distinct()):
        yield f"entries of {row.stream}, which is no table of this house"
    for row in book.tx.execute(sa.select(tables.c.id, tables.c.seq)):
        if row.seq != book.ends[row.id]:
            yield f"{row.id}: the log ends at {book.ends[row.id]}, the table's row says {row.seq}"


def check_tables(book: LogPass) -> Faults:
    """Each table is what the log made it: game, currency, choices and settings."""
    for name, row in book.rows.items():
        made = book.made.get(name)
        if made is None or msgspec.convert(made, TableRow) != row:
            yield f"{name} is not the table that the log made"


def check_rules(book: LogPass) -> Faults:
    """The rulebook gives every entry's events, and so every price, again."""
    yield from book.rules


def check_postings(book: LogPass) -> Faults:
    """The postings kept are those of the events and the desk's notes, one by one."""
    yield from book.postings


def check_balances(book: LogPass) -> Faults:
    """Every account from raw events; debits equal credits."""
    held = {row.account: row.cents for row in book.tx.execute(sa.select(balances))}
    for account in sorted(held.keys() | book.balances.keys()):
        shown, made = held.get(account, 0), book.balances.get(account, 0)
        if shown != made:
            yield f"account {account} shows {shown} cents, the events make {made}"
    if sum(held.values()):
        yield f"debits and credits differ by {sum(held.values())} cents"


def check_meters(book: LogPass) -> Faults:
    """Each meter from its initial amount and every contribution, award and reset; its lock."""
    held = {row.id: row for row in book.tx.execute(sa.select(meters))}
    for name in sorted(held.keys() | book.meters.keys()):
        made = book.meters.get(name)
        if name not in held:
            yield f"meter {name} is missing; the events make {made}"
        elif held[name].millionths != made:
            yield f"meter {name} stands at {held[name].millionths}, the events make {made}"
        elif held[name].locked_by != book.locks.get(name, ""):
            due = book.locks.get(name, "") or "nobody"
            yield f"meter {name} is locked by {held[name].locked_by or 'nobody'}, not by {due}"


def check_fairness(book: LogPass) -> Faults:
    """Every seed answers the commitment in the log, and every finished round's gives its decks."""
    kept = {(row.stream, row.round): row for row in book.tx.execute(sa.select(seeds))}
    for key in sorted(kept.keys() | book.committed.keys()):
        where = f"{key[0]} round {key[1]}"
        row = kept.get(key)
        if row is None or row.commitment != book.committed.get(key):
            yield f"{where}: the seed kept is not the one committed to in the log"
            continue
        yield from _seed_faults(book, where, key, row)


def _seed_faults(book: LogPass, where: str, key: tuple[str, int], row: Any) -> Faults:
    seed = book.house.keys.unseal(row.sealed, f"{key[0]} seed {key[1]}")
    if seed_hash(seed) != row.commitment:
        yield f"{where}: the seed does not answer its commitment"
    note = book.revealed.get(key)
    told = None if row.revealed is None else row.revealed.hex()
    if told != (note or {}).get("seed"):
        yield f"{where}: the seed shown is not the seed revealed in the log"
    decks = book.shuffles.get(key, [])
    if row.shuffles != len(decks):
        yield f"{where}: {row.shuffles} shuffles are counted, the log has {len(decks)}"
    mixed = book.mixed.get(key, [])
    if msgspec.json.decode(row.player_seeds) != mixed:
        yield f"{where}: the players' seeds are not those in the log"
    for number, order in enumerate(decks, 1):
        if list(order) != rederive(seed, number, mixed, len(order)):
            yield f"{where}: shuffle {number} is not what its seed gives"


def check_rounds(book: LogPass) -> Faults:
    """Each round's record and what it did for each seat, as the log has it."""
    for row in book.tx.execute(sa.select(rounds)):
        where, key = f"{row.stream} round {row.round}", (row.stream, row.round)
        made = book.rounds.pop(key, None)
        if made is None:
            yield f"{where} is recorded but not in the log"
            continue
        kept = book.house.keys.unseal(row.after, f"{row.stream} after {row.round}")
        if not same_state(kept, made.after):
            yield f"{where}: the state kept is not the log's"
        if (row.outcome, row.ended) != (made.outcome, made.ended):
            yield f"{where}: recorded as {row.outcome} at {row.ended}, the log says otherwise"
        mine = (round_seats.c.stream == row.stream) & (round_seats.c.round == row.round)
        seats = {s.seat: s._asdict() for s in book.tx.execute(sa.select(round_seats).where(mine))}
        due = {
            seat: {"stream": row.stream, "round": row.round, "seat": seat, **result}
            for seat, result in made.seats.items()
        }
        if seats != due:
            yield f"{where}: what is recorded for its seats is not what the log says"
        if read_index(book.tx, *key) != made.marks:
            yield f"{where}: the clauses and hands it is found by are not the log's"
    for stream, number in book.rounds:
        yield f"{stream} round {number} has no record"


def check_snapshots(book: LogPass) -> Faults:
    """The state each table would start again from is the fold of the log so far."""
    for row in book.tx.execute(sa.select(tables)):
        if row.snapshot is None:
            continue
        context = f"{row.id} snapshot {row.snapshot_seq}"
        kept = book.house.keys.unseal(row.snapshot, context)
        if not same_state(book.snapshots.get(row.id), kept):
            yield f"{row.id}: the snapshot at entry {row.snapshot_seq} is not the log's"


class StoredReply(msgspec.Struct):
    """What every kept reply says."""

    table: str
    seq: int


def check_commands(book: LogPass) -> Faults:
    """Each command id leads to an entry of who gave it, and its reply says so."""
    for row in book.tx.execute(sa.select(commands)):
        who, _, _ = row.id.partition(":")
        reply = msgspec.json.decode(row.reply, type=StoredReply)
        given = book.given.pop((row.stream, row.seq), None)
        if given is None or given != who:
            yield f"command {row.id}: entry {row.seq} of {row.stream} is not its effect"
        elif reply.table != row.stream or not row.seq <= reply.seq <= book.ends[row.stream]:
            yield f"command {row.id}: its reply names another entry"
    for stream, seq in book.given:
        yield f"{stream} entry {seq} has no command id"


def check_two_persons(book: LogPass) -> Faults:
    """What takes two persons was asked for by one and approved by another, who then did it."""
    under = sa.select(commands).where(commands.c.id.like("%:approval %"))
    ids = {(row.stream, row.seq): row.id for row in book.tx.execute(under)}
    for (stream, seq), name in book.of_two.items():
        who, _, number = ids.get((stream, seq), "").partition(":approval ")
        note = book.approved.get(int(number)) if number.isdecimal() else None
        agreed = note and (note["table"], note["decided_by"]) == (stream, name)
        if note is None or not agreed or who != name or note["asked_by"] == name:
            yield f"{stream} entry {seq}: {name} did alone what takes two persons"


def check_people(book: LogPass) -> Faults:
    """Nobody has a role that the log does not give."""
    for row in book.tx.execute(sa.select(people).where(people.c.role != "player")):
        if book.hired.get(row.name) != row.role:
            yield f"{row.name} is {row.role}, which the log does not say"


def check_submissions(book: LogPass) -> Faults:
    """Each submission's text is the one that was kept under its number."""
    kept = {row.number: text_hash(row.text) for row in book.tx.execute(sa.select(submissions))}
    for number in sorted(kept.keys() | book.submitted.keys()):
        if kept.get(number) != book.submitted.get(number):
            yield f"submission {number} is not the one in the log"


def check_signed(book: LogPass) -> Faults:
    """Checkpoints outside the database still agree with the log."""
    yield from check_checkpoints(book.house, book.tx)


CHECKS: Final[tuple[Callable[[LogPass], Faults], ...]] = (
    check_chain,
    check_tables,
    check_rules,
    check_postings,
    check_balances,
    check_meters,
    check_fairness,
    check_rounds,
    check_snapshots,
    check_commands,
    check_two_persons,
    check_people,
    check_submissions,
    check_signed,
)


def _found(check: Callable[[LogPass], Faults], book: LogPass) -> list[str]:
    """A check that cannot be made is a fault of its own, and does not hide the others."""
    found: list[str] = []
    try:
        found.extend(check(book))
    except UNREADABLE as error:
        found.append(f"cannot be checked further: {error}")
    return found


def audit(house: House, progress: Callable[[int], None] | None = None) -> dict[str, list[str]]:
    """What each check found wrong; empty lists are what one wants to see."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        try:
            book = LogPass(house, tx, progress)
        except UNREADABLE as error:
            return {"check_chain": [f"the log cannot be read: {error}"]}
        return {check.__name__: _found(check, book) for check in CHECKS}
