"""The result so far beside what chance gives: sums over the hours, each a test of its own.

The samples of redeal.py add up from hour to hour, so the interval after any hour is as exact as
that of one hour, though the sums share their beginning.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from pitboss.house.books.play import Law

SAMPLES: Final = 3_999


# The rounds of an hour: each law with its count, the part that no card could change, the result.
HourPlay = tuple[Mapping[Law, int], int, int]


class CoursePoint(msgspec.Struct, frozen=True):
    """The sums after an hour, earlier hours included; in cents, from the house's side."""

    group: str
    result: int
    expected: float  # given the decisions really taken
    low: int
    high: int
    p: float


def course_of(hours: Mapping[str, HourPlay]) -> tuple[CoursePoint, ...]:
    from pitboss.odds.sessions.redeal import running

    tests = running([*hours.values()], SAMPLES)
    return tuple(
        CoursePoint(name, test.actual, float(test.expected), test.low, test.high, test.p)
        for name, test in zip(hours, tests, strict=True)
    )
