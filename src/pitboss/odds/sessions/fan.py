"""The fan of a session: quantiles of the result after more and more rounds, and the chance of
being ahead, from the exact distribution of the sum.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.odds.sessions.one_round import OneRound
from pitboss.odds.sessions.sums import Direction, Sum, add, cumulated, narrow, session, with_step

SHARES: Final = tuple(Fraction(part, 20) for part in (1, 5, 10, 15, 19))
POINTS: Final = 20  # of a fan, equally far apart


class FanPoint(msgspec.Struct, frozen=True):
    """After `rounds` rounds: bounds in cents of the quantiles of `SHARES`, and bounds of the chance
    of a result above zero. Two bounds differ only in the last digits, or where results were joined.
    """

    rounds: int
    quantiles: tuple[tuple[int, int], ...]
    ahead: tuple[float, float]


def fan(bets: OneRound, rounds: int) -> list[FanPoint]:
    """`rounds` is a multiple of `POINTS`."""
    assert rounds % POINTS == 0
    block = rounds // POINTS
    down = list(_sums(bets, block, "down"))
    # Joined upward, a session exceeds a result at least as often as the true one.
    up = list(_sums(bets, block, "up")) if down[-1].joined else down
    return [_point(block * at, *sums) for at, sums in enumerate(zip(down, up, strict=True), 1)]


def _sums(bets: OneRound, block: int, direction: Direction) -> Iterator[Sum]:
    """The sums of one block of rounds, of two, and so on."""
    first = session(bets.results, bets.step, block, direction)
    total = first
    yield total
    for _ in range(1, POINTS):
        total = narrow(add(total, with_step(first, total.step, direction)), direction)
        yield total


def _point(rounds: int, down: Sum, up: Sum) -> FanPoint:
    least, most = cumulated(down), cumulated(up)
    quantiles = [(least.quantile(share)[0], most.quantile(share)[1]) for share in SHARES]
    ahead = float(1 - least.at_most(0).high), float(1 - most.at_most(0).low)
    return FanPoint(rounds, tuple(quantiles), ahead)
