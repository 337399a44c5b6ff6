"""Calls on the event loop from other threads: those that come together wake the loop once.

Calls under the writer's lock wait for its release: a loop that woke up earlier would only contend
with the writer for the interpreter.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from pitboss.house.storage.fair_lock import FairLock

_log = logging.getLogger("pitboss")


class LoopCalls:
    def __init__(self, loop: asyncio.AbstractEventLoop, lock: FairLock) -> None:
        self.loop, self._lock = loop, lock
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._is_planned = False
        self._thread = threading.get_ident()  # the loop's
        lock.on_release.append(self._wake)

    def add(self, function: Callable[..., object], *args: Any) -> None:
        """Calls the function on the loop soon, in the order of the calls of this method."""
        if self.loop.is_closed():
            return
        self._calls.append((function, args))
        if not self._lock.is_mine:
            self._wake()

    def settle(self, function: Callable[..., object], *args: Any) -> None:
        """As `add`; on the loop's own thread at once."""
        if threading.get_ident() == self._thread:
            function(*args)
        else:
            self.add(function, *args)

    def close(self) -> None:
        self._lock.on_release.remove(self._wake)

    def _wake(self) -> None:
        if self._calls and not self._is_planned and not self.loop.is_closed():
            self._is_planned = True
            if threading.get_ident() == self._thread:
                self.loop.call_soon(self._run)
            else:
                self.loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        # First: a call added from here on plans another run.
        self._is_planned = False
        for _ in range(len(self._calls)):
            function, args = self._calls.popleft()
            try:
                function(*args)
            except Exception:
                _log.exception("a call on the event loop failed")
