"""The client for ordinary programs, which wait for each answer."""

import time
from collections.abc import Iterator
from typing import Any, Self

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from pitboss.client.messages import (
    MAX_RETRIES,
    PATIENCE_SECONDS,
    RETRY_SECONDS,
    TableUpdate,
    reply_of,
    socket_address,
    update_of,
)
from pitboss.client.session import ClientSession, SeatCommands


class Client(ClientSession[Any]):
    """A session at a house."""

    def __init__(self, url: str = "http://127.0.0.1:8235", token: str = "") -> None:
        super().__init__(url, token)
        self._http = httpx.Client(base_url=f"{self.url}/api", timeout=PATIENCE_SECONDS)

    def guest(self) -> str:
        """Starts a guest's session with practice chips; returns the guest's name."""
        return self._opened(self.request("POST", "/guest"))

    def login(self, name: str, password: str) -> str:
        return self._opened(
            self.request("POST", "/login", json={"name": name, "password": password})
        )

    def lobby(self) -> list[dict[str, Any]]:
        """The tables of the house."""
        reply = self.request("GET", "/tables")
        return list(reply["tables"] if isinstance(reply, dict) else reply)

    def sit(self, table: str, cents: int, seat: int | None = None) -> "ClientSeat":
        """Takes a seat, the first free one unless it is named, and buys in."""
        wish = {"cents": cents, **({"seat": seat} if seat else {})}
        reply = self.request("POST", f"/tables/{table}/seat", json=wish)
        return ClientSeat(self, table, int(reply["seat"]))

    def request(self, method: str, path: str, **options: Any) -> Any:
        """Sends a request to any address of the API; returns its answer or raises `ApiError`."""
        reply = self._http.request(method, path, headers=self.headers, **options)
        return reply_of(reply.status_code, reply.content)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class ClientSeat(SeatCommands[Any]):
    """A seat at a table. Amounts are cents."""

    def look(self) -> TableUpdate:
        """The table as it is now."""
        return self._poll(0)

    def follow(self, *, socket: bool = True) -> Iterator[TableUpdate]:
        """Updates as they come, over a WebSocket or by long polling. Resumes a lost connection, and
        gives up after `MAX_RETRIES` attempts without an update.
        """
        retries = 0
        while True:
            try:
                for update in self._updates() if socket else self._polls():
                    retries, self.seq = 0, update.number_after(self.seq)
                    yield update
            except (OSError, httpx.TransportError, WebSocketException):
                retries += 1
                if retries > MAX_RETRIES:
                    raise
                time.sleep(RETRY_SECONDS)

    def _updates(self) -> Iterator[TableUpdate]:
        address = socket_address(self.client.url, self.table, self.seq)
        with connect(
            address,
            additional_headers=self.client.headers,
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
        ) as live:
            for message in live:
                yield update_of(message)

    def _polls(self) -> Iterator[TableUpdate]:
        while True:
            yield self._poll(self.seq)

    def _poll(self, after: int) -> TableUpdate:
        options = {"params": {"after": after}} if after else {}
        reply = self.client.request("GET", f"/tables/{self.table}", **options)
        return TableUpdate(reply["seq"], reply["view"], reply.get("events", []))
