"""The figures of a report: every wager that a house offers, under its letters, rulings, meters and
limits. They are priced by the same functions as the PAR sheet.
"""

from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec

from pitboss.odds.figures import Provenance, provenance
from pitboss.odds.game import WHOLE_GAME, PricedGame, letters_of, priced_rules
from pitboss.odds.prices.limits import (
    RulingPrice,
    other_readings,
    quiet_options,
    ruling_prices,
)
from pitboss.odds.prices.price import Bets, Price, Valuer, default_stake, price_of, rounds_of
from pitboss.odds.prices.progressive import (
    Progressive,
    Solved,
    forfeits,
    progressive_price,
    solved_with,
)
from pitboss.odds.rounds import Rounds, Ties
from pitboss.odds.sheet.sheet import SheetRequest, Together, together
from pitboss.rulebook.rules import Rules

STAKES: Final = (500, 2_500, 10_000, 50_000)  # cents


class LimitColumn(msgspec.Struct, frozen=True):
    """The whole game at a stake, in units of it, with the house's payout limit and without."""

    stake: int
    edge_without: Fraction
    edge_with: Fraction
    cut: Fraction  # chance that a hand loses winnings to it


class GameFigures:
    """A game under one house's choices; each figure is computed when it is first read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game: PricedGame = priced_rules(rules)
        self.base = letters_of(self.game, rules.choices.tables)
        first = {key: next(iter(tables)) for key, tables in self.game.tables.items()}
        chosen = {key: letter for key, letter in rules.choices.tables.items() if key in first}
        self.letters = first | chosen | self.base
        self.meters = {meter.meter: int(meter.reset) for meter in rules.choices.meters}
        ranking = {w.ranking_unless[0] for w in rules.game.wagers if w.ranking_unless}
        self.options = {key: bool(rules.option(key)) for key in sorted(ranking)}

    @cached_property
    def is_uniform(self) -> bool:
        """Whether one letter chooses the tables of all required wagers, as on a PAR sheet."""
        letter = self.base[self.game.lettered(WHOLE_GAME)]
        return self.base == self.game.base_letters(letter)

    def rounds(self, ties: Ties = "play", stake: int | None = None) -> Rounds:
        box = ties == "play"
        return rounds_of(
            self.game, self.base, ties=ties, options=self.options, box=box, stake=stake
        )

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The whole game, then every wager offered."""
        return tuple(
            key for key in self.game.wager_keys() if key == WHOLE_GAME or key in self.rules.wagers
        )

    def stake(self, key: str) -> int:
        if key != WHOLE_GAME and self.game.wager(key).progressive:
            return self.rules.choices.progressive_stake
        return default_stake(self.game, key, self.letters)

    def bets(self) -> Bets:
        return Bets({}, self.letters, self.meters, self.options)

    def _price(self, key: str, ties: Ties) -> Price:
        stake = self.stake(key)
        rounds = self.rounds(ties, stake if key == WHOLE_GAME else None)
        return price_of(self.game, rounds, key, stake, self.bets())

    @cached_property
    def prices(self) -> dict[str, Price]:
        return {key: self._price(key, "play") for key in self.keys}

    @cached_property
    def declined(self) -> Price:
        """The whole game with ties declined."""
        return self._price(WHOLE_GAME, "decline")

    @cached_property
    def progressive(self) -> Progressive | None:
        wager = self.rules.progressive
        if wager is None:
            return None
        return progressive_price(
            self.game,
            self.letters[wager.key],
            stake=self.rules.choices.progressive_stake,
            meters=self.meters,
            resets=self.meters,
            rates={meter.meter: meter.rate for meter in self.rules.choices.meters},
            rounds=self.rounds(),
        )

    @cached_property
    def solved(self) -> Solved | None:
        """Base game and progressive played for both, where a fold forfeits the progressive."""
        wager = self.rules.progressive
        if wager is None or not forfeits(self.game) or self.base != self.game.base_letters("A"):
            return None
        return solved_with(
            self.game,
            self.letters[wager.key],
            base_stake=self.rules.choices.minimum,
            stake=self.rules.choices.progressive_stake,
            meters=self.meters,
        )

    @cached_property
    def limits(self) -> tuple[LimitColumn, ...]:
        limit = self.rules.payout_limit
        if limit is None:
            return ()
        least, most = self.rules.choices.minimum, self.rules.choices.maximum
        stakes = sorted({least, most, *(s for s in STAKES if least < s < most)})
        return tuple(self._limit(stake, limit) for stake in stakes)

    def _limit(self, stake: int, limit: int) -> LimitColumn:
        rounds = self.rounds(stake=stake)
        stakes = {spot.key: stake for spot in self.game.game.spots if spot.required}
        free = Bets(stakes, self.base, options=self.options)
        capped = Valuer(self.game, rounds, msgspec.structs.replace(free, limit=limit))
        results = [result for _, result in capped.results()]
        cut = sum(result.count for result in results if result.cut)
        paid = Fraction(sum(r.net * r.count for r in results), rounds.deals)
        return LimitColumn(
            stake,
            -Valuer(self.game, rounds, free).mean() / stake,
            -paid / stake,
            Fraction(cut, rounds.deals),
        )

    @cached_property
    def rulings(self) -> tuple[RulingPrice, ...]:
        """Both readings of every ruling that bears on a wager offered, in its letter."""
        return tuple(
            each
            for each in (*ruling_prices(self.game), *other_readings(self.game))
            if each.wager in self.keys
            and each.paytable == self.letters[self.game.lettered(each.wager)]
        )

    @cached_property
    def quiet(self) -> list[tuple[str, str]]:
        return quiet_options(self.game)

    @cached_property
    def together(self) -> Together | None:
        """All wagers in one round at their least stakes; None if there is only the base."""
        optional = [wager for wager in self.rules.wagers.values() if wager.optional]
        if not optional or not self.is_uniform or not all(self.options.values()):
            return None
        spots = {spot.wager: spot for spot in self.rules.spots.values()}
        stakes: dict[str, int] = {w.key: self.rules.limits(spots[w.key])[0] for w in optional}
        base = self.game.lettered(WHOLE_GAME)
        return together(
            self.game,
            SheetRequest(
                tables=self.letters_of_wagers() | {WHOLE_GAME: self.base[base]},
                stakes=stakes | {WHOLE_GAME: self.rules.choices.minimum},
                meters=self.meters,
                progressive_stake=self.rules.choices.progressive_stake or 100,
            ),
        )

    def letters_of_wagers(self) -> dict[str, str]:
        return {w.key: self.letters[w.key] for w in self.game.game.wagers if w.key in self.letters}

    @cached_property
    def provenance(self) -> Provenance:
        return provenance(self.game)
