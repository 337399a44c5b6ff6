"""Prices, exact: `price("let-it-ride", "base", "A").house_edge` is a fraction.

Amounts are whole cents. Solutions are computed when first asked for and kept on disk after that.
"""

from collections.abc import Mapping

from pitboss.odds.figures import Decision, Moments, Outcome
from pitboss.odds.game import (
    WHOLE,
    InvalidArgument,
    Options,
    PricedGame,
    UnknownTable,
    check_options,
    priced_game,
)
from pitboss.odds.prices.price import Bets, Price
from pitboss.odds.rounds import TIES, Ties

__all__ = [
    "Bets",
    "Decision",
    "InvalidArgument",
    "Moments",
    "Outcome",
    "Price",
    "PricedGame",
    "UnknownTable",
    "default_stake",
    "price",
    "priced_game",
]


def price(
    game: str | PricedGame,
    wager: str = WHOLE,
    paytable: str = "",
    *,
    stake: int | None = None,
    meters: Mapping[str, int] | None = None,
    ties: Ties = "play",
    options: Options | None = None,
) -> Price:
    """One wager by itself; `base` is the whole game under optimal play.

    `stake` in cents matters where a row pays a sum of money; `meters` in cents, else reset amounts.
    `ties` says what is done where two decisions are worth the same: played on, or declined.
    """
    from pitboss.odds.prices.price import price_of
    from pitboss.odds.prices.progressive import meter_amounts
    from pitboss.odds.rounds import rounds_of

    rules = priced_game(game) if isinstance(game, str) else game
    if stake is not None and stake < 1:
        raise InvalidArgument(f"stake is a whole number of cents from 1 up, not {stake!r}")
    if ties not in TIES:
        raise InvalidArgument(f"ties is one of {', '.join(TIES)}, not {ties!r}")
    check_options(rules, options)
    letters = rules.letters(wager)
    letter = paytable or letters[0]
    rules.table(rules.lettered(wager), letter)  # refuses a letter that is not there
    # A required wager's own letter bears on how the whole game is played.
    base = rules.base_letters(letter if rules.lettered(wager) in rules.base_wagers() else "")
    chosen = {key: next(iter(tables)) for key, tables in rules.tables.items()}
    chosen |= base | {rules.lettered(wager): letter}
    is_progressive = wager != WHOLE and rules.wager(wager).progressive
    shown = meter_amounts(rules, letter, meters) if is_progressive else {}
    # A stud's tie convention is read from the round without the box, which costs a second less.
    rounds = rounds_of(rules, base, ties=ties, options=options, box=ties == "play")
    bets = Bets({}, chosen, shown, dict(options or {}))
    return price_of(rules, rounds, wager, stake or default_stake(rules, wager), bets)


def default_stake(rules: PricedGame, wager: str) -> int:
    """The only stake allowed, or one dollar: prices of odds are the same at any."""
    if wager != WHOLE and rules.wager(wager).stakes:
        return min(rules.wager(wager).stakes)
    return 100
