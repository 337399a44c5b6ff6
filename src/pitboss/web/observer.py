"""What the server observes of each request: how long it took, how it ended, why it was refused.

Labels are routes, never addresses or people, so that their number is bounded; the log has those.
"""

import bisect
import contextvars
import itertools
import logging
import re
import time
from collections import Counter
from typing import Any, Final

from litestar.types import Message, Send

# Upper bounds of a histogram, in seconds.
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
REQUEST_ID: Final = b"x-request-id"
REQUEST: Final[contextvars.ContextVar[str]] = contextvars.ContextVar("request", default="")

_ERROR_NAME: Final = re.compile(rb'\{"error":\{"name":"([A-Z_]+)"')
_COMMANDS: Final = re.compile(r"/api/tables/([a-z0-9-]{1,40})/commands")
_log: Final = logging.getLogger("pitboss.requests")


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect.bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds


class Observer:
    """Runs on the event loop's thread."""

    def __init__(self, server: str) -> None:
        self.server = server  # the process, among those of the house
        self.latency: dict[tuple[str, str], Histogram] = {}  # by method and route
        self.statuses: Counter[int] = Counter()
        self.refusals: Counter[str] = Counter()  # by name
        self._numbers = itertools.count(1)

    def begin(self, scope: Any, send: Send) -> "Observation":
        observation = Observation(scope, send, f"{self.server}-{next(self._numbers):x}")
        REQUEST.set(observation.id)
        return observation

    def end(self, observation: "Observation") -> None:
        seconds = time.perf_counter() - observation.began
        scope, status = observation.scope, observation.status
        key = (scope["method"], route_of(scope))
        histogram = self.latency.get(key)
        if histogram is None:
            histogram = self.latency[key] = Histogram()
        histogram.add(seconds)
        self.statuses[status] += 1
        if observation.refusal:
            self.refusals[observation.refusal] += 1
        if _log.isEnabledFor(logging.INFO):
            _log.info("request", extra={"fields": observation.fields(seconds)})


class Observation:
    """One request, from its first byte to the last of its answer."""

    __slots__ = ("_send", "began", "id", "refusal", "scope", "status")

    def __init__(self, scope: Any, send: Send, name: str) -> None:
        self.scope, self._send, self.id = scope, send, name
        self.began = time.perf_counter()
        self.status = 0
        self.refusal = ""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers: Any = message.get("headers", ())
            message["headers"] = [*headers, (REQUEST_ID, self.id.encode())]
        elif self.status >= 400 and not self.refusal:
            body: Any = message.get("body", b"")
            name = _ERROR_NAME.match(body)
            self.refusal = name[1].decode() if name else ""
        await self._send(message)

    def fields(self, seconds: float) -> dict[str, Any]:
        """For the log: no query, header or body, which may hold tokens and passwords."""
        scope = self.scope
        session = (scope.get("state") or {}).get("session")
        fields = {
            "request": self.id,
            "method": scope["method"],
            "path": scope["path"][:200],
            "status": self.status,
            "ms": round(seconds * 1000, 1),
            "person": session.person.name if session is not None else "",
            "table": (scope.get("path_params") or {}).get("table", ""),
            "refusal": self.refusal,
            "address": (scope.get("client") or ("",))[0],
        }
        return {name: value for name, value in fields.items() if value != ""}


def command_table(scope: Any) -> str:
    """The table that a request gives a command; empty for any other request."""
    match = _COMMANDS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    return match[1] if match is not None else ""


def route_of(scope: Any) -> str:
    """The address with its parameters unnamed; a poll, which waits on purpose, is a route apart."""
    template = scope.get("path_template")
    if template is None:
        template = "/api/tables/{table}/commands" if command_table(scope) else "other"
    if b"after=" in scope["query_string"]:
        template += " (poll)"
    return str(template)
