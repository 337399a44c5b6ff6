"""A lone command is written in the thread that gives it: as durable, and without waiting."""

import itertools
import math
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from house.stage import Stage
from kit.waiting import PATIENCE, wait_until
from pitboss.house.clock import SteadyClock
from pitboss.house.storage.failures import committing
from pitboss.house.writing import writer as writing
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c

ANN = c.Actor("player", "ann")
OPEN = ("ready", "stacked", "used")  # the conditions of the cards in which bets are taken


class Lone:
    """A running house on SQLite with two self-dealt tables, and a seat at each."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch, betting: int = 3600) -> None:
        self.stage = Stage(place, str(place / "house.db"))
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
        self.threads: list[str] = []
        self.numbers = itertools.count()
        self._commit = self.house.writer._commit
        monkeypatch.setattr(self.house.writer, "_commit", self._note)

    def _note(self, *args: Any, careful: bool) -> int:
        if args[0]:  # not a duty alone
            self.threads.append(threading.current_thread().name)
        return self._commit(*args, careful=careful)

    def state(self, table: str) -> Any:
        return self.house.live(table).table

    def bet(self, table: str, name: str) -> Future[Reply]:
        future = Future[Reply]()
        future.set_running_or_notify_cancel()
        bet = c.Bet(by=ANN, seat=1, stakes={"ante": Cents(500)}, at=self.house.clock() // 1000)
        self.house.queue(ANN, table, name, bet, future, here=True)
        return future

    def end(self) -> None:
        self.house.stop()
        assert not self.stage.faults()

    def calm(self) -> None:
        """Forgets the commands before: no table is crowded, no disk slow."""
        self.house.writer._last_lone, self.house.writer._queue_until = ("", 0.0), 0.0

    def bet_here(self, table: str, *, calm: bool = True) -> str:
        """The id of a bet that was written here; one that met the writer at work is repeated."""

        def attempt() -> str:
            if calm:
                self.calm()
            name = f"h{next(self.numbers)}"
            reply = self.bet(table, name)
            here = reply.done()
            assert isinstance(reply.result(PATIENCE), Done)
            assert (self.threads[-1] == HERE) == here
            return name if here else ""

        return wait_until(attempt)


@pytest.fixture
def lone(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lone]:
    monkeypatch.setattr(writing, "SLOW_SECONDS", PATIENCE)  # a busy machine is no slow disk
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


def test_commands_of_several_tables_are_queued(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "LONE_SECONDS", PATIENCE)
    one, two = lone.tables
    lone.bet_here(one)
    lone.bet(two, "x").result(PATIENCE)
    assert lone.threads[-1] == THREAD
    lone.bet_here(two, calm=False)
    lone.bet(one, "y").result(PATIENCE)
    assert lone.threads[-1] == THREAD


def test_after_a_slow_one_the_next_are_queued(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(writing, "BACK_OFF_SECONDS", PATIENCE)
    lone.bet_here(lone.tables[0])
    for name in ("x", "y"):
        lone.bet(lone.tables[0], name).result(PATIENCE)
        assert lone.threads[-1] == THREAD


def test_one_slow_command_is_no_slow_disk(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint takes a while now and then; many slow commands in a row are the disk."""
    monkeypatch.setattr(writing, "SLOW_SECONDS", 0.005)
    writer = lone.house.writer
    writer._lone_seconds = writer._queue_until = 0.0
    writer._note_lone(100.0, 100.05)
    assert not writer._queue_until
    for _ in range(5):
        writer._note_lone(100.0, 100.02)
    assert writer._queue_until == pytest.approx(100.02 + writing.BACK_OFF_SECONDS)
    writer._queue_until = 0.0


@pytest.mark.parametrize("by", ["a command", "this process", "another process"])
def test_it_does_not_wait_for_another_writer(lone: Lone, by: str) -> None:
    """The call returns, and the command is written once the other has finished."""
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
    assert not reply.done()
    leave.set()
    holder.join()
    assert isinstance(reply.result(PATIENCE), Done)
    assert lone.threads[-1] == THREAD


def test_its_deadline_wakes_the_thread(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread sleeps until the next sweep; a bet written past it begins a countdown."""
    monkeypatch.setattr(writing, "SWEEP_MS", 1000 * int(PATIENCE))
    lone = Lone(place, monkeypatch, betting=1)
    writer, table = lone.house.writer, lone.tables[0]
    writer._next_sweep = lone.house.clock() + 2000 * int(PATIENCE)
    writer.wake(table)
    wait_until(lambda: math.inf > writer._sleeps_until > lone.house.clock() + 400_000)
    before = lone.state(table).round
    with writer.lock:  # whose holder writes in its own thread
        assert lone.bet(table, "x").done() and lone.threads == [HERE]
    wait_until(lambda: lone.state(table).phase != "bets" or lone.state(table).round > before)
    lone.end()
