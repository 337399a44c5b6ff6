"""`pitboss serve` as a process of its own, without any configuration."""

import json
import re
import socket
import subprocess
import sys
import textwrap
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kit.house_process import HouseProcess
from kit.sockets import connect
from kit.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "http://127.0.0.1:8235"  # where ./pit run opens the house


@contextmanager
def served(directory: Path, *options: str) -> Iterator[HouseProcess]:
    house = HouseProcess(directory, *options)
    try:
        yield house
    finally:
        house.stop()
        errors = house.errors.read_text()
        assert "Traceback" not in errors, errors


def get(house: HouseProcess, path: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(house.url + path, timeout=PATIENCE) as answer:
        return answer.status, answer.read()


def test_the_house_answers_as_soon_as_it_says_it_is_open(directory: Path) -> None:
    with served(directory) as house:
        address = re.fullmatch(r"Pitboss is open at http://([\d.]+):(\d+)/\n", house.first_line)
        assert address is not None, house.first_line
        with socket.create_connection((address[1], int(address[2])), PATIENCE) as client:
            client.sendall(b"GET /health HTTP/1.1\r\nhost: house\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 200"


def test_a_port_that_is_taken_is_not_announced(directory: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        argv = [sys.executable, "-m", "pitboss", "serve", "--data", str(directory)]
        argv += ["--port", str(other.getsockname()[1])]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "cannot listen on 127.0.0.1" in done.stderr and "choose another --port" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def shown_in_the_readme() -> str:
    """The first block of the README that speaks to the house."""
    blocks = re.findall(r"(?:^    .*\n|^\n)+", (ROOT / "README.md").read_text(), re.MULTILINE)
    (example,) = (block for block in blocks if "pitboss.client import" in block)
    return textwrap.dedent(example).strip() + "\n"


def test_from_nothing_to_a_settled_round(directory: Path) -> None:
    """The README's own lines, with no configuration but the port."""
    with served(directory) as house:
        code = shown_in_the_readme()
        assert code.count(ADDRESS) == 1
        program = [sys.executable, "-c", code.replace(ADDRESS, house.url)]
        done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(r"Round 1 is settled: \d+\.\d\d of 100\.00 in chips\.\n", done.stdout)
        while not (link := house.line()).startswith("First administrator"):
            assert link, "the house ended"
        path = link.rstrip().split(house.url)[1]
        status, page = get(house, path)
        assert status == 200 and b"<form" in page
        assert json.loads(get(house, "/api/openapi.json")[1])["paths"]


def test_sockets_over_the_wire(directory: Path) -> None:
    with served(directory) as house:
        address = house.url.replace("http", "ws")
        with connect(f"{address}/api/tables/three-primes/live") as live:
            first = json.loads(live.recv(timeout=PATIENCE))
            assert first["seq"] and first["view"]["phase"] == "bets"
        with connect(f"{address}/api/tables/none/live") as live:
            assert json.loads(live.recv(timeout=PATIENCE))["error"]["name"] == "NO_SUCH_TABLE"
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
            assert "none" in closed.value.rcvd.reason
        hostile = {"Origin": "http://evil.test"}
        with (
            pytest.raises(InvalidStatus),
            connect(f"{address}/api/tables/three-primes/live", additional_headers=hostile),
        ):
            raise AssertionError("a hostile page was let in")


@pytest.mark.parametrize(
    ("proxies", "believed"),
    [((), False), (("--behind-proxy", "127.0.0.1"), True), (("--behind-proxy", "::1"), False)],
)
def test_a_proxy_is_believed_only_when_it_is_named(
    directory: Path, proxies: tuple[str, ...], believed: bool
) -> None:
    """The session's cookie is the evidence: over HTTPS it is for HTTPS only."""
    with served(directory, *proxies) as house:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        request = urllib.request.Request(house.url + "/api/guest", b"", headers, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert ("Secure" in answer.headers["Set-Cookie"]) == believed


def test_the_example_is_what_the_readme_shows_and_short() -> None:
    text = (ROOT / "examples" / "guest.py").read_text()
    lines = [line for line in text.splitlines() if line.strip()][1:]
    assert lines == [line for line in shown_in_the_readme().splitlines() if line.strip()]
    assert len(lines) < 20
