"""Rate limits by client address and body size, before anything else looks at a request."""

import functools
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.types import Receive, Scope, Send

from pitboss.web.bodies import MAX_BODY_BYTES
from pitboss.web.errors import ErrorBody, ErrorDetail, TooLarge
from pitboss.web.hosts import Hosts, host_of
from pitboss.web.observer import Observation, Observer, command_table

MAX_SOCKETS: Final = 512  # open at once from one address
NO_SUCH_HOST: Final = (4421, "no such host")
TOO_MANY_SOCKETS: Final = (4429, "too many sockets")
MAX_BUCKETS: Final = 20_000
PROBES: Final = ("/health", "/live", "/ready")  # what a load balancer asks, from one address


class Limit(msgspec.Struct, frozen=True):
    burst: int
    per_minute: int


ALL: Final = Limit(400, 200 * 60)
LOGIN: Final = Limit(20, 20)  # checking a password takes a tenth of a second
GUEST: Final = Limit(120, 60)
NEW_SOCKET: Final = Limit(200, 600)
_PASSWORDS: Final = (
    *("/api/login", "/api/register", "/api/first-administrator", "/api/unlock", "/api/password"),
)
LIMITS: Final[dict[str, Limit]] = {
    **dict.fromkeys((*_PASSWORDS, "/api/welcome"), LOGIN),
    "/api/guest": GUEST,
}


class RateLimiter:
    """Token buckets by address and kind of request, and the open sockets of each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self.sockets: dict[str, int] = {}
        # With several servers (see shared_limits): what to report to the others, and the sockets
        # that they have open.
        self.spent: Counter[tuple[str, str]] | None = None
        self.sockets_elsewhere: dict[str, int] = {}

    def admits(self, address: str, method: str, path: str) -> bool:
        if path in PROBES:
            return True
        if not self._take(address, "all", ALL):
            return False
        if method == "WEBSOCKET":
            return self.has_room(address) and self._take(address, "sockets", NEW_SOCKET)
        limit = LIMITS.get(path.rstrip("/")) if method == "POST" else None
        # All addresses that check a password share one bucket.
        kind = "login" if limit is LOGIN else path
        return limit is None or self._take(address, kind, limit)

    def has_room(self, address: str) -> bool:
        """Whether the address may open another socket, at this server or any other."""
        count = self.sockets.get(address, 0) + self.sockets_elsewhere.get(address, 0)
        return count < MAX_SOCKETS

    def _take(self, address: str, kind: str, limit: Limit) -> bool:
        now = self.clock()
        tokens = self._tokens(address, kind, limit, now)
        if len(self.buckets) > MAX_BUCKETS:
            self._drop_idle(now)
        self.buckets[address, kind] = (tokens - 1 if tokens >= 1 else tokens, now)
        if tokens >= 1 and self.spent is not None:
            self.spent[address, kind] += 1
        return tokens >= 1

    def _tokens(self, address: str, kind: str, limit: Limit, now: float) -> float:
        full = float(limit.burst)
        tokens, since = self.buckets.get((address, kind), (full, now))
        return min(full, tokens + (now - since) * limit.per_minute / 60)

    def deduct(self, address: str, kind: str, count: int) -> None:
        """Deducts what another server admitted, even below zero, so that the sum stays within the
        limit.
        """
        limit = limit_of(kind)
        now = self.clock()
        tokens = self._tokens(address, kind, limit, now) - count
        self.buckets[address, kind] = (max(tokens, -float(limit.burst)), now)

    def _drop_idle(self, now: float) -> None:
        """Drops buckets unused for ten minutes: they are full again."""
        self.buckets = {
            key: bucket for key, bucket in self.buckets.items() if now - bucket[1] < 600
        }

    def count_socket(self, address: str, by: int) -> None:
        count = self.sockets.pop(address, 0) + by
        if count > 0:
            self.sockets[address] = count


def limit_of(kind: str) -> Limit:
    """The limit of a bucket."""
    return {"all": ALL, "sockets": NEW_SOCKET, "login": LOGIN}.get(kind) or LIMITS.get(kind, ALL)


def address_of(scope: Any) -> str:
    """The client's address; for IPv6 its /64 network, which one host may have to itself."""
    return _network(str((scope.get("client") or ("unknown", 0))[0]))


@functools.lru_cache(4096)
def _network(host: str) -> str:
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


Commands = Callable[[Any, Receive, Observation], Awaitable[None]]


class Application(Litestar):
    """Litestar behind the rate limits; the router's own refusals pass through them too."""

    limiter: RateLimiter
    observer: Observer
    hosts: Hosts | None = None  # None serves any host
    commands: Commands | None = None  # answers commands; None leaves them to Litestar
    metrics_port = 0  # where anyone may read the metrics, and nothing else

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        kind = scope["type"]
        if kind == "lifespan":
            await super().__call__(scope, receive, send)
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            observation = self.observer.begin(scope, send)
            try:
                await self._request(scope, receive, observation)
            finally:
                self.observer.end(observation)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self._is_served(scope):
            await _close(receive, send, *NO_SUCH_HOST)
            return
        if not self.limiter.admits(address, "WEBSOCKET", scope["path"]):
            await _close(receive, send, *TOO_MANY_SOCKETS)
            return
        self.limiter.count_socket(address, 1)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.limiter.count_socket(address, -1)

    async def _request(self, scope: Any, receive: Receive, observation: Observation) -> None:
        answer = observation.answer
        if not self._is_served(scope):
            await answer(421, ErrorBody(_wrong_host(scope)), {"connection": "close"})
        elif not self.limiter.admits(address_of(scope), scope["method"], scope["path"]):
            detail = ErrorDetail("TOO_MANY", "too many requests from this address", "", "wait")
            await answer(429, ErrorBody(detail), {"retry-after": "10"})
        elif _length(scope) > MAX_BODY_BYTES:
            body = ErrorBody(TooLarge().error_detail)
            await answer(413, body, {"connection": "close"})
        elif self.commands is not None and (table := command_table(scope)):
            scope["path_params"] = {"table": table}
            await self.commands(scope, receive, observation)
        else:
            await super().__call__(scope, receive, observation.send)

    def _is_served(self, scope: Any) -> bool:
        """Whether the request came to the right port, and for a host of this house."""
        path = scope["path"]
        if self.metrics_port and (scope.get("server") or ("", 0))[1] == self.metrics_port:
            scope.setdefault("state", {})["on_metrics_port"] = True
            return path == "/metrics" or path in PROBES
        return path in PROBES or self.hosts is None or self.hosts.serves(host_of(scope))


def _wrong_host(scope: Any) -> ErrorDetail:
    sentence = f"this house is not served as {host_of(scope)[:80]!r}"
    return ErrorDetail("WRONG_HOST", sentence, "", "use its own address, or serve it with --name")


async def _close(receive: Receive, send: Send, code: int, reason: str) -> None:
    await receive()
    close: Any = {"type": "websocket.close", "code": code, "reason": reason}
    await send(close)


def _length(scope: Any) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else MAX_BODY_BYTES + 1
    return 0
