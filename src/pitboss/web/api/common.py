"""What the handlers of the API share: the request, routes by role, and the session's cookie."""

from typing import Annotated, Any, Final

import litestar
from litestar import Request
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from pitboss.house.coach.service import Coach
from pitboss.house.people.cage import Cage
from pitboss.house.people.persons import Person
from pitboss.house.people.sessions import Session
from pitboss.house.service import House
from pitboss.web.bodies import read_body, read_whole, unparsable
from pitboss.web.guard import COOKIE, session_of
from pitboss.web.push.hub import Hub

PLAYER: Final = ("player",)
STAFF: Final = ("dealer", "floorperson")
FLOOR: Final = ("floorperson",)
CASHIERS: Final = ("administrator", "floorperson")
AUDITOR: Final = ("auditor",)
ADMINISTRATOR: Final = ("administrator",)
ADMINISTRATOR_AND_AUDITOR: Final = ("administrator", "auditor")
BOOKS: Final = ("auditor", "floorperson", "administrator")

_WEEK_SECONDS: Final = 7 * 24 * 3600
# The largest round number that the databases store.
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]


class ApiRequest(Request[Any, Any, Any]):
    """A request with the parts of the application that handlers use."""

    async def body(self) -> bytes:
        state = self.scope["state"]
        if "body" not in state:
            state["body"] = await read_whole(self.receive)
        body: bytes = state["body"]
        if not body and self.route_handler.parsed_data_field is not None:
            raise unparsable()  # Litestar would take it for a missing argument
        return body

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        if field is None:
            return await super().json()
        return read_body(await self.body(), field.annotation)

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    @property
    def cage(self) -> Cage:
        cage: Cage = self.app.state.cage
        return cage

    @property
    def coach(self) -> Coach:
        coach: Coach = self.app.state.coach
        return coach

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    @property
    def login(self) -> Session:
        """The session of a route that is not open to anyone."""
        session = session_of(self)
        assert session is not None, "the guard refuses a request without a session"
        return session

    @property
    def person(self) -> Person:
        return self.login.person


def get(path: str, roles: tuple[str, ...], **options: Any) -> HTTPRouteHandler:
    """A handler for these roles; it runs in a thread, because it waits for the database."""
    options.setdefault("sync_to_thread", True)
    return litestar.get(path, roles=roles, request_class=ApiRequest, **options)


def post(path: str, roles: tuple[str, ...], **options: Any) -> HTTPRouteHandler:
    options.setdefault("sync_to_thread", True)
    options.setdefault("status_code", 200)
    return litestar.post(path, roles=roles, request_class=ApiRequest, **options)


def session_cookie(request: ApiRequest, token: str) -> Cookie:
    secure = request.base_url.scheme == "https"
    return Cookie(
        COOKIE, value=token, httponly=True, samesite="strict", max_age=_WEEK_SECONDS, secure=secure
    )


def own_rounds(person: Person) -> str | None:
    """The player whose rounds a person may see; None means everyone's."""
    return None if person.role in ("auditor", "administrator") else person.name
