"""Self-dealt tables: the house performs the dealer's and floorperson's duties by its own clock."""

from typing import Final

from pitboss.house.live_table import HOUSE, LiveTable
from pitboss.house.service import CommandIdReused, House
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table.duties import command_for, due
from pitboss.table.equipment import deck_overdue
from pitboss.table.opening import OPENING
from pitboss.table.refusals import Refusal
from pitboss.table.wagering import incomplete

MAX_STEPS: Final = 200  # of one table in one tick: more would be a loop


# With real chips the house never does these itself (ruling G50).
_PERSONS: Final = ("validate", "complete the papers")


def next_command(live: LiveTable, now: int) -> c.Command | None:
    """The command that is due at this table at `now` (milliseconds), if any."""
    table = live.table
    waits = due(table)
    if waits is None or (waits.what == "receive" and not table.seats):
        return None
    if table.phase == "bets" and waits.what not in ("receive", *OPENING):
        return _betting(live, now)
    if waits.what in ("decide", "discard"):
        late = live.deadline is not None and now >= live.deadline
        return c.PlayOn(seat=waits.seat, by=HOUSE, at=now // 1000) if late else None
    if waits.role == "floorperson" and waits.what in _PERSONS and live.row.currency == "real":
        return None
    return command_for(table, waits, HOUSE, now // 1000)


def _betting(live: LiveTable, now: int) -> c.Command | None:
    table, at = live.table, now // 1000
    if (away := _away(live, now)) is not None:
        return c.Leave(seat=away, by=HOUSE, at=at)
    if not table.wagering():
        if deck_overdue(table, at):
            return c.ReceiveCards(by=HOUSE, at=at)
        return None
    limit = live.deadline
    everyone = {n for n, seat in table.seats.items() if seat.stakes} <= live.ready
    if (limit is None or now < limit) and not everyone:
        return None
    lacking = [n for n, seat in table.seats.items() if seat.stakes and incomplete(table, n, seat)]
    if len(lacking) == len(table.wagering()):  # ruling G45: no bets are closed for nobody
        back = dict.fromkeys(table.seats[lacking[0]].stakes, Cents(0))
        return c.Bet(seat=lacking[0], stakes=back, by=HOUSE, at=at)
    if deck_overdue(table, at):
        return c.ReceiveCards(by=HOUSE, at=at)
    return c.NoMoreBets(by=HOUSE, at=at)


def _away(live: LiveTable, now: int) -> int | None:
    """A seat without wagers whose player has been silent too long: others may want it."""
    late = now - live.row.settings.away * 1000
    for number, seat in live.table.seats.items():
        if not seat.stakes and live.acted.get(number, now) < late:
            return number
    return None


def tick(house: House, table_id: str) -> int:
    """Performs what is due at a self-dealt table; returns the number of commands."""
    for count in range(MAX_STEPS):
        with house.lock(table_id):  # no player acts between the decision and the command
            live = house.live(table_id)
            command = next_command(live, house.clock())
            if command is None:
                return count
            # The id is the place in the log: two servers doing the same duty do it once.
            try:
                reply = house.do(HOUSE, table_id, f"auto {table_id} {live.seq + 1}", command)
            except CommandIdReused:
                return count  # another server did another duty there first
        if isinstance(reply, Refusal):
            return count
    raise AssertionError(f"table {table_id} asks for more than {MAX_STEPS} duties at once")
