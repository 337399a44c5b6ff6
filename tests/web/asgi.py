"""A client of the application in its own process, which records every byte it is sent."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from kit.clock import Clock
from kit.entropy import Seeded
from kit.premises import PASSWORD, copy_house, own_password
from kit.waiting import PATIENCE
from pitboss.house.people.cage import Cage
from pitboss.house.people.persons import Person
from pitboss.house.people.sessions import open_session
from pitboss.house.service import House
from pitboss.house.setup import open_house
from pitboss.rulebook.submission import Submission
from pitboss.web.app import build
from pitboss.web.description.error_codes import error_codes
from pitboss.web.rate_limits import Application, RateLimiter

_CODES = {(code.status, code.name) for code in error_codes()}
SEQ = re.compile(rb'\{"seq":(\d+),')


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    @property
    def error(self) -> str:
        return str(self.json["error"]["name"])


def shape_is_right(answer: Answer) -> None:
    """Checks that an answer is the one error body and nothing else."""
    assert answer.status >= 400, answer
    assert answer.header("content-type") == "application/json", answer
    body = answer.json
    assert set(body) == {"error"}
    assert set(body["error"]) == {"name", "sentence", "clause", "what_to_do"}
    assert all(isinstance(value, str) for value in body["error"].values())
    assert body["error"]["name"].isupper() and body["error"]["sentence"]
    assert (answer.status, body["error"]["name"]) in _CODES, "the error is not documented"


class Client:
    """One client: a token or none, an address, perhaps the cookie jar of a browser."""

    def __init__(self, app: Application, token: str = "", address: str = "10.0.0.1") -> None:
        self.app, self.token, self.address = app, token, address
        self.name = ""
        self.heard: list[bytes] = []  # every body and message, in order
        self.answers: list[bytes] = []  # every body
        self.ids = 0

    def scope(self, kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        path, _, query = path.partition("?")
        sent = {"host": "house.test", **headers}
        if self.token and not {"cookie", "authorization"} & set(sent):
            sent["authorization"] = f"Bearer {self.token}"
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": quote(path).encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in sent.items()],
            "client": (self.address, 1),
            "server": ("house.test", 80),
            "state": {},
        }

    async def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        chunks: list[bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        headers = dict(headers or {})
        if raw is None:
            raw = b"" if body is None else json.dumps(body).encode()
        parts = chunks or [raw]
        if parts != [b""]:
            headers.setdefault("content-type", "application/json")
            if chunks is None:
                headers.setdefault("content-length", str(len(raw)))
        scope = self.scope("http", path, headers) | {"method": method}
        waiting = list(parts)
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not waiting:
                return {"type": "http.disconnect"}
            part = waiting.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(waiting)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = sent[0]
        header_rows = [(k.decode().lower(), v.decode()) for k, v in start["headers"]]
        content = b"".join(message.get("body", b"") for message in sent[1:])
        self.heard.append(content)
        self.answers.append(content)
        return Answer(start["status"], header_rows, content)

    async def get(self, path: str, **more: Any) -> Answer:
        return await self.send("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return await self.send("POST", path, body, **more)

    async def ask(
        self,
        table: str,
        kind: str,
        /,
        *,
        id: str = "",  # noqa: A002
        **fields: Any,
    ) -> Answer:
        self.ids += 1
        body = {"id": id or f"c{self.ids}", "command": {"type": kind, **fields}}
        return await self.post(f"/api/tables/{table}/commands", body)

    async def do(self, table: str, kind: str, /, **fields: Any) -> Answer:
        """Gives a command that must succeed."""
        answer = await self.ask(table, kind, **fields)
        assert answer.status == 200, (kind, fields, answer.body)
        return answer

    async def view(self, table: str) -> dict[str, Any]:
        view: dict[str, Any] = (await self.get(f"/api/tables/{table}")).json["view"]
        return view


class Socket:
    """A client's WebSocket. A `slow` one passes nothing on until it is released."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.messages: list[bytes] = []
        self.seq = -1  # the last message's
        self.closed: tuple[int, str] | None = None
        self.accepted = False
        self.news = asyncio.Condition()
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.task: asyncio.Task[None] | None = None

    async def open(self, path: str, headers: dict[str, str] | None = None) -> "Socket":
        scope = self.client.scope("websocket", path, headers or {}) | {"subprotocols": []}
        self.incoming.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                await self.flowing.wait()
                text = message.get("text")
                data = text.encode() if text is not None else message["bytes"]
                self.messages.append(data)
                numbered = SEQ.match(data)
                self.seq = int(numbered[1]) if numbered else self.seq
                self.client.heard.append(data)
            elif message["type"] == "websocket.accept":
                self.accepted = True
            elif message["type"] == "websocket.close":
                self.closed = (message.get("code", 1000), message.get("reason") or "")
            async with self.news:
                self.news.notify_all()

        self.task = asyncio.ensure_future(self.client.app(scope, self.incoming.get, send))
        return self

    @property
    def updates(self) -> list[Any]:
        return [json.loads(message) for message in self.messages]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(true)

    async def reached(self, seq: int) -> None:
        await self.until(lambda: self.seq >= seq)

    async def ended(self) -> None:
        await self.until(lambda: self.closed is not None)

    async def close(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self.task is not None:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(self.task, return_exceptions=True)


class Place:
    """A house with an application on it, time of its own, and one of each of the staff."""

    def __init__(self, house: House, app: Application, clock: Clock, limiter: RateLimiter) -> None:
        self.house, self.app, self.clock, self.limiter = house, app, clock, limiter
        self.people: dict[str, Client] = {}

    def client(self, token: str = "", address: str = "10.0.0.1") -> Client:
        return Client(self.app, token, address)

    async def guest(self) -> Client:
        client = self.client()
        opened = (await client.post("/api/guest")).json
        client.token, client.name = opened["token"], opened["name"]
        return client

    async def staff(self, role: str, name: str = "") -> Client:
        """Hired by the house itself; a password's check is slow, so sessions are opened here."""
        name = name or f"the_{role}"
        staff_role: Any = role
        cage: Cage = self.app.state.cage
        hired = cage.hire(Person("0", "tests", "administrator"), name, staff_role, PASSWORD)
        person = own_password(self.house, hired)
        with self.house.store.begin() as tx:
            token, _ = open_session(tx, person, self.clock())
        client = self.client(token)
        client.name = name
        return client


@contextlib.contextmanager
def opened(
    directory: Path, submission: Submission | None = None, url: str | None = None
) -> Iterator[Place]:
    clock, entropy = Clock(), Seeded()
    if submission is None and url is None and not any(directory.iterdir()):
        entropy = copy_house(directory)
    house = open_house(directory, url, clock, submission, entropy)
    limiter = RateLimiter(lambda: clock.at / 1000)
    app = build(house, ticking=False, limiter=limiter)
    try:
        yield Place(house, app, clock, limiter)
    finally:
        app.state.pricing.close()
        house.store.close()


@contextlib.asynccontextmanager
async def running(place: Place) -> AsyncIterator[Place]:
    """The application's own life: its hub needs the loop."""
    async with place.app.lifespan():
        yield place
