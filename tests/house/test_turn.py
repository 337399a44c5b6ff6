"""An event loop writes its commands in its own thread: as durable, and without waiting."""

import asyncio
import itertools
import math
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from house.stage import Stage
from kit.waiting import PATIENCE, wait_until
from pitboss.house.clock import SteadyClock
from pitboss.house.storage.failures import committing
from pitboss.house.writing import turn as turns
from pitboss.house.writing import writer as writing
from pitboss.house.writing.group import QueuedCommand
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c

ANN = c.Actor("player", "ann")
OPEN = ("ready", "stacked", "used")  # the conditions of the cards in which bets are taken


class Lone:
    """A running house with two self-dealt tables, and a seat at each."""

    def __init__(
        self,
        place: Path,
        monkeypatch: pytest.MonkeyPatch,
        betting: int = 3600,
        database: str = "",
    ) -> None:
        self.stage = Stage(place, database or str(place / "house.db"))
        self.house = self.stage.house
        self.house.clock = SteadyClock()
        settings = Settings(betting=betting)
        self.tables = [
            self.stage.table(name=f"t{n}", mode="self-dealt", settings=settings) for n in range(2)
        ]
        self.stage.player("ann")
        for table in self.tables:
            self.stage.sit(table, "ann", cents=100_00)
        self.house.start()
        wait_until(lambda: all(self.state(name).cards in OPEN for name in self.tables))
        self.loop = asyncio.new_event_loop()
        self.threads: list[str] = []
        self.groups: list[int] = []
        self.numbers = itertools.count()
        self._commit = self.house.writer._commit
        self._send = self.house.writer._send
        monkeypatch.setattr(self.house.writer, "_commit", self._note)
        monkeypatch.setattr(self.house.writer, "_send", self._note_sent)

    def _note(self, *args: Any, careful: bool) -> int:
        self._count(args[0])
        return self._commit(*args, careful=careful)

    def _note_sent(self, *args: Any) -> Any:
        self._count(args[0])
        return self._send(*args)

    def _count(self, jobs: Sequence[QueuedCommand]) -> None:
        if jobs:  # not a duty alone
            self.threads.append(threading.current_thread().name)
            self.groups.append(len(jobs))

    def state(self, table: str) -> Any:
        return self.house.live(table).table

    def bet(self, table: str, name: str) -> Future[Reply]:
        future = Future[Reply]()
        future.set_running_or_notify_cancel()
        bet = c.Bet(by=ANN, seat=1, stakes={"ante": Cents(500)}, at=self.house.clock() // 1000)
        self.house.queue(ANN, table, name, bet, future, loop=self.loop)
        return future

    def end_turn(self) -> None:
        """The loop goes on to its next turn."""
        self.loop.run_until_complete(asyncio.sleep(0))

    def is_done_after_a_turn(self, reply: Future[Reply]) -> bool:
        self.end_turn()
        return reply.done()

    def end(self) -> None:
        self.house.stop()
        self.loop.close()
        assert not self.stage.faults()

    def calm(self) -> None:
        """Forgets the commands before: the thread is idle, no other writer was met."""
        self.turn.rests_until = 0.0

    @property
    def turn(self) -> turns.Turn:
        return self.house.writer.turn

    def bet_here(self, table: str) -> str:
        """The id of a bet that was written here; one that met the writer at work is repeated."""

        def attempt() -> str:
            self.calm()
            name = f"h{next(self.numbers)}"
            reply = self.bet(table, name)
            here = reply.done()
            self.end_turn()
            assert isinstance(reply.result(PATIENCE), Done)
            assert (self.threads[-1] == HERE) == here
            return name if here else ""

        return wait_until(attempt)


@pytest.fixture
def lone(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lone]:
    monkeypatch.setattr(turns, "SLOW_SECONDS", PATIENCE)  # a busy machine is no slow disk
    lone = Lone(place, monkeypatch)
    yield lone
    lone.end()


HERE = threading.main_thread().name
THREAD = "pitboss writer"


def test_it_is_durable_before_the_call_returns(lone: Lone) -> None:
    name = lone.bet_here(lone.tables[0])
    with sqlite3.connect(f"file:{lone.house.store.url.database}?mode=ro", uri=True) as other:
        rows = other.execute("SELECT seq FROM commands WHERE id = ?", (f"ann:{name}",)).fetchall()
    other.close()
    assert len(rows) == 1


def test_commands_of_one_turn_are_one_group(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    lone.bet_here(lone.tables[0])
    monkeypatch.setattr(turns, "LONE_SECONDS", PATIENCE)

    def attempt() -> bool:
        lone.calm()
        lone.turn._table = ""  # else the first would be alone: the next at its table
        replies = [lone.bet(table, f"g{next(lone.numbers)}") for table in lone.tables]
        assert not any(reply.done() for reply in replies)
        lone.end_turn()
        here = all(reply.done() for reply in replies)
        for reply in replies:
            assert isinstance(reply.result(PATIENCE), Done)
        return here and lone.groups[-1] == 2 and lone.threads[-1] == HERE

    wait_until(attempt)


def test_a_busy_loop_writes_for_the_thread(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two busy threads would keep each other from the interpreter."""
    monkeypatch.setattr(turns, "ACTIVE_SECONDS", PATIENCE)
    lone.bet_here(lone.tables[0])
    stakes = {"ante": Cents(600)}
    bet = c.Bet(by=ANN, seat=1, stakes=stakes, at=lone.house.clock() // 1000)
    reply = lone.house.submit(ANN, lone.tables[1], "from elsewhere", bet)

    def attempt() -> bool:
        lone.end_turn()
        return reply.done()

    wait_until(attempt)
    assert isinstance(reply.result(), Done)
    assert lone.threads[-1] == HERE


def test_commands_go_between_the_duties_of_many_tables(lone: Lone) -> None:
    """All tables may be due at once; a group with commands has none if the one before had some."""
    lone.turn.rests_until = math.inf  # what is taken goes to the thread
    replies = [lone.bet(lone.tables[0], "first")]
    lone.end_turn()
    lone.turn._tables.extend(lone.tables * 4)
    numbers = []
    for name in ("a", "b", "c", "d"):
        replies.append(lone.bet(lone.tables[0], name))
        lone.turn._write()
        numbers.append(len(lone.turn._tables))
    assert numbers == [7, 7, 6, 6]
    assert all(isinstance(reply.result(PATIENCE), Done) for reply in replies)
    wait_until(lambda: lone.is_done_after_a_turn(replies[0]) and not lone.turn._tables)
    lone.calm()


def test_an_idle_loop_leaves_it_to_the_thread(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "ACTIVE_SECONDS", 0.0)
    lone.bet_here(lone.tables[0])
    bet = c.Bet(by=ANN, seat=1, stakes={"ante": Cents(600)}, at=lone.house.clock() // 1000)
    reply = lone.house.submit(ANN, lone.tables[1], "from elsewhere", bet)
    assert isinstance(reply.result(PATIENCE), Done)
    assert lone.threads[-1] == THREAD


def test_a_loop_that_ends_loses_nothing(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "ACTIVE_SECONDS", PATIENCE)
    lone.bet_here(lone.tables[0])
    lone.loop.close()
    stakes = {"ante": Cents(600)}
    bet = c.Bet(by=ANN, seat=1, stakes=stakes, at=lone.house.clock() // 1000)
    reply = lone.house.submit(ANN, lone.tables[1], "from elsewhere", bet)
    wait_until(lambda: lone.turn._jobs)  # the thread has left it to the loop
    lone.house.stop()
    assert isinstance(reply.result(PATIENCE), Done)


def test_on_a_slow_disk_the_thread_writes(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "SLOW_SECONDS", -PATIENCE)
    monkeypatch.setattr(turns, "SLOW_REST_SECONDS", PATIENCE)
    lone.bet_here(lone.tables[0])
    for name in ("x", "y"):
        reply = lone.bet(lone.tables[0], name)
        lone.end_turn()
        reply.result(PATIENCE)
        assert lone.threads[-1] == THREAD


def test_one_slow_commit_is_no_slow_disk(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint takes a while now and then; many slow commits in a row are the disk."""
    monkeypatch.setattr(turns, "SLOW_SECONDS", 0.005)
    lone.turn._wait_seconds = lone.turn.rests_until = 0.0
    lone.turn.note_wait(0.05, 100.05)
    assert not lone.turn.rests_until
    for _ in range(5):
        lone.turn.note_wait(0.02, 100.02)
    assert lone.turn.rests_until == pytest.approx(100.02 + turns.SLOW_REST_SECONDS)
    lone.turn.rests_until = 0.0


@pytest.mark.parametrize("is_short", [True, False])
@pytest.mark.parametrize("by", ["a command", "this process", "another process"])
def test_it_does_not_wait_for_another_writer(
    lone: Lone, by: str, is_short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call returns, and the command is written once the other has finished: by the loop, or by
    the thread if the other takes long.
    """
    monkeypatch.setattr(turns, "BUSY_SECONDS", 3600 if is_short else 0)
    lone.calm()
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        if by == "a command":
            with lone.house.writer.lock:
                entered.set()
                leave.wait(PATIENCE)
        elif by == "this process":
            with lone.house.store.begin(), committing():
                entered.set()
                leave.wait(PATIENCE)
        else:
            with sqlite3.connect(str(lone.house.store.url.database)) as other:
                other.execute("BEGIN IMMEDIATE")
                entered.set()
                leave.wait(PATIENCE)
                other.rollback()
            other.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert entered.wait(PATIENCE)
    reply = lone.bet(lone.tables[0], "one")
    lone.end_turn()
    assert not reply.done()
    leave.set()
    holder.join()
    if is_short:
        wait_until(lambda: lone.is_done_after_a_turn(reply))
    assert isinstance(reply.result(PATIENCE), Done)
    assert (lone.threads[-1] == THREAD) == (not is_short)


# A server commits while the loop goes on


@pytest.fixture
def served(place: Path, monkeypatch: pytest.MonkeyPatch, postgres_url: str) -> Iterator[Lone]:
    lone = Lone(place, monkeypatch, database=postgres_url)
    # The first group comes from the thread, which opens the connection.
    bet = c.Bet(by=ANN, seat=1, stakes={"ante": Cents(500)}, at=lone.house.clock() // 1000)
    assert isinstance(lone.house.submit(ANN, lone.tables[0], "first", bet).result(PATIENCE), Done)
    yield lone
    lone.end()
    lone.house.store.close()


@contextmanager
def slow_commits(lone: Lone) -> Iterator[threading.Event]:
    """Commits wait until the event is set."""
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with lone.house.store.begin() as tx:
            tx.exec_driver_sql("LOCK TABLE commands IN ACCESS EXCLUSIVE MODE")
            entered.set()
            leave.wait(PATIENCE)

    holder = threading.Thread(target=hold)
    holder.start()
    assert entered.wait(PATIENCE)
    yield leave
    leave.set()
    holder.join()


def test_the_loop_goes_on_while_a_server_commits(served: Lone) -> None:
    with slow_commits(served) as leave:
        replies = [served.bet(served.tables[0], "one")]
        wait_until(lambda: served.is_done_after_a_turn(replies[0]) or served.turn._sent is not None)
        replies += [served.bet(table, f"later {table}") for table in served.tables]
        for _ in range(100):
            served.end_turn()
        assert not any(reply.done() for reply in replies)
        leave.set()
        wait_until(lambda: served.is_done_after_a_turn(replies[-1]))
    assert all(isinstance(reply.result(), Done) for reply in replies)
    assert served.groups[-2:] == [1, 2], "what came meanwhile is one group"
    assert served.threads[-2:] == [HERE, HERE]


def test_who_needs_the_lock_gets_it_after_the_commit(served: Lone) -> None:
    """In the loop's own thread, which would wait for itself for ever."""
    with slow_commits(served) as leave:
        reply = served.bet(served.tables[0], "one")
        assert served.turn._sent is not None and not served.house.writer.lock.is_mine
        threading.Timer(0.1, leave.set).start()
        with served.house.writer.lock:
            assert isinstance(reply.result(0), Done)
    assert served.turn._sent is None


def test_a_connection_lost_in_a_commit_has_one_effect(served: Lone) -> None:
    """The thread looks the command up, and writes it if it was not written."""
    with slow_commits(served) as leave:
        reply = served.bet(served.tables[0], "one")
        assert served.turn._sent is not None
        with served.house.store.begin() as tx:
            tx.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
        wait_until(lambda: served.is_done_after_a_turn(reply) or served.turn._sent is None)
        leave.set()
    assert isinstance(reply.result(PATIENCE), Done)
    assert served.threads[-2:] == [HERE, THREAD]
    with served.house.store.read() as other:
        query = "SELECT count(*) FROM commands WHERE id = 'ann:one'"
        assert other.exec_driver_sql(query).scalar() == 1


@pytest.mark.parametrize("is_active", [True, False])
def test_a_call_under_the_lock_runs_on_a_busy_loop(
    served: Lone, is_active: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "ACTIVE_SECONDS", PATIENCE if is_active else -1.0)
    monkeypatch.setattr(turns, "CALL_SECONDS", PATIENCE)
    reply = served.bet(served.tables[0], "one")
    wait_until(lambda: served.is_done_after_a_turn(reply))
    places: list[str] = []

    def note() -> None:
        assert served.house.writer.lock.is_mine
        places.append(threading.current_thread().name)

    other = threading.Thread(target=served.turn.run_locked, args=(note,), name="other")
    other.start()
    wait_until(lambda: served.is_done_after_a_turn(reply) and not other.is_alive())
    assert places == [HERE if is_active else "other"]


def test_a_call_that_the_loop_never_runs_is_run_by_its_thread(
    served: Lone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "ACTIVE_SECONDS", PATIENCE)
    monkeypatch.setattr(turns, "CALL_SECONDS", 0.01)
    reply = served.bet(served.tables[0], "one")
    wait_until(lambda: served.is_done_after_a_turn(reply))
    calls: list[int] = []
    served.turn.run_locked(lambda: calls.append(1))
    served.end_turn()
    assert calls == [1], "once, though the loop goes on later"


def test_its_deadline_wakes_the_thread(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread sleeps until the next sweep; a bet written past it begins a countdown."""
    monkeypatch.setattr(writing, "SWEEP_MS", 1000 * int(PATIENCE))
    lone = Lone(place, monkeypatch, betting=1)
    writer, table = lone.house.writer, lone.tables[0]
    writer._next_sweep = lone.house.clock() + 2000 * int(PATIENCE)
    writer.wake(table)
    wait_until(lambda: math.inf > writer._sleeps_until > lone.house.clock() + 400_000)
    before = lone.state(table).round
    lone.bet_here(table)
    wait_until(lambda: lone.state(table).phase != "bets" or lone.state(table).round > before)
    lone.end()
