"""The slow twin of sessions: every sequence of rounds followed in fractions."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

Results = Mapping[int, int]  # net result → count


def chances(results: Results) -> dict[int, Fraction]:
    deals = sum(results.values())
    return {net: Fraction(count, deals) for net, count in results.items()}


def session(results: Results, rounds: int) -> dict[int, Fraction]:
    """Net result of so many rounds → its chance."""
    total = {0: Fraction(1)}
    for _ in range(rounds):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for net, chance in total.items():
            for more, weight in chances(results).items():
                after[net + more] += chance * weight
        total = dict(after)
    return total


def ruin(results: Results, rounds: int, bankroll: int) -> Fraction:
    """The chance that the loss reaches the bankroll at the end of some round."""
    alive = {0: Fraction(1)}
    lost = Fraction(0)
    for _ in range(rounds):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for net, chance in alive.items():
            for more, weight in chances(results).items():
                if net + more <= -bankroll:
                    lost += chance * weight
                else:
                    after[net + more] += chance * weight
        alive = dict(after)
    return lost


def quantile(distribution: Mapping[int, Fraction], share: Fraction) -> int:
    below = Fraction(0)
    for net in sorted(distribution):
        below += distribution[net]
        if below >= share:
            return net
    raise AssertionError("the chances do not add up to 1")
