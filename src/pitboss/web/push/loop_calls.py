"""Calls on the event loop from other threads: calls made close together wake the loop once.

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

Call = tuple[Callable[..., object], tuple[Any, ...]]
_log = logging.getLogger("pitboss")


class LoopCalls:
    def __init__(self, loop: asyncio.AbstractEventLoop, lock: FairLock) -> None:
        self.loop, self._lock = loop, lock
        self._calls: deque[Call] = deque()
        self._replies: deque[Call] = deque()
        self._is_planned = False
        self._thread = threading.get_ident()  # the loop's
        lock.on_release.append(self._wake)

    def add(self, function: Callable[..., object], *args: Any) -> None:
        """Calls the function on the loop soon, in the order in which functions were added."""
        self._put(self._calls, function, args)

    def settle(self, function: Callable[..., object], *args: Any) -> None:
        """Calls a function that a request waits for: immediately on the loop's own thread, from
        another thread before the functions that were added.
        """
        if threading.get_ident() == self._thread:
            function(*args)
        else:
            self._put(self._replies, function, args)

    def _put(self, calls: deque[Call], function: Callable[..., object], args: Any) -> None:
        if self.loop.is_closed():
            return
        calls.append((function, args))
        if not self._lock.is_mine:
            self._wake()

    def close(self) -> None:
        self._lock.on_release.remove(self._wake)

    def _wake(self) -> None:
        if self._is_planned or self.loop.is_closed() or not (self._calls or self._replies):
            return
        self._is_planned = True
        if threading.get_ident() == self._thread:
            self.loop.call_soon(self._run)
        else:
            self.loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        # Reset first: a call added from here on plans another run.
        self._is_planned = False
        if self._replies:
            _call_all(self._replies)
            # The requests go on first: pushes to many sockets take a while.
            self.loop.call_soon(_call_all, self._calls)
        else:
            _call_all(self._calls)


def _call_all(calls: deque[Call]) -> None:
    for _ in range(len(calls)):
        function, args = calls.popleft()
        try:
            function(*args)
        except Exception:
            _log.exception("a call on the event loop failed")
