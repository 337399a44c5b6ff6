"""A store that fails between any two statements, before a commit, or after one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Row, Step


class Fault(Exception):
    """The database went away just then."""


class FaultyStore(Store):
    """Fails before its nth statement from now, before a commit, or after one."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.armed = ""
        self.left = 0
        self.times = 1

        @sa.event.listens_for(self.engine, "before_cursor_execute")
        def count(*_: object) -> None:
            self._count()

    def _count(self) -> None:
        if self.armed == "statement":
            self.left -= 1
            if self.left <= 0:
                self._fail()

    def arm(self, where: str, left: int = 0, times: int = 1) -> None:
        """The writer tries twice: only a fault of two times reaches who gave the command."""
        self.armed, self.left, self.times = where, left, times

    def _fail(self) -> None:
        self.times -= 1
        if self.times <= 0:
            self.armed = ""
        raise Fault

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        with super().begin() as connection:
            yield connection
            if self.armed == "before":
                self._fail()
        if self.armed == "after":
            self._fail()

    @contextmanager
    def begin_batch(self, *, wait: bool = True) -> Iterator[sa.Connection]:
        with super().begin_batch(wait=wait) as connection:
            yield connection
            if self.armed == "before":
                self._fail()
        if self.armed == "after":
            self._fail()

    def ask(self, tx: sa.Connection, steps: Sequence[Step]) -> list[list[Row]]:
        self._count()
        return super().ask(tx, steps)

    def write(self, tx: sa.Connection, step: Step, *, last: bool = False) -> int:
        self._count()
        return super().write(tx, step, last=last)
