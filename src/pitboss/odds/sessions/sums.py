"""The distribution of a sum of many rounds, by convolution of whole numbers.

A probability is a whole number of 10^−digits, rounded down, so each is a lower bound, and the
amount by which all of them fall short of 1 (`missing`) bounds the error of any sum of them: the
true chance of a set of results lies between their sum and that sum plus `missing`. Two such
distributions are convolved as two integers with one result in each group of digits, which `decimal`
multiplies exactly and fast. There is no float and no estimate of rounding.

Where a sum has more results than `MAX_POINTS`, neighbouring results are joined: down in one run
and up in another, so that the true session lies between the two.
"""

from bisect import bisect_left
from collections.abc import Mapping
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Inexact, localcontext
from fractions import Fraction
from itertools import accumulate
from typing import Final, Literal

import msgspec
import numpy as np

from pitboss.odds.arrays import Bytes

MAX_POINTS: Final = 150_000
ZERO: Final = ord("0")
Direction = Literal["down", "up"]


class Sum(msgspec.Struct, frozen=True, eq=False):
    """Chances of the multiples of `step` from `first` × `step` up, in parts of 10^digits."""

    step: int  # cents
    first: int
    digits: int
    rows: Bytes  # [result, decimal place] as ASCII digits, the highest place first
    joined: bool = False  # whether results were joined

    @property
    def points(self) -> int:
        return len(self.rows)

    def parts(self) -> list[int]:
        """The chances as whole numbers."""
        size = self.rows.shape[1]
        text = self.rows.tobytes()
        return [int(text[at : at + size]) for at in range(0, len(text), size)]

    @property
    def missing(self) -> Fraction:
        """The amount by which the sum of all chances falls short of 1."""
        places = (self.rows - ZERO).astype(np.int64).sum(axis=0).tolist()
        total = 0
        for place in places:
            total = 10 * total + place
        return 1 - Fraction(total, 10**self.digits)


def sum_of(results: Mapping[int, int], step: int, digits: int) -> Sum:
    """One round: results in cents, each with its count."""
    deals = sum(results.values())
    first = min(results) // step
    rows = np.full((max(results) // step - first + 1, digits + 1), ZERO, np.uint8)
    for net, count in results.items():
        text = str(count * 10**digits // deals).zfill(digits + 1)
        rows[net // step - first] = np.frombuffer(text.encode(), np.uint8)
    return Sum(step, first, digits, rows)


def add(one: Sum, other: Sum) -> Sum:
    """The sum of two independent results with the same step."""
    assert one.step == other.step and one.digits == other.digits
    digits = one.digits
    width = 2 * digits + 1  # a chance of the sum is at most 1, that is 10^(2 digits)
    context = Context(
        prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, clamp=0, traps=[Inexact], capitals=1
    )
    with localcontext(context):
        product = context.multiply(
            *(context.create_decimal(_packed(each.rows, width)) for each in (one, other))
        )
        text = str(product)
    points = one.points + other.points - 1
    fields = np.frombuffer(text.zfill(points * width).encode(), np.uint8).reshape(points, width)
    rows = fields[:, : width - digits]  # the last digits of each are dropped: rounded down
    used = np.flatnonzero((rows != ZERO).any(axis=1))
    start, end = int(used[0]), int(used[-1]) + 1
    return Sum(
        one.step,
        one.first + other.first + start,
        digits,
        np.ascontiguousarray(rows[start:end]),
        one.joined or other.joined,
    )


def _packed(rows: Bytes, width: int) -> str:
    fields = np.full((len(rows), width), ZERO, np.uint8)
    fields[:, width - rows.shape[1] :] = rows
    return fields.tobytes().decode()


def session(results: Mapping[int, int], step: int, rounds: int, direction: Direction) -> Sum:
    """The sum of `rounds` rounds, by doubling."""
    digits = 17 + len(str(rounds))
    single = sum_of(results, step, digits)
    total = single
    for bit in bin(rounds)[3:]:
        total = narrow(add(total, total), direction)
        if bit == "1":
            total = add(total, with_step(single, total.step, direction))
    return total


def narrow(total: Sum, direction: Direction) -> Sum:
    while total.points > MAX_POINTS:
        total = with_step(total, total.step * 2, direction)
    return total


def with_step(total: Sum, step: int, direction: Direction) -> Sum:
    """Moves each result down, or up, to a multiple of a coarser step."""
    if step == total.step:
        return total
    ratio = step // total.step
    cells: dict[int, int] = {}
    for at, part in enumerate(total.parts(), total.first):
        cell = at // ratio if direction == "down" else -(-at // ratio)
        cells[cell] = cells.get(cell, 0) + part
    first = min(cells)
    size = total.digits + 1
    text = "".join(str(cells[at]).zfill(size) for at in range(first, max(cells) + 1))
    rows = np.frombuffer(text.encode(), np.uint8).reshape(-1, size)
    return Sum(step, first, total.digits, rows, joined=True)


class Bounds(msgspec.Struct, frozen=True):
    """A figure that is known to lie between two numbers; equal where it is exact."""

    low: Fraction
    high: Fraction


class Cumulated(msgspec.Struct, frozen=True):
    """Chances of at most each result, as bounds."""

    step: int
    first: int
    scale: int
    sums: list[int]  # lower bounds
    missing: int  # in the same parts

    def at_most(self, cents: int) -> Bounds:
        at = cents // self.step - self.first
        low = 0 if at < 0 else self.sums[min(at, len(self.sums) - 1)]
        return Bounds(
            Fraction(low, self.scale), Fraction(min(low + self.missing, self.scale), self.scale)
        )

    def quantile(self, share: Fraction) -> tuple[int, int]:
        """Bounds in cents of the least result that this share of sessions does not exceed."""
        goal = -(-share.numerator * self.scale // share.denominator)
        low, high = self._first_at(goal - self.missing), self._first_at(goal)
        return low * self.step, high * self.step

    def _first_at(self, goal: int) -> int:
        return self.first + min(bisect_left(self.sums, goal), len(self.sums) - 1)


def cumulated(total: Sum) -> Cumulated:
    scale = 10**total.digits
    sums = list(accumulate(total.parts()))
    return Cumulated(total.step, total.first, scale, sums, scale - sums[-1])
