"""A process as one of its house's servers: its leases, and how it hears of the others.

An SQLite house has one server, and nothing here is done for it.
"""

from collections.abc import Callable, Iterable, Sequence

import sqlalchemy as sa

from pitboss.house.live_table import LiveTable
from pitboss.house.servers.lease import Leases, Report
from pitboss.house.servers.messages import moved_messages
from pitboss.house.servers.relay import Relay
from pitboss.house.service import House
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import tables


class Membership:
    """Start it before the house, and stop it after."""

    def __init__(
        self,
        house: House,
        address: str = "",
        report: Report = bytes,
        on_reports: Callable[[Iterable[bytes]], None] = lambda _: None,
    ) -> None:
        """`report` and `on_reports` exchange what servers report about themselves every second."""
        self.house = house
        self.is_alone = house.store.is_sqlite
        url = house.store.url
        self.leases = Leases(url, house.server, address, report)
        self.leases.on_change.append(self._on_change)
        self.leases.on_reports.append(on_reports)
        self.relay = Relay(url, house.server, house.notices, house.follow_all, self._catch_up)

    def start(self) -> None:
        """On return this server hears the others, and owns its first tables."""
        if self.is_alone:
            return
        self.house.writer.announce = self._announce
        self.relay.start()
        self.relay.listening.wait()
        self.house.memory.is_followed = self.relay.listening.is_set
        self.leases.start()
        self.house.ownership = self.leases

    def stop(self) -> None:
        if self.is_alone:
            return
        self.leases.stop()
        self.house.memory.is_followed = lambda: False
        self.relay.stop()
        self.house.writer.announce = None

    def _announce(self, batch: Batch, moves: Sequence[LiveTable]) -> None:
        """Tells the other servers, when the commit succeeds, where these tables' logs end."""
        ends = [(live.row.id, live.seq) for live in moves]
        for message in moved_messages(self.house.server, ends):
            batch.notify(message)

    def _catch_up(self) -> None:
        """Follows every table: messages may have been lost."""
        with self.house.store.read() as tx:
            ends = tx.execute(sa.select(tables.c.id, tables.c.seq)).all()
        for table_id, seq in ends:
            self.house.follow(table_id, seq)

    def _on_change(self, gains: frozenset[str], _losses: frozenset[str]) -> None:
        """Has the writer check the duties of the tables that this server now owns."""
        for table_id in sorted(gains):
            self.house.writer.wake(table_id)
