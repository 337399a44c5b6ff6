"""Acts of two persons in the simulated house, either of whom may be cut off."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from pitboss.house.people import approvals
from pitboss.house.storage.schema.tables import approvals as wishes
from pitboss.house.storage.schema.tables import round_seats
from pitboss.house.writing.replies import Done
from pitboss.table import commands as c

if TYPE_CHECKING:
    from house.simulation import Simulation


def fill(sim: "Simulation", table: str) -> None:
    cents = sim.rng.choice((100_00, 5_000_00, -100_00))
    _both(sim, table, lambda by: c.Fill(by=by, cents=cents))


def correct(sim: "Simulation", table: str) -> None:
    """A payment of some round put right: with money enough or not."""
    with sim.calm.store.read() as tx:
        here = sa.select(round_seats).where(round_seats.c.stream == table)
        rows = tx.execute(here.order_by(round_seats.c.round, round_seats.c.seat)).all()
    if not rows:
        return
    row = sim.rng.choice(rows[-20:])
    fields: dict[str, Any] = {"round": row.round, "seat": row.seat, "player": row.player}
    fields["spot"] = sim.rng.choice([*sim.calm.live(table).table.rules.spots])
    fields["cents"] = sim.rng.choice((1_00, 25_50, -1_00, -500_00, -(10**9)))
    _both(sim, table, lambda by: c.Correct(by=by, asked=by.name, reason="the tape", **fields))


def _both(sim: "Simulation", table: str, make: Callable[[c.Actor], c.Command]) -> None:
    asks, decides = sim.rng.sample(sim.floor, 2)
    command = make(c.Actor("floorperson", asks.name))
    sim.ids += 1
    wish = f"wish {sim.ids}"
    first, again = (
        sim.attempt(
            lambda house: approvals.request_approval(house, asks, table, command, wish),
            lambda: False,
        )
        for _ in range(2)
    )
    assert first == again, "a retry asks once"
    sim.done[f"{asks.name}:{wish}"] = Done("house", 0, 1)
    for waits in approvals.pending_approvals(sim.calm):
        if waits["asked_by"] != decides.name:
            _decide(sim, decides, waits)
    for name in sim.rows:
        sim.hear(name)


def _decide(sim: "Simulation", decides: Any, waits: dict[str, Any]) -> None:
    number = waits["number"]

    def settled() -> bool:
        return all(row["number"] != number for row in approvals.pending_approvals(sim.calm))

    sim.attempt(
        lambda house: approvals.decide_approval(house, decides, number, approve=True), settled
    )
    with sim.calm.store.read() as tx:
        mine = sa.select(wishes.c.decision).where(wishes.c.number == number)
        decision = tx.execute(mine).scalar()
    if decision == "approved":  # not, if the rules refused it after all
        sim.done[f"{decides.name}:approval {number}"] = Done(waits["table"], 0, 1)
        sim.counts[waits["command"]["type"]] = sim.counts.get(waits["command"]["type"], 0) + 1
