"""Who is at the door: sessions by cookie or bearer, origin and CSRF, a rule on every route."""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from pitboss.house.desk import Desk
from pitboss.house.people import ROLES, Session

COOKIE: Final = "pitboss"
ANYONE: Final = ("anyone",)
EVERYONE: Final = ROLES  # with a session
SAFE: Final = ("GET", "HEAD", "OPTIONS")

Asking = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Asking) -> tuple[str | None, bool]:
    """The session token and whether a browser sent it by itself, as a cookie."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip(), False
    return connection.cookies.get(COOKIE), True


def session_of(connection: Asking) -> Session | None:
    known: Session | None = connection.state.get("session")
    if known is None:
        token, _ = token_of(connection)
        desk: Desk = connection.app.state.desk
        known = desk.find(token) if token else None
        connection.state["session"] = known
    return known


def check_origin(connection: Asking) -> None:
    """A page of another host may not use this one's cookies, nor open its sockets."""
    origin = connection.headers.get("origin")
    if origin and urlsplit(origin).netloc != connection.headers.get("host", ""):
        raise PermissionDeniedException("this page is not of this house")


def guard(connection: Asking, handler: BaseRouteHandler) -> None:
    """The rule of a route is its `roles`; a route without one is closed to all."""
    roles: tuple[str, ...] = handler.opt.get("roles", ())
    method = connection.scope.get("method", "GET")
    socket = connection.scope["type"] == ScopeType.WEBSOCKET
    unsafe = method not in SAFE or socket
    if unsafe:
        check_origin(connection)
    session = session_of(connection)
    if session is not None and unsafe and not socket:
        _check_csrf(connection, session, handler)
    if roles == ANYONE:
        return
    if session is None:
        raise NotAuthorizedException("log in first")
    if session.locked and not handler.opt.get("while_locked"):
        raise NotAuthorizedException("the console is locked; give the password again")
    if session.person.role not in roles:
        raise PermissionDeniedException(f"this is not for a {session.person.role} to do")


def _check_csrf(connection: Asking, session: Session, handler: BaseRouteHandler) -> None:
    _, by_cookie = token_of(connection)
    if not by_cookie or handler.opt.get("opens_session"):
        return
    if connection.headers.get("x-csrf", "") != session.csrf:
        raise PermissionDeniedException("the X-CSRF header is missing or wrong")


def here(request: Request[Any, Any, Any]) -> Session:
    session = session_of(request)
    assert session is not None, "the guard lets nobody else in"
    return session
