"""The coach: what each act is worth to a seat at its turn, from what its player may see.

It is told a view and the player's own discards, never a table: a card that is hidden cannot bear on
an answer. Sums are exact fractions of a cent.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final

import msgspec

from pitboss.cards import Card, card_name, parse_card, tell_jokers_apart
from pitboss.errors import PitbossError
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Rules
from pitboss.table.view import EMPTY, HIDDEN, SeatView, View

PLACES: Final = 4  # decimals of a cent that are shown


class NothingToDecide(PitbossError):
    """Nobody asks the player for a decision now."""

    status = 409


class Exact(msgspec.Struct, frozen=True):
    """A sum in cents: the fraction itself, and as it is shown."""

    exact: str
    cents: float

    @classmethod
    def of(cls, value: Fraction) -> "Exact":
        return cls(str(value), round(float(value), PLACES))


class Option(msgspec.Struct, frozen=True):
    """One act, and what the counted wagers come to in cents if it is taken and all else is best."""

    act: str
    multiple: int  # of the base stake, for a bet or raise
    places: int  # cents it puts on the layout
    slots: tuple[int, ...]  # of the hand, for a discard
    value: Fraction
    cost: Fraction  # what it falls short of the best


class CountedWagers(msgspec.Struct, frozen=True):
    """What the values are made of."""

    wagers: tuple[str, ...]  # whose results are in them
    apart: tuple[str, ...]  # bet, and the same whatever is decided
    meters: dict[str, int]  # as a forfeitable progressive wager was counted with
    limit: int | None  # the payout limit, where it could be reached
    limit_apart: tuple[str, ...]  # wagers whose own part in the limit is not counted
    chips: bool  # fewer bets are possible later, for want of chips


class SeatAdvice(msgspec.Struct, frozen=True):
    """A decision at a table with its acts, the best first; of equals the one that plays on."""

    seat: int
    stage: str
    cards: tuple[str, ...]  # the seat's own and the community's, as known
    gone: tuple[str, ...]  # other cards its player has seen
    options: tuple[Option, ...]
    counted: CountedWagers

    @property
    def best(self) -> Option:
        return self.options[0]

    def taken(self, act: str, multiple: int, slots: Sequence[int]) -> Option:
        wanted = (act, multiple, frozenset(slots))
        return next(o for o in self.options if (o.act, o.multiple, frozenset(o.slots)) == wanted)


class PlayerKnowledge(msgspec.Struct, frozen=True):
    """What a player knows at a turn: all that the coach is told."""

    rules: Rules
    view: View
    step: Decide | Exchange
    thrown: Mapping[int, tuple[Card, ...]] = {}  # the player's own discards, by seat

    @property
    def seat(self) -> SeatView:
        return next(seat for seat in self.view.seats if seat.seat == self.view.turn)


def advise_seat(seen: PlayerKnowledge) -> SeatAdvice:
    """Every act the seat at its turn may take."""
    if not seen.view.turn or not seen.seat.yours:
        raise NothingToDecide("you are not asked to decide now", what_to_do="wait for your turn")
    if seen.rules.game.draws:
        return _draw(seen)
    return _stud(seen)


def _read(names: Iterable[str], taken: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Cards by name, without the places that show none."""
    cards = (parse_card(name) for name in names if name not in (HIDDEN, EMPTY))
    return tell_jokers_apart(cards, taken)


def _elsewhere(seen: PlayerKnowledge) -> list[str]:
    """Cards the player sees that are neither the seat's nor the community's."""
    others = [seat for seat in seen.view.seats if seat.seat != seen.view.turn]
    return [name for seat in others for name in seat.cards] + list(seen.view.box)


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card_name(card) for card in cards)


def _ranked(found: list[Option]) -> tuple[Option, ...]:
    """The best first; `found` is in the order in which equals are preferred."""
    best = max(option.value for option in found)
    costed = [msgspec.structs.replace(o, cost=best - o.value) for o in found]
    return tuple(sorted(costed, key=lambda option: option.cost))


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


def _stud(seen: PlayerKnowledge) -> SeatAdvice:
    from pitboss.odds.stud import seat_value as stakes

    rules, view, seat = seen.rules, seen.view, seen.seat
    shape = stakes.seat_stud(rules).shape
    where: dict[str, tuple[str, ...]] = {"hole": seat.cards, "community": view.community}
    names = [where[place][n] for place, n in shape.order]
    cards = _read(takewhile(lambda name: name not in (HIDDEN, EMPTY), names))
    gone = _read(_elsewhere(seen), cards)
    purse = stakes.seat_bets(rules, seat.stakes, view.meters, view.chips)
    assert isinstance(seen.step, Decide)
    at = next(n for n, stage in enumerate(shape.stages) if stage.key == seen.step.spot)
    taken = [_choice(rules, seat.stakes, stage) for stage in shape.stages[:at]]
    values = stakes.choice_worths(rules, purse, at, cards, gone, taken)
    options = []
    for choice in view.choices:
        # Of equals the bolder act first: the larger multiple, which is the later choice.
        place = shape.stages[at].units.index(choice.multiple)
        options.append((place, choice, values[place]))
    options.sort(key=lambda found: -found[0])
    return SeatAdvice(
        seat.seat,
        seen.step.stage,
        _names(cards),
        _names(gone),
        _ranked([_option(choice, value) for _, choice, value in options]),
        _counted(rules, seat.stakes, purse, view.meters),
    )


def _option(choice: Any, value: Fraction) -> Option:
    multiple = choice.multiple if choice.cents else 0
    return Option(choice.act, multiple, int(choice.cents), (), value, Fraction())


def _choice(rules: Rules, stakes: Mapping[str, int], stage: Any) -> int:
    """What was chosen at an earlier decision, told by what lies on its spot."""
    spot = rules.spots[stage.key]
    lies = stakes.get(stage.key, 0)
    if not lies:
        return 0
    units = lies // stakes[spot.of] if spot.of else 1
    return int(stage.units.index(units))


def _counted(
    rules: Rules, stakes: Mapping[str, int], purse: Any, meters: Mapping[str, int]
) -> CountedWagers:
    inside = {key for key, _ in (*purse.forfeited, *purse.limited)}
    bet = dict.fromkeys(rules.spots[key].wager for key in stakes)
    apart = [key for key in bet if rules.wagers[key].optional and key not in inside]
    return CountedWagers(
        tuple(rules.label(rules.wagers[key]) for key in bet if key not in apart),
        tuple(rules.label(rules.wagers[key]) for key in apart),
        dict(meters) if purse.forfeited else {},
        purse.limit,
        tuple(rules.label(rules.wagers[key]) for key in purse.boxed),
        purse.chips is not None,
    )


# ── games of draws ────────────────────────────────────────────────────────────────────────────────


def _draw(seen: PlayerKnowledge) -> SeatAdvice:
    from pitboss.odds.draw import seat_value as draw_stakes

    rules, view, seat = seen.rules, seen.view, seen.seat
    hand = _read(seat.cards)
    dead = tell_jokers_apart(seen.thrown.get(seat.seat, ()), hand)
    boxes = [c for number, cards in seen.thrown.items() if number != seat.seat for c in cards]
    gone = (*_read(_elsewhere(seen), (*hand, *dead)),)
    gone = (*gone, *tell_jokers_apart(boxes, (*hand, *dead, *gone)))
    purse = draw_stakes.draw_seat_bets(rules, seat.stakes, view.chips)
    spots = [step.spot for step in rules.game.play if isinstance(step, Decide)]
    first = seen.step is rules.game.play[0] or not _made(seat.stakes, spots[1:], seen.step)
    if first:
        found = draw_stakes.first_worths(rules, purse, hand, gone)
    else:
        found = draw_stakes.second_worths(rules, purse, hand, dead, gone)
    options = [
        Option(
            "discard",
            0,
            0,
            tuple(sorted(hand.index(card) for card in choice.discards)),
            choice.value,
            Fraction(),
        )
        for choice in found
        if choice.discards is not None
    ]
    if isinstance(seen.step, Decide):
        options = _bets(seen, found)
    counted = tuple(rules.label(w) for w in rules.wagers.values())
    return SeatAdvice(
        seat.seat,
        seen.step.stage,
        _names(hand),
        _names((*dead, *gone)),
        _ranked(options),
        CountedWagers(counted, (), {}, purse.limit, (), purse.draws is not None),
    )


def _made(stakes: Mapping[str, int], later: Sequence[str], step: Decide | Exchange) -> bool:
    """Is this the second draw's decision or discard?"""
    return any(spot in stakes for spot in later) or getattr(step, "spot", "") in later


def _bets(seen: PlayerKnowledge, found: Sequence[Any]) -> list[Option]:
    """To bet is worth the best discard after it."""
    options = []
    for choice in seen.view.choices:  # playing on comes first
        plays = bool(choice.multiple)
        value = max(c.value for c in found if (c.discards is not None) == plays)
        options.append(_option(choice, value))
    return options
