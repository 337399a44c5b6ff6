"""Progressive awards (chapters 11, 12): validated, refused, read again, documented."""

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN
from pitboss.money import whole_cents
from pitboss.rulebook.model import ProgressiveRules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.progressive import award, bad_meters, envy, read_meters
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, bad_reason, refuse
from pitboss.table.reports import misdeal_clause, no_cards_at
from pitboss.table.settling import papers_clause, pay, settle_seat, settle_step, turn_hand
from pitboss.table.state import SEAT_NAMES, Table, rack_hand
from pitboss.table.voiding import undo, void


def validate_award(table: Table, command: c.ValidateAward) -> Answer:
    """A floorperson has seen the hand: the award is paid, then its envy; the seat is settled."""
    progressive = table.rules.game.progressive
    clause = progressive.validated if progressive else "G11"
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if no := _no_award(table, command.seat, clause):
        return no
    assert progressive is not None
    if no := bad_meters(table, command.meters):
        return no
    if table.physical and command.by.role != "house":
        if no := _not_looked_at(table, command, progressive):
            return no
        lying = table.lying()
        if wrong := [n for n, cards in command.counts.items() if cards != lying.get(n, 0)]:
            # Ruling G46: before anything else is settled, also where no card was to lie.
            reason = f"wrong number of cards at {', '.join(wrong)}"
            return void(table, command, reason, misdeal_clause(table))
    return _award(table, command, progressive)


def _no_award(table: Table, seat: int, clause: str) -> Refusal | None:
    if not table.pending or table.pending != seat:
        return refuse(Reason.NO_AWARD, f"seat {seat}", clause)
    if table.report:
        return refuse(Reason.REPORT_WAITS, table.report.place, "G46")
    return None


def _not_looked_at(
    table: Table, command: c.ValidateAward, progressive: ProgressiveRules
) -> Refusal | None:
    """Before an award, the floorperson counts the cards at every place and checks the light."""
    missing = [place for place in table.lying() if place not in command.counts]
    if missing:
        return refuse(Reason.COUNT_MISSING, f"the cards at {', '.join(missing)}", "G46")
    for place in command.counts:
        if no := no_cards_at(table, place, "G46"):
            return no
    if progressive.lamp and not command.lamp:
        detail = "refuse the award, or say that the light is lit"
        return refuse(Reason.LAMP_OFF, detail, progressive.lamp)
    return None


def _award(table: Table, command: c.ValidateAward, progressive: ProgressiveRules) -> Answer:
    rules, number = table.rules, command.seat
    seat = table.seats[number]
    spot = next(spot for spot in rules.settling_order if spot.progressive)
    verdict = rules.outcomes.verdict((*seat.hole, *table.community, *table.box))
    outcome = verdict.by_wager[spot.wager]
    assert outcome.row is not None
    events = read_meters(table, command.meters)
    table = replace(table, meters={**table.meters, **command.meters}) if events else table
    who = (number, command.by, command.at)
    events.append(e.AwardValidated(*who, progressive.validated, dict(command.counts), command.lamp))
    if outcome.share:
        meters = dict(table.meters)
        events += award(table, number, spot, outcome, meters)
        if type(events[-1]) is e.MeterReset and command.by.role == "floorperson":
            events.append(_slip(table, command, events[-1], outcome.name, meters))
    else:
        stake, row = seat.stakes[spot.key], outcome.row
        events.append(pay(rules, number, seat.player, spot, stake, outcome, row, 0))
    if verdict.envy:
        events += envy(table, number, seat, verdict.envy)
    events.append(e.SeatSettled(number))
    return tuple(events)


def _slip(
    table: Table,
    command: c.ValidateAward,
    reset: e.MeterReset,
    hand: str,
    meters: dict[str, int],
) -> e.SlipOpened:
    """A full award is paid beside the table: a person writes its slip, so a house's own act has
    none.
    """
    seat, name = table.seats[command.seat], reset.meter
    before, after = whole_cents(table.meters[name]), whole_cents(meters[name])
    persons = (table.settler, command.by.name)
    return e.SlipOpened(
        command.seat,
        seat.player,
        name,
        before,
        after,
        hand,
        seat.hole,
        persons,
        command.at,
        papers_clause(table),
    )


def complete_papers(table: Table, command: c.CompletePapers) -> Answer:
    """Only now may the hand go to the rack."""
    clause = papers_clause(table)
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if command.seat not in table.papers:
        return refuse(Reason.NO_PAPERS, f"seat {command.seat}", clause)
    return (e.PapersCompleted(command.seat, command.by, command.at, clause),)


def refuse_award(table: Table, command: c.RefuseAward) -> Answer:
    """Ruling G50: what the seat was paid is undone, and dealer and floorperson read its hand."""
    if no := allowed_roles(command, "floorperson", clause="G50"):
        return no
    if no := _no_award(table, command.seat, "G50"):
        return no
    if no := _certain(table):
        return no
    if no := bad_reason(command.reason, "G50") or bad_meters(table, command.meters):
        return no
    spot = next(spot.key for spot in table.rules.settling_order if spot.progressive)
    stamp = (command.by, command.at, "G50")
    refused = e.AwardRefused(command.seat, spot, command.reason, *stamp)
    return (refused, *_reopen(table, command))


def reopen_seat(table: Table, command: c.ReopenSeat) -> Answer:
    """Reopens the last settled seat, while no later hand is up, to correct a misread hand."""
    step = settle_step(table)
    if no := allowed_roles(command, "floorperson", clause="G50"):
        return no
    if table.phase != "settling":
        return refuse(Reason.NOT_SETTLING, "", step.clause)
    if table.pending or table.turned or table.reopened or table.report:
        return refuse(Reason.NOT_YOUR_TURN, "settle what is open first", "G50")
    if not table.settled or table.settled[-1] != command.seat:
        return refuse(Reason.NOT_YOUR_TURN, "only the last settled hand", "G50")
    if no := _certain(table):
        return no
    seat = table.seats[command.seat]
    if FACE_DOWN in seat.hole:
        return refuse(Reason.SEAT_OUT, f"the hand of seat {command.seat} was not turned", "G50")
    if no := bad_reason(command.reason, "G50") or bad_meters(table, command.meters):
        return no
    return tuple(_reopen(table, command))


def _certain(table: Table) -> Refusal | None:
    if table.physical:
        return None
    return refuse(Reason.NO_SUCH_RULE, "the house dealt these cards and knows them", "G50")


def _reopen(table: Table, command: c.RefuseAward | c.ReopenSeat) -> list[e.Event]:
    payments = _payments_of(table, command.seat)
    events = undo(table, payments, command.meters, "G50") if payments else []
    stamp = (command.reason, command.by, command.at, "G50")
    return [*events, e.SeatReopened(command.seat, *stamp)]


def _payments_of(table: Table, number: int) -> list[e.Payment]:
    """The seat's own payments, the envy its hand brought to others, the reset after an award."""
    payments: list[e.Payment] = []
    for payment in table.paid:
        match payment:
            case e.Lost(seat=seat) | e.Paid(seat=seat) | e.MeterPaid(seat=seat):
                own = seat == number
            case e.EnvyPaid(holder=holder):
                own = holder == number
            case e.MeterReset():
                own = bool(payments) and isinstance(payments[-1], e.MeterPaid)
            case _:
                own = False
        if own:
            payments.append(payment)
    return payments


def read_hand(table: Table, command: c.ReadHand) -> Answer:
    """Two equal readings settle the seat; while they differ, the cards stay and the round waits."""
    if no := allowed_roles(command, "dealer", "floorperson", clause="G50"):
        return no
    if not table.reopened or table.reopened != command.seat:
        return refuse(Reason.NOTHING_TO_REVEAL, f"the hand of seat {command.seat}", "G50")
    shown = turn_hand(table, command.seat, command.cards, table.seats[command.seat].read)
    if isinstance(shown, Refusal):
        return shown
    reading = e.HandRead(command.seat, command.cards, command.by, command.at, "G50")
    other = {**table.readings}
    other.pop(command.by.role, None)
    if command.cards not in other.values():
        return (reading,)
    hand = shown[0]
    assert isinstance(hand, e.HandShown)
    seats = {**table.seats, command.seat: replace(table.seats[command.seat], hole=hand.cards)}
    after = replace(table, seats=seats, turned=command.seat)
    settled = settle_seat(after, command.seat, settle_step(table), dict(table.meters))
    return (reading, hand, *settled)


def evolve_pending(table: Table, event: e.AwardPending) -> Table:
    table.pending = event.seat
    return table


def evolve_answered(table: Table, event: e.AwardValidated | e.AwardRefused) -> Table:
    table.pending = 0
    return table


def evolve_reopened(table: Table, event: e.SeatReopened) -> Table:
    """The faces that were read lie face down again; a hand that was racked comes back."""
    seat = table.own(event.seat)
    if seat.racked:
        table.rack = tuple([p for p in table.rack if p.of != SEAT_NAMES[event.seat]])
        seat.racked = False
    seat.read = seat.read or tuple(range(len(seat.hole)))
    seat.shown = tuple([slot for slot in seat.shown if slot not in seat.read])
    seat.hole = tuple([FACE_DOWN if n in seat.read else card for n, card in enumerate(seat.hole)])
    table.settled = tuple([n for n in table.settled if n != event.seat])
    table.papers = tuple([n for n in table.papers if n != event.seat])
    table.turned, table.reopened, table.readings = 0, event.seat, {}
    return table


def evolve_read(table: Table, event: e.HandRead) -> Table:
    table.readings = {**table.readings, event.by.role: event.cards}
    return table


def evolve_slip(table: Table, event: e.SlipOpened) -> Table:
    table.papers = (*table.papers, event.seat)
    return table


def evolve_papers(table: Table, event: e.PapersCompleted) -> Table:
    table.papers = tuple([number for number in table.papers if number != event.seat])
    if settle_step(table).collects:
        rack_hand(table, event.seat)
    return table
