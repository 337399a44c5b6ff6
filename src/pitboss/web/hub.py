"""Telling watchers: each socket has a queue; the house's listener fills it after a commit."""

import asyncio
from collections import deque
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.house.live import Live
from pitboss.house.selfdeal import deadline
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import Viewer, view
from pitboss.table.witness import witness

KEPT: Final = 64  # commands of a table kept for who comes back after a short loss
WAITING: Final = 256  # messages to a socket before it is too slow to keep


class Happening(NamedTuple):
    seq: int
    events: tuple[e.Event, ...]
    table: Table
    deadline: int | None


class Watcher:
    def __init__(self, table: str, session: str, player: str | None, role: Viewer) -> None:
        self.table, self.session, self.player, self.role = table, session, player, role
        self.queue: asyncio.Queue[Happening | None] = asyncio.Queue(WAITING)


def seat_of(table: Table, player: str | None) -> int:
    return min((n for n, seat in table.seats.items() if seat.player == player), default=0)


def message(happening: Happening, role: Viewer, player: str | None) -> dict[str, Any]:
    """What one watcher is sent: the events as that watcher may hear them, and the view after."""
    seat = seat_of(happening.table, player)
    seen = view(happening.table, "player" if seat else role, seat)
    return {
        "seq": happening.seq,
        "events": [witness(happening.table, event, player) for event in happening.events],
        "view": msgspec.to_builtins(seen),
        "deadline": happening.deadline,
    }


class Hub:
    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.watchers: set[Watcher] = set()
        self.recent: dict[str, deque[Happening]] = {}

    def happened(self, live: Live, events: tuple[e.Event, ...]) -> None:
        """Called from whatever thread committed."""
        told = Happening(live.seq, events, live.table, deadline(live))
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, live.row.id, told)

    def _tell(self, table: str, told: Happening) -> None:
        self.recent.setdefault(table, deque(maxlen=KEPT)).append(told)
        for watcher in [w for w in self.watchers if w.table == table]:
            self._put(watcher, told)

    def _put(self, watcher: Watcher, told: Happening | None) -> None:
        if watcher.queue.full():
            watcher.queue.get_nowait()
            told = None  # too slow: it is closed, and comes back for the present view
        watcher.queue.put_nowait(told)

    def missed(self, table: str, after: int) -> list[Happening] | None:
        """What came after a number, or None when that is too long ago to say."""
        kept = list(self.recent.get(table, ()))
        newer = [told for told in kept if told.seq > after]
        known = bool(kept) and kept[0].seq <= after + 1
        return newer if known else None

    def close_session(self, token: str) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._close, token)

    def _close(self, token: str) -> None:
        for watcher in [w for w in self.watchers if w.session == token]:
            self._put(watcher, None)
