"""What the house refuses beside the table: what a table cannot know, and what is left to people."""

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from pitboss.house.ledger import balance, wallet
from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.meters import held_elsewhere
from pitboss.house.storage.schema.tables import round_seats, rounds
from pitboss.money import format_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.correcting import RULING
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

if TYPE_CHECKING:
    from pitboss.house.service import House

RESERVED: Final = (e.AwardValidated, e.RoundVoided)
Stepped = tuple[Table, tuple[e.Event, ...]] | Refusal


def house_refusal(
    house: "House", tx: sa.Connection, live: LiveTable, command: c.Command
) -> Refusal | None:
    """An empty wallet, a meter that another table's award locks, who took part long ago."""
    row, game = live.row, live.table.rules.game
    if isinstance(command, c.NoMoreBets) and house.program:
        why = f"the program is not as it was made: {house.program[0]}"
        return Refusal(Reason.TABLE_CLOSED, why, live.table.dealing.announce)
    if isinstance(command, c.BuyIn):
        seat = live.table.seats.get(command.seat)
        if seat is not None:
            held = balance(tx, wallet(row.currency, seat.player), lock=True)
            if command.cents > held:
                clause = game.cite("wager.chip")
                return Refusal(Reason.NOT_ENOUGH_CHIPS, f"{format_cents(held)} left", clause)
    if isinstance(command, c.Correct) and not _took_part(tx, row, command):
        why = f"{command.player} had no wager at seat {command.seat} in round {command.round}"
        return Refusal(Reason.NO_SUCH_ROUND, why, RULING)
    if isinstance(command, c.Settle) and (others := held_elsewhere(tx, row)):
        return Refusal(Reason.AWARD_WAITS, f"at table {', '.join(others)}", "G9")
    if isinstance(command, c.Shuffle) and command.order and live.table.cards == "in play":
        # The deck would be the next round's, and this round's seed is told before that.
        why = "the house shuffles a deck in its own round only"
        return Refusal(Reason.OUT_OF_ORDER_STEP, why, game.cite("decks.stored"))
    return None


def _took_part(tx: sa.Connection, row: TableRow, command: c.Correct) -> bool:
    """In that round, if it is over; of the others the table itself says more."""
    over = (rounds.c.stream == row.id) & (rounds.c.round == command.round)
    if tx.execute(sa.select(rounds.c.round).where(over)).first() is None:
        return True
    found = sa.select(round_seats.c.player).where(
        round_seats.c.stream == row.id,
        round_seats.c.round == command.round,
        round_seats.c.seat == command.seat,
    )
    return bool(tx.execute(found).scalar() == command.player)


def reserved(row: TableRow, command: c.Command, answer: Stepped) -> Stepped:
    """An award or a void that the house would give itself where a person must."""
    if not row.reserves or command.by.role != "house" or isinstance(answer, Refusal):
        return answer
    for event in answer[1]:
        if isinstance(event, RESERVED):
            return Refusal(Reason.NOT_YOUR_ROLE, "a floorperson does this here", event.clause)
    return answer
