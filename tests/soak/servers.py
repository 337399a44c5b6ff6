"""`./pit soak servers`: two and three servers on one PostgreSQL, killed, cut off, and restarted.

    ./pit soak servers [--contributions N] [--kills N] [--awards N] [--seed N] [--record]

Players at self-dealt and physical tables of one link send each command to any server. Meanwhile
servers are killed, their connections cut, and the database restarted. At the end the meter has
drifted by nothing, its contributions and awards form one order, that of their commits, every reply
given stands in the log once, and every server, killed or not, heard every event from its start to
its end once, in order.
"""

import contextlib
import itertools
import queue
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import sqlalchemy as sa

from house.postgres import fresh_database, running_server
from house.stage import Stage, royal
from kit.play import least_stakes, next_command, opening
from kit.premises import directory
from kit.waiting import PATIENCE, wait_until
from pitboss.errors import PitbossError
from pitboss.house.live_table import HOUSE
from pitboss.house.people.persons import Person
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.state import Table
from soak._outcome import Campaign
from soak._server_checks import Goal, Records, check_stream, has_heard
from soak._server_child import Request
from soak._server_process import Server, WallClock, restart_database

Value = TypeVar("Value")
LINK = "soak"


class Floor:
    """The tables, the servers, and what was answered."""

    def __init__(self, url: str, place: Path, seed: int, goal: Goal, *options: str) -> None:
        self.url, self.place, self.rng, self.goal = url, place, Random(seed), goal
        self.stage = Stage(place, url, WallClock())  # opens the house; only reads afterwards
        self.numbers = itertools.count(1)
        self.answers: dict[str, int] = {}  # key → number of the entry
        self.counts: Counter[str] = Counter()
        self.failures: queue.SimpleQueue[BaseException] = queue.SimpleQueue()
        self.stop = threading.Event()
        quick = Settings(betting=10, deciding=10, away=3600)
        self.dealt = [f"dealt-{n}" for n in range(goal.tables)]
        self.physical = [f"real-{n}" for n in range(goal.tables)]
        for name in self.dealt:
            self.stage.table(name=name, mode="self-dealt", link=LINK, settings=quick)
        for name in self.physical:
            self.stage.table(name=name, link=LINK, settings=Settings(cards="physical"))
        self.records = Records(self.stage, (*self.dealt, *self.physical), self.counts)
        self.past: list[Server] = []
        self.servers = [Server(url, place, *options) for _ in range(goal.servers)]
        for server in self.servers:
            self.await_start(server)

    def await_start(self, server: Server) -> None:
        """Waits until a server has begun. It hears whatever moves from then on."""
        wait_until(server.has_begun)
        assert server.alive.is_set(), (self.place / "errors").read_text()
        server.begun_at = self.steadily(self.records.ends)

    # Asking

    def ask(self, table: str, command: c.Command, rng: Random) -> bool:
        """Gives a command to some server until one answers; returns whether it took effect."""
        name = f"c{next(self.numbers)}"
        while not self.stop.is_set():
            server = rng.choice(self.servers)
            line = server.ask(Request(next(self.numbers), table, name, command))
            if line is None or line.error:
                self.counts["retries"] += 1
                time.sleep(0.05)
                continue
            if line.seq:
                self.answers[f"{command.by.name}:{name}"] = line.seq
                self.counts["bets"] += isinstance(command, c.Bet)
                if rng.random() < 0.02:
                    self._ask_again(table, command, name, line.seq, rng)
            return bool(line.seq)
        return False

    def _ask_again(self, table: str, command: c.Command, name: str, seq: int, rng: Random) -> None:
        """Sends the same id to another server: the answer is the same, with no second effect."""
        line = rng.choice(self.servers).ask(Request(next(self.numbers), table, name, command))
        assert line is None or line.error or line.seq == seq, (name, seq, line)

    def ready(self, table: str, player: str, rng: Random) -> None:
        rng.choice(self.servers).ask(Request(next(self.numbers), table, player=player))

    def state(self, table: str) -> Table:
        """The table by the log."""
        return self.steadily(lambda: self.stage.state(table))

    def steadily(self, act: Callable[[], Value]) -> Value:
        """Retries until the database answers: connections are cut and it is restarted meanwhile."""
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except (sa.exc.SQLAlchemyError, PitbossError):
                assert time.monotonic() < limit
                time.sleep(0.1)

    # Playing

    def run(self, act: Callable[..., None], *values: Any) -> threading.Thread:
        def guarded() -> None:
            try:
                act(*values)
            except BaseException as error:
                self.failures.put(error)
                self.stop.set()

        thread = threading.Thread(target=guarded, daemon=True)
        thread.start()
        return thread

    def seat(self, table: str, seats: int, rng: Random) -> dict[int, c.Actor]:
        actors = {}
        for seat in range(1, seats + 1):
            name = f"{table.replace('-', '')}x{seat}"
            self.stage.player(name)
            actors[seat] = c.Actor("player", name)
            assert self.ask(table, c.Sit(by=actors[seat], seat=seat, player=name), rng)
            buy_in = c.BuyIn(by=actors[seat], seat=seat, cents=Cents(900_00))
            assert self.ask(table, buy_in, rng)
        return actors

    def play_dealt(self, table: str, actors: dict[int, c.Actor], rng: Random) -> None:
        """Bets, declares ready, decides: the house deals by whichever server has the lease."""
        while not self.stop.is_set():
            state = self.state(table)
            if state.phase == "bets" and state.cards != "closed":
                self._bet(table, state, actors, rng)
            elif state.turn in actors:
                act = c.Act(by=actors[state.turn], seat=state.turn, act="fold")
                self.ask(table, act, rng)
            else:
                time.sleep(0.01)

    def _bet(self, table: str, state: Table, actors: dict[int, c.Actor], rng: Random) -> None:
        for seat, actor in actors.items():
            if state.seats[seat].stakes:
                continue
            if state.chips(actor.name) < 100_00:
                self._refill(table, seat, actor, rng)
            stakes = least_stakes(state.rules)
            self.ask(table, c.Bet(by=actor, seat=seat, stakes=stakes, at=_seconds()), rng)
        for actor in actors.values():
            self.ready(table, actor.name, rng)

    def _refill(self, table: str, seat: int, actor: c.Actor, rng: Random) -> None:
        person = Person(actor.name, actor.name, "player")
        self.steadily(lambda: self.stage.desk.top_up(person))
        self.ask(table, c.BuyIn(by=actor, seat=seat, cents=Cents(500_00)), rng)

    def play_physical(self, table: str, actors: dict[int, c.Actor], rng: Random) -> None:
        """The dealer's part too, with cards that give the first seat an award each round."""
        for command in opening(HOUSE, _seconds()):
            assert self.ask(table, command, rng)
        while not self.stop.is_set():
            state = self.state(table)
            if state.phase == "bets" and not state.wagering():
                if self._is_ahead():
                    time.sleep(0.05)
                    continue
                actor = actors[1]
                stakes = least_stakes(state.rules)
                self.ask(table, c.Bet(by=actor, seat=1, stakes=stakes, at=_seconds()), rng)
                continue
            command = next_command(state, HOUSE, _seconds())
            if isinstance(command, c.Deal):
                cards = self.steadily(lambda: royal(self.stage, table))
                command = c.Deal(by=HOUSE, cards=cards)
            if isinstance(command, c.PlayOn):
                command = c.Act(by=actors[1], seat=1, act="bet")
            self.ask(table, command, rng)
            if state.pending:
                self.counts["validations"] += 1

    def _is_ahead(self) -> bool:
        """Whether there have been more awards than planned so far: they take load from the rest."""
        due = self.goal.awards * self.counts["bets"] // max(1, self.goal.contributions)
        return self.counts["validations"] > due + 2

    # What goes wrong

    def kill(self) -> None:
        which = self.rng.randrange(len(self.servers))
        server = self.servers[which]
        self.end(server)
        time.sleep(self.rng.random() * 3)
        fresh = Server(self.url, self.place)
        self.await_start(fresh)
        self.servers[which] = fresh
        self.counts["kills"] += 1

    def cut(self) -> None:
        """Cuts one connection of any server."""
        with contextlib.suppress(sa.exc.SQLAlchemyError), self.stage.house.store.begin() as tx:
            tx.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "ORDER BY random() LIMIT 1"
            )
            self.counts["cuts"] += 1

    def restart(self) -> None:
        """Crashes the database and lets it recover."""
        restart_database(Path(self.steadily(self._data_directory)))
        self.counts["restarts"] += 1

    def _data_directory(self) -> str:
        with self.stage.house.store.read() as tx:
            return str(tx.exec_driver_sql("SHOW data_directory").scalar_one())

    def close(self) -> None:
        self.stop.set()
        for server in self.servers:
            if not server.ended.is_set():
                server.end(signal.SIGKILL)
        self.stage.house.store.close()

    # What must be so

    def has_reached(self, goal: Goal) -> bool:
        bets, awards = self.counts["bets"], self.counts["validations"]
        # The last bets of each table are not settled yet, and have fed no meter.
        return bets > goal.contributions + 10 * goal.tables and awards > goal.awards

    def end(self, server: Server) -> None:
        """Kills a server that has heard all that was in the log a moment before."""
        ends = server.ends = self.steadily(self.records.ends)
        wait_until(
            partial(has_heard, server.heard, server.begun_at, ends),
            lambda: (ends, {table: stream[-3:] for table, stream in server.heard.items()}),
        )
        server.end(signal.SIGKILL)
        self.past.append(server)

    def finish(self) -> dict[str, int]:
        """Ends the servers, checks everything, and returns the counts."""
        for server in self.servers:
            self.end(server)
        self.check()
        return dict(self.counts)

    def check(self) -> None:
        self.records.check_answers(self.answers)
        numbers = self.records.numbers()
        for server in self.past:
            check_stream(server.heard, numbers, server.begun_at, server.ends)
        assert not self.stage.faults()
        self.records.check_order()


def _seconds() -> int:
    return time.time_ns() // 1_000_000_000


def play(url: str, place: Path, seed: int, goal: Goal, *options: str) -> dict[str, int]:
    """Plays until the goal is reached, and checks; returns what there was."""
    with contextlib.closing(Floor(url, place, seed, goal, *options)) as floor:
        play_on(floor, seed, goal)
        return floor.finish()


def play_on(floor: Floor, seed: int, goal: Goal) -> None:
    """Plays and makes trouble until the goal is reached."""
    threads = []
    for n, table in enumerate((*floor.dealt, *floor.physical)):
        rng = Random(f"{seed} {n}")
        actors = floor.seat(table, goal.seats if table in floor.dealt else 1, rng)
        act = floor.play_dealt if table in floor.dealt else floor.play_physical
        threads.append(floor.run(act, table, actors, rng))
    troubles = goal.troubles
    floor.rng.shuffle(troubles)
    for number, trouble in enumerate(troubles, 1):
        part = goal.contributions * number // (len(troubles) + 1)
        while not floor.stop.wait(0.02) and floor.counts["bets"] < part:
            pass
        if floor.stop.is_set():
            break
        getattr(floor, trouble)()
    while not floor.stop.wait(0.02) and not floor.has_reached(goal):
        pass
    floor.stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    if not floor.failures.empty():
        raise floor.failures.get()


def main() -> int:
    what = "two and three servers on one PostgreSQL, killed, cut off, the database restarted"
    campaign = Campaign("servers", what)
    parser = campaign.parser
    parser.add_argument("--contributions", type=int, default=100_000)
    parser.add_argument("--awards", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    args, outcome = campaign.parse(), campaign.outcome
    for servers in (2, 3):
        goal = Goal(
            contributions=-(-args.contributions // 2),
            awards=-(-args.awards // 2),
            kills=-(-args.kills // 2),
            cuts=args.kills,
            restarts=max(1, args.kills // 10),
            servers=servers,
        )
        with running_server(track_commit_timestamp="on") as server, directory("servers") as place:
            url = fresh_database(server, f"servers_{servers}")
            try:
                counts = play(url, place, args.seed + servers, goal)
            except Exception as error:
                errors = place / "errors"
                print(errors.read_text()[-5000:] if errors.exists() else "", file=sys.stderr)
                traceback.print_exc()
                outcome.fail(f"{servers} servers: {error!r}")
                continue
        print(f"servers: {servers} servers, {counts}", flush=True)
        outcome.count += counts.pop("contributions")
        for name, count in sorted(counts.items()):
            outcome.detail[name] = outcome.detail.get(name, 0) + count
    return campaign.finish()
