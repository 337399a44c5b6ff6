"""Clocks and waits that call for somebody: a table's alarms, the most pressing first."""

from typing import Final, Literal

import msgspec

from pitboss.house.live_table import LiveTable
from pitboss.table.duties import Due
from pitboss.table.equipment import BACKS, HOURS

SLOW_MS: Final = 60_000  # a player who takes longer to decide is pointed out
LATE_MS: Final = 120_000  # a dealer who takes longer, where somebody sits
SOON_MS: Final = 15 * 60_000  # before a deck must be changed


class Alarm(msgspec.Struct, frozen=True):
    """`since` is when the wait began or the change is due, in milliseconds of the house's clock,
    or 0; `about` names the duty, the back of the deck or the device.
    """

    what: Literal["floor", "device", "deck", "dealer", "player", "deck soon"]
    since: int
    seat: int = 0
    about: str = ""


def alarms(live: LiveTable, due: Due | None, now: int) -> list[Alarm]:
    """`due` is the table's duty and `now` the house's time in milliseconds."""
    table, dealt = live.table, live.row.mode == "dealer"
    waited = now - live.since
    calls: list[Alarm] = []
    if due is not None and due.role == "floorperson":
        calls.append(Alarm("floor", live.since, due.seat, due.what))
    for device, condition in table.devices.items():
        if condition != "working":
            calls.append(Alarm("device", 0, about=device))
    since = table.in_play_since[table.deck] if table.in_play_since else None
    change = None if since is None else (since + HOURS[table.dealing.method] * 3600) * 1000
    back = BACKS[table.deck]
    if change is not None and change <= now:
        calls.append(Alarm("deck", change, about=back))
    if dealt and due is not None and table.seats:
        if due.role == "dealer" and due.what != "idle" and waited > LATE_MS:
            calls.append(Alarm("dealer", live.since, about=due.what))
        if table.turn and waited > SLOW_MS:
            calls.append(Alarm("player", live.since, table.turn))
    if change is not None and 0 < change - now <= SOON_MS:
        calls.append(Alarm("deck soon", change, about=back))
    return calls
