"""A process that starts servers and lets them be killed: one job a line in, one answer a line out.

It is single-threaded and forks a child for each job, so that a kill is a real SIGKILL and costs no
start of an interpreter. A job plays a script of commands under fixed ids and may say where to die:
before or after the commit of a command, or before its nth statement.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.house.service import House, wall_clock
from pitboss.house.storage import log
from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Row, Step
from pitboss.house.storage.house_key import open_keys
from pitboss.house.writing.replies import Done

_COMMAND: msgspec.json.Decoder[Any] = msgspec.json.Decoder(log.AnyCommand)


class Mortal(Store):
    """A store whose server is killed at a chosen place of the present command."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.die = ""  # "before", "after", or the number of a statement
        self.statements = 0

        @sa.event.listens_for(self.engine, "before_cursor_execute")
        def count(*_: object) -> None:
            self._count()

    def _count(self) -> None:
        self.statements += 1
        self._perhaps(str(self.statements))

    def ask(self, tx: sa.Connection, steps: Sequence[Step]) -> list[list[Row]]:
        self._count()
        return super().ask(tx, steps)

    def write(self, tx: sa.Connection, step: Step, *, last: bool = False) -> int:
        self._count()
        return super().write(tx, step, last=last)

    def _perhaps(self, where: str) -> None:
        if self.die == where:
            os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        with super().begin() as connection:
            yield connection
            self._perhaps("before")
        self._perhaps("after")

    @contextmanager
    def begin_batch(self, *, wait: bool = True) -> Iterator[sa.Connection]:
        with super().begin_batch(wait=wait) as connection:
            yield connection
            self._perhaps("before")
        self._perhaps("after")


def play(job: dict[str, Any]) -> None:
    """Writes every reply to the report at once: a reply in the report was acknowledged."""
    store = Mortal(job["url"])
    house = House(store, open_keys(store, Path(job["place"])), wall_clock)
    report = os.open(job["report"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for place, (command_id, raw) in enumerate(job["script"]):
        store.statements = 0
        store.die = job["where"] if place == job["at"] else ""
        command = _COMMAND.decode(raw.encode())
        reply = house.do(command.by, job["table"], command_id, command)
        record = msgspec.to_builtins(reply) if isinstance(reply, Done) else {"refused": str(reply)}
        os.write(report, json.dumps(record).encode() + b"\n")
    store.close()


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                play(job)
            except BaseException as error:
                sys.stderr.write(f"{error!r}\n")
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        answer = {
            "killed": os.WIFSIGNALED(status),
            "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        }
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
