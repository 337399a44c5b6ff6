"""`./pit bench house`: the house under load, beside the least that a durable server does.

    ./pit bench house [--quick] [--database sqlite|postgresql|both] [--only ROW] [--minutes N]
                      [--seconds S] [--workers N] [--json FILE] [--record]

A real `pitboss serve` with 50 tables, real clients in another process, a bare server beside it
(uvicorn, uvloop, httptools, Litestar, one durable insert in the handler), all on one disk. Rates
are given as the ratio to the bare server, in turns of half a second. While a row is measured, a
probe asks another bare server, which has nothing else to do, ten times a second; if its p99
passes 50 ms (one in a hundred of its answers takes longer), the machine was busy with other things:
the row is void and measured again, three times at most.

Rows: one (a seat that bets, one bet after another), fifty (50 tables at once), floor (50 tables,
300 players, 100 watchers on WebSockets), idle (50 tables, nobody there), start (a new house of 50
tables to its first answer), logins (20 at once while others bet), and only if it is named: memory
(the floor for half an hour, without a probe: its p99 has no limit, so other work voids nothing).
`--record` keeps the figures of each row for docs/reliability.md, beside those of earlier runs.
`--quick` measures one, fifty, idle and start on SQLite in half a minute.
"""

import argparse
import contextlib
import functools
import http.client
import json
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench._load_client import Goal, duel, in_process, quantile
from bench._load_floor import Floor, play_floor
from bench._load_logins import log_in_together
from bench._load_record import RECORDS, Figure, line, row_record, write
from bench._load_server import (
    HOST,
    TABLES,
    Pause,
    Server,
    bare,
    compile_kernels,
    databases,
    directory,
    house,
    processor_seconds,
    wait_until_idle,
)
from kit.checkout import commit

ATTEMPTS: Final = 3
STARTS: Final = 3
PROBE_LIMIT: Final = 0.050  # seconds
ROWS: Final = ("one", "fifty", "floor", "idle", "start", "logins")
ALL_ROWS: Final = (*ROWS, "memory")
QUICK: Final = ("one", "fifty", "idle", "start")
LONG_BETS: Final = 3600  # seconds: nothing closes the bets while bets are measured
GAME: Final = "mississippi-stud"
MEGA: Final = 1 << 20
FLOOR_SECONDS: Final = 20.0
MAX_GROWTH: Final = 16  # MiB, of a long floor's memory after its first fifth


class Probe:
    """Asks a bare server ten times a second, from this process, which does nothing else."""

    def __init__(self, port: int) -> None:
        self.port, self.latencies = port, list[float]()
        self._stop = threading.Event()

    def _run(self) -> None:
        link = http.client.HTTPConnection(HOST, self.port, timeout=60)
        body = json.dumps({"id": "probe", "command": {"type": "Bet", "seat": 1}})
        path, head = "/api/tables/probe/commands", {"content-type": "application/json"}
        while not self._stop.wait(0.1):
            began = time.perf_counter()
            link.request("POST", path, body, head)
            link.getresponse().read()
            self.latencies.append(time.perf_counter() - began)
        link.close()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """A row may do this several times: the latencies add up."""
        self._stop.clear()
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()


class Bench:
    """A database, the servers on it, and the figures so far."""

    def __init__(self, kind: str, urls: Iterator[str], place: Path, args: argparse.Namespace):
        self.kind, self.urls, self.place, self.args = kind, urls, place, args
        self.sqlite = kind == "sqlite"
        self.figures: list[Figure] = []
        self.voids: list[str] = []
        self.seconds = float(args.seconds)
        self.revision = commit()  # the files under test are those of the start
        self._places = 0

    def new_place(self) -> Path:
        self._places += 1
        path = self.place / f"house{self._places}"
        path.mkdir()
        return path

    def run(self, rows: tuple[str, ...]) -> None:
        place = self.place / "bare"
        place.mkdir()
        with contextlib.ExitStack() as stack:
            self.stack = stack
            self.peer = stack.enter_context(bare(place, next(self.urls)))
            quiet = self.place / "probe"
            quiet.mkdir()
            self.probe = Probe(stack.enter_context(bare(quiet, next(self.urls))).port)
            for row in rows:
                self.measure(row)

    def measure(self, row: str) -> None:
        void = ""
        for attempt in range(1, ATTEMPTS + 1):
            self.probe.latencies.clear()
            figures = list(getattr(self, row)())
            lag = quantile(self.probe.latencies, 0.99)
            if lag <= PROBE_LIMIT:
                break
            text = f"{self.kind} {row}: void, the probe's p99 is {1000 * lag:.0f} ms"
            last = attempt == ATTEMPTS
            print(f"{text}{'' if last else '; measured again'}", flush=True)
            if last:
                void = text
                self.voids.append(text)
        probe = Figure(self.kind, row, "probe p99", 1000 * lag, "ms")
        figures.append(probe)
        for figure in figures:
            print(line(figure), flush=True)
        self.figures += figures
        if self.args.json:  # at once: the rows after it may take long
            record = row_record(self.kind, row, self.revision, void, figures)
            write(self.args.json, [record], ALL_ROWS)

    def figure(
        self,
        row: str,
        name: str,
        value: float,
        unit: str,
        limit: float | None = None,
        *,
        least: bool = False,
    ) -> Figure:
        return Figure(self.kind, row, name, value, unit, limit, least)

    # Rows

    def one(self) -> Iterator[Figure]:
        """One table, one seat, bets one after another."""
        yield from self.against_bare("one", 1, 0.6 if self.sqlite else 0.5, 1.5)

    def fifty(self) -> Iterator[Figure]:
        """50 tables at once, a seat at each."""
        yield from self.against_bare("fifty", TABLES, 1.2 if self.sqlite else 0.8, 0.7)

    def against_bare(self, row: str, clients: int, limit: float, cost: float) -> Iterator[Figure]:
        server, tables = self.betting_house
        goals = [
            Goal(self.peer.port, self.peer.pid, clients, is_bare=True),
            Goal(server.port, server.pid, clients),
        ]
        with self.probe.running():
            peer, rate = in_process(duel, goals, tables, self.seconds)
        ratio = rate.per_second / peer.per_second
        yield self.figure(row, "ratio to bare", ratio, "", limit, least=True)
        yield self.figure(row, "processor a command", rate.cost, "ms", cost)
        yield self.figure(row, "commands a second", rate.per_second, "/s")
        yield self.figure(row, "p50", 1000 * quantile(rate.latencies, 0.5), "ms")
        yield self.figure(row, "p99", 1000 * quantile(rate.latencies, 0.99), "ms")
        yield self.figure(row, "bare", peer.per_second, "/s")
        yield self.figure(row, "bare processor", peer.cost, "ms")

    @functools.cached_property
    def betting_house(self) -> tuple[Server, list[str]]:
        """A house whose bets stay open; all its tables are of one game. Several rows use it."""
        there = house(self.new_place(), next(self.urls), betting=LONG_BETS, game=GAME)
        server = self.stack.enter_context(there)
        wait_until_idle(server)
        return server, table_ids(server)

    def played(self, seconds: float, warm_up: float) -> tuple[Floor, Pause]:
        """A floor of 50 tables, 300 players, 100 watchers, and its longest collection."""
        workers = 1 if self.sqlite else self.args.workers  # a file has one server
        with house(self.new_place(), next(self.urls), betting=20, workers=workers) as server:
            wait_until_idle(server)
            about = (server.port, server.pid, table_ids(server), warm_up, seconds)
            floor: Floor = in_process(play_floor, *about)
            return floor, server.longest_pause(floor.began)

    def faults(self, row: str, floor: Floor, pause: Pause) -> Iterator[Figure]:
        yield self.figure(row, "pushes out of order", floor.disordered, "", 0)
        yield self.figure(row, "sockets lost", floor.lost_sockets, "", 0)
        yield self.figure(row, "failed requests", floor.failed, "", 0)
        yield self.figure(row, "longest collection", 1000 * pause.seconds, "ms", 30)
        yield self.figure(row, "processor time of it", 1000 * pause.processor, "ms")

    def floor(self) -> Iterator[Figure]:
        """50 tables, 300 players, 100 watchers."""
        with self.probe.running():
            floor, pause = self.played(FLOOR_SECONDS, 3.0)
        rate = floor.acknowledged / floor.seconds
        p99 = 1000 * quantile(floor.latencies, 0.99)
        yield self.figure("floor", "p99", p99, "ms", 100)
        yield self.figure("floor", "acknowledged a second", rate, "/s", 400, least=True)
        yield from self.faults("floor", floor, pause)
        yield self.figure("floor", "p50", 1000 * quantile(floor.latencies, 0.5), "ms")
        yield self.figure("floor", "slowest", 1000 * max(floor.latencies, default=0), "ms")
        shown = 1000 * quantile(floor.drawn, 0.99)
        yield self.figure("floor", "p99 of a player's own push", shown, "ms")
        yield self.figure("floor", "pushes a second", floor.pushes / floor.seconds, "/s")
        yield self.figure("floor", "refused", floor.refused, "")
        yield self.figure("floor", "server cores", floor.processor / floor.seconds, "")
        yield self.figure("floor", "client cores", floor.own_processor / floor.seconds, "")
        yield self.figure("floor", "memory at the end", floor.memory[-1] / MEGA, "MiB")
        for text, times in [*floor.errors.items()][:5]:
            print(f"  {times} times: {text}")

    def memory(self) -> Iterator[Figure]:
        """The same floor for half an hour: its memory and its faults, with no limit for its p99."""
        floor, pause = self.played(60 * self.args.minutes, 60.0)
        yield self.figure("memory", "growth", growth(floor.memory), "MiB", MAX_GROWTH)
        yield from self.faults("memory", floor, pause)
        yield self.figure("memory", "p99", 1000 * quantile(floor.latencies, 0.99), "ms")
        yield self.figure("memory", "at the end", floor.memory[-1] / MEGA, "MiB")
        yield self.figure("memory", "minutes", floor.seconds / 60, "")
        yield self.figure("memory", "acknowledged", floor.acknowledged, "")
        yield self.figure("memory", "pushes", floor.pushes, "")

    def idle(self) -> Iterator[Figure]:
        """50 tables and nobody there."""
        with house(self.new_place(), next(self.urls), betting=20) as server:
            wait_until_idle(server)
            with self.probe.running():
                before, began = processor_seconds(server.pid), time.monotonic()
                time.sleep(max(4.0, 5 * self.seconds))
                spent = processor_seconds(server.pid) - before
                share = spent / (time.monotonic() - began)
        yield self.figure("idle", "of a core", share, "", 0.01)

    def start(self) -> Iterator[Figure]:
        """A new house of 50 tables, from the command to the first answer, not the very first: the
        median of three.
        """
        with house(self.new_place(), next(self.urls), betting=20):
            pass  # compiles the program's modules, as an installation does
        seconds = []
        for _ in range(STARTS):
            there = house(self.new_place(), next(self.urls), betting=20)
            with self.probe.running(), there as server:
                seconds.append(time.monotonic() - server.started)
        yield self.figure("start", "to the first answer", statistics.median(seconds), "s", 2)

    def logins(self) -> Iterator[Figure]:
        """20 people log in at once while 50 bet."""
        server, tables = self.betting_house
        with self.probe.running():
            together = in_process(log_in_together, server.port, tables, 3)
        p99 = 1000 * quantile(together.bets, 0.99)
        yield self.figure("logins", "p99 of bets", p99, "ms", 100)
        yield self.figure("logins", "slowest bet", 1000 * max(together.bets), "ms")
        yield self.figure("logins", "bets meanwhile", len(together.bets), "")
        yield self.figure("logins", "slowest log-in", max(together.logins), "s")


def table_ids(server: Server) -> list[str]:
    link = http.client.HTTPConnection(HOST, server.port, timeout=60)
    link.request("GET", "/api/tables")
    return [row["id"] for row in json.loads(link.getresponse().read())]


def growth(memory: list[int]) -> float:
    """MiB that the last fifth of the samples is above the first fifth."""
    fifth = max(1, len(memory) // 5)
    first, last = memory[:fifth], memory[-fifth:]
    return (sum(last) / len(last) - sum(first) / len(first)) / MEGA


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./pit bench house")
    parser.add_argument("--quick", action="store_true", help="SQLite only, half a minute")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument(
        "--only", choices=ALL_ROWS, action="append", help="this row; may be repeated"
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="of the row memory")
    parser.add_argument("--seconds", type=float, default=4.0, help="of every rate")
    parser.add_argument("--workers", type=int, default=2, help="of the floor on PostgreSQL")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument(
        "--record",
        action="store_const",
        dest="json",
        const=RECORDS["house"],
        help="keep the figures for docs/reliability.md",
    )
    args = parser.parse_args()
    if args.quick:
        args.database, args.seconds = "sqlite", min(args.seconds, 2.0)
    return args


def main() -> int:
    args = parse()
    rows = tuple(args.only or (QUICK if args.quick else ROWS))
    kinds = ("sqlite", "postgresql") if args.database == "both" else (args.database,)
    figures: list[Figure] = []
    voids: list[str] = []
    compile_kernels()
    for kind in kinds:
        with directory() as place, databases(kind) as urls:
            bench = Bench(kind, urls, place, args)
            bench.run(rows)
            figures += bench.figures
            voids += bench.voids
    missed = [figure for figure in figures if not figure.passes]
    for text in voids:
        print(text)
    limits = sum(figure.limit is not None for figure in figures)
    print(f"{limits - len(missed)} of {limits} limits hold; {len(voids)} rows void")
    return 1 if missed or voids else 0


if __name__ == "__main__":
    sys.exit(main())
