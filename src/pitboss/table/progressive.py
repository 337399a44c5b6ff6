"""Progressive wagers: what feeds a meter, what an award takes from it, and envy.

Which hands win is a matter of the paytable's rows (235 1.B(5), MS 1.B(8)).

A meter is counted in millionths of a cent, so contributions are exact; its account holds the whole
cents, which is what is shown and paid (ruling G7).
"""

from pitboss.money import MILLIONTHS, Cents, whole_cents
from pitboss.rulebook.model import SettleStep
from pitboss.rulebook.outcomes import Outcome, SettledSpot
from pitboss.rulebook.paytable import Fixed, Row, Share
from pitboss.table import events as e
from pitboss.table.refusals import Reason, Refusal, refuse
from pitboss.table.state import Seat, Stake, Table

FULL = 100  # percent


def feed(table: Table) -> list[e.Event]:
    """Ruling G8: contributions join when settlement begins, before the first award."""
    rules = table.rules
    if rules.progressive is None or rules.game.progressive is None:
        return []
    staked = sum(
        [
            seat.stakes[key].cents
            for key in rules.progressive_spots
            for seat in table.seats.values()
            if key in seat.stakes
        ]
    )
    events: list[e.Event] = []
    for terms in rules.choices.meters if staked else ():
        before = table.meters[terms.meter]
        added = staked * terms.rate
        cents = whole_cents(before + added) - whole_cents(before)
        events.append(e.MeterFed(terms.meter, added, Cents(cents), rules.game.progressive.rates))
    return events


def bad_meters(table: Table, meters: dict[str, int]) -> Refusal | None:
    for name, amount in meters.items():
        if name not in table.meters or amount < 0:
            return refuse(Reason.BAD_AMOUNT, f"no meter {name} at {amount}", "G7")
    return None


def read_meters(table: Table, meters: dict[str, int]) -> list[e.Event]:
    """Linked meters that have moved since this table last knew them, as the house reports them."""
    moved = {name: amount for name, amount in meters.items() if table.meters.get(name) != amount}
    if not moved:
        return []
    return [e.MetersRead(moved, {name: table.meters.get(name, 0) for name in moved})]


def needs_validation(table: Table, row: Row) -> bool:
    """Ruling G11: every winning progressive wager, or only awards from the meter."""
    progressive = table.rules.game.progressive
    assert progressive is not None
    return progressive.validates == "all" or isinstance(row.pays, Share)


def award(
    table: Table, number: int, spot: SettledSpot, outcome: Outcome, meters: dict[str, int]
) -> list[e.Event]:
    """Ruling G9: from the meter as it stands at this turn; 100 percent resets it, less does not."""
    row = outcome.row
    assert row is not None and isinstance(row.pays, Share)
    assert table.rules.game.progressive is not None
    name = row.pays.meter
    cents = whole_cents(meters[name] * row.pays.percent // FULL)
    meters[name] -= cents * MILLIONTHS
    events: list[e.Event] = [
        e.MeterPaid(
            number,
            table.seats[number].player,
            spot.key,
            name,
            cents,
            outcome.name,
            outcome.odds,
            row.clause,
            table.rules.short,
        )
    ]
    if row.pays.percent == FULL:
        reset = next(terms.reset for terms in table.rules.choices.meters if terms.meter == name)
        meters[name] += reset * MILLIONTHS
        events.append(e.MeterReset(name, reset, table.rules.tables[spot.wager].meter_clauses[name]))
    return events


def envy(table: Table, holder: int, seat: Seat, outcome: Outcome) -> list[e.Event]:
    """Ruling G12: to every other player's seat with a progressive wager, in settlement order.

    Hands and sums are the envy table's (235 1.B(2), 1.B(3); MS 1.B(3), 1.B(4)).
    """
    if seat.folded or seat.dropped:
        return []
    rules, row = table.rules, outcome.row
    assert row is not None and isinstance(row.pays, Fixed)
    step = rules.game.play[-1]
    assert isinstance(step, SettleStep)
    receivers = sorted(
        (n for n, other in table.seats.items() if _receives(table, other, seat.player)),
        reverse=step.direction.startswith("counter"),
    )
    return [
        e.EnvyPaid(
            number,
            table.seats[number].player,
            holder,
            row.pays.cents,
            outcome.name,
            row.clause,
            rules.short,
        )
        for number in receivers
    ]


def _receives(table: Table, other: Seat, holder: str) -> bool:
    has = any(key in other.stakes for key in table.rules.progressive_spots)
    return has and other.player != holder and not other.dropped


def evolve_read(table: Table, event: e.TableOpened | e.MetersRead) -> Table:
    table.meters = {**table.meters, **event.meters}
    return table


def evolve_fed(table: Table, event: e.MeterFed) -> Table:
    return move_meter(table, event.meter, event.millionths)


def evolve_meter_paid(table: Table, event: e.MeterPaid) -> Table:
    stakes = table.own(event.seat).stakes
    stakes[event.spot] = Stake(stakes[event.spot].cents, held=False, done=True)
    return move_meter(table, event.meter, -event.cents * MILLIONTHS)


def evolve_reset(table: Table, event: e.MeterReset) -> Table:
    return move_meter(table, event.meter, event.cents * MILLIONTHS)


def move_meter(table: Table, name: str, millionths: int) -> Table:
    """For evolvers."""
    table.meters = {**table.meters, name: table.meters[name] + millionths}
    return table
