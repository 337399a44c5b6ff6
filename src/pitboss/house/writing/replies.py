"""Replies to commands, stored under each command's id, so that no id ever has a second effect."""

import hashlib
from typing import Final, Protocol, TypeVar

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage.schema.tables import commands
from pitboss.table import commands as c
from pitboss.table.refusals import Refusal

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_Stored = TypeVar("_Stored", bound=msgspec.Struct)


class CommandIdReused(PitbossError):
    """A command id that already belongs to a different command."""

    status = 409


class Done(msgspec.Struct, frozen=True):
    """A command that took effect, and where the table's log stands after it."""

    table: str
    seq: int
    events: int  # how many the command caused


Reply = Done | Refusal


class ReplySlot(Protocol):
    """Where the writer puts the reply to a command, or why there is none: once, in its thread."""

    def done(self) -> bool: ...
    def set_result(self, result: Reply, /) -> None: ...
    def set_exception(self, exception: Exception, /) -> None: ...


def answer(slot: ReplySlot, reply: Reply | Exception) -> None:
    """Answers once: a reply given before a failure stands."""
    if slot.done():
        return
    if isinstance(reply, Exception):
        slot.set_exception(reply)
    else:
        slot.set_result(reply)


def command_hash(command: c.Command) -> str:
    """Hashes a command without its time, because a retry comes later."""
    timeless = msgspec.structs.replace(command, at=0)
    return hashlib.sha256(_ENCODER.encode(timeless)).hexdigest()


def encode_reply(reply: msgspec.Struct) -> bytes:
    return _ENCODER.encode(reply)


def reused() -> CommandIdReused:
    return CommandIdReused("this command id was used for another command")


def earlier_reply(
    tx: sa.Connection, key: str, stream: str, digest: str, kind: type[_Stored]
) -> _Stored | None:
    """The stored reply to a command that comes again; refuses its id for another command."""
    row = tx.execute(sa.select(commands).where(commands.c.id == key)).first()
    if row is None:
        return None
    if row.asked != digest or row.stream != stream:
        raise reused()
    return msgspec.json.decode(row.reply, type=kind)


def store_reply(
    tx: sa.Connection, key: str, stream: str, seq: int, digest: str, reply: msgspec.Struct
) -> None:
    row = {"id": key, "stream": stream, "seq": seq, "asked": digest}
    tx.execute(sa.insert(commands).values(**row, reply=encode_reply(reply)))
