"""A server of the campaign `servers` as its clients see it: a process that is asked over pipes."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from pathlib import Path

import msgspec

from house.postgres import BINARIES
from kit.clock import Clock
from kit.waiting import PATIENCE
from soak._server_child import Line, Request

TESTS = Path(__file__).resolve().parents[1]
RETRY_SECONDS = 10.0  # for an answer, before the command goes to another server


class Server:
    """A server's process: requests go in, replies and what it heard come out."""

    def __init__(self, url: str, place: Path, *options: str) -> None:
        argv = [sys.executable, "-P", "-m", "soak._server_child", url, str(place), *options]
        env = {**os.environ, "PYTHONPATH": str(TESTS)}
        with (place / "errors").open("ab") as errors:
            self.process = subprocess.Popen(
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env
            )
        self.heard: dict[str, list[int]] = defaultdict(list)  # table → numbers, as they came
        # Where each table stood when it took commands, and shortly before its end.
        self.begun_at: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        self.alive = threading.Event()
        self.ended = threading.Event()
        self._waiting: dict[int, Future[Line]] = {}
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        decoder = msgspec.json.Decoder(Line)
        for raw in self.process.stdout:
            if not raw.endswith(b"\n"):
                break  # cut off by the kill
            line = decoder.decode(raw)
            if line.number:
                with self._guard:
                    future = self._waiting.pop(line.number, None)
                if future is not None:
                    future.set_result(line)
            elif line.seq:
                self.heard[line.table].append(line.seq)
            else:
                self.alive.set()
        self.ended.set()
        with self._guard:
            lost, self._waiting = list(self._waiting.values()), {}
        for future in lost:
            future.set_exception(ConnectionResetError())

    def has_begun(self) -> bool:
        return self.alive.is_set() or self.ended.is_set()

    def ask(self, request: Request) -> Line | None:
        """The reply, or None if the server died or did not answer in time."""
        future: Future[Line] = Future()
        assert self.process.stdin is not None
        try:
            with self._guard:
                if self.ended.is_set():
                    return None
                self._waiting[request.number] = future
                self.process.stdin.write(msgspec.json.encode(request) + b"\n")
                self.process.stdin.flush()
            return future.result(RETRY_SECONDS)
        except (OSError, LateError):
            return None

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()


class WallClock(Clock):
    """The stage's clock for a house that servers with clocks of their own run."""

    def __call__(self) -> int:
        self.at = time.time_ns() // 1_000_000
        return self.at


def restart_database(data: Path) -> None:
    """Crashes the PostgreSQL of a data directory and lets it recover."""
    user = "nobody" if os.geteuid() == 0 else None
    argv = [str(BINARIES / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "restart"]
    subprocess.run(
        [*argv, "-l", str(data.parent / "log")],
        check=True,
        user=user,
        cwd=data.parent,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
    )
