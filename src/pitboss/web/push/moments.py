"""A table at one entry of its log, and the bytes of it that each client may see.

Everybody sees the same but for a player's own boxes, chips and choices: what is shared is encoded
once, and a player's update is put together from it. A socket gets the whole WebSocket frame, which
is the same for all clients that may see the same.
"""

import functools
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.house.people.sessions import Session
from pitboss.house.service import House
from pitboss.money import Cents
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import (
    PRIVATE,
    View,
    Viewer,
    own_parts,
    own_seats,
    public_view,
    view,
    witness,
)

_ENCODER: Final = msgspec.json.Encoder()
_TEXT_FRAME: Final = 0x81  # a whole message of text (RFC 6455, 5.2)
Meters = dict[str, Cents]


class Audience(NamedTuple):
    """The recipient of an update: `role` counts while `player` has no seat at the table."""

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
    """A table's latest events as one client may see them, and its view after them."""

    seq: int
    events: list[dict[str, Any]]
    view: View
    deadline: int | None  # milliseconds
    stopped: str = ""  # why the house starts no new round, and what to do
    now: int = 0  # the house's time, only when its clock was set


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
        self.now = 0
        self._shared: _Shared | None = None
        self._frames: dict[int, bytes] = {}  # by seat; 0 for all who have none

    def update_for(self, audience: Audience) -> Update:
        seat = seat_of(self.table, audience.player)
        own = audience.player if seat else None
        shown = view(self.table, "player" if seat else audience.role, seat)
        if self.meters is not None:
            shown = replace(shown, meters=self.meters)
        events = [witness(self.table, event, own) for event in self.events]
        return Update(self.seq, events, shown, self.deadline, self.stopped, self.now)

    def text_for(self, audience: Audience) -> str:
        return self._json(seat_of(self.table, audience.player)).decode()

    def frame_for(self, audience: Audience) -> bytes:
        """The update as a WebSocket frame."""
        seat = seat_of(self.table, audience.player)
        frame = self._frames.get(seat)
        if frame is None:
            frame = self._frames[seat] = text_frame(self._json(seat))
        return frame

    def forget(self) -> None:
        """Drops the bytes, once the clients have them: a moment may stay for minutes."""
        self._shared, self._frames = None, {}

    def _json(self, seat: int) -> bytes:
        """What `update_for` says, encoded."""
        if self._shared is None:
            self._shared = _Shared(self.table, self.events, self.meters)
        shared = self._shared
        shown = shared.player_view(seat) if seat else shared.view
        update: Any = Update  # its parts are JSON already
        parts = (self.seq, shared.events_for(seat), shown, self.deadline, self.stopped, self.now)
        return _ENCODER.encode(update(*parts))


class _Shared:
    """What all clients see of a moment, in encoded parts."""

    def __init__(self, table: Table, events: tuple[e.Event, ...], meters: Meters | None) -> None:
        self.table = table
        shown = public_view(table)
        self._seats = {each.seat: _raw(each) for each in shown.seats}
        rest = {name: _raw(getattr(shown, name)) for name in ("community", "box", "due")}
        rest["meters"] = _raw(shown.meters if meters is None else meters)
        self.view: View = replace(shown, seats=tuple(self._seats.values()), **rest)
        self._events, self._private = events, any(type(event) in PRIVATE for event in events)

    @functools.cached_property
    def _public_events(self) -> list[dict[str, Any]]:
        return [witness(self.table, event, None) for event in self._events]

    @functools.cached_property
    def _encoded_events(self) -> msgspec.Raw:
        return _raw(self._public_events)

    def events_for(self, seat: int) -> Any:
        if not seat or not self._private:
            return self._encoded_events
        player = self.table.seats[seat].player
        return [
            witness(self.table, event, player) if type(event) in PRIVATE else public
            for event, public in zip(self._events, self._public_events, strict=True)
        ]

    def player_view(self, seat: int) -> View:
        seats: dict[int, Any] = self._seats | own_seats(self.table, seat)
        return replace(self.view, seats=tuple(seats.values()), **own_parts(self.table, seat))


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_ENCODER.encode(value))


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
