"""The server: uvicorn with the settings of a house, and how it opens and closes."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

import uvicorn

from pitboss.errors import PitbossError
from pitboss.web.collector import COLLECTOR
from pitboss.web.connections import REQUEST_SECONDS, Connection
from pitboss.web.hosts import Hosts
from pitboss.web.push.frames import FrameSocket
from pitboss.web.push.hub import Hub
from pitboss.web.rate_limits import Application

MAX_MESSAGE_BYTES: Final = 64 * 1024  # that a client may send over a WebSocket
MAX_METRICS_PORTS: Final = 64
TICK_SECONDS: Final = 1.0  # between two updates of the Date header
GOODBYE_SECONDS: Final = 0.5  # for watchers, who are told why
CLOSING_SECONDS: Final = 2  # for requests under way
# A thread that needs the interpreter waits this long while another uses it. With Python's default
# of 5 ms the writer would wait after each statement while the loop pushes, and the loop in turn.
SWITCH_SECONDS: Final = 0.001
EXIT_SECONDS: Final = 4.5  # from the signal to the end of the process, whatever still runs

_log = logging.getLogger("pitboss")


def configure(
    app: Application, proxies: Sequence[str] = (), seconds: float = REQUEST_SECONDS
) -> uvicorn.Config:
    """`seconds` is how long a request may take to arrive."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=type("Connection", (Connection,), {"seconds": seconds}),
        ws=FrameSocket,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # it costs as much again as sending does
        log_config=None,  # `logs` sets it up
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        # Trusting every client's headers would let it choose the address its requests count under.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )


def set_edge(
    app: Application, bound: str, names: Sequence[str], metrics_port: int | None
) -> list[socket.socket]:
    """Tells the application its hosts and the port of its metrics; returns that port's socket.

    Of several processes with the same port for metrics, each takes the next that is free.
    """
    app.hosts = Hosts(names, bound)
    if metrics_port is None:
        return []
    family = socket.AF_INET6 if ":" in bound else socket.AF_INET
    for number in range(metrics_port, metrics_port + MAX_METRICS_PORTS if metrics_port else 1):
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((bound, number))
            listener.listen()
        except OSError:
            listener.close()
            continue
        app.metrics_port = listener.getsockname()[1]
        return [listener]
    raise PitbossError(
        f"cannot listen on {bound}:{metrics_port}", what_to_do="choose another --metrics-port"
    )


class Server(uvicorn.Server):
    """`announce` is called once requests are answered.

    `exit_seconds` after a signal the process ends, whatever still runs; None lets it run on.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        hub: Hub,
        announce: Callable[[], None],
        exit_seconds: float | None = EXIT_SECONDS,
    ) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._exit = asyncio.Event()
        super().__init__(config)
        self.hub, self.announce, self.exit_seconds = hub, announce, exit_seconds
        self._collecting: asyncio.Task[None] | None = None

    @property
    def should_exit(self) -> bool:
        return self._should_exit

    @should_exit.setter
    def should_exit(self, value: bool) -> None:
        """A signal or another thread sets it, which wakes the loop."""
        self._should_exit = value
        loop = self._loop
        if value and loop is not None:
            with contextlib.suppress(RuntimeError):  # it has just been closed
                loop.call_soon_threadsafe(self._exit.set)

    async def main_loop(self) -> None:
        """Sleeps a second at a time; uvicorn's own loop checks for an exit ten times a second."""
        self._loop, self._exit = asyncio.get_running_loop(), asyncio.Event()
        while not await self.on_tick(0):  # sets the Date header
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._exit.wait(), TICK_SECONDS)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.setswitchinterval(SWITCH_SECONDS)
            COLLECTOR.start()
            beats = COLLECTOR.run(lambda: self.server_state.total_requests)
            self._collecting = asyncio.create_task(beats)
            self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answers waiting polls and closes sockets; no client keeps the house from closing."""
        if self.exit_seconds is not None:
            _exit_after(self.exit_seconds)
        self.hub.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self.hub.watchers:
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)
        if self._collecting is not None:
            self._collecting.cancel()
        COLLECTOR.stop()


def _exit_after(seconds: float) -> None:
    """Ends the process even if a thread still waits for a database that does not answer.

    That loses nothing: all that was acknowledged is durable.
    """

    def end() -> None:
        _log.error("the house did not close within %g seconds, and ends now", seconds)
        logging.shutdown()
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
