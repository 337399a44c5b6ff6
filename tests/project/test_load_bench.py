"""The load bench judges every figure that it measures (`./pit bench house`)."""

import asyncio
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench._load_floor import Ear, Floor
from bench._load_record import Figure
from bench._load_server import Pause
from bench.house import Bench, Probe
from kit.driver import Driver
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import plain_choices
from pitboss.table.refusals import Refusal
from pitboss.web.push.moments import Audience, Moment

# A floor with two failed requests, a lost socket, and a number that came twice.
FAULTY = Floor(
    acknowledged=9,
    refused=0,
    failed=2,
    began=0.0,
    seconds=1.0,
    latencies=[0.5],
    drawn=[],
    pushes=9,
    disordered=1,
    lost_sockets=1,
    processor=0.1,
    own_processor=0.1,
    memory=[1 << 20],
    errors={},
)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    args = Namespace(seconds=1, minutes=1, workers=1, json=None)
    bench = Bench("sqlite", iter(()), tmp_path, args)
    bench.probe = Probe(0)
    return bench


def test_the_long_floor_fails_by_each_of_its_faults(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "played", lambda seconds, warm_up: (FAULTY, Pause(0.031, 0.031)))
    failures = {figure.name for figure in bench.memory() if not figure.passes}
    counts = {"pushes out of order", "sockets lost", "failed requests"}
    assert failures == counts | {"longest collection"}


def test_a_row_is_void_if_the_probe_was_slow_in_any_of_its_parts(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is measured again, three times at most."""
    lags = iter((0.06, 0.01, 0.01, 0.01, 0.01, 0.01))

    def start() -> Iterator[Figure]:
        for _ in range(3):
            with bench.probe.running():
                pass
        yield bench.figure("start", "to the first answer", 1.0, "s", 2)

    monkeypatch.setattr(bench.probe, "_run", lambda: bench.probe.latencies.append(next(lags)))
    monkeypatch.setattr(bench, "start", start)
    bench.measure("start")
    assert not bench.voids and not [*lags]
    assert [figure.value for figure in bench.figures] == [1.0, 10.0]
    lags = iter([0.06] * 9)
    bench.measure("start")
    assert bench.voids == ["sqlite start: void, the probe's p99 is 60 ms"]


def test_a_socket_counts_what_is_older_and_what_comes_twice() -> None:
    """The hub repeats a moment for its meters, without its events."""
    driver = Driver(plain_choices(GAMES["mississippi-stud"]), "a socket's order")
    _, events = driver.turn()
    assert events and not isinstance(events, Refusal)

    async def disordered(*pushes: tuple[int, bool]) -> int:
        ear = Ear(Counter())
        for seq, is_new in pushes:
            moment = Moment(seq, events if is_new else (), driver.table, None)
            ear._take(0x81, moment.text_for(Audience("watcher", None)).encode())
        assert ear.count["pushes"] == len(pushes)
        return ear.count["disordered"]

    def count(*pushes: tuple[int, bool]) -> int:
        return asyncio.run(disordered(*pushes))

    assert count((7, False), (8, True), (8, False), (9, True)) == 0
    assert count((8, True), (8, True)) == 1
    assert count((8, True), (7, False)) == count((8, True), (7, True)) == 1
