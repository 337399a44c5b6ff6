"""Statements that PostgreSQL gets together and answers together: one exchange instead of many.

Uses libpq's pipeline mode without psycopg's cursors, which cost more than the statements
themselves. Each statement is prepared once per connection. After the first failure the server skips
the rest, so a COMMIT at the end is reached only if everything before it succeeded.
"""

import functools
import select
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sqlalchemy as sa

from pitboss.house.storage.failures import stale

if TYPE_CHECKING:  # a house on SQLite never loads the driver
    from psycopg import Connection, RawCursor
    from psycopg.pq.abc import PGresult

BEGIN: Final = "BEGIN"
COMMIT: Final = "COMMIT"
_FALSE_CHECK: Final = b"22P02"  # the text of `checked` is not an integer
_TEXT, _BINARY = 0, 1
Row = tuple[Any, ...]


class Step(NamedTuple):
    """A statement, whose parameters are $1, $2 …, and the rows to run it for."""

    statement: str
    rows: Sequence[Row] = ((),)
    what: str = ""  # what another writer changed first if a row is not there as expected


@functools.cache
def checked(update: str) -> str:
    """The statement, made to fail unless it changes one row: no rows are counted before the COMMIT.

    PostgreSQL's log quotes the text.
    """
    text = "('a row changed meanwhile, here are ' || count(*))::integer"
    return (
        f"WITH changed AS ({update} RETURNING 1) "
        f"SELECT CASE count(*) WHEN 1 THEN 1 ELSE {text} END FROM changed"
    )


class Pipeline:
    """The pipeline of one connection, for one thread at a time."""

    def __init__(self, driver: "Connection[Any]") -> None:
        from psycopg import OperationalError, pq
        from psycopg.errors import error_from_result

        # After a rollback psycopg deallocates all prepared statements if it has any of its own: it
        # forgets those it has, and prepares none.
        driver.prepare_threshold = None
        driver.execute("DEALLOCATE ALL")
        driver.rollback()
        self._link, self._pq = driver.pgconn, pq
        self._lost, self._error = OperationalError, error_from_result
        self._poll = select.poll()
        self._names: dict[str, bytes] = {}
        self._whats: list[str] | None = None  # of the statements sent but not answered yet
        self._results: list[PGresult] = []  # of those, as far as they have come
        self._has_all = True
        self.is_refused = False  # the server refused a statement, so that nothing took effect

    @property
    def is_idle(self) -> bool:
        """Whether no transaction is open."""
        return self._link.transaction_status == self._pq.TransactionStatus.IDLE

    @property
    def is_usable(self) -> bool:
        """Whether the connection still works after an error."""
        return self._link.status == self._pq.ConnStatus.OK

    def commit(self, steps: Sequence[Step]) -> None:
        """Runs the steps and commits, in a transaction that may be open already; only waits for
        the answer if they were sent already.
        """
        if self._whats is None:
            self.send_commit(steps)
        self._receive()

    def send_commit(self, steps: Sequence[Step]) -> None:
        """Sends what `commit` runs. Whoever does not want to wait for the answer calls `commit`
        once it `is_complete`.
        """
        begin = [Step(BEGIN)] if self.is_idle else []
        safe = (
            step._replace(statement=checked(step.statement)) if step.what else step
            for step in steps
        )
        self._send([*begin, *safe, Step(COMMIT)])

    @property
    def socket(self) -> int:
        """Readable once the server has answered, wholly or in part."""
        return int(self._link.socket)

    def is_complete(self) -> bool:
        """Reads what has come; returns whether that is all. A lost connection sends no more."""
        try:
            return self._read()
        except self._lost:
            return True

    def ask(self, steps: Sequence[Step], *, begin: bool = True) -> list[list[Row]]:
        """The rows that each row of the steps selects; in a transaction, or each on its own."""
        first = [Step(BEGIN)] if begin and self.is_idle else []
        results = self.run([*first, *steps])
        return [_decoded(result) for result in results[len(first) :]]

    def run(self, steps: Sequence[Step]) -> list["PGresult"]:
        """Runs the steps in order; returns one result per row. Raises the server's first error."""
        self._send(steps)
        return self._receive()

    def _send(self, steps: Sequence[Step]) -> None:
        self._prepare([step.statement for step in steps if step.statement not in self._names])
        link, whats, self.is_refused = self._link, list[str](), False
        link.enter_pipeline_mode()
        try:
            for statement, rows, what in steps:
                name = self._names[statement]
                for row in rows:
                    link.send_query_prepared(name, *_encoded(row), _BINARY)
                    whats.append(what)
            self._flush()
        except BaseException:
            self._leave()
            raise
        self._whats = whats

    def _receive(self) -> list["PGresult"]:
        whats, self._whats = self._whats or [], None
        results = self._finish()
        for what, result in zip(whats, results, strict=False):
            if result.status == self._pq.ExecStatus.FATAL_ERROR:
                self.is_refused = self.is_usable
                raise stale(what) if what and self._is_check(result) else self._error(result)
        return results

    def _is_check(self, result: "PGresult") -> bool:
        return result.error_field(self._pq.DiagnosticField.SQLSTATE) == _FALSE_CHECK

    def _prepare(self, statements: Sequence[str]) -> None:
        """A failure leaves the names unknown, and its transaction is over anyway."""
        if not statements:
            return
        texts = enumerate(dict.fromkeys(statements), len(self._names))
        names = {text: b"pitboss_%d" % number for number, text in texts}
        self._link.enter_pipeline_mode()
        try:
            for text, name in names.items():
                self._link.send_prepare(name, text.encode())
            self._flush()
        except BaseException:
            self._leave()
            raise
        for result in self._finish():
            if result.status != self._pq.ExecStatus.COMMAND_OK:
                raise self._error(result)
        self._names |= names

    def _flush(self) -> None:
        """Sends what is queued."""
        link, poll = self._link, self._poll
        self._results, self._has_all = [], False
        link.pipeline_sync()
        poll.register(link.socket, select.POLLIN | select.POLLOUT)
        while link.flush():
            poll.poll()
            link.consume_input()
        poll.modify(link.socket, select.POLLIN)

    def _read(self) -> bool:
        """Takes the results that have come; returns whether all are there."""
        link, sync = self._link, self._pq.ExecStatus.PIPELINE_SYNC
        link.consume_input()
        while not link.is_busy():
            result = link.get_result()
            if result is None:
                if not self.is_usable:
                    raise self._lost("the connection is lost")
            elif result.status == sync:
                self._has_all = True
                return True
            else:
                self._results.append(result)
        return False

    def _finish(self) -> list["PGresult"]:
        """Waits for every result."""
        try:
            while not self._has_all:
                self._poll.poll()
                self._read()
            return self._results
        finally:
            self._leave()

    def _leave(self) -> None:
        if self.is_usable:
            self._link.exit_pipeline_mode()


def _encoded(row: Sequence[Any]) -> tuple[list[bytes | None], list[int]]:
    """Parameters as the protocol wants them: bytes as they are, everything else as text."""
    values: list[bytes | None] = []
    formats: list[int] = []
    for value in row:
        if isinstance(value, str):
            values.append(value.encode())
            formats.append(_TEXT)
        elif isinstance(value, bytes):
            values.append(value)
            formats.append(_BINARY)
        else:
            values.append(None if value is None else str(value).encode())
            formats.append(_TEXT)
    return values, formats


def _integer(value: bytes) -> int:
    return int.from_bytes(value, "big", signed=True)


_DECODERS: Final[dict[int, Callable[[bytes], Any]]] = {  # by the numbers of PostgreSQL's types
    16: lambda value: value == b"\x01",  # boolean
    17: bytes,  # bytea
    20: _integer,
    23: _integer,
    25: lambda value: str(value, "utf-8"),  # text
    1043: lambda value: str(value, "utf-8"),  # character varying
}


def _decoded(result: "PGresult") -> list[Row]:
    columns = [(n, _DECODERS[result.ftype(n)]) for n in range(result.nfields)]
    return [
        tuple(
            None if (value := result.get_value(row, n)) is None else decode(value)
            for n, decode in columns
        )
        for row in range(result.ntuples)
    ]


class ReadConnection:
    """A connection that stays open for short queries of any thread, each its own transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine, self._lock = engine, threading.Lock()
        self._open: tuple[sa.PoolProxiedConnection, Pipeline] | None = None

    def ask(self, steps: Sequence[Step]) -> list[list[Row]]:
        with self._lock:
            was_open = self._open is not None
            try:
                return self._ask(steps)
            except Exception:
                if not was_open:
                    raise
            return self._ask(steps)  # the connection may have been lost since the last query

    def _ask(self, steps: Sequence[Step]) -> list[list[Row]]:
        if self._open is None:
            raw = self._engine.raw_connection()
            driver: Any = raw.driver_connection
            self._open = raw, Pipeline(driver)
        raw, exchange = self._open
        try:
            return exchange.ask(steps, begin=False)
        except BaseException:
            self._open = None
            raw.invalidate()
            raise

    def close(self) -> None:
        with self._lock:
            if self._open is not None:
                self._open[0].close()
                self._open = None


def numbered_cursor(driver: "Connection[Any]") -> "RawCursor[Any]":
    """A cursor that takes the same statements one by one."""
    from psycopg import RawCursor

    return RawCursor(driver)
