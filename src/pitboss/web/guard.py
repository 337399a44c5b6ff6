"""Who is at the door: sessions by cookie or bearer, origin and CSRF, a rule on every route."""

import asyncio
import hmac
import re
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler

from pitboss.house.people.accounts import ROLES, STAFF, Session
from pitboss.house.people.cage import SEEN_EVERY_MS, Cage
from pitboss.house.service import NoSuchTable
from pitboss.web.errors import HttpRefusal

COOKIE: Final = "pitboss"
ANYONE: Final = ("anyone",)
EVERYONE: Final = ROLES  # with a session
SAFE: Final = ("GET", "HEAD", "OPTIONS")
TABLE_ID: Final = re.compile(r"[a-z0-9-]{1,40}")
MAX_SEEN: Final = 10_000

Asking = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Asking) -> tuple[str | None, bool]:
    """The session token and whether a browser sent it by itself, as a cookie."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip(), False
    return connection.cookies.get(COOKIE), True


def session_of(connection: Asking) -> Session | None:
    """As the guard found it, once for each request."""
    known: Session | None = connection.scope["state"].get("session")
    return known


async def _find_session(connection: Asking) -> Session | None:
    token, _ = token_of(connection)
    cage: Cage = connection.app.state.cage
    found = await asyncio.to_thread(cage.find, token) if token else None
    connection.scope["state"]["session"] = found
    return found


def check_origin(connection: Asking) -> None:
    """A page of another host may not use this one's cookies, nor open its sockets."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host != connection.headers.get("host", ""):
        raise HttpRefusal(403, "HOSTILE_ORIGIN", "this page is not of this house")


def check_table(connection: Asking) -> None:
    """What cannot be a table's id is asked of no database: PostgreSQL takes no NUL in a text."""
    table = connection.path_params.get("table")
    if table is not None and TABLE_ID.fullmatch(table) is None:
        raise NoSuchTable("that is no table's id", what_to_do="see the lobby")


def _check_socket(connection: Asking) -> None:
    try:
        check_origin(connection)
    except HttpRefusal as shut:  # a refused socket has a code of its own
        raise WebSocketException(detail=shut.detail, code=4000 + shut.status_code) from shut


async def guard(connection: Asking, handler: BaseRouteHandler) -> None:
    """The rule of a route is its `roles`; a route without one is closed to all."""
    roles: tuple[str, ...] = handler.opt.get("roles", ())
    method = connection.scope.get("method", "GET")
    socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if method == "OPTIONS":
        return  # Litestar's own answer: which methods an address has, and nothing of what it does
    unsafe = method not in SAFE and not socket
    if socket:
        _check_socket(connection)
    elif unsafe:
        check_origin(connection)
    if not socket:  # a socket says so itself, in the shape of errors
        check_table(connection)
    session = await _find_session(connection)
    if session is not None and unsafe:
        _check_csrf(connection, session, handler)
    if roles == ANYONE:
        return
    if session is None:
        raise HttpRefusal(
            401, "NOT_LOGGED_IN", "there is no such session", "log in, or come as a guest"
        )
    if session.locked and not handler.opt.get("while_locked"):
        raise HttpRefusal(
            401, "LOCKED", "the console is locked", "give the password again: /api/unlock"
        )
    if session.person.role not in roles:
        raise HttpRefusal(403, "NOT_YOUR_ROLE", f"this is not for a {session.person.role} to do")
    if session.person.role in STAFF and not session.locked and not handler.opt.get("polled"):
        await _seen(connection, session)


async def _seen(connection: Asking, session: Session) -> None:
    """A staff console is in use. What a page asks by itself (`polled`) is no sign of a person."""
    cage: Cage = connection.app.state.cage
    seen: dict[str, int] = connection.app.state.seen
    now = cage.clock()
    if abs(now - seen.get(session.token, now - SEEN_EVERY_MS)) >= SEEN_EVERY_MS:
        if len(seen) >= MAX_SEEN:
            seen.clear()
        seen[session.token] = now
        await asyncio.to_thread(cage.touch, session)


def _check_csrf(connection: Asking, session: Session, handler: BaseRouteHandler) -> None:
    _, by_cookie = token_of(connection)
    if not by_cookie or handler.opt.get("opens_session"):
        return
    given = connection.headers.get("x-csrf", "")
    if not hmac.compare_digest(given.encode(), session.csrf.encode()):
        raise HttpRefusal(
            403, "BAD_CSRF", "the X-CSRF header is missing or wrong", "see csrf in /api/me"
        )
