"""A whole floor of clients: 50 tables, six players and two watchers at each, all on WebSockets.

A player thinks for 0.2 to 0.8 s, reads the last push and does what it offers: places or changes
bets while bets are open, acts or discards on its turn, buys chips when they run low. A watcher only
reads. Every socket checks that no push is older than the one before, nor has its events again.
"""

import asyncio
import base64
import contextlib
import gc
import os
import time
from collections import Counter
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import uvloop

from bench._load_client import BadAnswer, Connection
from bench._load_server import HOST, processor_seconds, resident_bytes
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

SEATS: Final = 6
WATCHERS: Final = 2  # at each table
THINKING: Final = (0.2, 0.8)  # seconds
REOPENINGS: Final = 60  # attempts of a socket that was closed
LOW_CHIPS: Final = 30_000  # cents
RULES: Final = {key: Rules(choices) for key, choices in default_house().games.items()}


class Offer(msgspec.Struct):
    act: str
    multiple: int


class Look(msgspec.Struct):
    """The part of a view that a player acts on."""

    game: str
    chips: int | None
    bets: tuple[msgspec.Raw, ...]
    choices: tuple[Offer, ...]
    discards: int | None


class Push(msgspec.Struct):
    seq: int
    view: Look


_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A  # whole frames
_PUSH: Final = msgspec.json.Decoder(Push)


class Floor(NamedTuple):
    """The results of a run of the floor."""

    acknowledged: int
    refused: int
    failed: int
    began: float  # wall-clock seconds
    seconds: float
    latencies: list[float]
    drawn: list[float]  # from a player's command to the push that shows it to this player
    pushes: int
    disordered: int
    lost_sockets: int
    processor: float
    own_processor: float  # of the clients
    memory: list[int]  # bytes of the server, once a second
    errors: dict[str, int]


class Ear(asyncio.Protocol):
    """One socket of a table: its last message, and whether messages came in order.

    A WebSocket written by hand: the floor has 400 of them, and its clients share the processor with
    the server.
    """

    def __init__(self, count: Counter[str]) -> None:
        self.count = count
        self.message = b""
        self.seq = -1
        self.arrived = 0.0  # the last push
        self.awaited: tuple[int, float] | None = None  # the number of an own act, and its start
        self.drawn: list[float] = []
        self.transport: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.leaves = False
        self._buffer = b""
        self._about: tuple[int, str, str, str] | None = None
        self._reopening: asyncio.Future[None] | None = None

    async def open(self, port: int, path: str, token: str, local: str) -> None:
        self._about = (port, path, token, local)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, HOST, port, local_addr=(local, 0))
        bearer = f"authorization: Bearer {token}\r\n" if token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\n{bearer}"
            "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {key}\r\n\r\n".encode()
        )
        await self.opened

    def close(self) -> None:
        self.leaves = True
        self.transport.write(_masked(_CLOSE, b"\x03\xe8"))  # 1000: the end of the visit
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the server refused the socket"))
        elif not self.leaves:
            self.count["lost"] += 1
            self._reopening = asyncio.ensure_future(self._reopen())

    async def _reopen(self) -> None:
        """As a page does."""
        assert self._about is not None
        for _ in range(REOPENINGS):
            await asyncio.sleep(1)
            self.opened, self._buffer = asyncio.get_running_loop().create_future(), b""
            with contextlib.suppress(OSError):
                await self.open(*self._about)
                break

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self.opened.done():
            head, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.opened.set_result(None)
        while len(data) >= 2:
            start, size = 2, data[1]
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(data[2:start], "big")
            end = start + size
            if len(data) < max(end, start):
                break
            self._take(data[0], data[start:end])
            data = data[end:]
        self._buffer = data

    def _take(self, kind: int, content: bytes) -> None:
        if kind == _TEXT:
            self.message = content
            self.count["pushes"] += 1
            comma = content.index(b",", 7)  # {"seq":123,"events":[…
            seq = int(content[7:comma])
            # The hub repeats a moment only without its events.
            is_repeat = content.startswith(b'"events":[]', comma + 1)
            if seq < self.seq or (seq == self.seq and not is_repeat):
                self.count["disordered"] += 1
            self.seq, self.arrived = seq, time.perf_counter()
            self._note_drawn()
        elif kind == _PING:
            self.transport.write(_masked(_PONG, content))
        else:
            self.transport.close()

    def expect(self, seq: int, began: float) -> None:
        """Measures the time from `began` to the push with this number, which may be here."""
        self.awaited = (seq, began)
        self._note_drawn()

    def _note_drawn(self) -> None:
        if self.awaited is not None and self.awaited[0] <= self.seq:
            self.drawn.append(max(self.arrived - self.awaited[1], 0.0))
            self.awaited = None


def _masked(kind: int, content: bytes) -> bytes:
    """A client's short frame, with a mask of zeros."""
    return bytes((kind, 0x80 | len(content), 0, 0, 0, 0)) + content


class Player:
    def __init__(self, table: str, link: Connection, ear: Ear, seat: int, rng: Random) -> None:
        self.table, self.link, self.ear, self.seat, self.rng = table, link, ear, seat, rng
        self.bets = 0

    def next_act(self) -> tuple[str, dict[str, Any]] | None:
        """What the last push offers this player, if anything."""
        if not self.ear.message:
            return None
        look = _PUSH.decode(self.ear.message).view
        if look.bets:
            if (look.chips or 0) < LOW_CHIPS:
                return "BuyIn", {"cents": 50_000}
            return "Bet", {"stakes": self.stakes(RULES[look.game])}
        if look.choices:
            folds = self.rng.random() < 0.15
            offer = look.choices[-1 if folds else 0]
            return "Act", {"act": offer.act, "multiple": max(1, offer.multiple)}
        if look.discards is not None:
            slots = self.rng.sample(range(5), self.rng.randint(0, look.discards))
            return "Discard", {"slots": slots}
        return None

    def stakes(self, rules: Rules) -> dict[str, Cents]:
        """Bets unlike the last ones: a dollar more or less, and side bets now and then."""
        self.bets += 1
        stakes: dict[str, Cents] = {}
        for spot in rules.spots.values():
            least = rules.limits(spot)[0]
            if spot.multiples:
                continue
            if spot.required:
                stakes[spot.key] = Cents(least + 100 * (self.bets % 2))
            elif all(stakes.get(need) for need in spot.needs) and self.rng.random() < 0.2:
                stakes[spot.key] = least
            else:
                stakes[spot.key] = Cents(0)
        return stakes

    async def act(self) -> int:
        """Does one thing, if there is one to do; returns the status of the answer, or 0."""
        act = self.next_act()
        if act is None:
            return 0
        kind, fields = act
        if kind == "BuyIn":
            await self.link.send("POST", "/api/chips", b"")
        began = time.perf_counter()
        try:
            reply = await self.link.command(self.table, kind, seat=self.seat, **fields)
            self.ear.expect(reply["seq"], began)
        except BadAnswer as answer:
            status = int(str(answer).split()[2])
            self.ear.count[f"{kind}: {str(answer).partition(': ')[2][:150]}"] += 1
            return status
        return 200


class Crowd:
    """All players and watchers, and what they count."""

    def __init__(self, port: int, pid: int, tables: list[str]) -> None:
        self.port, self.pid, self.tables = port, pid, tables
        self.count: Counter[str] = Counter()
        self.latencies: list[float] = []
        self.players: list[Player] = []
        self.ears: list[Ear] = []
        self.measuring = False

    async def ear(self, table: str, number: int, token: str = "") -> Ear:
        ear = Ear(self.count)
        local = f"127.2.{number // 250}.{number % 250 + 1}"
        await ear.open(self.port, f"/api/tables/{table}/live", token, local)
        self.ears.append(ear)
        return ear

    async def arrive(self) -> None:
        """Everybody takes a seat or a place, a table after the other."""
        for number, table in enumerate(self.tables):
            await asyncio.gather(*(self.sit(table, SEATS * number + n) for n in range(SEATS)))
            for n in range(WATCHERS):
                await self.ear(table, 5000 + WATCHERS * number + n)

    async def sit(self, table: str, number: int) -> None:
        link = Connection(self.port)
        await link.connect(4000 + number)
        token = (await link.ask("POST", "/api/guest"))["token"]
        link.close()
        link = Connection(self.port, token)
        await link.connect(4000 + number)
        place = {"cents": 90_000, "id": "seat", "seat": number % SEATS + 1}
        seat = (await link.ask("POST", f"/api/tables/{table}/seat", **place))["seat"]
        ear = await self.ear(table, number, token)
        self.players.append(Player(table, link, ear, seat, Random(f"player {number}")))

    async def play(self, player: Player, ends: float) -> None:
        while time.perf_counter() < ends:
            await asyncio.sleep(player.rng.uniform(*THINKING))
            began = time.perf_counter()
            try:
                status = await player.act()
            except ConnectionError:
                status = 599
            if not status or not self.measuring:
                continue
            kind = "acknowledged" if status < 300 else "refused" if status < 500 else "failed"
            self.count[kind] += 1
            self.latencies.append(time.perf_counter() - began)
            if status == 599:
                return

    async def run(self, warm_up: float, seconds: float) -> Floor:
        await self.arrive()
        gc.collect()
        gc.freeze()
        begins = time.perf_counter() + warm_up
        ends = begins + seconds
        tasks = [asyncio.ensure_future(self.play(player, ends + 1)) for player in self.players]
        await asyncio.sleep(warm_up)
        self.measuring, began = True, time.time()
        for name in ("pushes", "disordered", "lost"):
            self.count[name] = 0
        for ear in self.ears:
            ear.drawn.clear()
        before, own = processor_seconds(self.pid), time.process_time()
        memory = []
        while time.perf_counter() < ends:
            await asyncio.sleep(min(1.0, max(0.01, ends - time.perf_counter())))
            memory.append(resident_bytes(self.pid))
        self.measuring = False
        spent = processor_seconds(self.pid) - before
        own = time.process_time() - own
        counts = self.count.copy()
        drawn = [seconds for ear in self.ears for seconds in ear.drawn]
        await asyncio.gather(*tasks)
        for ear in self.ears:
            ear.close()
        errors = {name: n for name, n in counts.most_common() if " " in name}
        return Floor(
            acknowledged=counts["acknowledged"],
            refused=counts["refused"],
            failed=counts["failed"],
            began=began,
            seconds=seconds,
            latencies=self.latencies,
            drawn=drawn,
            pushes=counts["pushes"],
            disordered=counts["disordered"],
            lost_sockets=counts["lost"],
            processor=spent,
            own_processor=own,
            memory=memory,
            errors=errors,
        )


def play_floor(port: int, pid: int, tables: list[str], warm_up: float, seconds: float) -> Floor:
    async def run() -> Floor:
        return await Crowd(port, pid, tables).run(warm_up, seconds)

    return uvloop.run(run())
