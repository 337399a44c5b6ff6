"""Tests a sum of results by dealing the last cards of every round again.

Each round is a law: one column of results for each card that came after the last decision, with a
result for every card that could have come. No two columns of a law get the same card. Given
everything up to the last decisions, the real sum and a sum over redealt cards have the same
distribution, so the rank of the real one among many redealt ones is a test of exactly its nominal
size: whatever the players decided, however skewed the results, and though the seats of a round
share a card or a stub. No normal approximation is involved. Half of the ties count on each side.
The generator is seeded, so the same rounds give the same figures.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec
import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.generator import B32, next_word, start_state

Law = tuple[tuple[int, ...], ...]  # columns of results in cents, one for each card
DRAWS: Final = 200_000_000  # cards redealt in all, unless MIN_SAMPLES need more
MIN_SAMPLES: Final = 1_999
MAX_SAMPLES: Final = 19_999
CONFIDENCE: Final = Fraction(19, 20)
MAX_WIDTH: Final = 16  # cards that come last in one round


class Redeal(msgspec.Struct, frozen=True):
    """The sum beside its distribution; amounts in cents."""

    actual: int
    expected: Fraction  # exact
    low: int
    high: int
    p: float  # two-sided; half of the ties count on each side
    rank: float  # the share of redealt sums below the real one, and half of those equal
    rounds: int  # in which the last card could change the result
    samples: int

    @property
    def outside(self) -> bool:
        return self.p < 1 - CONFIDENCE


class Laws(NamedTuple):
    """Laws for the kernel, flat: each has its values column by column."""

    values: Ints
    starts: Ints
    sizes: Ints  # cards that could come
    widths: Ints  # cards that come
    copies: Ints


@kernel
def redealt_sums(laws: Laws, samples: int, seed: int) -> Ints:
    """[sample] → the sum with every last card dealt again; its twin is in the tests."""
    values, starts, sizes, widths, copies = laws
    state = start_state(np.uint64(seed), np.uint64(0))
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    sums = np.zeros(samples, np.int64)
    picks = np.zeros(MAX_WIDTH, np.int64)
    for law in range(len(starts)):
        size, width = np.uint64(sizes[law]), widths[law]
        for _ in range(copies[law]):
            for sample in range(samples):
                total = np.int64(0)
                at, column = starts[law], 0
                while column < width:
                    word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                    pick = np.int64(((word >> B32) * size) >> B32)
                    again = False
                    for other in range(column):
                        again |= picks[other] == pick
                    if again:
                        continue
                    picks[column] = pick
                    total += values[at + pick]
                    at += sizes[law]
                    column += 1
                sums[sample] += total
    return sums


def _moving(laws: Mapping[Law, int], fixed: int) -> tuple[dict[Law, int], int, Fraction]:
    """The laws that a card can change, the sum that no card can, and the expectation of both."""
    moving = {law: count for law, count in laws.items() if any(min(c) != max(c) for c in law)}
    rest = ((law, count) for law, count in laws.items() if law not in moving)
    fixed += sum(column[0] * count for law, count in rest for column in law)
    expected = sum(
        (
            Fraction(sum(map(sum, law)) * count, len(law[0]))
            for law, count in moving.items()
        ),
        Fraction(fixed),
    )  # fmt: skip
    return moving, fixed, expected


def running(parts: Sequence[tuple[Mapping[Law, int], int, int]], samples: int) -> list[Redeal]:
    """Tests the sum after each part, earlier parts included; a part is (laws, fixed, actual).

    Each part has a seed of its own: equal ones would draw the same cards twice.
    """
    sums = np.zeros(samples, np.int64)
    rounds = fixed = actual = 0
    expected = Fraction()
    results = []
    for place, (laws, base, won) in enumerate(parts, 1):
        moving, sure, mean = _moving(laws, base)
        if moving:
            sums += redealt_sums(flat(moving), samples, place)
        rounds, fixed, actual = rounds + sum(moving.values()), fixed + sure, actual + won
        expected += mean
        test = place_among(sums, rounds, expected, fixed, actual)
        p = test.p if rounds else float(actual == fixed)
        results.append(msgspec.structs.replace(test, p=p))
    return results


def redeal(laws: Mapping[Law, int], fixed: int, actual: int, seed: int, samples: int = 0) -> Redeal:
    """Tests a sum: `laws` with the rounds that had each, `fixed` the part no card could change."""
    moving, fixed, expected = _moving(laws, fixed)
    rounds = sum(moving.values())
    if not rounds:
        p = 1.0 if actual == fixed else 0.0
        return Redeal(actual, expected, fixed, fixed, p, 0.5, 0, 0)
    samples = samples or min(MAX_SAMPLES, max(MIN_SAMPLES, DRAWS // rounds))
    sums = redealt_sums(flat(moving), samples, seed)
    return place_among(sums, rounds, expected, fixed, actual)


def place_among(sums: Ints, rounds: int, expected: Fraction, fixed: int, actual: int) -> Redeal:
    """The place of the real sum among redealt ones, which do not contain `fixed`."""
    samples = len(sums)
    sums = np.sort(sums) + fixed
    below = int(np.searchsorted(sums, actual, "left"))
    above = samples - int(np.searchsorted(sums, actual, "right"))
    ties = samples - below - above + 1  # the real sum is one of them
    tail = (min(below, above) + ties / 2) / (samples + 1)
    edge = int((samples + 1) * (1 - CONFIDENCE) / 2)
    low, high = int(sums[edge - 1]), int(sums[samples - edge])
    place = (below + ties / 2) / (samples + 1)
    return Redeal(actual, expected, low, high, min(1.0, 2 * tail), place, rounds, samples)


def flat(laws: Mapping[Law, int]) -> Laws:
    ordered = sorted(laws.items())
    widths = np.array([len(law) for law, _ in ordered], np.int64)
    assert widths.max() <= MAX_WIDTH, "more seats draw than a table has"
    sizes = np.array([len(law[0]) for law, _ in ordered], np.int64)
    values = np.array([x for law, _ in ordered for column in law for x in column], np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes * widths)[:-1])).astype(np.int64)
    copies = np.array([count for _, count in ordered], np.int64)
    return Laws(values, starts, sizes, widths, copies)


def surprise(counts: Sequence[int], chances: Sequence[Fraction]) -> float:
    """The chance of counts at least as far from these chances: Pearson's test, classes with an
    expectation below 5 joined.
    """
    total = sum(counts)
    classes: list[tuple[float, int]] = []
    rest_chance, rest_count = 0.0, 0
    for count, chance in zip(counts, chances, strict=True):
        if float(chance) * total >= MIN_EXPECTED:
            classes.append((float(chance) * total, count))
        else:
            rest_chance, rest_count = rest_chance + float(chance), rest_count + count
    if rest_chance:
        classes.append((rest_chance * total, rest_count))
    if len(classes) < 2 or (rest_chance * total < 1 and len(classes) < 3):
        return 1.0
    if rest_chance * total < MIN_EXPECTED and rest_chance:
        # Too rare to be a class of its own even so: joined with the smallest class.
        rare = classes.pop()
        least = min(range(len(classes)), key=lambda n: classes[n][0])
        classes[least] = (classes[least][0] + rare[0], classes[least][1] + rare[1])
    square = sum((count - due) ** 2 / due for due, count in classes)
    return _chi_square_tail(square, len(classes) - 1)


MIN_EXPECTED: Final = 5.0


def _chi_square_tail(square: float, freedom: int) -> float:
    """By the recursion from two degrees of freedom to the next."""
    from math import erfc, exp, gamma, sqrt

    half = square / 2
    tail = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    at = 0.5 if freedom % 2 else 1.0
    while at < freedom / 2:
        tail += half**at * exp(-half) / gamma(at + 1)
        at += 1
    return min(1.0, tail)
