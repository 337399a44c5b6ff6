"""What the campaign `servers` checks at its end, apart from the audit."""

from pitboss.money import MILLIONTHS
from pitboss.table import events as e


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
