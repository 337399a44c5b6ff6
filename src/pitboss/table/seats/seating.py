"""Seats and chips: sitting down, leaving, buying in, fills, and who may enter for a seat."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from pitboss.money import Cents, format_cents
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
    not_allowed,
    own_seat,
    refuse,
)
from pitboss.table.state import Seat, Table


def sit(table: Table, command: c.Sit) -> Answer:
    game = table.rules.game
    clause = game.cite("wager.seated")
    if not 1 <= command.seat <= game.seats:
        return refuse(Reason.NO_SUCH_SEAT, f"{game.name} has {game.seats}", game.cite("seats"))
    if command.by.role == "player" and command.by.name != command.player:
        return refuse(Reason.NOT_YOUR_SEAT, f"for {command.player}", clause)
    if command.seat in table.seats:
        return refuse(Reason.SEAT_TAKEN, f"seat {command.seat}", clause)
    dealer = dealer_of(command)
    player = _patron(command) if dealer else command.player
    own = [n for n, seat in table.seats.items() if seat.player == player]
    boxes = game.cite("wager.boxes") or "G19"
    if len(own) >= table.rules.choices.boxes:
        return refuse(Reason.TOO_MANY_BOXES, f"{table.rules.choices.boxes} here", boxes)
    if own and not any(abs(n - command.seat) == 1 for n in own):
        return refuse(Reason.NOT_ADJACENT, f"seat {command.seat}", boxes)
    return (e.Seated(command.seat, player, dealer),)


def _patron(command: c.Sit) -> str:
    """The name of a patron without an account. It has a hyphen, which no account's name has."""
    name = re.sub(r"[^A-Za-z0-9_-]", "-", command.player)[:MAX_PATRON] or "seat"
    return name if "-" in name else f"{name}-{command.seat}"


MAX_PATRON: Final = 24
SEATED: Final[tuple[c.Role, ...]] = ("player", "dealer", "floorperson")


def leave(table: Table, command: c.Leave) -> Answer:
    seat = own_seat(table, command, command.seat)
    if not isinstance(seat, Seat):
        return seat
    if no := allowed_roles(command, *SEATED, clause=table.rules.game.cite("wager.seated")):
        return no
    if seat.stakes and table.phase != "bets":
        # Wagers stay at risk: the floorperson decides what becomes of the seat (ruling G18).
        return refuse(
            Reason.IN_A_ROUND,
            f"seat {command.seat} has wagers",
            table.rules.game.cite("seated.remain"),
        )
    if no := stake_of_other(command, seat, seat.stakes):
        return no
    others = [n for n, s in table.seats.items() if s.player == seat.player and n != command.seat]
    if others and others[-1] - others[0] >= len(others):
        boxes = table.rules.game.cite("wager.boxes") or "G19"
        return refuse(Reason.NOT_ADJACENT, f"seat {command.seat} lies between the others", boxes)
    dealer = dealer_of(command)
    back = tuple(
        e.WagerPlaced(command.seat, seat.player, key, Cents(0), stake.cents, dealer)
        for key, stake in seat.stakes.items()
    )
    chips = table.chips(seat.player) + sum(stake.cents for stake in seat.stakes.values())
    return (*back, e.SeatLeft(command.seat, seat.player, Cents(0 if others else chips), dealer))


def buy_in(table: Table, command: c.BuyIn) -> Answer:
    seat = own_seat(table, command, command.seat)
    if not isinstance(seat, Seat):
        return seat
    if no := allowed_roles(command, *SEATED, clause=table.rules.game.cite("wager.seated")):
        return no
    if not 0 < command.cents <= MAX_CHIPS or command.cents % table.rules.chip:
        return refuse(
            Reason.BAD_AMOUNT, format_cents(command.cents), table.rules.game.cite("wager.chip")
        )
    dealer = dealer_of(command)
    if command.kind == "chips" and command.by.role not in ("dealer", "house"):
        # Ruling G57: chips prove themselves to the dealer who sees them.
        return not_allowed("dealer", clause=CHIPS_RULING)
    return (e.BoughtIn(command.seat, seat.player, command.cents, command.kind, dealer),)


def play_by_hand(table: Table, command: c.PlayByHand) -> Answer:
    """Ruling G48: the player decides whether the dealer may enter for the seat."""
    seat = own_seat(table, command, command.seat)
    if no := allowed_roles(command, "player", clause=ENTRY_RULING):
        return no
    if not isinstance(seat, Seat):
        return seat
    return (e.HandPlaySet(command.seat, seat.player, command.on, ENTRY_RULING),)


def stake_of_other(command: c.Command, seat: Seat, spots: Iterable[str]) -> Refusal | None:
    """A stake belongs to the side that entered it, until "no more bets" (ruling G48)."""
    by_dealer = command.by.role == "dealer"
    if command.by.role == "house":
        return None
    for key in spots:
        stake = seat.stakes.get(key)
        if stake is not None and stake.entered != by_dealer:
            whose = "the dealer" if stake.entered else "the player"
            return refuse(Reason.ENTERED_BY_OTHER, f"{key}, by {whose}", ENTRY_RULING)
    return None


MAX_CHIPS = Cents(10**12)  # ten billion dollars: more than any table needs, and within any integer


def fill(table: Table, command: c.Fill) -> Answer:
    if no := allowed_roles(command, "floorperson", clause=table.rules.game.cite("wager.chip")):
        return no
    inventory = table.balances.get("inventory", 0)
    # A credit takes no more chips than lie there.
    too_much = command.cents < 0 and inventory + command.cents < 0
    if too_much or not 0 < abs(command.cents) <= MAX_CHIPS:
        return refuse(
            Reason.BAD_AMOUNT, format_cents(command.cents), table.rules.game.cite("wager.chip")
        )
    return (e.Filled(command.cents, command.by, command.at),)


def evolve_seated(table: Table, event: e.Seated) -> Table:
    seats = {**table.seats, event.seat: Seat(event.player, by_hand=bool(event.entered))}
    return replace(table, seats=dict(sorted(seats.items())))


def evolve_left(table: Table, event: e.SeatLeft) -> Table:
    return replace(table, seats={n: s for n, s in table.seats.items() if n != event.seat})


def evolve_hand_play(table: Table, event: e.HandPlaySet) -> Table:
    table.own(event.seat).by_hand = event.on
    return table
