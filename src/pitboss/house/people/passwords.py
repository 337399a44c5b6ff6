"""Passwords: Argon2id, in a few threads of their own, never inside a transaction.

One hash costs tens of milliseconds of processor and 64 MiB. The pool's threads run at a lower
priority, and its queue has a limit for the whole process, so that nobody who sends passwords can
slow the tables down or fill the memory.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import PitbossError
from pitboss.house.people.persons import BadAccount

MIN_PASSWORD: Final = 10  # characters
MAX_PASSWORD: Final = 200
THREADS: Final = 2
MAX_WAITING: Final = 40  # about two seconds of work
RETRY_SECONDS: Final = 2
_NICE: Final = 10

_HASHER: Final = PasswordHasher()
# A hash that no password matches. Verified when the name is unknown, so that a wrong name takes as
# long as a wrong password does.
DECOY: Final = (
    f"$argon2id$v=19$m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    f"$cGl0Ym9zcy1kZWNveS4uLg${'A' * 43}"
)
_T = TypeVar("_T")


class PasswordsBusy(PitbossError):
    """More passwords wait to be checked than the pool's queue holds."""

    status = 503
    retry_after = RETRY_SECONDS

    def __init__(self) -> None:
        super().__init__(
            "the house is checking too many passwords right now",
            what_to_do=f"try again in {RETRY_SECONDS} seconds",
        )


class PasswordPool:
    """Threads that hash and verify, with a queue of limited length."""

    def __init__(self, threads: int = THREADS, waiting: int = MAX_WAITING) -> None:
        self.places = threading.Semaphore(threads + waiting)
        self._threads = ThreadPoolExecutor(threads, "passwords", _lower_priority)

    def submit(self, work: Callable[[], _T]) -> Future[_T]:
        """Queues work, or refuses it at once when the queue is full."""
        if not self.places.acquire(blocking=False):
            raise PasswordsBusy
        future = self._threads.submit(work)
        future.add_done_callback(lambda _: self.places.release())
        return future


def _lower_priority() -> None:
    """Lets the threads of the tables go first; Argon2's own threads inherit the priority."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


POOL: PasswordPool = PasswordPool()


def hash_soon(password: str) -> Future[str]:
    """The hash of a new password, computed in the pool."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise BadAccount(
            "the password is too short or too long",
            what_to_do=f"use {MIN_PASSWORD} to {MAX_PASSWORD} characters",
        )
    return POOL.submit(lambda: _HASHER.hash(password))


def verify_soon(hashed: str, password: str) -> Future[bool]:
    """Whether a password matches, computed in the pool."""
    return POOL.submit(lambda: _verifies(hashed, password))


def _verifies(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
