"""What every decision asks first: who may, and how a no is said."""

from typing import Final, TypeAlias

from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Seat, Table

Answer: TypeAlias = tuple[Event, ...] | Refusal


def refuse(reason: Reason, detail: str, clause: str) -> Refusal:
    return Refusal(reason, detail, clause)


def allowed_roles(command: Command, *roles: Role, clause: str) -> Refusal | None:
    """The house may do anybody's part: at a self-dealt table, for a silent player, in a drill.

    What it decides for a player is marked as its act, and at a live table is only what puts no more
    money at risk (ruling G18).
    """
    role = command.by.role
    return None if role == "house" or role in roles else not_allowed(*roles, clause=clause)


PLAYERS: Final = ("player", "house")  # as allowed_roles(command, "player"), where it is asked often


def not_allowed(*roles: Role, clause: str) -> Refusal:
    return Refusal(Reason.NOT_YOUR_ROLE, f"a {' or '.join(roles)} does this", clause)


def own_seat(table: Table, command: Command, number: int) -> Seat | Refusal:
    """The seat, if it is the commanding player's (or the house acts)."""
    seat, game, by = table.seats.get(number), table.rules.game, command.by
    if seat is not None and (by.role != "player" or by.name == seat.player):
        return seat
    if not 1 <= number <= game.seats:
        return Refusal(Reason.NO_SUCH_SEAT, f"seat {number}", game.cite("seats"))
    clause = game.cite("wager.seated")
    if seat is None:
        return Refusal(Reason.SEAT_EMPTY, f"seat {number}", clause)
    return Refusal(Reason.NOT_YOUR_SEAT, f"seat {number} is {seat.player}'s", clause)
