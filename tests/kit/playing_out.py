"""The result of a solution's policy over every deal, computed without its values."""

from fractions import Fraction

import numpy as np

from pitboss.odds.stud.solve import Solution


def played_out(solution: Solution) -> Fraction:
    counts = solution.counts()
    payoffs = solution.payoffs
    total = 0
    for path, two, three, five in zip(*(axis.tolist() for axis in np.nonzero(counts)), strict=True):
        net = int(payoffs.now[2][0, two]) + int(payoffs.now[3][path & 3, three])
        total += int(counts[path, two, three, five]) * (net + int(payoffs.final[path, five]))
    return Fraction(total, solution.deals * payoffs.unit)
