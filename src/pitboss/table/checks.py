"""What every decision asks first: who may, and how a no is said."""

from typing import TypeAlias

from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Seat, Table

Answer: TypeAlias = tuple[Event, ...] | Refusal


def refuse(reason: Reason, detail: str, clause: str) -> Refusal:
    return Refusal(reason, detail, clause)


def allowed_roles(command: Command, *roles: Role, clause: str) -> Refusal | None:
    """The house does a dealer's, a floorperson's and a silent player's part."""
    if command.by.role in roles or command.by.role == "house":
        return None
    return Refusal(Reason.NOT_YOUR_ROLE, f"a {' or '.join(roles)} does this", clause)


def own_seat(table: Table, command: Command, number: int) -> Seat | Refusal:
    """The seat, if it is the commanding player's (or the house acts)."""
    clause = table.rules.game.cite("wager.seated")
    seat = table.seats.get(number)
    if not 1 <= number <= table.rules.game.seats:
        return Refusal(Reason.NO_SUCH_SEAT, f"seat {number}", table.rules.game.cite("seats"))
    if seat is None:
        return Refusal(Reason.SEAT_EMPTY, f"seat {number}", clause)
    if command.by.role == "player" and command.by.name != seat.player:
        return Refusal(Reason.NOT_YOUR_SEAT, f"seat {number} is {seat.player}'s", clause)
    return seat
