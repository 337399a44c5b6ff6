"""Several servers as one house: `./pit soak servers` in short, and a planted defect."""

import asyncio
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from house.postgres import fresh_database, running_server
from house.stage import Stage
from pitboss.house.storage.schema.tables import commands
from pitboss.money import MILLIONTHS, Cents
from pitboss.table import commands as c
from pitboss.table import events as e
from soak._server_checks import (
    SHORT,
    Goal,
    Move,
    check_order,
    check_stream,
    has_heard,
    meter_move,
)
from soak._server_child import Child, Request
from soak.servers import Floor, play, play_on


def test_servers_that_are_killed_cut_off_and_restarted(place: Path) -> None:
    """On a PostgreSQL of its own, because that is restarted too."""
    with running_server(max_connections="60", track_commit_timestamp="on") as server:
        counts = play(fresh_database(server, "servers"), place, 1, SHORT)
    assert counts["contributions"] >= SHORT.contributions and counts["awards"] >= SHORT.awards
    assert (counts["kills"], counts["restarts"]) == (SHORT.kills, SHORT.restarts)


def test_a_server_that_keeps_events_to_itself_is_caught(place: Path, postgres_url: str) -> None:
    quiet = Goal(contributions=8, awards=0, kills=0, cuts=0, restarts=0, tables=1)
    with pytest.raises(AssertionError, match="never heard"):
        play(postgres_url, place, 2, quiet, "torn")


def test_a_server_writes_by_its_event_loop(place: Path) -> None:
    """As the served house does; listeners hear of a command in the thread that wrote it."""
    url = str(place / "house.db")
    stage = Stage(place, url)
    table = stage.table()
    stage.player("ann")
    stage.house.store.close()
    child, threads = Child(url, place), list[threading.Thread]()
    child.house.listeners.append(lambda *_: threads.append(threading.current_thread()))
    child.house.start()
    try:
        sit = c.Sit(by=c.Actor("player", "ann"), seat=1, player="ann")
        asyncio.run(child.answer(Request(1, table, "c1", sit)))
    finally:
        child.house.stop()
        child.house.store.close()
    assert threads == [threading.main_thread()]


def test_an_altered_answer_and_a_lost_command_are_caught(place: Path, postgres_url: str) -> None:
    quiet = Goal(contributions=8, awards=0, kills=0, cuts=0, restarts=0, tables=1)
    with closing(Floor(postgres_url, place, 3, quiet)) as floor:
        play_on(floor, 3, quiet)
        for server in floor.servers:
            floor.end(server)
        key = min(floor.answers)
        floor.answers[key] += 1
        with pytest.raises(AssertionError, match=f"{key} was answered by"):
            floor.check()
        floor.answers[key] -= 1
        floor.records.check_answers(floor.answers)
        with floor.stage.house.store.begin() as tx:
            tx.execute(sa.delete(commands).where(commands.c.id == key))
        with pytest.raises(AssertionError, match=f"the answered command {key} is lost"):
            floor.check()


def test_streams_with_a_gap_or_an_echo_are_caught() -> None:
    numbers = {"t": [3, 4, 9, 10, 11]}
    check_stream({"t": [4, 9, 10]}, numbers, {"t": 3}, {"t": 10})
    for stream in ([3, 9], [3, 4, 4], [4, 3], [9, 10, 11, 12], [5]):
        with pytest.raises(AssertionError):
            check_stream({"t": stream}, numbers, {}, {})


def test_streams_that_begin_late_or_end_early_and_deaf_servers_are_caught() -> None:
    numbers, begun_at, ends = {"t": [3, 4, 9, 10], "still": [2]}, {"t": 4, "still": 2}, {"t": 9}
    for stream in ([9], [9, 10], [4, 9], [3, 4, 9, 10]):  # what came while it was looked at too
        check_stream({"t": stream}, numbers, begun_at, ends)
        assert has_heard({"t": stream}, begun_at, ends)
    for stream in ([10], [3, 4], [4], []):
        with pytest.raises(AssertionError, match="never heard"):
            check_stream({"t": stream}, numbers, begun_at, ends)
    with pytest.raises(AssertionError, match="never heard"):
        check_stream({"t": [9]}, numbers, {}, ends)  # a first server hears all
    assert not has_heard({"t": [4]}, begun_at, ends)
    assert has_heard({}, begun_at, {"t": 4, "still": 2})


def test_the_meter_is_followed_through_one_command() -> None:
    read = e.MetersRead(meters={"meter": 5 * MILLIONTHS}, was={"meter": 0})
    fed = e.MeterFed(meter="meter", millionths=70, cents=Cents(0), clause="")
    reset = e.MeterReset(meter="meter", cents=Cents(2), clause="")
    assert meter_move((read, fed, reset), 1) == (5 * MILLIONTHS, 7 * MILLIONTHS + 70)
    assert meter_move((fed,), 1) == (1, 71)
    assert meter_move((), 1) == (1, 1)


def test_moves_in_two_orders_at_once_are_caught() -> None:
    """Within a transaction the amounts decide; between two, the commits."""
    one, two = Move("a", 4, 0, 5, 0), Move("b", 9, 5, 9, 0)
    back = Move("a", 6, 9, 2, 1)
    assert check_order(0, [[back, two, one]]) == check_order(0, [[one], [two], [back]])
    for transactions in ([[two], [one]], [[one], [back]], [[one, two], [one]]):
        with pytest.raises(AssertionError):
            check_order(0, transactions)
    again = Move("b", 10, 2, 9, 0)
    assert check_order(0, [[two, one, back, again]])[-1] == again
