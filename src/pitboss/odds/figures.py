"""Exact figures of a distribution of results, and where they come from.

Decimals appear only in roots and on display.
"""

import platform
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import msgspec

from pitboss.odds.cache import source_fingerprint
from pitboss.odds.game import PricedGame

_ROUNDED: Final = Context(prec=30)  # digits of a root


class FinalHand(msgspec.Struct, frozen=True):
    """One final hand: its frequency, its payout, and its part of the expectation in units."""

    hand: str
    pays: str
    combinations: int
    probability: Fraction
    returned: Fraction  # net result × probability, in units
    average_wager: Fraction  # of the rounds that end in this hand

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against the hand, to 1, which a fair row would pay."""
        return (1 - self.probability) / self.probability if self.probability else None


class Decision(msgspec.Struct, frozen=True):
    stage: str
    choice: str
    count: int
    frequency: Fraction  # of all rounds


class Moments(msgspec.Struct, frozen=True):
    mean: Fraction
    variance: Fraction
    third: Fraction  # central

    @property
    def deviation(self) -> Decimal:
        return root(self.variance)

    @property
    def skewness(self) -> Decimal:
        if not self.variance:
            return Decimal(0)
        cube = _ROUNDED.multiply(decimal(self.variance), root(self.variance))
        return _ROUNDED.divide(decimal(self.third), cube)


def moments(results: Mapping[Fraction, int]) -> Moments:
    """The moments of results, each with its count."""
    total = sum(results.values())
    first, second, third = (
        Fraction(sum((net**power) * n for net, n in results.items()), 1) / total
        for power in (1, 2, 3)
    )
    return Moments(
        first, second - first * first, third - 3 * first * second + 2 * first * first * first
    )


def root(value: Fraction) -> Decimal:
    return decimal(value).sqrt(_ROUNDED)


def decimal(value: Fraction) -> Decimal:
    return _ROUNDED.divide(value.numerator, value.denominator)


class ExactFigure(msgspec.Struct, frozen=True):
    """A figure in JSON: the fraction in lowest terms, and the nearest decimal."""

    fraction: str | None  # None for an estimate
    decimal: float


def exact_figure(value: Fraction | int) -> ExactFigure:
    fraction = Fraction(value)
    return ExactFigure(f"{fraction.numerator}/{fraction.denominator}", float(fraction))


def exact(value: Fraction | int | None) -> dict[str, Any] | None:
    """A figure as a plain record."""
    return None if value is None else msgspec.structs.asdict(exact_figure(value))


# ── what two laboratories compare before they compare figures ─────────────────────────────────────

PACKAGES: Final = ("pitboss", "numpy", "numba", "msgspec")
TIES: Final = {
    "play": "between decisions of equal worth the bolder is taken: played on",
    "decline": "between decisions of equal worth the one that stakes less is taken: declined",
}
STUD_METHOD: Final = "every deal counted by classes of hands; backward induction in whole numbers"
DRAW_METHOD: Final = (
    "every hand and every draw counted, suits exchanged where no row names one; backward induction"
    " in whole numbers"
)


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What determines the figures of a sheet. The date is there only on request, so that a sheet
    is otherwise the same byte for byte whenever it is made.
    """

    versions: dict[str, str]
    rules: str  # fingerprint of the game and its tables
    solver: str  # fingerprint of the source that computes figures
    method: str
    ties: str
    seed: int | None = None  # of what is sampled
    date: str = ""


def provenance(
    game: PricedGame,
    *,
    ties: str = "play",
    method: str = "",
    seed: int | None = None,
    date: str = "",
) -> Provenance:
    how = DRAW_METHOD if game.draws else STUD_METHOD
    return Provenance(
        versions=versions(),
        rules=game.fingerprint,
        solver=source_fingerprint(),
        method=f"{how}; {method}" if method else how,
        ties=TIES[ties],
        seed=seed,
        date=date,
    )


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that compute figures, as far as installed."""
    installed = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            installed[package] = version(package)
        except PackageNotFoundError:
            continue
    return installed
