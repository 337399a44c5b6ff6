"""A game as one house offers it: the declaration under an operator's choices. The table runs on
this.
"""

import hashlib
from functools import cached_property

import msgspec
from msgspec import UNSET

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook import (
    GAMES,
    OwnRules,
    fingerprint,
    rules_fingerprint,
    tables_with,
)
from pitboss.rulebook.choices import Choices, MeterTerms, OptionValue, plain_choices
from pitboss.rulebook.model import (
    Dealing,
    Decide,
    Exchange,
    Game,
    RevealStep,
    SettleStep,
    Spot,
    Wager,
)
from pitboss.rulebook.outcomes import ENVY, Outcomes, SettledSpot
from pitboss.rulebook.paytable import Paytable, Tables, payment_terms

__all__ = ["Choices", "MeterTerms", "OptionValue", "Rules", "plain_choices"]


class Rules:
    """Everything a table asks of the rulebook, looked up once."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        own = OwnRules() if choices.own is UNSET else choices.own
        self.game: Game = own.game or GAMES[choices.game]
        self.all_tables: Tables = tables_with(choices.game, own)
        self.tables: dict[str, Paytable] = {}
        self.wagers: dict[str, Wager] = {}
        for wager in self.game.wagers:
            if wager.optional and wager.key not in choices.tables:
                continue
            self.wagers[wager.key] = wager
            source = wager.pays_as or wager.key
            table = self.all_tables[source][choices.tables.get(source, "A")]
            self.tables[wager.key] = self._ranked(self.game.wager(source), table)
        self.spots: dict[str, Spot] = {
            spot.key: self._with_needs(spot)
            for spot in self.game.spots
            if spot.wager in self.wagers
        }
        dealing = self.game.dealing(choices.method, choices.variant)
        assert dealing is not None, f"no dealing {choices.method} {choices.variant}"
        self.dealing: Dealing = dealing
        self.size = len(self.game.cards)
        self._needs_cache: dict[frozenset[str], bool] = {}
        # A cache, filled by the table: what opening stakes cost, None where they are wrong.
        self.totals: dict[tuple[tuple[str, Cents], ...], int | None] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.choices == other.choices

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Rules of {self.game.name} {self.short}>"

    def option(self, key: str) -> OptionValue:
        declared = next(option for option in self.game.options if option.key == key)
        return self.choices.options.get(key, declared.default)

    def _ranked(self, wager: Wager, table: Paytable) -> Paytable:
        """Rulings G3, G4: the house may rank hands without the low ace."""
        if wager.ranking_unless is None or self.option(wager.ranking_unless[0]):
            return table
        return msgspec.structs.replace(table, ranking=wager.ranking_unless[1])

    def _with_needs(self, spot: Spot) -> Spot:
        """Ruling L4: a spot needs what its clause names and the table offers, or the base alone."""
        required = {s.key for s in self.game.spots if s.required}
        base_only = bool(spot.needs_if) and self.option(spot.needs_if) == "base"
        needs = tuple(
            key
            for key in spot.needs
            if self.game.spot(key).wager in self.wagers and (key in required or not base_only)
        )
        return msgspec.structs.replace(spot, needs=needs)

    @cached_property
    def confirm_above(self) -> Cents | None:
        """Ruling G52: a second person confirms a forfeit or an abandonment that takes more."""
        amount = self.choices.confirm_above
        return None if amount is UNSET else amount

    @cached_property
    def reads(self) -> bool:
        """Ruling G47: whether the shoe reads each face as it deals the card."""
        return self.choices.reads is True

    @cached_property
    def required(self) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots.values() if spot.required)

    @cached_property
    def progressive(self) -> Wager | None:
        return next((wager for wager in self.wagers.values() if wager.progressive), None)

    @cached_property
    def progressive_spots(self) -> tuple[str, ...]:
        return tuple(s.key for s in self.spots.values() if self.wagers[s.wager].progressive)

    @cached_property
    def envy(self) -> Paytable | None:
        """Ruling G6: the envy letter is the progressive letter, the table by the stake.

        235 12.H(2), LIR .12H(2), MS 12.C(5)(b).
        """
        if self.progressive is None:
            return None
        stake = self.choices.progressive_stake // 100
        return self.all_tables[f"envy-{stake}"][self.tables[self.progressive.key].letter]

    @cached_property
    def outcomes(self) -> Outcomes:
        envy = {ENVY: self.envy} if self.envy else {}
        tables = {**self.tables, **envy}
        return Outcomes(self.game, self.wagers, tables, self.settling_order, self.announced)

    @cached_property
    def deals_box(self) -> bool:
        """Ruling G25: dealt whenever its wager is offered, bet or not."""
        return bool(self.game.box) and self.game.box_for in self.wagers

    @cached_property
    def needs_automated_shoe(self) -> bool:
        """Ruling M3 read literally: the box comes from an automated shoe, or is not dealt."""
        key = "six_card_needs_automated_shoe"
        literal = any(option.key == key for option in self.game.options)
        return literal and self.deals_box and bool(self.option(key))

    def limits(self, spot: Spot) -> tuple[Cents, Cents]:
        wager = self.wagers[spot.wager]
        if wager.progressive:
            return self.choices.progressive_stake, self.choices.progressive_stake
        if wager.stakes:
            return min(wager.stakes), max(wager.stakes)
        least, most = self.choices.side_limits.get(
            wager.key, (self.choices.minimum, self.choices.maximum)
        )
        if wager.minimum_option:
            chosen = self.option(wager.minimum_option)
            least = Cents(chosen) if isinstance(chosen, int) else self.choices.minimum
        return least, most

    @cached_property
    def asks(self) -> tuple[bool, ...]:
        """For each step of the play, whether it asks the seats in turn."""
        return tuple(isinstance(step, Decide | Exchange) for step in self.game.play)

    @cached_property
    def stub_goes(self) -> int:
        """The step before which the stub is counted and put away: nothing draws from it later.

        That is before the first decision (LIR .08D(6), MS 8.H, ruling M11) or after the draws (D3).
        """
        draws = [n for n, step in enumerate(self.game.play) if isinstance(step, Exchange)]
        return draws[-1] + 1 if draws else 0

    @cached_property
    def last_cards(self) -> int:
        """The step that turns up the last community card, or the last draw."""
        return max(
            number
            for number, step in enumerate(self.game.play)
            if isinstance(step, Exchange) or (isinstance(step, RevealStep) and step.what != "box")
        )

    @cached_property
    def bounds(self) -> dict[str, tuple[Cents, Cents]]:
        """`limits` of every spot."""
        return {spot.key: self.limits(spot) for spot in self.spots.values()}

    @cached_property
    def opening_bounds(self) -> dict[str, tuple[Cents, Cents]]:
        """`bounds` of the spots that are bet on before the deal."""
        return {key: two for key, two in self.bounds.items() if not self.spots[key].multiples}

    def needs_met(self, bet_on: frozenset[str]) -> bool:
        """Whether a seat with bets on these spots has bet on all that they need."""
        met = self._needs_cache.get(bet_on)
        if met is None:
            met = all(bet_on.issuperset(self.spots[key].needs) for key in bet_on)
            self._needs_cache[bet_on] = met
        return met

    @cached_property
    def collected(self) -> tuple[tuple[Wager, tuple[str, ...]], ...]:
        """Wagers whose chips are collected at "no more bets", with their spots."""
        return tuple(
            (wager, tuple(spot.key for spot in self.spots.values() if spot.wager == wager.key))
            for wager in self.wagers.values()
            if wager.collected
        )

    @cached_property
    def lost_by_folding(self) -> dict[str, str]:
        """Spots whose wager a fold takes → the clause; "" where the decision's own clause says it.

        MS 11.H(1): a fold takes the progressive wager too, with what the street's own clause takes.
        """
        settle = next(step for step in self.game.play if isinstance(step, SettleStep))
        wagers = {spot.key: self.wagers[spot.wager] for spot in self.spots.values()}
        return {
            key: settle.folded if wager.optional else ""
            for key, wager in wagers.items()
            if not wager.survives_fold
        }

    @cached_property
    def survivors(self) -> frozenset[str]:
        """Spots whose wager survives a fold: with one of them a folded hand stays (MS 11.B(3))."""
        return frozenset(self.spots.keys() - self.lost_by_folding.keys())

    @cached_property
    def deck(self) -> frozenset[Card]:
        return frozenset(self.game.cards)

    @cached_property
    def chip(self) -> Cents:
        """The least chip: stakes are whole numbers of it."""
        return min(self.choices.chips)

    def label(self, wager: Wager) -> str:
        """The wager's name on this house's felt (ruling S1)."""
        return str(self.option(wager.label_option)) if wager.label_option else wager.name

    @cached_property
    def limit_ceiling(self) -> Cents | None:
        """The highest payout limit that 235 12.K or MS 12.B lets a house set (ruling G13)."""
        floor = self.game.limit.floor
        return None if floor is None else max(floor, self.most_at_minimum)

    @cached_property
    def most_at_minimum(self) -> Cents:
        """The most that one hand could win on the capped wagers at the table minimum, with the
        largest raises.
        """
        most = 0
        for spot in self.spots.values():
            if spot.wager not in self.game.limit.wagers:
                continue
            stake = self.choices.minimum * max(spot.multiples, default=1)
            if not spot.required and not spot.multiples:
                stake = self.limits(spot)[0]
            taken, rows = self.wagers[spot.wager].collected, self.tables[spot.wager].rows
            most += max(payment_terms(row.pays, taken).amount(stake) for row in rows)
        return Cents(most)

    @cached_property
    def payout_limit(self) -> Cents | None:
        chosen = self.option("payout_limit")
        return Cents(chosen) if isinstance(chosen, int) else self.limit_ceiling

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the game's rules and with the house's choices of them."""
        choices = msgspec.structs.replace(self.choices, own=UNSET)
        content = self.content.encode() + msgspec.json.encode(choices, order="sorted")
        return hashlib.sha256(content).hexdigest()

    @cached_property
    def content(self) -> str:
        """The fingerprint of the game with all its tables, whatever the house chose of them."""
        if self.choices.own is UNSET:
            return fingerprint(self.game.key)
        return rules_fingerprint(self.game, self.all_tables)

    @cached_property
    def is_own(self) -> bool:
        """Whether the game or a table in use is of no published document."""
        own = self.choices.own
        if own is UNSET:
            return False
        chosen = self.choices.tables.items()
        return own.game is not None or any(letter in own.tables.get(w, {}) for w, letter in chosen)

    @cached_property
    def short(self) -> str:
        """What payments carry: enough of the fingerprint to name the rules they were made under."""
        return self.fingerprint[:16]

    @cached_property
    def settling_order(self) -> tuple[SettledSpot, ...]:
        """Ruling G15: wager by wager as declared, each with all its spots; the progressive is last.

        The required wagers are lost by the game's own clause, a bonus by the one that settles it.
        """
        loses = next(step.loses for step in self.game.play if isinstance(step, SettleStep))
        return tuple(
            SettledSpot(
                spot.key,
                wager.key,
                wager.key in self.game.limit.wagers,
                wager.progressive,
                wager.settled if wager.optional else loses,
            )
            for wager in self.wagers.values()
            for spot in self.spots.values()
            if spot.wager == wager.key
        )

    @cached_property
    def announced(self) -> str:
        """The wager decided on the game's own hand, whose name is called at settlement."""
        return next(w.key for w in self.wagers.values() if w.on == "hand" and not w.wins_with)
