"""What the server observes of each request: how long it took, how it ended, why it was refused.

Labels are routes, never addresses or people, so that their number is bounded; the log has those.
Every answer passes through here, and gets its security headers and its number.
"""

import bisect
import contextvars
import itertools
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from litestar.types import Message, Send

# Upper bounds of a histogram, in seconds.
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
REQUEST_ID: Final = b"x-request-id"
REQUEST: Final[contextvars.ContextVar[str]] = contextvars.ContextVar("request", default="")

HEADERS: Final = (
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'; object-src 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    # With `no-referrer` a browser would send `Origin: null` with a form.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
WHOLE: Final = "pitboss.whole"  # of a scope: writes an answer whole (see connections.py)
WholeAnswer = Callable[[int, bytes, bytes], bool]  # status, lines of the head, body

_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS]
_PRIVATE: Final = (b"cache-control", b"no-store")
_JSON: Final = (b"content-type", b"application/json")
_JSON_LINES: Final = b"".join(b"%s: %s\r\n" % pair for pair in (_JSON, *_HEADERS, _PRIVATE))
_ENCODER: Final = msgspec.json.Encoder()
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
        """Sends a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), *_HEADERS, (REQUEST_ID, self.id.encode())]
            if self.is_private:
                headers.append(_PRIVATE)
            message["headers"] = headers
        elif self.status >= 400 and not self.refusal:
            body: Any = message.get("body", b"")
            self._note_refusal(body)
        await self._send(message)

    async def answer(
        self, status: int, body: msgspec.Struct, headers: Mapping[str, str] | None = None
    ) -> None:
        """Sends a record as JSON, bypassing Litestar; in one write where the connection can."""
        raw = _ENCODER.encode(body)
        whole: WholeAnswer | None = self.scope.get(WHOLE)
        if whole is not None and not headers and self.is_private:
            lines = b"%scontent-length: %d\r\n%s: %s\r\n" % (
                *(_JSON_LINES, len(raw)),
                *(REQUEST_ID, self.id.encode()),
            )
            if whole(status, lines, raw):
                self.status = status
                if status >= 400:
                    self._note_refusal(raw)
                return
        pairs = [_JSON, (b"content-length", b"%d" % len(raw))]
        if headers:
            pairs += [(name.encode(), value.encode()) for name, value in headers.items()]
        start: Any = {"type": "http.response.start", "status": status, "headers": pairs}
        end: Any = {"type": "http.response.body", "body": raw, "more_body": False}
        await self.send(start)
        await self.send(end)

    @property
    def is_private(self) -> bool:
        path: str = self.scope["path"]
        return path.startswith("/api")

    def _note_refusal(self, body: bytes) -> None:
        name = _ERROR_NAME.match(body)
        self.refusal = name[1].decode() if name else ""

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
