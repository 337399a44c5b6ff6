"""Telling watchers: each socket has a queue; the house's listener fills it after a commit."""

import asyncio
from collections import deque
from typing import Any, Final

import msgspec

from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.people.accounts import Session
from pitboss.house.service import House
from pitboss.money import Cents, whole_cents
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view, witness

KEPT: Final = 64  # commands of a table kept for who comes back after a short loss
WAITING: Final = 256  # messages to a socket before it is too slow to keep
SESSION_ENDED: Final = (4401, "the session has ended")
TOO_SLOW: Final = (4408, "too slow: come back for the present view")
_ENCODER: Final = msgspec.json.Encoder()
_METER_MOVED: Final = (e.MeterFed, e.MeterPaid, e.MeterReset, e.MetersRead)
Meters = dict[str, Cents]


class Told(msgspec.Struct, frozen=True):
    """What one watcher is sent: the events as that watcher may hear them, and the view after."""

    seq: int
    events: list[dict[str, Any]]
    view: View
    deadline: int | None  # milliseconds
    stopped: str = ""  # why the house starts no new round, and what to do


class Happening:
    """A command that was done. Watchers who may see the same are told in the same bytes."""

    def __init__(
        self,
        seq: int,
        events: tuple[e.Event, ...],
        table: Table,
        deadline: int | None,
        meters: Meters | None = None,
        stopped: str = "",
    ) -> None:
        """`meters` as the house knows them: a table learns of its linked ones as it settles."""
        self.seq, self.events, self.table, self.deadline = seq, events, table, deadline
        self.meters, self.stopped = meters, stopped
        self._said: dict[tuple[str, int], str] = {}

    def told(self, role: Viewer, player: str | None) -> Told:
        seat = seat_of(self.table, player)
        own = player if seat else None
        seen = view(self.table, "player" if seat else role, seat)
        if self.meters is not None:
            seen = msgspec.structs.replace(seen, meters=self.meters)
        events = [witness(self.table, event, own) for event in self.events]
        return Told(self.seq, events, seen, self.deadline, self.stopped)

    def said(self, role: Viewer, player: str | None) -> str:
        seat = seat_of(self.table, player)
        key = ("player" if seat else role, seat)
        if key not in self._said:
            self._said[key] = _ENCODER.encode(self.told(role, player)).decode()
        return self._said[key]


def present(house: House, table: str) -> Happening:
    """A table as it is now, with its meters as they stand for all tables of their link."""
    live = house.live(table)
    linked = bool(live.row.choices.meters)
    meters = {k: Cents(v) for k, v in house.meter_cents(table).items()} if linked else None
    return Happening(live.seq, (), live.table, live.deadline, meters, live.stop_notice)


def viewer(session: Session | None) -> Viewer:
    """What a session without a seat looks as; a locked console is nobody's."""
    role = session.person.role if session and not session.locked else "watcher"
    return role if role in ("dealer", "floorperson", "auditor") else "watcher"


class Watcher:
    def __init__(self, row: TableRow, session: str, player: str | None, role: Viewer) -> None:
        self.row, self.session, self.player, self.role = row, session, player, role
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
        self.last: dict[str, Happening] = {}  # by table
        self.meters: dict[str, Meters] = {}  # by link

    def happened(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        """Called by the house under the table's lock, so in the order of its log."""
        told = Happening(live.seq, events, live.table, live.deadline, stopped=live.stop_notice)
        moved: Meters | None = None
        if any(isinstance(event, _METER_MOVED) for event in events):
            moved = {name: whole_cents(amount) for name, amount in live.table.meters.items()}
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, live.row, told, moved)

    def _tell(self, row: TableRow, told: Happening, moved: Meters | None) -> None:
        if moved is not None:
            self.meters[row.link] = moved
        if row.choices.meters:
            told.meters = self.meters.get(row.link)
        self.last[row.id] = told
        self.recent.setdefault(row.id, deque(maxlen=KEPT)).append(told)
        for watcher in [w for w in self.watchers if w.row.id == row.id]:
            watcher.put(told)
        if moved is not None:
            self._show_meters(row.link, but=row.id)

    def begin(self, row: TableRow, first: Happening) -> None:
        """A table as someone has just begun to watch it."""
        if first.meters is not None:
            self.meters.setdefault(row.link, first.meters)
        known = self.last.get(row.id)
        if known is None or known.seq <= first.seq:
            self.last[row.id] = first

    def meters_stand(self, link: str, cents: Meters) -> None:
        """Where a link's meters stand now, whoever moved them: another table or another server."""
        if self.meters.get(link) != cents:
            self.meters[link] = cents
            self._show_meters(link)

    def _show_meters(self, link: str, but: str = "") -> None:
        """Watchers of the link's other tables see them at once; the number stays what it was."""
        for table in {w.row.id for w in self.watchers if w.row.link == link} - {but}:
            was = self.last.get(table)
            if was is None or not was.table.rules.choices.meters:
                continue
            told = Happening(was.seq, (), was.table, was.deadline, self.meters[link], was.stopped)
            self.last[table] = told
            for watcher in [w for w in self.watchers if w.row.id == table]:
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
