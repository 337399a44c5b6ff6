"""Clients of the load bench, cheap enough to leave the processor to the server.

A client is one HTTP/1.1 connection with one request at a time, written by hand. Each comes from a
loopback address of its own, because the house limits how much one address may ask.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import uvloop

from bench._load_server import HOST, PATIENCE, processor_seconds

ROTATION: Final = 16  # addresses that one quick client uses in turn, under their rate limit
OPEN: Final = ("stacked", "used", "ready")  # the conditions of the cards in which bets are taken
WARM_UP: Final = 0.4  # seconds
ATTEMPTS: Final = 3
SLICE: Final = 0.5  # seconds
_serial = count(1)
Result = TypeVar("Result")


class BadAnswer(Exception):
    """The server answered something else than success."""


class Connection(asyncio.Protocol):
    """One connection; `send` gives the status and body of the answer."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.bearer = f"authorization: Bearer {token}\r\n" if token else ""
        self.transport: Any = None
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.buffer = b""
        self.number = 0

    async def connect(self, number: int) -> None:
        """`number` chooses the address that it comes from."""
        self.number = number
        local = (f"127.1.{number // 250 % 250}.{number % 250 + 1}", 0)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, HOST, self.port, local_addr=local)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.buffer = transport, b""

    def connection_lost(self, error: Exception | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, blank, rest = self.buffer.partition(b"\r\n\r\n")
        if not blank:
            return
        lower = head.lower()
        at = lower.find(b"\r\ncontent-length:")
        length = int(lower[at + 17 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(rest) < length:
            return
        self.buffer = b""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result((int(head[9:12]), rest[:length]))

    async def send(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {HOST}:{self.port}\r\n{self.bearer}"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        for _ in range(ATTEMPTS):
            if self.transport.is_closing():  # the server closes what is silent for seconds
                await self.connect(self.number)
            self.answer = asyncio.get_running_loop().create_future()
            self.transport.write(head.encode() + body)
            with contextlib.suppress(ConnectionResetError):
                return await self.answer
        raise ConnectionError("the server closes every connection")

    async def ask(self, method: str, path: str, **fields: Any) -> Any:
        """A request that must succeed; its answer."""
        status, body = await self.send(method, path, msgspec.json.encode(fields) if fields else b"")
        if status >= 300:
            raise BadAnswer(f"{method} {path}: {status} {body[:300].decode()}")
        return msgspec.json.decode(body)

    async def command(self, table: str, kind: str, **fields: Any) -> Any:
        body = {"id": f"b{next(_serial)}", "command": {"type": kind, **fields}}
        return await self.ask("POST", f"/api/tables/{table}/commands", **body)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Goal(NamedTuple):
    """The server that clients ask, and how many of them."""

    port: int
    pid: int
    clients: int
    is_bare: bool = False


class Rate(NamedTuple):
    """Clients that ask one after another, each as soon as it has its answer."""

    answers: int
    seconds: float
    processor: float  # seconds, the server's own
    latencies: list[float]

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds

    @property
    def cost(self) -> float:
        """Processor milliseconds of a command."""
        return 1000 * self.processor / max(1, self.answers)

    def plus(self, other: "Rate") -> "Rate":
        return Rate(
            self.answers + other.answers,
            self.seconds + other.seconds,
            self.processor + other.processor,
            self.latencies + other.latencies,
        )


class Bettor(NamedTuple):
    """Someone who bets again and again: `ask` bets once, `leave` frees the seat."""

    ask: Callable[[int], Awaitable[None]]
    leave: Callable[[], Awaitable[None]]


def bet_body(number: int, name: str, seat: int) -> bytes:
    """A bet that differs from the one before, so that each has an effect."""
    cents = 500 + 100 * (number % 2)
    return (b'{"id":"%s-%d","command":{"type":"Bet","seat":%d,"stakes":{"ante":%d}}}') % (
        name.encode(),
        number,
        seat,
        cents,
    )


async def _wait_for_bets(link: Connection, table: str) -> None:
    limit = time.monotonic() + PATIENCE
    while True:
        update = await link.ask("GET", f"/api/tables/{table}")
        if update["view"]["cards"] in OPEN:
            return
        if update["stopped"] or time.monotonic() > limit:
            raise BadAnswer(f"{table} takes no bets: {update['stopped'] or update['view']['due']}")
        await asyncio.sleep(0.1)


async def bettor(goal: Goal, client: int, tables: list[str]) -> Bettor:
    """A guest with a seat at a table of its own."""
    table, token, seat = tables[client % len(tables)], "", 1
    first = Connection(goal.port)
    await first.connect(1000 + client)
    if not goal.is_bare:
        me = await first.ask("POST", "/api/guest")
        token = me["token"]
        first.close()
        first = Connection(goal.port, token)
        await first.connect(1000 + client)
        purchase = await first.ask("POST", f"/api/tables/{table}/seat", cents=80_000, id="seat")
        seat = purchase["seat"]
        await _wait_for_bets(first, table)
    links = [first]
    if goal.clients == 1:  # alone, it is too quick for one address
        for number in range(1, ROTATION):
            links.append(Connection(goal.port, token))
            await links[-1].connect(2000 + number)
    path = f"/api/tables/{table}/commands"
    name = f"c{client}t{time.time_ns()}"

    async def ask(number: int) -> None:
        link = links[number % len(links)]
        status, body = await link.send("POST", path, bet_body(number, name, seat))
        if status != 200:
            raise BadAnswer(f"{status} {body[:300].decode()}")

    async def leave() -> None:
        if not goal.is_bare:
            await first.command(table, "Leave", seat=seat)
        for link in links:
            link.close()

    return Bettor(ask, leave)


async def _slice(goal: Goal, bettors: list[Bettor], seconds: float) -> Rate:
    """All bettors for a while. What is under way at the end still counts, with its time."""
    began, processor = time.perf_counter(), processor_seconds(goal.pid)
    latencies: list[float] = []

    async def run(bettor: Bettor) -> None:
        before = time.perf_counter()
        while before < began + seconds:
            await bettor.ask(next(_serial))
            after = time.perf_counter()
            latencies.append(after - before)
            before = after

    async with asyncio.timeout(seconds + PATIENCE):  # no answer at all is a failure, not a wait
        await asyncio.gather(*map(run, bettors))
    spent = processor_seconds(goal.pid) - processor
    return Rate(len(latencies), time.perf_counter() - began, spent, latencies)


async def _duel(goals: list[Goal], tables: list[str], seconds: float) -> list[Rate]:
    sides = [
        await asyncio.gather(*(bettor(goal, n, tables) for n in range(goal.clients)))
        for goal in goals
    ]
    for goal, bettors in zip(goals, sides, strict=True):
        await _slice(goal, bettors, WARM_UP)
    rates = [Rate(0, 0.0, 0.0, []) for _ in goals]
    for _ in range(max(1, round(seconds / SLICE))):
        for place, (goal, bettors) in enumerate(zip(goals, sides, strict=True)):
            rates[place] = rates[place].plus(await _slice(goal, bettors, SLICE))
    await asyncio.gather(*(bettor.leave() for bettors in sides for bettor in bettors))
    return rates


def duel(goals: list[Goal], tables: list[str], seconds: float) -> list[Rate]:
    """The rate of each server, measured in turns of half a second so that a busy moment meets all.

    A bet is asked for as soon as the one before is answered.
    """
    return uvloop.run(_duel(goals, tables, seconds))


def in_process(work: Callable[..., Result], *args: Any) -> Result:
    """Runs the clients in a process of their own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *args).result()


def quantile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 of none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0
