"""Settlement seat by seat and spot by spot (chapters 11 and 12), from the rulebook's own rows."""

from typing import Final

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, Card
from pitboss.money import Cents
from pitboss.rulebook.model import SettleStep
from pitboss.rulebook.outcomes import Outcome, SettledSpot
from pitboss.rulebook.paytable import Row
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import bad_cards, uncounted
from pitboss.table.progressive import (
    award,
    bad_meters,
    envy,
    feed,
    needs_validation,
    read_meters,
)
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import NO_CENTS, Seat, Stake, Table, rack_hand, rack_stub
from pitboss.table.voiding import clear


def settle(table: Table, command: c.Settle) -> Answer:
    step = settle_step(table)
    if no := allowed_roles(command, "dealer", clause=step.clause):
        return no
    if no := not_settling(table, step):
        return no
    if command.seat and command.seat not in settling_seats(table):
        return refuse(Reason.SEAT_OUT, f"seat {command.seat}", step.clause)
    if no := bad_meters(table, command.meters):
        return no
    return _settle_seats(table, command, step)


def _settle_seats(table: Table, command: c.Settle, step: SettleStep) -> Answer:
    events = read_meters(table, command.meters)
    table = replace(table, meters={**table.meters, **command.meters}) if events else table
    if table.phase == "play":
        events.append(e.SettlementBegun(command.by, command.at, step.clause))
        events += feed(table)
    meters = _meters_after(table, events) if table.meters else {}
    seats = settling_seats(table)
    if command.seat:
        seats = seats[: seats.index(command.seat) + 1]
    physical = table.physical
    for number in seats:
        if physical and hand_unread(table, number):
            if number == seats[0]:
                return refuse(Reason.HAND_FACE_DOWN, f"turn up seat {number}", step.shown)
            return tuple(events)
        events += settle_seat(table, number, step, meters)
        if type(events[-1]) is e.AwardPending:
            return tuple(events)
    if not table.papers and len(seats) + len(table.settled) == len(table.wagering()):
        events.append(e.RoundEnded(table.round, step.cleared))
    return tuple(events)


def settle_step(table: Table) -> SettleStep:
    step = table.rules.game.play[-1]
    assert isinstance(step, SettleStep)
    return step


def not_settling(table: Table, step: SettleStep) -> Refusal | None:
    """Why no hand can be turned or settled now."""
    if table.pending:
        progressive = table.rules.game.progressive
        clause = progressive.validated if progressive else "G11"
        return refuse(Reason.AWARD_WAITS, f"seat {table.pending}", clause)
    if table.report:
        return refuse(Reason.REPORT_WAITS, table.report.place, "G46")
    if table.reopened:
        return refuse(Reason.HAND_REOPENED, f"seat {table.reopened}", "G50")
    if no := uncounted(table):
        return no
    if table.phase not in ("play", "settling") or not isinstance(table.game_step, SettleStep):
        return refuse(Reason.NOT_SETTLING, "", step.clause)
    if table.papers and not settling_seats(table):
        return refuse(Reason.PAPERS_WAIT, f"seat {table.papers[0]}", papers_clause(table))
    return None


def papers_clause(table: Table) -> str:
    """The clause by which a hand with a full award stays until its documents are complete."""
    progressive = table.rules.game.progressive
    return (progressive.stays if progressive else "") or "M6"


def show_hand(table: Table, command: c.ShowHand) -> Answer:
    """Ruling G47: a hand is read at its turn. Turning it moves no money."""
    step = settle_step(table)
    if no := allowed_roles(command, "dealer", clause=step.shown):
        return no
    if no := not_settling(table, step):
        return no
    number = table.turned or next_hand(table)
    if not number or command.seat != number:
        detail = f"seat {number} is next" if number else "every hand is read"
        return refuse(Reason.NOT_YOUR_TURN, detail, step.shown)
    slots = table.seats[number].read if table.turned else unread_slots(table, number)
    return turn_hand(table, number, command.cards, slots)


def turn_hand(table: Table, number: int, cards: tuple[Card, ...], slots: tuple[int, ...]) -> Answer:
    """The hand with these faces in these slots, in place of what was read there before."""
    step, hole = settle_step(table), table.seats[number].hole
    if len(cards) != len(slots):
        detail = f"seat {number} has {len(slots)} to name, not {len(cards)}"
        return refuse(Reason.UNKNOWN_CARD, detail, step.shown)
    before = tuple(hole[slot] for slot in slots)
    if no := bad_cards(table, cards, instead_of=before):
        return no
    faces = dict(zip(slots, cards, strict=True))
    hand = tuple(faces.get(slot, card) for slot, card in enumerate(hole))
    verdict = table.rules.outcomes.verdict((*hand, *table.community, *table.box))
    return (e.HandShown(number, hand, verdict.name, step.shown, slots),)


def hand_unread(table: Table, number: int) -> bool:
    """Whether the seat's wagers wait for faces that nobody has read."""
    seat = table.seats[number]
    return FACE_DOWN in seat.hole and not passed(seat)


def next_hand(table: Table) -> int:
    """The seat whose hand is to be turned up next, 0 when all are read."""
    return next((n for n in settling_seats(table) if hand_unread(table, n)), 0)


def unread_slots(table: Table, number: int) -> tuple[int, ...]:
    return tuple(n for n, card in enumerate(table.seats[number].hole) if card == FACE_DOWN)


def passed(seat: Seat) -> bool:
    """A seat with nothing left to settle: its hand is not turned."""
    return bool(seat.dropped) or bool(
        seat.folded and all(stake.done for stake in seat.stakes.values())
    )


def _meters_after(table: Table, events: list[e.Event]) -> dict[str, int]:
    meters = dict(table.meters)
    for event in events:
        if isinstance(event, e.MeterFed):
            meters[event.meter] += event.millionths
    return meters


def settling_seats(table: Table) -> list[int]:
    """Seats still to settle, in the game's direction (ruling D6)."""
    backwards = settle_step(table).direction.startswith("counter")
    seats = [n for n, s in table.seats.items() if s.stakes and n not in table.settled]
    return sorted(seats, reverse=backwards)


def settle_seat(
    table: Table, number: int, step: SettleStep, meters: dict[str, int]
) -> list[e.Event]:
    """Ends in SeatSettled, or in AwardPending where a floorperson must look first."""
    seat = table.seats[number]
    stakes, rules = seat.stakes, table.rules
    if (seat.dropped or seat.folded) and passed(seat):
        return [e.SeatSettled(number)]
    verdict, short = rules.outcomes.verdict((*seat.hole, *table.community, *table.box)), rules.short
    events: list[e.Event] = []
    if table.turned != number:
        events.append(e.HandShown(number, seat.hole, verdict.name, step.shown))
    won = 0
    for key, spot, outcome in verdict.spots:  # no wager bears on another (LIR .07E(7))
        stake = stakes.get(key)
        if stake is None or stake.done:
            continue
        row = outcome.row
        if row is None:
            cents, on_spot = stake.cents, stake.held
            events.append(e.Lost(number, key, cents, on_spot, outcome.name, spot.loses, short))
        elif spot.progressive and needs_validation(table, row):
            odds = outcome.odds
            events.append(e.AwardPending(number, key, outcome.name, odds, row.clause))
            return events
        elif outcome.share:
            events += award(table, number, spot, outcome, meters)
        else:
            paid = pay(rules, number, seat.player, spot, stake, outcome, row, won)
            if spot.capped:
                won += paid.won - _within(stake)
            events.append(paid)
    if verdict.envy:
        events += envy(table, number, seat, verdict.envy)
    events.append(e.SeatSettled(number))
    return events


def pay(
    rules: Rules,
    number: int,
    player: str,
    spot: SettledSpot,
    stake: Stake,
    outcome: Outcome,
    row: Row,
    won: int,
) -> e.Paid:
    cents, cut = stake.cents, NO_CENTS
    net = outcome.terms.amount(cents)
    if spot.capped:
        limit, own = rules.payout_limit, _within(stake)
        if limit is not None and won + net - own > limit:
            gross = net
            # Ruling G13: in order until the limit is reached. Only winnings are limited (G14).
            net = Cents(own + max(0, limit - won))
            cut = Cents(gross - net)
    returned = cents if stake.held else NO_CENTS
    name, odds, clause = outcome.name, outcome.odds, row.clause
    return e.Paid(number, player, spot.key, returned, net, cut, name, odds, clause, rules.short)


def _within(stake: Stake) -> Cents:
    """The stake that a payment holds: a collected wager is paid "for" its amount (ruling G2)."""
    return NO_CENTS if stake.held else stake.cents


def evolve_begun(table: Table, event: e.SettlementBegun) -> Table:
    rack_stub(table)
    table.phase, table.settler = "settling", event.by.name
    table.entries = ()
    return table


_SLOTS: Final = tuple(tuple(range(cards)) for cards in range(10))


def evolve_shown(table: Table, event: e.HandShown) -> Table:
    table.entries = ()
    # DD .11E, LIR .11F: face up until the last wager is settled.
    seat = table.own(event.seat)
    seat.shown = _SLOTS[len(event.cards)]
    if event.slots:
        rack_stub(table)
        seat.hole, seat.read = event.cards, event.slots
        table.turned, table.reopened = event.seat, 0
    return table


def evolve_paid(table: Table, event: e.Paid) -> Table:
    stakes = table.own(event.seat).stakes
    stakes[event.spot] = Stake(stakes[event.spot].cents, False, True)
    return table


def evolve_seat_settled(table: Table, event: e.SeatSettled) -> Table:
    table.settled = (*table.settled, event.seat)
    table.turned = 0
    # 235 11.D(3), MS 11.I(2)(c): not before the last of the seat's wagers is settled.
    if settle_step(table).collects and event.seat not in table.papers:
        rack_hand(table, event.seat)
    return table


def evolve_ended(table: Table, event: e.RoundEnded) -> Table:
    return clear(table)
