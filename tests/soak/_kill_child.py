"""A process that starts houses and lets them be killed: one job a line in, one answer a line out.

It has one thread and forks a child for each job, so that a kill is a real SIGKILL and costs no
start of an interpreter. A job gives commands of a script under their ids: from an event loop, as a
server does, or with "way": "thread" through the writer's thread. Where it dies is counted
within the command `at`: before its nth call to SQLite's file layer ("io n"), after the commit but
before the reply ("reply"), or after the reply ("replied"). With "seconds" it is killed that long
after its first command began, unless its last reply came earlier, and with "control" a proxy that
listens there kills it (see _kill_proxy.py).
"""

import asyncio
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.writing.group import QueuedCommand, SentGroup
from pitboss.house.writing.replies import Done, Reply
from pitboss.house.writing.writer import Writer
from soak._child_house import close, command_of, give, open_house
from soak._disk import OK, Call, Disk, use


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Counter:
    """Dies before the nth call of the present command."""

    def __init__(self, place: Path) -> None:
        self.limit = self.calls = 0
        self.disk = Disk(place, self.before)

    def before(self, call: Call) -> int:
        self.calls += 1
        if self.calls == self.limit:
            die()
        return OK


def announce(port: int) -> None:
    """Tells the proxy that the command begins whose exchanges count, and which process to kill."""
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.sendall(f"{os.getpid()}\n".encode())
        link.recv(1)


async def give_on_loop(house: House, table: str, command_id: str, raw: str) -> Reply:
    """Gives a command as the server's desk does: the loop writes it, or goes on while PostgreSQL
    commits it.
    """
    command, slot = command_of(raw), Future[Reply]()
    loop = asyncio.get_running_loop()
    house.queue(command.by, table, command_id, command, slot, loop=loop)
    return await asyncio.wrap_future(slot)


def publish_early(writer: Writer) -> None:
    """Plants a defect: PostgreSQL has not answered the COMMIT when the command is answered."""
    send = writer.send

    def early(jobs: Sequence[QueuedCommand], tables: Sequence[str]) -> SentGroup | None:
        sent = send(jobs, tables)
        if sent is not None:
            writer._publish(sent.group)
        return sent

    writer.send = early  # type: ignore[method-assign]


async def play(job: dict[str, Any], clock: int) -> None:
    """Every reply goes to the report as it is given: what is there has been acknowledged.

    A byte in the pipe `clock` begins the round, and the pipe's end is the round's.
    """
    counter = Counter(Path(job["place"]))
    where = job.get("where", "")
    if where.startswith("io"):
        use(counter.disk)
    house = open_house(Path(job["place"]), job["url"])
    if job.get("plant") == "publish":
        publish_early(house.writer)
    with house.writer.batch():
        pass  # a loop writes only on a connection that is open already
    report = os.open(job["report"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.write(clock, b"b")
    for number, (name, raw) in enumerate(job["script"]):
        here = number == job.get("at", -1)
        counter.calls, counter.limit = 0, int(where[3:]) if here and where[:2] == "io" else 0
        if here and "control" in job:
            announce(job["control"])
        if job.get("plant") == "reply":  # a defect: the reply goes out before the command is given
            os.write(report, json.dumps([name, job["replies"][number]]).encode() + b"\n")
        if job["way"] == "loop":
            reply = await give_on_loop(house, job["table"], name, raw)
        else:
            reply = give(house, job["table"], name, raw)
        if here and where == "reply":
            die()
        answer = msgspec.to_builtins(reply) if isinstance(reply, Done) else {"refused": str(reply)}
        os.write(report, json.dumps([name, answer]).encode() + b"\n")
        if here and where == "replied":
            die()
    os.close(clock)
    close(house)


def limit(child: int, clock: int, seconds: float) -> float:
    """Kills a child whose round takes longer than this; returns how long it ran."""
    os.read(clock, 1)
    began = time.monotonic()
    if not select.select([clock], [], [], seconds)[0]:
        os.kill(child, signal.SIGKILL)
    return time.monotonic() - began


def main() -> None:
    assert log.GENESIS  # everything is imported before the first fork
    for line in sys.stdin:
        job = json.loads(line)
        Path(job["report"]).unlink(missing_ok=True)
        clock, pipe = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(play(job, pipe))
            except BaseException as error:
                sys.stderr.write(f"{error!r}\n")
                os._exit(1)
            os._exit(0)
        os.close(pipe)
        seconds = limit(child, clock, job["seconds"]) if "seconds" in job else 0.0
        _, status = os.waitpid(child, 0)
        os.close(clock)
        killed = os.WIFSIGNALED(status)
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        answer = {"killed": killed, "code": code, "seconds": seconds}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
