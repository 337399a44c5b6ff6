"""Two shortcuts for players: take a seat with chips, and repeat the last bet."""

import secrets
from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.ledger import balance, wallet
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import commands, round_seats
from pitboss.house.writing.replies import Reply
from pitboss.money import Cents, format_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import decide, step
from pitboss.table.refusals import Reason, Refusal

_PLACING: Final = ("Bet", "Leave")  # commands by which wagers are placed and taken back


def sit_down(
    house: House, table_id: str, name: str, cents: Cents, seat: int = 0, command_id: str = ""
) -> int | Refusal:
    """Takes the named seat, or the player's own, or the first free one; returns its number.

    A refusal comes before anything is done, and a retry with the same id does nothing more.
    """
    with house.lock(table_id):  # nobody takes the free seat in between
        live = house.live(table_id)
        actor, stem = c.Actor("player", name), command_id or secrets.token_hex(12)
        who: dict[str, Any] = {"by": actor, "at": house.clock() // 1000}
        seats = live.table.seats
        own = [n for n, taken in seats.items() if taken.player == name]
        free = [n for n in range(1, live.table.rules.game.seats + 1) if n not in seats]
        number = seat or min(own, default=0) or min(free, default=1)
        steps: list[c.Command] = [] if number in own else [c.Sit(seat=number, player=name, **who)]
        steps.append(c.BuyIn(seat=number, cents=cents, **who))
        if no := _expected_refusal(house, live, name, steps, stem):
            return no
        for command in steps:
            reply = house.do(actor, table_id, f"{stem}:{type(command).__name__}", command)
            if isinstance(reply, Refusal):  # another server or another purchase intervened
                if command is not steps[0]:
                    house.do(actor, table_id, f"{stem}:Leave", c.Leave(seat=number, **who))
                return reply
        return number


def _expected_refusal(
    house: House, live: LiveTable, name: str, steps: list[c.Command], stem: str
) -> Refusal | None:
    """The refusal that the commands would meet, if any; None for a retry of finished commands."""
    with house.store.read() as tx:
        key = f"{name}:{stem}:{type(steps[-1]).__name__}"
        if tx.execute(sa.select(commands.c.id).where(commands.c.id == key)).first() is not None:
            return None
        chips = balance(tx, wallet(live.row.currency, name))
    table = live.table
    for command in steps[:-1]:
        after = step(table, command)
        if isinstance(after, Refusal):
            return after
        table = after[0]
    answer = decide(table, steps[-1])
    if isinstance(answer, Refusal):
        return answer
    cents = sum(event.cents for event in answer if isinstance(event, e.BoughtIn))
    clause = table.rules.game.cite("wager.chip")
    short = Refusal(Reason.NOT_ENOUGH_CHIPS, f"{format_cents(chips)} left", clause)
    return short if cents > chips else None


def bet_again(house: House, table_id: str, name: str, seat: int = 0, command_id: str = "") -> Reply:
    """Repeats all of the player's stakes from that seat's last round, or nothing."""
    live = house.live(table_id)
    own = [n for n, taken in live.table.seats.items() if taken.player == name]
    number = seat or min(own, default=0)
    clause = live.table.rules.game.cite("wager.chip")
    stakes = last_stakes(house, table_id, name, number)
    if not stakes:
        return Refusal(Reason.NO_WAGERS, "there is no earlier round to repeat", clause)
    actor = c.Actor("player", name)
    bet = c.Bet(seat=number, stakes=stakes, by=actor, at=house.clock() // 1000)
    return house.do(actor, table_id, command_id or secrets.token_hex(12), bet)


def last_stakes(house: House, table_id: str, name: str, seat: int) -> dict[str, Cents]:
    """The player's stakes when bets were closed in the last finished round."""
    taken = round_seats.c
    query = sa.select(sa.func.max(taken.round)).where(
        taken.stream == table_id, taken.player == name, taken.seat == seat
    )
    stakes: dict[str, Cents] = {}
    with house.store.read() as tx:
        number = tx.execute(query).scalar() or 0
        for entry in log.read_round(tx, table_id, number):
            events = log.open_body(house.keys, entry).events if entry.kind in _PLACING else ()
            for event in events:
                if isinstance(event, e.WagerPlaced) and event.seat == seat:
                    stakes[event.spot] = event.cents
    return {spot: cents for spot, cents in stakes.items() if cents}
