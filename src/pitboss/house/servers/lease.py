"""Which server does the duties of a table: a lease in the database, one owner at a time.

Every server renews its own row each second. A row that nobody renewed for `LEASE_SECONDS` is a dead
server's, and the others take its tables. Each server measures that time by its own monotonic
clock: the database's clock may be set. Tables are spread evenly over the live servers.

A lease decides nothing about money: any server takes any command for any table, and the table's
sequence number decides between two writers. Two owners at once would only do work in vain.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Protocol

import sqlalchemy as sa

from pitboss.house.servers.connection import Backoff, connect, failures, reason

if TYPE_CHECKING:
    from pitboss.house.servers.connection import Connection

LEASE_SECONDS: Final = 2.5  # how old a server's row may be
BEAT_SECONDS: Final = 1.0  # between two renewals
_MARGIN_SECONDS: Final = 0.01  # after another server's row expires, until it is checked again
_FORGET_SECONDS: Final = 60.0  # a dead server's row is removed after this
_MAX_CLAIMS: Final = 20  # of one beat, where several servers claim the same tables

OnChange = Callable[[frozenset[str], frozenset[str]], None]
Report = Callable[[], bytes]

_log: Final = logging.getLogger("pitboss")
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_RENEW: Final = f"""
    INSERT INTO servers (id, address, began, renewed, report)
    VALUES (%(id)s, %(address)s, {_NOW}, {_NOW}, %(report)s)
    ON CONFLICT (id) DO UPDATE SET renewed = excluded.renewed, report = excluded.report"""
_SERVERS: Final = f"SELECT id, renewed, {_NOW} - renewed, report FROM servers"
_OWNERS: Final = """
    SELECT tables.id, coalesce(leases.server, '')
    FROM tables LEFT JOIN leases ON leases.stream = tables.id
    WHERE NOT tables.closed ORDER BY tables.id"""
_CLAIM: Final = f"""
    INSERT INTO leases (stream, server, since)
    SELECT stream, %(id)s, {_NOW} FROM unnest(%(streams)s::text[]) AS stream ORDER BY stream
    ON CONFLICT (stream) DO UPDATE SET server = excluded.server, since = excluded.since
    WHERE NOT EXISTS (
        SELECT FROM servers WHERE id = leases.server
        AND (id, renewed) NOT IN (SELECT * FROM unnest(%(dead)s::text[], %(renewed)s::bigint[])))
    RETURNING stream"""
_RELEASE: Final = "DELETE FROM leases WHERE server = %(id)s AND stream = ANY(%(streams)s)"
_LEAVE: Final = (
    "DELETE FROM leases WHERE server = %(id)s",
    "DELETE FROM servers WHERE id = %(id)s",
)
_FORGET: Final = "DELETE FROM servers WHERE id = %(id)s AND renewed = %(renewed)s"


class Ownership(Protocol):
    """Who does a table's duties."""

    def owns(self, table_id: str) -> bool:
        """Whether this server does the duties of the table now."""


class SoleOwner:
    """The owner of all tables: an SQLite house has one server."""

    def owns(self, table_id: str) -> bool:
        return True


class TableShare:
    """The tables that one server should claim and release, derived from all tables' owners."""

    def __init__(self, server: str, live: Iterable[str], owners: dict[str, str]) -> None:
        """`owners` names each table's server, alive or not; `live` always contains `server`."""
        servers = {server, *live}
        counts = dict.fromkeys(servers, 0)
        for owner in owners.values():
            if owner in counts:
                counts[owner] += 1
        self.own = [table for table, owner in owners.items() if owner == server]
        self.free = [table for table, owner in owners.items() if owner not in servers]
        least, most = len(owners) // len(servers), -(-len(owners) // len(servers))
        # A server with too few comes first: the others leave it free tables, and release some.
        lack = sum(max(0, least - counts[each]) for each in servers - {server})
        room = min(most - len(self.own), len(self.free) - lack)
        self.claim_count = max(0, least - len(self.own), room)
        surplus = len(self.own) - (least if lack else most)
        self.surplus = self.own[:surplus] if surplus > 0 and not self.free else []
        # Servers that claim at the same moment begin at different places.
        place = sorted(servers).index(server) * most
        self.claims = (self.free[place:] + self.free[:place])[: self.claim_count]


class Sightings:
    """How long ago the servers renewed their rows, by this server's monotonic clock."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[int, float]] = {}  # id → its renewal, and when that was
        self._looked = float("-inf")

    def look(self, rows: Iterable[tuple[str, int, int]], now: float) -> dict[str, float]:
        """Takes the rows as the database has them now: id, renewal, and its age in milliseconds by
        the database's clock. Returns the ages in seconds, by id.

        That clock may just have been set. It decides only when a renewal happened between the last
        look and this one.
        """
        before, since = self._rows, now - self._looked
        self._rows = {
            name: before[name]
            if name in before and before[name][0] == renewed
            else (renewed, now - min(abs(age) / 1000, since))
            for name, renewed, age in rows
        }
        self._looked = now
        return {name: now - at for name, (_, at) in self._rows.items()}


class Leases:
    """Renews this server's row, and claims and releases tables, in a thread of its own."""

    def __init__(self, url: sa.URL, server: str, address: str = "", report: Report = bytes) -> None:
        """`report` gives what the other servers may read about this one (see presence)."""
        self.url, self.server, self.address, self.report = url, server, address, report
        self.on_change: list[OnChange] = []
        self.on_reports: list[Callable[[Iterable[bytes]], None]] = []
        self.reports: dict[str, bytes] = {}  # of the other live servers
        self._sightings = Sightings()
        self._own: frozenset[str] = frozenset()
        self._valid_until = 0.0  # by the monotonic clock
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="leases", daemon=True)

    def owns(self, table_id: str) -> bool:
        """Also false when the last renewal is so old that another server may have the table."""
        return table_id in self._own and time.monotonic() < self._valid_until

    @property
    def live(self) -> list[str]:
        """The servers that were alive at the last beat, this one included."""
        return sorted({self.server, *self.reports})

    def start(self) -> None:
        """Renews once, so that the first tables are owned on return, then goes on in a thread."""
        with connect(self.url, f"pitboss {self.server}") as connection:
            self._beat(connection)
        self._thread.start()

    def stop(self) -> None:
        """Gives all tables back, so that the others need not wait for the leases to expire."""
        self._stop.set()
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join()

    def look(self) -> None:
        """Beats at once: a server came or went."""
        self._wake.set()

    def _run(self) -> None:
        backoff = Backoff(self._stop)
        while not self._stop.is_set():
            try:
                with connect(self.url, f"pitboss {self.server}") as connection:
                    while not self._stop.is_set():
                        pause = self._beat(connection)
                        backoff.reset()
                        self._wake.wait(pause)
                        self._wake.clear()
                    self._leave(connection)
            except failures() as error:
                _log.warning("the leases were not renewed: %s", reason(error), exc_info=error)
                self._lose_expired()
                backoff.wait()
        self._set(frozenset())

    def _lose_expired(self) -> None:
        if time.monotonic() >= self._valid_until:
            self._set(frozenset())

    def _beat(self, connection: "Connection") -> float:
        """Renews, claims and releases tables, and returns the seconds until the next beat."""
        self._lose_expired()  # so that tables which stay ours are announced as gained again
        renewed = time.monotonic()
        about = {"id": self.server, "address": self.address, "report": self.report()}
        connection.execute(_RENEW, about)
        rows = connection.execute(_SERVERS).fetchall()
        ages = self._sightings.look([row[:3] for row in rows], time.monotonic())
        ages.pop(self.server)
        live = {name: age for name, age in ages.items() if age <= LEASE_SECONDS}
        renewals = {name: at for name, at, *_ in rows}
        dead = {name: renewals[name] for name in ages.keys() - live.keys()}
        own = self._balance(connection, live.keys(), dead)
        self.reports = {name: bytes(report) for name, *_, report in rows if name in live}
        self._valid_until = renewed + LEASE_SECONDS
        self._set(own)
        for callback in self.on_reports:
            _call(callback, self.reports.values())
        for name in dead:
            if ages[name] > _FORGET_SECONDS:
                connection.execute(_FORGET, {"id": name, "renewed": dead[name]})
        oldest = max(live.values(), default=0)
        return min(BEAT_SECONDS, LEASE_SECONDS - oldest + _MARGIN_SECONDS)

    def _balance(
        self, connection: "Connection", live: Iterable[str], dead: dict[str, int]
    ) -> frozenset[str]:
        """The tables owned after claims and releases. A dead server, here with its last renewal,
        keeps its tables if it has renewed since.
        """
        expired = {"dead": [*dead], "renewed": [*dead.values()]}
        for _ in range(_MAX_CLAIMS):
            share = TableShare(self.server, live, dict(connection.execute(_OWNERS).fetchall()))
            if share.surplus:
                rest = frozenset(share.own) - frozenset(share.surplus)
                self._set(rest)  # before anybody else can claim them
                connection.execute(_RELEASE, {"id": self.server, "streams": share.surplus})
                return rest
            if not share.claims:
                return frozenset(share.own)
            claim = {"id": self.server, "streams": share.claims, **expired}
            connection.execute(_CLAIM, claim)
        return frozenset(share.own)

    def _leave(self, connection: "Connection") -> None:
        for statement in _LEAVE:
            connection.execute(statement, {"id": self.server})

    def _set(self, own: frozenset[str]) -> None:
        gains, losses = own - self._own, self._own - own
        self._own = own
        if gains or losses:
            for callback in self.on_change:
                _call(callback, gains, losses)


def _call(callback: Callable[..., None], *values: object) -> None:
    """Calls a listener, whose failure must not end the leases."""
    try:
        callback(*values)
    except Exception:
        _log.exception("a listener to the leases failed")
