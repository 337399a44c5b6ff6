"""How long a full table takes to answer and to push: six seats and twenty watchers.

A real `pitboss serve` on a data directory of its own, durable as always. Six guests play rounds of
Mississippi Stud over HTTP while every one of the 26 sockets is read. Shown for every command: from
the request to its answer (which comes after the commit), and from the request to the message about
it on each socket. The limit is that of a table where people wait for one another: 0.25 s.
Then the pages themselves, in a real Chromium (see _browser.py).

  --only sockets|pages|dealing    this part alone; may be repeated
  --record                        keeps the figures of each part for docs/reliability.md
"""

import argparse
import asyncio
import contextlib
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
from playwright.async_api import async_playwright
from websockets.asyncio.client import ClientConnection, connect

from bench import _browser as browsing
from bench._browser import figure
from bench._load_record import RECORDS, Figure, line, row_record, write
from browser.chromium import FLAGS, MISSING, executable
from kit.checkout import commit

LIMIT = 250  # ms
SEATS = 6
WATCHERS = 20
ROUNDS = 12
TABLE = "big-river"
OPEN = ("stacked", "used", "ready")  # the conditions of the cards in which bets are taken
PARTS = ("sockets", "pages", "dealing")
STREETS = ("third-street", "fourth-street", "fifth-street")


class Times(NamedTuple):
    answers: list[float]
    messages: list[float]  # of every command to every socket


class Ear:
    """One socket, and when each message came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.came: dict[int, float] = {}  # by the message's number, in order
        self.size = 0

    def heard(self, seq: int) -> float:
        """When the command with this number was shown: a message may cover several."""
        return next(at for number, at in self.came.items() if number >= seq)

    async def listen(self) -> None:
        async for message in self.socket:
            now = time.perf_counter()
            self.size += len(message)
            self.came[json.loads(message)["seq"]] = now


class Table:
    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http, self.count = http, 0
        self.starts: dict[int, float] = {}  # the log's number → when its command was sent
        self.answers: list[float] = []

    async def ask(self, token: str, kind: str, **fields: Any) -> None:
        self.count += 1
        body = {"id": f"b{self.count}", "command": {"type": kind, **fields}}
        head = {"authorization": f"Bearer {token}"}
        began = time.perf_counter()
        answer = await self.http.post(f"/api/tables/{TABLE}/commands", json=body, headers=head)
        taken = time.perf_counter() - began
        answer.raise_for_status()
        self.answers.append(taken)
        self.starts[answer.json()["seq"]] = began

    async def view(self, token: str) -> Any:
        head = {"authorization": f"Bearer {token}"}
        return (await self.http.get(f"/api/tables/{TABLE}", headers=head)).json()["view"]

    async def until(self, token: str, true: Any) -> Any:
        while not true(view := await self.view(token)):
            await asyncio.sleep(0.05)
        return view


async def play(table: Table, tokens: list[str]) -> None:
    view = await table.until(tokens[0], lambda view: view["cards"] in OPEN)
    number = view["round"]
    for seat, token in enumerate(tokens, 1):
        await table.ask(token, "Bet", seat=seat, stakes={"ante": 500})
    for token in tokens:
        head = {"authorization": f"Bearer {token}"}
        await table.http.post(f"/api/tables/{TABLE}/ready", headers=head)
    while (view := await table.view(tokens[0]))["round"] == number:
        if turn := view["turn"]:
            await table.ask(tokens[turn - 1], "Act", seat=turn, act="bet", multiple=1)
        else:
            await asyncio.sleep(0.02)


async def others(table: Table, tokens: dict[int, str], done: asyncio.Event) -> None:
    """Everybody but the browser: bets the least, is ready once the browser has bet, and acts."""
    betted = readied = 0
    watching = next(iter(tokens.values()))
    while not done.is_set():
        view = await table.view(watching)
        number, bets = view["round"], view["phase"] == "bets" and view["cards"] in OPEN
        waited = any(seat["stakes"] for seat in view["seats"] if seat["seat"] == SEATS)
        if bets and number != betted:
            betted = number
            for seat, token in tokens.items():
                await table.ask(token, "Bet", seat=seat, stakes={"ante": 500})
        elif bets and waited and number != readied:
            readied = number
            for token in tokens.values():
                head = {"authorization": f"Bearer {token}"}
                await table.http.post(f"/api/tables/{TABLE}/ready", headers=head)
        elif view["turn"] in tokens:
            turn = view["turn"]
            await table.ask(tokens[turn], "Act", seat=turn, act="bet", multiple=1)
        else:
            await asyncio.sleep(0.02)


async def in_a_browser(url: str, program: str) -> list[Figure]:
    """A full table again, one of its seats a Chromium."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http, async_playwright() as machine:
        browser = await machine.chromium.launch(executable_path=program, args=[*FLAGS])
        page = await (await browsing.fresh(browser, url)).new_page()
        await page.goto(f"/table/{TABLE}")
        await browsing.sit(page, SEATS)
        table, tokens, done = Table(http), {}, asyncio.Event()
        for seat in range(1, SEATS):
            me = (await http.post("/api/guest")).json()
            tokens[seat] = me["token"]
            await table.ask(me["token"], "Sit", seat=seat, player=me["name"])
            await table.ask(me["token"], "BuyIn", seat=seat, cents=80_000)
        address = f"{url.replace('http', 'ws')}/api/tables/{TABLE}/live"
        ears = [Ear(await connect(address)) for _ in range(WATCHERS)]
        tasks = [asyncio.ensure_future(ear.listen()) for ear in ears]
        rest = asyncio.ensure_future(others(table, tokens, done))
        playing = asyncio.ensure_future(browsing.rounds(page, SEATS, STREETS))
        await asyncio.wait((rest, playing), return_when=asyncio.FIRST_COMPLETED)
        done.set()
        await rest  # its exception comes first
        times = await playing
        for ear in ears:
            await ear.socket.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await browser.close()
    slowest = 1000 * statistics.quantiles(times.drawn, n=20)[-1]
    longest = 1000 * max(times.tasks, default=0.0)
    return [
        figure("dealing", "answer to drawn, 95%", slowest, "ms", browsing.DRAWN_LIMIT),
        figure("dealing", "tasks over 50 ms", len(times.tasks), "", 0),
        figure("dealing", "the longest of them", longest, "ms"),
        figure("dealing", "rounds", browsing.ROUNDS, ""),
        figure("dealing", "acts in the browser", len(times.drawn), ""),
        figure("dealing", "sounds", times.sounds, ""),
    ]


async def measure(url: str) -> Times:
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        table, tokens, ears = Table(http), [], []
        for seat in range(1, SEATS + 1):
            me = (await http.post("/api/guest")).json()
            tokens.append(me["token"])
            await table.ask(me["token"], "Sit", seat=seat, player=me["name"])
            await table.ask(me["token"], "BuyIn", seat=seat, cents=80_000)
        address = f"{url.replace('http', 'ws')}/api/tables/{TABLE}/live"
        for token in [*tokens, *[""] * WATCHERS]:
            head = {"authorization": f"Bearer {token}"} if token else {}
            ears.append(Ear(await connect(address, additional_headers=head)))
        listening = [asyncio.ensure_future(ear.listen()) for ear in ears]
        table.answers.clear()
        table.starts.clear()
        for _ in range(ROUNDS):
            await play(table, tokens)
        await asyncio.sleep(0.5)
        for task in listening:
            task.cancel()
        heard = [ear.heard(seq) - began for seq, began in table.starts.items() for ear in ears]
        size = sum(ear.size for ear in ears)
        count = sum(len(ear.came) for ear in ears)
        print(
            f"{SEATS} seats and {WATCHERS} watchers, {ROUNDS} rounds, {len(table.answers)} commands"
        )
        print(f"{count} messages, {size // count} bytes each")
        for ear in ears:
            await ear.socket.close()
        return Times(table.answers, heard)


@contextlib.contextmanager
def house() -> Iterator[str]:
    """A house of its own, served by a process of its own; its address."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as data:
        argv = [sys.executable, "-m", "pitboss", "serve", "--data", data, "--port", "0"]
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as served:
            assert served.stdout is not None
            address = re.search(r"http://[^\s/]+", served.stdout.readline())
            assert address is not None, "the house did not open"
            try:
                while True:
                    try:
                        httpx.get(f"{address[0]}/health", timeout=5)
                        break
                    except httpx.TransportError:
                        time.sleep(0.1)
                yield address[0]
            finally:
                served.terminate()


def sockets() -> list[Figure]:
    with house() as url:
        times = asyncio.run(measure(url))
    figures = []
    for name, seconds in (("answer", times.answers), ("a socket's message", times.messages)):
        cuts = [1000 * cut for cut in statistics.quantiles(seconds, n=100)]
        figures.append(figure("sockets", f"{name}, 95%", cuts[94], "ms", LIMIT))
        figures.append(figure("sockets", f"{name}, median", cuts[49], "ms"))
        figures.append(figure("sockets", f"{name}, 99%", cuts[98], "ms"))
    return figures


def chromium() -> str:
    return executable() or sys.exit(MISSING)


def pages() -> list[Figure]:
    with house() as url:
        return asyncio.run(browsing.pages(url, TABLE, chromium()))


def dealing() -> list[Figure]:
    with house() as url:
        return asyncio.run(in_a_browser(url, chromium()))


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit bench web")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--record", action="store_true", help="keep them for docs/reliability.md")
    args = parser.parse_args()
    revision = commit()  # the files under test are those of the start
    figures: list[Figure] = []
    for part in args.only or PARTS:
        rows = {"sockets": sockets, "pages": pages, "dealing": dealing}[part]()
        for row in rows:
            print(line(row), flush=True)
        figures += rows
        if args.record:
            write(RECORDS["web"], [row_record("sqlite", part, revision, "", rows)], PARTS)
    missed = [row for row in figures if not row.passes]
    limits = sum(row.limit is not None for row in figures)
    print(f"{limits - len(missed)} of {limits} limits hold")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
