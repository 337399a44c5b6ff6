"""Tables that cannot be read: a damaged row or log stops its own table and no other."""

import logging
from collections.abc import Callable
from typing import Final, TypeVar

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage.failures import StoreUnavailable

Value = TypeVar("Value")
_log = logging.getLogger("pitboss")
# The database is away or busy, which concerns every table.
_NOT_OF_ONE_TABLE: Final = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
    StoreUnavailable,
    OSError,
)


class UnreadableTables:
    """The reason for each table that could not be read when it was last tried."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[str, str], str] = {}

    def reasons(self) -> list[str]:
        by_table = {table: reason for (table, _), reason in self._reasons.items()}
        return [f"{table}: {reason}" for table, reason in sorted(by_table.items())]

    def forget_closed(self, open_tables: set[str]) -> None:
        for key in [key for key in self._reasons if key[0] not in open_tables]:
            self._reasons.pop(key, None)

    def attempt(self, table_id: str, part: str, read: Callable[[], Value]) -> Value | None:
        """What `read` returns; None if that part of the table is unreadable, logged when new."""
        try:
            value = read()
        except _NOT_OF_ONE_TABLE:
            raise
        except Exception as error:
            if isinstance(error, PitbossError) and error.status == 404:
                return None  # closed meanwhile
            reason = str(error) or repr(error)
            if self._reasons.get((table_id, part)) != reason:
                _log.exception("the %s of table %s cannot be read", part, table_id)
            self._reasons[table_id, part] = reason
            return None
        self._reasons.pop((table_id, part), None)
        return value
