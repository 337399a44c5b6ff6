"""Rounds for the payout drill: the table deals, decides and settles them from one seed."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec

from pitboss.cards import Card
from pitboss.house.chance import below, shuffle, stream
from pitboss.house.live_table import HOUSE
from pitboss.money import MILLIONTHS, Cents
from pitboss.rulebook.model import Exchange, Spot
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import command_for, due
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


def play_round(rules: Rules, level: Level, dice: Dice) -> DrillRound:
    game = rules.game
    least, most = _SEATS[level]
    seats = sorted(dice.some(range(1, game.seats + 1), least + dice.below(most - least + 1)))
    lucky = dice.pick(seats)
    deck = shuffle(game.cards, dice.seed.ljust(32, b"\1"))
    order = _stack_deck(rules, tuple(Card(card) for card in deck), seats, lucky, level, dice)
    table = ready_table(start(rules), order)
    for number in seats:
        table, _ = _do(table, c.Sit(by=HOUSE, seat=number, player=f"seat{number}"))
        table, _ = _do(table, c.BuyIn(by=HOUSE, seat=number, cents=_PURSE))
        table, _ = _do(table, c.Bet(by=HOUSE, seat=number, stakes=_stakes(rules, level, dice)))
    table, _ = _do(table, c.NoMoreBets(by=HOUSE))
    table = _play_on(table, lucky, dice)
    return DrillRound(table, _settle(table, dice), seats)


def ready_table(table: Table, order: tuple[Card, ...]) -> Table:
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


def _stake(rules: Rules, spot: Spot, level: Level, dice: Dice) -> Cents:
    wager = rules.wagers[spot.wager]
    if wager.stakes:
        return dice.pick(wager.stakes)
    least, most = rules.bounds[spot.key]
    times = (1, 2, 3, 5) if level != "everything" else (1, 2, 5, 10, 20)
    least = Cents(-(-least // rules.chip) * rules.chip)
    if level == "everything" and dice.chance(25):
        return Cents(most // rules.chip * rules.chip)  # reaches a payout limit now and then
    return dice.pick([Cents(least * n) for n in times if least * n <= most])


def _play_on(table: Table, lucky: int, dice: Dice) -> Table:
    """Plays the round on until only settlement is left."""
    for _ in range(MAX_STEPS):
        waits = due(table)
        assert waits is not None
        match waits.what:
            case "settle":
                return table
            case "decide":
                command = _decision(table, waits.seat, lucky, dice)
            case "discard":
                command = _discards(table, waits.seat, lucky, dice)
            case other:
                duty = command_for(table, waits, HOUSE)
                assert duty is not None, f"a drill's table waits for {other}"
                command = duty
        table, _ = _do(table, command)
    raise AssertionError("a drill's round does not end")


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


def _settle(table: Table, dice: Dice) -> list[e.Event]:
    """The whole settlement, with each award validated at once."""
    standing = {
        name: amount + dice.below(20_000) * 50 * MILLIONTHS for name, amount in table.meters.items()
    }
    command: c.Command = c.Settle(by=HOUSE, meters=standing)
    events: list[e.Event] = []
    while True:
        table, happened = _do(table, command)
        events += happened
        if isinstance(events[-1], e.RoundEnded):
            return events
        command = c.Settle(by=HOUSE)
        if table.pending:
            command = c.ValidateAward(by=HOUSE, seat=table.pending)
