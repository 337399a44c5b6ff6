"""Acts that need two persons: one requests it, then another, a floorperson, approves it."""

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.people.notes import note
from pitboss.house.people.persons import Person
from pitboss.house.service import House, Reply, command_hash, earlier_reply, store_reply
from pitboss.house.storage.log import HOUSE_STREAM, AnyCommand, lock_stream
from pitboss.house.storage.schema.tables import approvals
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

TWO_PERSONS: Final[tuple[type[c.Command], ...]] = (c.Fill, c.Correct)
# Of one person or of two: the table says when it wants the second (ruling G52).
ONE_OR_TWO: Final[tuple[type[c.Command], ...]] = (c.Abandon, c.Forfeit)
REQUESTED: Final = "Wanted"  # an entry's kind
_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyCommand)


class NeedsTwo(PitbossError):
    """A two-person act that one person tried to do alone, or the reverse."""

    status = 403


class NoSuchApproval(PitbossError):
    """An approval that is not pending, or never was."""

    status = 404


class ApprovalReply(msgspec.Struct, frozen=True):
    """The entry of the request in the house's log, and its number."""

    table: str
    seq: int
    number: int


def request_approval(
    house: House, person: Person, table_id: str, command: c.Command, command_id: str = ""
) -> int:
    """Requests a floorperson's approval of a command; returns the request's number.

    With an id, a retry makes no second request.
    """
    if not isinstance(command, (*TWO_PERSONS, *ONE_OR_TWO)):
        raise NeedsTwo(f"{type(command).__name__} needs no second person")
    house.live(table_id)
    key, digest = f"{person.name}:{command_id}", f"{table_id} {command_hash(command)}"
    digest = hashlib.sha256(digest.encode()).hexdigest()
    with house.store.begin() as tx:
        lock_stream(tx, HOUSE_STREAM)
        retry = (key, HOUSE_STREAM, digest, ApprovalReply)
        if command_id and (earlier := earlier_reply(tx, *retry)):
            return earlier.number
        number = (tx.execute(sa.select(sa.func.max(approvals.c.number))).scalar() or 0) + 1
        row = {"number": number, "stream": table_id, "command": msgspec.json.encode(command)}
        row |= {"asked_by": person.name, "asked_at": house.clock()}
        tx.execute(sa.insert(approvals).values(**row, decision="waits", decided_by=""))
        body = {"number": number, "table": table_id, "command": msgspec.to_builtins(command)}
        body |= {"by": person.name, "id": command_id}
        seq = note(tx, house, REQUESTED, body, (), house.clock())
        if command_id:
            reply = ApprovalReply(HOUSE_STREAM, seq, number)
            store_reply(tx, key, HOUSE_STREAM, seq, digest, reply)
        return int(number)


def of_two_persons(command: c.Command) -> bool:
    """Whether a command was requested by one person and is given by another."""
    confirmed = isinstance(command, ONE_OR_TWO) and bool(getattr(command, "asked", ""))
    return isinstance(command, TWO_PERSONS) or confirmed


def pending_approvals(house: House) -> list[dict[str, Any]]:
    query = sa.select(approvals).where(approvals.c.decision == "waits")
    with house.store.read() as tx:
        return [approval_record(row) for row in tx.execute(query.order_by(approvals.c.number))]


def approval_record(row: Any) -> dict[str, Any]:
    command = msgspec.json.decode(row.command)
    asked = {"asked_by": row.asked_by, "asked_at": row.asked_at}
    return {"number": row.number, "table": row.stream, "command": command, **asked}


def decide_approval(house: House, person: Person, number: int, *, approve: bool) -> Reply | None:
    """Records a second person's decision. An approved command is given in the approver's name."""
    with house.store.begin() as tx:
        row = _pending(tx, person, number)
        if not approve:
            _mark(tx, house, person, row, "refused")
            return None
    role: Any = person.role
    actor = c.Actor(role, person.name)
    command: c.Command = msgspec.structs.replace(
        _DECODER.decode(row.command), by=actor, at=house.clock() // 1000
    )

    def mark_approved(tx: sa.Connection) -> None:
        """Runs in the command's own transaction, so that two approvals at once act only once."""
        _mark(tx, house, person, _pending(tx, person, number), "approved")

    reply = house.do(actor, row.stream, f"approval {number}", command, mark_approved)
    # A command that comes too early is not refused for good: it waits for the round's end.
    if isinstance(reply, Refusal) and reply.reason is not Reason.IN_A_ROUND:
        with house.store.begin() as tx:
            _mark(tx, house, person, _pending(tx, person, number), "refused")
    return reply


def _pending(tx: sa.Connection, person: Person, number: int) -> Any:
    mine = approvals.c.number == number
    row = tx.execute(sa.select(approvals).where(mine).with_for_update()).first()
    if row is None or row.decision != "waits":
        raise NoSuchApproval(f"no approval with number {number} is pending")
    if row.asked_by == person.name:
        why = "you cannot approve your own request"
        raise NeedsTwo(why, what_to_do="let another floorperson decide")
    return row


def _mark(tx: sa.Connection, house: House, person: Person, row: Any, decision: str) -> None:
    """Stores the decision and logs both persons."""
    result = {"decision": decision, "decided_by": person.name}
    tx.execute(sa.update(approvals).where(approvals.c.number == row.number).values(**result))
    body = {"number": row.number, "table": row.stream, "asked_by": row.asked_by, **result}
    note(tx, house, "Approval", body, (), house.clock())
