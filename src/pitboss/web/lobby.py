"""The lobby as bytes: made at most once a beat, and the same bytes for everyone."""

import asyncio
import time
from typing import Final

import msgspec

from pitboss.house.ledger import moved_meters
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.rulebook import MARK
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import events as e
from pitboss.table.duties import Due, due

BEAT_SECONDS: Final = 0.25
MAX_SECONDS: Final = 2.0  # until the lobby shows tables opened or closed, which no event reports
_ENCODER: Final = msgspec.json.Encoder()


class LobbyRow(msgspec.Struct, frozen=True):
    id: str
    name: str
    title: str
    game: str
    currency: str
    mode: str
    minimum: int
    maximum: int
    seats: int
    taken: list[int]
    meters: dict[str, int]
    rules: str
    mark: str  # says that the rules are of no published document; else empty
    settings: Settings
    due: Due | None  # the duty that the table waits for
    stopped: str  # why the house starts no new round, and what to do; empty while it does
    dealt: bool  # whether its cards are out: a dealer's table without them has no dealer yet


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat of the person who asks, with the milliseconds left to decide, if a clock runs."""

    table: str
    name: str
    title: str
    seat: int
    turn: bool
    left: int | None


class Lobby:
    """Runs on the event loop, except for `on_commit` and the making of the bytes."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables = 0
        self.makings = 0  # how often the bytes were made
        self._bytes = b""
        self._at = float("-inf")  # when they were made, by the monotonic clock
        self._moved = 0  # commits heard of
        self._shown, self._notice = -1, ""  # the commits and the stop notice in the bytes
        self._making: asyncio.Task[None] | None = None
        self._read_at = float("-inf")  # when all tables were read, by the monotonic clock
        self._open: set[str] = set()  # the open tables, as of that reading
        self._closed: set[str] = set()  # the closed tables in memory, as of that reading
        self._read_meters: dict[str, int] = {}  # as of that reading, in millionths of a cent
        self._moved_meters: dict[str, int] = {}  # those that moved since that reading began
        self._seated: dict[str, list[LiveTable]] = {}  # player → the tables they sit at

    def on_commit(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        self._moved_meters.update(moved_meters(live.row, live.table, events))
        self._moved += 1

    async def read(self) -> bytes:
        """The lobby after every commit of this server so far."""
        moved = self._moved
        while not self._tells(moved):
            if self._making is None or self._making.done():
                self._making = asyncio.create_task(self._make())
            # A client that disconnects must not cancel the lobby for the others.
            await asyncio.shield(self._making)
        return self._bytes

    async def seats_of(self, player: str) -> list[OwnSeat]:
        """A player's seats, those whose turn it is first."""
        await self.read()
        now = self.house.clock()
        lives = [
            self.house.memory.get(live.row.id) or live for live in self._seated.get(player, ())
        ]
        seats = [seat for live in lives for seat in own_seats(live, player, now)]
        return sorted(seats, key=lambda seat: (not seat.turn, seat.left or 0))

    def _tells(self, moved: int) -> bool:
        """Whether the bytes are new, and made after that many commits."""
        is_new = time.monotonic() - self._at < MAX_SECONDS
        return is_new and self._shown >= moved and self._notice == self.house.stop_notice

    async def _make(self) -> None:
        await asyncio.sleep(self._at + BEAT_SECONDS - time.monotonic())
        shown, notice = self._moved, self.house.stop_notice
        rows = await asyncio.to_thread(self._rows)
        self._bytes, self.tables = _ENCODER.encode(rows), len(rows)
        self._shown, self._notice, self._at = shown, notice, time.monotonic()
        self.makings += 1

    def _tables(self) -> list[LiveTable]:
        """The open tables: from the database every `MAX_SECONDS` and when one is new, in between
        from memory if it follows every commit.
        """
        memory = self.house.memory
        names = {*memory.ids()} - self._closed
        is_late = time.monotonic() - self._read_at >= MAX_SECONDS
        if is_late or not memory.is_followed() or not names <= self._open:
            return self._read_tables()
        lives = (memory.get(name) for name in sorted(names))
        return [live for live in lives if live is not None and not live.closed]

    def _read_tables(self) -> list[LiveTable]:
        house, now = self.house, time.monotonic()
        names = {*house.memory.ids()}
        self._moved_meters = {}  # from now on: what moved before is in the rows
        tables = house.live_tables()
        self._read_meters = house.meter_amounts([live.row for live in tables])
        self._open = {live.row.id for live in tables}
        self._closed = names - self._open
        self._read_at = now
        return tables

    def _rows(self) -> list[LobbyRow]:
        house = self.house
        tables = self._tables()
        amounts = self._read_meters | self._moved_meters
        meters = house.meters_of([live.row for live in tables], amounts)
        rows = []
        seated: dict[str, list[LiveTable]] = {}
        for live in tables:
            for player in {seat.player for seat in live.table.seats.values()}:
                seated.setdefault(player, []).append(live)
            if live.row.id in meters:
                shown = meters[live.row.id]
                rows.append(lobby_row(live, shown, house.stop_notice, house.clock()))
        self._seated = seated
        return rows


def own_seats(live: LiveTable, player: str, now: int) -> list[OwnSeat]:
    """The player's seats at this table; `now` in milliseconds."""
    row, table = live.row, live.table
    title = table.rules.game.name
    seats = []
    for number, seat in table.seats.items():
        turn = table.turn == number
        if seat.player == player:
            left = max(0, live.deadline - now) if turn and live.deadline is not None else None
            seats.append(OwnSeat(row.id, row.name, title, number, turn, left))
    return seats


def lobby_row(live: LiveTable, meters: dict[str, int], stopped: str, now: int) -> LobbyRow:
    """`now` in milliseconds."""
    row, table = live.row, live.table
    return LobbyRow(
        id=row.id,
        name=row.name,
        title=table.rules.game.name,
        game=row.game,
        currency=row.currency,
        mode=row.mode,
        minimum=row.choices.minimum,
        maximum=row.choices.maximum,
        seats=table.rules.game.seats,
        taken=sorted(table.seats),
        meters=meters,
        rules=table.rules.short,
        mark=MARK if table.rules.is_own else "",
        settings=row.settings,
        due=due(table, now // 1000),
        stopped=stopped,
        dealt=row.mode == "self-dealt" or table.cards != "closed",
    )
