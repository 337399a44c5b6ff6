"""Rate limits and presence of all servers together.

Each server admits requests by its own counts and reports to the others every quarter second what
it admitted; they deduct it from their own. So all servers together stay within each limit, except
for what they admit within that quarter second. Open sockets are in each server's row of the
database, which is read every second.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from pitboss.house.floor.admin import TOKEN_LETTERS
from pitboss.house.notices import Notices
from pitboss.web.push.hub import Hub
from pitboss.web.rate_limits import ALL, RateLimiter, limit_of

SHARE_SECONDS: Final = 0.25
_FEW: Final = 0.01  # of a generous limit: not worth a message
_MAX_ROWS: Final = 100  # in one message, which holds 8,000 bytes
_MAX_WAITING: Final = 10_000
_MAX_ADDRESS: Final = 50  # letters; an IPv6 network has 43 at most
_log: Final = logging.getLogger("pitboss")

Row = tuple[str, str, int]  # address, kind, count


class OpenSockets(msgspec.Struct, frozen=True):
    """A server's open sockets, by session and by address."""

    sessions: dict[str, int] = {}
    addresses: dict[str, int] = {}


_DECODER: Final = msgspec.json.Decoder(OpenSockets)
_ROWS: Final = msgspec.json.Decoder(list[Row])
_ENCODER: Final = msgspec.json.Encoder()


class SharedLimits:
    """Everything but `report`, `on_notice` and `take_reports` runs on the event loop."""

    def __init__(self, limiter: RateLimiter, hub: Hub, notices: Notices) -> None:
        self.limiter, self.hub, self.notices = limiter, hub, notices
        self.loop: asyncio.AbstractEventLoop | None = None
        notices.listen("rates", self.on_notice)

    # Presence

    def report(self) -> bytes:
        """This server's open sockets, for its row in the database."""
        sessions = Counter(
            watcher.session[:TOKEN_LETTERS]
            for watcher in list(self.hub.watchers)
            if watcher.session
        )
        return _ENCODER.encode(OpenSockets(dict(sessions), dict(self.limiter.sockets)))

    def take_reports(self, reports: Iterable[bytes]) -> None:
        """Takes over the counts of sockets that the other live servers have open."""
        sessions: Counter[str] = Counter()
        addresses: Counter[str] = Counter()
        for report in reports:
            try:
                sockets = _DECODER.decode(report or b"{}")
            except msgspec.DecodeError:
                continue  # of another version of this program
            sessions.update(sockets.sessions)
            addresses.update(sockets.addresses)
        self.hub.elsewhere, self.limiter.sockets_elsewhere = dict(sessions), dict(addresses)

    # Limits

    async def run(self) -> None:
        """Reports to the other servers what this one admitted, as long as there are others."""
        self.loop = asyncio.get_running_loop()
        self.limiter.spent = Counter()
        try:
            while True:
                await asyncio.sleep(SHARE_SECONDS)
                self.share()
        finally:
            self.limiter.spent = None

    def share(self) -> None:
        relay, spent = self.notices.relay, self.limiter.spent
        if relay is None or not spent:
            return
        for rows in _split(self._worth_telling(spent)):
            relay("rates", _ENCODER.encode(rows).decode())

    def _worth_telling(self, spent: Counter[tuple[str, str]]) -> Iterator[Row]:
        """Takes rows out of `spent`; small counts of a generous limit wait until they grow."""
        for (address, kind), count in list(spent.items()):
            limit = limit_of(kind)
            if limit is not ALL or count >= _FEW * limit.burst or len(spent) > _MAX_WAITING:
                del spent[address, kind]
                if len(address) <= _MAX_ADDRESS:
                    yield address, kind, count

    def on_notice(self, text: str) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._deduct, text)

    def _deduct(self, text: str) -> None:
        try:
            rows = _ROWS.decode(text)
        except msgspec.DecodeError:
            _log.warning("another server's counts cannot be read")
            return
        for address, kind, count in rows:
            self.limiter.deduct(address, kind, count)


def _split(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(rows, _MAX_ROWS)):
        yield batch
