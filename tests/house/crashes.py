"""Killing a house at chosen places of a round and starting it again, on one database."""

import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from house.stage import Stage
from kit.play import least_stakes
from kit.waiting import PATIENCE
from pitboss.house.live_table import HOUSE, TableRow
from pitboss.house.storage.schema.tables import balances
from pitboss.table import commands as c

HERE = Path(__file__).parent
Script = list[tuple[str, str]]


@contextmanager
def forker(
    child: Path = HERE / "crash_child.py",
) -> Iterator[Callable[[dict[str, Any]], dict[str, Any]]]:
    """Runs jobs of crash_child.py, or of another program that takes jobs as it does."""
    process = subprocess.Popen(
        [sys.executable, str(child)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None

    def run(job: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    try:
        yield run
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
        process.stdout.close()


def prepared(stage: Stage, game: str) -> str:
    """A table with two players whose next round can begin."""
    table = stage.table(game)
    for seat, name in enumerate(("ann", "bob"), 1):
        stage.player(name)
        stage.sit(table, name, seat)
    stage.open(table)
    return table


def written(stage: Stage, table: str) -> Script:
    """A round played to its end, as a script that a child can play at a twin of this table."""
    script: Script = []
    ids = itertools.count(1)

    def do(command: c.Command) -> None:
        name = f"step {next(ids)}"
        script.append((name, msgspec.json.encode(command).decode()))
        stage.must(table, command, name)

    number = stage.state(table).round
    for seat, side in ((1, True), (2, False)):
        state = stage.state(table)
        stakes = least_stakes(state.rules, side=side)
        do(c.Bet(by=c.Actor("player", state.seats[seat].player), seat=seat, stakes=stakes))
    while stage.state(table).round == number:
        do(stage.next(table))
    do(c.Leave(by=c.Actor("player", "ann"), seat=1))
    return script


def money(stage: Stage) -> dict[str, int]:
    with stage.house.store.read() as tx:
        rows = tx.execute(sa.select(balances).where(balances.c.cents != 0))
        return {row.account: row.cents for row in rows}


def about(stage: Stage, table: str) -> TableRow:
    return stage.house.live(table).row


class Survivor:
    """A house that is killed and started again with the same script, until it is through."""

    def __init__(
        self, stage: Stage, place: Path, url: str, table: str, script: Script, run: Any
    ) -> None:
        self.stage, self.table, self.script, self.run = stage, table, script, run
        self.report = place / "report.jsonl"
        self.job = {
            "place": str(place),
            "url": url,
            "table": table,
            "script": script,
            "report": str(self.report),
        }
        self.replies: list[dict[str, Any]] = []  # replies as they were first given

    def live(self, at: int, where: str) -> bool:
        """One life that ends at a place of command `at`, or not: whether it was killed."""
        script = self.script[: at + 1] if at >= 0 else self.script
        answer = self.run({**self.job, "script": script, "at": at, "where": where})
        assert answer["killed"] or answer["code"] == 0, answer
        replies = [json.loads(line) for line in self.report.read_text().splitlines()]
        assert not any("refused" in reply for reply in replies), replies
        for place, reply in enumerate(replies[: len(self.replies)]):
            assert reply == self.replies[place], "a retry is answered as the first time"
        if not answer["killed"]:
            assert len(replies) == len(script)
        elif where == "after":
            assert len(replies) == at, "killed before the reply went out"
        self.replies += replies[len(self.replies) :]
        return bool(answer["killed"])

    def entries(self) -> int:
        """Commands in the log after the script's beginning."""
        return self.stage.house.live(self.table).seq


__all__ = ["HOUSE", "Survivor", "about", "forker", "money", "prepared", "written"]
