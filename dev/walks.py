"""Counts the modules that three everyday actions enter, for ARCHITECTURE.md.

    .venv/bin/python dev/walks.py [--list] [par|command|hint …]

`par` is `pitboss par let-it-ride --wager base --paytable A`, first with an empty cache and then
from the cache; `command` is one bet of a player, from HTTP through the commit to the push to
another player; `hint` is a hint for a decision, once its game is solved. A module counts as entered
when one of its functions runs; what runs while modules are imported does not count.
"""

import asyncio
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pitboss

SOURCE = Path(pitboss.__file__).resolve().parent
PAR = ("par", "let-it-ride", "--wager", "base", "--paytable", "A")
GAME = "mississippi-stud"
NOW = 1_800_000_000_000  # milliseconds


class Walk:
    """Notes every function of Pitboss that is called while it is open, on any thread."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.open = False
        self.imports: dict[int, int] = {}  # thread → depth of imports

    def watch(self) -> None:
        threading.setprofile(self._event)
        sys.setprofile(self._event)

    @contextlib.contextmanager
    def record(self) -> Iterator[None]:
        compiled = _compiled()
        self.open = True
        try:
            yield
        finally:
            self.open = False
            self.functions |= _compiled() - compiled

    def _event(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if code.co_name == "<module>" and event in ("call", "return"):
            thread = threading.get_ident()
            step = 1 if event == "call" else -1
            self.imports[thread] = self.imports.get(thread, 0) + step
        elif not self.open or event != "call" or self.imports.get(threading.get_ident(), 0):
            return
        elif code.co_filename.startswith(str(SOURCE)):
            name = Path(code.co_filename).relative_to(SOURCE).as_posix()
            self.functions.add((name, code.co_qualname))

    @property
    def modules(self) -> list[str]:
        return sorted({module for module, _ in self.functions})

    def report(self, title: str, listed: bool) -> None:
        lines = sum(len((SOURCE / name).read_text("utf-8").splitlines()) for name in self.modules)
        print(
            f"{title}: {len(self.modules)} modules, {len(self.functions)} functions, {lines} lines"
        )
        if listed:
            print("\n".join(f"    {name}" for name in self.modules))


def _compiled() -> set[tuple[str, str]]:
    """Kernels with machine code: a call to one runs no Python function."""
    kernels = set()
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss.odds."):
            for value in list(vars(module).values()):
                if getattr(value, "overloads", None) and value.__module__ == name:
                    path = name.removeprefix("pitboss.").replace(".", "/") + ".py"
                    kernels.add((path, value.__name__))
    return kernels


# ── par ───────────────────────────────────────────────────────────────────────────────────────────


def walk_par(listed: bool) -> None:
    with tempfile.TemporaryDirectory() as cache:
        for title in ("par, empty cache", "par, from the cache"):
            command = [sys.executable, __file__, "--inside", title, *["--list"] * listed]
            subprocess.run(command, check=True, env=os.environ | {"PITBOSS_CACHE": cache})


def _inside_par(title: str, listed: bool) -> None:
    from pitboss import cli

    walk = Walk()
    walk.watch()
    with walk.record(), contextlib.redirect_stdout(io.StringIO()):
        cli._run(PAR)
    walk.report(title, listed)


# ── a house ───────────────────────────────────────────────────────────────────────────────────────


class Guest:
    """A player, in the same process as the application."""

    def __init__(self, app: Any, token: str = "") -> None:
        self.app, self.token = app, token
        self.pushes: asyncio.Queue[bytes] = asyncio.Queue()

    def scope(self, kind: str, path: str) -> dict[str, Any]:
        headers = [(b"host", b"house"), (b"content-type", b"application/json")]
        if self.token:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("house", 80),
            "subprotocols": [],
            "state": {},
        }

    async def send(self, method: str, path: str, body: object = None) -> Any:
        request = {
            "type": "http.request",
            "body": b"" if body is None else json.dumps(body).encode(),
        }
        messages: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return request

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await self.app(self.scope("http", path) | {"method": method}, receive, send)
        reply = b"".join(message.get("body", b"") for message in messages)
        assert messages[0]["status"] < 300, (path, reply)
        return json.loads(reply)

    async def follow(self, path: str) -> asyncio.Task[None]:
        """Opens a WebSocket; `pushes` has its messages."""
        events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        events.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                self.pushes.put_nowait((message.get("text") or "").encode() or message["bytes"])

        return asyncio.ensure_future(self.app(self.scope("websocket", path), events.get, send))


@contextlib.asynccontextmanager
async def house() -> AsyncIterator[tuple[Any, Any]]:
    from pitboss.house.chance import os_entropy
    from pitboss.house.setup import open_house
    from pitboss.web.app import build

    with tempfile.TemporaryDirectory() as directory:
        opened = open_house(Path(directory), None, lambda: NOW, None, os_entropy)
        opened.memory.is_followed = lambda: True  # as at a server that has the file to itself
        app = build(opened, ticking=False)
        async with app.lifespan():
            yield opened, app
        app.state.pricing.close()
        opened.store.close()


async def seat_guests(opened: Any, app: Any) -> tuple[str, Guest, Guest]:
    """Two guests at an open self-dealt table of the game."""

    guests = []
    for seat in (1, 2):
        guest = Guest(app)
        guest.token = (await guest.send("POST", "/api/guest"))["token"]
        tables = await guest.send("GET", "/api/tables")
        table = next(t["id"] for t in tables if t["game"] == GAME and t["mode"] == "self-dealt")
        purchase = {"id": f"seat-{seat}", "seat": seat, "cents": 50_000}
        await guest.send("POST", f"/api/tables/{table}/seat", purchase)
        guests.append(guest)
    opened.tick(table)
    return str(table), guests[0], guests[1]


async def bet(guest: Guest, table: str, seat: int) -> None:
    command = {"type": "Bet", "seat": seat, "stakes": {"ante": 1_000}}
    path = f"/api/tables/{table}/commands"
    await guest.send("POST", path, {"id": f"bet-{seat}", "command": command})


async def walk_command(walk: Walk) -> None:
    async with house() as (opened, app):
        table, one, two = await seat_guests(opened, app)
        task = await two.follow(f"/api/tables/{table}/live")
        await two.pushes.get()
        with walk.record():
            await bet(one, table, 1)
            await two.pushes.get()
        task.cancel()


async def walk_hint(walk: Walk) -> None:
    from pitboss.house.coach.service import ALL

    async with house() as (opened, app):
        table, one, two = await seat_guests(opened, app)
        for seat, guest in ((1, one), (2, two)):
            await bet(guest, table, seat)
        for guest in (one, two):
            await guest.send("POST", f"/api/tables/{table}/ready")
        while not (view := (await one.send("GET", f"/api/tables/{table}"))["view"])["choices"]:
            opened.tick(table)
        assert view["choices"][0]["act"]
        while (await one.send("GET", f"/api/tables/{table}/hint"))["working"]:
            await asyncio.sleep(0.2)
        while not app.state.coach.ready(opened.live(table).table.rules, ALL):
            await asyncio.sleep(0.2)  # or the rest of the warm-up, on its own thread, would count
        with walk.record():
            await one.send("GET", f"/api/tables/{table}/hint")


def main(arguments: list[str]) -> None:
    listed = "--list" in arguments
    if "--inside" in arguments:
        _inside_par(arguments[arguments.index("--inside") + 1], listed)
        return
    walks = {"command": walk_command, "hint": walk_hint}
    names = [each for each in arguments if each != "--list"] or ["par", *walks]
    for name in names:
        if name == "par":
            walk_par(listed)
            continue
        walk = Walk()
        walk.watch()
        asyncio.run(walks[name](walk))
        walk.report(name, listed)


if __name__ == "__main__":
    main(sys.argv[1:])
