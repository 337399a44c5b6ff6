"""Addresses for the staff: approvals, tables, people, cash, audits."""

from typing import Annotated, Any

from litestar import Response
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, PathParameter

from pitboss.house.assignments import Assignment
from pitboss.house.audit.audit import audit
from pitboss.house.audit.background import AuditStatus, BackgroundAudit
from pitboss.house.floor import admin, shifts
from pitboss.house.floor import tables as floor
from pitboss.house.people import approvals
from pitboss.house.people.cash import Bankroll, Cash
from pitboss.house.people.persons import DEVICE
from pitboss.rulebook.submission.tables import OpenTable, Settings
from pitboss.table.refusals import Refusal
from pitboss.web.api import models as m
from pitboss.web.api.commands import command_of, may_ask
from pitboss.web.api.common import (
    ADMINISTRATOR,
    AUDITOR,
    BOOKS,
    CASHIERS,
    STAFF,
    ApiRequest,
    get,
    post,
)
from pitboss.web.errors import refusal


@get("/api/approvals", CASHIERS, polled=True)
def waiting(request: ApiRequest) -> list[dict[str, Any]]:
    """Acts that wait for a second person."""
    return approvals.pending_approvals(request.house)


@post("/api/approvals", STAFF, status_code=201)
def ask_approval(request: ApiRequest, data: JSONBody[m.ApprovalRequest]) -> m.NewNumber:
    """Ask for an act that needs a second person."""
    person = request.person
    may_ask(data.command, person, data.table, needs_second=True)
    live = request.house.live(data.table)
    at = request.house.clock() // 1000
    command = command_of(data.command, person, at, live.table, second=True)
    return m.NewNumber(
        approvals.request_approval(request.house, person, data.table, command, data.id)
    )


@post("/api/approvals/{number:int}", CASHIERS, refuses=True)
def decide(
    request: ApiRequest,
    number: Annotated[int, PathParameter(ge=1, le=2**31 - 1)],
    data: JSONBody[m.ApprovalDecision],
) -> Response[m.ApprovalResult]:
    """Approve or refuse an act that another person asked for."""
    reply = approvals.decide_approval(request.house, request.person, number, approve=data.approve)
    if isinstance(reply, Refusal):
        return refusal(reply)
    return Response(m.ApprovalResult(reply is not None))


@post("/api/tables", ADMINISTRATOR, status_code=201)
def make_table(request: ApiRequest, data: JSONBody[m.NewTable]) -> m.NewTableId:
    """Open another table."""
    table = OpenTable(data.name, data.game, data.currency, data.mode, data.meters == "own")
    floor.make_table(request.house, data.id, table, **_settings(data))
    admin.note_table_change(request.house, "TableOrdered", data.id, request.person)
    return m.NewTableId(data.id)


def _settings(data: m.TableSettings) -> dict[str, Any]:
    """The settings that the request contains."""
    settings = {field: getattr(data, field) for field in m.TableSettings.__struct_fields__}
    return {field: value for field, value in settings.items() if value is not None}


@post("/api/tables/{table:str}/settings", ADMINISTRATOR)
def set_table(
    request: ApiRequest, table: FromPath[str], data: JSONBody[m.TableSettings]
) -> Settings:
    """Change a table's clock and duties from now on."""
    return floor.set_table(request.house, table, request.person.name, **_settings(data))


@post("/api/tables/{table:str}/close", ADMINISTRATOR)
def close_table(request: ApiRequest, table: FromPath[str]) -> m.Empty:
    """Close an empty table and take it out of the lobby."""
    floor.close_table(request.house, table)
    admin.note_table_change(request.house, "TableCloseOrdered", table, request.person)
    return m.Empty()


@post("/api/tables/{table:str}/close-after-round", ADMINISTRATOR)
def close_after_round(request: ApiRequest, table: FromPath[str]) -> m.Empty:
    """Close a table where players sit, once its round is over and they have their chips back."""
    floor.close_after_round(request.house, table, request.person.name)
    admin.note_table_change(request.house, "TableCloseOrdered", table, request.person)
    return m.Empty()


@get("/api/tables/{table:str}/money", BOOKS)
def table_money(request: ApiRequest, table: FromPath[str]) -> m.TableMoney:
    """A table's inventory, drop, fills and win, in cents."""
    return m.TableMoney(**floor.table_money(request.house, table))


@post("/api/people", ADMINISTRATOR, status_code=201)
def hire(request: ApiRequest, data: JSONBody[m.NewAccount]) -> m.StaffAccount:
    """Create an account for a member of staff or a player."""
    person = request.cage.hire(request.person, data.name, data.role, data.password)
    return m.StaffAccount(person.name, person.role)


@post("/api/devices", ADMINISTRATOR, status_code=201)
def add_device(request: ApiRequest, data: JSONBody[m.NewDevice]) -> m.DeviceAccount:
    """Create the account of a table's shoe or shuffler, or give it a new token.

    It deals the cards it reads and reports its shuffles, and does nothing else.
    """
    request.house.live(data.table).row.check_dealer(DEVICE)
    device, token = request.cage.add_device(request.person, data.name, data.table)
    return m.DeviceAccount(device.name, device.table, token)


@get("/api/shifts", ("administrator", "floorperson"))
def current_shifts(request: ApiRequest) -> list[Assignment]:
    """Which floorperson is assigned to which table now, and until when."""
    return shifts.current_assignments(request.house)


@post("/api/shifts", ADMINISTRATOR, status_code=201)
def assign_floor(request: ApiRequest, data: JSONBody[m.ShiftRequest]) -> list[Assignment]:
    """Assign a floorperson to tables until a time. From the first assignment on, floorpersons act
    at tables with real chips only while assigned to them.
    """
    about = (data.name, data.tables, data.until)
    return shifts.assign_floor(request.house, request.person, *about)


@post("/api/people/revoke", ADMINISTRATOR)
def revoke(request: ApiRequest, data: JSONBody[m.Revocation]) -> m.Empty:
    """End a person's sessions and sockets at once."""
    request.cage.revoke(request.person, data.name, close=data.close)
    return m.Empty()


@post("/api/people/reopen", ADMINISTRATOR)
def reopen(request: ApiRequest, data: JSONBody[m.Reopening]) -> m.Empty:
    """Open a closed account again."""
    request.cage.reopen(request.person, data.name)
    return m.Empty()


@post("/api/cash", CASHIERS)
def cash(request: ApiRequest, data: JSONBody[m.CashMovement]) -> m.RealBalance:
    """Take in real money at the cage, or pay it out if negative.

    Above the submission's limit, or for one's own account, it is refused: ask for approval.
    """
    act = Cash(data.name, data.cents)
    return m.RealBalance(request.cage.perform_alone(request.person, act, data.id))


@post("/api/cash/approvals", CASHIERS, status_code=201)
def ask_cash(request: ApiRequest, data: JSONBody[m.CashMovement]) -> m.NewNumber:
    """Ask a second person to approve cash."""
    act = Cash(data.name, data.cents)
    return m.NewNumber(approvals.request_house_act(request.house, request.person, act, data.id))


@post("/api/cage", ADMINISTRATOR)
def bankroll(request: ApiRequest, data: JSONBody[m.BankrollMovement]) -> m.CageBalance:
    """Bring chips into the cage from outside the house, or take them out if negative."""
    act = Bankroll(data.currency, data.cents)
    return m.CageBalance(request.cage.perform_alone(request.person, act, data.id))


@post("/api/cage/approvals", ADMINISTRATOR, status_code=201)
def ask_bankroll(request: ApiRequest, data: JSONBody[m.BankrollMovement]) -> m.NewNumber:
    """Ask a second person to approve a movement of the cage's own chips."""
    act = Bankroll(data.currency, data.cents)
    return m.NewNumber(approvals.request_house_act(request.house, request.person, act, data.id))


@get("/api/audit", AUDITOR)
def books(request: ApiRequest) -> dict[str, list[str]]:
    """Run every check of the audit; lists the faults of each."""
    return audit(request.house)


def _background_audit(state: State) -> BackgroundAudit:
    background: BackgroundAudit = state.auditing
    return background


@post("/api/audit/run", AUDITOR, status_code=201)
def start_audit(request: ApiRequest, state: State) -> AuditStatus:
    """Start an audit of everything, or join the one that is running."""
    return _background_audit(state).start(request.person.name)


@get("/api/audit/run", AUDITOR, polled=True)
def audit_state(state: State) -> AuditStatus:
    """The progress of the newest audit, and its findings."""
    return _background_audit(state).state()
