"""Rounds for the payout drill: the table deals, decides and settles them from one seed."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec

from pitboss.cards import Card
from pitboss.house.chance import below, shuffle, stream
from pitboss.house.coach.hand_steps import HandMove
from pitboss.house.live_table import HOUSE
from pitboss.money import MILLIONTHS, Cents
from pitboss.rulebook.model import Exchange, Spot
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import Due, command_for, due
from pitboss.table.engine import start, step
from pitboss.table.refusals import Refusal
from pitboss.table.state import COMMUNITY, SEAT_NAMES, Table, dealing_plan
from pitboss.table.view import choices as legal_choices

Level = Literal["required", "sides", "everything"]
LEVELS: Final[tuple[Level, ...]] = ("required", "sides", "everything")
MAX_STEPS: Final = 400
_SEATS: Final = {"required": (2, 3), "sides": (3, 4), "everything": (3, 5)}
_PURSE: Final = Cents(1_000_000_00)
_Any = TypeVar("_Any")


class Dice:
    """A drill's random choices, all from its seed."""

    def __init__(self, seed: bytes) -> None:
        self.seed, self.words = seed, stream(seed.ljust(32, b"\0"))

    def below(self, bound: int) -> int:
        return below(self.words, bound)

    def chance(self, of_a_hundred: int) -> bool:
        return self.below(100) < of_a_hundred

    def pick(self, among: Sequence[_Any]) -> _Any:
        return among[self.below(len(among))]

    def some(self, among: Sequence[_Any], count: int) -> list[_Any]:
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(count)]


class DrillRound(msgspec.Struct, frozen=True):
    before: Table  # before settlement
    events: list[e.Event]  # of settlement, including awards
    seats: list[int]


def _do(table: Table, command: c.Command) -> tuple[Table, tuple[e.Event, ...]]:
    answer = step(table, command)
    assert not isinstance(answer, Refusal), answer
    return answer


class PracticeRound:
    """A round at a table of no house, with a record of its commands."""

    def __init__(self, rules: Rules, order: tuple[Card, ...]) -> None:
        self.table = _ready_table(start(rules), order)
        self.moves: list[HandMove] = []

    def do(self, command: c.Command) -> None:
        before = self.table
        self.table, events = _do(before, command)
        self.moves.append(HandMove(before, len(self.moves), events))

    def bet(self, seat: int, player: str, stakes: dict[str, Cents]) -> None:
        self.do(c.Sit(by=HOUSE, seat=seat, player=player))
        self.do(c.BuyIn(by=HOUSE, seat=seat, cents=_PURSE))
        self.do(c.Bet(by=HOUSE, seat=seat, stakes=stakes))

    def play(self, decide: Callable[[Due], c.Command]) -> None:
        """Closes betting and plays on until only settlement is left."""
        self.do(c.NoMoreBets(by=HOUSE))
        for _ in range(MAX_STEPS):
            waits = due(self.table)
            assert waits is not None
            if waits.what == "settle":
                return
            choosing = waits.what in ("decide", "discard")
            command = decide(waits) if choosing else command_for(self.table, waits, HOUSE)
            assert command is not None, f"the round waits for {waits.what}"
            self.do(command)
        raise AssertionError("the round does not end")

    def settle(self, meters: dict[str, int]) -> list[e.Event]:
        """The events of the whole settlement, with each award validated at once."""
        command: c.Command = c.Settle(by=HOUSE, meters=meters)
        events: list[e.Event] = []
        while True:
            self.do(command)
            events += self.moves[-1].events
            if isinstance(events[-1], e.RoundEnded):
                return events
            command = c.Settle(by=HOUSE)
            if self.table.pending:
                command = c.ValidateAward(by=HOUSE, seat=self.table.pending)


def play_round(rules: Rules, level: Level, dice: Dice) -> DrillRound:
    game = rules.game
    least, most = _SEATS[level]
    seats = sorted(dice.some(range(1, game.seats + 1), least + dice.below(most - least + 1)))
    lucky = dice.pick(seats)
    deck = shuffle(game.cards, dice.seed.ljust(32, b"\1"))
    order = _stack_deck(rules, tuple(Card(card) for card in deck), seats, lucky, level, dice)
    dealt = PracticeRound(rules, order)
    for number in seats:
        dealt.bet(number, f"seat{number}", _stakes(rules, level, dice))
    dealt.play(lambda waits: _choice(dealt.table, waits, lucky, dice))
    before = dealt.table
    standing = {
        name: amount + dice.below(20_000) * 50 * MILLIONTHS
        for name, amount in before.meters.items()
    }
    return DrillRound(before, dealt.settle(standing), seats)


def _ready_table(table: Table, order: tuple[Card, ...]) -> Table:
    """Receives prepared decks so that a cut, where the house requires one, leaves this order."""
    depth = table.size // 2
    cut_order = order[-depth:] + order[:-depth]
    received, _ = _do(table, c.ReceiveCards(by=HOUSE, prepared=True, order=cut_order))
    if received.cards == "shuffled":
        received, _ = _do(received, c.Cut(by=HOUSE, depth=depth))
        return received
    received, _ = _do(table, c.ReceiveCards(by=HOUSE, prepared=True, order=order))
    return received


# Random cards win too rarely for practice, so most drills give one seat one of these shapes: steps
# above a random rank, whether in one suit, and a weight. The rulebook decides what they pay.
_SHAPES: Final[tuple[tuple[tuple[int, ...], bool, int], ...]] = (
    ((0, 0, 2, 5, 7), False, 8),
    ((0, 0, 3, 3, 6), False, 5),
    ((0, 0, 0, 4, 7), False, 5),
    ((0, 1, 2, 3, 4), False, 4),
    ((0, 2, 5, 7, 8), True, 4),
    ((0, 0, 0, 2, 2), False, 4),
    ((0, 0, 0, 0, 3), False, 3),
    ((0, 1, 2, 3, 4), True, 3),
)
_RANKS: Final = 13
_SUITS: Final = 4


def _shape(dice: Dice, level: Level) -> list[Card]:
    """Five cards of one shape; at the harder levels rare shapes come as often as common ones."""
    drawn = [shape for shape in _SHAPES for _ in range(shape[2] if level == "required" else 3)]
    steps, one_suit, _ = dice.pick(drawn)
    lowest = _RANKS - 1 - max(steps) if level == "everything" and dice.chance(40) else None
    low = dice.below(_RANKS - max(steps)) if lowest is None else lowest
    suits = dice.some(range(_SUITS), _SUITS)
    cards: list[Card] = []
    for place, above in enumerate(steps):
        suit = suits[0] if one_suit else suits[place % _SUITS]
        cards.append(Card((low + above) * _SUITS + suit))
    return cards


def _stack_deck(
    rules: Rules,
    deck: tuple[Card, ...],
    seats: list[int],
    lucky: int,
    level: Level,
    dice: Dice,
) -> tuple[Card, ...]:
    if not dice.chance(70 if level == "required" else 95):
        return deck
    plan = dealing_plan(rules.dealing, rules.deals_box, tuple(seats))
    mine = [n for n, to in enumerate(plan) if to.place in (SEAT_NAMES[lucky], COMMUNITY)]
    shape = _shape(dice, level)
    by_place = dict(zip(dice.some(mine, min(len(shape), len(mine))), shape, strict=False))
    left = iter(card for card in deck if card not in by_place.values())
    return tuple(by_place[n] if n in by_place else next(left) for n in range(len(deck)))


def _stakes(rules: Rules, level: Level, dice: Dice) -> dict[str, Cents]:
    stakes: dict[str, Cents] = {}
    for spot in rules.spots.values():
        wager = rules.wagers[spot.wager]
        if spot.multiples:
            continue
        if spot.required:
            unlike = not spot.equal_to
            stakes[spot.key] = _stake(rules, spot, level, dice) if unlike else stakes[spot.equal_to]
            continue
        offered = level == "everything" or (level == "sides" and not wager.progressive)
        if offered and dice.chance(80) and all(need in stakes for need in spot.needs):
            stakes[spot.key] = _stake(rules, spot, level, dice)
    return stakes


def least_stake(rules: Rules, spot: Spot) -> Cents:
    """The least that the limits allow, in whole chips."""
    return Cents(-(-rules.bounds[spot.key][0] // rules.chip) * rules.chip)


def _stake(rules: Rules, spot: Spot, level: Level, dice: Dice) -> Cents:
    wager = rules.wagers[spot.wager]
    if wager.stakes:
        return dice.pick(wager.stakes)
    least, most = least_stake(rules, spot), rules.bounds[spot.key][1]
    times = (1, 2, 3, 5) if level != "everything" else (1, 2, 5, 10, 20)
    if level == "everything" and dice.chance(25):
        return Cents(most // rules.chip * rules.chip)  # reaches a payout limit now and then
    return dice.pick([Cents(least * n) for n in times if least * n <= most])


def _choice(table: Table, waits: Due, lucky: int, dice: Dice) -> c.Command:
    choose = _discards if waits.what == "discard" else _decision
    return choose(table, waits.seat, lucky, dice)


def _decision(table: Table, number: int, lucky: int, dice: Dice) -> c.Command:
    options = legal_choices(table, number)
    accepted = [one for one in options if one.multiple]
    chosen = dice.pick(accepted) if number == lucky or dice.chance(75) else options[-1]
    named: Any = chosen.act
    return c.Act(by=HOUSE, seat=number, act=named, multiple=chosen.multiple or 1, spot=chosen.spot)


def _discards(table: Table, number: int, lucky: int, dice: Dice) -> c.Command:
    exchange = table.game_step
    assert isinstance(exchange, Exchange)
    count = 0 if number == lucky else dice.below(min(exchange.up_to, 3) + 1)
    slots = dice.some(range(table.rules.game.hole), count)
    return c.Discard(by=HOUSE, seat=number, slots=tuple(slots))
