"""What the house refuses beyond the table's rules: what a table cannot know, or people must decide.

A stopped house closes no bets and takes none; wagers can still be taken back.
"""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from pitboss.house.ledger import other_locks, wallet
from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import of_round, people, round_seats, rounds
from pitboss.money import format_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.irregular import CORRECTION_RULING
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

CLOSING_NOTICE: Final = (
    "this table closes after this round. Your chips go back to your account; choose another table"
)
CLOSED_NOTICE: Final = "this table is closed; choose another one in the lobby"
Result = tuple[Table, tuple[e.Event, ...]] | Refusal


def stop_notice(faults: Sequence[str]) -> str:
    """Says why the house is stopped and what to do."""
    return (
        f"the house is stopped because its program files differ from the release ({faults[0]}). "
        "No new round starts until the operator reinstalls Pitboss. "
        "Chips are safe: take wagers back, or leave with them"
    )


def house_refusal(batch: Batch, live: LiveTable, command: c.Command) -> Refusal | None:
    """A stopped house, an empty wallet, a meter locked by another table, a round long past."""
    row, game = live.row, live.table.rules.game
    if live.stop_notice and _starts_round(live.table, command):
        return Refusal(Reason.TABLE_CLOSED, live.stop_notice, live.table.dealing.announce)
    if isinstance(command, c.BuyIn):
        seat = live.table.seats.get(command.seat)
        if seat is not None and command.by.role != "dealer":
            cents = batch.balance(wallet(row.currency, seat.player))
            if command.cents > cents:
                clause = game.cite("wager.chip")
                return Refusal(Reason.NOT_ENOUGH_CHIPS, f"{format_cents(cents)} left", clause)
    if isinstance(command, c.Sit) and (role := staff_role(batch.tx, command.player)):
        why = f"{command.player} is staff of this house ({role}), and staff do not play"
        return Refusal(Reason.NOT_YOUR_ROLE, why, game.cite("wager.chip"))
    if isinstance(command, c.Fill) and command.cents > 0:
        account = f"{row.currency}/cage"
        cents = batch.balance(account, lock=True)
        if command.cents > cents:
            why = f"{account} holds {format_cents(cents)} and would go below zero"
            return Refusal(Reason.BAD_AMOUNT, why, game.cite("wager.chip"))
    if isinstance(command, c.Correct) and not _took_part(batch.tx, row, command):
        why = f"{command.player} had no wager at seat {command.seat} in round {command.round}"
        return Refusal(Reason.NO_SUCH_ROUND, why, CORRECTION_RULING)
    if isinstance(command, c.Settle) and (others := other_locks(batch, row)):
        return Refusal(Reason.AWARD_WAITS, f"at table {', '.join(others)}", "G9")
    if isinstance(command, c.Shuffle) and command.order and live.table.cards == "in play":
        # The deck would be the next round's, and this round's seed is revealed before that.
        why = "the house shuffles a deck only in that deck's own round"
        return Refusal(Reason.OUT_OF_ORDER_STEP, why, game.cite("decks.stored"))
    return None


def staff_role(tx: sa.Connection, name: str) -> str:
    """The role of a member of staff of that name; empty for anybody else."""
    mine = (sa.func.lower(people.c.name) == name.lower()) & ~people.c.closed
    role = tx.execute(sa.select(people.c.role).where(mine)).scalar()
    return "" if role in (None, "player") else str(role)


def _starts_round(table: Table, command: c.Command) -> bool:
    """Whether a command closes bets or puts more chips at risk; a wager may be taken back."""
    if not isinstance(command, c.Bet):
        return isinstance(command, c.NoMoreBets)
    seat = table.seats.get(command.seat)
    stakes = seat.stakes if seat is not None else {}
    return any(
        cents > (stakes[spot].cents if spot in stakes else 0)
        for spot, cents in command.stakes.items()
    )


def _took_part(tx: sa.Connection, row: TableRow, command: c.Correct) -> bool:
    """Checks a finished round; the table itself refuses any other."""
    finished = sa.select(rounds.c.round).where(of_round(rounds, row.id, command.round))
    if tx.execute(finished).first() is None:
        return True
    here = of_round(round_seats, row.id, command.round) & (round_seats.c.seat == command.seat)
    player = tx.execute(sa.select(round_seats.c.player).where(here)).scalar()
    return bool(player == command.player)


def reserved_refusal(batch: Batch, row: TableRow, command: c.Command, result: Result) -> Result:
    """Refuses what the house would decide itself where a person must, and what would move a meter
    that an award at another table waits for.
    """
    if isinstance(result, Refusal):
        return result
    for event in result[1]:
        if command.by.role == "house" and oversteps(row, event):
            clause = str(getattr(event, "clause", ""))
            return Refusal(Reason.NOT_YOUR_ROLE, "only a floorperson may here", clause)
        undone = isinstance(event, e.PaymentUndone) and hasattr(event.payment, "meter")
        if undone and (others := other_locks(batch, row)):
            return Refusal(Reason.AWARD_WAITS, f"at table {', '.join(others)}", "G9")
    return result


def oversteps(row: TableRow, event: e.Event) -> bool:
    """Whether an event is a person's to bring about at this table, and never the house's.

    With real chips a floorperson validates every award that waits (ruling G50) and completes its
    papers; voids are the house's own unless the table's settings reserve them.
    """
    if isinstance(event, e.AwardValidated | e.PapersCompleted):
        return row.currency == "real"
    return isinstance(event, e.RoundVoided) and row.reserves
