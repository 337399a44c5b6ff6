"""`pitboss serve --workers`: several processes on one port, restarted by a supervisor."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kit.house_process import HouseProcess
from kit.lateness import Lateness
from kit.tiers import limit
from kit.waiting import PATIENCE, wait_until
from pitboss.commands.serve import command
from pitboss.commands.workers import Port, worker_argv
from pitboss.errors import PitbossError

END_SECONDS = 5.0


def children(pid: int) -> set[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return {int(word) for word in path.read_text().split()}


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def answers(house: HouseProcess) -> bool:
    """Whether a new connection is answered; one to a worker that just died is cut."""
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{house.url}/health", timeout=PATIENCE).status_code == 200
    return False


def test_workers_of_one_house(place: Path, postgres_url: str) -> None:
    """A dead worker is started again, the port is taken, and one signal ends all in time."""
    house = HouseProcess(place, "--db", postgres_url, "--workers", "2")
    supervisor = house.process.pid
    workers = children(supervisor)
    assert len(workers) == 2
    victim, other = sorted(workers)
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: not alive(victim))
    wait_until(lambda: answers(house))
    wait_until(lambda: len(children(supervisor) - {victim}) == 2)
    assert other in children(supervisor)
    port = house.url.rpartition(":")[2]
    for options in (("--workers", "2"), ()):
        options = ("--data", str(place), "--port", port, "--db", postgres_url, *options)
        with pytest.raises(PitbossError, match="cannot listen"):
            command.main(options, standalone_mode=False)
    workers = children(supervisor)
    with Lateness() as late:
        began = time.monotonic()
        assert house.stop(signal.SIGTERM) == 0
        elapsed = time.monotonic() - began
    assert elapsed - late.seconds < limit(END_SECONDS)
    assert not any(alive(pid) for pid in workers)


SUPERVISOR = """
import sys
from pitboss.commands.workers import Port, Supervisor
argv = [sys.executable, "-c", sys.argv[1]]
Supervisor(argv, 3, Port("127.0.0.1", 0)).run(lambda: print("open", flush=True))
"""
WORKER = """
import signal, sys, time
from pitboss.commands.workers import Inheritance
numbers = Inheritance.parse(sys.argv[2])
{before}
numbers.end_with_supervisor()
numbers.report_ready()
time.sleep(3600)
"""


@contextlib.contextmanager
def supervised(before: str = "") -> Iterator["subprocess.Popen[str]"]:
    """A supervisor of three workers that do nothing."""
    argv = [sys.executable, "-c", SUPERVISOR, WORKER.format(before=before)]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_no_worker_outlives_a_killed_supervisor() -> None:
    with supervised() as process:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        workers = children(process.pid)
        assert len(workers) == 3
        process.kill()
        wait_until(lambda: not any(alive(pid) for pid in workers))


def test_workers_that_do_not_heed_the_signal_are_killed() -> None:
    with supervised("signal.signal(signal.SIGTERM, signal.SIG_IGN)") as process:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        workers = children(process.pid)
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert not any(alive(pid) for pid in workers)


def test_a_worker_that_cannot_start_ends_the_command() -> None:
    with supervised("sys.exit('no such house')") as process:
        text, errors = process.communicate(timeout=PATIENCE)
        assert text == "" and "no such house" in errors


@pytest.mark.parametrize("database", [(), ("--db", "sqlite:///house.db"), ("--db", "house.db")])
def test_sqlite_is_refused_with_a_sentence(place: Path, database: tuple[str, ...]) -> None:
    options = ("--data", str(place), "--workers", "2", *database)
    with pytest.raises(PitbossError, match="a house on SQLite has one server process"):
        command.main(options, standalone_mode=False)
    assert not list(place.iterdir())


def test_sockets_of_one_port_share_it_among_themselves_only() -> None:
    port = Port("127.0.0.1", 0)
    with port.bind() as first, port.bind() as second:
        first.listen()
        second.listen()
        with pytest.raises(OSError, match="in use"), socket.socket() as other:
            other.bind(("127.0.0.1", port.number))
    port.close()


def test_workers_get_every_option_of_the_command() -> None:
    argv = ["--db", "postgresql://x/y", "--workers", "3", "--house", "a.toml"]
    argv += ["--rules", str(Path(__file__).parents[2] / "examples/river-stud.toml")]
    argv += ["--behind-proxy", "10.0.0.1", "--behind-proxy", "10.0.0.2", "--port", "81"]
    context = command.make_context("serve", argv)
    passed = worker_argv(context)[3:]
    assert not {"--workers", "--house", "--rules"} & set(passed)
    again = command.make_context("serve", passed[1:])
    for name in context.params.keys() - {"workers", "house_file", "worker", "book"}:
        first, second = context.params[name], again.params[name]
        if isinstance(first, tuple):  # a proxy's other spelling is added to it again
            assert set(first) <= set(second), name
        else:
            assert first == second, name
