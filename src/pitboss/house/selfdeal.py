"""Self-dealt tables: the house performs the dealer's and floorperson's duties by its own clock."""

from typing import Final

from pitboss.house.live_table import HOUSE, LiveTable
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table.duties import command_for, due
from pitboss.table.equipment import deck_overdue, overdue_at
from pitboss.table.opening import OPENING
from pitboss.table.wagering import incomplete

MAX_STEPS: Final = 200  # of one table at once: more would be a loop


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
    if live.row.settings.closing and (seat := next(iter(table.seats), 0)):
        back = dict.fromkeys(table.seats[seat].stakes, Cents(0))
        if back:
            return c.Bet(seat=seat, stakes=back, by=HOUSE, at=at)
        return c.Leave(seat=seat, by=HOUSE, at=at)
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
    if len(lacking) == len(table.wagering()):  # ruling G45: nobody has complete bets to close
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


def next_wake(live: LiveTable, now: int) -> int | None:
    """When time alone next makes something due at this table, in milliseconds after `now`."""
    table = live.table
    times = [live.deadline]
    if table.phase == "bets":
        away = live.row.settings.away * 1000 + 1
        times += [
            live.acted[n] + away
            for n in table.seats
            if n in live.acted and not table.seats[n].stakes
        ]
        if (overdue := overdue_at(table)) is not None:
            times.append(overdue * 1000)
    return min((at for at in times if at is not None and at > now), default=None)
