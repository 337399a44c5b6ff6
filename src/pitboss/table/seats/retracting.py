"""A choice typed wrongly is retracted by the person who typed it, before the next card (G48).

Only a table with physical cards remembers what this needs: its choices since the last card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.rulebook.model import Step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.refusals import (
    CHIPS_RULING,
    ENTRY_RULING,
    Answer,
    Reason,
    Refusal,
    allowed_roles,
    dealer_of,
    own_seat,
    refuse,
)
from pitboss.table.state import NO_CENTS, STUB, Packet, RecentChoice, Seat, Table


def retract(table: Table, command: c.Retract) -> Answer:
    number, by = command.seat, command.by
    seat = own_seat(table, command, number)
    if not isinstance(seat, Seat):
        return seat
    if no := allowed_roles(command, "player", "dealer", clause=ENTRY_RULING):
        return no
    entry = next((entry for entry in reversed(table.entries) if entry.number == number), None)
    if entry is None:
        return refuse(Reason.NOTHING_TO_RETRACT, f"seat {number}", ENTRY_RULING)
    if entry.by != _typist(by.role, by.name):
        return _by_other(entry)
    if later := [other.number for other in table.entries if other.step > entry.step]:
        why = f"seat {later[0]} has gone on to the next step"
        return refuse(Reason.NOTHING_TO_RETRACT, why, ENTRY_RULING)
    back = {
        spot: stake.cents
        for spot, stake in entry.seat.stakes.items()
        if entry.act == "fold" and stake.held and seat.stakes[spot].done
    }
    what = (number, seat.player, entry.stage, entry.act, entry.spot, entry.cents)
    retracted = e.EntryRetracted(*what, back, by, command.at, ENTRY_RULING)
    if not entry.bought:
        return (retracted,)
    dealer = dealer_of(command)
    bought = e.BuyInRetracted(number, seat.player, entry.bought, CHIPS_RULING, dealer)
    return (retracted, bought)


def entered_by_other(
    table: Table, command: c.Command, number: int, kind: type[Step]
) -> Refusal | None:
    """Refuses a choice that the other side has already entered: the first entry counts."""
    from_dealer = command.by.role == "dealer"
    for entry in table.entries:
        same_kind = entry.number == number and isinstance(table.rules.game.play[entry.step], kind)
        if same_kind and from_dealer != entry.by.startswith("dealer "):
            return _by_other(entry)
    return None


def _by_other(entry: RecentChoice) -> Refusal:
    what = f"seat {entry.number}, {entry.act}, by {entry.by}"
    return refuse(Reason.ENTERED_BY_OTHER, what, ENTRY_RULING)


def _typist(role: str, name: str) -> str:
    return "house" if role == "house" else f"{role} {name}"


# ── evolving ──────────────────────────────────────────────────────────────────────────────────────


class Before(NamedTuple):
    """What a choice may change of its seat and the rack."""

    seat: Seat
    rack: tuple[Packet, ...]


def before_choice(table: Table, number: int) -> Before:
    seat = table.seats[number]
    return Before(replace(seat, stakes=seat.stakes.copy()), table.rack)


def remember_choice(table: Table, event: e.Decided | e.Discarded, before: Before) -> None:
    """For evolvers: adds the choice to those that may be retracted."""
    if event.entered:
        typist = _typist("dealer", event.entered)
    else:
        typist = _typist("house" if event.by_house else "player", before.seat.player)
    what = ("discard", "", NO_CENTS, NO_CENTS)
    if isinstance(event, e.Decided):
        what = (event.act, event.spot, event.cents, event.bought)
    rack = table.rack[len(before.rack) :]
    entry = RecentChoice(
        event.seat, table.step, typist, event.stage, *what, seat=before.seat, rack=rack
    )
    table.entries = (*table.entries, entry)


def evolve_retracted(table: Table, event: e.EntryRetracted) -> Table:
    number = event.seat
    place = max(n for n, entry in enumerate(table.entries) if entry.number == number)
    entry = table.entries[place]
    seats = table.own_seats()
    seats[number] = replace(
        entry.seat, stakes=entry.seat.stakes.copy(), by_hand=seats[number].by_hand
    )
    # The last choice of a step has moved the table on, to where nobody has acted yet.
    waiting = table.asked if table.step == entry.step else ()
    gone, others = entry.rack, table.entries[:place] + table.entries[place + 1 :]
    stub = [packet for packet in gone if packet.of == STUB]
    back = bool(stub) and not others
    if stub and others:
        # The stub was put away with the first choice; the other choices came after it.
        gone = tuple([packet for packet in gone if packet.of != STUB])
        others = (replace(others[0], rack=(*others[0].rack, *stub)), *others[1:])
    return replace(
        table,
        phase="play",
        step=entry.step,
        asked=tuple(sorted({*waiting, number})),
        rack=_without(table.rack, gone),
        stub_racked=table.stub_racked and not back,
        entries=others,
    )


def _without(rack: tuple[Packet, ...], gone: Sequence[Packet]) -> tuple[Packet, ...]:
    left = list(reversed(rack))
    for packet in gone:
        left.remove(packet)
    return tuple(reversed(left))
