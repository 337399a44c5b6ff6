"""The client for programs on an event loop; the same methods as `sync_client`, awaited."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any, Self

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

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


class AsyncClient:
    """A session at a house."""

    def __init__(self, url: str = "http://127.0.0.1:8235", token: str = "") -> None:
        self.url = url.rstrip("/")
        self._http = httpx.AsyncClient(base_url=f"{self.url}/api", timeout=PATIENCE_SECONDS)
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def guest(self) -> str:
        """Starts a guest's session with practice chips; returns the guest's name."""
        return self._opened(await self.request("POST", "/guest"))

    async def login(self, name: str, password: str) -> str:
        credentials = {"name": name, "password": password}
        return self._opened(await self.request("POST", "/login", json=credentials))

    def _opened(self, session: dict[str, Any]) -> str:
        self.token = session["token"]
        return str(session["name"])

    async def lobby(self) -> list[dict[str, Any]]:
        """The tables of the house."""
        reply = await self.request("GET", "/tables")
        return list(reply["tables"] if isinstance(reply, dict) else reply)

    async def sit(self, table: str, cents: int, seat: int | None = None) -> "AsyncSeat":
        """Takes a seat, the first free one unless it is named, and buys in."""
        wish = {"cents": cents, **({"seat": seat} if seat else {})}
        reply = await self.request("POST", f"/tables/{table}/seat", json=wish)
        return AsyncSeat(self, table, int(reply["seat"]))

    async def request(self, method: str, path: str, **options: Any) -> Any:
        """Sends a request to any address of the API; returns its answer or raises `ApiError`."""
        reply = await self._http.request(method, path, headers=self.headers, **options)
        return reply_of(reply.status_code, reply.content)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


class AsyncSeat:
    """A seat at a table. Amounts are cents."""

    def __init__(self, client: AsyncClient, table: str, number: int) -> None:
        self.client, self.table, self.number, self.seq = client, table, number, 0

    async def look(self) -> TableUpdate:
        """The table as it is now."""
        return await self._poll(0)

    async def follow(self, *, socket: bool = True) -> AsyncGenerator[TableUpdate, None]:
        """Updates as they come, over a WebSocket or by long polling. Resumes a lost connection, and
        gives up after `MAX_RETRIES` attempts without an update.
        """
        retries = 0
        while True:
            try:
                async for update in self._updates() if socket else self._polls():
                    retries, self.seq = 0, update.number_after(self.seq)
                    yield update
            except (OSError, httpx.TransportError, WebSocketException):
                retries += 1
                if retries > MAX_RETRIES:
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    async def _updates(self) -> AsyncIterator[TableUpdate]:
        address = socket_address(self.client.url, self.table, self.seq)
        async with connect(
            address,
            additional_headers=self.client.headers,
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
        ) as live:
            async for message in live:
                yield update_of(message)

    async def _polls(self) -> AsyncIterator[TableUpdate]:
        while True:
            yield await self._poll(self.seq)

    async def _poll(self, after: int) -> TableUpdate:
        options = {"params": {"after": after}} if after else {}
        reply = await self.client.request("GET", f"/tables/{self.table}", **options)
        return TableUpdate(reply["seq"], reply["view"], reply.get("events", []))

    async def bet(self, **stakes: int) -> None:
        """Places stakes by spot (`third_street` is third-street)."""
        await self.command("Bet", stakes=spots(stakes))

    async def ready(self) -> None:
        """Gives up the remaining time to bet."""
        await self.client.request("POST", f"/tables/{self.table}/ready")

    async def act(self, act: str, multiple: int | None = None, spot: str | None = None) -> None:
        await self.command("Act", act=act, multiple=multiple, spot=spot)

    async def discard(self, cards: Sequence[str] = ()) -> None:
        """Discards cards by name; without any, the seat stands pat."""
        await self.command("Discard", cards=list(cards))

    async def leave(self) -> None:
        await self.command("Leave")

    async def command(self, kind: str, **fields: Any) -> Any:
        body = command_body(kind, self.number, fields)
        return await self.client.request("POST", f"/tables/{self.table}/commands", json=body)
