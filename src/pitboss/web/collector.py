"""Keeps Python's garbage collector from stopping the server, and measures its pauses.

A collection walks every object that it does not exempt, about a microsecond each, and nobody is
answered meanwhile. Young collections run at a beat: left to itself, Python starts one once enough
more objects were created than freed, which is rare on a busy floor, and the collection would then
walk the whole floor.

What outlives two young collections is old. Python never starts a collection of old objects here:
it would walk fifty tables and hundreds of sockets. Once there are `MAX_OLD` of them, they are
collected, and the survivors are exempted (frozen), so that every pause is short, however long the
server is busy, and a circle per request is freed soon.

Reference counting frees most frozen objects. A circle that dies after it was frozen stays until
everything is walked, which takes some tenths of a second: while there are no requests, once memory
has grown a little; on a server that is never quiet, once it has quadrupled. A full floor doubles
it, and what a client's visit leaves behind would quadruple it after some ten thousand visits.
"""

import asyncio
import gc
import itertools
import sys
import time
from collections.abc import Callable
from typing import Final

NEVER: Final = 2**31 - 1  # the largest threshold
# New objects before a young collection; how many of those make the next older one.
THRESHOLDS: Final = (1_000, 20, NEVER)
BEAT_SECONDS: Final = 0.25  # between two young collections
IDLE_SECONDS: Final = 1.0  # between two checks of an idle server
MIDDLE_BEATS: Final = 2  # between two collections of the middle generation
QUIET_BEATS: Final = 20  # without a request, before a full collection
MAX_OLD: Final = 5_000  # old objects that are not frozen: a few thousandths of a second
QUIET_GROWTH: Final = 1.1  # of the memory in use, before everything is walked
BUSY_GROWTH: Final = 4.0


class Collector:
    """Measures the collector's pauses from its first start on."""

    def __init__(self) -> None:
        self.longest = 0.0  # seconds
        self.total = 0.0
        self.collections = 0
        self._began = 0.0
        self._base = 0  # memory blocks in use after everything was walked

    def start(self) -> None:
        """Exempts everything that the start loaded from collection."""
        gc.freeze()  # without a collection: it would free a thousand objects, and take 0.1 s
        self._base = self.blocks
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
                if self.old > MAX_OLD:
                    self._collect_old(BUSY_GROWTH)
            elif not collected:
                self._collect_old(QUIET_GROWTH)
                collected = True
            before = now

    def _collect_old(self, growth: float) -> None:
        """Freezes the survivors. Walks the frozen too if memory has grown by this factor."""
        everything = self.blocks > growth * self._base
        if everything:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if everything:
            self._base = self.blocks

    @property
    def old(self) -> int:
        """How many objects the next old collection walks."""
        return len(gc.get_objects(2))

    @property
    def blocks(self) -> int:
        """How many memory blocks are in use, which is cheaper to count than objects."""
        return sys.getallocatedblocks()

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
