"""What a seat's decisions are worth at its own stakes in a game of draws, in cents.

Every spot holds one ante (ruling D1), so acts are worth so many antes; only a payout limit that
could be reached makes the sum itself matter.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

import msgspec

from pitboss.cards import ACE, Card
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import CATEGORIES, Choice, DrawPays
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.prices.price import Bets, price_of
from pitboss.odds.rounds import rounds_of
from pitboss.odds.rule_lists.price import MAX_DRAW_RULES, shipped
from pitboss.rankings import Hand
from pitboss.rulebook.model import Decide
from pitboss.rulebook.paytable import Push, To
from pitboss.rulebook.rules import Rules

KEPT: Final = 8  # tables of hints, of some megabytes each


class DrawPurse(msgspec.Struct, frozen=True):
    """What one seat has at stake. Sums are in cents."""

    ante: int
    limit: int | None = None  # only where it could be reached
    draws: int | None = None  # that its chips can pay for; only where they do not pay for all


def draw_purse_of(rules: Rules, stakes: Mapping[str, int], chips: int | None = None) -> DrawPurse:
    """`stakes` by spot, as they lie; `chips` are those not on the layout."""
    ante = max(stakes.get(spot.key, 0) for spot in rules.required)
    asked = [step.spot for step in rules.game.play if isinstance(step, Decide)]
    made = sum(spot in stakes for spot in asked)
    paid_for = len(asked) if chips is None else min(len(asked), made + chips // max(ante, 1))
    limit = rules.payout_limit
    most = max(_won(rules, category, ante) for category in CATEGORIES)
    return DrawPurse(
        ante,
        limit if limit is not None and most > limit else None,
        paid_for if paid_for < len(asked) else None,
    )


def _hand(category: str) -> Hand:
    place = CATEGORIES.index(category)
    return Hand(len(CATEGORIES) - 1 - place, (ACE,), -1, category)


def _won(rules: Rules, category: str, stake: int) -> int:
    hand = _hand(category)
    rows = [rules.tables[spot.wager].row_for(hand) for spot in rules.spots.values()]
    return sum(row.pays.odds * stake for row in rows if row and isinstance(row.pays, To))


@lru_cache(64)
def pays_at(rules: Rules, unit: int = 1, limit: int | None = None) -> DrawPays:
    """Net results with so many cents on each spot, winnings held to the limit (ruling G14)."""
    asked = sum(isinstance(step, Decide) for step in rules.game.play)
    first = len(rules.required)
    net = []
    for category in CATEGORIES:
        hand, lost = _hand(category), 0
        for spot in rules.spots.values():
            row = rules.tables[spot.wager].row_for(hand)
            assert row is None or isinstance(row.pays, To | Push), "not paid at odds to 1"
            lost += 0 if row else unit
        won = _won(rules, category, unit)
        net.append((won if limit is None else min(won, limit)) - lost)
    staked = (first, first + 1, first + asked)
    return DrawPays(tuple(net), -first * unit, -(first + 1) * unit, staked)


def _pays(rules: Rules, purse: DrawPurse) -> tuple[DrawPays, int]:
    """Pays and what one of their units is in cents."""
    if purse.limit is None:
        return pays_at(rules), purse.ante
    if draw._hint_tables.cache_info().currsize >= KEPT:
        draw._hint_tables.cache_clear()  # every stake has tables of its own under a limit
    return pays_at(rules, purse.ante, purse.limit), 1


@lru_cache(64)  # to bet and to discard are asked one after the other
def first_worths(
    rules: Rules, purse: DrawPurse, hand: tuple[Card, ...], seen: tuple[Card, ...] = ()
) -> tuple[Choice, ...]:
    """Before the first draw, in cents: a fold (None) and every discard, the best first."""
    pays, unit = _pays(rules, purse)
    found = draw.first_choices(hand, pays, seen)
    if purse.draws is not None:
        # Without chips for the second draw every way of playing on ends in a fold there.
        worth = Fraction(pays.second_fold)
        found = [c if c.discards is None else Choice(c.discards, worth) for c in found]
    return tuple(Choice(choice.discards, choice.value * unit) for choice in found)


def second_worths(
    rules: Rules,
    purse: DrawPurse,
    hand: Sequence[Card],
    dead: Sequence[Card],
    seen: Sequence[Card] = (),
) -> tuple[Choice, ...]:
    """Before the second draw, in cents; `dead` are the seat's own first discards."""
    pays, unit = _pays(rules, purse)
    found = draw.second_choices(hand, dead, pays, seen)
    return tuple(Choice(choice.discards, choice.value * unit) for choice in found)


def draw_at_start(rules: Rules, purse: DrawPurse) -> Fraction:
    """The round's result in cents by best play, before a card is dealt, as without a limit."""
    if not purse.draws and purse.draws is not None:
        return Fraction(pays_at(rules).first_fold * purse.ante)
    return _edge(priced_game(rules.game.key), rules.tables[_lettered(rules)].letter) * purse.ante


def _lettered(rules: Rules) -> str:
    return priced_game(rules.game.key).lettered("base")


@cache
def _edge(rules: PricedGame, letter: str) -> Fraction:
    """Expectation of a round in antes; that of the rulebook's own tables came with its lists."""
    letters = rules.base_letters(letter)
    if found := shipped(rules, letters, MAX_DRAW_RULES):
        return -Fraction(found.optimal)
    return price_of(rules, rounds_of(rules, letters), "base", 100, Bets({}, letters)).expectation
