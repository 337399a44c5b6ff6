"""Deals any stud game by its declaration alone, in plain Python, where no exact solver covers it.

Every decision is taken in the same way, so a figure is that of one simple policy, not of the best.
"""

from collections.abc import Mapping
from math import lcm, sqrt
from random import Random
from typing import Final, Literal

import msgspec

from pitboss.cards import Card
from pitboss.odds.game import PricedGame, UnsolvableGame, net
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook.model import CardSlots, Decide, Spot
from pitboss.rulebook.paytable import Paytable, Row, exact_stake

PlainPolicy = Literal["accept", "decline"]
PLAIN_POLICIES: Final[dict[PlainPolicy, str]] = {
    "accept": "every bet is made at its least",
    "decline": "every decision is declined",
}
MAX_PLAIN_ROUNDS: Final = 200_000  # some ten seconds


class PlainEstimate(msgspec.Struct, frozen=True):
    """The required wagers of a game, in units of the base stake."""

    game: str
    policy: str
    rounds: int
    seed: int
    stake: int = msgspec.field(name="stake_cents")
    edge: float = msgspec.field(name="house_edge")
    error: float = msgspec.field(name="standard_error")
    staked: float = msgspec.field(name="average_wager")


def simulate_plainly(
    game: PricedGame,
    letters: Mapping[str, str],
    rounds: int,
    seed: int,
    policy: PlainPolicy = "accept",
) -> PlainEstimate:
    """Deals `rounds` rounds of the required wagers; the same seed deals the same cards."""
    if game.draws:
        raise UnsolvableGame(
            f"{game.game.name} exchanges cards, and only stud games are dealt without a solution",
            what_to_do="give tables that the exact solver of draw games takes",
        )
    units, folded = _stakes(game, policy)
    wagers = {game.game.spot(key).wager for key in units}
    sources = {key: game.wager(key).pays_as or key for key in wagers}
    tables = {key: game.table(key, letters[source]) for key, source in sources.items()}
    stake = lcm(100, exact_stake(tables.values()))
    rng, size = Random(seed), game.game.hole + game.game.community
    dealt = min(rounds, MAX_PLAIN_ROUNDS)
    total = squares = 0.0
    for _ in range(dealt):
        cards = tuple(rng.sample(game.game.cards, size))
        won = sum(
            _won(game, tables, game.game.spot(key), stake * count, cards, folded)
            for key, count in units.items()
            if count
        )
        total += won
        squares += won * won
    mean = total / dealt
    error = sqrt(max(0.0, squares / dealt - mean * mean) / dealt)
    average = float(sum(units.values()))
    return PlainEstimate(
        game.game.key, policy, dealt, seed, stake, -mean / stake, error / stake, average
    )


def _stakes(game: PricedGame, policy: PlainPolicy) -> tuple[dict[str, int], bool]:
    """Units by spot at the end of a round, and whether the hand is folded: the same in all."""
    units = {spot.key: 1 for spot in game.game.spots if spot.required}
    for step in game.game.play:
        if not isinstance(step, Decide):
            continue
        if policy == "accept":
            units[step.spot] = min(game.game.spot(step.spot).multiples, default=1)
        elif step.decline == "fold":
            return units, True
        else:
            units[step.spot] = 0
    return units, False


def _won(
    game: PricedGame,
    tables: Mapping[str, Paytable],
    spot: Spot,
    stake: int,
    cards: tuple[Card, ...],
    folded: bool,
) -> int:
    wager, table = game.wager(spot.wager), tables[spot.wager]
    row: Row | None = None
    if not (folded and not wager.survives_fold):
        hand = _hand(game, game.game.hands[table.cards or wager.on], cards)
        row = table.row_for(evaluate(RANKINGS[table.ranking], hand))
    return net(row.pays if row else None, stake, wager.collected, {})


def _hand(game: PricedGame, slots: CardSlots, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(cards[n] for n in (*slots.hole, *(game.game.hole + n for n in slots.community)))
