"""A store that fails between any two statements, before a commit, or after one."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from pitboss.house.storage.database import Store


class Fault(Exception):
    """The database went away just then."""


class FaultyStore(Store):
    """Fails before its nth statement from now, before a commit, or after one."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.armed = ""
        self.left = 0

        @sa.event.listens_for(self.engine, "before_cursor_execute")
        def count(*_: object) -> None:
            if self.armed == "statement":
                self.left -= 1
                if self.left <= 0:
                    self._fail()

    def arm(self, where: str, left: int = 0) -> None:
        self.armed, self.left = where, left

    def _fail(self) -> None:
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
