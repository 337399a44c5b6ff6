"""Tables set up by hand for the coach, and a seat's round played out the slow and plain way."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec

from pitboss.cards import Card, card_name, parse_card
from pitboss.house.coach.advice import PlayerKnowledge
from pitboss.money import MILLIONTHS
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Game, RevealStep, SettleStep
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table.engine import start
from pitboss.table.state import Seat, Stake, Table

STUDS = tuple(k for k, g in GAMES.items() if not g.draws)


def turned_before(game: Game, step: int) -> int:
    moves = (s for s in game.play[:step] if isinstance(s, RevealStep) and s.what == "community")
    return sum(move.cards for move in moves)


def table_at(
    rules: Rules,
    step: int,
    deal: tuple[Card, ...],
    stakes: Mapping[str, int],
    *,
    chips: int = 10**9,
    meters: Mapping[str, int] | None = None,
    others: int = 0,
) -> Table:
    """Seat 1 is asked at a step of the play; `deal` is its hand, the community, then others'."""
    game = rules.game
    hands = [deal[: game.hole]]
    rest = deal[game.hole + game.community :]
    hands += [rest[n * game.hole : (n + 1) * game.hole] for n in range(others)]
    turned = turned_before(game, step)
    slots = tuple(
        s.slot for s in game.play[:step] if isinstance(s, RevealStep) and s.what == "slot"
    )
    seats = {
        n: Seat(
            f"player {n}",
            {key: Stake(cents) for key, cents in stakes.items()},  # type: ignore[arg-type]
            hand,
            slots,
        )
        for n, hand in enumerate(hands, 1)
    }
    return msgspec.structs.replace(
        start(rules),
        cards="in play",
        phase="play",
        seats=seats,
        step=step,
        asked=(1,),
        community=deal[game.hole : game.hole + game.community],
        community_shown=turned,
        meters={name: cents * MILLIONTHS for name, cents in (meters or {}).items()},
        balances={"player player 1": chips},
    )


def rules_of(game: str, *, offered: bool = True, **changed: Any) -> Rules:
    return Rules(msgspec.structs.replace(plain_choices(GAMES[game], offered=offered), **changed))


def steps_to_decide(rules: Rules) -> list[int]:
    return [n for n, step in enumerate(rules.game.play) if isinstance(step, Decide)]


def random_spot(
    rules: Rules, rng: random.Random, step: int
) -> tuple[tuple[Card, ...], dict[str, int]]:
    """A random deal, with random earlier acts on the layout."""
    game = rules.game
    deal = tuple(rng.sample(game.cards, game.hole * 3 + game.community))
    base = rng.choice((500, 1_000, 2_500))
    stakes = {spot.key: base for spot in rules.required}
    for earlier in game.play[:step]:
        if isinstance(earlier, Decide):
            spot = rules.spots[earlier.spot]
            if spot.multiples:
                times = rng.choice(spot.multiples if earlier.decline == "fold" else (0, 1))
                stakes |= {spot.key: base * times} if times else {}
            elif rng.random() < 0.5:
                del stakes[spot.key]
    return deal, stakes


class Enumerated:
    """A seat's round by the rulebook's own outcomes, the best act at every turn: slow and plain."""

    def __init__(
        self,
        rules: Rules,
        knowledge: PlayerKnowledge,
        counted: set[str],
        meters: Mapping[str, int],
        chips: int,
    ) -> None:
        self.rules, self.counted, self.meters, self.chips = rules, counted, meters, chips
        game = rules.game
        names = [name for seat in knowledge.view.seats for name in seat.cards]
        names += [*knowledge.view.community, *knowledge.view.box]
        hidden = [card for card in game.cards if card_name(card) not in names]
        self.unseen = frozenset(hidden)
        self.hole = [_card(name) for name in knowledge.seat.cards]
        self.community = [_card(name) for name in knowledge.view.community]
        self.stakes = dict(knowledge.seat.stakes)
        self.first = game.play.index(knowledge.step)

    def values(self) -> dict[tuple[str, int], Fraction]:
        return self._decide(self.first, self.hole, self.community, self.stakes, 0)

    def _play(self, step: int, hole: Any, community: Any, stakes: Any, spent: int) -> Fraction:
        move = self.rules.game.play[step]
        if isinstance(move, Decide):
            return max(self._decide(step, hole, community, stakes, spent).values())
        if isinstance(move, SettleStep):
            return Fraction(self._settled((*hole, *community), stakes))
        what = getattr(move, "what", "")
        is_open = what == "slot" and hole[move.slot] is not None  # type: ignore[union-attr]
        if what == "box" or is_open:
            return self._play(step + 1, hole, community, stakes, spent)
        left = sorted(self.unseen - set(hole) - set(community))
        total, ways = Fraction(), 0
        places = [p for p, card in enumerate(community) if card is None]
        for cards in combinations(left, getattr(move, "cards", 1) if what == "community" else 1):
            own, board = list(hole), list(community)
            for place, card in zip(places, cards, strict=False):
                board[place] = card
            if what == "slot":
                own[move.slot], board = cards[0], list(community)  # type: ignore[union-attr]
            total += self._play(step + 1, own, board, stakes, spent)
            ways += 1
        return total / ways

    def _decide(
        self, step: int, hole: Any, community: Any, stakes: Any, spent: int
    ) -> dict[tuple[str, int], Fraction]:
        move = self.rules.game.play[step]
        assert isinstance(move, Decide)
        spot = self.rules.spots[move.spot]
        values: dict[tuple[str, int], Fraction] = {}
        if spot.multiples:
            for times in spot.multiples:
                cents = stakes[spot.of] * times
                if spent + cents <= self.chips:
                    more = {**stakes, spot.key: cents}
                    value = self._play(step + 1, hole, community, more, spent + cents)
                    values[move.accept, times] = value
        else:
            values[move.accept, 0] = self._play(step + 1, hole, community, stakes, spent)
        less = {key: cents for key, cents in stakes.items() if key != spot.key}
        if move.decline == "fold":
            values["fold", 0] = Fraction(-sum(self._lost_by_folding(stakes)))
        else:
            values[move.decline, 0] = self._play(step + 1, hole, community, less, spent)
        return values

    def _lost_by_folding(self, stakes: Mapping[str, int]) -> Iterator[int]:
        for key, cents in stakes.items():
            wager = self.rules.wagers[self.rules.spots[key].wager]
            if wager.key in self.counted and not wager.survives_fold:
                yield cents

    def _settled(self, cards: tuple[Card, ...], stakes: Mapping[str, int]) -> int:
        box = self.rules.game.box
        rest = [card for card in self.rules.game.cards if card not in cards][:box]
        outcomes = self.rules.outcomes.of((*cards, *rest))
        total = won = 0
        for spot in self.rules.settling_order:
            if spot.key not in stakes or spot.wager not in self.counted:
                continue
            cents, outcome = stakes[spot.key], outcomes[spot.wager]
            collected = self.rules.wagers[spot.wager].collected
            if outcome.row is None or collected:
                total -= cents
            if outcome.row is None:
                continue
            if outcome.share:
                pays: Any = outcome.row.pays
                total += self.meters[pays.meter] * pays.percent // 100
                continue
            gross: int = outcome.terms.amount(cents)
            if spot.capped and self.rules.payout_limit is not None:
                stake = cents if collected else 0  # within the amount (G2), and no winnings (G14)
                gross = stake + min(gross - stake, self.rules.payout_limit - won)
                won += gross - stake
            total += gross
        return total


def _card(name: str) -> Card | None:
    return None if name == "??" else parse_card(name)
