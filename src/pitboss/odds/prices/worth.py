"""The record of what a piece of information is worth, exact or sampled."""

from fractions import Fraction
from math import sqrt

import msgspec


class Worth(msgspec.Struct, frozen=True):
    """What a player gains a round, in units of the base wager."""

    what: str
    exact: str  # a fraction, "" where it was sampled
    estimate: float
    error: float  # one standard error of the estimate, 0 where exact
    samples: int  # cases enumerated, or drawn

    @property
    def gain(self) -> Fraction | None:
        return Fraction(self.exact) if self.exact else None


def exact_worth(what: str, gain: Fraction, cases: int) -> Worth:
    return Worth(what, f"{gain.numerator}/{gain.denominator}", float(gain), 0.0, cases)


def sampled_worth(what: str, gains: list[Fraction]) -> Worth:
    n = len(gains)
    mean = sum(gains, Fraction(0)) / n
    spread = sum(((gain - mean) ** 2 for gain in gains), Fraction(0)) / (n - 1)
    return Worth(what, "", float(mean), sqrt(spread / n), n)
