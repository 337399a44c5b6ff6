"""Refusals that the log of a table with real chips records: late wagers and wrong roles.

Repeats are counted, and the count is written at the tenth, the hundredth and so on, so that nobody
can flood the log.
"""

from typing import Any, Final

import msgspec

from pitboss.house.live_table import LiveTable
from pitboss.table import commands as c
from pitboss.table.refusals import Reason

REFUSED: Final = "Refused"  # an entry's kind
WRITTEN: Final = (Reason.WAGERS_CLOSED, Reason.NOT_YOUR_ROLE)
MAX_LINES: Final = 40  # in one round of a table


class RefusalCounts(msgspec.Struct):
    """A table's refusals in the present round, by person, command and sentence."""

    round: int = 0
    lines: int = 0
    times: dict[tuple[str, str, str], int] = {}


def refusal_note(
    counts: RefusalCounts, live: LiveTable, command: c.Command, why: str, clause: str
) -> dict[str, Any] | None:
    """The note to write; None for practice chips, for a repeat, and once there are too many."""
    if live.row.currency != "real":
        return None
    if counts.round != live.table.round:
        counts.round, counts.lines, counts.times = live.table.round, 0, {}
    key = (command.by.name, type(command).__name__, why)
    if counts.lines >= MAX_LINES:
        return None
    counts.times[key] = times = counts.times.get(key, 0) + 1
    if str(times).strip("0") != "1":
        return None
    counts.lines += 1
    return {
        "role": command.by.role,
        "name": command.by.name,
        "what": type(command).__name__,
        "why": why,
        "clause": clause,
        "times": times,
    }
