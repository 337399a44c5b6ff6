"""Voids and undoing: money of the open round moves back, to the cent.

A void returns every wager of the round and drops its pending contributions; payments already made
in the round are undone first, newest first (ruling G46).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.money import MILLIONTHS, Cents, whole_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import alternating, off_the_rack, other_deck
from pitboss.table.progressive import move_meter, read_meters
from pitboss.table.state import Seat, Stake, Table


def void(table: Table, command: c.Command, reason: str, clause: str) -> tuple[e.Event, ...]:
    """Ruling G41: returns every wager, also what folded, abandoned and forfeited seats had lost."""
    rules = table.rules.short
    undone: list[e.Event] = []
    if table.paid:
        meters: dict[str, int] = getattr(command, "meters", {})
        undone = undo(table, table.paid, meters, clause)
    on_spot = {
        (payment.seat, payment.spot): _was_held(payment)
        for payment in table.paid
        if isinstance(payment, e.Lost | e.Paid | e.MeterPaid)
    }
    back = tuple(
        e.StakeReturned(
            number,
            seat.player,
            key,
            stake.cents,
            on_spot.get((number, key), stake.held),
            clause,
            rules,
        )
        for number, seat in sorted(table.seats.items())
        for key, stake in seat.stakes.items()
    )
    return (*undone, *back, e.RoundVoided(reason, command.by, command.at, clause))


def undo(
    table: Table, payments: Iterable[e.Payment], meters: dict[str, int], clause: str
) -> list[e.Event]:
    """Takes payments back, newest first; `meters` says where linked meters stand now."""
    events = read_meters(table, meters)
    standing = {**table.meters, **meters}
    for payment in reversed([*payments]):
        match payment:
            case e.MeterFed(meter=name):
                # Other tables may have moved the meter: its whole cents are computed again.
                before = standing[name]
                standing[name] = before - payment.millionths
                cents = Cents(whole_cents(before) - whole_cents(standing[name]))
                payment = replace(payment, cents=cents)
            case e.MeterPaid(meter=name):
                standing[name] += payment.cents * MILLIONTHS
            case e.MeterReset(meter=name):
                standing[name] -= payment.cents * MILLIONTHS
        events.append(e.PaymentUndone(payment, clause))
    return events


def _was_held(payment: e.Lost | e.Paid | e.MeterPaid) -> bool:
    """Whether the stake lay on its spot; a collected one was in the inventory."""
    match payment:
        case e.Lost():
            return payment.held
        case e.Paid():
            return payment.returned > 0
    return False


def evolve_undone(table: Table, event: e.PaymentUndone) -> Table:
    payment = event.payment
    match payment:
        case e.Lost() | e.Paid() | e.MeterPaid():
            stakes = table.own(payment.seat).stakes
            stakes[payment.spot] = Stake(stakes[payment.spot].cents, held=_was_held(payment))
            if isinstance(payment, e.MeterPaid):
                table = move_meter(table, payment.meter, payment.cents * MILLIONTHS)
        case e.MeterReset():
            table = move_meter(table, payment.meter, -payment.cents * MILLIONTHS)
        case e.MeterFed():
            table = move_meter(table, payment.meter, -payment.millionths)
    place = max(n for n, other in enumerate(table.paid) if _same(other, payment))
    table.paid = table.paid[:place] + table.paid[place + 1 :]
    return table


def _same(payment: e.Payment, undone: e.Payment) -> bool:
    """Ignores the cents that fed a meter: they differ where the meter has moved since."""
    if isinstance(undone, e.MeterFed):
        return isinstance(payment, e.MeterFed) and payment.meter == undone.meter
    return payment == undone


def evolve_returned(table: Table, event: e.StakeReturned) -> Table:
    del table.own(event.seat).stakes[event.spot]
    return table


def evolve_voided(table: Table, event: e.RoundVoided) -> Table:
    failed = event.clause == table.rules.game.cite("shoe-jam")
    deck, dealt = table.deck, table.cards == "in play"
    table = clear(table)
    # What came out of a shoe that failed is shuffled with what was dealt (235 13.G, DD .13E, LIR
    # .13G, MS 13.G).
    return off_the_rack(table, deck) if failed and dealt else table


def clear(table: Table) -> Table:
    """For evolvers: clears the layout between rounds (DD .01B(5)): the cards are to be shuffled
    again, and it is the other deck's turn.
    """
    turned = table.cards == "in play" and alternating(table)
    if table.planned:  # else no card was dealt: not a round for the count
        table.rounds_since_count = 0 if table.counted else table.rounds_since_count + 1
    if table.cards == "in play":
        table.cards, table.stub, table.rack_deck = "used", (), table.deck
    if turned:
        if table.stored == "ready":
            table.cards, table.stub, table.by_device = "ready", table.stored_order, True
        elif table.stored == "removed":
            table.cards = "closed"
        table.stored, table.stored_order, table.deck = "", (), other_deck(table)
    table.seats = {
        number: Seat(seat.player, by_hand=seat.by_hand, last=seat.last)
        if seat.by_hand or seat.last
        else Seat(seat.player)
        for number, seat in table.seats.items()
    }
    table.phase, table.unmatched, table.by_dealer, table.last_call = "bets", {}, False, ""
    table.round += 1
    table.plan, table.dealt, table.planned, table.set_aside = (), 0, 0, 0
    table.community, table.community_shown = (), 0
    table.box, table.box_shown = (), False
    table.rack, table.stub_racked = (), False
    table.step, table.asked, table.entries = 0, (), ()
    table.settled, table.settler, table.turned, table.paid = (), "", 0, ()
    table.pending, table.papers, table.report = 0, (), None
    table.reopened, table.readings = 0, {}
    table.prepared = table.counted = False
    return table
