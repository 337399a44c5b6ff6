"""Batches on a Dask cluster. Tasks carry the job alone: each worker builds its policy once.

A batch whose worker dies is dealt again by another, with the same counts.
"""

from concurrent.futures import CancelledError
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.odds.simulation.batches import BatchCounts
from pitboss.odds.simulation.job import Job
from pitboss.odds.simulation.run import deal

TIMEOUT_SECONDS: Final = 15.0  # for a scheduler, and then for its first worker
MAX_DEATHS: Final = 10  # workers that may die over one batch before it counts as failed


class BadCluster(PitbossError):
    """A cluster that cannot be reached or has no workers."""


class Cluster:
    """A pool on the scheduler at `address`, or on an existing client."""

    def __init__(self, address: str | Any, seconds: float = TIMEOUT_SECONDS) -> None:
        try:
            import distributed
        except ImportError:
            raise BadCluster(
                "Dask is not installed here", what_to_do="install pitboss[cluster]"
            ) from None
        connect: Any = distributed.Client
        self.client: Any = address
        self.own = isinstance(address, str)
        self.name = address if self.own else "the cluster"
        if self.own:
            try:
                self.client = connect(address, timeout=seconds, set_as_default=False)
            except (OSError, ValueError, TypeError) as error:
                raise BadCluster(
                    f"no Dask scheduler answers at {address}",
                    what_to_do="give its address, as in tcp://host:8786",
                ) from error
        try:
            self.client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            self.close()
            raise BadCluster(f"{self.name} has no workers") from None
        self.workers = max(1, sum(self.client.nthreads().values()))

    def submit(self, job: Job, batch: int, rounds: int) -> Any:
        try:
            return self.client.submit(deal, job, batch, rounds, pure=False, retries=MAX_DEATHS)
        except (OSError, RuntimeError, ValueError) as error:
            raise BadCluster(f"{self.name} was lost") from error

    def result(self, task: Any, seconds: float) -> BatchCounts | None:
        from distributed import KilledWorker

        try:
            counts: BatchCounts = task.result(timeout=seconds)
        except TimeoutError:
            return None
        except KilledWorker as error:
            raise BadCluster(f"workers of {self.name} died over every attempt") from error
        except (OSError, CancelledError) as error:
            raise BadCluster(f"{self.name} was lost") from error
        except (ImportError, AttributeError, RuntimeError) as error:
            raise BadCluster(
                f"workers of {self.name} cannot deal: {error}",
                what_to_do="give them the same version of pitboss",
            ) from error
        return counts

    def cancel(self, task: Any) -> bool:
        # A batch in progress on another machine can be abandoned.
        if task.done():
            return False
        task.cancel()
        return True

    def close(self) -> None:
        if self.own:
            self.client.close()
