"""Keeps Python's garbage collector from stopping the server, and measures its pauses.

A full collection walks every object: with the rulebook and fifty tables in memory that takes a
tenth of a second or more, during which nobody is answered. A young collection walks the live
objects created since the last one. Python starts it once enough more objects were created than
freed. On a busy floor that is rare, and the collection would then walk the whole floor. So young
collections run at a beat, and full ones while there are no requests.
"""

import asyncio
import gc
import itertools
import time
from collections.abc import Callable
from typing import Final

# New objects before a young collection; how many of those make the next older one.
THRESHOLDS: Final = (1_000, 20, 8_000)
BEAT_SECONDS: Final = 0.25  # between two young collections
IDLE_SECONDS: Final = 1.0  # between two checks of an idle server
MIDDLE_BEATS: Final = 2  # between two collections of the middle generation
QUIET_BEATS: Final = 20  # without a request, before a full collection


class Collector:
    """Measures the collector's pauses from its first start on."""

    def __init__(self) -> None:
        self.longest = 0.0  # seconds
        self.total = 0.0
        self.collections = 0
        self._began = 0.0

    def start(self) -> None:
        """Exempts everything that the start loaded from collection."""
        gc.freeze()  # without a collection: it would free a thousand objects, and take 0.1 s
        gc.enable()
        gc.set_threshold(*THRESHOLDS)
        if self._measure not in gc.callbacks:
            gc.callbacks.append(self._measure)

    def stop(self) -> None:
        if self._measure in gc.callbacks:
            gc.callbacks.remove(self._measure)

    async def run(self, activity: Callable[[], int]) -> None:
        """Collects at a beat. `activity` counts what the server does."""
        before, quiet, collected = activity(), 0, False
        for beat in itertools.count(1):
            await asyncio.sleep(IDLE_SECONDS if collected else BEAT_SECONDS)
            now = activity()
            quiet = quiet + 1 if now == before else 0
            collected = collected and now == before
            if quiet < QUIET_BEATS:
                gc.collect(0 if beat % MIDDLE_BEATS else 1)
            elif not collected:
                gc.collect()
                collected = True
            before = now

    @property
    def frozen(self) -> int:
        """How many objects are exempt from collection."""
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


COLLECTOR: Final = Collector()  # one for the process
