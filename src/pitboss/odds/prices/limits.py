"""Payout limits, and rulings with an alternative: the edge both ways."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.prices.optimal_rounds import rounds_of
from pitboss.odds.prices.price import Bets, Valuer, price_of
from pitboss.rulebook.rules import Rules, plain_choices

STAKES: Final = (500, 2_500, 10_000, 50_000)  # cents


class LimitPrice(msgspec.Struct, frozen=True):
    """The whole game at a stake, in units of it."""

    stake: int
    limit: int
    edge_without: Fraction
    edge_with: Fraction  # played as without the limit
    edge_best: Fraction | None  # played for the limit, where that is solved
    cut: Fraction  # chance that a hand loses winnings to it


def ceiling(game: PricedGame, minimum: int) -> int | None:
    """The highest limit a house may set at a table minimum (ruling G13); None: it need set none."""
    choices = msgspec.structs.replace(
        plain_choices(game.game), minimum=minimum, maximum=max(minimum, 50_000)
    )
    return Rules(choices).limit_ceiling


def limit_prices(
    game: PricedGame, letter: str, limit: int, stakes: Iterable[int] = STAKES
) -> tuple[LimitPrice, ...]:
    return tuple(_limit_price(game, letter, limit, stake) for stake in stakes)


def _limit_price(game: PricedGame, letter: str, limit: int, stake: int) -> LimitPrice:
    letters = game.base_letters(letter)
    rounds = rounds_of(game, letters)
    stakes = {spot.key: stake for spot in game.game.spots if spot.required}
    free, capped = Bets(stakes, letters), Bets(stakes, letters, limit=limit)

    def mean(bets: Bets) -> tuple[Fraction, Fraction]:
        results = [result for _, result in Valuer(game, rounds, bets).results()]
        total = sum(result.net * result.count for result in results)
        cut = sum(result.count for result in results if result.cut)
        return Fraction(-total, rounds.deals * stake), Fraction(cut, rounds.deals)

    best = None
    edge, cut = mean(capped)
    if len(game.base_wagers()) == 1 and not game.draws:
        # Hands of one size: the capped game is solved like the game itself.
        best = edge
        if cut:
            solved = rounds_of(game, letters, box=False, limit=(stake, limit))
            valued = Valuer(game, solved, capped).results()
            total = sum(result.net * result.count for _, result in valued)
            best = Fraction(-total, solved.deals * stake)
    return LimitPrice(stake, limit, mean(free)[0], edge, best, cut)


class RulingPrice(msgspec.Struct, frozen=True):
    """A wager's edge under a ruling and under its alternative."""

    ruling: str
    option: str
    wager: str
    paytable: str
    edge: Fraction
    alternative: Fraction


def ruling_prices(game: PricedGame) -> tuple[RulingPrice, ...]:
    """Every wager that a choice of ranking touches, in every letter."""
    prices = []
    for option in game.game.options:
        touched = _touched(game, option.key)
        for wager in touched:
            for letter in game.letters(wager):
                edges = []
                for chosen in (True, False):
                    options = {option.key: chosen}
                    first = {w: next(iter(tables)) for w, tables in game.tables.items()}
                    letters = game.base_letters(letter)
                    rounds = rounds_of(game, letters, options=options if not chosen else None)
                    own = {game.lettered(wager): letter}
                    bets = Bets({}, first | letters | own, options=options)
                    edges.append(price_of(game, rounds, wager, 100, bets).house_edge)
                prices.append(RulingPrice(option.ruling, option.key, wager, letter, *edges))
    return tuple(prices)


def _touched(game: PricedGame, option: str) -> list[str]:
    wagers = game.game.wagers
    own = {w.key for w in wagers if w.ranking_unless and w.ranking_unless[0] == option}
    own |= {w.key for w in wagers if w.pays_as in own}
    own |= {w.key for w in wagers if own & set(w.wins_with)}
    whole = [WHOLE_GAME] if own & set(game.base_wagers()) else []
    return [*whole, *(w.key for w in wagers if w.key in own)]


def quiet_options(game: PricedGame) -> list[tuple[str, str]]:
    """Options that change no odds: (option, ruling)."""
    return [
        (option.key, option.ruling)
        for option in game.game.options
        if not _touched(game, option.key) and option.key != "payout_limit"
    ]
