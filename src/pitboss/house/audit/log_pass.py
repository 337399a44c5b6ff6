"""One pass over the log, to compute what everything stored beside it should be."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.assignments import ASSIGNED, Assignment
from pitboss.house.books.printing import PRINTED
from pitboss.house.edition import EDITION_BEGAN, edition_start
from pitboss.house.history.index import IndexTerms, index_terms, seat_results
from pitboss.house.history.payments import judge_payments
from pitboss.house.ledger import house_postings, meter_id
from pitboss.house.live_table import SETTINGS_CHANGED, TableRow, freeze, read_row
from pitboss.house.people.approvals import of_two_persons
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import postings, tables
from pitboss.house.writing.refusals import oversteps
from pitboss.money import MILLIONTHS
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.engine import decide, fold, start
from pitboss.table.postings import Posting
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table

# What the first edition left to a person where the table's settings said so.
_RESERVED: Final = (e.AwardValidated, e.RoundVoided)


class FinishedRound(msgspec.Struct):
    """`began` is 0 for a round of an earlier edition, which timed rounds differently."""

    outcome: str
    began: int
    ended: int
    after: bytes
    seats: dict[int, dict[str, Any]]
    marks: IndexTerms


class CommandRecord(msgspec.Struct):
    """What the row of a command must hold; `id` and `digest` are empty for older entries.

    With `more`, the reply has further fields, which the log does not determine.
    """

    giver: str
    id: str
    digest: str
    reply: dict[str, Any]
    more: bool = False


class LogPass:
    """The results of one pass over the log, for the checks to compare with."""

    def __init__(
        self, house: House, tx: sa.Connection, progress: Callable[[int], None] | None = None
    ) -> None:
        """`progress` is called with the number of entries read so far."""
        self.house, self.tx = house, tx
        self._progress, self._entries = progress, 0
        rows = list(tx.execute(sa.select(tables)))
        self.rows: dict[str, TableRow] = {row.id: read_row(row) for row in rows}
        self._snapshot_seqs = {row.id: row.snapshot_seq for row in rows}
        self.streams = [log.HOUSE_STREAM, *self.rows]
        self.chain: list[str] = []
        self.rules: list[str] = []
        self.postings: list[str] = []
        self.ends: dict[str, int] = {}
        self.balances: dict[str, int] = {}
        self.meters: dict[str, int] = {}
        self.locks: dict[str, str] = {}
        self.revealed: dict[tuple[str, int], dict[str, Any]] = {}
        self.committed: dict[tuple[str, int], str] = {}
        self.mixed: dict[tuple[str, int], list[str]] = {}
        self.shuffles: dict[tuple[str, int], list[tuple[int, ...]]] = {}
        self.rounds: dict[tuple[str, int], FinishedRound] = {}
        self.snapshots: dict[str, bytes] = {}
        self.commands: dict[tuple[str, int], CommandRecord] = {}  # by the entry they caused
        self.hired: dict[str, tuple[str, str]] = {}  # role, and the table of a device
        self.assigned: dict[tuple[str, str], Assignment] = {}
        self.approved: dict[int, dict[str, Any]] = {}
        self.of_two: dict[tuple[str, int], str] = {}  # the giver of each two-person act
        self.closed: set[str] = set()  # tables that were taken away
        self.printings: list[dict[str, Any]] = []  # of slips, in order
        self.submitted: dict[int, str] = {}  # the hash of each submission's text
        self.records: dict[str, dict[str, Any]] = {}  # each table as created, with later settings
        for stream in self.streams:
            self._read(stream)

    def _read(self, stream: str) -> None:
        previous, self.ends[stream] = log.GENESIS, 0
        reader = _Stream(self, stream)
        for entry in log.read(self.tx, stream):
            where = f"{stream} entry {entry.seq}"
            if entry.seq != self.ends[stream] + 1:
                self.chain.append(f"{where}: entry {self.ends[stream] + 1} is missing")
            self.ends[stream] = entry.seq
            self._entries += 1
            if self._progress is not None:
                self._progress(self._entries)
            try:
                if log.entry_hash(previous, entry) != entry.hash:
                    self.chain.append(f"{where}: the chain is broken")
                previous = entry.hash
                body = log.open_body(self.house.keys, entry)
            except (ValueError, TypeError, PitbossError) as error:
                self.chain.append(f"{where}: cannot be read: {error}")
                continue
            reader.take(where, entry, body)
        reader.finish()


class _Stream:
    """The fold of one stream."""

    def __init__(self, log_pass: LogPass, stream: str) -> None:
        self.log_pass, self.stream = log_pass, stream
        self.row = log_pass.rows.get(stream)
        self.table: Table | None = start(Rules(self.row.choices)) if self.row else None
        self.first = edition_start(log_pass.tx, log_pass.house.keys, stream) if self.row else 0
        self.happened: list[e.Event] = []  # in the present round
        self.stored = _postings(log_pass.tx, stream)
        self.next = next(self.stored, None)
        self.began = 0  # when the present round began
        self.last_command: CommandRecord | None = None  # whose notes may follow

    def take(self, where: str, entry: log.Entry, body: log.Body) -> None:
        self._command(entry, body)
        self._note(entry, body.note)
        moves = [Posting(*move) for move in body.note.get("moves", ())]
        if body.command is not None:
            if order := log.deck_order(body.command):
                self.log_pass.shuffles.setdefault((self.stream, entry.round), []).append(order)
            if (entry.by_role, entry.by_name) != (body.command.by.role, body.command.by.name):
                self.log_pass.rules.append(f"{where}: the command was given by another person")
            if of_two_persons(body.command) and entry.by_role != "house":
                self.log_pass.of_two[self.stream, entry.seq] = entry.by_name
            if self._house_overstepped(entry.seq, body):
                self.log_pass.rules.append(f"{where}: the house did what only a person may do")
        if self.row is not None:
            moves += [move for event in body.events for move in house_postings(self.row, event)]
            self._fold(where, entry, body)
        self._compare(where, entry.seq, moves)

    def _command(self, entry: log.Entry, body: log.Body) -> None:
        """Records what the command's row must say. Its reply names the last entry it caused."""
        if body.command is not None:
            reply = {"table": self.stream, "seq": entry.seq, "events": len(body.events)}
            record = CommandRecord(entry.by_name, body.id, body.digest, reply)
            self.last_command = self.log_pass.commands[self.stream, entry.seq] = record
        elif self.last_command is not None and entry.kind in ("SeedRevealed", "SeedCommitted"):
            self.last_command.reply["seq"] = entry.seq
        else:
            self.last_command = None

    def _house_overstepped(self, seq: int, body: log.Body) -> bool:
        """Whether the house gave an award or void that the settings then left to a person."""
        command, record = body.command, self.log_pass.records.get(self.stream)
        if command is None or command.by.role != "house" or record is None:
            return False
        row = msgspec.convert(record, TableRow)
        if seq < self.first:
            return row.reserves and any(isinstance(event, _RESERVED) for event in body.events)
        return any(oversteps(row, event) for event in body.events)

    def _fold(self, where: str, entry: log.Entry, body: log.Body) -> None:
        """If the fold fails, only the chain and the money of this stream are checked further."""
        if self.table is None:
            return
        try:
            self._decide(where, entry, body)
            after = fold(self.table, body.events)
        except (ValueError, KeyError, IndexError, TypeError, AssertionError) as error:
            self.log_pass.rules.append(f"{where}: the log cannot be folded from here: {error!r}")
            self.table = None
            return
        self.happened += body.events
        for event in body.events:
            self._meter(event)
        if after.round != self.table.round:
            voided = any(isinstance(event, e.RoundVoided) for event in body.events)
            self.log_pass.rounds[self.stream, self.table.round] = FinishedRound(
                "void" if voided else "settled",
                (self.began or entry.at) if entry.seq >= self.first else 0,
                entry.at,
                freeze(after),
                seat_results(self.happened),
                index_terms(self.happened),
            )
            self.happened = []
        if body.events and (after.round != self.table.round or not after.wagering()):
            self.began = entry.at
        self.table = after
        if entry.seq == self.log_pass._snapshot_seqs[self.stream]:
            self.log_pass.snapshots[self.stream] = freeze(after)

    def _decide(self, where: str, entry: log.Entry, body: log.Body) -> None:
        """Decides a command again. Those of an earlier edition are only judged by the paytable."""
        assert self.table is not None
        rules = self.log_pass.rules
        if entry.seq < self.first:
            rules += [f"{where}: {fault}" for fault in judge_payments(self.table, body.events)]
        elif body.command is not None:
            answer = decide(self.table, body.command)
            if isinstance(answer, Refusal):
                rules.append(f"{where}: the rules refuse it: {answer}")
            elif answer != body.events:
                rules.append(f"{where}: the rules give other events")

    def _meter(self, event: e.Event, sign: int = 1) -> None:
        match event:
            case e.PaymentUndone():
                self._meter(event.payment, -sign)
                return
            case e.MeterFed():
                moved = event.millionths
            case e.MeterPaid():
                moved = -event.cents * MILLIONTHS
            case e.MeterReset():
                moved = event.cents * MILLIONTHS
            case _:
                return
        assert self.row is not None
        name = meter_id(self.row.link, event.meter)
        self.log_pass.meters[name] = self.log_pass.meters.get(name, 0) + sign * moved

    def _note(self, entry: log.Entry, note: dict[str, Any]) -> None:
        log_pass = self.log_pass
        match entry.kind:
            case "SeedCommitted":
                log_pass.committed[self.stream, note["round"]] = note["commitment"]
            case "SeedRevealed":
                log_pass.revealed[self.stream, note["round"]] = note
            case "PlayerSeed":
                log_pass.mixed.setdefault((self.stream, note["round"]), []).append(note["seed"])
            case kind if kind == EDITION_BEGAN:
                if entry.seq != self.first:
                    fault = f"{self.stream} entry {entry.seq}: this edition had begun already"
                    log_pass.rules.append(fault)
            case "Cash" | "Bankroll" | "Wanted":
                if note["id"]:
                    reply = {"table": self.stream, "seq": entry.seq}
                    name = f"{note['by']}:{note['id']}"
                    record = CommandRecord(note["by"], name, "", reply, more=True)
                    log_pass.commands[self.stream, entry.seq] = record
                if _takes_two(note):
                    log_pass.of_two[self.stream, entry.seq] = note["by"]
            case kind if kind == PRINTED:
                log_pass.printings.append(note)
            case "SubmissionKept":
                log_pass.submitted[note["number"]] = note["sha256"]
            case "Approval" if note["decision"] == "approved":
                log_pass.approved[note["number"]] = note
            case "Hired":
                log_pass.hired[note["name"]] = (note["role"], note.get("table", ""))
            case kind if kind == ASSIGNED:
                for table in note["tables"]:
                    of_log = (note["name"], table, note["until"], note["by"], entry.at)
                    log_pass.assigned[note["name"], table] = Assignment(*of_log)
            case kind if kind == SETTINGS_CHANGED:
                log_pass.records[self.stream]["settings"] = note["settings"]
            case "TableTaken":
                log_pass.closed.add(self.stream)
            case "TableMade":
                log_pass.records[self.stream] = note["table"]
                for _, target, cents in note["moves"]:
                    kind, _, name = target.partition("/")[2].partition("/")
                    if kind == "meter":
                        log_pass.meters[name] = log_pass.meters.get(name, 0) + cents * MILLIONTHS

    def _compare(self, where: str, seq: int, moves: list[Posting]) -> None:
        """Compares one entry's postings, and adds its money to the balances that are due."""
        for source, target, cents in moves:
            self.log_pass.balances[source] = self.log_pass.balances.get(source, 0) - cents
            self.log_pass.balances[target] = self.log_pass.balances.get(target, 0) + cents
        self._skip_postings(seq)
        mine: list[Posting] = []
        if self.next is not None and self.next[0] == seq:
            mine = self.next[1]
            self.next = next(self.stored, None)
        if mine != moves:
            self.log_pass.postings.append(f"{where}: its postings are not those of its events")

    def _skip_postings(self, until: float) -> None:
        while self.next is not None and self.next[0] < until:
            fault = f"{self.stream} entry {self.next[0]}: postings of no entry"
            self.log_pass.postings.append(fault)
            self.next = next(self.stored, None)

    def finish(self) -> None:
        self._skip_postings(inf)
        if self.row is None or self.table is None:
            return
        for terms in self.row.choices.meters:
            name = meter_id(self.row.link, terms.meter)
            if self.table.pending:
                self.log_pass.locks[name] = self.stream


def _takes_two(note: dict[str, Any]) -> bool:
    """Whether cash was approved by a second person, or should have been."""
    above = abs(note.get("cents", 0)) > note.get("limit", inf)
    own = "cents" in note and note.get("name", "").lower() == note["by"].lower()
    return "approval" in note or own or (above and note.get("currency") != "practice")


def _postings(tx: sa.Connection, stream: str) -> Iterator[tuple[int, list[Posting]]]:
    """Stored postings, entry by entry."""
    query = (
        sa.select(postings)
        .where(postings.c.stream == stream)
        .order_by(postings.c.seq, postings.c.n)
    )
    seq, group = 0, list[Posting]()
    for row in tx.execute(query):
        if row.seq != seq and group:
            yield seq, group
            group = []
        seq = row.seq
        # A posting whose number is not its place does not belong to the entry.
        source = row.source if row.n == len(group) else ""
        group.append(Posting(source, row.target, row.cents))
    if group:
        yield seq, group
