"""A reentrant lock that admits threads in the order in which they came.

The writer takes its lock again the moment it has released it: an ordinary lock would let it win
every time and starve a waiting thread.
"""

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self


class FairLock:
    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._owner = 0  # a thread's id
        self._depth = 0
        self._finish: Callable[[], None] | None = None  # of an owner that has paused
        self._queue: deque[tuple[int, threading.Lock]] = deque()
        self.on_release: list[Callable[[], None]] = []  # called after each release

    @property
    def is_mine(self) -> bool:
        """Whether the calling thread holds the lock."""
        return self._owner == threading.get_ident() and self._finish is None

    def pause(self, finish: Callable[[], None]) -> None:
        """Keeps the lock while the calling thread does something else. `finish` ends the work
        under the lock, should the thread itself need the lock meanwhile.
        """
        self._finish = finish

    def resume(self) -> None:
        """Goes on with the work under the lock."""
        self._finish = None

    def __enter__(self) -> Self:
        self.enter()
        return self

    def enter(self) -> None:
        me = threading.get_ident()
        if self._owner == me:
            if self._finish is None:
                self._depth += 1
                return
            self._finish()
        with self._guard:
            if not self._owner:
                self._owner, self._depth = me, 1
                return
            turn = threading.Lock()
            turn.acquire()
            self._queue.append((me, turn))
        turn.acquire()  # until the thread before hands the lock over

    def enter_if_free(self) -> bool:
        """Takes the lock without waiting; False if a thread has it."""
        with self._guard:
            if self._owner:
                return False
            self._owner, self._depth = threading.get_ident(), 1
            return True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def leave(self) -> None:
        self._depth -= 1
        if self._depth:
            return
        with self._guard:
            turn = None
            self._owner = 0
            if self._queue:
                self._owner, turn = self._queue.popleft()
                self._depth = 1
        if turn is not None:
            turn.release()
        for callback in self.on_release:
            callback()
