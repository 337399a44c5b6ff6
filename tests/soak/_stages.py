"""Houses of one table with several players, for campaigns that give it commands from many sides."""

import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from house.stage import Stage
from kit.premises import cheapen_passwords, in_memory
from pitboss.house.service import House
from pitboss.house.writing.replies import Reply
from pitboss.table import commands as c
from soak._child_house import DATABASE, close, start


@contextmanager
def players_at_tables(seed: str, games: list[str], seats: int) -> Iterator[tuple[Stage, list[str]]]:
    """A stage with a table of each of these games, open, and players on its first seats."""
    place = Path(tempfile.mkdtemp(prefix="pitboss-soak-", dir=in_memory()))
    try:
        with pytest.MonkeyPatch.context() as patch:
            cheapen_passwords(patch)
            stage = Stage(place, str(place / DATABASE), seed=seed)
            tables = []
            for number, game in enumerate(games):
                table = stage.table(game, name=f"table-{number}")
                for seat in range(1, seats + 1):
                    stage.player(player_name(number, seat))
                    stage.sit(table, player_name(number, seat), seat)
                stage.open(table)
                tables.append(table)
            start(stage.house)
            yield stage, tables
        close(stage.house)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def player_name(table: int, seat: int) -> str:
    return f"player{table}s{seat}"


class Sender:
    """Gives commands without waiting for their replies."""

    def __init__(self, house: House, threads: int = 8) -> None:
        self.house = house
        self.pool = ThreadPoolExecutor(threads)

    def send(self, table: str, name: str, command: c.Command) -> Future[Reply]:
        return self.pool.submit(self.house.do, command.by, table, name, command)

    def close(self) -> None:
        self.pool.shutdown()
