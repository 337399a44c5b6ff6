"""Risk of ruin: within a number of rounds for every bankroll at once, and for ever.

Ruin is a loss, at the end of some round, of at least the bankroll. Within N rounds it follows
from the chance within N − 1 rounds of every bankroll that one round can leave (a Markov chain,
read backwards), so one pass answers for all bankrolls. Bankrolls above the largest one computed
are once taken as safe and once as risky as that one, which bounds the error of cutting them off.

For ever, the side without the advantage is ruined for certain. For the other one, θ is the
positive root of E[exp(−θ × its result)] = 1, and Lundberg's inequality bounds the ruin of a bank
B: at most exp(−θ B), at least exp(−θ (B + the largest loss of a round)).
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, exp, expm1, log, sqrt
from typing import Final

import msgspec
import numpy as np

from pitboss.odds.arrays import Floats
from pitboss.odds.figures import moments

MAX_WORK: Final = 2 * 10**10  # additions
MAX_BANKROLLS: Final = 4_000_000
SPREAD: Final = 9  # standard deviations of a session that bankrolls are computed for
UNIT_ROUNDOFF: Final = 2.0**-53


class RuinTable(msgspec.Struct, frozen=True, eq=False):
    """[bankroll in steps] → bounds of the chance of ruin within a number of rounds."""

    step: int  # cents
    low: Floats
    high: Floats
    roundoff: float  # the largest relative error of a chance, a proven bound

    def chance(self, cents: int) -> tuple[float, float]:
        """Bounds of the chance; a bankroll between two steps is ruined by the same losses as the
        next one.
        """
        at = -(-cents // self.step)
        if at >= len(self.low):
            return 0.0, float(self.high[-1]) * (1 + self.roundoff)
        slack = self.roundoff
        return float(self.low[at]) * (1 - slack), min(1.0, float(self.high[at]) * (1 + slack))

    def bankroll(self, risk: Fraction) -> int | None:
        """The least bankroll in cents that is ruined with at most this chance."""
        limit = float(risk) / (1 + self.roundoff)
        enough = np.flatnonzero(self.high <= limit)
        return int(enough[0]) * self.step if len(enough) else None


def within(
    results: Mapping[int, int], step: int, rounds: int, bankroll: int = 0
) -> RuinTable | None:
    """None where the table would take more than `MAX_WORK`."""
    deals = sum(results.values())
    spread = moments({Fraction(net): count for net, count in results.items()})
    session = max(0, -float(spread.mean)) * rounds + SPREAD * sqrt(float(spread.variance) * rounds)
    most = -min(results) * rounds  # no session loses more
    top = min(max(ceil(session), 2 * bankroll, -min(results)), most) // step + 2
    if top > MAX_BANKROLLS or 2 * top * rounds * len(results) > MAX_WORK:
        return None
    below = max(0, -min(results) // step)
    steps = [(net // step, float(Fraction(count, deals))) for net, count in results.items()]
    reach = min(max(results) // step, top) + 1
    table = np.zeros((2, below + top + reach))
    table[:, : below + 1] = 1.0
    fresh = np.empty((2, top - 1))
    for _ in range(rounds):
        table[1, below + top :] = table[1, below + top - 1]
        fresh[:] = 0.0
        for net, chance in steps:
            start = below + 1 + min(net, reach)
            fresh += chance * table[:, start : start + top - 1]
        table[:, below + 1 : below + top] = fresh
    # All terms are positive: each round adds at most one rounding for each product and sum.
    roundoff = expm1(rounds * (len(steps) + 2) * UNIT_ROUNDOFF) * 2
    both = np.minimum(table[:, below : below + top], 1.0)
    return RuinTable(step, both[0], both[1], roundoff)


class ForEver(msgspec.Struct, frozen=True):
    """Ruin without an end of the session, for the side that has the advantage."""

    side: str  # "house" or "player"
    theta: float  # the root, for each cent
    largest_loss: int  # of that side in one round, in cents

    def chance(self, bank: int) -> tuple[float, float]:
        return exp(-self.theta * (bank + self.largest_loss)), exp(-self.theta * bank)

    def bank(self, risk: Fraction) -> int:
        """A bank in cents that is ruined with at most this chance."""
        return ceil(log(risk.denominator / risk.numerator) / self.theta)


def for_ever(results: Mapping[int, int]) -> ForEver | None:
    """None where the game is fair, so that both sides are ruined for certain, or where the side
    with the advantage cannot lose.
    """
    total = sum(net * count for net, count in results.items())
    if not total:
        return None
    sign = 1 if total > 0 else -1
    own = {sign * net: count for net, count in results.items()}
    if min(own) >= 0:
        return None
    deals = sum(own.values())
    pairs = [(net, float(Fraction(count, deals))) for net, count in own.items()]

    def excess(theta: float) -> float:
        """E[exp(−θX)] − 1; below 0 between 0 and the root."""
        if -theta * min(own) > 700:
            return float("inf")
        return sum(chance * expm1(-theta * net) for net, chance in pairs)

    high = 1e-12
    while excess(high) <= 0:
        high *= 2
    low = high / 2
    while excess(low) > 0:  # the first guess was already above the root
        low /= 2
    for _ in range(200):
        middle = (low + high) / 2
        if excess(middle) <= 0:
            low = middle
        else:
            high = middle
    return ForEver("player" if sign > 0 else "house", low, -min(own))
