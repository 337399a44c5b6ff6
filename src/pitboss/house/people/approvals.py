"""Acts that need two persons: one requests it, then another approves it.

A floorperson approves what concerns a table; a floorperson or an administrator approves cash and
movements of the cage's own chips. A request lapses after `APPROVAL_MS`, or when its asker is
dismissed; none is made later, because both take the lock of the house's stream.
"""

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.live_table import Forbidden
from pitboss.house.people.cash import (
    Cash,
    CashReply,
    HouseAct,
    InsufficientFunds,
    NoWallet,
    perform,
)
from pitboss.house.people.notes import note
from pitboss.house.people.persons import Person, find_person, person_row
from pitboss.house.service import House
from pitboss.house.storage.log import HOUSE_STREAM, AnyCommand, lock_stream
from pitboss.house.storage.schema.tables import approvals
from pitboss.house.writing.replies import Reply, command_hash, earlier_reply, store_reply
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

TWO_PERSONS: Final[tuple[type[c.Command], ...]] = (c.Fill, c.Correct)
# For one person or two: the table says when the second is needed (ruling G52).
ONE_OR_TWO: Final[tuple[type[c.Command], ...]] = (c.Abandon, c.Forfeit)
# A floorperson's decisions about another person's work, never under a password that another set.
DECISIONS: Final[tuple[type[c.Command], ...]] = (
    c.ValidateAward,
    c.RefuseAward,
    c.CompletePapers,
    c.UpholdReport,
    c.OverruleReport,
)
REQUESTED: Final = "Wanted"  # an entry's kind
APPROVAL_MS: Final = 30 * 60 * 1000
_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyCommand)
_ACT_DECODER: Final = msgspec.json.Decoder(HouseAct)


class NeedsTwo(PitbossError):
    """A two-person act that one person tried to do alone, or the reverse."""

    status = 403


class NoSuchApproval(PitbossError):
    """An approval that is not pending, or never was."""

    status = 404


class PasswordDue(PitbossError):
    """A decision by somebody whose password another person set."""

    status = 403

    def __init__(self) -> None:
        super().__init__(
            "somebody else set your password, so a decision under it could be theirs",
            what_to_do="change your password first",
        )


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
    return _request(house, person, table_id, command, command_hash(command), command_id)


def request_house_act(house: House, person: Person, act: HouseAct, command_id: str = "") -> int:
    """Requests a second person's approval of cash; returns the request's number."""
    if not act.cents:
        raise InsufficientFunds("nothing to pay")
    digest = hashlib.sha256(msgspec.json.encode(act)).hexdigest()
    return _request(house, person, HOUSE_STREAM, act, digest, command_id)


def _request(
    house: House,
    person: Person,
    stream: str,
    command: c.Command | HouseAct,
    digest: str,
    command_id: str,
) -> int:
    key = f"{person.name}:{command_id}"
    digest = hashlib.sha256(f"{stream} {digest}".encode()).hexdigest()
    with house.store.begin() as tx:
        lock_stream(tx, HOUSE_STREAM)
        asker = find_person(tx, person.name)
        if asker is None or asker.role != person.role:
            why = "your account is closed or has another role now"
            raise Forbidden(why, what_to_do="log in again")
        retry = (key, HOUSE_STREAM, digest, ApprovalReply)
        if command_id and (earlier := earlier_reply(tx, *retry)):
            return earlier.number
        number = (tx.execute(sa.select(sa.func.max(approvals.c.number))).scalar() or 0) + 1
        row = {"number": number, "stream": stream, "command": msgspec.json.encode(command)}
        row |= {"asked_by": person.name, "asked_at": house.clock()}
        tx.execute(sa.insert(approvals).values(**row, decision="waits", decided_by=""))
        body = {"number": number, "table": stream, "command": msgspec.to_builtins(command)}
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
    fresh = approvals.c.asked_at >= house.clock() - APPROVAL_MS
    query = sa.select(approvals).where(approvals.c.decision == "waits", fresh)
    with house.store.read() as tx:
        return [approval_record(row) for row in tx.execute(query.order_by(approvals.c.number))]


def approval_record(row: Any) -> dict[str, Any]:
    command = msgspec.json.decode(row.command)
    request = {"asked_by": row.asked_by, "asked_at": row.asked_at}
    return {"number": row.number, "table": row.stream, "command": command, **request}


def decide_approval(
    house: House, person: Person, number: int, *, approve: bool
) -> Reply | CashReply | None:
    """Records a second person's decision. An approved act is done in the approver's name."""
    with house.store.begin() as tx:
        row = _pending(tx, house, person, number)
        if not approve:
            _mark(tx, house, row, "refused", person.name)
            return None
    if row.stream == HOUSE_STREAM:
        return _perform(house, person, number)
    role: Any = person.role
    actor = c.Actor(role, person.name)
    command: c.Command = msgspec.structs.replace(
        _DECODER.decode(row.command), by=actor, at=house.clock() // 1000
    )

    def mark_approved(tx: sa.Connection) -> None:
        """Runs in the command's own transaction, so that simultaneous approvals act only once."""
        _mark(tx, house, _pending(tx, house, person, number), "approved", person.name)

    reply = house.do(actor, row.stream, f"approval {number}", command, mark_approved)
    # A command that comes too early is not refused for good: it waits for the round's end.
    if isinstance(reply, Refusal) and reply.reason is not Reason.IN_A_ROUND:
        _refuse(house, person, number)
    return reply


def _perform(house: House, person: Person, number: int) -> CashReply:
    """Does an act of the house and records its approval, in one transaction."""
    try:
        with house.store.begin() as tx:
            row = _pending(tx, house, person, number)
            act = _ACT_DECODER.decode(row.command)
            _mark(tx, house, row, "approved", person.name)
            both = {"asked_by": row.asked_by, "approval": number}
            return perform(tx, house, person, act, f"approval {number}", **both)
    except (InsufficientFunds, NoWallet):
        _refuse(house, person, number)
        raise


def _refuse(house: House, person: Person, number: int) -> None:
    with house.store.begin() as tx:
        _mark(tx, house, _pending(tx, house, person, number), "refused", person.name)


def _pending(tx: sa.Connection, house: House, person: Person, number: int) -> Any:
    """The row of a request that this person may decide now."""
    lock_stream(tx, HOUSE_STREAM)  # before the row, as whatever ends or moves requests does
    mine = approvals.c.number == number
    row = tx.execute(sa.select(approvals).where(mine).with_for_update()).first()
    if row is None or row.decision != "waits":
        raise NoSuchApproval(f"no approval with number {number} is pending")
    if row.asked_at < house.clock() - APPROVAL_MS:
        raise NoSuchApproval(f"the request {number} has expired", what_to_do="ask for it again")
    if row.asked_by == person.name:
        why = "you cannot approve your own request"
        raise NeedsTwo(why, what_to_do="let another floorperson decide")
    account = person_row(tx, person.name)
    if account is not None and account.temporary:
        raise PasswordDue
    if row.stream != HOUSE_STREAM:
        if person.role != "floorperson":
            raise NeedsTwo("a floorperson decides about a table")
        return row
    act = _ACT_DECODER.decode(row.command)
    if isinstance(act, Cash) and act.name.lower() == person.name.lower():
        raise NeedsTwo("it is your own account", what_to_do="let another person decide")
    return row


def _mark(
    tx: sa.Connection, house: House, row: Any, decision: str, decided_by: str, why: str = ""
) -> None:
    """Stores the decision and logs both persons."""
    result = {"decision": decision, "decided_by": decided_by}
    tx.execute(sa.update(approvals).where(approvals.c.number == row.number).values(**result))
    body = {"number": row.number, "table": row.stream, "asked_by": row.asked_by, **result}
    note(tx, house, "Approval", body | ({"why": why} if why else {}), (), house.clock())


def lapse_requests_of(tx: sa.Connection, house: House, name: str) -> None:
    """Ends the requests of a person who is dismissed."""
    _lapse(tx, house, approvals.c.asked_by == name, f"{name} was dismissed")


def lapse_expired(house: House) -> None:
    """Ends the requests that nobody decided in time."""
    old = approvals.c.asked_at < house.clock() - APPROVAL_MS
    query = sa.select(approvals.c.number).where(approvals.c.decision == "waits", old).limit(1)
    with house.store.read() as tx:
        if tx.execute(query).first() is None:
            return
    with house.store.begin() as tx:
        _lapse(tx, house, old, "nobody decided in time")


def _lapse(tx: sa.Connection, house: House, which: sa.ColumnElement[bool], why: str) -> None:
    lock_stream(tx, HOUSE_STREAM)
    query = sa.select(approvals).where(approvals.c.decision == "waits", which)
    for row in tx.execute(query.order_by(approvals.c.number).with_for_update()).all():
        _mark(tx, house, row, "lapsed", "house", why)
