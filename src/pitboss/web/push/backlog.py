"""Moments that wait to be sent, by table.

A push to all sockets of a table takes as long as a command. So the event loop handles requests
between two tables' pushes, and what happened at a table meanwhile goes out as one push: the busier
the floor, the more commands a push covers.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from pitboss.web.push.moments import Moment

LATE_SECONDS: Final = 0.1  # a table that has waited longer lets no more requests pass
Send = Callable[[str, list[Moment]], object]


class Backlog:
    """Runs on the event loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self._loop, self._send = loop, send
        # For each table the start of its wait and what waits; the longest wait comes first.
        self._tables: dict[str, tuple[float, list[Moment]]] = {}
        self._is_planned = False

    def add(self, table: str, moment: Moment) -> None:
        waiting = self._tables.get(table)
        if waiting is None:
            self._tables[table] = (time.monotonic(), [moment])
        else:
            waiting[1].append(moment)
        self._plan()

    def flush(self, table: str) -> None:
        """Sends what waits at this table now."""
        waiting = self._tables.pop(table, None)
        if waiting is not None:
            self._send(table, waiting[1])

    def _plan(self) -> None:
        if not self._is_planned and self._tables:
            self._is_planned = True
            self._loop.call_soon(self._run)

    def _run(self) -> None:
        self._is_planned = False
        late = time.monotonic() - LATE_SECONDS
        # One table, or half of those that are late: neither side can keep the other waiting.
        count = sum(since < late for since, _ in self._tables.values()) // 2 or 1
        try:
            for table in list(self._tables)[:count]:
                self.flush(table)
        finally:
            self._plan()
