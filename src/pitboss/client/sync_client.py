"""The client for ordinary programs, which wait for each answer."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, Self

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from pitboss.client.messages import (
    MAX_RETRIES,
    PATIENCE_SECONDS,
    RETRY_SECONDS,
    TableUpdate,
    command_body,
    reply_of,
    socket_address,
    spots,
    update_of,
)


class Client:
    """A session at a house."""

    def __init__(self, url: str = "http://127.0.0.1:8235", token: str = "") -> None:
        self.url = url.rstrip("/")
        self._http = httpx.Client(base_url=f"{self.url}/api", timeout=PATIENCE_SECONDS)
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def guest(self) -> str:
        """Starts a guest's session with practice chips; returns the guest's name."""
        return self._opened(self.request("POST", "/guest"))

    def login(self, name: str, password: str) -> str:
        return self._opened(
            self.request("POST", "/login", json={"name": name, "password": password})
        )

    def _opened(self, session: dict[str, Any]) -> str:
        self.token = session["token"]
        return str(session["name"])

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


class ClientSeat:
    """A seat at a table. Amounts are cents."""

    def __init__(self, client: Client, table: str, number: int) -> None:
        self.client, self.table, self.number, self.seq = client, table, number, 0

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

    def bet(self, **stakes: int) -> None:
        """Places stakes by spot (`third_street` is third-street)."""
        self.command("Bet", stakes=spots(stakes))

    def ready(self) -> None:
        """Gives up the remaining time to bet."""
        self.client.request("POST", f"/tables/{self.table}/ready")

    def act(self, act: str, multiple: int | None = None, spot: str | None = None) -> None:
        self.command("Act", act=act, multiple=multiple, spot=spot)

    def discard(self, cards: Sequence[str] = ()) -> None:
        """Discards cards by name; without any, the seat stands pat."""
        self.command("Discard", cards=list(cards))

    def leave(self) -> None:
        self.command("Leave")

    def command(self, kind: str, **fields: Any) -> Any:
        body = command_body(kind, self.number, fields)
        return self.client.request("POST", f"/tables/{self.table}/commands", json=body)
