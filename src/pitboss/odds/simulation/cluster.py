"""Lanes on a Dask cluster. Tasks carry the job alone: each worker builds its policy once.

A lane that a worker took with it when it died is dealt again by another, and counts the same.
"""

from concurrent.futures import CancelledError
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.odds.simulation.job import Dealt, Job, deal

SECONDS: Final = 15.0  # to wait for a scheduler, and then for its first worker
DEATHS: Final = 10  # workers that may die over one lane before the lane is blamed


class BadCluster(PitbossError):
    """A cluster that cannot be reached or has nobody to work."""


class Cluster:
    """A pool on `address`, a scheduler's, or on a client that is already there."""

    def __init__(self, address: str | Any, seconds: float = SECONDS) -> None:
        try:
            import distributed
        except ImportError:
            raise BadCluster(
                "Dask is not installed here", what_to_do="install pitboss[cluster]"
            ) from None
        connect: Any = distributed.Client
        self.client: Any = address
        self.own = isinstance(address, str)
        self.said = address if self.own else "the cluster"
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
            raise BadCluster(f"{self.said} has no workers") from None
        self.workers = max(1, sum(self.client.nthreads().values()))

    def submit(self, job: Job, lane: int, rounds: int) -> Any:
        try:
            return self.client.submit(deal, job, lane, rounds, pure=False, retries=DEATHS)
        except (OSError, RuntimeError, ValueError) as error:
            raise BadCluster(f"{self.said} was lost") from error

    def result(self, waited: Any, seconds: float) -> Dealt | None:
        from distributed import KilledWorker

        try:
            found: Dealt = waited.result(timeout=seconds)
        except TimeoutError:
            return None
        except KilledWorker as error:
            raise BadCluster(f"workers of {self.said} died over every attempt") from error
        except (OSError, CancelledError) as error:
            raise BadCluster(f"{self.said} was lost") from error
        except (ImportError, AttributeError, RuntimeError) as error:
            raise BadCluster(
                f"workers of {self.said} cannot deal: {error}",
                what_to_do="give them the same version of pitboss",
            ) from error
        return found

    def cancel(self, waited: Any) -> bool:
        # What runs on another machine is not waited for.
        if waited.done():
            return False
        waited.cancel()
        return True

    def close(self) -> None:
        if self.own:
            self.client.close()
