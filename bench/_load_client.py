"""Clients of the load bench, cheap enough to leave the processor to the server.

A client is one HTTP/1.1 connection with one request at a time, written by hand. Each comes from a
loopback address of its own, because the house limits how much one address may ask.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import uvloop

from bench._load_server import HOST, processor_seconds

ROTATION: Final = 16  # addresses that one quick client uses in turn, under their rate limit
OPEN: Final = ("stacked", "used", "ready")  # the conditions of the cards in which bets are taken
WARM_UP: Final = 0.7  # seconds
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

    async def connect(self, number: int) -> None:
        """`number` chooses the address that it comes from."""
        local = (f"127.1.{number // 250 % 250}.{number % 250 + 1}", 0)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, HOST, self.port, local_addr=local)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

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
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + body)
        return await self.answer

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


class Job(NamedTuple):
    """Clients that ask one after another, each as soon as it has its answer."""

    port: int
    pid: int
    clients: int
    seconds: float
    is_bare: bool


class Rate(NamedTuple):
    count: int
    seconds: float
    processor: float  # seconds, the server's own
    latencies: list[float]

    @property
    def per_second(self) -> float:
        return self.count / self.seconds

    @property
    def cost(self) -> float:
        """Processor milliseconds of a command."""
        return 1000 * self.processor / max(1, self.count)


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


async def bettor(job: Job, client: int, tables: list[str]) -> Bettor:
    """A guest with a seat at a table of its own."""
    table, token, seat = tables[client % len(tables)], "", 1
    first = Connection(job.port)
    await first.connect(1000 + client)
    if not job.is_bare:
        me = await first.ask("POST", "/api/guest")
        token = me["token"]
        first.close()
        first = Connection(job.port, token)
        await first.connect(1000 + client)
        purchase = await first.ask("POST", f"/api/tables/{table}/seat", cents=80_000, id="seat")
        seat = purchase["seat"]
        while (await first.ask("GET", f"/api/tables/{table}"))["view"]["cards"] not in OPEN:
            await asyncio.sleep(0.1)
    links = [first]
    if job.clients == 1:  # alone, it is too quick for one address
        for number in range(1, ROTATION):
            links.append(Connection(job.port, token))
            await links[-1].connect(2000 + number)
    path = f"/api/tables/{table}/commands"
    name = f"c{client}t{time.time_ns()}"

    async def ask(number: int) -> None:
        link = links[number % len(links)]
        status, body = await link.send("POST", path, bet_body(number, name, seat))
        if status != 200:
            raise BadAnswer(f"{status} {body[:300].decode()}")

    async def leave() -> None:
        if not job.is_bare:
            await first.command(table, "Leave", seat=seat)
        for link in links:
            link.close()

    return Bettor(ask, leave)


async def _load(job: Job, tables: list[str]) -> Rate:
    bettors = await asyncio.gather(*(bettor(job, n, tables) for n in range(job.clients)))
    begins = time.perf_counter() + WARM_UP
    ends = begins + job.seconds
    latencies: list[float] = []
    answers = 0

    async def run(bettor: Bettor) -> None:
        nonlocal answers
        number = 0
        before = time.perf_counter()
        while before < ends:
            await bettor.ask(number)
            number += 1
            after = time.perf_counter()
            if before >= begins and after <= ends:
                latencies.append(after - before)
            if begins <= after <= ends:
                answers += 1
            before = after

    async def meter() -> float:
        await asyncio.sleep(begins - time.perf_counter())
        before = processor_seconds(job.pid)
        await asyncio.sleep(ends - time.perf_counter())
        return processor_seconds(job.pid) - before

    spent = asyncio.ensure_future(meter())
    await asyncio.gather(*map(run, bettors))
    await asyncio.gather(*(bettor.leave() for bettor in bettors))
    return Rate(answers, job.seconds, await spent, latencies)


def load(job: Job, tables: list[str]) -> Rate:
    return uvloop.run(_load(job, tables))


def in_process(work: Callable[..., Result], *args: Any) -> Result:
    """Runs the clients in a process of their own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *args).result()


def quantile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 of none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0
