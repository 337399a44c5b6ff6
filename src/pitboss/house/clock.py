"""The house's time: it reads as the wall clock does, and moves as the monotonic clock does.

So a wait lasts as long as it says, whatever is done to the wall clock meanwhile.
"""

import time
from collections.abc import Callable

Nanoseconds = Callable[[], int]


class SteadyClock:
    """Milliseconds since 1970."""

    def __init__(
        self, wall: Nanoseconds = time.time_ns, monotonic: Nanoseconds = time.monotonic_ns
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self.offset = self._distance()  # from the monotonic to the wall clock

    def __call__(self) -> int:
        return self._monotonic() // 1_000_000 + self.offset

    @property
    def jump(self) -> int:
        """How far the wall clock has moved away since this clock was last set."""
        return self._distance() - self.offset

    def set(self, by: int) -> None:
        """Moves this clock, but none of the waits that began by it."""
        self.offset += by

    def _distance(self) -> int:
        return self._wall() // 1_000_000 - self._monotonic() // 1_000_000
