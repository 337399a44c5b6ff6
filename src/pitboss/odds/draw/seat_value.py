"""Values of a seat's decisions at its own bets in a draw game, in cents.

Every spot holds one ante (ruling D1), so values are in antes; the amount of an ante matters only
where the payout limit could be reached.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.cards import Card
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import CATEGORIES, DrawChoice, DrawPays, final_hand, pays_of
from pitboss.odds.game import fixed_rows
from pitboss.rulebook.model import Decide
from pitboss.rulebook.paytable import payment_terms
from pitboss.rulebook.rules import Rules


class DrawSeatBets(msgspec.Struct, frozen=True):
    """The bets of one seat, in cents."""

    ante: int
    limit: int | None = None  # only where it could be reached
    draws: int | None = None  # draws that its chips can pay for; None for all


def draw_seat_bets(
    rules: Rules, stakes: Mapping[str, int], chips: int | None = None
) -> DrawSeatBets:
    """Reads a seat: `stakes` by spot, `chips` those that are not on the layout."""
    ante = max(stakes.get(spot.key, 0) for spot in rules.required)
    decisions = [step.spot for step in rules.game.play if isinstance(step, Decide)]
    draws = len(decisions)
    if chips is not None:
        draws = min(draws, sum(spot in stakes for spot in decisions) + chips // max(ante, 1))
    limit = rules.payout_limit
    highest = max(_winnings(rules, category, ante) for category in CATEGORIES)
    return DrawSeatBets(
        ante,
        limit if limit is not None and highest > limit else None,
        draws if draws < len(decisions) else None,
    )


def _winnings(rules: Rules, category: str, stake: int) -> int:
    hand = final_hand(category)
    rows = [rules.tables[spot.wager].row_for(hand) for spot in rules.spots.values()]
    return sum(payment_terms(row.pays, False).amount(stake) for row in rows if row)


@lru_cache(64)
def pays_at(rules: Rules, unit: int | None = None, limit: int | None = None) -> DrawPays:
    """Net results with `unit` cents on each spot, winnings cut at the limit (ruling G14).

    By default the unit is one that all odds pay exactly.
    """
    spots = tuple(rules.spots.values())
    return pays_of(rules.game, spots, lambda wager: rules.tables[wager], unit, limit)


def seat_pays(rules: Rules, bets: DrawSeatBets) -> DrawPays:
    """Net results; the same for all antes where no limit and no rounding affects them."""
    exact = pays_at(rules)
    sums = any(fixed_rows(rules.tables[spot.wager]) for spot in rules.spots.values())
    if bets.limit is None and bets.ante % exact.unit == 0 and not sums:
        return exact
    return pays_at(rules, bets.ante, bets.limit)


@lru_cache(64)  # to bet and to discard are two decisions about one hand
def first_worths(
    rules: Rules, bets: DrawSeatBets, hand: tuple[Card, ...], gone: tuple[Card, ...] = ()
) -> tuple[DrawChoice, ...]:
    """Before the first draw, in cents: a fold (None) and every discard, the best first."""
    pays = seat_pays(rules, bets)
    choices = draw.first_choices(hand, pays, gone)
    if bets.draws is not None:
        # Without chips for the second draw, every way of playing on ends in a fold at that draw.
        worth = Fraction(pays.second_fold, pays.unit)
        choices = [c if c.discards is None else DrawChoice(c.discards, worth) for c in choices]
    return tuple(DrawChoice(choice.discards, choice.value * bets.ante) for choice in choices)


def second_worths(
    rules: Rules,
    bets: DrawSeatBets,
    hand: Sequence[Card],
    dead: Sequence[Card],
    gone: Sequence[Card] = (),
) -> tuple[DrawChoice, ...]:
    """Before the second draw, in cents; `dead` are the seat's own first discards."""
    pays = seat_pays(rules, bets)
    choices = draw.second_choices(hand, dead, pays, gone)
    return tuple(DrawChoice(choice.discards, choice.value * bets.ante) for choice in choices)
