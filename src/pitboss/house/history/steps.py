"""A finished round event by event, as one viewer saw it: folded from the log, told by `witness`."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.house.history.rounds import NoSuchRound, corrections, rebuild_finished
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import round_seats
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view, witness

ROLES: Final[tuple[Viewer, ...]] = ("watcher", "dealer", "floorperson", "auditor")


class ReplayStep(msgspec.Struct, frozen=True):
    """One event; `view` is left out where it shows the same as the one before."""

    seq: int  # of the entry in the table's log
    at: int
    role: str  # who gave the command that made it
    name: str
    command: str
    told: dict[str, Any]
    view: View | None


class SeatedPlayer(msgspec.Struct, frozen=True):
    seat: int
    player: str


class RoundReplay(msgspec.Struct, frozen=True):
    """`first` is what the viewer saw before the first event."""

    table: str
    game: str
    round: int
    viewer: str
    seats: list[SeatedPlayer]
    first: View
    steps: list[ReplayStep]
    corrections: list[dict[str, Any]]  # what was paid or taken back for it later


def steps(house: House, table: str, number: int, viewer: str, asker: str | None) -> RoundReplay:
    """`viewer` is a role or `seat-3`. `asker` None may look as anyone, others as themselves."""
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
    told: list[ReplayStep] = []
    for state, entry, body in entries:
        for place, event in enumerate(body.events, 1):
            state = evolve(state, event)
            seen = eyes.see(state) if place == len(body.events) else eyes.glimpse(state)
            said = witness(state, event, player)
            by = (entry.by_role, entry.by_name, entry.kind)
            told.append(ReplayStep(entry.seq, entry.at, *by, said, None if seen == last else seen))
            last = seen
    seats = [SeatedPlayer(n, name) for n, name in sorted(sat.items())]
    later = corrections(house, table, number)
    return RoundReplay(table, before.rules.game.key, number, viewer, seats, first, told, later)


class _Eyes:
    """A viewer; a player's only while the seat is theirs."""

    def __init__(self, viewer: str, seat: int, player: str | None) -> None:
        self.role: Viewer = next((role for role in ROLES if role == viewer), "watcher")
        self.seat, self.player = seat, player

    def see(self, state: Table) -> View:
        there = state.seats.get(self.seat)
        if there is not None and there.player == self.player:
            return view(state, "player", self.seat)
        return view(state, self.role)

    def glimpse(self, state: Table) -> View:
        """In the midst of a command: what lies there, but nothing is asked or offered yet."""
        seen = self.see(msgspec.structs.replace(state, phase="settling", asked=()))
        return msgspec.structs.replace(seen, phase=state.phase, due=None)


def _sitting(house: House, table: str, number: int, states: list[Table]) -> dict[int, str]:
    """Who sat where; who wagered there counts before who only sat."""
    sat = {n: seat.player for state in states for n, seat in state.seats.items()}
    played = sa.select(round_seats.c.seat, round_seats.c.player).where(
        round_seats.c.stream == table, round_seats.c.round == number
    )
    with house.store.read() as tx:
        return dict(sorted(sat.items())) | {row.seat: row.player for row in tx.execute(played)}
