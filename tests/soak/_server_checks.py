"""What the campaign `servers` must have seen, and checks at its end, apart from the audit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from house.stage import Stage
from kit.play import least_stakes
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import commands
from pitboss.money import MILLIONTHS
from pitboss.table import events as e


class Goal(msgspec.Struct, frozen=True):
    """What a run must have seen at its end."""

    contributions: int
    awards: int
    kills: int
    cuts: int
    restarts: int
    servers: int = 2
    tables: int = 3  # of each kind
    seats: int = 6  # of a table that the house deals

    @property
    def troubles(self) -> list[str]:
        return ["kill"] * self.kills + ["cut"] * self.cuts + ["restart"] * self.restarts


SHORT = Goal(contributions=60, awards=3, kills=1, cuts=2, restarts=1, tables=1, seats=4)


def meter_move(events: tuple[e.Event, ...], last: int) -> tuple[int, int]:
    """The meter before and after one command, in millionths of a cent.

    `last` is where this table left it; it is read again if another table moved it since.
    """
    before = after = last
    for event in events:
        match event:
            case e.MetersRead():
                before = after = event.meters["meter"]
            case e.MeterFed():
                after += event.millionths
            case e.MeterPaid():
                after -= event.cents * MILLIONTHS
            case e.MeterReset():
                after += event.cents * MILLIONTHS
            case _:
                pass
    return before, after


def check_stream(
    heard: Mapping[str, list[int]],
    numbers: Mapping[str, list[int]],
    begun_at: Mapping[str, int],
    ends: Mapping[str, int],
) -> None:
    """What a server heard of a table is a stretch of its log: nothing missing, twice or astray.

    It has all that came after `begun_at`, up to `ends`. A server reads every table before it takes
    commands, and is told of each move after that; what it heard before it was looked at is right.
    """
    for table in numbers.keys() | heard.keys():
        seqs, stream = numbers.get(table, []), heard.get(table, [])
        first = seqs.index(stream[0]) if stream[:1] and stream[0] in seqs else 0
        stretch = seqs[first : first + len(stream)]
        wrong = [pair for pair in zip(stream, stretch, strict=False) if pair[0] != pair[1]]
        assert stream == stretch, (table, wrong[:5], len(stream), len(stretch))
        due = {seq for seq in seqs if begun_at.get(table, 0) < seq <= ends.get(table, 0)}
        assert due <= {*stream}, (table, "never heard", sorted(due - {*stream})[:5])


def has_heard(
    heard: Mapping[str, list[int]], begun_at: Mapping[str, int], ends: Mapping[str, int]
) -> bool:
    """Whether a server has heard of every table's moves up to these. About a table that has not
    moved since the server began, there is nothing to hear.
    """
    return all(
        seq <= max(begun_at.get(table, 0), *heard.get(table, [])[-1:], 0)
        for table, seq in ends.items()
    )


class Move(NamedTuple):
    """What one entry of a table's log did to the meter, in millionths of a cent."""

    table: str
    seq: int
    before: int
    after: int
    awards: int


def check_order(first: int, transactions: Iterable[Sequence[Move]]) -> list[Move]:
    """All moves in their one order, in which each begins where the one before it ended.

    The transactions come in the order of their commits. Only within one is the order of different
    tables found by their amounts.
    """
    order: list[Move] = []
    place = first
    for moves in transactions:
        chain = _chain(place, moves)
        assert chain is not None, (place, moves, order[-3:])
        order += chain
        place = order[-1].after if order else first
    return order


def _chain(place: int, moves: Sequence[Move]) -> list[Move] | None:
    """The moves so that each begins where the one before ended, each table's own in its order."""
    rows: dict[str, list[Move]] = {}
    for move in sorted(moves, key=lambda each: each.seq):
        rows.setdefault(move.table, []).append(move)
    dead: set[tuple[int, ...]] = set()  # how far each table was, where it did not go on

    def extend(place: int, ends: tuple[int, ...], chain: list[Move]) -> list[Move] | None:
        if len(chain) == len(moves):
            return chain
        if ends in dead:
            return None
        for number, own in enumerate(rows.values()):
            if ends[number] < len(own) and own[ends[number]].before == place:
                move = own[ends[number]]
                further = (*ends[:number], ends[number] + 1, *ends[number + 1 :])
                whole = extend(move.after, further, [*chain, move])
                if whole is not None:
                    return whole
        dead.add(ends)
        return None

    return extend(place, (0,) * len(rows), [])


class Records:
    """What the database has of the tables and their one meter; some go into `counts`."""

    def __init__(self, stage: Stage, tables: Sequence[str], counts: Counter[str]) -> None:
        self.stage, self.tables, self.counts = stage, tables, counts
        self.first = self._meter()

    def _meter(self) -> int:
        with self.stage.house.store.read() as tx:
            return int(tx.exec_driver_sql("SELECT millionths FROM meters").scalar_one())

    def numbers(self) -> dict[str, list[int]]:
        """Where each table's log stood after each command."""
        numbers: dict[str, list[int]] = {table: [] for table in self.tables}
        with self.stage.house.store.read() as tx:
            for row in tx.execute(sa.select(commands.c.stream, commands.c.reply)):
                if row.stream in numbers:
                    numbers[row.stream].append(msgspec.json.decode(row.reply)["seq"])
        return {table: sorted(seqs) for table, seqs in numbers.items()}

    def ends(self) -> dict[str, int]:
        """Where each table's log stands after its last command."""
        return {table: seqs[-1] for table, seqs in self.numbers().items() if seqs}

    def check_answers(self, answers: Mapping[str, int]) -> None:
        """Every answer stands in the log, once."""
        with self.stage.house.store.read() as tx:
            rows = {row.id: row.reply for row in tx.execute(sa.select(commands))}
        for key, seq in answers.items():
            reply = rows.get(key)
            assert reply is not None, f"the answered command {key} is lost"
            assert msgspec.json.decode(reply)["seq"] == seq, f"{key} was answered by {seq}: {reply}"
        self.counts["answers"] = len(answers)

    def check_order(self) -> None:
        """Contributions and awards of all tables in one order, that of their commits."""
        order = check_order(self.first, self._transactions())
        assert order[-1].after == self._meter()
        self.counts["awards"] = sum(move.awards for move in order)

    def _transactions(self) -> Iterable[list[Move]]:
        moves = {(move.table, move.seq): move for move in self._moves()}
        query = "SELECT stream, seq, xmin::text, pg_xact_commit_timestamp(xmin) FROM entries"
        with self.stage.house.store.read() as tx:
            rows = tx.exec_driver_sql(query).all()
        groups: dict[tuple[Any, str], list[Move]] = {}
        for stream, seq, transaction, at in rows:
            if (stream, seq) in moves:
                groups.setdefault((at, transaction), []).append(moves[stream, seq])
        return (groups[key] for key in sorted(groups))

    def _moves(self) -> Iterator[Move]:
        """What each entry did to the meter, table by table; counts the contributions."""
        keys, fed = self.stage.house.keys, 0
        terms = self.stage.house.live(self.tables[0]).row.choices.meters[0]
        for table in self.tables:
            place = self.first
            for entry in self._entries(table):
                events = log.open_body(keys, entry).events
                before, after = meter_move(events, place)
                if before != after:
                    awards = sum(isinstance(each, e.MeterPaid) for each in events)
                    yield Move(table, entry.seq, before, after, awards)
                place = after  # also where it was only read
                fed += sum(each.millionths for each in events if isinstance(each, e.MeterFed))
        stake = least_stakes(self.stage.state(self.tables[0]).rules)["progressive"]
        self.counts["contributions"] = fed // (stake * terms.rate)

    def _entries(self, table: str) -> list[log.Entry]:
        with self.stage.house.store.read() as tx:
            return list(log.read(tx, table))
