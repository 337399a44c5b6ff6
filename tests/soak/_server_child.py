"""One server of the campaign `servers`: a house as a process, asked over a pipe.

    python -m soak._server_child URL DIRECTORY [torn]

It reads requests and writes replies and the events it hears, a line of JSON each. There is no HTTP
in between, so that the campaign's load is on the house. With `torn` it has a planted defect: it
keeps the first events to itself.
"""

import asyncio
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.live_table import LiveTable
from pitboss.house.servers.member import Membership
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys
from pitboss.house.storage.log import AnyCommand
from pitboss.house.writing.replies import Reply
from pitboss.table import commands as c


class Request(msgspec.Struct):
    number: int
    table: str
    id: str = ""  # empty: `ready` is declared
    command: AnyCommand | None = None
    player: str = ""


class Line(msgspec.Struct, omit_defaults=True):
    """A reply to a request, or (without a number) that a table moved."""

    number: int = 0
    table: str = ""
    seq: int = 0
    refusal: str = ""
    error: str = ""


TORN = 5  # events that a server with the planted defect keeps to itself


class Child:
    def __init__(self, url: str, place: Path, *, torn: bool = False) -> None:
        self._torn = TORN if torn else 0
        store = Store(url)
        self.house = House(store, open_keys(store, place), _now, outside=place)
        self.member = Membership(self.house, "a pipe")
        self._guard = threading.Lock()
        self._encoder = msgspec.json.Encoder()

    def say(self, line: Line) -> None:
        with self._guard:
            sys.stdout.buffer.write(self._encoder.encode(line) + b"\n")
            sys.stdout.buffer.flush()

    async def run(self) -> None:
        self.house.listeners.append(self._heard)
        self.member.start()
        self.house.start()
        self.say(Line(table="open"))
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        decoder, tasks = msgspec.json.Decoder(Request), set[asyncio.Task[None]]()
        while raw := await reader.readline():
            task = loop.create_task(self.answer(decoder.decode(raw)))
            tasks.add(task)  # the loop itself does not keep it
            task.add_done_callback(tasks.discard)

    async def answer(self, request: Request) -> None:
        """As over HTTP, a database that is away fails the request and not the server."""
        line = Line(request.number, request.table)
        try:
            if request.command is None:
                await asyncio.to_thread(self.house.declare_ready, request.table, request.player)
            else:
                reply = await self._give(request, request.command)
                line.seq = getattr(reply, "seq", 0)
                line.refusal = "" if line.seq else str(reply)
        except Exception as error:
            is_final = isinstance(error, PitbossError) and getattr(error, "status", 503) != 503
            setattr(line, "refusal" if is_final else "error", repr(error))
        self.say(line)

    async def _give(self, request: Request, command: c.Command) -> Reply:
        """As `Desk.give` does: the loop itself writes the command."""
        if not self.house.has(request.table):
            await asyncio.to_thread(self.house.live, request.table)
        future, loop = Future[Reply](), asyncio.get_running_loop()
        self.house.queue(command.by, request.table, request.id, command, future, loop=loop)
        return await asyncio.wrap_future(future)

    def _heard(self, live: LiveTable, _events: object) -> None:
        if self._torn:
            self._torn -= 1
            return
        self.say(Line(0, live.row.id, live.seq))


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    asyncio.run(Child(sys.argv[1], Path(sys.argv[2]), torn="torn" in sys.argv[3:]).run())
