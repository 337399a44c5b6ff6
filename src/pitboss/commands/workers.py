"""`pitboss serve --workers N`: N processes on one port, and the supervisor that keeps them running.

The supervisor binds a socket for each worker (`SO_REUSEPORT`: the system spreads connections over
them) and passes it on. A worker that dies is started again; when the supervisor ends, all end.
"""

import contextlib
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

import click

from pitboss.errors import PitbossError

END_SECONDS: Final = 4.0  # between the request to end and the kill
_SHORT_LIFE: Final = 5.0  # a worker that dies sooner is not started again at once
_LONGEST_PAUSE: Final = 10.0
_NOT_PASSED: Final = ("workers", "worker", "house_file", "book")  # options of the supervisor alone


class Port:
    """Claims a port for several sockets of this process, and for nobody else."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # Without SO_REUSEPORT first: another house on this port must be refused.
            with self._socket() as probe:
                probe.bind((host, port))
                self.number = int(probe.getsockname()[1])
            self._claim = self.bind()
        except OSError as error:
            raise PitbossError(
                f"cannot listen on {host}:{port}: {error.strerror}",
                what_to_do="choose another --port",
            ) from error

    def _socket(self) -> socket.socket:
        # asyncio sets TCP_NODELAY only on a socket that names its protocol.
        each = socket.socket(self.family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return each

    def bind(self) -> socket.socket:
        """Another socket on the port; it gets connections once somebody listens on it."""
        each = self._socket()
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        each.bind((self.host, self.number))
        return each

    def close(self) -> None:
        self._claim.close()


class Inheritance(NamedTuple):
    """The file numbers that a worker gets from its supervisor."""

    listener: int
    ready: int  # closed by the worker once it answers requests
    life: int  # ends with the supervisor

    @classmethod
    def parse(cls, text: str) -> "Inheritance":
        return cls(*(int(word) for word in text.split(",")))

    def __str__(self) -> str:
        return ",".join(str(number) for number in self)

    def open_listener(self) -> socket.socket:
        listener = socket.socket(fileno=self.listener)
        listener.listen()
        return listener

    def report_ready(self) -> None:
        os.write(self.ready, b"ready")
        os.close(self.ready)

    def end_with_supervisor(self) -> None:
        """Ends this process as SIGTERM does when the supervisor ends, for whatever reason."""

        def watch() -> None:
            os.read(self.life, 1)
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=watch, name="supervisor", daemon=True).start()


class Message(NamedTuple):
    what: Literal["ready", "dead", "restart", "stop"]
    slot: int = 0


class Worker:
    """One process, and the threads that report what becomes of it."""

    def __init__(
        self, slot: int, argv: Sequence[str], port: Port, inbox: "queue.SimpleQueue[Message]"
    ) -> None:
        self.slot, self.ready, self.began = slot, False, time.monotonic()
        self._inbox = inbox
        ready, ready_end = os.pipe()
        life_end, self._life = os.pipe()
        with port.bind() as listener:
            numbers = Inheritance(listener.fileno(), ready_end, life_end)
            self.process = subprocess.Popen(
                [*argv, "--worker", str(numbers)], pass_fds=tuple(numbers)
            )
        os.close(ready_end)
        os.close(life_end)
        threading.Thread(target=self._watch, args=(ready,), daemon=True).start()

    def _watch(self, ready: int) -> None:
        if os.read(ready, 5):
            self._inbox.put(Message("ready", self.slot))
        os.close(ready)
        self.process.wait()
        os.close(self._life)
        self._inbox.put(Message("dead", self.slot))


class Supervisor:
    def __init__(self, argv: Sequence[str], count: int, port: Port) -> None:
        """`argv` is the command line of a worker without its option `--worker`."""
        self.argv, self.port = argv, port
        self.inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self.workers: dict[int, Worker] = {}
        self._count = count
        self._pauses = dict.fromkeys(range(count), 0.0)

    def run(self, announce: Callable[[], None]) -> int:
        """Runs until SIGTERM or SIGINT; calls `announce` once every worker answers requests."""
        for kind in (signal.SIGTERM, signal.SIGINT):
            signal.signal(kind, lambda *_: self.inbox.put(Message("stop")))
        for slot in range(self._count):
            self._start(slot)
        is_open = False
        while (message := self.inbox.get()).what != "stop":
            if message.what == "ready":
                self.workers[message.slot].ready = True
                if not is_open and all(worker.ready for worker in self.workers.values()):
                    is_open = True
                    announce()
            elif message.what == "restart":
                self._start(message.slot)
            elif is_open:
                self._restart(message.slot)
            else:
                self._end()
                return 1  # the worker's own message is on stderr
        self._end()
        return 0

    def _start(self, slot: int) -> None:
        self.workers[slot] = Worker(slot, self.argv, self.port, self.inbox)

    def _restart(self, slot: int) -> None:
        worker = self.workers[slot]
        short = time.monotonic() - worker.began < _SHORT_LIFE
        pause = min(max(1.0, 2 * self._pauses[slot]), _LONGEST_PAUSE) if short else 0.0
        self._pauses[slot] = pause
        code = worker.process.returncode
        click.echo(f"pitboss: worker {slot + 1} ended with {code}; it starts again", err=True)
        if not pause:
            self._start(slot)
            return
        # The wait must not delay messages about the other workers.
        timer = threading.Timer(pause, lambda: self.inbox.put(Message("restart", slot)))
        timer.daemon = True
        timer.start()

    def _end(self) -> None:
        """Ends every worker: with SIGTERM, and with SIGKILL after a timeout."""
        processes = [worker.process for worker in self.workers.values()]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        limit = time.monotonic() + END_SECONDS
        for process in processes:
            try:
                process.wait(max(0.0, limit - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def worker_argv(context: click.Context) -> list[str]:
    """The command line of this command, without the options of the supervisor."""
    argv = [sys.executable, "-m", "pitboss", str(context.command.name)]
    for option in context.command.params:
        value: Any = context.params.get(option.name or "")
        if option.name in _NOT_PASSED or value is None:
            continue
        if isinstance(option, click.Option) and option.is_flag:
            argv += [option.opts[0]] if value else list(option.secondary_opts[:1])
            continue
        for each in value if option.multiple else (value,):
            argv += [option.opts[0], str(each)]
    return argv


def refuse_sqlite(url: str | None) -> None:
    """Refuses several processes for a house on SQLite."""
    if url is None or not url.startswith(("postgres:", "postgresql:", "postgresql+")):
        raise PitbossError(
            "a house on SQLite has one server process",
            where="--workers",
            what_to_do="leave --workers out, or name a PostgreSQL database with --db",
        )
