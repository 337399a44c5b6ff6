"""Connections over HTTP: a request that is never sent to its end is closed."""

import asyncio
import weakref
from functools import partial
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from pitboss.web.errors import ErrorBody, ErrorDetail
from pitboss.web.observer import WHOLE

REQUEST_SECONDS: Final = 15.0  # from a request's first byte to its last
MAX_HEAD_BYTES: Final = 64 * 1024  # of a request's line and headers


class Connection(HttpToolsProtocol):
    """uvicorn's connection, with a limit to the time that a request takes to arrive.

    uvicorn itself limits only the silence after an answer: a client that sends half a request, or
    nothing, would hold its connection for ever.
    """

    seconds = REQUEST_SECONDS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.cycle: RequestResponseCycle | None = None  # type: ignore[assignment]
        self._timer: asyncio.TimerHandle | None = None
        self._incomplete = False  # part of a request has arrived
        self._in_head = False
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._head_bytes = self._head_bytes + len(data) if self._in_head else 0
        if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self._refuse(431, "TOO_LARGE", "the request's headers are too large", "send less")
        idle = self.cycle is None or self.cycle.response_complete
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            self._stop_waiting()  # it is a WebSocket now, or is closing
        elif not self._incomplete and not idle:
            self._stop_waiting()
        elif self._timer is None:
            # Also after bytes that begin no request: they have stopped uvicorn's keep-alive timer.
            self._wait()

    def on_message_begin(self) -> None:
        self._incomplete = self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._incomplete = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if not self._incomplete:
            self._stop_waiting()  # uvicorn waits for the next request from here on
        super().on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        # Weak, because the scope is the cycle's own: a circle would outlive its request, and on a
        # busy floor the collector would not come to it for an hour.
        write = partial(_write_whole, weakref.ref(cycle))
        cycle.scope[WHOLE] = write  # type: ignore[typeddict-unknown-key]
        super()._start_asgi_task(cycle, app)

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.seconds, self._end)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self._incomplete:
            sentence = f"the request did not arrive within {self.seconds:g} seconds"
            self._refuse(408, "TOO_SLOW", sentence, "send it again")
        else:
            self.transport.close()

    def _refuse(self, status: int, name: str, sentence: str, what_to_do: str) -> None:
        if self._in_head:  # the cycle is still that of the previous request
            answering = self.cycle is not None and not self.cycle.response_complete
        else:
            answering = self.cycle is not None and self.cycle.response_started
        if not self.pipeline and not answering:
            self.transport.write(_refusal(status, ErrorDetail(name, sentence, "", what_to_do)))
        self.transport.close()


def _write_whole(
    current: "weakref.ref[RequestResponseCycle]", status: int, lines: bytes, body: bytes
) -> bool:
    """Writes an answer with its head in one packet; False if uvicorn must, which writes two.

    A client may wake up for each packet. This does what the cycle's own `send` does.
    """
    cycle = current()
    if cycle is None or cycle.response_started or cycle.disconnected or cycle.flow.write_paused:
        return False
    cycle.response_started = cycle.response_complete = True
    cycle.waiting_for_100_continue = False
    head = b"".join(b"%s: %s\r\n" % pair for pair in cycle.default_headers)
    end = b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"
    if not cycle.transport.is_closing():  # a client that left reads no answer
        cycle.transport.write(b"".join((STATUS_LINE[status], head, lines, end, body)))
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()
    return True


def _refusal(status: int, detail: ErrorDetail) -> bytes:
    body = msgspec.json.encode(ErrorBody(detail))
    lines = [
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        b"connection: close",
    ]
    return STATUS_LINE[status] + b"\r\n".join(lines) + b"\r\n\r\n" + body
