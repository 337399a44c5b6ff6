"""How far a round's result lies from its expectation: the variance of a seat's wagers."""

from collections.abc import Mapping
from functools import lru_cache

from pitboss.errors import PitbossError
from pitboss.rulebook.rules import Rules


def round_variance(rules: Rules, bets: Mapping[str, int]) -> float:
    """The variance of a seat's result under best play, in square cents, at the stakes by spot
    before the deal. Treats wagers as if they shared no cards, and meters as if just reset.

    Zero where the game has no exact price.
    """
    required = [spot for spot in rules.required if spot.key in bets]
    if not required:
        return 0.0
    from pitboss.odds.game import WHOLE_GAME

    total = _unit_variance(rules, WHOLE_GAME) * bets[required[0].key] ** 2
    for key, cents in bets.items():
        wager = rules.wagers[rules.spots[key].wager]
        if wager.optional:
            total += _unit_variance(rules, wager.key) * cents**2
    return total


@lru_cache(1 << 10)
def _unit_variance(rules: Rules, wager: str) -> float:
    """The variance of one unit on a wager, or on the whole game."""
    from pitboss.odds.game import priced_rules
    from pitboss.odds.prices.price import price

    try:
        game = priced_rules(rules)
        lettered = game.lettered(wager)
        letter = rules.tables[lettered].letter if lettered in rules.tables else ""
        return float(price(game, wager, letter).moments.variance)
    except PitbossError:
        return 0.0
