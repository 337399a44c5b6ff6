"""Addresses for the staff: approvals, tables, people, cash, the books."""

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import get, post

from pitboss.house import approvals, floor
from pitboss.house.audit import audit
from pitboss.house.people import Role
from pitboss.house.recall import verify
from pitboss.table.refusals import Refusal
from pitboss.web.asked import read_command
from pitboss.web.door import here
from pitboss.web.errors import refusal
from pitboss.web.routes import Ask, parts

STAFF: Final = ("dealer", "floorperson")
FLOOR: Final = ("floorperson",)
BOOKS: Final = ("auditor", "floorperson", "administrator")


class Hiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    role: Role
    password: str


class Revoking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    close: bool = False


class Cashing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cents: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    command: dict[str, Any]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    approve: bool


class Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a game that the house's submission offers."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    game: str
    currency: Literal["practice", "real"]
    mode: Literal["self-dealt", "dealer"]
    cards: Literal["house", "physical"] = "house"


@get("/api/approvals", roles=FLOOR, sync_to_thread=True)
def waiting(request: Ask) -> list[dict[str, Any]]:
    """What waits for a second person."""
    house, _, _ = parts(request)
    return approvals.waiting(house)


@post("/api/approvals", roles=STAFF, sync_to_thread=True)
def want(request: Ask, data: Wanted) -> dict[str, Any]:
    """Ask for an act that needs a second person."""
    house, _, _ = parts(request)
    person = here(request).person
    command = read_command(data.command, person, house.clock() // 1000, needs_second=True)
    return {"number": approvals.ask(house, person, data.table, command)}


@post("/api/approvals/{number:int}", roles=FLOOR, sync_to_thread=True)
def decide(request: Ask, number: int, data: Decision) -> Any:
    """Approve or refuse it; who asked cannot."""
    house, _, _ = parts(request)
    reply = approvals.decide(house, here(request).person, number, approve=data.approve)
    return refusal(reply) if isinstance(reply, Refusal) else {"done": reply is not None}


@post("/api/tables", roles=("administrator",), sync_to_thread=True)
def make_table(request: Ask, data: Making) -> dict[str, Any]:
    """Open another table."""
    house, _, _ = parts(request)
    floor.make_table(
        house, data.id, data.name, data.game, data.currency, data.mode, cards=data.cards
    )
    return {"id": data.id}


@post("/api/tables/{table:str}/close", roles=("administrator",), sync_to_thread=True)
def close_table(request: Ask, table: str) -> dict[str, Any]:
    """Take a table out of the lobby; nobody may sit at it."""
    house, _, _ = parts(request)
    floor.close_table(house, table)
    return {}


@get("/api/tables/{table:str}/money", roles=BOOKS, sync_to_thread=True)
def table_money(request: Ask, table: str) -> dict[str, int]:
    """A table's inventory, drop, fills and win, in cents."""
    house, _, _ = parts(request)
    return floor.table_money(house, table)


@post("/api/people", roles=("administrator",), sync_to_thread=True)
def hire(request: Ask, data: Hiring) -> dict[str, Any]:
    _, desk, _ = parts(request)
    person = desk.hire(here(request).person, data.name, data.role, data.password)
    return {"name": person.name, "role": person.role}


@post("/api/people/revoke", roles=("administrator",), sync_to_thread=True)
def revoke(request: Ask, data: Revoking) -> dict[str, Any]:
    """End a person's sessions at once, sockets too."""
    _, desk, hub = parts(request)
    for token in desk.revoke(here(request).person, data.name, close=data.close):
        hub.close_session(token)
    return {}


@post("/api/cash", roles=("administrator", "floorperson"), sync_to_thread=True)
def cash(request: Ask, data: Cashing) -> dict[str, Any]:
    """Real money in at the cage, or out when negative."""
    _, desk, _ = parts(request)
    return {"real": desk.cash(here(request).person, data.name, data.cents)}


@get("/api/audit", roles=("auditor",), sync_to_thread=True)
def books(request: Ask) -> dict[str, list[str]]:
    """Every check of the audit and what it found wrong."""
    house, _, _ = parts(request)
    return audit(house)


@get("/api/rounds/{table:str}/{number:int}/fairness", roles=BOOKS, sync_to_thread=True)
def fairness(request: Ask, table: str, number: int) -> dict[str, Any]:
    """A finished round's deck, derived again."""
    house, _, _ = parts(request)
    return verify(house, table, number)


STAFF_ROUTES: Final = (
    *(waiting, want, decide, make_table, close_table, table_money),
    *(hire, revoke, cash, books, fairness),
)
