"""What the campaign `servers` must have seen, and checks at its end, apart from the audit."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

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


def check_stream(heard: dict[str, list[int]], numbers: dict[str, list[int]]) -> None:
    """What a server heard of a table is a stretch of its log: nothing missing, twice or astray."""
    for table, stream in heard.items():
        first = numbers[table].index(stream[0])
        due = numbers[table][first : first + len(stream)]
        wrong = [pair for pair in zip(stream, due, strict=False) if pair[0] != pair[1]]
        assert stream == due, (table, wrong[:5], len(stream), len(due))


def has_heard(
    heard: dict[str, list[int]], begun_at: dict[str, int], numbers: dict[str, list[int]]
) -> bool:
    """Whether a server has heard of every table's last move. About a table that has not moved since
    the server began, there is nothing to hear.
    """
    return all(
        heard.get(table, [])[-1:] == seqs[-1:]
        or (table not in heard and begun_at.get(table) == seqs[-1])
        for table, seqs in numbers.items()
        if seqs
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
