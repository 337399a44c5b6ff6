"""A payment that a review found wrong is put right afterwards (ruling G44)."""

from typing import Final

from pitboss.money import format_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.checks import Answer, refuse
from pitboss.table.refusals import Reason
from pitboss.table.state import Table
from pitboss.table.wagering import MOST_CHIPS

RULING: Final = "G44"
LONGEST_REASON: Final = 200


def correct(table: Table, command: c.Correct) -> Answer:
    """One person asks, a floorperson approves; the house alone corrects nothing."""
    rules, player, cents = table.rules, command.player, command.cents
    if command.by.role != "floorperson":
        return refuse(Reason.NOT_YOUR_ROLE, "a floorperson does this", RULING)
    if not command.asked or command.asked == command.by.name:
        return refuse(Reason.NOT_YOUR_ROLE, "another person asks for it", RULING)
    if not 1 <= command.seat <= rules.game.seats:
        return refuse(Reason.NO_SUCH_SEAT, f"seat {command.seat}", rules.game.cite("seats"))
    if all(seat.player != player for seat in table.seats.values()):
        return refuse(Reason.SEAT_EMPTY, f"{player} has no chips at the table", RULING)
    if table.phase != "bets":
        return refuse(Reason.IN_A_ROUND, "", RULING)
    if not 1 <= command.round < table.round:
        return refuse(Reason.NO_SUCH_ROUND, f"round {command.round}", RULING)
    if command.spot not in rules.spots:
        return refuse(Reason.NO_SUCH_SPOT, command.spot, RULING)
    if table.chips(player) + cents < 0:
        held = f"{player} has {format_cents(table.chips(player))}"
        return refuse(Reason.NOT_ENOUGH_CHIPS, held, RULING)
    if not 0 < abs(cents) <= MOST_CHIPS:
        return refuse(Reason.BAD_AMOUNT, format_cents(cents), RULING)
    reason = command.reason
    if (
        not 0 < len(reason) <= LONGEST_REASON
        or reason != reason.strip()
        or not reason.isprintable()
    ):
        return refuse(Reason.NO_REASON, "", RULING)
    about = (command.round, command.seat, player, command.spot, cents, reason)
    return (e.Corrected(*about, command.asked, command.by, command.at, RULING, rules.short),)
