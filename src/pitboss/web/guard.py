"""The guard of every route: sessions by cookie or bearer token, origin, CSRF, and roles."""

import asyncio
import hmac
import re
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler

from pitboss.house.people.cage import Cage
from pitboss.house.people.persons import DEVICE, ROLES
from pitboss.house.people.sessions import Session
from pitboss.house.writing.memory import NoSuchTable
from pitboss.web.errors import HttpRefusal

COOKIE: Final = "pitboss"
ANYONE: Final = ("anyone",)
EVERYONE: Final = ROLES  # people with a session
GIVERS: Final = (*ROLES, DEVICE)  # of commands
SAFE: Final = ("GET", "HEAD", "OPTIONS")
TABLE_ID: Final = re.compile(r"[a-z0-9-]{1,40}")

Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> tuple[str | None, bool]:
    """The session token, and whether it came as a cookie, which a browser sends by itself."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip(), False
    return connection.cookies.get(COOKIE), True


def session_of(connection: Connection) -> Session | None:
    """The session that the guard looked up, once for each request."""
    session: Session | None = connection.scope["state"].get("session")
    return session


async def session_of_token(cage: Cage, token: str) -> Session | None:
    """The session from memory; a thread asks the database only where memory has none."""
    return cage.sessions.recall(token) or await asyncio.to_thread(cage.find, token)


async def _find_session(connection: Connection) -> Session | None:
    token, _ = token_of(connection)
    session = await session_of_token(connection.app.state.cage, token) if token else None
    connection.scope["state"]["session"] = session
    return session


def check_origin(connection: Connection) -> None:
    """Keeps pages of other hosts from using this host's cookies and opening its sockets."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host != connection.headers.get("host", ""):
        raise HttpRefusal(403, "HOSTILE_ORIGIN", "cross-origin request refused")


def check_table(connection: Connection) -> None:
    """Refuses what cannot be a table id before the database: PostgreSQL takes no NUL in text."""
    table = connection.path_params.get("table")
    if table is not None and TABLE_ID.fullmatch(table) is None:
        raise NoSuchTable("that is not a table id", what_to_do="see the lobby")


def _check_socket(connection: Connection) -> None:
    try:
        check_origin(connection)
    except HttpRefusal as refusal:  # a refused socket closes with a code of its own
        code = 4000 + refusal.status_code
        raise WebSocketException(detail=refusal.detail, code=code) from refusal


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Admits the roles that a route names in `roles`; a route that names none admits nobody."""
    roles: tuple[str, ...] = handler.opt.get("roles", ())
    method = connection.scope.get("method", "GET")
    socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if method == "OPTIONS":
        return  # Litestar's own answer: the methods of an address and nothing else
    unsafe = method not in SAFE and not socket
    if socket:
        _check_socket(connection)
    elif unsafe:
        check_origin(connection)
    if not socket:  # the socket's handler checks it, to answer with an error body
        check_table(connection)
    session = await _find_session(connection)
    if session is not None and unsafe:
        _check_csrf(connection, session, handler)
    if roles == ANYONE or connection.scope["state"].get("on_metrics_port"):
        return
    if session is None:
        raise HttpRefusal(401, "NOT_LOGGED_IN", "no session", "log in, or continue as a guest")
    if session.locked and not handler.opt.get("while_locked"):
        what_to_do = "enter the password again: /api/unlock"
        raise HttpRefusal(401, "LOCKED", "the session is locked", what_to_do)
    if session.person.role not in roles:
        raise HttpRefusal(403, "NOT_YOUR_ROLE", f"a {session.person.role} may not do this")
    # Keeps the session unlocked; `polled` routes, which pages call by themselves, do not.
    if not session.locked and not handler.opt.get("polled"):
        cage: Cage = connection.app.state.cage
        cage.sessions.use(session)


def _check_csrf(connection: Connection, session: Session, handler: BaseRouteHandler) -> None:
    _, by_cookie = token_of(connection)
    if not by_cookie or handler.opt.get("opens_session"):
        return
    header = connection.headers.get("x-csrf", "")
    if not hmac.compare_digest(header.encode(), session.csrf.encode()):
        sentence = "the X-CSRF header is missing or wrong"
        raise HttpRefusal(403, "BAD_CSRF", sentence, "see csrf in /api/me")
