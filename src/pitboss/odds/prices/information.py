"""What it is worth to have seen a card that one should not have seen (the protection figures).

Exact where all cases can be enumerated: one community card, one other seat's cards. What all the
other seats hold is sampled: each sample is solved exactly, and only the choice of samples has an
error. Units are those of the base game.
"""

from fractions import Fraction
from math import comb, sqrt
from typing import Final

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.game import PricedGame

SAMPLES: Final = 400
SEED: Final = 235


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


class _Worths(msgspec.Struct, frozen=True):
    found: tuple[Worth, ...]


def worth_of_information(
    book: PricedGame, letter: str = "A", *, samples: int = SAMPLES, seed: int = SEED
) -> tuple[Worth, ...]:
    def compute() -> _Worths:
        from pitboss.odds.prices import information_solve as information_build

        return _Worths(tuple(information_build.worths(book, letter, samples, seed)))

    asked = (book.fingerprint, letter, samples, seed)
    return remember(_Worths, asked, compute).found


def exact_worth(what: str, gain: Fraction, cases: int) -> Worth:
    return Worth(what, f"{gain.numerator}/{gain.denominator}", float(gain), 0.0, cases)


def sampled_worth(what: str, gains: list[Fraction]) -> Worth:
    n = len(gains)
    mean = sum(gains, Fraction(0)) / n
    spread = sum(((gain - mean) ** 2 for gain in gains), Fraction(0)) / (n - 1)
    return Worth(what, "", float(mean), sqrt(spread / n), n)


def orders(cards: int, known: int, last: int = 5) -> int:
    """Sets of known cards, then ordered ways to the last card."""
    found = comb(cards, known)
    for k in range(known, last):
        found *= cards - k
    return found
