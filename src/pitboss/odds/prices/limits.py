"""House edges with and without a payout limit, and under both readings of a ruling."""

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec
from msgspec import field

from pitboss.money import format_short
from pitboss.odds.cache import remember
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.prices.price import Bets, Valuer, price, rounds_of
from pitboss.rankings import RANKINGS
from pitboss.rulebook import own_rules
from pitboss.rulebook.rules import Rules, plain_choices

STAKES: Final = (500, 2_500, 10_000, 50_000)  # cents


class LimitPrice(msgspec.Struct, frozen=True):
    """The whole game at a stake, in units of it."""

    stake: int = field(name="stake_cents")
    limit: int = field(name="limit_cents")
    edge_without: Fraction = field(name="house_edge_without")
    edge_with: Fraction = field(name="house_edge_with")  # played as without the limit
    # Played for the limit, where that is solved:
    edge_best: Fraction | None = field(name="house_edge_with_best_play")
    cut: Fraction = field(name="hands_cut")  # chance that a hand loses winnings to it
    # The highest limit that the document allows at this table minimum; None if it names none:
    allowed: int | None = field(name="highest_limit_allowed_cents")
    floor: int | None = field(name="limit_always_allowed_cents")  # at any minimum

    @property
    def remark(self) -> str:
        """How the limit compares with the document's own figures (ruling G13)."""
        if self.allowed is not None and self.limit > self.allowed:
            return f"above what a house may set at this minimum, {format_short(self.allowed)}"
        if self.floor is not None and self.limit < self.floor:
            return f"below {format_short(self.floor)}, which a house may set at any minimum"
        return ""


def ceiling(game: PricedGame, minimum: int) -> int | None:
    """The highest limit a house may set at a table minimum (ruling G13), None if it needs none."""
    choices = msgspec.structs.replace(
        plain_choices(game.game, own=own_rules(game.game, game.tables)),
        minimum=minimum,
        maximum=max(minimum, 50_000),
    )
    return Rules(choices).limit_ceiling


def limit_prices(
    game: PricedGame, letter: str, limit: int, stakes: Iterable[int] = STAKES
) -> tuple[LimitPrice, ...]:
    return tuple(_limit_price(game, letter, limit, stake) for stake in stakes)


def _limit_price(game: PricedGame, letter: str, limit: int, stake: int) -> LimitPrice:
    letters = game.base_letters(letter)
    rounds = rounds_of(game, letters, box=False, stake=stake)
    stakes = {spot.key: stake for spot in game.game.spots if spot.required}
    free, capped = Bets(stakes, letters), Bets(stakes, letters, limit=limit)
    valuer = Valuer(game, rounds, capped)
    edge = -valuer.mean() / stake
    cut = Fraction(sum(result.count for _, result in valuer.results() if result.cut), rounds.deals)
    best = None
    if len(game.base_wagers()) == 1 and not game.draws:
        # Hands of one size: the capped game is solved like the game itself.
        best = edge
        if cut:
            best = -_limited_expectation(game, letters, (stake, limit))
    without = -Valuer(game, rounds, free).mean() / stake
    allowed, floor = ceiling(game, stake), game.game.limit.floor
    return LimitPrice(stake, limit, without, edge, best, cut, allowed, floor)


class _Expectation(msgspec.Struct, frozen=True):
    fraction: str


def _limited_expectation(
    game: PricedGame, letters: Mapping[str, str], limit: tuple[int, int]
) -> Fraction:
    """The result of a round of a stud under optimal play at a base stake under a limit, in units
    of the stake: the solution gives it without a count of the rounds.
    """

    def compute() -> _Expectation:
        from pitboss.odds.stud.rounds import stud_expectation

        return _Expectation(str(stud_expectation(game, letters, *limit)))

    question = (game.fingerprint, tuple(sorted(letters.items())), limit)
    return Fraction(remember(_Expectation, question, compute).fraction)


class RulingPrice(msgspec.Struct, frozen=True):
    """A wager's edge under a ruling and under its alternative. A reading that is not an option of
    a house is priced too, with the option's name in brackets.
    """

    ruling: str
    option: str
    wager: str
    paytable: str
    edge: Fraction = field(name="house_edge")
    alternative: Fraction = field(name="house_edge_of_alternative")


def ruling_prices(
    game: PricedGame, wagers: Container[str] | None = None
) -> tuple[RulingPrice, ...]:
    """Every wager, or each of these, that a choice of ranking touches, in every letter."""
    prices = []
    for option in game.game.options:
        for wager in _touched(game, option.key):
            if wagers is not None and wager not in wagers:
                continue
            for letter in game.letters(wager):
                edges = (
                    price(game, wager, letter, options={option.key: choice}).house_edge
                    for choice in (True, False)
                )
                prices.append(RulingPrice(option.ruling, option.key, wager, letter, *edges))
    return tuple(prices)


def other_readings(game: PricedGame) -> Iterator[RulingPrice]:
    """Three-card progressive hands whose ranking no option covers, with the ace high only: ruling
    L3 sends them to the ranking of another wager, and the document could be read without it.
    """
    wager = game.game.progressive_wager
    if wager is None or wager.ranking_unless:
        return
    for letter, table in game.tables[wager.key].items():
        other = f"{table.ranking}-ace-high"
        if table.cards and other in RANKINGS:
            changed = {letter: msgspec.structs.replace(table, ranking=other)}
            tables = game.tables | {wager.key: game.tables[wager.key] | changed}
            reading = PricedGame(game.game, tables)
            edges = (price(rules, wager.key, letter).house_edge for rules in (game, reading))
            yield RulingPrice("L3", "(ace_low_three_card)", wager.key, letter, *edges)


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
