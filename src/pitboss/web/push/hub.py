"""Pushes a table's updates to its watchers: the house's listener fills each watcher's queue."""

import asyncio
import threading
from collections import deque
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.people.sessions import Session
from pitboss.house.reactions import Reaction, read_notice
from pitboss.house.service import House
from pitboss.house.storage.fair_lock import FairLock
from pitboss.money import Cents, whole_cents
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view, witness
from pitboss.web.push.loop_calls import LoopCalls

MAX_RECENT: Final = 64  # moments of a table stored for clients that reconnect
METER_SECONDS: Final = 0.25  # between two looks at the meters that other tables moved
MAX_QUEUE: Final = 256  # moments waiting for a socket before it is closed as too slow
SESSION_ENDED: Final = (4401, "the session has ended")
SESSION_LOCKED: Final = (4423, "the session is locked")
CLOSING: Final = (1012, "the house is closing: reconnect")
TOO_SLOW: Final = (4408, "too slow: reconnect for the current view")
_ENCODER: Final = msgspec.json.Encoder()
_METER_EVENTS: Final = (e.MeterFed, e.MeterPaid, e.MeterReset, e.MetersRead, e.PaymentUndone)
Meters = dict[str, Cents]


class Presence(Protocol):
    def __call__(self, table_id: str, player: str, *, here: bool) -> None: ...


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
    reaction: Reaction | None = None  # a player's sign; nothing else of the table has changed


class Moment:
    """A table at one entry of its log. Clients that may see the same get the same bytes."""

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
        self.reaction: Reaction | None = None
        self._json: dict[tuple[str, int], str] = {}

    def update_for(self, audience: Audience) -> Update:
        seat = seat_of(self.table, audience.player)
        own = audience.player if seat else None
        shown = view(self.table, "player" if seat else audience.role, seat)
        if self.meters is not None:
            shown = msgspec.structs.replace(shown, meters=self.meters)
        events = [witness(self.table, event, own) for event in self.events]
        about = (self.deadline, self.stopped, self.now, self.reaction)
        return Update(self.seq, events, shown, *about)

    def json_for(self, audience: Audience) -> str:
        seat = seat_of(self.table, audience.player)
        key = ("player" if seat else audience.role, seat)
        if key not in self._json:
            self._json[key] = _ENCODER.encode(self.update_for(audience)).decode()
        return self._json[key]


def current_moment(house: House, table: str) -> Moment:
    """The table now, with the meters that it shares with its linked tables."""
    live = house.live(table)
    linked = bool(live.row.choices.meters)
    meters = {k: Cents(v) for k, v in house.meter_cents(table).items()} if linked else None
    return Moment(live.seq, (), live.table, live.deadline, meters, live.stop_notice)


class Watcher:
    """A client that waits for a table's updates, with its queue."""

    def __init__(self, row: TableRow, session: Session | None, audience: Audience) -> None:
        self.row, self.audience = row, audience
        self.session = session.token if session is not None else ""
        self.locked = session is not None and session.locked
        self.queue: deque[Moment] = deque()
        self.news = asyncio.Event()
        self.ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    def put(self, moment: Moment) -> None:
        if len(self.queue) >= MAX_QUEUE:
            self.end(TOO_SLOW)
            return
        self.queue.append(moment)
        self.news.set()

    def end(self, why: tuple[int, str]) -> None:
        if not self.ending.done():
            self.ending.set_result(why)

    async def next(self) -> Moment:
        while not self.queue:
            self.news.clear()
            await self.news.wait()
        return self.queue.popleft()


def seat_of(table: Table, player: str | None) -> int:
    """The seat a player looks from: of several, the one whose turn it is. 0 without a seat."""
    if player is None:
        return 0
    own = [n for n, seat in table.seats.items() if seat.player == player]
    return table.turn if table.turn in own else min(own, default=0)


class Hub:
    """Everything but `on_commit` and `close_session` runs on the event loop's thread."""

    def __init__(self, lock: FairLock | None = None) -> None:
        """`lock` is the writer's."""
        self.calls: LoopCalls | None = None
        self._lock = lock or FairLock()
        self.elsewhere: dict[str, int] = {}  # other servers' sockets, by the start of the token
        self.watchers: set[Watcher] = set()
        self._by_table: dict[str, set[Watcher]] = {}
        self._moved: dict[str, str] = {}  # links whose meters moved → the table that has shown it
        self.recent: dict[str, deque[Moment]] = {}
        self.latest: dict[str, Moment] = {}  # by table
        self.meters: dict[str, Meters] = {}  # by link
        # Told whether a player has a socket at a table, after each that opened or closed.
        self.on_presence: Presence | None = None
        self._presence_lock = threading.Lock()

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        return self.calls.loop if self.calls is not None else None

    @loop.setter
    def loop(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.calls is not None:
            self.calls.close()
        self.calls = LoopCalls(loop, self._lock)

    def on_commit(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        """The house calls this under the table's lock, so in the order of its log."""
        moment = Moment(live.seq, events, live.table, live.deadline, stopped=live.stop_notice)
        meters: Meters | None = None
        if any(isinstance(event, _METER_EVENTS) for event in events):
            meters = {name: whole_cents(amount) for name, amount in live.table.meters.items()}
        if self.calls is not None:
            self.calls.add(self._push, live.row, moment, meters)

    def _push(self, row: TableRow, moment: Moment, meters: Meters | None) -> None:
        if meters is not None:
            self.meters[row.link] = meters
        if row.choices.meters:
            moment.meters = self.meters.get(row.link)
        self.recent.setdefault(row.id, deque(maxlen=MAX_RECENT)).append(moment)
        self._send(row.id, moment)
        if meters is not None and self.loop is not None:
            # Every contribution moves the meters of all linked tables: those are shown at a beat.
            if row.link not in self._moved:
                self.loop.call_later(METER_SECONDS, self._show_meters, row.link)
            same = self._moved.setdefault(row.link, row.id) == row.id
            self._moved[row.link] = row.id if same else ""

    def _show_meters(self, link: str) -> None:
        self._push_meters(link, but=self._moved.pop(link))

    def add(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._by_table.setdefault(watcher.row.id, set()).add(watcher)
        self._note_presence(watcher)

    def remove(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        others = self._by_table.get(watcher.row.id, set())
        others.discard(watcher)
        if not others:
            self._by_table.pop(watcher.row.id, None)
        self._note_presence(watcher)

    def _note_presence(self, watcher: Watcher) -> None:
        """In another thread: the house's lock may be busy, and the event loop must not wait."""
        if self.loop is not None and self.on_presence is not None and watcher.audience.player:
            about = (watcher.row.id, watcher.audience.player)
            self.loop.run_in_executor(None, self._tell_presence, *about)

    def _tell_presence(self, table: str, player: str) -> None:
        with self._presence_lock:  # what is told last is what is so last
            watchers = tuple(self._by_table.get(table, ()))
            here = any(watcher.audience.player == player for watcher in watchers)
            if self.on_presence is not None:
                self.on_presence(table, player, here=here)

    def _send(self, table: str, moment: Moment) -> None:
        self.latest[table] = moment
        for watcher in list(self._by_table.get(table, ())):
            watcher.put(moment)

    def add_moment(self, row: TableRow, moment: Moment) -> None:
        """Takes note of the table that a new watcher was shown."""
        if moment.meters is not None:
            self.meters.setdefault(row.link, moment.meters)
        latest = self.latest.get(row.id)
        if latest is None or latest.seq <= moment.seq:
            self.latest[row.id] = moment

    def set_meters(self, link: str, cents: Meters) -> None:
        """Pushes a link's meters if another table or another server has moved them."""
        if self.meters.get(link) != cents:
            self.meters[link] = cents
            self._push_meters(link)

    def _push_meters(self, link: str, but: str = "") -> None:
        """Repeats the latest moment of the link's other tables with the new meters."""
        linked = {watcher.row.id for watcher in self.watchers if watcher.row.link == link}
        for table in linked - {but}:
            old = self.latest.get(table)
            if old is not None and old.table.rules.choices.meters:
                meters = self.meters[link]
                self._send(table, Moment(old.seq, (), old.table, old.deadline, meters, old.stopped))

    def repeat(self, table: str, moment: Moment) -> None:
        """Pushes a table as it is now, unless a later commit was pushed in the meantime."""
        latest = self.latest.get(table)
        if latest is None or latest.seq <= moment.seq:
            self._send(table, moment)

    def on_reaction(self, text: str) -> None:
        """Pushes a player's sign to everybody at the table."""
        if self.calls is not None:
            self.calls.add(self._react, *read_notice(text))

    def _react(self, table: str, reaction: Reaction) -> None:
        """Repeats the latest moment with the sign; whoever comes later does not see it."""
        old = self.latest.get(table)
        if old is None:
            return
        moment = Moment(old.seq, (), old.table, old.deadline, old.meters, old.stopped)
        moment.reaction = reaction
        for watcher in list(self._by_table.get(table, ())):
            watcher.put(moment)

    def moments_after(self, table: str, seq: int) -> list[Moment] | None:
        """The moments after this number, or None if they are no longer stored."""
        recent = list(self.recent.get(table, ()))
        complete = bool(recent) and recent[0].seq <= seq
        return [moment for moment in recent if moment.seq > seq] if complete else None

    def close(self) -> None:
        """Closes the sockets and answers the waiting polls, before the server stops."""
        for watcher in list(self.watchers):
            watcher.end(CLOSING)

    def watched_sessions(self) -> set[str]:
        """The sessions of the open sockets and polls, by the hashes of their tokens."""
        return {watcher.session for watcher in self.watchers if watcher.session}

    def close_shut(self, watched: set[str], open_sessions: dict[str, Session]) -> None:
        """Closes the sockets of the watched sessions that have ended, or have locked since."""
        for watcher in [w for w in self.watchers if w.session in watched]:
            session = open_sessions.get(watcher.session)
            if session is None:
                watcher.end(SESSION_ENDED)
            elif session.locked and not watcher.locked:
                watcher.end(SESSION_LOCKED)

    def close_session(self, token: str) -> None:
        if self.calls is not None:
            self.calls.add(self._close, token)

    def _close(self, token: str) -> None:
        for watcher in [w for w in self.watchers if w.session == token]:
            watcher.end(SESSION_ENDED)
