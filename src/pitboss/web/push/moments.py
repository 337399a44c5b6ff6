"""A table at one entry of its log, and the bytes of it that each client may see.

Everybody sees the same except for a player's own boxes, chips and choices: the shared part is
encoded once, and each player's update is assembled from it. A socket gets a whole WebSocket frame,
which is the same for all clients that may see the same.
"""

import functools
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.house.people.sessions import Session
from pitboss.house.reactions import Reaction
from pitboss.house.service import House
from pitboss.money import Cents
from pitboss.table import events as e
from pitboss.table.state import Seat, Table
from pitboss.table.view import (
    PRIVATE,
    View,
    Viewer,
    bet_spots,
    seat_view,
    table_view,
    turn_parts,
    view,
    witness,
)

_ENCODER: Final = msgspec.json.Encoder()
# The fields of a view that differ for each player, in their order.
_OWN: Final = ("seats", "chips", "bets", "choices", "discards")
_HOLE: Final = msgspec.Raw(b"\0")
_TEXT_FRAME: Final = 0x81  # a whole message of text (RFC 6455, 5.2)
Meters = dict[str, Cents]


class Audience(NamedTuple):
    """The recipient of an update: `role` applies while `player` has no seat at the table."""

    role: Viewer
    player: str | None


def audience_of(session: Session | None) -> Audience:
    """A locked session sees what a watcher sees."""
    if session is None or session.locked:
        return Audience("watcher", None)
    role, name = session.person.role, session.person.name
    if role not in ("dealer", "floorperson", "auditor"):
        return Audience("watcher", name)
    return Audience(role, name)


class Update(msgspec.Struct, frozen=True):
    """A table's latest events as one client may see them, and its view after them.

    On a busy floor one update covers several commands; `seq` is the last one's number.
    """

    seq: int
    events: list[dict[str, Any]]
    view: View
    deadline: int | None  # milliseconds
    stopped: str = ""  # why the house starts no new round, and what to do
    now: int = 0  # the house's time; 0 unless its clock has just been set
    reaction: Reaction | None = None  # a player's sign; nothing else of the table has changed
    anew: bool = False  # events since the client's last number are missing: only the view counts


class SeatParts:
    """The boxes of one table as JSON, for everybody and for their own player.

    A box is a record that stays the same until something happens to it.
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[int, bool], tuple[Seat, bytes]] = {}

    def part(self, table: Table, number: int, *, yours: bool) -> bytes:
        seat = table.seats[number]
        last = self._parts.get((number, yours))
        if last is not None and last[0] is seat:
            return last[1]
        part = _ENCODER.encode(seat_view(table, number, seat.player if yours else None))
        self._parts[number, yours] = (seat, part)
        return part


class Moment:
    """Clients that may see the same get the same bytes."""

    def __init__(
        self,
        seq: int,
        events: tuple[e.Event, ...],
        table: Table,
        deadline: int | None,
        meters: Meters | None = None,
        stopped: str = "",
    ) -> None:
        """`meters` are the house's: a table reads its linked meters only when it settles."""
        self.seq, self.events, self.table, self.deadline = seq, events, table, deadline
        self.meters, self.stopped = meters, stopped
        self.earlier: tuple[Moment, ...] = ()  # sent together with this one
        self.now = 0
        self.reaction: Reaction | None = None
        self.anew = False
        self.seat_parts: SeatParts | None = None  # of its table
        self._json: _Json | None = None
        self._frames: dict[int, bytes] = {}  # by seat; 0 for all who have none

    def update_for(self, audience: Audience) -> Update:
        seat = seat_of(self.table, audience.player)
        own = audience.player if seat else None
        shown = view(self.table, "player" if seat else audience.role, seat)
        if self.meters is not None:
            shown = replace(shown, meters=self.meters)
        events = [witness(table, event, own) for table, event in self.scenes]
        return Update(self.seq, events, shown, *self.about)

    @property
    def scenes(self) -> list[tuple[Table, e.Event]]:
        """Each event with the table after it: a box may have changed hands since."""
        moments = (*self.earlier, self)
        return [(moment.table, event) for moment in moments for event in moment.events]

    @property
    def about(self) -> tuple[int | None, str, int, Reaction | None, bool]:
        """The fields of an update that all clients get alike, in their order."""
        return self.deadline, self.stopped, self.now, self.reaction, self.anew

    def text_for(self, audience: Audience) -> str:
        return self._parts().text(seat_of(self.table, audience.player)).decode()

    def frame_for(self, audience: Audience) -> bytes:
        """The update as a WebSocket frame."""
        parts = self._parts()
        seat = parts.seat_by_player.get(audience.player, 0)
        frame = self._frames.get(seat)
        if frame is None:
            frame = self._frames[seat] = text_frame(parts.text(seat))
        return frame

    def forget(self) -> None:
        """Drops the bytes once the clients have them: a moment may stay in memory for minutes."""
        self._json, self._frames = None, {}

    def _parts(self) -> "_Json":
        if self._json is None:
            self._json = _Json(self)
        return self._json


class _Json:
    """An update's JSON, with holes for what clients see differently."""

    def __init__(self, moment: Moment) -> None:
        table = self.table = moment.table
        self._seat_parts = moment.seat_parts or SeatParts()
        self._scenes = moment.scenes
        self._places: dict[str, list[tuple[int, int]]] = {}  # of a player's boxes, with numbers
        self.seat_by_player: dict[str | None, int] = {}
        for place, number in enumerate(sorted(table.seats)):
            player = table.seats[number].player
            self._places.setdefault(player, []).append((place, number))
            if number == table.turn or player not in self.seat_by_player:
                self.seat_by_player[player] = number
        part = self._seat_parts.part
        self._seats = [part(table, number, yours=False) for number in sorted(table.seats)]
        self._bets = _ENCODER.encode(bet_spots(table))
        about: dict[str, Any] = dict.fromkeys(_OWN, _HOLE)
        if moment.meters is not None:
            about["meters"] = moment.meters
        update: Any = Update
        shown = replace(table_view(table), **about)
        # No JSON has the byte of a hole.
        self._pieces = _ENCODER.encode(update(moment.seq, _HOLE, shown, *moment.about)).split(b"\0")

    def text(self, seat: int) -> bytes:
        """For the player of a seat, or for everybody else."""
        table, seats = self.table, self._seats
        if not seat:
            return self._filled(self._encoded_events, seats, b"null", b"[]")
        own = table.seats[seat].player
        seats = seats.copy()
        for place, number in self._places[own]:
            seats[place] = self._seat_parts.part(table, number, yours=True)
        mine = turn_parts(table) if table.turn == seat else {}
        turn = [_ENCODER.encode(mine[name]) if name in mine else None for name in _OWN[3:]]
        return self._filled(
            self._events_for(own), seats, b"%d" % table.chips(own), self._bets, *turn
        )

    def _filled(
        self,
        events: bytes,
        seats: list[bytes],
        chips: bytes,
        bets: bytes,
        choices: bytes | None = None,
        discards: bytes | None = None,
    ) -> bytes:
        """The parts in the order of `_OWN`."""
        first, second, third, fourth, fifth, sixth, last = self._pieces
        return b"".join(
            (
                *(first, events, second, b"[", b",".join(seats), b"]", third, chips, fourth, bets),
                *(fifth, choices or b"[]", sixth, discards or b"null", last),
            )
        )

    @functools.cached_property
    def _public_events(self) -> list[dict[str, Any]]:
        return [witness(table, event, None) for table, event in self._scenes]

    @functools.cached_property
    def _encoded_events(self) -> bytes:
        return _ENCODER.encode(self._public_events)

    @functools.cached_property
    def _is_private(self) -> bool:
        return any(type(event) in PRIVATE for _, event in self._scenes)

    def _events_for(self, player: str) -> bytes:
        if not self._is_private:
            return self._encoded_events
        return _ENCODER.encode(
            [
                witness(table, event, player) if type(event) in PRIVATE else public
                for (table, event), public in zip(self._scenes, self._public_events, strict=True)
            ]
        )


def together(moments: list[Moment]) -> Moment:
    """Several moments of a table as one: all their events, and the table after the last."""
    last = moments[-1]
    if len(moments) == 1:
        return last
    whole = Moment(last.seq, last.events, last.table, last.deadline, last.meters, last.stopped)
    whole.earlier, whole.seat_parts = tuple(moments[:-1]), last.seat_parts
    return whole


def text_frame(text: bytes) -> bytes:
    """A server's frames have no mask, so that all clients can get the same."""
    size = len(text)
    if size < 126:
        return b"%c%c%s" % (_TEXT_FRAME, size, text)
    if size < 1 << 16:
        return b"%c\x7e%s%s" % (_TEXT_FRAME, size.to_bytes(2, "big"), text)
    return b"%c\x7f%s%s" % (_TEXT_FRAME, size.to_bytes(8, "big"), text)


def current_moment(house: House, table: str) -> Moment:
    """The table now, with the meters that it shares with its linked tables."""
    live = house.live(table)
    linked = bool(live.row.choices.meters)
    meters = {k: Cents(v) for k, v in house.meter_cents(table).items()} if linked else None
    return Moment(live.seq, (), live.table, live.deadline, meters, live.stop_notice)


def seat_of(table: Table, player: str | None) -> int:
    """The seat a player looks from: of several, the one whose turn it is. 0 without a seat."""
    if player is None:
        return 0
    own = [n for n, seat in table.seats.items() if seat.player == player]
    return table.turn if table.turn in own else min(own, default=0)
