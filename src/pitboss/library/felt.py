"""A table's layout as text: the terminal's drawing without its colours."""

from collections import Counter
from collections.abc import Sequence

from pitboss.money import format_cents
from pitboss.table import events as e
from pitboss.table.postings import worth_to_player
from pitboss.table.state import Table
from pitboss.table.view import SeatView, View
from pitboss.terminal import felt
from pitboss.terminal.betting import Slip
from pitboss.terminal.console import Scene

WIDTH = 80


def draw(table: Table, events: Sequence[e.Event], number: int, shown: View, bought: int) -> str:
    """Draws the layout as the player at seat `number` sees it, then a line for each other seat."""
    seat = table.seats[number]
    outcomes: Counter[str] = Counter()
    for event in events if shown.round < table.round else ():  # the round has been settled
        if getattr(event, "seat", 0) == number and hasattr(event, "spot"):
            outcomes[event.spot] += worth_to_player(event)
    chips = table.chips(seat.player)
    at_risk = sum(stake.cents for stake in seat.stakes.values() if stake.held)
    scene = Scene(
        table.rules,
        shown,
        meters=shown.meters,
        chips=chips,
        net=chips + at_risk - bought,
        round=shown.round,
        outcomes=dict(outcomes),
        keys={},
        limits=Slip(table.rules).limits if table.phase == "bets" else {},
        marked=None,
    )
    lines = [line.text.rstrip() for line in felt.draw(scene, WIDTH)]
    others = [_line(other) for other in shown.seats if other.seat != number]
    return "\n".join([*lines, *others]).rstrip()


def _line(seat: SeatView) -> str:
    stakes = [f"{spot} {format_cents(cents)}" for spot, cents in seat.stakes.items()]
    folded = ["folded"] if seat.folded else []
    return "  ".join([f" seat {seat.seat} {seat.player}", *stakes, *seat.cards, *folded])
