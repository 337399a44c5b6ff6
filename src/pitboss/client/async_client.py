"""The client for programs on an event loop; the same methods as `sync_client`, awaited."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from typing import Any, Self

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

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


class AsyncClient(ClientSession[Coroutine[Any, Any, Any]]):
    """A session at a house."""

    def __init__(self, url: str = "http://127.0.0.1:8235", token: str = "") -> None:
        super().__init__(url, token)
        self._http = httpx.AsyncClient(base_url=f"{self.url}/api", timeout=PATIENCE_SECONDS)

    async def guest(self) -> str:
        """Starts a guest's session with practice chips; returns the guest's name."""
        return self._opened(await self.request("POST", "/guest"))

    async def login(self, name: str, password: str) -> str:
        credentials = {"name": name, "password": password}
        return self._opened(await self.request("POST", "/login", json=credentials))

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


class AsyncSeat(SeatCommands[Coroutine[Any, Any, Any]]):
    """A seat at a table. Amounts are cents."""

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
