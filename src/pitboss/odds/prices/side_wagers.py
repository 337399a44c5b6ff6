"""Expected results of side wagers and envy before a card is dealt; no decision changes them."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pitboss.odds.game import PricedGame, net, priced_rules
from pitboss.odds.prices.price import Bets, price_of, rounds_of
from pitboss.odds.prices.progressive import progressive_price
from pitboss.odds.rounds import Rounds
from pitboss.rulebook.paytable import Pays
from pitboss.rulebook.rules import Rules


def side_at_start(rules: Rules, wager: str, stake: int, meters: Mapping[str, int]) -> Fraction:
    """The expected result of a wager by itself in cents; no decision changes it."""
    collected = rules.wagers[wager].collected
    return sum(
        (chance * net(pays, stake, collected, meters) for pays, chance in _chances(rules, wager)),
        Fraction(),
    )


@cache
def _chances(rules: Rules, wager: str) -> tuple[tuple[Pays | None, Fraction], ...]:
    """Its payouts with their chances, counted once for all stakes and meters."""
    game, rounds, options = _rounds(rules)
    letters = {key: table.letter for key, table in rules.tables.items()}
    least = rules.tables[wager].meters
    price = price_of(game, rounds, wager, 100, Bets({}, letters, dict(least), options))
    pays = {row.name: row.pays for row in rules.tables[wager].rows}
    return tuple((pays.get(each.hand), each.probability) for each in price.outcomes)


@cache
def envy_at_start(rules: Rules) -> Fraction:
    """Expected envy from each seat of another player, in cents, if that seat plays the base game at
    its best (ruling G12: a folded hand pays no envy).
    """
    if rules.progressive is None:
        return Fraction()
    game, rounds, _ = _rounds(rules)
    stake, letter = int(rules.choices.progressive_stake), rules.tables[rules.progressive.key].letter
    return progressive_price(game, letter, stake=stake, rounds=rounds).envy_per_seat * stake


def _rounds(rules: Rules) -> tuple[PricedGame, Rounds, dict[str, bool]]:
    game = priced_rules(rules)
    options = {key: False for key, value in rules.choices.options.items() if value is False}
    letters = {key: table.letter for key, table in rules.tables.items()}
    return game, rounds_of(game, letters, options=options or None), options
