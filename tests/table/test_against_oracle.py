"""Tens of thousands of finished hands, settled by the engine and again by the oracle.

The ledger retells each round from its events and compares every payment's seat, spot, stake
returned, winnings, source, cut, envied seat and clause, in order, and the meters to the millionth.
"""

from collections import Counter

import pytest

from kit.tiers import tier
from pitboss.rulebook import GAMES, paytables
from soak.oracle import house

HOUSES = tier(30, 60)
HANDS = 150  # of each house, in each of four games


def words(row: str) -> frozenset[str]:
    return frozenset(row.replace(",", "").split())


def never_paid(game: str, paid: Counter[tuple[str, str]]) -> set[tuple[str, str]]:
    spots = {spot.wager: spot.key for spot in GAMES[game].spots}
    # Two readers may list suits in another order.
    pairs = {(spot, words(row)) for spot, row in paid}
    return {
        (wager, row.name)
        for wager, letters in paytables(game).items()
        for table in letters.values()
        for row in table.rows
        if (spots.get(wager, "envy"), words(row.name)) not in pairs
    }


@pytest.mark.parametrize("game", GAMES)
def test_engine_and_oracle_agree(game: str) -> None:
    """And every row of every table came up, or the comparison would be worth little."""
    paid: Counter[tuple[str, str]] = Counter()
    for number in range(HOUSES):
        paid += house(game, number, hands=HANDS).rows
    assert never_paid(game, paid) == set()
    lost = {row for _, row in paid}
    assert "abandoned" in lost
    if any(getattr(step, "decline", "") == "fold" for step in GAMES[game].play):
        assert "folded" in lost
    if GAMES[game].cite("conduct"):
        assert "forfeited" in lost
