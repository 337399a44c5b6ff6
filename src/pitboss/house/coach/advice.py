"""The coach's advice: the value of each act to a seat at its turn, from what its player may see.

The input is a view and the player's own discards, never a table, so a hidden card cannot affect an
answer. Sums are exact fractions of a cent.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.cards import Card, card_name, parse_card, tell_jokers_apart
from pitboss.errors import PitbossError
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Rules
from pitboss.table.state import Table
from pitboss.table.view import EMPTY, HIDDEN, SeatView, View, view

PLACES: Final = 4  # decimals of a cent to show


class NothingToDecide(PitbossError):
    """No decision of the player's is open now."""

    status = 409


class CardsUnread(PitbossError):
    """Cards that only their player has seen: the house cannot price what it does not know."""

    status = 409

    def __init__(self) -> None:
        why = "there is no hint: your cards lie face down, and only you have seen them"
        super().__init__(why, clause="G47", what_to_do="decide by the printed strategy card")


class Exact(msgspec.Struct, frozen=True):
    """A sum in cents: the exact fraction, and the decimal to show."""

    exact: str
    cents: float

    @classmethod
    def of(cls, value: Fraction | int) -> "Exact":
        return cls(str(value), round(float(value), PLACES))

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.exact)


class PricedAct(msgspec.Struct, frozen=True):
    """One act and the value of the counted wagers if it is taken and all later play is best."""

    act: str
    multiple: int  # of the base stake, for a bet or raise
    places: int  # cents it puts on the layout
    slots: tuple[int, ...]  # of the hand, for a discard
    cards: tuple[str, ...]  # in those slots
    value: Exact
    cost: Exact  # the best act's value less this one's


class CountedWagers(msgspec.Struct, frozen=True):
    """What the values are made of."""

    wagers: tuple[str, ...]  # whose results are included
    apart: tuple[str, ...]  # bet, but unaffected by the decision
    meters: dict[str, int]  # the amounts used for a progressive wager that a fold forfeits
    limit: int | None  # the payout limit, where it can be reached
    limit_apart: tuple[str, ...]  # wagers whose own part in the limit is left out
    chips: bool  # too few chips for some later bets


class SeatAdvice(msgspec.Struct, frozen=True):
    """A decision at a table with its acts, the best first; of equals, the one that plays on."""

    seat: int
    stage: str
    cards: tuple[str, ...]  # the seat's own and the community's, as far as shown
    gone: tuple[str, ...]  # other cards that the player has seen
    options: tuple[PricedAct, ...]
    counted: CountedWagers

    @property
    def best(self) -> PricedAct:
        return self.options[0]

    def option(self, act: str, multiple: int, slots: Sequence[int]) -> PricedAct:
        key = (act, multiple, frozenset(slots))
        return next(o for o in self.options if (o.act, o.multiple, frozenset(o.slots)) == key)


class PlayerKnowledge(msgspec.Struct, frozen=True):
    """What a player knows at a decision: the coach's whole input."""

    rules: Rules
    view: View
    step: Decide | Exchange
    discards: Mapping[int, tuple[Card, ...]] = {}  # the player's own, by seat

    @property
    def seat(self) -> SeatView:
        return next(seat for seat in self.view.seats if seat.seat == self.view.turn)

    @property
    def unread(self) -> bool:
        """Whether the seat holds a card that its player may see and the house has not read."""
        own = enumerate(self.seat.cards)
        hidden = self.rules.game.hidden
        return any(name == HIDDEN and slot not in hidden for slot, name in own)


def player_knowledge(
    table: Table,
    discards: Mapping[int, tuple[Card, ...]],
    meters: dict[str, int] | None = None,
) -> PlayerKnowledge:
    """What the player at turn knows; `discards` is reduced to the player's own seats."""
    shown = view(table, "player", table.turn)
    if meters is not None:
        shown = msgspec.structs.replace(shown, meters=meters)
    player = table.seats[table.turn].player
    own = {n: cards for n, cards in discards.items() if table.seats[n].player == player}
    step = table.game_step
    assert isinstance(step, Decide | Exchange)
    return PlayerKnowledge(table.rules, shown, step, own)


def advise_seat(knowledge: PlayerKnowledge) -> SeatAdvice:
    """Prices every act of the seat at turn; refuses where the house does not know its cards."""
    if knowledge.unread:
        raise CardsUnread()
    return _draw(knowledge) if knowledge.rules.game.draws else _stud(knowledge)


def _read(names: Iterable[str], taken: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Cards by name, without the places that show none."""
    cards = (parse_card(name) for name in names if name not in (HIDDEN, EMPTY))
    return tell_jokers_apart(cards, taken)


def _elsewhere(knowledge: PlayerKnowledge) -> list[str]:
    """Cards the player sees that are neither the seat's nor the community's."""
    others = [seat for seat in knowledge.view.seats if seat.seat != knowledge.view.turn]
    return [name for seat in others for name in seat.cards] + list(knowledge.view.box)


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card_name(card) for card in cards)


class _Act(NamedTuple):
    act: str
    multiple: int
    places: int
    slots: tuple[int, ...]
    value: Fraction


def _rank(acts: list[_Act], hand: tuple[str, ...]) -> tuple[PricedAct, ...]:
    """Sorts the best first; `acts` come in the order in which equals are preferred."""
    best = max(act.value for act in acts)
    return tuple(
        PricedAct(
            *act[:4],
            tuple(hand[slot] for slot in act.slots),
            Exact.of(act.value),
            Exact.of(best - act.value),
        )
        for act in sorted(acts, key=lambda act: best - act.value)
    )


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


def _stud(knowledge: PlayerKnowledge) -> SeatAdvice:
    from pitboss.odds.stud import seat_value as stakes

    rules, view, seat = knowledge.rules, knowledge.view, knowledge.seat
    shape = stakes.seat_stud(rules).shape
    where: dict[str, tuple[str, ...]] = {"hole": seat.cards, "community": view.community}
    names = [where[place][n] for place, n in shape.order]
    cards = _read(takewhile(lambda name: name not in (HIDDEN, EMPTY), names))
    gone = _read(_elsewhere(knowledge), cards)
    bets = stakes.seat_bets(rules, seat.stakes, view.meters, view.chips)
    assert isinstance(knowledge.step, Decide)
    at = next(n for n, stage in enumerate(shape.stages) if stage.key == knowledge.step.spot)
    taken = [_choice(rules, seat.stakes, stage) for stage in shape.stages[:at]]
    values = stakes.choice_worths(rules, bets, at, cards, gone, taken)
    acts = []
    for choice in view.choices:
        place = shape.stages[at].units.index(choice.multiple)
        acts.append((place, _act(choice, values[place])))
    # Of equals the bolder act comes first: the larger multiple, which is the later choice.
    acts.sort(key=lambda pair: -pair[0])
    return SeatAdvice(
        seat.seat,
        knowledge.step.stage,
        _names(cards),
        _names(gone),
        _rank([act for _, act in acts], ()),
        _wagers_by_effect(rules, seat.stakes, bets, view.meters),
    )


def _act(choice: Any, value: Fraction) -> _Act:
    multiple = choice.multiple if choice.cents else 0
    return _Act(choice.act, multiple, int(choice.cents), (), value)


def _choice(rules: Rules, stakes: Mapping[str, int], stage: Any) -> int:
    """The choice of an earlier decision, inferred from the stake on its spot."""
    spot = rules.spots[stage.key]
    lies = stakes.get(stage.key, 0)
    if not lies:
        return 0
    units = lies // stakes[spot.of] if spot.of else 1
    return int(stage.units.index(units))


def _wagers_by_effect(
    rules: Rules, stakes: Mapping[str, int], bets: Any, meters: Mapping[str, int]
) -> CountedWagers:
    inside = {key for key, _ in (*bets.forfeited, *bets.limited)}
    bet = dict.fromkeys(rules.spots[key].wager for key in stakes)
    apart = [key for key in bet if rules.wagers[key].optional and key not in inside]
    return CountedWagers(
        tuple(rules.label(rules.wagers[key]) for key in bet if key not in apart),
        tuple(rules.label(rules.wagers[key]) for key in apart),
        dict(meters) if bets.forfeited else {},
        bets.limit,
        tuple(rules.label(rules.wagers[key]) for key in bets.boxed),
        bets.chips is not None,
    )


# ── games of draws ────────────────────────────────────────────────────────────────────────────────


def _draw(knowledge: PlayerKnowledge) -> SeatAdvice:
    from pitboss.odds.draw import seat_value as draw_stakes

    rules, view, seat = knowledge.rules, knowledge.view, knowledge.seat
    hand = _read(seat.cards)
    dead = tell_jokers_apart(knowledge.discards.get(seat.seat, ()), hand)
    boxes = [
        c for number, cards in knowledge.discards.items() if number != seat.seat for c in cards
    ]
    gone = (*_read(_elsewhere(knowledge), (*hand, *dead)),)
    gone = (*gone, *tell_jokers_apart(boxes, (*hand, *dead, *gone)))
    bets = draw_stakes.draw_seat_bets(rules, seat.stakes, view.chips)
    spots = [step.spot for step in rules.game.play if isinstance(step, Decide)]
    first = knowledge.step is rules.game.play[0] or not _is_second(
        seat.stakes, spots[1:], knowledge.step
    )
    if first:
        draws = draw_stakes.first_worths(rules, bets, hand, gone)
    else:
        draws = draw_stakes.second_worths(rules, bets, hand, dead, gone)
    acts = [
        _Act("discard", 0, 0, _slots(hand, choice.discards), choice.value)
        for choice in draws
        if choice.discards is not None
    ]
    if isinstance(knowledge.step, Decide):
        acts = _bets(knowledge, draws)
    counted = tuple(rules.label(w) for w in rules.wagers.values())
    return SeatAdvice(
        seat.seat,
        knowledge.step.stage,
        _names(hand),
        _names((*dead, *gone)),
        _rank(acts, _names(hand)),
        CountedWagers(counted, (), {}, bets.limit, (), bets.draws is not None),
    )


def _is_second(stakes: Mapping[str, int], later: Sequence[str], step: Decide | Exchange) -> bool:
    """Whether this is the decision or discard of the second draw."""
    return any(spot in stakes for spot in later) or getattr(step, "spot", "") in later


def _slots(hand: Sequence[Card], discards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(sorted(hand.index(card) for card in discards))


def _bets(knowledge: PlayerKnowledge, draws: Sequence[Any]) -> list[_Act]:
    """A bet is worth as much as the best discard after it."""
    acts = []
    for choice in knowledge.view.choices:  # playing on comes first
        plays = bool(choice.multiple)
        value = max(draw.value for draw in draws if (draw.discards is not None) == plays)
        acts.append(_act(choice, value))
    return acts
