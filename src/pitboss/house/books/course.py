"""The result so far beside what chance gives: sums over the hours, each a test of its own.

The samples of redeal.py add up from hour to hour, so the interval after any hour is as exact as
that of one hour, though the sums share their beginning.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from pitboss.house.books.play import Law

SAMPLES: Final = 3_999


class HourPlay(msgspec.Struct, frozen=True):
    """The rounds of an hour: their laws with how many had each, and what no card could change."""

    name: str
    laws: Mapping[Law, int]
    fixed: int
    result: int


class CoursePoint(msgspec.Struct, frozen=True):
    """After an hour; amounts in cents, from the house's side, all hours before included."""

    group: str
    result: int
    expected: float  # given the decisions really taken
    low: int
    high: int
    p: float


def course_of(hours: Sequence[HourPlay]) -> tuple[CoursePoint, ...]:
    from pitboss.odds.sessions.redeal import place_among, redealt_hour

    total, actual = None, 0
    points = []
    for place, hour in enumerate(hours, 1):
        # Each hour has a seed of its own: equal ones would draw the same cards twice.
        redealt = redealt_hour(hour.laws, hour.fixed, SAMPLES, seed=place)
        total = redealt if total is None else total.plus(redealt)
        actual += hour.result
        test = place_among(total.sums, total.rounds, total.expected, total.fixed, actual)
        p = test.p if total.rounds else float(actual == total.fixed)
        expected = float(total.expected)
        points.append(CoursePoint(hour.name, actual, expected, test.low, test.high, p))
    return tuple(points)
