"""A separate connection to PostgreSQL, for a thread that waits or beats outside the transactions.

A server that vanishes silently is noticed within seconds, not after the system's default of hours.
"""

import threading
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

if TYPE_CHECKING:  # a house on SQLite never loads the driver
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

_LIVELINESS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5000,
}
_FIRST_PAUSE: Final = 0.1  # seconds before a lost connection is opened again
_LONGEST_PAUSE: Final = 2.0


def connect(url: sa.URL, name: str) -> "Connection":
    """Opens a connection that commits each statement; `name` is what the database lists."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    conninfo = make_conninfo(address, application_name=name, **_LIVELINESS)
    return psycopg.connect(conninfo, autocommit=True)


def failures() -> tuple[type[Exception], ...]:
    """What is raised when the database is away."""
    import psycopg

    return psycopg.Error, OSError


def reason(error: Exception) -> str:
    """The first line of what the driver says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class Backoff:
    """Pauses between attempts, longer each time, and ends at once when `stop` is set."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop, self._pause = stop, _FIRST_PAUSE

    def wait(self) -> None:
        self._stop.wait(self._pause)
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def reset(self) -> None:
        self._pause = _FIRST_PAUSE
