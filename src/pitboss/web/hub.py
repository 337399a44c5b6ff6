"""Telling watchers: each socket has a queue; the house's listener fills it after a commit."""

import asyncio
import threading
from collections import deque
from typing import Any, Final

import msgspec

from pitboss.house.live import Live
from pitboss.house.selfdeal import deadline
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view
from pitboss.table.witness import witness

KEPT: Final = 64  # commands of a table kept for who comes back after a short loss
WAITING: Final = 256  # messages to a socket before it is too slow to keep
SESSION_ENDED: Final = (4401, "the session has ended")
TOO_SLOW: Final = (4408, "too slow: come back for the present view")
_ENCODER: Final = msgspec.json.Encoder()


class Told(msgspec.Struct, frozen=True):
    """What one watcher is sent: the events as that watcher may hear them, and the view after."""

    seq: int
    events: list[dict[str, Any]]
    view: View
    deadline: int | None  # milliseconds


class Happening:
    """A command that was done. Watchers who may see the same are told in the same bytes."""

    def __init__(
        self, seq: int, events: tuple[e.Event, ...], table: Table, deadline: int | None
    ) -> None:
        self.seq, self.events, self.table, self.deadline = seq, events, table, deadline
        self._said: dict[tuple[str, int], str] = {}

    def told(self, role: Viewer, player: str | None) -> Told:
        seat = seat_of(self.table, player)
        own = player if seat else None
        return Told(
            self.seq,
            [witness(self.table, event, own) for event in self.events],
            view(self.table, "player" if seat else role, seat),
            self.deadline,
        )

    def said(self, role: Viewer, player: str | None) -> str:
        seat = seat_of(self.table, player)
        key = ("player" if seat else role, seat)
        if key not in self._said:
            self._said[key] = _ENCODER.encode(self.told(role, player)).decode()
        return self._said[key]


class Watcher:
    def __init__(self, table: str, session: str, player: str | None, role: Viewer) -> None:
        self.table, self.session, self.player, self.role = table, session, player, role
        self.queue: deque[Happening] = deque()
        self.more = asyncio.Event()
        self.ended: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    def put(self, told: Happening) -> None:
        if len(self.queue) >= WAITING:
            self.end(TOO_SLOW)
            return
        self.queue.append(told)
        self.more.set()

    def end(self, why: tuple[int, str]) -> None:
        if not self.ended.done():
            self.ended.set_result(why)

    async def next(self) -> Happening:
        while not self.queue:
            self.more.clear()
            await self.more.wait()
        return self.queue.popleft()


def seat_of(table: Table, player: str | None) -> int:
    """The seat a player looks from: of several boxes, the one that is asked."""
    if player is None:
        return 0
    own = [n for n, seat in table.seats.items() if seat.player == player]
    return table.turn if table.turn in own else min(own, default=0)


class Hub:
    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.watchers: set[Watcher] = set()
        self.recent: dict[str, deque[Happening]] = {}
        self._turns: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()

    def turn(self, table: str) -> threading.RLock:
        """Held while something is done at a table, so that watchers are told in the log's order."""
        with self._guard:
            return self._turns.setdefault(table, threading.RLock())

    def happened(self, live: Live, events: tuple[e.Event, ...]) -> None:
        """Called from whatever thread committed."""
        told = Happening(live.seq, events, live.table, deadline(live))
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, live.row.id, told)

    def _tell(self, table: str, told: Happening) -> None:
        self.recent.setdefault(table, deque(maxlen=KEPT)).append(told)
        for watcher in [w for w in self.watchers if w.table == table]:
            watcher.put(told)

    def missed(self, table: str, after: int) -> list[Happening] | None:
        """What came after a number, or None when that is too long ago to say."""
        kept = list(self.recent.get(table, ()))
        known = bool(kept) and kept[0].seq <= after
        return [told for told in kept if told.seq > after] if known else None

    def close_session(self, token: str) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._close, token)

    def _close(self, token: str) -> None:
        for watcher in [w for w in self.watchers if w.session == token]:
            watcher.end(SESSION_ENDED)
