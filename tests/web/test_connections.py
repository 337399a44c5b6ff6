"""Requests that never end, over real sockets: the server closes them and continues."""

import contextlib
import gc
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from kit.waiting import PATIENCE, wait_until
from pitboss.web.connections import MAX_HEAD_BYTES, Connection
from pitboss.web.server import Server, configure
from web.asgi import Place, opened

SECONDS = 0.5  # that a request may take here
LOG_IN = b"POST /api/login HTTP/1.1\r\nhost: localhost\r\n"
HALVES = {
    "nothing": b"",
    "a request line": b"GET /health HTTP/1.1\r\n",
    "a header": b"GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: a",
    "blank lines": b"\r\n\r\n",
    "a body": LOG_IN + b"content-length: 9\r\n\r\n{",
    "a chunk": LOG_IN + b"transfer-encoding: chunked\r\n\r\n5",
}
WHOLE = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"


@contextlib.contextmanager
def listening(place: Place, seconds: float = SECONDS) -> Iterator[int]:
    """The application on a real port, in a thread of its own."""
    listener = socket.create_server(("127.0.0.1", 0))
    ready = threading.Event()
    config = configure(place.app, seconds=seconds)
    server = Server(config, place.app.state.hub, ready.set, exit_seconds=None)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.fixture
def port(directory: Path) -> Iterator[int]:
    with opened(directory) as place, listening(place) as number:
        yield number


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def rest(client: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    parts = []
    while part := client.recv(65536):
        parts.append(part)
    return b"".join(parts)


def test_half_sent_requests_are_closed(port: int) -> None:
    with contextlib.ExitStack() as stack:
        clients = {name: stack.enter_context(connect(port)) for name in HALVES}
        for name, half in HALVES.items():
            clients[name].sendall(half)
        for name, client in clients.items():
            answer = rest(client)
            if name in ("nothing", "blank lines"):
                assert answer == b"", name
                continue
            head, _, body = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 "), (name, answer)
            assert json.loads(body)["error"]["name"] == "TOO_SLOW", name


def test_one_byte_at_a_time_wins_no_time(port: int) -> None:
    with connect(port) as client:
        client.settimeout(0.05)
        answer = b""
        for byte in HALVES["a header"] + b"a" * 100_000:
            try:
                client.sendall(bytes([byte]))
                answer = client.recv(65536)
                break
            except TimeoutError:
                continue
            except OSError:  # closed, before its answer was read
                answer = b"HTTP/1.1 408 "
                break
        assert answer.startswith(b"HTTP/1.1 408 ")


def test_half_a_second_request_is_closed_too(port: int) -> None:
    with connect(port) as client:
        client.sendall(WHOLE + b"GET /hea")
        answers = rest(client)
        assert answers.startswith(b"HTTP/1.1 200 ")


def test_endless_headers_are_refused(port: int) -> None:
    with connect(port) as client:
        with contextlib.suppress(OSError):
            client.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * (MAX_HEAD_BYTES * 8))
        with contextlib.suppress(ConnectionResetError):
            assert rest(client).startswith((b"HTTP/1.1 431 ", b""))


def test_whole_requests_are_answered_however_long_they_wait(directory: Path) -> None:
    """A poll waits longer than a request may take to arrive."""
    with opened(directory) as place, listening(place, 0.3) as port, connect(port) as client:
        seq = place.house.live("three-primes").seq
        path = f"/api/tables/three-primes?after={seq}"
        client.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        wait_until(lambda: place.app.state.hub.watchers)
        with connect(port) as other:  # closes well after the poll could have been
            assert rest(other) == b""
        place.app.state.hub.loop.call_soon_threadsafe(place.app.state.hub.close)
        assert client.recv(12) == b"HTTP/1.1 200"


# Whole answers: a command's answer is written past uvicorn's own cycle, head and body at once.

COMMANDS = b"POST /api/tables/three-primes/commands HTTP/1.1\r\nhost: localhost\r\n"
NO_JSON = COMMANDS + b"content-length: 1\r\n"
COMMAND = NO_JSON + b"\r\n{"
LAST = NO_JSON + b"connection: close\r\n\r\n{"


def read_answer(client: socket.socket) -> tuple[bytes, list[bytes], bytes]:
    """Status line, sorted headers and body of the next answer on a connection."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += client.recv(1)
    status, *lines = head.strip().split(b"\r\n")
    length = next(int(line[16:]) for line in lines if line.startswith(b"content-length: "))
    body = b""
    while len(body) < length:
        body += client.recv(length - len(body))
    changing = (b"date: ", b"x-request-id: ")
    return status, sorted(line for line in lines if not line.startswith(changing)), body


def test_a_whole_answer_is_the_one_that_uvicorn_writes(directory: Path) -> None:
    with opened(directory) as place, listening(place, PATIENCE) as port, connect(port) as client:
        client.sendall(COMMAND + COMMAND)  # pipelined: answered one after the other
        first, second = read_answer(client), read_answer(client)
        desk, place.app.commands = place.app.commands, None  # by Litestar and uvicorn
        client.sendall(COMMAND)
        third = read_answer(client)
        place.app.commands = desk
        client.sendall(LAST)
        status, lines, _ = read_answer(client)
        assert first == second == third and first[0] == status == b"HTTP/1.1 401 Unauthorized"
        assert lines == sorted([*first[1], b"connection: close"])
        assert rest(client) == b""
        assert place.app.observer.statuses[401] == 4
        assert place.app.observer.refusals["NOT_LOGGED_IN"] == 4


def test_a_whole_answer_is_one_packet(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packets: list[bytes] = []

    class Transport:
        """Notes what is written to the connection's own."""

        def __init__(self, real: Any) -> None:
            self.real = real

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def write(self, data: bytes) -> None:
            packets.append(data)
            self.real.write(data)

    def connection_made(self: Connection, transport: Any) -> None:
        original(self, Transport(transport))

    original: Any = Connection.connection_made
    monkeypatch.setattr(Connection, "connection_made", connection_made)
    with opened(directory) as place, listening(place, PATIENCE) as port, connect(port) as client:
        client.sendall(COMMAND)
        body = read_answer(client)[2]
        assert len(packets) == 1 and packets[0].endswith(b"\r\n\r\n" + body)


def test_answered_requests_leave_nothing_to_the_collector(port: int) -> None:
    """The collector comes to what has lived for a while only when the server rests."""
    gc.disable()
    try:
        with connect(port) as client:
            for _ in range(50):
                client.sendall(WHOLE)
                head = client.recv(65536)
                assert head.startswith(b"HTTP/1.1 200 ")
                while b"\r\n\r\n" not in head or not head.endswith(b"}"):
                    head += client.recv(65536)
        cycles = [each for each in gc.get_objects() if isinstance(each, RequestResponseCycle)]
        assert len(cycles) <= 2
    finally:
        gc.enable()
