"""The audit: everything the database says, checked against the log and the rulebook.

Each check is a function that yields what is wrong, in words; `CHECKS` is the list. Balances, meters
and rounds are recomputed from raw events; nothing kept beside the log is believed.
"""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.house import log
from pitboss.house.checkpoints import check_checkpoints
from pitboss.house.fairness import rederive, seed_hash
from pitboss.house.ledger import booked
from pitboss.house.live import TableRow, freeze, read_row
from pitboss.house.schema.tables import balances, meters, postings, rounds, seeds, tables
from pitboss.house.service import House
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from pitboss.table.round import decide, evolve, start

Faults = Iterator[str]


class Book:
    """What one pass over the log says, for all the checks to compare with."""

    def __init__(self, house: House, tx: sa.Connection) -> None:
        self.house, self.tx = house, tx
        self.rows: dict[str, TableRow] = {
            row.id: read_row(row) for row in tx.execute(sa.select(tables))
        }
        self.streams = [log.HOUSE, *self.rows]
        self.faults: list[str] = []
        self.balances: dict[str, int] = {}
        self.meters: dict[str, int] = {}
        self.revealed: dict[tuple[str, int], dict[str, object]] = {}
        self.committed: dict[tuple[str, int], str] = {}
        self.shuffles: dict[tuple[str, int], list[tuple[int, ...]]] = {}
        for stream in self.streams:
            self._read(stream)

    def _read(self, stream: str) -> None:
        previous, expected = log.GENESIS, 1
        row = self.rows.get(stream)
        table = start(Rules(row.choices)) if row else None
        for entry in log.read(self.tx, stream):
            where = f"{stream} entry {entry.seq}"
            if entry.seq != expected:
                self.faults.append(f"{where}: entry {expected} is missing")
            if log.chained(previous, entry) != entry.hash:
                self.faults.append(f"{where}: the chain is broken")
            previous, expected = entry.hash, entry.seq + 1
            try:
                body = log.open_body(self.house.keys, entry)
            except (ValueError, msgspec.DecodeError, log.BadSeal) as error:
                self.faults.append(f"{where}: cannot be read: {error}")
                continue
            self._note(stream, entry, body)
            if table is None or row is None:
                continue
            if body.command is not None:
                answer = decide(table, body.command)
                if isinstance(answer, Refusal):
                    self.faults.append(f"{where}: the rules refuse it: {answer}")
                elif answer != body.events:
                    self.faults.append(f"{where}: the rules give other events")
            for event in body.events:
                table = evolve(table, event)
                self._money(row, event)
                if isinstance(event, e.CardsShuffled) and event.order:
                    self.shuffles.setdefault((stream, entry.round), []).append(event.order)

    def _money(self, row: TableRow, event: e.Event) -> None:
        for source, target, cents in booked(row.place, event):
            self.balances[source] = self.balances.get(source, 0) - cents
            self.balances[target] = self.balances.get(target, 0) + cents
        link = f"{row.link}/{getattr(event, 'meter', '')}"
        match event:
            case e.MeterFed():
                self.meters[link] = self.meters.get(link, 0) + event.millionths
            case e.MeterPaid():
                self.meters[link] = self.meters.get(link, 0) - event.cents * 1_000_000
            case e.MeterReset():
                self.meters[link] = self.meters.get(link, 0) + event.cents * 1_000_000

    def _note(self, stream: str, entry: log.Entry, body: log.Body) -> None:
        match entry.kind:
            case "SeedCommitted":
                self.committed[stream, body.note["round"]] = body.note["commitment"]
            case "SeedRevealed":
                self.revealed[stream, body.note["round"]] = body.note


def check_chain(book: Book) -> Faults:
    """Numbers without gaps, hashes that follow, and events that the rules give again."""
    yield from book.faults


def check_postings(book: Book) -> Faults:
    """The postings kept are those of the events; the rest are the desk's own."""
    kept: dict[str, int] = {}
    for row in book.tx.execute(sa.select(postings)):
        kept[row.source] = kept.get(row.source, 0) - row.cents
        kept[row.target] = kept.get(row.target, 0) + row.cents
    held = {row.account: row.cents for row in book.tx.execute(sa.select(balances))}
    for account in sorted(kept.keys() | held.keys()):
        if kept.get(account, 0) != held.get(account, 0):
            shown, true = held.get(account, 0), kept.get(account, 0)
            yield f"account {account} shows {shown} cents, its postings make {true}"
    if sum(held.values()):
        yield f"debits and credits differ by {sum(held.values())} cents"


def check_table_money(book: Book) -> Faults:
    """Chips, escrow and inventory of every table, from raw events."""
    held = {row.account: row.cents for row in book.tx.execute(sa.select(balances))}
    kinds = ("chips", "escrow", "inventory", "drop")
    for account, cents in held.items():
        made = book.balances.get(account, 0)
        if account.split("/")[1] in kinds and made != cents:
            yield f"account {account} shows {cents} cents, the events make {made}"


def check_meters(book: Book) -> Faults:
    """Each meter from its initial amount and every contribution, award and reset."""
    initial: dict[str, int] = {}
    for row in book.rows.values():
        for terms in row.choices.meters:
            initial.setdefault(f"{row.link}/{terms.meter}", terms.initial * 1_000_000)
    for row_ in book.tx.execute(sa.select(meters)):
        expected = initial.get(row_.id, 0) + book.meters.get(row_.id, 0)
        if row_.millionths != expected:
            yield f"meter {row_.id} stands at {row_.millionths}, the events make {expected}"


def check_fairness(book: Book) -> Faults:
    """Every finished round's seed answers its commitment and gives its decks."""
    for row in book.tx.execute(sa.select(seeds).where(seeds.c.revealed.is_not(None))):
        key = (row.stream, row.round)
        where = f"{row.stream} round {row.round}"
        note = book.revealed.get(key)
        if note is None or note["seed"] != row.revealed.hex():
            yield f"{where}: the seed kept is not the seed revealed in the log"
            continue
        if seed_hash(row.revealed) != book.committed.get(key):
            yield f"{where}: the seed does not answer its commitment"
        size = len(Rules(book.rows[row.stream].choices).game.cards)
        mixed = msgspec.convert(note["player_seeds"], list[str])
        for number, order in enumerate(book.shuffles.get(key, []), 1):
            if list(order) != rederive(row.revealed, number, mixed, size):
                yield f"{where}: shuffle {number} is not what its seed gives"


def check_rounds(book: Book) -> Faults:
    """The state kept after each round is the fold of the log so far."""
    for stream, row in book.rows.items():
        rules = Rules(row.choices)
        table = start(rules)
        found = sa.select(rounds).where(rounds.c.stream == stream)
        kept = {r.round: r for r in book.tx.execute(found)}
        for entry in log.read(book.tx, stream):
            before = table.round
            for event in log.open_body(book.house.keys, entry).events:
                table = evolve(table, event)
            if table.round == before:
                continue
            if before not in kept:
                yield f"{stream} round {before} has no record"
                continue
            sealed = kept.pop(before).after
            if book.house.keys.unseal(sealed, f"{stream} after {before}") != freeze(table):
                yield f"{stream} round {before}: the state kept is not the log's"
        for number in kept:
            yield f"{stream} round {number} is recorded but not in the log"


def check_signed(book: Book) -> Faults:
    """Checkpoints outside the database still agree with the log."""
    yield from check_checkpoints(book.house, book.tx)


CHECKS: Final[tuple[Callable[[Book], Faults], ...]] = (
    check_chain,
    check_postings,
    check_table_money,
    check_meters,
    check_fairness,
    check_rounds,
    check_signed,
)


def audit(house: House) -> dict[str, list[str]]:
    """What each check found wrong; empty lists are what one wants to see."""
    with house.store.read() as tx:
        try:
            book = Book(house, tx)
        except (ValueError, KeyError, AssertionError) as error:
            return {"check_chain": [f"the log cannot be folded: {error!r}"]}
        return {check.__name__: list(check(book)) for check in CHECKS}
