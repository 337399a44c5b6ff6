"""Pushes a table's updates to its watchers: the house's listener fills each watcher's queue."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from pitboss.house.live_table import LiveTable, TableRow
from pitboss.house.people.sessions import Session
from pitboss.house.reactions import Reaction, read_notice
from pitboss.house.storage.fair_lock import FairLock
from pitboss.money import whole_cents
from pitboss.table import events as e
from pitboss.web.push.backlog import Backlog
from pitboss.web.push.loop_calls import LoopCalls
from pitboss.web.push.moments import Audience, Meters, Moment, SeatParts, together

MAX_RECENT: Final = 64  # moments of a table stored for clients that reconnect
METER_SECONDS: Final = 0.25  # between two pushes of the meters that other tables moved
MAX_QUEUE: Final = 256  # moments waiting for a socket before it is closed as too slow
SESSION_ENDED: Final = (4401, "the session has ended")
SESSION_LOCKED: Final = (4423, "the session is locked")
CLOSING: Final = (1012, "the house is closing: reconnect")
TOO_SLOW: Final = (4408, "too slow: reconnect for the current view")
_METER_EVENTS: Final = (e.MeterFed, e.MeterPaid, e.MeterReset, e.MetersRead, e.PaymentUndone)
Write = Callable[[bytes], bool]


class Presence(Protocol):
    def __call__(self, table_id: str, player: str, *, here: bool) -> None: ...


class Watcher:
    """A client that waits for a table's updates, with its queue."""

    def __init__(
        self,
        row: TableRow,
        session: Session | None,
        audience: Audience,
        write: Write | None = None,
    ) -> None:
        """`write` sends a frame at once; False if it must wait its turn."""
        self.row, self.audience, self._write = row, audience, write
        self.session = session.token if session is not None else ""
        self.locked = session is not None and session.locked
        self.sent = -1  # the number of the last update
        self.queue: deque[Moment] = deque()
        self.news = asyncio.Event()
        self.is_live = False  # everything before was sent, and the task waits for news
        self.ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    def put(self, moment: Moment) -> bool:
        """Sends a moment at once, or queues it for the socket's own task: False."""
        if self.is_live and not self.queue and self._write is not None:
            if not self.wants(moment):
                return True
            if not self.ending.done() and self._write(moment.frame_for(self.audience)):
                self.sent = moment.seq
                return True
        if len(self.queue) >= MAX_QUEUE:
            self.end(TOO_SLOW)
            return False
        self.queue.append(moment)
        self.news.set()
        return False

    def is_before(self, moment: Moment) -> bool:
        """Whether the client has everything before this moment, but not the moment itself."""
        return self.is_live and not self.queue and self.sent < moment.seq

    def wants(self, moment: Moment) -> bool:
        """A moment without events repeats the last one, with other meters or a stopped house."""
        return moment.seq > self.sent or (moment.seq == self.sent and not moment.events)

    def end(self, why: tuple[int, str]) -> None:
        if not self.ending.done():
            self.ending.set_result(why)

    async def next(self) -> Moment:
        while not self.queue:
            self.news.clear()
            self.is_live = True
            await self.news.wait()
        self.is_live = False
        return self.queue.popleft()


class Hub:
    """Everything but `on_commit` and `close_session` runs on the event loop's thread."""

    def __init__(self, lock: FairLock | None = None) -> None:
        """`lock` is the writer's."""
        self.calls: LoopCalls | None = None
        self._backlog: Backlog | None = None
        self._lock = lock or FairLock()
        self.elsewhere: dict[str, int] = {}  # other servers' sockets, by the start of the token
        self.watchers: set[Watcher] = set()
        self._by_table: dict[str, set[Watcher]] = {}
        self._moved: dict[str, str] = {}  # links whose meters moved → the table that has shown it
        self._seat_parts: dict[str, SeatParts] = {}  # by table
        self.recent: dict[str, deque[Moment]] = {}
        self.latest: dict[str, Moment] = {}  # by table
        self.meters: dict[str, Meters] = {}  # by link
        # Called whenever a player's socket at a table opens or closes: whether one is still open.
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
        self._backlog = Backlog(loop, self._deliver)

    def on_commit(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        """The house calls this under the table's lock, hence in the order of the table's log."""
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
        if self._backlog is not None:
            self._backlog.add(row.id, moment)
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
        """Reports in another thread: the event loop must not wait for the house's lock."""
        if self.loop is not None and self.on_presence is not None and watcher.audience.player:
            about = (watcher.row.id, watcher.audience.player)
            self.loop.run_in_executor(None, self._tell_presence, *about)

    def _tell_presence(self, table: str, player: str) -> None:
        with self._presence_lock:  # the last report must be the last state
            watchers = tuple(self._by_table.get(table, ()))
            here = any(watcher.audience.player == player for watcher in watchers)
            if self.on_presence is not None:
                self.on_presence(table, player, here=here)

    def _flush(self, table: str) -> None:
        if self._backlog is not None:
            self._backlog.flush(table)

    def _deliver(self, table: str, moments: list[Moment]) -> None:
        """Sends consecutive moments, as one to a client that has all before them."""
        self.latest[table] = moments[-1]
        parts = self._seat_parts.setdefault(table, SeatParts())
        for moment in moments:
            moment.seat_parts = parts
        whole = together(moments)
        is_sent = True
        for watcher in list(self._by_table.get(table, ())):
            for moment in (whole,) if watcher.is_before(moments[0]) else moments:
                is_sent = watcher.put(moment) and is_sent
        if is_sent:
            for moment in moments:
                moment.forget()

    def add_moment(self, row: TableRow, moment: Moment) -> None:
        """Takes note of the table that a new watcher was shown."""
        if moment.meters is not None:
            self.meters.setdefault(row.link, moment.meters)
        self.number(row.id, moment)
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
            self._flush(table)
            old = self.latest.get(table)
            if old is not None and old.table.rules.choices.meters:
                meters = self.meters[link]
                again = Moment(old.seq, (), old.table, old.deadline, meters, old.stopped)
                self._deliver(table, [again])

    def repeat(self, table: str, moment: Moment) -> None:
        """Pushes a table as it is now, unless a later commit was pushed in the meantime."""
        self._flush(table)
        self.number(table, moment)
        latest = self.latest.get(table)
        if latest is None or latest.seq <= moment.seq:
            self._deliver(table, [moment])

    def on_reaction(self, text: str) -> None:
        """Pushes a player's sign to everybody at the table."""
        if self.calls is not None:
            self.calls.add(self._react, *read_notice(text))

    def _react(self, table: str, reaction: Reaction) -> None:
        """Repeats the latest moment with the sign; whoever comes later does not see it."""
        self._flush(table)
        old = self.latest.get(table)
        if old is None:
            return
        moment = Moment(old.seq, (), old.table, old.deadline, old.meters, old.stopped)
        moment.reaction, moment.seat_parts = reaction, old.seat_parts
        for watcher in list(self._by_table.get(table, ())):
            watcher.put(moment)

    def number(self, table: str, moment: Moment) -> Moment:
        """Numbers the current table by its last push: the push of a later entry, with its events,
        may be on its way, and some entries have none.
        """
        recent = self.recent.get(table)
        if recent:
            moment.seq = min(moment.seq, recent[-1].seq)
        return moment

    def moments_after(self, table: str, seq: int, now: Moment) -> list[Moment]:
        """Every moment after this number; or the table as it is now, marked, if some are no longer
        stored.
        """
        if now.seq == seq:
            return [now]
        recent = self.recent.get(table)
        if not recent or not recent[0].seq - 1 <= seq < recent[-1].seq:
            now.anew = True
            return [now]
        missed = [moment for moment in recent if moment.seq > seq]
        return [*missed, now] if missed[-1].seq == now.seq else missed

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
