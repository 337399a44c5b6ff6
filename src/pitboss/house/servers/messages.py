"""What servers tell each other over PostgreSQL's NOTIFY: tables that moved, and notices.

    3f9a01bc moved prime:118 flush:64       tables and the numbers where their logs end
    3f9a01bc notice ready prime 1 3         a notice's kind and text

The first word is the sender, which skips its own messages. A channel belongs to one database, and
so to one house.
A message holds fewer than 8,000 bytes.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

CHANNEL: Final = "pitboss"
MAX_BYTES: Final = 7_900
_NOTIFY: Final = "SELECT pg_notify('pitboss', m) FROM unnest(%s::text[]) AS m"


class Executor(Protocol):
    """A driver's connection, or its cursor."""

    def execute(self, query: str, params: Any = None, /) -> object: ...


class Moved(NamedTuple):
    """Tables, each with the last number of its log."""

    server: str
    ends: dict[str, int]


class Notice(NamedTuple):
    server: str
    kind: str
    text: str


def moved_messages(server: str, ends: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Splits the tables over as many messages as they need, in order."""
    head = f"{server} moved"
    line = head
    for table, seq in ends:
        word = f" {table}:{seq}"
        if len(line) + len(word) > MAX_BYTES:
            yield line
            line = head
        line += word
    if line != head:
        yield line


def notice_message(server: str, kind: str, text: str) -> str:
    message = f"{server} notice {kind} {text}"
    if len(message.encode()) > MAX_BYTES:
        raise ValueError(f"a notice {kind!r} of {len(message)} characters is too long to send")
    return message


def read_message(message: str) -> Moved | Notice | None:
    """None for what this program does not understand: a newer one may run beside it."""
    server, _, rest = message.partition(" ")
    kind, _, text = rest.partition(" ")
    if kind == "moved":
        pairs = (word.rpartition(":") for word in text.split())
        return Moved(server, {table: int(seq) for table, _, seq in pairs if seq.isdecimal()})
    if kind == "notice":
        name, _, body = text.partition(" ")
        return Notice(server, name, body)
    return None


def notify(connection: Executor, messages: Iterable[str]) -> None:
    """Sends messages if and when the connection's transaction commits."""
    batch = list(messages)
    if batch:
        connection.execute(_NOTIFY, (batch,))
