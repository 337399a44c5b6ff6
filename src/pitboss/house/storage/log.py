"""The append-only log: one entry per command that took effect, in a chain of hashes."""

import functools
import hashlib
import operator
import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage.batch import Batch, statements
from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Row, Step
from pitboss.house.storage.keys import BadSeal, Keys
from pitboss.house.storage.schema.tables import entries, of_round
from pitboss.table import commands as c
from pitboss.table import events as e

__all__ = ["BadSeal", "Body", "Entry"]
HOUSE_STREAM: Final = "house"  # the stream of what happens at no table
GENESIS: Final = bytes(32)
_PAGE: Final = 500
_LENGTH: Final = struct.Struct(">Q").pack


if TYPE_CHECKING:
    AnyCommand = c.Command
    AnyEvent = e.Event
else:  # msgspec decodes by the members of a union
    AnyCommand = functools.reduce(operator.or_, c.AnyCommand)
    AnyEvent = functools.reduce(operator.or_, e.ALL_EVENTS)


class Body(msgspec.Struct, frozen=True):
    """A command and its events, or a note of the house.

    With a command come the id it was given under and the hash of the request, so that the chain
    protects what decides whether a retry has a second effect. Older entries have neither.
    """

    command: AnyCommand | None = None
    events: tuple[AnyEvent, ...] = ()
    note: dict[str, Any] = {}
    id: str = ""
    digest: str = ""


class Entry(msgspec.Struct, frozen=True):
    stream: str
    seq: int
    at: int  # milliseconds
    by_role: str
    by_name: str
    kind: str
    round: int
    sealed: bool
    body: bytes
    hash: bytes

    @property
    def context(self) -> str:
        return f"{self.stream}/{self.seq}"


_ENCODER: Final = msgspec.json.Encoder()  # preserves the order in which stakes were placed
_DECODER: Final = msgspec.json.Decoder(Body)


def entry_hash(previous: bytes, entry: Entry) -> bytes:
    """SHA-256 over the previous hash and every field of this entry, each with its length."""
    fields = (
        entry.stream.encode(),
        b"%d" % entry.seq,
        b"%d" % entry.at,
        entry.by_role.encode(),
        entry.by_name.encode(),
        entry.kind.encode(),
        b"%d" % entry.round,
        b"%d" % entry.sealed,
        entry.body,
    )
    parts = [previous]
    for field in fields:
        parts += (_LENGTH(len(field)), field)
    return hashlib.sha256(b"".join(parts)).digest()


class BrokenLog(PitbossError):
    """An entry that does not follow the one before it."""


def check_link(seq: int, previous: bytes, entry: Entry) -> None:
    """Refuses an entry that is not the next after `seq`, or whose hash does not follow."""
    if entry.seq != seq + 1 or entry_hash(previous, entry) != entry.hash:
        raise broken(f"{entry.stream} entry {entry.seq}: the chain is broken")


def broken(what: str) -> BrokenLog:
    remedy = "run pitboss audit, and restore the newest backup that passes it"
    return BrokenLog(what, what_to_do=remedy)


def deck_order(command: c.Command | None) -> tuple[int, ...]:
    """The order of the deck that a command brings, if the house knows it."""
    return command.order if isinstance(command, c.Shuffle | c.ReceiveCards) else ()


def hides_cards(body: Body) -> bool:
    """Whether a body contains face-down or undealt cards, which must not be read at rest."""
    hidden = any(isinstance(event, _HIDDEN) for event in body.events)
    return hidden or bool(deck_order(body.command))


# Those who read a hand again must not see each other's reading (ruling G50).
_HIDDEN: Final = (e.CardDealt, e.Discarded, e.HandRead)


def append(batch: Batch, previous: bytes, entry: Entry, body: Body) -> Entry:
    """Adds the entry after `previous`; the primary key refuses a second entry of its number."""
    sealed = hides_cards(body)
    plain = _ENCODER.encode(body)
    raw = batch.keys.seal(plain, entry.context) if sealed else plain
    entry = msgspec.structs.replace(entry, sealed=sealed, body=raw)
    entry = msgspec.structs.replace(entry, hash=entry_hash(previous, entry))
    batch.insert(entries, *msgspec.structs.astuple(entry))
    return entry


def read(
    tx: sa.Connection, stream: str, after: int = 0, upto: int | None = None
) -> Iterator[Entry]:
    query = sa.select(entries).where(entries.c.stream == stream).order_by(entries.c.seq)
    if upto is not None:
        query = query.where(entries.c.seq <= upto)
    while True:
        rows = tx.execute(query.where(entries.c.seq > after).limit(_PAGE)).all()
        for row in rows:
            yield Entry(**row._mapping)
        if len(rows) < _PAGE:
            return
        after = rows[-1].seq


def later_entries(store: Store, ends: Mapping[str, int]) -> Step:
    """Asks for the entries of each stream after its number; `read_entry` decodes the rows."""
    return Step(statements(store.engine.dialect).later_entries, sorted(ends.items()))


def read_entry(row: Row) -> Entry:
    stream, seq, at, by_role, by_name, kind, number, sealed, body, digest = row
    return Entry(stream, seq, at, by_role, by_name, kind, number, bool(sealed), body, digest)


def read_round(tx: sa.Connection, stream: str, number: int) -> Iterator[Entry]:
    """The entries of one round, its seed's notes included."""
    query = sa.select(entries).where(of_round(entries, stream, number))
    # Sorted here: to save a sort, SQLite would scan the whole stream by its numbers.
    rows = tx.execute(query).all()
    for row in sorted(rows, key=lambda row: row.seq):
        yield Entry(**row._mapping)


def round_events(tx: sa.Connection, keys: Keys, stream: str, number: int) -> list[e.Event]:
    return [
        event for entry in read_round(tx, stream, number) for event in open_body(keys, entry).events
    ]


def head(tx: sa.Connection, stream: str) -> tuple[int, bytes]:
    """The number and hash of the last entry."""
    query = (
        sa.select(entries.c.seq, entries.c.hash)
        .where(entries.c.stream == stream)
        .order_by(entries.c.seq.desc())
        .limit(1)
    )
    row = tx.execute(query).first()
    return (0, GENESIS) if row is None else (row[0], row[1])


def lock_stream(tx: sa.Connection, stream: str) -> None:
    """Admits one writer of a stream until the transaction ends; SQLite has only one anyway."""
    if tx.dialect.name == "postgresql":
        tx.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(stream))))


def open_body(keys: Keys, entry: Entry) -> Body:
    raw = keys.unseal(entry.body, entry.context) if entry.sealed else entry.body
    return _DECODER.decode(raw)


def new_entry(stream: str, seq: int, at: int, by: c.Actor, kind: str, round_number: int) -> Entry:
    return Entry(stream, seq, at, by.role, by.name, kind, round_number, False, b"", b"")
