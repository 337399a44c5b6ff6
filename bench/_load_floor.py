"""A whole floor of clients: 50 tables, six players and two watchers at each, all on WebSockets.

A player thinks for 0.2 to 0.8 s, reads the last push and does what it offers: places or changes
bets while bets are open, acts or discards on its turn, buys chips when they run low. A watcher only
reads. Every socket checks that no push is older than the one before.
"""

import asyncio
import contextlib
import gc
import time
from collections import Counter
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench._load_client import BadAnswer, Connection
from bench._load_server import HOST, processor_seconds, resident_bytes
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

SEATS: Final = 6
WATCHERS: Final = 2  # at each table
THINKING: Final = (0.2, 0.8)  # seconds
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


_PUSH: Final = msgspec.json.Decoder(Push)


class Floor(NamedTuple):
    """What a run of the floor came to."""

    acknowledged: int
    refused: int
    failed: int
    began: float  # wall-clock seconds
    seconds: float
    latencies: list[float]
    pushes: int
    disordered: int
    lost_sockets: int
    processor: float
    own_processor: float  # of the clients
    memory: list[int]  # bytes of the server, once a second
    errors: dict[str, int]


class Ear:
    """One socket of a table: its last message, and whether messages came in order."""

    def __init__(self, count: Counter[str]) -> None:
        self.count = count
        self.message: str | bytes = ""
        self.seq = -1

    async def listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for message in socket:
                self.message = message
                self.count["pushes"] += 1
                seq = int(str(message[7:24]).partition(",")[0])  # {"seq":123,…
                if seq < self.seq:
                    self.count["disordered"] += 1
                self.seq = seq
        self.count["lost"] += 1


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
        """Does one thing, if there is one to do; the status of the answer, or 0."""
        act = self.next_act()
        if act is None:
            return 0
        kind, fields = act
        if kind == "BuyIn":
            await self.link.send("POST", "/api/chips", b"")
        try:
            await self.link.command(self.table, kind, seat=self.seat, **fields)
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
        self.sockets: list[ClientConnection] = []
        self.ears: list[asyncio.Future[None]] = []
        self.measuring = False

    async def ear(self, table: str, number: int, token: str = "") -> Ear:
        head = {"authorization": f"Bearer {token}"} if token else {}
        socket = await connect(
            f"ws://{HOST}:{self.port}/api/tables/{table}/live",
            additional_headers=head,
            compression=None,
            ping_interval=None,
            local_addr=(f"127.2.{number // 250}.{number % 250 + 1}", 0),
        )
        ear = Ear(self.count)
        self.sockets.append(socket)
        self.ears.append(asyncio.ensure_future(ear.listen(socket)))
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
        before, own = processor_seconds(self.pid), time.process_time()
        memory = []
        while time.perf_counter() < ends:
            await asyncio.sleep(min(1.0, max(0.01, ends - time.perf_counter())))
            memory.append(resident_bytes(self.pid))
        self.measuring = False
        spent = processor_seconds(self.pid) - before
        own = time.process_time() - own
        counts = self.count.copy()
        await asyncio.gather(*tasks)
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.ears)
        errors = {name: n for name, n in counts.most_common() if " " in name}
        return Floor(
            acknowledged=counts["acknowledged"],
            refused=counts["refused"],
            failed=counts["failed"],
            began=began,
            seconds=seconds,
            latencies=self.latencies,
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
