"""Acts that need two persons: one asks, another, a floorperson, approves; then it is done."""

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.people.accounts import Person
from pitboss.house.people.cage import note
from pitboss.house.service import CommandIdReused, House, Reply, command_hash
from pitboss.house.storage.log import HOUSE_STREAM, AnyCommand, lock_stream
from pitboss.house.storage.schema.tables import approvals, commands
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

TWO_PERSONS: Final[tuple[type[c.Command], ...]] = (c.Fill, c.Correct)
WANTED: Final = "Wanted"  # an entry's kind
_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyCommand)


class NeedsTwo(PitbossError):
    """An act that one person alone asked for, or approved."""

    status = 403


class NoSuchApproval(PitbossError):
    """An approval that waits no more, or never did."""

    status = 404


class ApprovalReply(msgspec.Struct, frozen=True):
    """Where the house's log has it, and the number it waits under."""

    table: str
    seq: int
    number: int


def ask(
    house: House, person: Person, table_id: str, command: c.Command, command_id: str = ""
) -> int:
    """Puts a command before the floorpersons; the number it waits under.

    With an id, asking again asks for nothing again.
    """
    if not isinstance(command, TWO_PERSONS):
        raise NeedsTwo(f"{type(command).__name__} needs no second person")
    house.live(table_id)
    key, asked = f"{person.name}:{command_id}", f"{table_id} {command_hash(command)}"
    asked = hashlib.sha256(asked.encode()).hexdigest()
    with house.store.begin() as tx:
        lock_stream(tx, HOUSE_STREAM)
        known = tx.execute(sa.select(commands).where(commands.c.id == key)).first()
        if command_id and known is not None:
            if known.asked != asked:
                raise CommandIdReused("this command id was used for another command")
            return msgspec.json.decode(known.reply, type=ApprovalReply).number
        number = (tx.execute(sa.select(sa.func.max(approvals.c.number))).scalar() or 0) + 1
        tx.execute(
            sa.insert(approvals).values(
                number=number,
                stream=table_id,
                command=msgspec.json.encode(command),
                asked_by=person.name,
                asked_at=house.clock(),
                decision="waits",
                decided_by="",
            )
        )
        said = {"number": number, "table": table_id, "command": msgspec.to_builtins(command)}
        said |= {"by": person.name, "id": command_id}
        seq = note(tx, house, WANTED, said, (), house.clock())
        if command_id:
            reply = msgspec.json.encode(ApprovalReply(HOUSE_STREAM, seq, number))
            kept = {"id": key, "stream": HOUSE_STREAM, "seq": seq, "asked": asked}
            tx.execute(sa.insert(commands).values(**kept, reply=reply))
        return int(number)


def waiting(house: House) -> list[dict[str, Any]]:
    with house.store.read() as tx:
        found = sa.select(approvals).where(approvals.c.decision == "waits")
        return [
            {
                "number": row.number,
                "table": row.stream,
                "command": msgspec.json.decode(row.command),
                "asked_by": row.asked_by,
                "asked_at": row.asked_at,
            }
            for row in tx.execute(found.order_by(approvals.c.number))
        ]


def decide(house: House, person: Person, number: int, *, approve: bool) -> Reply | None:
    """A second person's word. What is approved is done in the approver's name."""
    with house.store.begin() as tx:
        row = _waiting(tx, person, number)
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
        _mark(tx, house, person, _waiting(tx, person, number), "approved")

    reply = house.do(actor, row.stream, f"approval {number}", command, mark_approved)
    # What comes too early is not wrong: it waits for the round's end.
    if isinstance(reply, Refusal) and reply.reason is not Reason.IN_A_ROUND:
        with house.store.begin() as tx:
            _mark(tx, house, person, _waiting(tx, person, number), "refused")
    return reply


def _waiting(tx: sa.Connection, person: Person, number: int) -> Any:
    mine = approvals.c.number == number
    row = tx.execute(sa.select(approvals).where(mine).with_for_update()).first()
    if row is None or row.decision != "waits":
        raise NoSuchApproval(f"nothing waits under number {number}")
    if row.asked_by == person.name:
        raise NeedsTwo("who asked cannot approve", what_to_do="let another floorperson decide")
    return row


def _mark(tx: sa.Connection, house: House, person: Person, row: Any, decision: str) -> None:
    """Both persons go into the log."""
    done = {"decision": decision, "decided_by": person.name}
    tx.execute(sa.update(approvals).where(approvals.c.number == row.number).values(**done))
    told = {"number": row.number, "table": row.stream, "asked_by": row.asked_by, **done}
    note(tx, house, "Approval", told, (), house.clock())
