"""Every result of a wager as a row whose figures follow from a few inputs: combinations, what is
staked and what a hand pays. The workbook computes with these rows, the report sums them up.
"""

from collections import Counter
from fractions import Fraction
from math import gcd
from typing import Final

import msgspec

from pitboss.odds.game import WHOLE_GAME
from pitboss.odds.prices.price import FOLDED, NOTHING, outcome_wager, wager_valuer
from pitboss.paper.report.figures import GameFigures
from pitboss.rulebook.paytable import Share

MAX_EXACT: Final = 2**53  # whole numbers up to here are exact in a workbook


class ResultRow(msgspec.Struct, frozen=True):
    """Rounds that end in one hand with one stake. Amounts are in units of the wager."""

    hand: str
    pays: str  # as the felt prints it
    combinations: int
    staked: Fraction
    odds: Fraction | None  # won for each unit staked; None where several tables pay
    net: Fraction
    hit: bool
    share: Share | None = None  # of a meter


class Results(msgspec.Struct, frozen=True):
    rows: tuple[ResultRow, ...]
    total: int

    @property
    def by_odds(self) -> bool:
        """Whether every result is the stake times one payout."""
        return all(row.odds is not None for row in self.rows)


def results_of(figures: GameFigures, key: str) -> Results:
    game, stake = figures.game, figures.stake(key)
    rounds = figures.rounds(stake=stake if key == WHOLE_GAME else None)
    valuer = wager_valuer(game, rounds, key, stake, figures.bets())
    primary = outcome_wager(game, key)
    read = valuer.readers.get(primary) or valuer.reader(primary)
    folds = not game.wager(primary).survives_fold
    counts: Counter[tuple[str, int, int, bool]] = Counter()
    for cell, result in valuer.results():
        folded = folds and rounds.courses[cell[0]].folded
        row = None if folded else read(cell)
        hand = FOLDED if folded else row.name if row else NOTHING
        counts[hand, result.staked, result.net, result.hit] += result.count
    table = {row.name: row.pays for row in valuer.table(primary).rows}
    order = {hand: place for place, hand in enumerate((*table, NOTHING, FOLDED))}
    common = gcd(*counts.values())
    single = len({spot.wager for spot in valuer.spots}) == 1 or len(game.base_wagers()) == 1
    assert sum(counts.values()) // common < MAX_EXACT, key
    rows = []
    for hand, staked, net, hit in sorted(counts, key=lambda k: (order[k[0]], k[1:])):
        pays = table.get(hand)
        rows.append(
            ResultRow(
                hand,
                str(pays) if pays else "loses",
                counts[hand, staked, net, hit] // common,
                Fraction(staked, stake),
                (Fraction(net, staked) if staked else Fraction(0)) if single else None,
                Fraction(net, stake),
                hit,
                pays if isinstance(pays, Share) else None,
            )
        )
    return Results(tuple(rows), sum(counts.values()) // common)
