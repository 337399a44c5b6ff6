"""Python's garbage collector, kept from stopping the server, and its pauses.

A full collection walks every object: with the rulebook and fifty tables in memory that takes a
tenth of a second and more, and nobody is answered meanwhile.
"""

import gc
import time
from typing import Final

# New objects before a young collection; how many of those make the next older one.
THRESHOLDS: Final = (10_000, 20, 100)


class Collector:
    """Measures the collector's pauses from its first start on."""

    def __init__(self) -> None:
        self.longest = 0.0  # seconds
        self.total = 0.0
        self.collections = 0
        self._began = 0.0

    def start(self) -> None:
        """Takes everything that the start loaded out of the collector's sight."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        if self._measure not in gc.callbacks:
            gc.callbacks.append(self._measure)

    def stop(self) -> None:
        if self._measure in gc.callbacks:
            gc.callbacks.remove(self._measure)

    @property
    def frozen(self) -> int:
        """How many objects the collector no longer looks at."""
        return gc.get_freeze_count()

    def _measure(self, phase: str, _: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
            return
        pause = now - self._began
        self.longest = max(self.longest, pause)
        self.total += pause
        self.collections += 1


COLLECTOR: Final = Collector()  # the process has one
