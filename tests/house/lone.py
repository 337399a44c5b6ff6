"""A house whose commands come from an event loop that the test turns by hand."""

import asyncio
import itertools
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import pytest

from house.stage import Stage
from kit.waiting import PATIENCE, wait_until
from pitboss.house.clock import SteadyClock
from pitboss.house.writing import turn as turns
from pitboss.house.writing.group import QueuedCommand
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c

ANN: Final = c.Actor("player", "ann")
OPEN: Final = ("ready", "stacked", "used")  # the conditions of the cards in which bets are taken
HERE: Final = threading.main_thread().name
THREAD: Final = "pitboss writer"


class Lone:
    """A running house with two self-dealt tables, and a seat at each."""

    def __init__(
        self,
        place: Path,
        monkeypatch: pytest.MonkeyPatch,
        betting: int = 3600,
        database: str = "",
    ) -> None:
        self.stage = Stage(place, database or str(place / "house.db"))
        self.house = self.stage.house
        self.house.clock = SteadyClock()
        settings = Settings(betting=betting)
        self.tables = [
            self.stage.table(name=f"t{n}", mode="self-dealt", settings=settings) for n in range(2)
        ]
        self.stage.player("ann")
        for table in self.tables:
            self.stage.sit(table, "ann", cents=100_00)
        self.house.start()
        wait_until(lambda: all(self.state(name).cards in OPEN for name in self.tables))
        self.loop = asyncio.new_event_loop()
        self.threads: list[str] = []
        self.groups: list[int] = []
        self.numbers = itertools.count()
        self._commit = self.house.writer._commit
        self._send = self.house.writer._send
        monkeypatch.setattr(self.house.writer, "_commit", self._note)
        monkeypatch.setattr(self.house.writer, "_send", self._note_sent)

    def _note(self, *args: Any, careful: bool) -> int:
        self._count(args[0])
        return self._commit(*args, careful=careful)

    def _note_sent(self, *args: Any) -> Any:
        self._count(args[0])
        return self._send(*args)

    def _count(self, jobs: Sequence[QueuedCommand]) -> None:
        if jobs:  # not a duty alone
            self.threads.append(threading.current_thread().name)
            self.groups.append(len(jobs))

    def state(self, table: str) -> Any:
        return self.house.live(table).table

    def bet(self, table: str, name: str) -> Future[Reply]:
        future = Future[Reply]()
        future.set_running_or_notify_cancel()
        bet = c.Bet(by=ANN, seat=1, stakes={"ante": Cents(500)}, at=self.house.clock() // 1000)
        self.house.queue(ANN, table, name, bet, future, loop=self.loop)
        return future

    def end_turn(self) -> None:
        """The loop goes on to its next turn."""
        self.loop.run_until_complete(asyncio.sleep(0))

    def is_done_after_a_turn(self, reply: Future[Reply]) -> bool:
        self.end_turn()
        return reply.done()

    def end(self) -> None:
        self.house.stop()
        self.loop.close()
        assert not self.stage.faults()

    def calm(self) -> None:
        """Forgets the commands before: the thread is idle, no other writer was met."""
        self.turn.rests_until = 0.0

    @property
    def turn(self) -> turns.Turn:
        return self.house.writer.turn

    def bet_here(self, table: str) -> str:
        """The id of a bet that was written here; one that met the writer at work is repeated."""

        def attempt() -> str:
            self.calm()
            name = f"h{next(self.numbers)}"
            reply = self.bet(table, name)
            here = reply.done()
            self.end_turn()
            assert isinstance(reply.result(PATIENCE), Done)
            assert (self.threads[-1] == HERE) == here
            return name if here else ""

        return wait_until(attempt)
