"""When the duties of each table are checked next."""

import heapq
import itertools
import math


class WakeUps:
    def __init__(self) -> None:
        self._heap: list[tuple[int, int, str]] = []  # times, in milliseconds
        self._times: dict[str, int] = {}  # the one of each table that counts
        self._order = itertools.count()

    def plan(self, table: str, at: int) -> bool:
        """Replaces the table's wake-up; False if it was planned for that time already."""
        if self._times.get(table) == at:
            return False
        self._times[table] = at
        heapq.heappush(self._heap, (at, next(self._order), table))
        return True

    def first(self) -> float:
        """The time of the next one."""
        return self._heap[0][0] if self._heap else math.inf

    def pop(self, now: int) -> list[str]:
        """The tables whose time has come."""
        names = []
        while self._heap and self._heap[0][0] <= now:
            at, _, name = heapq.heappop(self._heap)
            if self._times.get(name) == at:
                del self._times[name]
                names.append(name)
        return names

    def clear(self) -> None:
        self._heap, self._times = [], {}
