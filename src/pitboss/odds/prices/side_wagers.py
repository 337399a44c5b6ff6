"""What a seat is expected to be paid whatever it decides: side wagers, and envy of other seats."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.payouts import net
from pitboss.odds.prices.price import Bets, price_of
from pitboss.odds.prices.progressive import progressive_price
from pitboss.odds.rounds import Rounds, rounds_of
from pitboss.rulebook.paytable import Pays
from pitboss.rulebook.rules import Rules


def side_at_start(rules: Rules, wager: str, stake: int, meters: Mapping[str, int]) -> Fraction:
    """What a wager by itself comes to in cents, whatever is decided."""
    collected = rules.wagers[wager].collected
    return sum(
        (chance * net(pays, stake, collected, meters) for pays, chance in _chances(rules, wager)),
        Fraction(),
    )


@cache
def _chances(rules: Rules, wager: str) -> tuple[tuple[Pays | None, Fraction], ...]:
    """What it is paid by, and how often; counted once for all stakes and meters."""
    asked, rounds, options = _counted(rules)
    letters = {key: table.letter for key, table in rules.tables.items()}
    least = rules.tables[wager].meters
    price = price_of(asked, rounds, wager, 100, Bets({}, letters, dict(least), options))
    pays = {row.name: row.pays for row in rules.tables[wager].rows}
    return tuple((pays.get(each.hand), each.probability) for each in price.outcomes)


@cache
def envy_at_start(rules: Rules) -> Fraction:
    """What each seat of another player's brings to a progressive wager, in cents, if it is played
    by best play as without a progressive (ruling G12: a folded hand brings nothing).
    """
    if rules.progressive is None:
        return Fraction()
    asked, rounds, _ = _counted(rules)
    stake, letter = int(rules.choices.progressive_stake), rules.tables[rules.progressive.key].letter
    return progressive_price(asked, letter, stake=stake, rounds=rounds).envy_per_seat * stake


def _counted(rules: Rules) -> tuple[PricedGame, Rounds, dict[str, bool]]:
    asked = priced_game(rules.game.key)
    options = {key: False for key, value in rules.choices.options.items() if value is False}
    base = {key: rules.tables[key].letter for key in asked.base_wagers()}
    return asked, rounds_of(asked, base, options=options or None), dict(options)
