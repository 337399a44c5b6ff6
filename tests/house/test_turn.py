"""An event loop writes its commands in its own thread: as durable, and without waiting."""

import math
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.lone import ANN, HERE, THREAD, Lone
from kit.waiting import PATIENCE, wait_until
from pitboss.house.storage.failures import committing
from pitboss.house.writing import turn as turns
from pitboss.house.writing import writer as writing
from pitboss.house.writing.replies import Done
from pitboss.money import Cents
from pitboss.table import commands as c


@pytest.fixture
def lone(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lone]:
    monkeypatch.setattr(turns, "SLOW_SECONDS", PATIENCE)  # a busy machine is no slow disk
    lone = Lone(place, monkeypatch)
    yield lone
    lone.end()


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
