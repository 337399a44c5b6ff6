"""The load bench judges every figure that it measures (`./pit bench house`)."""

from argparse import Namespace
from pathlib import Path

import pytest

from bench._load_floor import Floor
from bench.house import Bench, Probe

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
    monkeypatch.setattr(bench, "played", lambda seconds, warm_up: (FAULTY, 0.031))
    failures = {figure.name for figure in bench.memory() if not figure.passes}
    counts = {"pushes out of order", "sockets lost", "failed requests"}
    assert failures == counts | {"longest collection"}
