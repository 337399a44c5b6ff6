"""Addresses for the staff: approvals, tables, people, cash, the books."""

from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from pitboss.house.audit.audit import audit
from pitboss.house.floor import admin, arranging
from pitboss.house.floor import tables as floor
from pitboss.house.history.rounds import verify
from pitboss.house.people import approvals
from pitboss.rulebook.submission.tables import OpenTable, Settings
from pitboss.table.refusals import Refusal
from pitboss.web.api import models as m
from pitboss.web.api.commands import command_of, may_ask
from pitboss.web.api.routes import Ask, RoundNumber, parts
from pitboss.web.errors import refusal
from pitboss.web.guard import here

STAFF: Final = ("dealer", "floorperson")
FLOOR: Final = ("floorperson",)
BOOKS: Final = ("auditor", "floorperson", "administrator")


@get("/api/approvals", roles=FLOOR, polled=True, sync_to_thread=True)
def waiting(request: Ask) -> list[dict[str, Any]]:
    """What waits for a second person."""
    house, _, _ = parts(request)
    return approvals.waiting(house)


@post("/api/approvals", roles=STAFF, sync_to_thread=True)
def want(request: Ask, data: JSONBody[m.Wanted]) -> m.Number:
    """Ask for an act that needs a second person."""
    house, _, _ = parts(request)
    person = here(request).person
    may_ask(data.command, person, needs_second=True)
    live = house.live(data.table)
    command = command_of(data.command, person, house.clock() // 1000, live.table)
    return m.Number(approvals.ask(house, person, data.table, command, data.id))


@post(
    "/api/approvals/{number:int}",
    roles=FLOOR,
    status_code=200,
    refuses=True,
    sync_to_thread=True,
)
def decide(
    request: Ask,
    number: Annotated[int, PathParameter(ge=1, le=2**31 - 1)],
    data: JSONBody[m.Decision],
) -> Response[m.Decided]:
    """Approve or refuse it; who asked cannot."""
    house, _, _ = parts(request)
    reply = approvals.decide(house, here(request).person, number, approve=data.approve)
    if isinstance(reply, Refusal):
        return refusal(reply)
    return Response(m.Decided(reply is not None))


@post("/api/tables", roles=("administrator",), sync_to_thread=True)
def make_table(request: Ask, data: JSONBody[m.Making]) -> m.Made:
    """Open another table."""
    house, _, _ = parts(request)
    table = OpenTable(data.name, data.game, data.currency, data.mode, data.meters == "own")
    arranging.make_table(house, data.id, table, **_said(data))
    admin.note_table_change(house, "TableOrdered", data.id, here(request).person)
    return m.Made(data.id)


def _said(data: m.Setting) -> dict[str, Any]:
    """The settings that were given, apart from those left out."""
    given = {field: getattr(data, field) for field in m.Setting.__struct_fields__}
    return {field: value for field, value in given.items() if value is not None}


@post(
    "/api/tables/{table:str}/settings",
    roles=("administrator",),
    status_code=200,
    sync_to_thread=True,
)
def set_table(request: Ask, table: FromPath[str], data: JSONBody[m.Setting]) -> Settings:
    """A table's clock and duties, from now on."""
    house, _, _ = parts(request)
    return floor.set_table(house, table, here(request).person.name, **_said(data))


@post(
    "/api/tables/{table:str}/close",
    roles=("administrator",),
    status_code=200,
    sync_to_thread=True,
)
def close_table(request: Ask, table: FromPath[str]) -> m.Nothing:
    """Take a table out of the lobby; nobody may sit at it."""
    house, _, _ = parts(request)
    floor.close_table(house, table)
    admin.note_table_change(house, "TableCloseOrdered", table, here(request).person)
    return m.Nothing()


@get("/api/tables/{table:str}/money", roles=BOOKS, sync_to_thread=True)
def table_money(request: Ask, table: FromPath[str]) -> m.TableMoney:
    """A table's inventory, drop, fills and win, in cents."""
    house, _, _ = parts(request)
    return m.TableMoney(**floor.table_money(house, table))


@post("/api/people", roles=("administrator",), sync_to_thread=True)
def hire(request: Ask, data: JSONBody[m.Hiring]) -> m.Hired:
    """An account for one of the staff, or for a player."""
    _, desk, _ = parts(request)
    person = desk.hire(here(request).person, data.name, data.role, data.password)
    return m.Hired(person.name, person.role)


@post("/api/people/revoke", roles=("administrator",), status_code=200, sync_to_thread=True)
def revoke(request: Ask, data: JSONBody[m.Revoking]) -> m.Nothing:
    """End a person's sessions at once, sockets too."""
    _, desk, hub = parts(request)
    for token in desk.revoke(here(request).person, data.name, close=data.close):
        hub.close_session(token)
    return m.Nothing()


@post("/api/cash", roles=("administrator", "floorperson"), status_code=200, sync_to_thread=True)
def cash(request: Ask, data: JSONBody[m.Cashing]) -> m.Cashed:
    """Real money in at the cage, or out when negative."""
    _, desk, _ = parts(request)
    return m.Cashed(desk.cash(here(request).person, data.name, data.cents, data.id))


@get("/api/audit", roles=("auditor",), sync_to_thread=True)
def books(request: Ask) -> dict[str, list[str]]:
    """Every check of the audit and what it found wrong."""
    house, _, _ = parts(request)
    return audit(house)


@get("/api/rounds/{table:str}/{number:int}/fairness", roles=BOOKS, sync_to_thread=True)
def fairness(request: Ask, table: FromPath[str], number: RoundNumber) -> dict[str, Any]:
    """A finished round's deck, derived again."""
    house, _, _ = parts(request)
    table = house.live(table).row.id
    return verify(house, table, number)


STAFF_ROUTES: Final = (
    *(waiting, want, decide, make_table, set_table, close_table, table_money),
    *(hire, revoke, cash, books, fairness),
)
