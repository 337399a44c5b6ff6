"""Estimates of each wager from simulated rounds, compared with the exact figures.

The code that prices exact counts reads the simulated ones, so a figure means the same in both. Rare
results are compared with their exact chance (a handful of royal flushes is not normally
distributed), all others with the standard error that follows from the exact distribution.
"""

from fractions import Fraction
from math import exp, sqrt
from statistics import NormalDist
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.odds.arrays import Floats, Ints
from pitboss.odds.figures import decimal, exact, root
from pitboss.odds.game import WHOLE_GAME, PricedGame, meter_amounts
from pitboss.odds.prices.price import Bets, default_stake, unit_words, wager_valuer
from pitboss.odds.rounds import Rounds
from pitboss.odds.simulation.batches import Engine
from pitboss.odds.simulation.job import Job

CONFIDENCE: Final = 0.95
Z_SCORE: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
#: Standard errors beyond which something is wrong: some fifty figures, one false alarm in 3,000.
MAX_OFF: Final = 4.5
RARE: Final = 25  # expected times below which a result is compared with its own chance
FIGURES: Final = ("house_edge", "hit_frequency", "average_wager", "standard_deviation")


class Figure(msgspec.Struct, frozen=True):
    """One figure: simulated with its confidence interval, exact, and their difference."""

    name: str
    estimate: float
    error: float  # standard error
    exact: Fraction  # of the standard deviation, its square
    common_off: float  # their difference without the rare results, in standard errors

    @property
    def low(self) -> float:
        return self.estimate - Z_SCORE * self.error

    @property
    def high(self) -> float:
        return self.estimate + Z_SCORE * self.error

    @property
    def off(self) -> float:
        """Their difference, in standard errors."""
        return (self.estimate - self.exact_value) / self.error if self.error else 0.0

    @property
    def exact_value(self) -> float:
        squared = self.name == "standard_deviation"
        return float(root(self.exact) if squared else decimal(self.exact))


class Estimate(msgspec.Struct, frozen=True):
    """All figures of one wager, in units of its stake."""

    wager: str
    name: str
    paytable: str
    unit: str
    stake: int
    figures: tuple[Figure, ...]
    rare: float | None  # the least likely count of a rare result, in standard errors
    impossible: int  # rounds with an impossible result

    @property
    def off(self) -> float:
        """The largest difference of any figure, in standard errors, without rare results."""
        return max(abs(figure.common_off) for figure in self.figures)

    @property
    def agrees(self) -> bool:
        return not self.impossible and max(self.off, self.rare or 0.0) <= MAX_OFF

    @property
    def verdict(self) -> str:
        if self.impossible:
            return f"does NOT agree: {self.impossible:,} rounds had an impossible end"
        rare = "" if self.rare is None else f", rare results within {self.rare:.1f}"
        if not self.agrees:
            return f"does NOT agree: {self.off:.1f} standard errors off{rare}"
        return f"agrees within {self.off:.1f} standard errors{rare}"


def bets_of(game: PricedGame, job: Job) -> Bets:
    letters = dict(job.letters)
    wager = game.game.progressive_wager
    meters = meter_amounts(game, letters[wager.key]) if wager else {}
    return Bets({}, letters, meters)


def estimates(
    game: PricedGame, job: Job, engine: Engine, counts: Ints, rounds: int
) -> tuple[Estimate, ...]:
    """Every wager, the whole game first. With several seats the errors are those of as many rounds,
    an upper bound however strongly the seats are correlated.
    """
    exact_rounds = engine.exact()
    simulated = {cell[:-1]: cell[-1] for cell in engine.cells(counts)}
    exact_counts = {cell[:-1]: cell[-1] for cell in exact_rounds.cells}
    cells = sorted({*simulated, *exact_counts})
    layout = msgspec.structs.replace(exact_rounds, cells=tuple((*cell, 0) for cell in cells))
    got = [simulated.get(cell, 0) for cell in cells]
    chance = [exact_counts.get(cell, 0) for cell in cells]
    bets = bets_of(game, job)
    return tuple(
        _estimate(game, layout, key, bets, (got, chance), (rounds, job.seats, exact_rounds.deals))
        for key in game.wager_keys()
    )


def _estimate(
    game: PricedGame,
    layout: Rounds,
    wager: str,
    bets: Bets,
    pair: tuple[list[int], list[int]],
    totals: tuple[int, int, int],
) -> Estimate:
    stake = default_stake(game, wager, bets.letters)
    valuer = wager_valuer(game, layout, wager, stake, bets)
    results: dict[tuple[int, int, bool], list[int]] = {}
    for (_, result), got, chance in zip(valuer.results(), *pair, strict=True):
        counts = results.setdefault((result.net, result.staked, result.hit), [0, 0])
        counts[0] += got
        counts[1] += chance
    figures, rare = _figures(results, stake, *totals)
    return Estimate(
        wager=wager,
        name="the whole game" if wager == WHOLE_GAME else game.wager(wager).name,
        paytable=bets.letters[game.lettered(wager)],
        unit=unit_words(game, wager),
        stake=stake,
        figures=figures,
        rare=rare,
        impossible=sum(got for got, chance in results.values() if not chance),
    )


def _figures(
    results: dict[tuple[int, int, bool], list[int]], stake: int, rounds: int, seats: int, deals: int
) -> tuple[tuple[Figure, ...], float | None]:
    keys, counts = list(results), list(results.values())
    net = np.array([k[0] for k in keys]) / stake
    staked = np.array([k[1] for k in keys]) / stake
    hit = np.array([float(k[2]) for k in keys])
    shares = np.array([got for got, _ in counts]) / (rounds * seats)
    chances = np.array([float(Fraction(chance, deals)) for _, chance in counts])
    often = chances * rounds >= RARE
    whole = [(Fraction(k[0], stake), Fraction(k[1], stake), k[2]) for k in keys]
    weights = [Fraction(chance, deals) for _, chance in counts]
    mean, square, average, hits = (
        sum((w * value for w, value in zip(weights, column, strict=True)), Fraction(0))
        for column in zip(*((n, n * n, s, int(h)) for n, s, h in whole), strict=True)
    )
    exacts = (-mean, hits, average, square - mean * mean)
    figures = []
    for name, values, true in zip(
        FIGURES, (-net, hit, staked, (net - float(mean)) ** 2), exacts, strict=True
    ):
        apart = values - float(true)
        estimate = float(true) + float(shares @ apart)
        error = sqrt(max(0.0, float(chances @ apart**2)) / rounds)
        common = _off(apart[often], shares[often], chances[often], rounds)
        if name == "standard_deviation":
            centre = float(shares @ net)
            estimate = sqrt(float(shares @ (net - centre) ** 2))
            error = error / (2 * sqrt(float(true))) if true else 0.0
        figures.append(Figure(name, estimate, error, true, common))
    rare = [
        _surprise(got // seats if got > chance * seats else -(-got // seats), chance)
        for (got, _), chance, common in zip(counts, chances * rounds, often, strict=True)
        if not common and chance
    ]
    return tuple(figures), max(rare, default=None)


def _off(apart: Floats, shares: Floats, chances: Floats, rounds: int) -> float:
    """The distance of these results' mean from the exact one, in their own standard errors."""
    mean = float(chances @ apart)
    variance = float(chances @ apart**2) - mean * mean
    difference = float((shares - chances) @ apart)
    if variance <= 1e-18 * float(chances @ apart**2) or not variance:
        return 0.0 if abs(difference) < 1e-9 else float("inf")
    return difference / sqrt(variance / rounds)


def _surprise(got: int, expected: float) -> float:
    """The deviation, in standard errors, that is as unlikely as this many rare results or more (or
    this many or fewer).
    """
    chance, below = exp(-expected), 0.0
    for k in range(got):
        below += chance
        chance *= expected / (k + 1)
    # `below` is P(fewer), `chance` P(just as many).
    upper, tail, k = chance, chance, got
    while tail > 1e-18 * upper and k < got + 1_000:
        k += 1
        tail *= expected / k
        upper += tail
    tail = min(upper, below + chance)
    return max(0.0, -NormalDist().inv_cdf(max(min(tail, 0.5), 1e-300)))


def record(estimate: Estimate) -> dict[str, Any]:
    """As in docs/simulate.md."""
    figures: dict[str, Any] = {}
    for figure in estimate.figures:
        squared = figure.name == "standard_deviation"
        figures[figure.name] = {
            "estimate": figure.estimate,
            "standard_error": figure.error,
            "low": figure.low,
            "high": figure.high,
            "exact": figure.exact_value if squared else exact(figure.exact),
            "off": figure.off,
            "off_but_for_rare": figure.common_off,
        }
    heading = ("wager", "name", "paytable", "unit", "stake")
    return {
        **{key: getattr(estimate, key) for key in heading},
        **figures,
        "off": estimate.off,
        "rare_off": estimate.rare,
        "agrees": estimate.agrees,
        "verdict": estimate.verdict,
    }
