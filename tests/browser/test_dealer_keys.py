"""How many keys a round costs its dealer, through the page's own handlers (bench/dealer.py).

The suite plays each game once and each way at least once; `./pit soak long` every game in every
way, as `./pit bench dealer` does.
"""

import pytest

from bench.dealer import Way, limit, measure
from browser.house import Server
from browser.visits import Visits
from kit.tiers import tier

# Six seats, every wager, from "no more bets" to the last payment. A joker is one key.
KEYS: dict[tuple[str, Way], int] = {
    ("let-it-ride", "typed"): 53,
    ("mississippi-stud", "shoe"): 15,
    ("235-stud", "tapped"): 26,
    ("double-draw", "tapped"): 51,
}
MORE: dict[tuple[str, Way], int] = {
    ("let-it-ride", "tapped"): 30,
    ("let-it-ride", "shoe"): 14,
    ("mississippi-stud", "typed"): 45,
    ("mississippi-stud", "tapped"): 26,
    ("235-stud", "typed"): 46,
    ("235-stud", "shoe"): 12,
    ("double-draw", "typed"): 81,
    ("double-draw", "shoe"): 50,
}


@pytest.mark.parametrize(("game", "way"), tier(KEYS, KEYS | MORE))
def test_a_round_costs_no_more_keys(server: Server, visit: Visits, game: str, way: Way) -> None:
    most = (KEYS | MORE)[game, way]
    assert most <= limit(way, game)
    assert measure(server, visit, game, way) <= most
