"""A round as steps on a felt, for readers: built up from nothing, without a name or a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.house.coach.advice import PricedAct
from pitboss.table import events as e
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.view import view, witness

_TOGETHER: Final = (e.WagerPlaced, e.CardDealt)  # one step, however many there are
_SETTLING: Final = (e.Lost, e.Paid, e.MeterPaid, e.StakeReturned)  # one step a seat
_SHOWN: Final = (
    *_TOGETHER,
    *_SETTLING,
    *(e.BetsClosed, e.CardsRevealed, e.CardExposed, e.Decided, e.Discarded, e.EntryRetracted),
    *(e.HandShown, e.EnvyPaid),
)
# Facts of the cards and of the money. No field with a name, a time or a free text is among them.
_FACTS: Final = (
    *("type", "seat", "spot", "cents", "was", "stage", "act", "place", "slot", "slots", "card"),
    *("cards", "hand", "odds", "won", "returned", "cut", "meter", "holder", "clause", "round"),
)


class SharedSeat(msgspec.Struct, frozen=True):
    seat: int
    yours: bool
    stakes: dict[str, int]
    cards: tuple[str, ...]
    out: bool  # folded or dropped


class SharedFelt(msgspec.Struct, frozen=True):
    """The layout after a step, as the player saw it."""

    turn: int
    seats: tuple[SharedSeat, ...]
    community: tuple[str, ...]
    box: tuple[str, ...]


class SharedStep(msgspec.Struct, frozen=True):
    """Events that belong together; `decision` is the place of the decision made here, or -1."""

    events: list[dict[str, Any]]
    felt: SharedFelt
    decision: int


class SharedDecision(msgspec.Struct, frozen=True):
    """A decision of the player's, with every act; the best comes first."""

    stage: str
    cards: tuple[str, ...]
    taken: PricedAct
    options: tuple[PricedAct, ...]
    by_house: bool


class HandMove(NamedTuple):
    """One command that took effect: the state before it, its number, and its events."""

    before: Table
    number: int
    events: Sequence[e.Event]


def steps_of(
    moves: Iterable[HandMove], seat: int, player: str, places: Mapping[int, int]
) -> Iterator[SharedStep]:
    """What the player of a seat saw, step by step; `places` maps moves to their decisions."""
    group: list[dict[str, Any]] = []
    last_key: object = None
    shown: Table | None = None  # the state after the last event of the group
    for state, number, events in moves:
        for event in events:
            state = evolve(state, event)
            if not isinstance(event, _SHOWN):
                continue
            key = _group_of(event)
            if group and shown is not None and (key is None or key != last_key):
                yield SharedStep(group, felt_of(shown, seat), -1)
                group = []
            last_key, shown = key, state
            words = witness(state, event, player)
            group.append({name: words[name] for name in _FACTS if name in words})
            if isinstance(event, e.Decided | e.Discarded) and number in places:
                yield SharedStep(group, felt_of(state, seat), places[number])
                group = []
    if group and shown is not None:
        yield SharedStep(group, felt_of(shown, seat), -1)


def _group_of(event: e.Event) -> object:
    """Neighbours with the same group make one step; None stands alone."""
    if isinstance(event, _TOGETHER):
        return type(event)
    return ("settling", event.seat) if isinstance(event, _SETTLING) else None


def felt_of(state: Table, seat: int) -> SharedFelt:
    calm = msgspec.structs.replace(state, phase="settling", asked=())
    shown = view(calm, "player", seat) if seat in state.seats else view(calm, "watcher")
    seats = tuple(
        SharedSeat(
            one.seat,
            one.yours,
            {spot: int(cents) for spot, cents in one.stakes.items()},
            one.cards,
            bool(one.folded or one.dropped),
        )
        for one in shown.seats
    )
    return SharedFelt(state.turn, seats, shown.community, shown.box)


def last_cards(steps: Sequence[SharedStep], seat: int) -> tuple[str, ...]:
    """The seat's cards at the step that showed the most of them."""
    hands = [one.cards for step in steps for one in step.felt.seats if one.seat == seat]
    return max(reversed(hands), key=lambda cards: sum(name not in ("", "??") for name in cards))
