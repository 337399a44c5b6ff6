"""Threads for one kind of work, so that no other work can keep all of them busy.

Handlers read in the event loop's default threads, of which a small machine has six. What decides
whether the house is reachable, its readiness and its log-ins, must not queue behind them.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class OwnThreads:
    """A few threads, started on demand."""

    def __init__(self, name: str, threads: int) -> None:
        self._name, self._count = name, threads
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[_P, _T], *args: _P.args, **more: _P.kwargs) -> _T:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, self._name)
        # As `asyncio.to_thread` does: a line of the log names the request.
        call = partial(contextvars.copy_context().run, work, *args, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def close(self) -> None:
        """Ends the threads once their work is done; the next work starts new ones."""
        threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False)


HEALTH: Final = OwnThreads("health", 2)  # the examination of the house and the heartbeat
ACCOUNTS: Final = OwnThreads("accounts", 4)  # sessions that memory does not know, guests, log-ins


def close_pools() -> None:
    for pool in (HEALTH, ACCOUNTS):
        pool.close()
