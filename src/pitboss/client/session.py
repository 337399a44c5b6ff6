"""What both clients share: the session at a house, and the commands of a seat."""

import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")  # of the house; on an event loop, the coroutine that waits for it


class ClientSession(ABC, Generic[Answer]):
    """A session at a house."""

    def __init__(self, url: str = "http://127.0.0.1:8235", token: str = "") -> None:
        self.url, self.token = url.rstrip("/"), token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _opened(self, session: dict[str, Any]) -> str:
        self.token = session["token"]
        return str(session["name"])

    @abstractmethod
    def request(self, method: str, path: str, **options: Any) -> Answer:
        """Sends a request to any address of the API; returns its answer or raises `ApiError`."""


class SeatCommands(Generic[Answer]):
    """A seat at a table, which returns the house's answer to each command. Amounts are cents."""

    def __init__(self, client: ClientSession[Answer], table: str, number: int) -> None:
        self.client, self.table, self.number, self.seq = client, table, number, 0

    def bet(self, **stakes: int) -> Answer:
        """Places stakes by spot (`third_street` is third-street)."""
        by_spot = {spot.replace("_", "-"): cents for spot, cents in stakes.items()}
        return self.command("Bet", stakes=by_spot)

    def ready(self) -> Answer:
        """Gives up the remaining time to bet."""
        return self.client.request("POST", f"/tables/{self.table}/ready")

    def act(self, act: str, multiple: int | None = None, spot: str | None = None) -> Answer:
        return self.command("Act", act=act, multiple=multiple, spot=spot)

    def discard(self, cards: Sequence[str] = ()) -> Answer:
        """Discards cards by name; without any, the seat stands pat."""
        return self.command("Discard", cards=list(cards))

    def leave(self) -> Answer:
        return self.command("Leave")

    def command(self, kind: str, **fields: Any) -> Answer:
        """Gives a command under an id of its own, so that sending it again has no second effect."""
        fields = {key: value for key, value in fields.items() if value is not None}
        command = {"type": kind, "seat": self.number, **fields}
        body = {"id": uuid.uuid4().hex, "command": command}
        return self.client.request("POST", f"/tables/{self.table}/commands", json=body)
