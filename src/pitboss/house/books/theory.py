"""Theory at the stakes bet before the deal: the edge of best play."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.odds.game import UnsolvableGame
from pitboss.rulebook.rules import Rules

Stakes = tuple[tuple[str, int], ...]  # spots and cents


def theoretical_win(rules: Rules, seats: Iterable[Stakes]) -> Fraction | None:
    """What the house wins on the bets of some seats under best play; None for a game that the exact
    solver does not cover.
    """
    try:
        return sum((best_play_win(rules, bets) for bets in seats), Fraction())
    except UnsolvableGame:
        return None


@lru_cache(1 << 12)
def best_play_win(rules: Rules, bets: Stakes) -> Fraction:
    """What the house wins on a seat's bets under best play, progressive wagers and the payout limit
    apart: the limit is reached so rarely that it hardly moves an edge.
    """
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.prices.side_wagers import side_at_start
    from pitboss.odds.rule_lists.draw_start import draw_at_start
    from pitboss.odds.stud import seat_value as stakes

    lies = {
        spot: cents
        for spot, cents in bets
        if cents and not rules.wagers[rules.spots[spot].wager].progressive
    }
    if not all(spot.key in lies for spot in rules.required):
        return Fraction()
    if rules.game.draws:
        return -draw_at_start(rules, draw_stakes.draw_seat_bets(rules, lies))
    own = msgspec.structs.replace(
        stakes.seat_bets(rules, lies, {}), limit=None, limited=(), boxed=()
    )
    total = stakes.value_at_start(rules, own)
    inside = {key for key, _ in own.forfeited}
    for spot, cents in lies.items():
        wager = rules.wagers[rules.spots[spot].wager]
        if wager.optional and wager.key not in inside:
            total += side_at_start(rules, wager.key, cents, {})
    return -total
