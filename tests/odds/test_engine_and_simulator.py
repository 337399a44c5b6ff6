"""The table engine and the simulator's evaluation give the same cents for the same deal.

Decisions, letters, stakes, options and meters are random, hands often rare. `./pit soak
engine_simulator` does the same for 100,000 rounds of each game.
"""

import pytest

from kit.both_ways import differences
from kit.tiers import tier
from pitboss.odds.game import priced_game
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES
from pitboss.rulebook.paytable import To

ROUNDS = tier(5_000, 20_000)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_and_the_simulator_pay_the_same_cents(game: str) -> None:
    comparison = differences(game, ROUNDS)
    assert not comparison.wrong, comparison.wrong[:3]
    # Every category that a table pays occurred; otherwise this would not test it.
    tables = (table for letters in priced_game(game).tables.values() for table in letters.values())
    printed = GAMES[game].hand_names
    categories = {row.category for t in tables if t.ranking in RANKINGS for row in t.rows}
    names = {printed.get(name, name) for name in categories}
    assert {name for name in names if not any(h.startswith(name) for h in comparison.paid)} == set()


def test_a_row_that_pays_otherwise_is_noticed() -> None:
    changed = priced_game("mississippi-stud").with_pays(
        {"two pair": To(3)}, wager="base", letter="A"
    )
    assert differences(changed, 200).wrong
