"""Notices between the parts of a house: a session ended, a seat is ready, an account changed.

A notice is no record: it only clears caches or wakes somebody. With several servers, a relay
carries each notice to the others; a server that missed one reads the database again.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final, Literal

Kind = Literal[
    "session-ended",
    "person-changed",
    "ready",
    "presence",
    "reaction",
    "rates",
    "stop",
    "audit",
]
Callback = Callable[[str], None]
Relay = Callable[[str, str], None]

_log: Final = logging.getLogger("pitboss")


class Notices:
    """Calls the listeners, directly in this process and through the relay elsewhere."""

    def __init__(self) -> None:
        self.relay: Relay | None = None  # sends a notice to the house's other servers
        self._callbacks: dict[str, list[Callback]] = {}
        self._guard = threading.Lock()

    def listen(self, kind: Kind, callback: Callback) -> None:
        """`callback` may run in any thread, and must be quick."""
        with self._guard:
            self._callbacks.setdefault(kind, []).append(callback)

    def send(self, kind: Kind, text: str) -> None:
        self.deliver(kind, text)
        if self.relay is not None:
            self.relay(kind, text)

    def deliver(self, kind: str, text: str) -> None:
        """Calls the listeners of this process; a failure of one does not stop the others."""
        with self._guard:
            callbacks = list(self._callbacks.get(kind, ()))
        for callback in callbacks:
            try:
                callback(text)
            except Exception:
                _log.exception("a listener to the notice %r failed", kind)
