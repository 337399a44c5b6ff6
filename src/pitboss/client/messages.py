"""Messages of a house to its client: updates and errors."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError

PATIENCE_SECONDS: Final = 60.0  # a long poll waits up to 25 seconds
RETRY_SECONDS: Final = 0.5  # before a lost connection is tried again
MAX_RETRIES: Final = 20


class TableUpdate(msgspec.Struct, frozen=True):
    """A table's events since the last update, and what the client may see after them."""

    seq: int
    view: dict[str, Any]
    events: list[dict[str, Any]] = []
    anew: bool = False  # events are missing before this one: only the view counts

    def number_after(self, seq: int) -> int:
        """The number of the last update, after one with the number `seq`. A gap may lead back: the
        log of a house that was restored from a backup is shorter.
        """
        return self.seq if self.anew else max(seq, self.seq)

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The acts open to this client now; empty when it is not its turn."""
        return list(self.view.get("choices") or ())

    @property
    def discards(self) -> int | None:
        """The most cards that the client may discard now; None when it may not."""
        number: int | None = self.view.get("discards")
        return number

    @property
    def round(self) -> int:
        return int(self.view["round"])

    @property
    def chips(self) -> int:
        """The client's own chips, in cents, stakes not included."""
        return int(self.view.get("chips") or 0)

    def stakes(self, seat: int) -> dict[str, int]:
        rows = (row for row in self.view["seats"] if row["seat"] == seat)
        return dict(next(rows, {"stakes": {}})["stakes"])

    def may_bet(self, seat: int) -> bool:
        """Whether bets are open and the seat has none."""
        return bool(self.view.get("bets")) and not self.stakes(seat)


class ApiError(PitbossError):
    """A refusal of the house; `name` and `status` are those that the API documents."""

    def __init__(self, status: int, error: Mapping[str, str]) -> None:
        super().__init__(
            error.get("sentence", f"the house answered {status}"),
            clause=error.get("clause") or None,
            what_to_do=error.get("what_to_do") or None,
        )
        self.name, self.http_status = error.get("name", "UNKNOWN"), status


def reply_of(status: int, body: bytes) -> Any:
    """Decodes the body; raises an `ApiError` for a refusal."""
    try:
        reply = msgspec.json.decode(body) if body else None
    except msgspec.DecodeError:
        reply = None
    if status >= 400:
        error = reply.get("error", {}) if isinstance(reply, dict) else {}
        raise ApiError(status, error)
    return reply


def update_of(body: bytes | str) -> TableUpdate:
    return msgspec.json.decode(body, type=TableUpdate)


def socket_address(base: str, table: str, after: int) -> str:
    return f"{base.replace('http', 'ws', 1)}/api/tables/{table}/live?after={after}"
