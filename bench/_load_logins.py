"""How long bets take while twenty people log in at the same time."""

import asyncio
import time
from random import Random
from typing import Final, NamedTuple

import msgspec
import uvloop

from bench._load_client import Bettor, Connection, Goal, bettor
from bench._load_server import PATIENCE

LOGINS: Final = 20
PASSWORD: Final = "correct horse battery"
THINKING: Final = (0.05, 0.3)  # seconds


class Together(NamedTuple):
    bets: list[float]  # seconds of each bet that was under way while people logged in
    logins: list[float]


async def _account(port: int, number: int) -> Connection:
    """A person's connection; the account is there already when the row is measured again."""
    link = Connection(port)
    await link.connect(7000 + number)
    form = msgspec.json.encode({"name": f"person{number}", "password": PASSWORD})
    await link.send("POST", "/api/register", form)
    return link


async def _log_in(link: Connection, number: int) -> float:
    began = time.perf_counter()
    await link.ask("POST", "/api/login", name=f"person{number}", password=PASSWORD)
    return time.perf_counter() - began


async def _run(port: int, tables: list[str], times: int) -> Together:
    about = Goal(port, 0, len(tables))
    bettors = await asyncio.gather(*(bettor(about, n, tables) for n in range(len(tables))))
    links = [await _account(port, number) for number in range(LOGINS)]
    bets: list[float] = []
    logins: list[float] = []
    done = asyncio.Event()
    busy = False

    async def bet(one: Bettor, rng: Random) -> None:
        number = 0
        while not done.is_set():
            await asyncio.sleep(rng.uniform(*THINKING))
            began = time.perf_counter()
            counts = busy
            await one.ask(number)
            number += 1
            if counts:
                bets.append(time.perf_counter() - began)

    tasks = [asyncio.ensure_future(bet(one, Random(n))) for n, one in enumerate(bettors)]
    await asyncio.sleep(1.5)
    for _ in range(times):
        busy = True
        logins += await asyncio.gather(*(_log_in(link, n) for n, link in enumerate(links)))
        busy = False
        await asyncio.sleep(0.5)
    done.set()
    await asyncio.gather(*tasks)
    await asyncio.gather(*(one.leave() for one in bettors))
    return Together(bets, logins)


def log_in_together(port: int, tables: list[str], times: int) -> Together:
    async def run() -> Together:
        async with asyncio.timeout(PATIENCE):
            return await _run(port, tables, times)

    return uvloop.run(run())
