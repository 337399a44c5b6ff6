"""Addresses of the help to play well: hints at a table, and a session looked back on."""

from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter

from pitboss.house.coach_service import Coach, Decisions, Hint, SessionTold
from pitboss.web.door import here
from pitboss.web.routes import Ask

_PLAYERS: Final = ("player",)


def coach_of(request: Ask) -> Coach:
    coach: Coach = request.app.state.coach
    return coach


@get("/api/tables/{table:str}/hint", roles=_PLAYERS, refuses=True, sync_to_thread=True)
def hint(request: Ask, table: FromPath[str]) -> Hint:
    """At one's turn: every act with its exact worth in cents, the best first."""
    return coach_of(request).hint(table, here(request).person.name)


@get("/api/tables/{table:str}/coach", roles=_PLAYERS, sync_to_thread=True)
def decisions(
    request: Ask,
    table: FromPath[str],
    number: Annotated[int | None, QueryParameter(name="round", ge=1, le=2**31 - 1)] = None,
) -> Decisions:
    """One's own decisions of a round, the present one if none is named, with what they cost."""
    return coach_of(request).decisions(table, number, here(request).person.name)


@get("/api/me/session", roles=_PLAYERS, sync_to_thread=True)
def session(
    request: Ask,
    since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=2000)] = 500,
    currency: Annotated[str, QueryParameter(pattern="^(practice|real)?$")] = "",
) -> SessionTold:
    """One's own rounds: what was expected, what was luck, what mistakes cost. Milliseconds."""
    return coach_of(request).session(here(request).person.name, since, limit, currency)


COACH_ROUTES: Final = (hint, decisions, session)
