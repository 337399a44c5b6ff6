"""A database server commits while the event loop goes on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from house.lone import ANN, HERE, THREAD, Lone
from kit.waiting import PATIENCE, wait_until
from pitboss.house.writing import turn as turns
from pitboss.house.writing.replies import Done
from pitboss.money import Cents
from pitboss.table import commands as c


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
