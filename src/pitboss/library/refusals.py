"""Refusals of a table as exceptions: the sentence, its clause and the remedy."""

from typing import Final

from pitboss.errors import PitbossError
from pitboss.library.plays import plays
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

REMEDIES: Final = {
    Reason.SEAT_EMPTY: "call sit() first",
    Reason.SEAT_TAKEN: "choose another seat",
    Reason.NOT_ENOUGH_CHIPS: "call buy() for more chips, or stake less",
    Reason.BAD_STAKE: "look at the limits in spots",
    Reason.NEEDS_OTHER_WAGER: "name the other wager in the same bet()",
    Reason.WAGERS_INCOMPLETE: "call bet() for the missing spots, or take the seat's stakes back",
}


class Refused(PitbossError):
    """Raised for what the rules forbid: `what`, `clause`, and the remedy in `what_to_do`."""

    reason: Reason | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return (*super().__reduce__(), {"reason": self.reason})


def refused(table: Table, refusal: Refusal) -> Refused:
    clause, remedy = refusal.clause or None, _remedy(table, refusal.reason)
    error = Refused(str(refusal), clause=clause, what_to_do=remedy)
    error.reason = refusal.reason
    return error


def _remedy(table: Table, reason: Reason) -> str:
    if reason in REMEDIES:
        return REMEDIES[reason]
    if reason is Reason.NO_SUCH_SPOT:
        return f"bet on {', '.join(table.rules.opening_bounds)}"
    if reason is Reason.NO_SUCH_SEAT:
        return f"choose a seat from 1 to {table.rules.game.seats}"
    if table.turn:
        texts = [str(play) for play in plays(table)]
        shown = texts if len(texts) < 8 else [*texts[:6], "…"]
        first = "choose one of" if reason is Reason.NOT_AN_OPTION else f"act for seat {table.turn}:"
        return f"{first} {', '.join(shown)}"
    if table.phase == "bets":
        return "call deal()" if table.wagering() else "call bet() for a seat, then deal()"
    return "call settle()" if table.phase == "play" else "open another table"
