"""A finished round event by event, as one viewer saw it."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.house.history.rounds import NoSuchRound, corrections, rebuild_finished
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import of_round, round_seats
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view, witness

ROLES: Final[tuple[Viewer, ...]] = ("watcher", "dealer", "floorperson", "auditor")


class ReplayStep(msgspec.Struct, frozen=True):
    """One event; `view` is None where it equals the one before."""

    seq: int  # of the entry in the table's log
    at: int
    role: str  # of the person who gave the command
    name: str
    command: str
    event: dict[str, Any]
    view: View | None


class SeatedPlayer(msgspec.Struct, frozen=True):
    seat: int
    player: str


class RoundReplay(msgspec.Struct, frozen=True):
    """`first` is the view before the first event."""

    table: str
    game: str
    round: int
    viewer: str
    seats: list[SeatedPlayer]
    first: View
    steps: list[ReplayStep]
    corrections: list[dict[str, Any]]  # later payments and takings for this round


def steps(house: House, table: str, number: int, viewer: str, asker: str | None) -> RoundReplay:
    """`viewer` is a role or `seat-3`; an `asker` may choose only their own seat; None, any."""
    entries = rebuild_finished(house, table, number)
    sat = _sitting(house, table, number, [before for before, _, _ in entries])
    seat, player = 0, None
    if viewer.startswith("seat-") and viewer[5:].isdecimal():
        seat = int(viewer[5:])
        player = sat.get(seat)
    if (player is None and viewer not in ROLES) or (asker is not None and player != asker):
        raise NoSuchRound(f"nobody saw round {number} of table {table} from there")
    eyes = _Eyes(viewer, seat, player)
    before = entries[0][0]
    first = last = eyes.see(before)
    replay: list[ReplayStep] = []
    for state, entry, body in entries:
        for place, event in enumerate(body.events, 1):
            state = evolve(state, event)
            shown = eyes.see(state) if place == len(body.events) else eyes.glimpse(state)
            words = witness(state, event, player)
            by = (entry.by_role, entry.by_name, entry.kind)
            replay.append(
                ReplayStep(entry.seq, entry.at, *by, words, None if shown == last else shown)
            )
            last = shown
    seats = [SeatedPlayer(n, name) for n, name in sorted(sat.items())]
    later = corrections(house, table, number)
    return RoundReplay(table, before.rules.game.key, number, viewer, seats, first, replay, later)


class _Eyes:
    """A viewer, who sees a seat as its player only while the seat is theirs."""

    def __init__(self, viewer: str, seat: int, player: str | None) -> None:
        self.role: Viewer = next((role for role in ROLES if role == viewer), "watcher")
        self.seat, self.player = seat, player

    def see(self, state: Table) -> View:
        there = state.seats.get(self.seat)
        if there is not None and there.player == self.player:
            return view(state, "player", self.seat)
        return view(state, self.role)

    def glimpse(self, state: Table) -> View:
        """A state in the middle of a command: the layout, without any open decision or duty."""
        shown = self.see(msgspec.structs.replace(state, phase="settling", asked=()))
        return msgspec.structs.replace(shown, phase=state.phase, due=None)


def _sitting(house: House, table: str, number: int, states: list[Table]) -> dict[int, str]:
    """The player of each seat; one who wagered there takes precedence over one who only sat."""
    sat = {n: seat.player for state in states for n, seat in state.seats.items()}
    played = sa.select(round_seats).where(of_round(round_seats, table, number))
    with house.store.read() as tx:
        return dict(sorted(sat.items())) | {row.seat: row.player for row in tx.execute(played)}
