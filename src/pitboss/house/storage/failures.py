"""The database is away or full: what an error of a driver means to whoever asked."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import sqlalchemy as sa

from pitboss.errors import PitbossError

RETRY_SECONDS: Final = 2
SAME_ID: Final = "ask again with the same id"


class StoreUnavailable(PitbossError):
    """The database is unavailable; nothing was done."""

    status = 503


class OutcomeUnknown(StoreUnavailable):
    """The database went away during a commit, which may or may not have succeeded."""


class Stale(PitbossError):
    """A row that another writer changed first: read it anew and decide again."""

    status = 503


def stale(what: str) -> Stale:
    return Stale(f"{what} changed meanwhile", what_to_do=SAME_ID)


_SQLITE: Final = (sqlite3.OperationalError, sqlite3.InterfaceError)
_DAMAGED: Final = ("malformed", "no such table", "no such column", "syntax error")


def unavailable(error: BaseException | None) -> StoreUnavailable | None:
    """The refusal for an error that means that the database is away, busy or full."""
    while error is not None:
        if isinstance(error, StoreUnavailable):
            return error
        if _is_away(error):
            what = f"the database is unavailable ({_reason(error)}); nothing was done"
            return StoreUnavailable(what, what_to_do=f"try again; if you sent an id, {SAME_ID}")
        error = error.__cause__
    return None


def _is_away(error: BaseException) -> bool:
    if isinstance(error, sa.exc.TimeoutError):  # no connection was free
        return True
    if isinstance(error, sa.exc.DBAPIError):
        return error.connection_invalidated or (error.orig is not None and _is_away(error.orig))
    if isinstance(error, _SQLITE):
        return not any(word in str(error) for word in _DAMAGED)
    # psycopg, whose errors are subclasses by SQLSTATE; the house does not import the driver.
    names = [kind.__name__ for kind in type(error).__mro__ if kind.__module__.startswith("psycopg")]
    return "OperationalError" in names or "InterfaceError" in names


def crossed(error: BaseException | None) -> bool:
    """Whether two transactions waited for each other, and the database ended this one."""
    while error is not None:
        if type(error).__name__ in ("DeadlockDetected", "SerializationFailure"):
            return True
        error = getattr(error, "orig", None) or error.__cause__
    return False


def _reason(error: BaseException) -> str:
    """The driver's first line: PostgreSQL's later ones reveal hosts and addresses."""
    if isinstance(error, sa.exc.TimeoutError):
        return "every connection is in use"
    text = str(getattr(error, "orig", None) or error)
    for words in ("disk is full", "disk I/O error", "database is locked", "readonly"):
        if words in text:
            return words
    if "No space left" in text or "could not extend" in text:
        return "disk is full"
    return "it does not answer"


class Commits:
    """How many commits of this process have failed."""

    failures = 0


COMMITS: Final = Commits()


@contextmanager
def committing() -> Iterator[None]:
    """Wraps a commit."""
    try:
        yield
    except Exception as error:
        failure = failed_commit(error)
        if failure is error:
            raise
        raise failure from error


def failed_commit(error: Exception) -> Exception:
    """What a commit's error means: an unknown outcome, unless the disk was full or locked."""
    COMMITS.failures += 1
    away = unavailable(error)
    if away is None or "disk is full" in away.what or "is locked" in away.what:
        return error
    return OutcomeUnknown(
        "the database went away during the commit: it is unknown whether this took effect",
        what_to_do=SAME_ID,
    )
