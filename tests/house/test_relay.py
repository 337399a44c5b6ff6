"""Messages between servers: by the committing transaction, in order; all again after a loss."""

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from house.stage import Stage
from kit.waiting import wait_until
from pitboss.house.notices import Notices
from pitboss.house.servers.messages import (
    MAX_BYTES,
    Moved,
    Notice,
    moved_messages,
    notice_message,
    notify,
    read_message,
)
from pitboss.house.servers.relay import Relay


class Ear:
    """A server's relay, and what reached it."""

    def __init__(self, url: sa.URL, name: str) -> None:
        self.moves: list[tuple[str, int]] = []
        self.starts = 0
        self.failures = 0  # how often the next follow fails
        self.notices = Notices()
        self.texts: list[str] = []
        self.notices.listen("ready", self.texts.append)
        self.relay = Relay(url, name, self.notices, self._follow, self._catch_up)

    def _follow(self, ends: Mapping[str, int]) -> None:
        if self.failures:
            self.failures -= 1
            raise ValueError("a table that cannot be read now")
        self.moves.extend(ends.items())

    def _catch_up(self) -> None:
        self.starts += 1


@pytest.fixture
def database(postgres_stage: Stage) -> Stage:
    return postgres_stage


@pytest.fixture
def ears(database: Stage) -> Iterator[Callable[[str], Ear]]:
    running: list[Ear] = []

    def start(name: str) -> Ear:
        ear = Ear(database.house.store.url, name)
        ear.relay.start()
        running.append(ear)
        ear.relay.listening.wait()
        return ear

    yield start
    for ear in running:
        ear.relay.stop()


def move(stage: Stage, server: str, *ends: tuple[str, int], fail: bool = False) -> None:
    """A transaction of a server that moved tables."""
    try:
        with stage.house.store.begin() as tx:
            tx.exec_driver_sql("SELECT 1")  # begins the transaction
            raw: Any = tx.connection.driver_connection
            notify(raw, moved_messages(server, ends))
            if fail:
                raise InterruptedError
    except InterruptedError:
        pass


def test_moves_come_from_commits_in_order(database: Stage, ears: Callable[[str], Ear]) -> None:
    """Moves that come together are one; a failed transaction's and one's own are none."""
    ear = ears("a")
    move(database, "b", ("t1", 4), ("t2", 9))
    move(database, "b", ("t1", 5), fail=True)
    move(database, "a", ("t1", 5))  # its own
    for seq in range(6, 106):
        move(database, "b", ("t1", seq))
    wait_until(lambda: ear.moves[-1:] == [("t1", 105)])
    ends = [seq for table, seq in ear.moves if table == "t1"]
    assert ends == sorted(set(ends)) and set(ends) <= {4, *range(6, 106)}
    assert ("t2", 9) in ear.moves
    assert ear.starts == 1


def test_a_lost_listener_reads_everything_anew(database: Stage, ears: Callable[[str], Ear]) -> None:
    ear = ears("a")
    with database.house.store.begin() as tx:
        tx.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'pitboss a listener'"
        )
    wait_until(lambda: ear.starts == 2)
    move(database, "b", ("t1", 4))
    wait_until(lambda: ear.moves == [("t1", 4)])


def test_a_table_that_fails_is_tried_again(database: Stage, ears: Callable[[str], Ear]) -> None:
    ear = ears("a")
    ear.failures = 2  # both tables together, and then the first alone
    move(database, "b", ("t1", 5), ("t2", 1))
    wait_until(lambda: ("t1", 5) in ear.moves)
    assert ear.moves == [("t2", 1), ("t1", 5)]


def test_notices_reach_the_others_once(database: Stage, ears: Callable[[str], Ear]) -> None:
    ear, other, third = ears("a"), ears("b"), ears("c")
    senders = [
        threading.Thread(target=lambda n=n: ear.notices.send("ready", f"prime {n}"))
        for n in range(50)
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    wait_until(lambda: len(other.texts) >= 50 and len(third.texts) >= 50)
    ear.notices.send("ready", "last")
    wait_until(lambda: "last" in other.texts)
    assert sorted(ear.texts) == sorted(other.texts)
    assert len(ear.texts) == 51


def test_a_notice_waits_for_the_database(database: Stage, ears: Callable[[str], Ear]) -> None:
    ear, other = ears("a"), ears("b")
    ear.notices.send("ready", "first")
    wait_until(lambda: other.texts == ["first"])
    with database.house.store.begin() as tx:
        tx.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'pitboss a notices'"
        )
    ear.notices.send("ready", "second")
    wait_until(lambda: other.texts == ["first", "second"])


def test_messages_are_split_under_the_limit() -> None:
    ends = [(f"table-{n:04}-with-a-long-name", 10**12 + n) for n in range(2_000)]
    messages = list(moved_messages("3f9a01bc", ends))
    assert len(messages) > 1 and all(len(each.encode()) <= MAX_BYTES for each in messages)
    heard = [read_message(each) for each in messages]
    pairs = [pair for each in heard if isinstance(each, Moved) for pair in each.ends.items()]
    assert pairs == ends
    assert list(moved_messages("3f9a01bc", [])) == []


def test_messages_are_read_as_written() -> None:
    assert read_message(notice_message("a", "ready", "prime 1 3")) == Notice(
        "a", "ready", "prime 1 3"
    )
    assert read_message("a sings loudly") is None and read_message("") is None
    with pytest.raises(ValueError, match="too long"):
        notice_message("a", "ready", "x" * 8_000)
