"""Servers for the load bench, each a process of its own: the house, and a bare one beside it.

What a server costs is read from /proc: processor time and memory of its whole process tree, without
PostgreSQL's processes. Collector pauses are recorded by a `sitecustomize` module, which every
Python process of the server imports by itself.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from house.postgres import fresh_database, own_server
from pitboss.house.audit.program import MANIFEST, PACKAGE, manifest, program_faults
from pitboss.house.coach.warm_up import compile_all
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission import example

HERE: Final = Path(__file__).resolve().parent
HOST: Final = "127.0.0.1"
PATIENCE: Final = 120.0  # seconds until a server that does not answer is called a failure
TABLES: Final = 50
_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")

# Litestar loads plugins for these wherever they are; only the tests' environment has them.
_PAUSES: Final = '''
"""Records the garbage collector's pauses of this process, those above two milliseconds."""
import gc, os, sys, time
sys.modules["pydantic"] = sys.modules["attrs"] = None
_start = _cost = 0.0

def _note(phase, info):
    global _start, _cost
    if phase == "start":
        _start, _cost = time.perf_counter(), time.thread_time()
        return
    pause, cost = time.perf_counter() - _start, time.thread_time() - _cost
    if pause > 0.002:
        with open(f"{os.environ['BENCH_PAUSES']}/{os.getpid()}", "a") as file:
            file.write(f"{time.time()} {pause} {cost}\\n")

gc.callbacks.append(_note)
'''


def processes(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                words = (path / "stat").read_text().rpartition(")")[2].split()
                parents.setdefault(int(words[1]), []).append(int(path.name))
    tree = [pid]
    for member in tree:
        tree += parents.get(member, ())
    return tree


def processor_seconds(pid: int) -> float:
    """Processor time of the server's processes so far."""
    ticks = 0
    for member in processes(pid):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
    return ticks / _TICK


def resident_bytes(pid: int) -> int:
    pages = 0
    for member in processes(pid):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{member}/statm").read_text().split()[1])
    return pages * _PAGE


class Pause(NamedTuple):
    """How long a garbage collection lasted, and its processor time: less if it had to wait."""

    seconds: float
    processor: float


class Server(NamedTuple):
    port: int
    pid: int
    pauses: Path
    started: float  # monotonic, before the process was created

    def longest_pause(self, since: float) -> Pause:
        """The longest garbage collection after `since`, in wall-clock seconds."""
        pauses = [Pause(0.0, 0.0)]
        for path in self.pauses.iterdir():
            for line in path.read_text().splitlines():
                at, *pause = map(float, line.split())
                pauses += [Pause(*pause)] * (at >= since)
        return max(pauses)


def submission(*, betting: int, game: str = "") -> str:
    """A house of 50 tables, of one game or of all four; `betting` is the time to bet in seconds."""
    text = example().partition("[[tables]]")[0]
    games = [game] if game else [*GAMES]
    for number, key in enumerate(games):
        count = TABLES // len(games) + (number < TABLES % len(games))
        text += f'[[tables]]\nname = "Floor {key}"\ngame = "{key}"\ncount = {count}\n'
        text += f"settings = {{ betting = {betting} }}\n\n"
    return text


def write_manifest() -> None:
    """A house whose files differ from its manifest starts no round, so a changed tree needs it."""
    if program_faults():
        (PACKAGE / MANIFEST).write_text(manifest(), encoding="utf-8")
        print(f"{MANIFEST} was older than the code and has been rewritten", flush=True)


def compile_kernels() -> None:
    """As an installation does. Otherwise the first server compiles them some seconds after its
    start, and the compiler's time would be counted as the commands'.
    """
    compile_all(threading.Event(), after=0)


@contextlib.contextmanager
def _serving(argv: list[str], place: Path, *modules: Path) -> Iterator[Server]:
    """A server whose first line names its port; it is ended with the block."""
    pauses = place / "pauses"
    pauses.mkdir(exist_ok=True)
    site = place / "site"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(_PAUSES)
    path = os.pathsep.join(map(str, (site, *modules)))
    env = os.environ | {"PYTHONPATH": path, "BENCH_PAUSES": str(pauses)}
    # As after an installation: nothing is compiled twice, whatever this shell says.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(place.parent / "bytecode")
    started = time.monotonic()
    with (place / "errors").open("a") as errors:
        process = subprocess.Popen(
            argv, stdout=subprocess.PIPE, stderr=errors, text=True, env=env, cwd=place
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = re.search(r"http://[^\s/]+:(\d+)", line)
        assert address is not None, line + (place / "errors").read_text()
        yield Server(int(address[1]), process.pid, pauses, started)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextlib.contextmanager
def house(
    place: Path, database: str, *, betting: int, game: str = "", workers: int = 1
) -> Iterator[Server]:
    """`pitboss serve` with 50 tables. `database` is a URL, or "" for SQLite in `place`."""
    write_manifest()
    file = place / "house.toml"
    file.write_text(submission(betting=betting, game=game))
    argv = [sys.executable, "-m", "pitboss", "serve", "--data", str(place / "data")]
    argv += ["--port", "0", "--house", str(file)]
    argv += ["--db", database] if database else []
    argv += ["--workers", str(workers)] if workers > 1 else []
    with _serving(argv, place) as server:
        wait_for_answer(server.port, "/api/tables")
        yield server


@contextlib.contextmanager
def bare(place: Path, database: str) -> Iterator[Server]:
    """The least that a durable server does: one request, one insert, one answer."""
    argv = [sys.executable, "-m", "bench._bare_server", database or str(place / "bare.db")]
    with _serving(argv, place, HERE.parent) as server:
        wait_for_answer(server.port, "/health")
        yield server


def wait_for_answer(port: int, path: str) -> float:
    """Waits for the first whole answer with status 200; returns when it came (monotonic)."""
    limit = time.monotonic() + PATIENCE
    request = f"GET {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\nconnection: close\r\n\r\n".encode()
    while time.monotonic() < limit:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 10) as link:
            link.sendall(request)
            answer = b""
            while chunk := link.recv(65536):
                answer += chunk
            if answer.startswith(b"HTTP/1.1 200"):
                return time.monotonic()
        time.sleep(0.02)
    raise TimeoutError(f"no answer from {path} within {PATIENCE} s")


def wait_until_idle(server: Server, share: float = 0.15, patience: float = 90.0) -> None:
    """Waits until the background work of a start is done."""
    limit = time.monotonic() + patience
    quiet = 0
    while quiet < 3 and time.monotonic() < limit:
        before = processor_seconds(server.pid)
        time.sleep(0.4)
        busy = (processor_seconds(server.pid) - before) / 0.4
        quiet = quiet + 1 if busy <= share else 0


@contextlib.contextmanager
def databases(kind: str) -> Iterator[Iterator[str]]:
    """New databases of a kind, one after another: "" for SQLite, URLs for PostgreSQL."""
    if kind == "sqlite":
        yield iter(lambda: "", None)
        return
    with own_server(Path(tempfile.gettempdir())) as url:
        names = (f"bench_{number}" for number in range(10_000))
        yield (fresh_database(url, name) for name in names)


@contextlib.contextmanager
def directory() -> Iterator[Path]:
    """A directory on the disk, where a sync costs what it costs."""
    with tempfile.TemporaryDirectory(prefix="pitboss-load-", ignore_cleanup_errors=True) as path:
        yield Path(path)
