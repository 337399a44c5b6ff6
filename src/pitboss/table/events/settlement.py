"""The events of settlement: hands shown, payments, awards, what is undone, and the round's end."""

import msgspec

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.table.commands import Actor
from pitboss.table.events.base import Event


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
    """`slots` are those whose faces were read as the hand was turned up, with physical cards."""

    seat: int
    cards: tuple[Card, ...]
    hand: str
    clause: str
    slots: tuple[int, ...] = ()


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
    """`counts`: the cards that the floorperson counted at each place."""

    seat: int
    by: Actor
    at: int
    clause: str
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    lamp: bool | None = None


class AwardRefused(Event, frozen=True):
    seat: int
    spot: str
    reason: str
    by: Actor
    at: int
    clause: str


class SeatReopened(Event, frozen=True):
    """Its hand lies unsettled again, to be read by dealer and floorperson."""

    seat: int
    reason: str
    by: Actor
    at: int
    clause: str


class HandRead(Event, frozen=True):
    """One reading of a reopened hand; the other reader does not see it."""

    seat: int
    cards: tuple[Card, ...]
    by: Actor
    at: int
    clause: str


class SlipOpened(Event, frozen=True):
    """The slip of a full award: the meter before and after it, in cents, and the persons
    involved.
    """

    seat: int
    player: str
    meter: str
    before: Cents
    after: Cents
    hand: str
    cards: tuple[Card, ...]
    persons: tuple[str, ...]
    at: int
    clause: str


class PapersCompleted(Event, frozen=True):
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


Payment = Lost | Paid | EnvyPaid | MeterPaid | MeterReset | MeterFed


class PaymentUndone(Event, frozen=True):
    """A payment of the open round taken back: its money moves the other way, its stake lies as it
    lay before (ruling G46).
    """

    payment: Payment
    clause: str


class SeatSettled(Event, frozen=True):
    seat: int


class RoundEnded(Event, frozen=True):
    round: int
    clause: str


class ReportMade(Event, frozen=True):
    """A report after the last card is up: settlement stands still until a floorperson decides.

    `cards` is the number at the place, `card` a card that cannot be there.
    """

    place: str
    cards: int | None
    card: Card | None
    by: Actor
    at: int
    clause: str


class ReportOverruled(Event, frozen=True):
    place: str
    reason: str
    by: Actor
    at: int
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
