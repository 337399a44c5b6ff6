"""One server of the campaign `servers`: a house as a process, asked over a pipe.

    python -m soak._server_child URL DIRECTORY [torn]

It reads requests and writes replies and the events it hears, a line of JSON each. There is no HTTP
in between, so that the campaign's load is on the house. With `torn` it has a planted defect: it
keeps the first events to itself.
"""

import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.live_table import LiveTable
from pitboss.house.servers.member import Membership
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys
from pitboss.house.storage.log import AnyCommand
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

    def run(self) -> None:
        self.house.listeners.append(self._heard)
        self.member.start()
        self.house.start()
        self.say(Line(table="open"))
        decoder = msgspec.json.Decoder(Request)
        for raw in sys.stdin.buffer:
            request = decoder.decode(raw)
            if request.command is None:
                self._declare_ready(request)
            else:
                self._submit(request, request.command)

    def _declare_ready(self, request: Request) -> None:
        """As over HTTP, a database that is away fails the request and not the server."""
        try:
            self.house.declare_ready(request.table, request.player)
        except Exception as error:
            self.say(Line(request.number, request.table, error=repr(error)))
        else:
            self.say(Line(request.number, request.table))

    def _heard(self, live: LiveTable, _events: object) -> None:
        if self._torn:
            self._torn -= 1
            return
        self.say(Line(0, live.row.id, live.seq))

    def _submit(self, request: Request, command: c.Command) -> None:
        def answer(future: "Future[Any]") -> None:
            error = future.exception()
            if error is not None:
                final = isinstance(error, PitbossError) and getattr(error, "status", 503) != 503
                kind = "refusal" if final else "error"
                line = Line(request.number, request.table)
                self.say(msgspec.structs.replace(line, **{kind: repr(error)}))
                return
            reply = future.result()
            seq = getattr(reply, "seq", 0)
            self.say(Line(request.number, request.table, seq, "" if seq else str(reply)))

        try:
            future = self.house.submit(command.by, request.table, request.id, command)
        except Exception as error:
            self.say(Line(request.number, request.table, error=repr(error)))
        else:
            future.add_done_callback(answer)


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    Child(sys.argv[1], Path(sys.argv[2]), torn="torn" in sys.argv[3:]).run()
