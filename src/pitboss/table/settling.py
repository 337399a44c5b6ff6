"""Settlement seat by seat and spot by spot (chapters 11 and 12), from the rulebook's own rows."""

from typing import Final

from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.rulebook.model import Settle as SettleStep
from pitboss.rulebook.outcomes import Outcome, SettledSpot
from pitboss.rulebook.paytable import Row
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import uncounted
from pitboss.table.progressive import (
    award,
    bad_meters,
    envy,
    feed,
    needs_validation,
    read_meters,
)
from pitboss.table.refusals import Answer, Reason, allowed_roles, refuse
from pitboss.table.state import NO_CENTS, Stake, Table
from pitboss.table.voiding import clear


def settle(table: Table, command: c.Settle) -> Answer:
    step = table.rules.game.play[-1]
    assert isinstance(step, SettleStep)
    if no := allowed_roles(command, "dealer", clause=step.clause):
        return no
    if table.pending:
        detail = f"seat {table.pending}"
        progressive = table.rules.game.progressive
        return refuse(Reason.AWARD_WAITS, detail, progressive.validated if progressive else "G11")
    if no := uncounted(table):
        return no
    if table.phase not in ("play", "settling") or not isinstance(table.game_step, SettleStep):
        return refuse(Reason.NOT_SETTLING, "", step.clause)
    if no := bad_meters(table, command.meters):
        return no
    events = read_meters(table, command.meters)
    table = replace(table, meters={**table.meters, **command.meters}) if events else table
    if table.phase == "play":
        events.append(e.SettlementBegun(command.by, command.at, step.clause))
        events += feed(table)
    meters = _meters_after(table, events) if table.meters else {}
    for number in settling_seats(table):
        events += settle_seat(table, number, step, meters)
        if type(events[-1]) is e.AwardPending:
            return tuple(events)
    events.append(e.RoundEnded(table.round, step.cleared))
    return tuple(events)


def _meters_after(table: Table, events: list[e.Event]) -> dict[str, int]:
    meters = dict(table.meters)
    for event in events:
        if isinstance(event, e.MeterFed):
            meters[event.meter] += event.millionths
    return meters


def settling_seats(table: Table) -> list[int]:
    """Seats still to settle, in the game's direction (ruling D6)."""
    step = table.rules.game.play[-1]
    assert isinstance(step, SettleStep)
    backwards = step.direction.startswith("counter")
    seats = [n for n, s in table.seats.items() if s.stakes and n not in table.settled]
    return sorted(seats, reverse=backwards)


def settle_seat(
    table: Table, number: int, step: SettleStep, meters: dict[str, int]
) -> list[e.Event]:
    """Ends in SeatSettled, or in AwardPending where a floorperson must look first."""
    seat = table.seats[number]
    stakes, rules = seat.stakes, table.rules
    if seat.dropped or (seat.folded and all(stake.done for stake in stakes.values())):
        return [e.SeatSettled(number)]
    verdict, short = rules.outcomes.verdict((*seat.hole, *table.community, *table.box)), rules.short
    events: list[e.Event] = [e.HandShown(number, seat.hole, verdict.name, step.shown)]
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
            paid = _paid(rules, number, seat.player, spot, stake, outcome, row, won)
            if spot.capped:
                won += paid.won - _within(stake)
            events.append(paid)
    if verdict.envy:
        events += envy(table, number, seat, verdict.envy)
    events.append(e.SeatSettled(number))
    return events


def _paid(
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
    net = Cents(cents * outcome.times + outcome.flat)
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


def validate_award(table: Table, command: c.ValidateAward) -> Answer:
    """A floorperson has seen the hand: the award is paid, then its envy; the seat is settled."""
    rules, progressive = table.rules, table.rules.game.progressive
    clause = progressive.validated if progressive else "G11"
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if not table.pending or table.pending != command.seat:
        return refuse(Reason.NO_AWARD, f"seat {command.seat}", clause)
    if no := bad_meters(table, command.meters):
        return no
    seat = table.seats[command.seat]
    spot = next(spot for spot in rules.settling_order if spot.progressive)
    verdict = rules.outcomes.verdict((*seat.hole, *table.community, *table.box))
    outcome = verdict.by_wager[spot.wager]
    assert outcome.row is not None
    events = read_meters(table, command.meters)
    table = replace(table, meters={**table.meters, **command.meters}) if events else table
    events.append(e.AwardValidated(command.seat, command.by, command.at, clause))
    if outcome.share:
        events += award(table, command.seat, spot, outcome, dict(table.meters))
    else:
        stake, row = seat.stakes[spot.key], outcome.row
        events.append(_paid(rules, command.seat, seat.player, spot, stake, outcome, row, 0))
    if verdict.envy:
        events += envy(table, command.seat, seat, verdict.envy)
    events.append(e.SeatSettled(command.seat))
    return tuple(events)


def evolve_begun(table: Table, event: e.SettlementBegun) -> Table:
    table.phase = "settling"
    return table


_SLOTS: Final = tuple(tuple(range(cards)) for cards in range(10))


def evolve_shown(table: Table, event: e.HandShown) -> Table:
    # DD .11E, LIR .11F: face up until the last wager is settled.
    table.own(event.seat).shown = _SLOTS[len(event.cards)]
    return table


def evolve_paid(table: Table, event: e.Paid) -> Table:
    stakes = table.own(event.seat).stakes
    stakes[event.spot] = Stake(stakes[event.spot].cents, False, True)
    return table


def evolve_pending(table: Table, event: e.AwardPending) -> Table:
    table.pending = event.seat
    return table


def evolve_validated(table: Table, event: e.AwardValidated) -> Table:
    table.pending = 0
    return table


def evolve_seat_settled(table: Table, event: e.SeatSettled) -> Table:
    table.settled = (*table.settled, event.seat)
    return table


def evolve_ended(table: Table, event: e.RoundEnded) -> Table:
    return clear(table)
