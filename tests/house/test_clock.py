"""The wall clock jumps: no deadline moves, nobody is logged out or let in, and the log says so."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from house.stage import START, Stage
from kit.clock import TwoClocks
from kit.waiting import wait_until
from pitboss.house.clock import SteadyClock
from pitboss.house.jumps import CLOCK_JUMPED, ClockWatch
from pitboss.house.people import approvals, logins
from pitboss.house.people.cash import Cash
from pitboss.house.people.persons import person_row
from pitboss.house.storage import log
from pitboss.house.writing.writer import SWEEP_MS
from pitboss.rulebook.submission.tables import Settings

HOUR = 3_600
CLOCK = Settings(betting=20, deciding=30, away=120)
JUMPS = pytest.mark.parametrize("jump", [HOUR, -HOUR, 40 * 24 * HOUR, -40 * 24 * HOUR, 2, -2])


@pytest.fixture
def time() -> TwoClocks:
    return TwoClocks(START)


@pytest.fixture
def open_server(place: Path, url: str, time: TwoClocks) -> Any:
    """Servers of one machine."""
    stages: list[Stage] = []
    now: Any = time

    def another() -> Stage:
        stages.append(Stage(place, url, now))
        return stages[-1]

    yield another
    for stage in stages:
        stage.house.store.close()


Opener = Callable[[], Stage]


def wagered(stage: Stage) -> str:
    """A self-dealt table where the time to bet runs."""
    table = stage.table("let-it-ride", mode="self-dealt", settings=CLOCK)
    stage.player("ann")
    stage.sit(table, "ann")
    stage.house.tick(table)
    stage.bet(table)
    stage.house.tick(table)
    assert stage.house.live(table).deadline is not None
    return table


def test_time_moves_as_the_monotonic_clock_does(time: TwoClocks) -> None:
    before = time()
    time.jump_by(HOUR)
    assert time() == before and time.jump == HOUR * 1000
    time.sleep(2)
    assert time() == before + 2000
    time.set(time.jump)
    assert time() == time.wall_ms and time.jump == 0


@JUMPS
def test_no_deadline_moves(open_server: Opener, time: TwoClocks, jump: int) -> None:
    stage = open_server()
    watch, table = ClockWatch(stage.house), wagered(stage)
    time.sleep(CLOCK.betting - 3)
    time.jump_by(jump)
    stage.house.tick(table)
    assert stage.state(table).phase == "bets", "before the jump was noticed"
    assert watch.check() == jump * 1000
    assert watch.check() == 0
    assert stage.house.clock() == time.wall_ms, "the house's time is true again"
    deadline = stage.house.live(table).deadline
    assert deadline == time.wall_ms + 3000, "three seconds are left, as before"
    time.sleep(2.9)
    stage.house.tick(table)
    assert stage.state(table).phase == "bets"
    time.sleep(0.2)
    stage.house.tick(table)
    assert stage.state(table).phase != "bets"


@JUMPS
def test_nobody_is_sent_away_or_logged_out(open_server: Opener, time: TwoClocks, jump: int) -> None:
    stage = open_server()
    watch = ClockWatch(stage.house, stage.desk.sessions.move)
    table = stage.table(mode="self-dealt", settings=CLOCK)
    stage.player("ann")
    player, _ = stage.log_in("ann", "correct horse battery")
    _, dealer, _ = stage.staff("dora", "dealer")
    stage.sit(table, "ann")
    for token in (player, dealer):  # now in memory, too
        assert stage.desk.find(token) is not None
    time.jump_by(jump)
    watch.check()
    stage.house.tick(table)
    assert stage.state(table).seats
    for token in (player, dealer):
        session = stage.desk.find(token)
        assert session is not None and not session.locked
    time.sleep(11 * 60)
    session = stage.desk.find(dealer)
    if jump > 0 or stage.house.store.is_sqlite:
        assert session is not None and session.locked, "and the idle lock still comes"


def refuses(stage: Stage, name: str, network: str) -> bool:
    with stage.house.store.read() as tx:
        return logins.is_refused(tx, person_row(tx, name), network, stage.house.clock())


@JUMPS
def test_no_request_or_log_in_block_ends_early_or_late(
    open_server: Opener, time: TwoClocks, jump: int
) -> None:
    stage = open_server()
    watch, house = ClockWatch(stage.house), stage.house
    fay, _, _ = stage.staff("fay", "floorperson")
    guesses = {"ann": ["home"] * logins.MAX_FAILURES}
    guesses["bob"] = [f"net {n}" for n in range(logins.MAX_STRANGE_FAILURES)]
    for name, networks in guesses.items():
        stage.player(name)
        with house.store.begin() as tx:
            for network in networks:
                logins.count_failure(tx, person_row(tx, name), network, house.clock())
    approvals.request_house_act(house, fay, Cash("ann", 1_00))
    time.sleep(60)
    time.jump_by(jump)
    watch.check()
    waits: list[tuple[int, Callable[[], object]]] = [
        (logins.LOCK_MS, lambda: refuses(stage, "ann", "home")),
        (approvals.APPROVAL_MS, lambda: approvals.pending_approvals(house)),
        (logins.WINDOW_MS, lambda: refuses(stage, "bob", "elsewhere")),
    ]
    passed = 60_000
    for length, lasts in waits:
        time.sleep((length - passed) / 1000 - 1)
        assert lasts(), "as long as before"
        time.sleep(2)
        passed = length + 1000
        if jump > 0 or house.store.is_sqlite:
            assert not lasts(), "and no longer"


@JUMPS
def test_a_jump_is_logged_once(
    open_server: Opener, time: TwoClocks, jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    stage = open_server()
    watch = ClockWatch(stage.house)
    assert not watch.is_due()
    time.jump_by(jump)
    assert watch.is_due()
    with caplog.at_level(logging.WARNING, "pitboss"):
        for _ in range(3):
            watch.check()
    assert not watch.is_due() and watch.jumps == 1
    assert [f"{jump:+.3f}" in record.getMessage() for record in caplog.records] == [True]
    with stage.house.store.read() as tx:
        entries = [entry for entry in log.read(tx, log.HOUSE_STREAM) if entry.kind == CLOCK_JUMPED]
        notes = [log.open_body(stage.house.keys, entry).note for entry in entries]
    assert [note["by_ms"] for note in notes] == [jump * 1000]
    assert notes[0]["after"] - notes[0]["before"] == jump * 1000
    assert not stage.faults()


def test_a_slow_adjustment_is_no_jump(open_server: Opener, time: TwoClocks) -> None:
    stage = open_server()
    watch = ClockWatch(stage.house)
    time.jump_by(0.9)
    assert not watch.is_due() and watch.check() == 0 and watch.jumps == 0


def test_two_servers_of_a_machine_move_sessions_once(open_server: Opener, time: TwoClocks) -> None:
    stage = open_server()
    _, token, _ = stage.staff("dora", "dealer")
    house, second = stage.house, TwoClocks(START)
    second.wall_ms, second.monotonic_ms, second.offset = (
        time.wall_ms,
        time.monotonic_ms,
        time.offset,
    )
    for clock in (time, second):
        clock.jump_by(HOUR)
    for clock in (time, second):
        house.clock = clock
        assert ClockWatch(house).check()
    with house.store.read() as tx:
        moment = tx.execute(sa.text("select seen from sessions")).scalar_one()
    assert moment == time.wall_ms
    assert stage.desk.find(token) is not None


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_note_that_cannot_be_written_is_written_later(
    sqlite_stage: Stage, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    now, house = TwoClocks(START), sqlite_stage.house
    house.clock = now
    watch = ClockWatch(house)
    now.jump_by(jump)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "begin", broken)
        for _ in range(2):
            with pytest.raises(OSError):
                watch.check()
    assert watch.is_due()
    watch.check()
    assert not watch.is_due()
    with house.store.read() as tx:
        kinds = [entry.kind for entry in log.read(tx, log.HOUSE_STREAM)]
    assert kinds.count(CLOCK_JUMPED) == 1


def broken() -> None:
    raise OSError("the database is away")


def test_the_sweep_over_all_tables_follows_a_clock_that_is_set_back(stage: Stage) -> None:
    clock, writer = SteadyClock(), stage.house.writer
    stage.house.clock = clock
    stage.house.start()
    try:
        wait_until(lambda: writer._next_sweep)
        stage.house.set_clock(clock, -HOUR * 1000)
        wait_until(lambda: 0 < writer._next_sweep <= clock() + SWEEP_MS)
    finally:
        stage.house.stop()
