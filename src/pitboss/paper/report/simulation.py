"""Dealt rounds beside the exact figures, hand by hand, with a chi-square test of the counts."""

from fractions import Fraction
from math import exp, lgamma, log
from typing import Final

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.prices.price import FOLDED, NOTHING, price_of
from pitboss.paper.report.figures import GameFigures
from pitboss.rulebook.rules import Rules

SEED: Final = 235
LEAST_EXPECTED: Final = 5  # in a cell of the test; rarer hands are tested as one cell


class Counts(msgspec.Struct, frozen=True):
    """What was dealt: by wager and hand how often. Small enough to be stored."""

    rounds: int
    seed: int
    digest: str  # of all counts, as `pitboss simulate` prints it
    hands: dict[str, dict[str, int]]


class Cell(msgspec.Struct, frozen=True):
    hand: str
    probability: Fraction
    dealt: int
    rounds: int

    @property
    def expected(self) -> float:
        return float(self.probability * self.rounds)

    @property
    def chi_square(self) -> float:
        return (self.dealt - self.expected) ** 2 / self.expected if self.expected else 0.0


class Comparison(msgspec.Struct, frozen=True):
    """One wager: a cell for each hand; hands too rare for the test share its last cell."""

    wager: str
    cells: tuple[Cell, ...]

    @property
    def tested(self) -> tuple[Cell, ...]:
        common = [cell for cell in self.cells if cell.expected >= LEAST_EXPECTED]
        rare = [cell for cell in self.cells if cell.expected < LEAST_EXPECTED]
        if rare:
            chance = sum((cell.probability for cell in rare), Fraction(0))
            dealt = sum(cell.dealt for cell in rare)
            common.append(Cell("rarer hands", chance, dealt, rare[0].rounds))
        return tuple(common)

    @property
    def chi_square(self) -> float:
        return sum(cell.chi_square for cell in self.tested)

    @property
    def freedom(self) -> int:
        return len(self.tested) - 1

    @property
    def chance(self) -> float:
        """How often honest cards differ at least this much."""
        return chi_square_tail(self.chi_square, self.freedom)


def simulated(rules: Rules, rounds: int, seed: int = SEED) -> Counts:
    """Deals the game, or reads the counts of an equal simulation from the cache."""
    figures = GameFigures(rules)
    letters = tuple(sorted(figures.letters_of_wagers().items()))
    options = tuple(figures.options.items())

    def deal() -> Counts:
        from pitboss.odds.simulation.job import job_of
        from pitboss.odds.simulation.run import run

        game = figures.game
        dealt = run(job_of(game, dict(letters), seed=seed), rounds)
        exact = dealt.engine.exact()
        layout = msgspec.structs.replace(
            exact, cells=tuple(dealt.engine.cells(dealt.every)), deals=dealt.dealt
        )
        hands = {}
        for key in figures.keys:
            price = price_of(game, layout, key, figures.stake(key), figures.bets())
            hands[key] = {o.hand: int(o.probability * dealt.dealt) for o in price.outcomes}
        return Counts(dealt.dealt, seed, dealt.fingerprint(), hands)

    question = (figures.game.fingerprint, letters, options, figures.keys, rounds, seed)
    return remember(Counts, question, deal)


def compared(figures: GameFigures, counts: Counts) -> tuple[Comparison, ...]:
    """Every wager's hands as dealt beside their exact chance."""
    return tuple(
        Comparison(
            key,
            tuple(
                Cell(o.hand, o.probability, counts.hands[key].get(o.hand, 0), counts.rounds)
                for o in figures.prices[key].outcomes
                if o.probability or o.hand not in (NOTHING, FOLDED)
            ),
        )
        for key in figures.keys
    )


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance of at least this chi-square: the upper incomplete gamma function."""
    if freedom < 1 or value <= 0:
        return 1.0
    a, x = freedom / 2, value / 2
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # a series of the lower part
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    b, c = x + 1 - a, 1e300  # a continued fraction of the upper part
    d = h = 1 / b
    for i in range(1, 1_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * h
