"""How long the tests wait for something: minutes, before they call it a failure.

A busy machine makes a test slower, never red: no shorter limit decides a result anywhere.
"""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

PATIENCE: Final = 300.0  # seconds
PATIENCE_MS: Final = 180_000  # as Playwright counts: a page that is wrong should not cost more
PAUSE: Final = 0.02  # between two looks

Value = TypeVar("Value")


def wait_until(look: Callable[[], Value], why: object = "it stayed false") -> Value:
    """The first true value of `look`."""
    limit = time.monotonic() + PATIENCE
    while not (value := look()):
        assert time.monotonic() < limit, why() if callable(why) else why
        time.sleep(PAUSE)
    return value


async def until(look: Callable[[], Awaitable[Value]], why: object = "it stayed false") -> Value:
    """The first true value that `look` gives, awaited each time."""
    async with asyncio.timeout(PATIENCE):
        while not (value := await look()):
            await asyncio.sleep(PAUSE)
        return value
    raise AssertionError(why)


def heed_interrupts() -> None:
    """A `preexec_fn`: a job in the background ignores SIGINT, and its children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
