"""All tables on one screen of the floor: what anybody who stands at a table may see.

No name and no money of the house is in it, so the screen needs no log-in and never locks itself.
"""

import threading
import time
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.house.floor.alarms import Alarm, alarms
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import rounds
from pitboss.table.duties import Due, due

MAX_AGE: Final = 0.9  # seconds; all screens share one reading and its bytes
HOUR_MS: Final = 3_600_000
_ENCODER: Final = msgspec.json.Encoder()


class WallTable(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str
    title: str
    mode: str
    currency: str
    minimum: int
    maximum: int
    places: int
    taken: list[int]
    out: list[int]  # of the taken seats, those that folded or were dropped
    turn: int
    phase: str
    cards: str
    round: int
    rounds_hour: int  # rounds that ended in the last sixty minutes
    due: Due | None
    since: int  # milliseconds
    meters: dict[str, int]
    alarms: list[Alarm]


class WallView(msgspec.Struct, frozen=True):
    now: int
    stopped: str  # why the house starts no new round; empty while it does
    tables: list[WallTable]


class Wall:
    """Reads the tables at most once in `MAX_AGE` seconds, however many screens ask."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.readings = 0
        self._lock = threading.Lock()
        self._bytes = b""
        self._at = float("-inf")

    def read(self) -> bytes:
        """The `WallView` as JSON."""
        with self._lock:
            if time.monotonic() - self._at > MAX_AGE:
                self._bytes = _ENCODER.encode(wall_view(self.house))
                self._at = time.monotonic()
                self.readings += 1
            return self._bytes


def wall_view(house: House) -> WallView:
    lives, now = house.live_tables(), house.clock()
    meters = house.meters_of([live.row for live in lives])
    paces = _rounds_since(house, now - HOUR_MS)
    tables = [
        _table(live, meters[live.row.id], paces.get(live.row.id, 0), now)
        for live in lives
        if live.row.id in meters
    ]
    return WallView(now, house.stop_notice, tables)


def _table(live: LiveTable, meters: dict[str, int], pace: int, now: int) -> WallTable:
    row, table = live.row, live.table
    waiting = due(table, now // 1000)
    return WallTable(
        id=row.id,
        name=row.name,
        game=row.game,
        title=table.rules.game.name,
        mode=row.mode,
        currency=row.currency,
        minimum=row.choices.minimum,
        maximum=row.choices.maximum,
        places=table.rules.game.seats,
        taken=sorted(table.seats),
        out=[number for number, seat in table.seats.items() if seat.folded or seat.dropped],
        turn=table.turn,
        phase=table.phase,
        cards=table.cards,
        round=table.round,
        rounds_hour=pace,
        due=waiting,
        since=live.since,
        meters=meters,
        alarms=alarms(live, waiting, now),
    )


def _rounds_since(house: House, start: int) -> dict[str, int]:
    """How many rounds ended at each table, counted through the index by their ends."""
    query = sa.select(rounds.c.stream, sa.func.count()).where(rounds.c.ended >= start)
    with house.store.read() as tx:
        return {name: int(count) for name, count in tx.execute(query.group_by(rounds.c.stream))}
