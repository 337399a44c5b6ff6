"""What has happened at a table: frozen nouns in the past tense. State is the fold of these.

Money moves only by the postings of an event (postings.py); every payment says hand, odds, clause
and rules.
"""

from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook.model import Method
from pitboss.table.commands import Actor, Device

Condition = Literal["jammed", "out of order", "covered", "signed", "working"]


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    pass


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


class DutyDone(Event, frozen=True):
    duty: str
    leads_to: str  # the condition of the cards afterwards
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
    condition: Condition  # "jammed" is passing, the others stay
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
    seat: int
    player: str


class SeatLeft(Event, frozen=True):
    seat: int
    player: str
    cents: Cents  # chips taken along, with the player's last seat


class BoughtIn(Event, frozen=True):
    seat: int
    player: str
    cents: Cents


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


class BetsClosed(Event, frozen=True):
    by: Actor
    at: int
    clause: str


class StakeCollected(Event, frozen=True):
    """A stake taken into the inventory at "no more bets"; a lammer may stand in its place."""

    seat: int
    spot: str
    cents: Cents
    lammer: bool
    clause: str


class ChipsCounted(Event, frozen=True):
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
    """`cents` goes on the spot (bet, raise) or comes back from it (withdraw)."""

    seat: int
    player: str
    stage: str
    act: str
    spot: str
    cents: Cents
    by_house: bool
    clause: str


class Discarded(Event, frozen=True):
    seat: int
    stage: str
    slots: tuple[int, ...]
    cards: tuple[Card, ...]
    by_house: bool
    clause: str


class SeatDropped(Event, frozen=True):
    """A seat abandoned or forfeited: all its wagers lose."""

    seat: int
    why: Literal["abandoned", "forfeited"]
    by: Actor
    at: int
    clause: str


class BreachNoted(Event, frozen=True):
    """Cards touched or hidden where no document makes it cost anything (ruling G31)."""

    seat: int
    by: Actor
    at: int
    clause: str


# Settlement


class SettlementBegun(Event, frozen=True):
    by: Actor
    at: int
    clause: str


class MetersRead(Event, frozen=True):
    """Linked meters as other tables left them: millionths of a cent now, and as last known here."""

    meters: dict[str, int]
    was: dict[str, int]


class MeterFed(Event, frozen=True):
    """Pending contributions join a meter: millionths of a cent, and the whole cents that makes."""

    meter: str
    millionths: int
    cents: Cents
    clause: str


class HandShown(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    clause: str


class Lost(Event, frozen=True):
    """`held`: the stake was still on its spot; a collected one is in the inventory already."""

    seat: int
    spot: str
    cents: Cents
    held: bool
    reason: str
    clause: str
    rules: str


class Paid(Event, frozen=True):
    seat: int
    player: str
    spot: str
    returned: Cents  # the stake, given back
    won: Cents
    cut: Cents  # not paid because of the payout limit
    hand: str
    odds: str
    clause: str
    rules: str


class AwardPending(Event, frozen=True):
    seat: int
    spot: str
    hand: str
    odds: str
    clause: str


class AwardValidated(Event, frozen=True):
    seat: int
    by: Actor
    at: int
    clause: str


class MeterPaid(Event, frozen=True):
    seat: int
    player: str
    spot: str
    meter: str
    cents: Cents
    hand: str
    odds: str
    clause: str
    rules: str


class MeterReset(Event, frozen=True):
    meter: str
    cents: Cents  # from the jackpot account
    clause: str


class EnvyPaid(Event, frozen=True):
    seat: int
    player: str
    holder: int
    cents: Cents
    hand: str
    clause: str
    rules: str


class SeatSettled(Event, frozen=True):
    seat: int


class RoundEnded(Event, frozen=True):
    round: int
    clause: str


class RoundVoided(Event, frozen=True):
    reason: str
    by: Actor
    at: int
    clause: str


class StakeReturned(Event, frozen=True):
    seat: int
    player: str
    spot: str
    cents: Cents
    held: bool
    clause: str
    rules: str


class Corrected(Event, frozen=True):
    """A payment of an earlier round put right: chips paid later, or taken back when negative."""

    round: int
    seat: int  # as it was in that round
    player: str
    spot: str
    cents: int
    reason: str
    asked: str  # who asked for what `by` approved
    by: Actor
    at: int
    clause: str
    rules: str


ALL_EVENTS = (
    *(TableOpened, CardsReceived, DutyDone, CardsShuffled, CardsCut, DeckRemoved),
    *(DeviceReported, MethodChanged, Seated, SeatLeft, BoughtIn, Filled, WagerPlaced, BetsClosed),
    *(StakeCollected, ChipsCounted, WagerRemoved, CardDealt, CardSetAside, DrawnInError),
    *(CardsRevealed, StubCounted, Decided, Discarded, SeatDropped, SettlementBegun, MetersRead),
    *(MeterFed, HandShown, Lost, Paid, AwardPending, AwardValidated, MeterPaid, MeterReset),
    *(EnvyPaid, SeatSettled, RoundEnded, RoundVoided, StakeReturned, CardExposed, BreachNoted),
    Corrected,
)
