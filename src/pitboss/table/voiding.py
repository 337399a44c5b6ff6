"""A void returns every wager of the round to the cent and drops its pending contributions."""

from msgspec.structs import replace

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import alternating, other_deck
from pitboss.table.state import Seat, Table


def void(table: Table, command: c.Command, reason: str, clause: str) -> tuple[e.Event, ...]:
    """Ruling G41: also what folded, abandoned and forfeited seats had lost."""
    rules = table.rules.short
    back = tuple(
        e.StakeReturned(number, seat.player, key, stake.cents, stake.held, clause, rules)
        for number, seat in sorted(table.seats.items())
        for key, stake in seat.stakes.items()
    )
    return (*back, e.RoundVoided(reason, command.by, command.at, clause))


def evolve_returned(table: Table, event: e.StakeReturned) -> Table:
    del table.own(event.seat).stakes[event.spot]
    return table


def evolve_voided(table: Table, event: e.RoundVoided) -> Table:
    return clear(table)


def clear(table: Table) -> Table:
    """The layout between rounds (DD .01B(5)): cards to be shuffled again, the other deck's turn."""
    turned = table.cards == "in play" and alternating(table)
    cards, stub = ("used", ()) if table.cards == "in play" else (table.cards, table.stub)
    if turned and table.stored:
        cards = "ready" if table.stored == "ready" else "closed"
        stub = table.stored_order
    waited = 0 if table.counted else table.rounds_since_count + 1
    if not table.planned:
        waited = table.rounds_since_count  # no card was dealt: not a round for the count
    return replace(
        table,
        cards=cards,
        by_device=table.by_device or bool(turned and table.stored),
        prepared=False,
        stored="" if turned else table.stored,
        stored_order=() if turned else table.stored_order,
        deck=other_deck(table) if turned else table.deck,
        seats={n: Seat(seat.player) for n, seat in table.seats.items()},
        phase="bets",
        unmatched={},
        round=table.round + 1,
        stub=stub,
        plan=(),
        dealt=0,
        planned=0,
        community=(),
        community_shown=0,
        box=(),
        box_shown=False,
        rack=(),
        set_aside=0,
        step=0,
        asked=(),
        settled=(),
        pending=0,
        counted=False,
        rounds_since_count=waited,
    )
