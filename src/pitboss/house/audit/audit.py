"""The audit: checks everything in the database against the log and the rulebook.

Each check is a function that yields faults as sentences; `CHECKS` lists them. Balances, meters and
rounds are recomputed from raw events; nothing stored beside the log is trusted.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.assignments import read_assignments
from pitboss.house.audit.checkpoints import check_checkpoints
from pitboss.house.audit.command_ids import check_commands, check_two_persons
from pitboss.house.audit.indexes import check_indexes
from pitboss.house.audit.log_pass import LogPass
from pitboss.house.audit.slips import check_slips
from pitboss.house.edition import edition_start
from pitboss.house.fairness import rederive, seed_hash
from pitboss.house.floor.submissions import text_hash
from pitboss.house.history.index import complete_index, read_index
from pitboss.house.live_table import TableRow, same_state
from pitboss.house.service import House
from pitboss.house.storage.integrity import damage, postgres_remarks
from pitboss.house.storage.schema.tables import (
    balances,
    checkpoints,
    entries,
    meters,
    of_round,
    people,
    round_seats,
    rounds,
    seeds,
    submissions,
    tables,
)

Faults = Iterator[str]
# Errors from reading a database that someone edited by hand, or that is damaged.
UNREADABLE: Final = (
    *(PitbossError, ValueError, LookupError, TypeError, AttributeError, AssertionError),
    *(ArithmeticError, sa.exc.SQLAlchemyError),
)


def check_chain(log_pass: LogPass) -> Faults:
    """Entries have no gaps, hashes form a chain, and the log ends where the table says."""
    yield from log_pass.chain
    strange = sa.select(entries.c.stream).where(entries.c.stream.not_in(log_pass.streams))
    for row in log_pass.tx.execute(strange.distinct()):
        yield f"entries of {row.stream}, which is no table of this house"
    for row in log_pass.tx.execute(sa.select(tables.c.id, tables.c.seq)):
        if row.seq != log_pass.ends[row.id]:
            end = log_pass.ends[row.id]
            yield f"{row.id}: the log ends at {end}, the table's row says {row.seq}"


def check_tables(log_pass: LogPass) -> Faults:
    """Each table has the game, currency, choices and settings that the log gives it."""
    for row in log_pass.tx.execute(sa.select(tables)):
        if bool(row.closed) != (row.id in log_pass.closed):
            yield f"{row.id} is {'closed' if row.closed else 'open'}, which the log does not say"
        record = log_pass.records.get(row.id)
        # Unknown fields are compared too: one may be a known field whose name was damaged.
        texts = [msgspec.json.decode(text) for text in (row.choices, row.settings)]
        if (
            record is None
            or msgspec.convert(record, TableRow) != log_pass.rows[row.id]
            or texts != [record["choices"], record["settings"]]
        ):
            yield f"{row.id} is not the table that the log made"


def check_rules(log_pass: LogPass) -> Faults:
    """The rulebook reproduces every entry's events, and so every payment."""
    yield from log_pass.rules


def check_postings(log_pass: LogPass) -> Faults:
    """The stored postings are those of the events and the cage's notes, one by one."""
    yield from log_pass.postings


def check_balances(log_pass: LogPass) -> Faults:
    """Every balance follows from raw events; debits equal credits."""
    stored = {row.account: row.cents for row in log_pass.tx.execute(sa.select(balances))}
    for account in sorted(stored.keys() | log_pass.balances.keys()):
        shown, due = stored.get(account, 0), log_pass.balances.get(account, 0)
        if account not in log_pass.balances:
            yield f"no event moved account {account}"
        elif shown != due:
            yield f"account {account} shows {shown} cents, the events make {due}"
    if sum(stored.values()):
        yield f"debits and credits differ by {sum(stored.values())} cents"


def check_meters(log_pass: LogPass) -> Faults:
    """Each meter and its lock follow from every contribution, award and reset."""
    stored = {row.id: row for row in log_pass.tx.execute(sa.select(meters))}
    for name in sorted(stored.keys() | log_pass.meters.keys()):
        due = log_pass.meters.get(name)
        if name not in stored:
            yield f"meter {name} is missing; the events make {due}"
        elif stored[name].millionths != due:
            yield f"meter {name} stands at {stored[name].millionths}, the events make {due}"
        elif stored[name].locked_by != log_pass.locks.get(name, ""):
            holder = log_pass.locks.get(name, "") or "nobody"
            yield f"meter {name} is locked by {stored[name].locked_by or 'nobody'}, not by {holder}"


def check_fairness(log_pass: LogPass) -> Faults:
    """Every seed matches its commitment in the log, and reproduces its round's decks."""
    stored = {(row.stream, row.round): row for row in log_pass.tx.execute(sa.select(seeds))}
    for key in sorted(stored.keys() | log_pass.committed.keys()):
        where = f"{key[0]} round {key[1]}"
        row = stored.get(key)
        if row is None or row.commitment != log_pass.committed.get(key):
            yield f"{where}: the stored seed is not the one committed to in the log"
            continue
        yield from _seed_faults(log_pass, where, key, row)


def _seed_faults(log_pass: LogPass, where: str, key: tuple[str, int], row: Any) -> Faults:
    seed = log_pass.house.keys.unseal(row.sealed, f"{key[0]} seed {key[1]}")
    if seed_hash(seed) != row.commitment:
        yield f"{where}: the seed does not match its commitment"
    note = log_pass.revealed.get(key)
    shown = None if row.revealed is None else row.revealed.hex()
    if shown != (note or {}).get("seed"):
        yield f"{where}: the seed shown is not the seed revealed in the log"
    decks = log_pass.shuffles.get(key, [])
    if row.shuffles != len(decks):
        yield f"{where}: {row.shuffles} shuffles are counted, the log has {len(decks)}"
    mixed = log_pass.mixed.get(key, [])
    if msgspec.json.decode(row.player_seeds) != mixed:
        yield f"{where}: the players' seeds are not those in the log"
    for number, order in enumerate(decks, 1):
        if list(order) != rederive(seed, number, mixed, len(order)):
            yield f"{where}: shuffle {number} is not what its seed gives"


def check_rounds(log_pass: LogPass) -> Faults:
    """Each round's record, seat results and index match the log."""
    for row in log_pass.tx.execute(sa.select(rounds)):
        where, key = f"{row.stream} round {row.round}", (row.stream, row.round)
        finished = log_pass.rounds.pop(key, None)
        if finished is None:
            yield f"{where} is recorded but not in the log"
            continue
        state = log_pass.house.keys.unseal(row.after, f"{row.stream} after {row.round}")
        if not same_state(state, finished.after):
            yield f"{where}: the stored state is not the log's"
        if (row.outcome, row.ended) != (finished.outcome, finished.ended):
            yield f"{where}: recorded as {row.outcome} at {row.ended}, the log says otherwise"
        if finished.began not in (0, row.began):
            yield f"{where}: recorded as begun at {row.began}, the log says {finished.began}"
        query = sa.select(round_seats).where(of_round(round_seats, *key))
        seats = {seat.seat: seat._asdict() for seat in log_pass.tx.execute(query)}
        due = {
            seat: {"stream": row.stream, "round": row.round, "seat": seat, **result}
            for seat, result in finished.seats.items()
        }
        if seats != due:
            yield f"{where}: the record of its seats is not what the log says"
        if read_index(log_pass.tx, *key) != finished.marks:
            yield f"{where}: the clauses and hands in its index are not the log's"
    for stream, number in log_pass.rounds:
        yield f"{stream} round {number} has no record"


def check_snapshots(log_pass: LogPass) -> Faults:
    """Each table's snapshot is the fold of its log up to that entry."""
    for row in log_pass.tx.execute(sa.select(tables)):
        if row.snapshot is None:
            continue
        context = f"{row.id} snapshot {row.snapshot_seq}"
        state = log_pass.house.keys.unseal(row.snapshot, context)
        folded = log_pass.snapshots.get(row.id)
        if folded is None or not same_state(state, folded):
            yield f"{row.id}: the snapshot at entry {row.snapshot_seq} is not the log's"


def check_people(log_pass: LogPass) -> Faults:
    """Every staff role comes from the log."""
    for row in log_pass.tx.execute(sa.select(people).where(people.c.role != "player")):
        if log_pass.hired.get(row.name) != (row.role, row.device_table):
            yield f"{row.name} is {row.role}, which the log does not say"


def check_assignments(log_pass: LogPass) -> Faults:
    """Every floorperson's assignment comes from the log."""
    stored = {(one.name, one.table): one for one in read_assignments(log_pass.tx)}
    for name, table in sorted(stored.keys() | log_pass.assigned.keys()):
        if stored.get((name, table)) != log_pass.assigned.get((name, table)):
            yield f"{name} is assigned to {table} otherwise than the log says"


def check_submissions(log_pass: LogPass) -> Faults:
    """Each submission's text has the hash in the log."""
    stored = {
        row.number: text_hash(row.text) for row in log_pass.tx.execute(sa.select(submissions))
    }
    for number in sorted(stored.keys() | log_pass.submitted.keys()):
        if stored.get(number) != log_pass.submitted.get(number):
            yield f"submission {number} is not the one in the log"


def check_signed(log_pass: LogPass) -> Faults:
    """Checkpoints outside the database agree with the log, and their times with what is signed."""
    for row in log_pass.tx.execute(sa.select(checkpoints)):
        if msgspec.json.decode(row.body).get("at") != row.at:
            yield f"checkpoint {row.number} has another time than was signed"
    yield from check_checkpoints(log_pass.house, log_pass.tx)


# The first check needs no log: it runs before the log is read.
INTEGRITY: Final = "check_integrity"
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
    check_indexes,
    check_two_persons,
    check_people,
    check_assignments,
    check_submissions,
    check_slips,
    check_signed,
)


def _run(check: Callable[[LogPass], Faults], log_pass: LogPass) -> list[str]:
    """Turns a check that fails to run into a fault of its own, so that it hides no other."""
    faults: list[str] = []
    try:
        faults.extend(check(log_pass))
    except UNREADABLE as error:
        faults.append(f"cannot be checked further: {error}")
    return faults


def remarks(house: House) -> list[str]:
    """What a reader of the audit must know in addition to the faults."""
    notes = postgres_remarks(house.store)
    try:
        with house.store.read() as tx:
            names = tx.execute(sa.select(tables.c.id)).scalars().all()
            earlier = sum(edition_start(tx, house.keys, name) - 1 for name in names)
    except UNREADABLE:
        return notes  # the faults say what cannot be read
    if earlier:
        notes.append(f"{earlier:,} entries of an earlier edition: folded, not decided again")
    return notes


def audit(house: House, progress: Callable[[int], None] | None = None) -> dict[str, list[str]]:
    """The faults of each check; empty lists mean that all is well."""
    faults = {INTEGRITY: list(damage(house.store))}
    try:
        complete_index(house.store, house.keys, house.clock())
        with house.store.read_anew() as tx:
            log_pass = LogPass(house, tx, progress)
            return faults | {check.__name__: _run(check, log_pass) for check in CHECKS}
    except UNREADABLE as error:
        return faults | {"check_chain": [f"the log cannot be read: {error}"]}
