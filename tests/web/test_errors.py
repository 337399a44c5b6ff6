"""Every bad request is answered with the one error body, and changes nothing."""

import asyncio
from typing import Any

import pytest

from pitboss.web.bodies import MAX_BODY_BYTES
from pitboss.web.observer import HEADERS
from web.asgi import Answer, Place, Socket, running, shape_is_right

DEEP = b"[" * 30_000
BODIES: dict[str, tuple[bytes, int]] = {
    "malformed": (b'{"id": "a", ', 400),
    "nothing": (b"", 400),
    "null": (b"null", 400),
    "a list": (b"[]", 400),
    "unknown field": (b'{"id": "a", "command": {"type": "Leave", "seat": 1}, "x": 1}', 400),
    "unknown field inside": (b'{"id": "a", "command": {"type": "Leave", "seat": 1, "x": 1}}', 400),
    "who": (b'{"id": "a", "command": {"type": "Leave", "seat": 1, "by": {}}}', 400),
    "when": (b'{"id": "a", "command": {"type": "Leave", "seat": 1, "at": 9}}', 400),
    "wrong type": (b'{"id": "a", "command": {"type": "Leave", "seat": "one"}}', 400),
    "fraction": (b'{"id": "a", "command": {"type": "Leave", "seat": 1.5}}', 400),
    "huge number": (
        b'{"id": "a", "command": {"type": "Leave", "seat": 1' + b"0" * 400 + b"}}",
        400,
    ),
    "no command": (b'{"id": "a", "command": {"type": "Steal"}}', 400),
    "empty id": (b'{"id": "", "command": {"type": "Leave", "seat": 1}}', 400),
    "long id": (b'{"id": "' + b"a" * 41 + b'", "command": {"type": "Leave", "seat": 1}}', 400),
    "nul id": (b'{"id": "a\\u0000", "command": {"type": "Leave", "seat": 1}}', 400),
    "half a surrogate": (b'{"id": "a\\ud800", "command": {"type": "Leave", "seat": 1}}', 400),
    "not UTF-8": (b'{"id": "\xff\xfe", "command": {"type": "Leave", "seat": 1}}', 400),
    "deep": (DEEP, 400),
    "deep inside": (b'{"id": "a", "command": ' + DEEP + b"}", 400),
    "many keys": (
        b'{"id": "a", "command": {"type": "Bet", "seat": 1, "stakes": {'
        + b",".join(b'"s%d": 1' % n for n in range(100))
        + b"}}}",
        400,
    ),
    "no such card": (b'{"id": "a", "command": {"type": "Discard", "seat": 1, "cards": [54]}}', 400),
    "order": (b'{"id": "a", "command": {"type": "Shuffle", "order": [1, 2]}}', 400),
    "meters": (b'{"id": "a", "command": {"type": "Settle", "meters": {"major": 1}}}', 400),
    "too large": (b" " * (MAX_BODY_BYTES + 1), 413),
}


def right(answer: Answer, status: int) -> None:
    assert answer.status == status, answer
    shape_is_right(answer)
    for name, value in HEADERS:
        assert answer.header(name) == value, name


def test_bodies(place: Place) -> None:
    async def play() -> None:
        guest = await place.guest()
        dealer = await place.staff("dealer")
        before = await guest.view("three-primes")
        for name, (body, status) in BODIES.items():
            for client in (guest, dealer):
                answer = await client.send("POST", "/api/tables/three-primes/commands", raw=body)
                assert answer.status == status, (name, answer)
                right(answer, status)
        chunks = [b" " * 30_000] * 4
        right(await guest.send("POST", "/api/tables/three-primes/commands", chunks=chunks), 413)
        right(await guest.send("POST", "/api/guest", raw=b" " * (MAX_BODY_BYTES + 1)), 413)
        lying = {"content-length": "many"}
        right(await guest.send("POST", "/api/guest", raw=b"{}", headers=lying), 413)
        form = {"content-type": "application/x-www-form-urlencoded"}
        answer = await guest.send("POST", "/api/login", raw=b"name=a&password=b", headers=form)
        assert answer.status in (400, 415)
        shape_is_right(answer)
        assert await guest.view("three-primes") == before

    asyncio.run(play())


ADDRESSES: list[tuple[str, str, int]] = [
    ("GET", "/api/nothing", 404),
    ("GET", "/api/nothing/at/all", 404),
    ("POST", "/api/nothing", 404),
    ("GET", "/nothing", 404),
    ("GET", "/static/nothing.js", 404),
    ("GET", "/static/..%2fapp.py", 404),
    ("GET", "/table", 404),
    ("OPTIONS", "/api/nothing", 404),
    ("GET", "/api/guest", 405),
    ("DELETE", "/api/tables/three-primes", 405),
    ("PATCH", "/api/me", 405),
    ("POST", "/health", 405),
    ("GET", "/api/tables/none", 404),
    ("GET", "/api/tables/none/felt", 404),
    ("GET", "/api/tables/none/fairness", 404),
    ("GET", "/api/tables/a\x00b", 404),
    ("GET", "/api/tables/" + "x" * 5000, 404),
    ("GET", "/api/rounds/three-primes/1", 404),
    ("GET", "/api/rounds/three-primes/0", 400),
    ("GET", "/api/rounds/three-primes/99999999999999999999", 400),
    ("GET", "/api/rounds/three-primes/1/text", 404),
    ("GET", "/api/rounds?table=none", 404),
    ("GET", "/api/rounds?table=a%00b", 400),
    ("GET", "/api/rounds?table=", 400),
    ("GET", "/api/tables/TABLE-1", 404),
    ("GET", "/api/tables/a\x00b/felt", 404),
    ("GET", "/table/a\x00b", 404),
    ("GET", "/api/rounds?limit=0", 400),
    ("GET", "/api/rounds?limit=many", 400),
    ("GET", "/api/rounds?limit=99999999999999999999", 400),
    ("GET", "/api/rounds/none/1", 404),
]


def test_addresses(place: Place) -> None:
    async def play() -> None:
        auditor = await place.staff("auditor")
        for method, path, status in ADDRESSES:
            right(await auditor.send(method, path), status)

    asyncio.run(play())


def test_options_lists_the_methods_and_runs_nothing(place: Place) -> None:
    async def play() -> None:
        answer = await place.client().send("OPTIONS", "/api/guest", headers={"origin": "http://x"})
        assert answer.status == 204 and "POST" in str(answer.header("allow"))
        assert answer.header("access-control-allow-origin") is None
        for name, value in HEADERS:
            assert answer.header(name) == value

    asyncio.run(play())


def test_an_unexpected_error_is_hidden_from_the_client(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(place.house, "table_rows", broken)

    async def play() -> None:
        answer = await place.client().get("/api/tables")
        right(answer, 500)
        assert b"secret" not in answer.body

    asyncio.run(play())


def test_good_answers_carry_the_headers(place: Place) -> None:
    async def play() -> None:
        for path in ("/", "/api", "/api/tables", "/api/openapi.json", "/health", "/ready"):
            answer = await place.client().get(path)
            assert answer.status == 200, (path, answer)
            for name, value in HEADERS:
                assert answer.header(name) == value, (path, name)
            # Nothing on a page may need what the policy forbids.
            assert b"<script>" not in answer.body and b"style=" not in answer.body

    asyncio.run(play())


SOCKETS = [
    ("/api/tables/none/live", 4404, "NO_SUCH_TABLE"),
    ("/api/tables/a\x00b/live", 4404, "NO_SUCH_TABLE"),
    ("/api/tables/three-primes/live?after=x", 4400, "REFUSED"),
    ("/api/tables/three-primes/live?after=-1", 4400, "REFUSED"),
    ("/api/tables/three-primes/live?after=" + "9" * 30, 4400, "REFUSED"),
]


def test_sockets_close_with_a_reason(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            for path, code, name in SOCKETS:
                socket = await Socket(place.client()).open(path)
                await socket.ended()
                assert socket.closed is not None and socket.closed[0] == code and socket.closed[1]
                update = socket.updates[0]
                assert update["error"]["name"] == name
                assert set(update["error"]) == {"name", "sentence", "clause", "what_to_do"}
                await socket.close()
                assert not place.app.state.hub.watchers

    asyncio.run(play())


def test_no_socket_elsewhere(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            for path in ("/api/tables", "/api/nothing", "/"):
                socket = await Socket(place.client()).open(path)
                await socket.ended()
                assert not socket.accepted

    asyncio.run(play())
