"""What a dealer enters at the table: the wagers and choices of players without a screen, counts,
and the faces of cards as they are turned up. Everything the console's keys stand for is in here.
"""

from typing import Literal

import msgspec

from pitboss.cards import Card, card_name
from pitboss.house.floor.candidates import UnreadCard, faces_due
from pitboss.house.floor.console import Move, moves
from pitboss.money import Cents
from pitboss.rulebook.model import Decide, Exchange, RevealStep, SettleStep
from pitboss.table import commands as c
from pitboss.table.engine import decide
from pitboss.table.refusals import Refusal
from pitboss.table.settling import passed, settle_step, settling_seats, unread_slots
from pitboss.table.state import BOX, COMMUNITY, RACK, SEAT_NAMES, Table


class Reading(msgspec.Struct, frozen=True):
    """Faces to be entered with one command; none where a shoe has read them."""

    command: Literal["Reveal", "ShowHand", "ReadHand"]
    seat: int  # 0: community cards, box, third cards
    places: list[UnreadCard]


class ChoiceEntry(msgspec.Struct, frozen=True):
    """What the next seat may choose."""

    spot: str
    accept: str
    decline: str
    multiples: list[int]


class Entries(msgspec.Struct, frozen=True):
    required: dict[str, Cents]  # spot → least stake
    side: dict[str, Cents]
    rest: list[int]  # seats still to decide or discard, in their order
    choice: ChoiceEntry | None
    retract: int  # the seat whose choice was entered last and can be taken back, or 0
    discards: int | None  # how many cards the next seat may exchange
    readings: list[Reading]  # while settling, every hand still to be settled
    turned: int  # the seat whose hand was turned up and is not settled
    again: list[UnreadCard]  # its faces, to be corrected
    paying: list[Move]  # what the turned hand wins and loses
    faces: dict[str, str]  # a card that everybody can see → its place


def entries(table: Table, by: c.Actor, meters: dict[str, int]) -> Entries:
    rules, step = table.rules, table.game_step
    spots = {key: spot for key, spot in rules.spots.items() if not spot.multiples}
    turned = table.turned
    return Entries(
        required={key: rules.limits(spot)[0] for key, spot in spots.items() if spot.required},
        side={key: rules.limits(spot)[0] for key, spot in spots.items() if not spot.required},
        rest=[*table.asked],
        choice=_choice(table, step) if isinstance(step, Decide) and table.turn else None,
        retract=table.entries[-1].number if table.entries else 0,
        discards=step.up_to if isinstance(step, Exchange) and table.turn else None,
        readings=_readings(table, by),
        turned=turned,
        again=_places(table, turned, table.seats[turned].read) if turned else [],
        paying=_paying(table, meters) if turned else [],
        faces={card_name(card): place for card, place in _open_faces(table).items()},
    )


def _choice(table: Table, step: Decide) -> ChoiceEntry:
    multiples = [1] if step.accept == "ride" else [*table.rules.spots[step.spot].multiples]
    return ChoiceEntry(step.spot, step.accept, step.decline, multiples)


def _places(table: Table, number: int, slots: tuple[int, ...]) -> list[UnreadCard]:
    clause = settle_step(table).shown
    return [UnreadCard(SEAT_NAMES[number], slot, clause, number) for slot in slots]


def _readings(table: Table, by: c.Actor) -> list[Reading]:
    """What is to be read now; while settling, hand after hand."""
    if table.reopened:
        places = [] if by.role in table.readings else [*faces_due(table)]
        return [Reading("ReadHand", table.reopened, places)]
    if table.phase not in ("play", "settling"):
        return []
    if isinstance(table.game_step, RevealStep):
        return [Reading("Reveal", 0, [*faces_due(table)])]
    if not isinstance(table.game_step, SettleStep):
        return []
    hands = [n for n in settling_seats(table) if not passed(table.seats[n])]
    return [Reading("ShowHand", n, _places(table, n, unread_slots(table, n))) for n in hands]


def _paying(table: Table, meters: dict[str, int]) -> list[Move]:
    """The hand lies face up: what it wins is no secret, and the dealer pays it now."""
    dealer = c.Actor("dealer", table.settler or "dealer")
    answer = decide(table, c.Settle(by=dealer, seat=table.turned, meters=meters))
    if isinstance(answer, Refusal):
        return []
    return [move for move in moves(answer) if move.seat == table.turned or move.what == "envy"]


def _open_faces(table: Table) -> dict[Card, str]:
    """Cards that have been turned up, or lie face up in the rack."""
    faces: dict[Card, str] = {}
    for packet in table.rack:
        if packet.of == "set aside":
            faces |= dict.fromkeys(packet.cards, RACK)
    for number, seat in table.seats.items():
        place = RACK if seat.racked else SEAT_NAMES[number]
        faces |= {seat.hole[slot]: place for slot in seat.shown if slot < len(seat.hole)}
    faces |= dict.fromkeys(table.community[: table.community_shown], COMMUNITY)
    faces |= dict.fromkeys(table.box if table.box_shown else (), BOX)
    return {card: place for card, place in faces.items() if card >= 0}
