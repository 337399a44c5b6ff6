"""`./pit soak retries`: each command 1 to 5 times, replies cut, twins at once, other bodies.

    ./pit soak retries [--count N] [--seed N] [--record]

Players give commands over HTTP as a bad network would: the same request up to five times, one after
another or all at once, connections cut before the reply, and sometimes another command under the
same id. Each command has one effect and one reply; of two commands under one id exactly one counts.
Afterwards the log holds one entry for each command that was acknowledged, and no other.
"""

import asyncio
import contextlib
import logging
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
import uvicorn

from bench._load_client import Connection
from house.stage import PASSWORD, Stage
from kit.play import least_stakes
from kit.waiting import wait_until
from pitboss.house.storage.schema.tables import commands, entries
from pitboss.rulebook import GAMES
from pitboss.web.app import build
from pitboss.web.rate_limits import RateLimiter
from soak._outcome import Campaign, Outcome
from soak._stages import player_name, players_at_tables

DELIVERIES: Final = 100_000
SEATS: Final = 2
TABLES: Final = 4
EACH: Final = 2_500  # deliveries in one house
OTHER: Final = 0.15  # how often another command comes under the same id


class Open(RateLimiter):
    """Admits everything: all clients here have one address."""

    def admits(self, address: str, method: str, path: str) -> bool:
        return True


@contextlib.contextmanager
def served(stage: Stage) -> Iterator[int]:
    """Serves the stage's house over HTTP; yields its port."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    app = build(stage.house, ticking=False, limiter=Open())
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


class Delivery(NamedTuple):
    is_other: bool
    status: int  # 0 if the connection was cut
    body: bytes


class Client:
    """One player, whose requests arrive late, twice, or without anyone to hear the reply."""

    def __init__(self, port: int, token: str, table: str, seat: int, rng: Random) -> None:
        self.port, self.token, self.table, self.seat, self.rng = port, token, table, seat, rng
        self.stakes: dict[str, int] = {}
        self.effects = 0
        self.deliveries = 0
        self.kinds: Counter[str] = Counter()
        self.link = Connection(port, token)
        self.plant = False  # a defect: some retries come under an id of their own

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/commands"

    def forms(self, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """A command, and another one that might come under its id."""
        more = 100 * (number % 2)
        bet = {key: cents + more for key, cents in self.stakes.items()}
        other = {key: cents + 300 for key, cents in self.stakes.items()}
        if self.rng.random() < 0.2:
            buy = {"type": "BuyIn", "seat": self.seat, "cents": 100}
            return buy, {**buy, "cents": 200}
        kind = {"type": "Bet", "seat": self.seat}
        return {**kind, "stakes": bet}, {**kind, "stakes": other}

    async def deliver(self, body: bytes, *, is_other: bool = False) -> Delivery:
        """One delivery over a connection of its own, which may be cut at any moment."""
        self.deliveries += 1
        link = Connection(self.port, self.token)
        await link.connect(self.rng.randint(1, 2000))
        waiting = asyncio.ensure_future(link.send("POST", self.path, body))
        try:
            if self.rng.random() < 0.3:
                self.kinds["cut"] += 1
                await asyncio.wait({waiting}, timeout=self.rng.uniform(0, 0.008))
                if not waiting.done():
                    return Delivery(is_other, 0, b"")
            return Delivery(is_other, *await waiting)
        finally:
            if not waiting.done():
                waiting.cancel()
            link.transport.abort()

    async def give(self, number: int) -> list[str]:
        """Makes all deliveries of one command; returns what was wrong."""
        form, other = self.forms(number)
        bodies = [
            msgspec.json.encode({"id": f"n{number}", "command": each}) for each in (form, other)
        ]
        copies = [self.deliver(bodies[0]) for _ in range(self.rng.randint(0, 4))]
        if self.rng.random() < OTHER:
            self.kinds["other body"] += 1
            copies.append(self.deliver(bodies[1], is_other=True))
        self.rng.shuffle(copies)
        if self.plant and self.rng.random() < 0.2:
            bodies[1] = msgspec.json.encode({"id": f"n{number}-again", "command": form})
            status, _ = await self.link.send("POST", self.path, bodies[1])
            assert status == 200
        if self.rng.random() < 0.5:
            self.kinds["at once"] += len(copies)
            answers = list(await asyncio.gather(*copies))
        else:
            answers = [await copy for copy in copies]
        self.deliveries += 1
        answers.append(Delivery(False, *await self.link.send("POST", self.path, bodies[0])))
        return [f"n{number} {form}: {text}" for text in self.judge(answers)]

    def judge(self, answers: list[Delivery]) -> Iterator[str]:
        heard = [answer for answer in answers if answer.status]
        right = {answer.body for answer in heard if answer.status == 200}
        sides = {answer.is_other for answer in heard if answer.status == 200}
        last = heard[-1]
        if last.status == 200:
            self.effects += 1
        elif b"COMMAND_ID_REUSED" in last.body:  # the other command was first
            self.effects += 1
            if not any(answer.is_other for answer in answers):
                yield "refused as another command's id, and there is no other"
        else:
            yield f"answered {last.status} {last.body[:200]!r}"
        if len(right) > 1:
            yield f"answered in {len(right)} ways: {right}"
        if len(sides) > 1:
            yield "two commands under one id were both acknowledged"
        for answer in heard:
            if answer.status not in (200, 409):
                yield f"answered {answer.status} {answer.body[:200]!r}"


def stored_faults(stage: Stage, tables: list[str], clients: list[Client]) -> Iterator[str]:
    """The log's entries for these players' commands, against what they were told."""
    with stage.house.store.read() as tx:
        for number, table in enumerate(tables):
            for seat in range(1, SEATS + 1):
                name = player_name(number, seat)
                client = clients[number * SEATS + seat - 1]
                by = (entries.c.stream == table) & (entries.c.by_name == name)
                query = sa.select(sa.func.count()).select_from(entries).where(by)
                rows = sa.select(sa.func.count()).select_from(commands)
                rows = rows.where(commands.c.id.like(f"{name}:%"))
                expected = client.effects + 2  # it sat down and bought in
                for what, count in (("entries", query), ("ids", rows)):
                    if (rows_there := tx.execute(count).scalar()) != expected:
                        yield f"{name}: {rows_there} {what} for {expected} commands"
    for name, texts in stage.faults().items():
        yield f"audit: {name} {texts}"


async def _play(clients: list[Client], deliveries: int) -> list[str]:
    faults: list[str] = []

    async def run(client: Client) -> None:
        await client.link.connect(3000)
        number = 0
        while client.deliveries < deliveries / len(clients):
            faults.extend(await client.give(number))
            number += 1
        client.link.close()

    await asyncio.gather(*map(run, clients))
    await asyncio.sleep(0.3)  # a request that was cut may still be on its way
    return faults


def house(seed: str, deliveries: int, outcome: Outcome, *, plant: bool = False) -> None:
    rng = Random(seed)
    games = [rng.choice([*GAMES]) for _ in range(TABLES)]
    with players_at_tables(seed, games, SEATS) as (stage, tables), served(stage) as port:
        clients = []
        for number, table in enumerate(tables):
            for seat in range(1, SEATS + 1):
                token, _ = stage.log_in(player_name(number, seat), PASSWORD)
                client = Client(port, token, table, seat, Random(f"{seed} {table} {seat}"))
                client.stakes = {**least_stakes(stage.state(table).rules, side=False)}
                client.plant = plant
                clients.append(client)
        faults = asyncio.run(_play(clients, deliveries))
        faults += stored_faults(stage, tables, clients)
        for text in faults:
            outcome.fail(f"house({seed!r}): {text}")
        for client in clients:
            outcome.count += client.deliveries
            outcome.detail["commands"] = outcome.detail.get("commands", 0) + client.effects
            for kind, count in client.kinds.items():
                outcome.detail[kind] = outcome.detail.get(kind, 0) + count


def run(outcome: Outcome, count: int) -> None:
    number = 0
    while outcome.count < count:
        house(f"{outcome.seed} {number}", min(EACH, count - outcome.count), outcome)
        number += 1


def main() -> int:
    what = "each command 1 to 5 times, replies cut, twins at once, other bodies under its id"
    campaign = Campaign("retries", what, count=DELIVERIES)
    args = campaign.parse()
    logging.disable(logging.ERROR)  # the server logs each connection that is cut
    run(campaign.outcome, args.count)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
