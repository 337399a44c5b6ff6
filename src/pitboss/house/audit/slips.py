"""The check of slips: numbers without gaps, and printings only of slips that the log has."""

from collections.abc import Iterator

from pitboss.house.audit.log_pass import LogPass
from pitboss.house.books.register import slip_lines
from pitboss.house.books.shifts import shift_numbers


def check_slips(log_pass: LogPass) -> Iterator[str]:
    """Each series counts from 1 without a gap; each printing is of such a number, the original
    first and its copies in order.
    """
    numbers: dict[str, set[str]] = {}
    for table in log_pass.rows:
        lines = [line.number for line in slip_lines(log_pass.tx, log_pass.house.keys, table)]
        numbers[table] = set(lines)
        last: dict[str, int] = {}
        for number in lines:
            series, _, place = number.partition("-")
            if int(place) != last.get(series, 0) + 1:
                yield f"{table}: slip {number} does not follow {series}-{last.get(series, 0):04d}"
            last[series] = int(place)
    now = log_pass.house.clock()
    for whose in {printing["table"] for printing in log_pass.printings}:
        numbers.setdefault(whose, set()).update(shift_numbers(log_pass.tx, whose, now))
    copies: dict[tuple[str, str], int] = {}
    for printing in log_pass.printings:
        key = (printing["table"], printing["slip"])
        if key[1] not in numbers.get(key[0], set()):
            yield f"{key[0]}: slip {key[1]} was printed, but the log has no such slip"
        if printing["copy"] != copies.get(key, 0):
            yield f"{key[0]}: slip {key[1]} was printed twice as number {printing['copy']}"
        copies[key] = copies.get(key, 0) + 1
