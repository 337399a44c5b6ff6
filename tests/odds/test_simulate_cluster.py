"""The same batches on a Dask cluster: the same counts, also when a worker dies on the way."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from kit.waiting import PATIENCE
from odds.test_simulate import run_json
from pitboss.odds.game import priced_game
from pitboss.odds.simulation import cluster
from pitboss.odds.simulation.batches import STUD_BATCH
from pitboss.odds.simulation.cluster import BadCluster, Cluster
from pitboss.odds.simulation.job import Job, job_of
from pitboss.odds.simulation.run import Run, run

# Dask's own threads and sockets may end after the test that used them.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning:distributed"),
]


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    from distributed import LocalCluster

    local_cluster: Any = LocalCluster
    with local_cluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


def job(game: str, **named: Any) -> Job:
    return job_of(priced_game(game), {}, seed=11, **named)


def test_a_cluster_counts_the_same_also_when_a_worker_dies(local: Any) -> None:
    rounds = 5 * STUD_BATCH + 1_000
    pool = Cluster(local.scheduler_address, PATIENCE)
    before = pool.client.run(os.getpid)
    simulation = Run(job("mississippi-stud"), rounds)
    killed = 0
    for _ in simulation.go(pool):
        if simulation.batches >= 2 and not killed:
            killed = next(iter(before.values()))
            os.kill(killed, signal.SIGKILL)
    after = pool.client.run(os.getpid)
    pool.close()
    assert killed and killed not in after.values()
    assert simulation.dealt == rounds
    assert simulation.fingerprint() == run(job("mississippi-stud"), rounds, 2).fingerprint()


def test_whole_tables_and_stopping_work_there_too(local: Any) -> None:
    table_job = job("235-stud", seats=4)
    pool = Cluster(local.scheduler_address, PATIENCE)
    simulation = Run(table_job, 10**9)
    for _ in simulation.go(pool, lambda: simulation.batches >= 2):
        pass
    pool.close()
    assert simulation.batches >= 2
    same = run(table_job, simulation.dealt)
    assert (simulation.fingerprint(), simulation.total) == (same.fingerprint(), same.total)


def test_a_cluster_that_is_lost_is_told_and_what_it_dealt_is_kept() -> None:
    from distributed import LocalCluster

    local_cluster: Any = LocalCluster
    own = local_cluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None)
    pool = Cluster(own.scheduler_address, PATIENCE)
    simulation = Run(job("235-stud"), 10**12)

    def deal_and_lose() -> None:
        for _ in simulation.go(pool):
            if simulation.batches == 2:
                own.close()

    with pytest.raises(BadCluster, match="was lost"):
        deal_and_lose()
    pool.close()
    state = simulation.saved()
    assert state.batches >= 2
    assert sum(count for _, count in state.cells) == state.batches * STUD_BATCH


def test_the_command_takes_an_address(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "Cluster", partial(Cluster, seconds=PATIENCE))
    args = ["let-it-ride", "--rounds", "2e6", "--seed", "4"]
    there = run_json(*args, "--cluster", local.scheduler_address)
    here = run_json(*args, "--workers", "2")
    assert there["counts"] == here["counts"] and there["agrees"]


def test_a_cluster_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(BadCluster, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Cluster("tcp://127.0.0.1:1", seconds=1)
    with pytest.raises(BadCluster, match="no Dask scheduler answers"):
        Cluster("nonsense://x", seconds=1)
