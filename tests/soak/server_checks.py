"""What the campaign `servers` must have seen, and checks at its end, apart from the audit."""

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
    tables: int = 2  # of each kind

    @property
    def troubles(self) -> list[str]:
        return ["kill"] * self.kills + ["cut"] * self.cuts + ["restart"] * self.restarts


SHORT = Goal(contributions=60, awards=3, kills=1, cuts=2, restarts=1, tables=1)


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
