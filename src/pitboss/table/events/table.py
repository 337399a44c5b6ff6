"""The events of a table up to settlement: decks and devices, seats, wagers, cards, decisions."""

from typing import Literal

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook.model import Method
from pitboss.table.commands import Actor, Device
from pitboss.table.events.base import Event

Condition = Literal["jammed", "out of order", "covered", "signed", "working"]


# Opening, decks and devices. Each says who and when.


class TableOpened(Event, frozen=True):
    meters: dict[str, int]  # where they stand: millionths of a cent
    by: Actor
    at: int
    rules: str


class CardsReceived(Event, frozen=True):
    decks: int
    prepared: bool
    order: tuple[Card, ...]
    by: Actor
    at: int
    clause: str
    prepared_by: str = ""
    seal: str = ""


class DutyDone(Event, frozen=True):
    duty: str
    leads_to: str  # the condition of the cards afterwards
    by: Actor
    at: int
    clause: str
    deck: int | None = None  # the one of two; None: all cards at the table
    reason: str = ""


class DeckDefective(Event, frozen=True):
    deck: int
    what: str
    taken_by: str
    by: Actor
    at: int
    clause: str


class ShuffleDirected(Event, frozen=True):
    reason: str
    by: Actor
    at: int
    clause: str


class DeckLoaded(Event, frozen=True):
    """The deck that is not in play went into the shuffler."""

    deck: int
    by: Actor
    at: int
    clause: str


class CardsShuffled(Event, frozen=True):
    deck: int
    order: tuple[Card, ...]
    device: bool
    needs_cut: bool
    by: Actor
    at: int
    clause: str
    counted: int | None = None  # by a device, as the dealer or the device itself said


class CardsCut(Event, frozen=True):
    depth: int
    by: Actor
    at: int
    clause: str


class DeckRemoved(Event, frozen=True):
    deck: int
    why: str
    at: int
    clause: str


class DeviceReported(Event, frozen=True):
    device: Device
    condition: Condition  # "jammed" is temporary, the others last
    by: Actor
    at: int
    clause: str


class MethodChanged(Event, frozen=True):
    method: Method
    variant: str
    by: Actor
    at: int
    clause: str


# Seats, chips and wagers


class Seated(Event, frozen=True):
    """`entered`, here and below, names the dealer who entered it for the player (ruling G48)."""

    seat: int
    player: str
    entered: str = ""


class SeatLeft(Event, frozen=True):
    seat: int
    player: str
    cents: Cents  # chips taken along, with the player's last seat
    entered: str = ""


class BoughtIn(Event, frozen=True):
    """Cash goes to the drop box; chips that the player brought come from outside (ruling G57)."""

    seat: int
    player: str
    cents: Cents
    kind: Literal["cash", "chips"] = "cash"
    entered: str = ""


class HandPlaySet(Event, frozen=True):
    """From now on the dealer may enter for the seat, or may not."""

    seat: int
    player: str
    on: bool
    clause: str


class Filled(Event, frozen=True):
    cents: int
    by: Actor
    at: int


class WagerPlaced(Event, frozen=True):
    """The stake now on the spot and what was there before; 0 is taken back."""

    seat: int
    player: str
    spot: str
    cents: Cents
    was: Cents
    entered: str = ""


class BetsClosed(Event, frozen=True):
    by: Actor
    at: int
    clause: str
    stage: str = ""  # of a later announcement: the decision it follows


class StakeCollected(Event, frozen=True):
    """A stake taken into the inventory at "no more bets"; a lammer may stand in its place."""

    seat: int
    spot: str
    cents: Cents
    lammer: bool
    clause: str


class ChipsCounted(Event, frozen=True):
    """The number somebody gave, and the wagers accepted (ruling G49)."""

    wager: str
    counted: int
    accepted: int
    clause: str


class WagerRemoved(Event, frozen=True):
    seat: int
    player: str
    spot: str
    cents: Cents
    by: Actor
    at: int
    clause: str
    reason: str = ""


# Cards and decisions


class CardDealt(Event, frozen=True):
    place: str  # "seat 3", "community", "box" or "burned"
    slot: int
    card: Card
    clause: str


class CardSetAside(Event, frozen=True):
    """Found face up: in the rack, not used."""

    card: Card
    clause: str


class DrawnInError(Event, frozen=True):
    by: Actor
    at: int
    clause: str


class CardsRevealed(Event, frozen=True):
    place: str
    slots: tuple[int, ...]
    cards: tuple[Card, ...]
    clause: str


class CardExposed(Event, frozen=True):
    """A player's card seen by all before its time: the round goes on (ruling G26)."""

    seat: int
    slot: int
    card: Card
    by: Actor
    at: int
    clause: str


class StubCounted(Event, frozen=True):
    stub: int
    total: int
    by: Actor
    at: int
    clause: str


class Decided(Event, frozen=True):
    """`cents` goes on the spot (bet, raise) or comes back from it (withdraw).

    `bought` is the buy-in of chips that the entry made just before.
    """

    seat: int
    player: str
    stage: str
    act: str
    spot: str
    cents: Cents
    by_house: bool
    clause: str
    entered: str = ""
    bought: Cents = Cents(0)


class Discarded(Event, frozen=True):
    seat: int
    stage: str
    slots: tuple[int, ...]
    cards: tuple[Card, ...]
    by_house: bool
    clause: str
    entered: str = ""


class EntryRetracted(Event, frozen=True):
    """A choice taken back before the next card: everything lies as it lay before it (ruling G48).

    `act` is a decision's word or "discard"; `cents` is what the decision moved; `back` are the
    stakes that a fold had taken from their spots.
    """

    seat: int
    player: str
    stage: str
    act: str
    spot: str
    cents: Cents
    back: dict[str, Cents]
    by: Actor
    at: int
    clause: str


class BuyInRetracted(Event, frozen=True):
    """The chips that a retracted entry seemed to prove: they never came (ruling G57)."""

    seat: int
    player: str
    cents: Cents
    clause: str
    entered: str = ""


class SeatDropped(Event, frozen=True):
    """A seat abandoned or forfeited: all its wagers lose. `ground` is the clause that was broken,
    `asked` the second person, where one had to confirm (ruling G52).
    """

    seat: int
    why: Literal["abandoned", "forfeited"]
    by: Actor
    at: int
    clause: str
    ground: str = ""
    reason: str = ""
    asked: str = ""


class BreachNoted(Event, frozen=True):
    """Cards touched or hidden where no document makes it cost anything (ruling G31)."""

    seat: int
    by: Actor
    at: int
    clause: str
    ground: str = ""  # what happened, in one line
