"""The records and conventions of draw games, which load without NumPy."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from pitboss.cards import ACE, Card
from pitboss.odds.game import PricedGame
from pitboss.rankings import JOKER_FIVE_CARD, NOTHING, Hand
from pitboss.rulebook.model import Decide, Game, Spot
from pitboss.rulebook.paytable import Paytable, exact_stake, payment_terms

#: High to low; results are counted in this order.
CATEGORIES: Final = (*(category.name for category in JOKER_FIVE_CARD.categories), NOTHING)
HAND: Final = 5  # cards
MAX_DISCARDS: Final = 3
#: Every choice of discards, as a mask over a hand's cards; the fewest cards first.
MASKS: Final = tuple(
    mask
    for cards in range(MAX_DISCARDS + 1)
    for mask in range(1 << HAND)
    if mask.bit_count() == cards
)

#: Between equally good acts "play" bets on, discards the fewest cards (then the lowest mask over
#: the class's hand), and takes the draw with more high hands (`tie_weight`); "fold" does the
#: opposite of all three.
Ties = Literal["play", "fold"]


class DrawPays(msgspec.Struct, frozen=True):
    """Net results of a round, by final category and for a fold before each draw."""

    categories: tuple[int, ...]
    first_fold: int
    second_fold: int
    staked: tuple[int, int, int]  # antes, by a hand folded first, folded second, played out
    unit: int = 1  # the ante in these results


def draw_pays(game: PricedGame, letters: Mapping[str, str], stake: int | None = None) -> DrawPays:
    """Net results under these letters; every spot holds one ante (ruling D1), of `stake` cents or
    of the least amount that all odds pay exactly.
    """
    spots = game.game.spots
    return pays_of(game.game, spots, lambda wager: game.table(wager, letters[wager]), stake)


def pays_of(
    game: Game,
    spots: Sequence[Spot],
    table_of: Callable[[str], Paytable],
    unit: int | None = None,
    limit: int | None = None,
) -> DrawPays:
    """Net results with `unit` cents on each spot, winnings cut at the payout limit (ruling G14).

    By default the unit is one that all odds pay exactly.
    """
    if unit is None:
        unit = exact_stake(table_of(spot.wager) for spot in spots)
    net = []
    for category in CATEGORIES:
        rows = [table_of(spot.wager).row_for(final_hand(category)) for spot in spots]
        won = sum(payment_terms(row.pays, False).amount(unit) for row in rows if row)
        lost = rows.count(None) * unit
        net.append((won if limit is None else min(won, limit)) - lost)
    first = sum(spot.required for spot in spots)
    decisions = sum(isinstance(step, Decide) for step in game.play)
    staked = (first, first + 1, first + decisions)
    return DrawPays(tuple(net), -first * unit, -(first + 1) * unit, staked, unit)


def final_hand(category: str) -> Hand:
    """A hand of a category; no table of a draw game distinguishes more."""
    return Hand(len(CATEGORIES) - 1 - CATEGORIES.index(category), (ACE,), -1, category)


class DrawChoice(msgspec.Struct, frozen=True):
    """One act and its value in antes; `discards` is None for a fold."""

    discards: tuple[Card, ...] | None
    value: Fraction


class StageCounts(msgspec.Struct, frozen=True):
    """Results of the hands with one number of first discards."""

    categories: tuple[int, ...]
    folded: int
    stood: int
    drew: int

    @property
    def total(self) -> int:
        return self.folded + self.stood + self.drew


class DrawCounts(msgspec.Struct, frozen=True):
    """Counts of equally likely rounds under optimal play, out of `denominator`."""

    ties: Ties
    denominator: int
    folded_first: int
    by_discards: tuple[StageCounts, ...]

    @property
    def categories(self) -> tuple[int, ...]:
        """Rounds played to the end, by final category."""
        columns = zip(*(stage.categories for stage in self.by_discards), strict=True)
        return tuple(sum(column) for column in columns)

    @property
    def folded_second(self) -> int:
        return sum(stage.folded for stage in self.by_discards)

    def outcomes(self, pays: DrawPays) -> list[tuple[int, int, int]]:
        """(net result, antes staked, count): the categories high to low, then the two folds."""
        played = zip(pays.categories, self.categories, strict=True)
        return [
            *((net, pays.staked[2], count) for net, count in played),
            (pays.second_fold, pays.staked[1], self.folded_second),
            (pays.first_fold, pays.staked[0], self.folded_first),
        ]

    def moment(self, pays: DrawPays, power: int) -> Fraction:
        """Mean of a power of the net result; the first is the player's expectation in antes."""
        total = sum(net**power * count for net, _, count in self.outcomes(pays))
        return Fraction(total, self.denominator * pays.unit**power)

    def average_wager(self, pays: DrawPays) -> Fraction:
        return Fraction(
            sum(staked * count for _, staked, count in self.outcomes(pays)), self.denominator
        )


def tie_weight(category: int) -> int:
    """A category's weight in a tie: of equally good second acts, the greater sum is preferred."""
    last = len(CATEGORIES) - 1
    return 16 ** (last - 1 - category) if category < last else 0
