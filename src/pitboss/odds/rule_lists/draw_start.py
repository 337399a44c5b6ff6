"""The expected result of a draw game's round at one seat's bets, before a card is dealt."""

from fractions import Fraction
from functools import cache

from pitboss.odds.draw.seat_value import DrawSeatBets, pays_at
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_rules
from pitboss.odds.rule_lists.price import MAX_DRAW_RULES, shipped
from pitboss.rulebook.rules import Rules


def draw_at_start(rules: Rules, bets: DrawSeatBets) -> Fraction:
    """The result of a round in cents under best play, without a payout limit."""
    if bets.draws == 0:
        pays = pays_at(rules)
        return Fraction(pays.first_fold * bets.ante, pays.unit)
    game = priced_rules(rules)
    return _expectation(game, rules.tables[game.lettered(WHOLE_GAME)].letter) * bets.ante


@cache
def _expectation(game: PricedGame, letter: str) -> Fraction:
    """Expectation of a round in antes; the shipped pocket cards contain the rulebook's own."""
    letters = game.base_letters(letter)
    if card := shipped(game, letters, MAX_DRAW_RULES):
        return -Fraction(card.optimal)
    from pitboss.odds.draw.model import draw_pays
    from pitboss.odds.draw.solve import draw_solution

    return draw_solution(draw_pays(game, letters)).expectation
