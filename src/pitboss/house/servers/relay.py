"""Carries tables' moves and notices between the servers of a house, by LISTEN and NOTIFY.

The listener has its own connection. When that was lost, messages may have been lost too: once it
listens again, it calls `catch_up`, which reads every table anew.
"""

import logging
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from pitboss.house.notices import Notices
from pitboss.house.servers.connection import Backoff, connect, failures, reason
from pitboss.house.servers.messages import (
    CHANNEL,
    Moved,
    notice_message,
    notify,
    read_message,
)

if TYPE_CHECKING:
    from pitboss.house.servers.connection import Connection

Follow = Callable[[Mapping[str, int]], None]
CatchUp = Callable[[], None]

_log: Final = logging.getLogger("pitboss")
_RETRY_SECONDS: Final = 0.5  # until what could not be read is tried again
_GATHER_SECONDS: Final = 0.005  # after a message, for what other transactions send meanwhile
_SILENCE_SECONDS: Final = 5.0  # after this the connection is tested
_MAX_BATCH: Final = 200  # notices in one statement
_PATIENCE_SECONDS: Final = 30.0  # for which notices wait for a database that is away


class Stopped(Exception):
    """Ends the sender's wait for messages."""


class Relay:
    """Sends this server's notices, and hands on what the other servers send."""

    def __init__(
        self, url: sa.URL, server: str, notices: Notices, follow: Follow, catch_up: CatchUp
    ) -> None:
        """`follow` is called with tables and the ends of their logs, in the order of commits."""
        self.url, self.server, self.notices = url, server, notices
        self.follow, self.catch_up = follow, catch_up
        self.listening = threading.Event()
        self._messages: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._behind: dict[str, int] = {}  # tables that could not be followed, and to where
        self._anew = True  # whether messages may have been lost
        self._threads = [
            threading.Thread(target=self._listen, name="listener", daemon=True),
            threading.Thread(target=self._send, name="notices", daemon=True),
        ]

    def start(self) -> None:
        self._waker, self._sleeper = socket.socketpair()  # ends the listener's sleep
        self.notices.relay = self.post
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._messages.put(None)
        self._waker.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._sleeper.close()
        self.notices.relay = None

    def post(self, kind: str, text: str) -> None:
        """Queues a notice for the other servers; never waits for the database."""
        self._messages.put((time.monotonic(), notice_message(self.server, kind, text)))

    # Sending

    def _send(self) -> None:
        backoff, waiting = Backoff(self._stop), list[tuple[float, str]]()
        while not self._stop.is_set():
            try:
                with connect(self.url, f"pitboss {self.server} notices") as connection:
                    while True:
                        waiting = waiting or self._next()
                        notify(connection, (message for _, message in waiting))
                        waiting = []
                        backoff.reset()
            except Stopped:
                return
            except failures() as error:
                _log.warning("notices wait for the database: %s", reason(error), exc_info=error)
                late = time.monotonic() - _PATIENCE_SECONDS
                waiting = [row for row in waiting if row[0] > late]
                backoff.wait()

    def _next(self) -> list[tuple[float, str]]:
        """Waits for a message, and takes those queued behind it."""
        rows = [self._messages.get()]
        while not self._messages.empty() and len(rows) < _MAX_BATCH:
            rows.append(self._messages.get())
        batch = [row for row in rows if row is not None]
        if not batch:
            raise Stopped
        if len(batch) < len(rows):
            self._messages.put(None)
        return batch

    # Listening

    def _listen(self) -> None:
        backoff = Backoff(self._stop)
        while not self._stop.is_set():
            try:
                with connect(self.url, f"pitboss {self.server} listener") as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._anew = True
                    backoff.reset()
                    self._receive(connection)
            except failures() as error:
                _log.warning(
                    "this server does not hear the others: %s", reason(error), exc_info=error
                )
            self.listening.clear()
            if not self._stop.is_set():
                backoff.wait()

    def _receive(self, connection: "Connection") -> None:
        """Sleeps until a message comes; psycopg itself would poll ten times a second."""
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            selector.register(self._sleeper, selectors.EVENT_READ)
            while not self._stop.is_set():
                self._retry()
                messages = list(connection.notifies(timeout=0))
                if messages:
                    self._handle([message.payload for message in messages])
                elif selector.select(_RETRY_SECONDS if self._is_late else _SILENCE_SECONDS):
                    self._stop.wait(_GATHER_SECONDS)
                else:
                    connection.execute("SELECT 1")

    @property
    def _is_late(self) -> bool:
        """Whether something could not be read."""
        return self._anew or bool(self._behind)

    def _retry(self) -> None:
        """Reads everything anew after a lost connection, and retries the tables that failed."""
        if self._anew:
            try:
                self.catch_up()
            except Exception:
                _log.exception("reading all tables anew failed")
                return
            self._anew = False
            self.listening.set()
        behind, self._behind = self._behind, {}
        for table, seq in behind.items():
            self._follow_all({table: seq})

    def _handle(self, payloads: Sequence[str]) -> None:
        """Follows each table once, however often it moved; a notice waits for earlier moves."""
        ends: dict[str, int] = {}
        for message in map(read_message, payloads):
            if message is None or message.server == self.server:
                continue
            if isinstance(message, Moved):
                ends |= message.ends
            else:
                self._follow_all(ends)
                ends = {}
                self.notices.deliver(message.kind, message.text)
        self._follow_all(ends)

    def _follow_all(self, ends: Mapping[str, int]) -> None:
        """One table that cannot be read stops neither the others nor the notices."""
        if not ends:
            return
        try:
            self.follow(ends)
        except Exception:
            if len(ends) == 1:
                self._note_failure(*next(iter(ends.items())))
                return
            for table, seq in ends.items():
                self._follow_all({table: seq})

    def _note_failure(self, table: str, seq: int) -> None:
        """Notes a table that must be followed again later."""
        _log.exception("following table %s to %d failed", table, seq)
        self._behind[table] = max(seq, self._behind.get(table, 0))
