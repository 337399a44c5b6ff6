"""The guard of every route: sessions by cookie or bearer token, origin, CSRF, and roles."""

import hmac
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler

from pitboss.house.people.cage import Cage
from pitboss.house.people.persons import DEVICE, ROLES
from pitboss.house.people.sessions import Session
from pitboss.house.pools import ACCOUNTS
from pitboss.house.writing.memory import NoSuchTable
from pitboss.web.errors import HttpRefusal

COOKIE: Final = "pitboss"
ANYONE: Final = ("anyone",)
EVERYONE: Final = ROLES  # people with a session
GIVERS: Final = (*ROLES, DEVICE)  # of commands
SAFE: Final = ("GET", "HEAD", "OPTIONS")
_READ: Final = frozenset((b"authorization", b"cookie", b"origin", b"host", b"x-csrf"))
TABLE_ID: Final = re.compile(r"[a-z0-9-]{1,40}")

Connection = ASGIConnection[Any, Any, Any, Any]
Rule = Mapping[str, Any]  # what a route declares about its users


class GuardHeaders(NamedTuple):
    """What the guard reads of a request's headers; the first of a repeated header counts."""

    token: str | None
    by_cookie: bool  # a browser sends it by itself
    origin: str | None
    host: str
    csrf: str


def guard_headers(scope: Any) -> GuardHeaders:
    values: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in _READ and name not in values:
            values[name] = value.decode("latin-1")
    bearer = values.get(b"authorization", "")
    by_cookie = not bearer.lower().startswith("bearer ")
    token = _cookie(values.get(b"cookie", "")) if by_cookie else bearer[7:].strip()
    origin, host = values.get(b"origin"), values.get(b"host", "")
    return GuardHeaders(token, by_cookie, origin, host, values.get(b"x-csrf", ""))


def _cookie(text: str) -> str | None:
    """The session token of a Cookie header; the last one if it is repeated."""
    token = None
    for part in text.split(";") if text else ():
        name, _, value = part.partition("=")
        if name.strip() == COOKIE:
            token = value.strip()
    return token


def session_of(connection: Connection) -> Session | None:
    """The session that the guard looked up, once for each request."""
    session: Session | None = connection.scope["state"].get("session")
    return session


async def session_of_token(cage: Cage, token: str) -> Session | None:
    """The session from memory; otherwise a thread asks the database."""
    return cage.sessions.recall(token) or await ACCOUNTS.run(cage.sessions.find, token)


def _check_origin(headers: GuardHeaders) -> None:
    """Keeps pages of other hosts from using this host's cookies and opening its sockets."""
    if headers.origin is None:
        return
    try:
        host = urlsplit(headers.origin).netloc
    except ValueError:
        host = ""
    if not host or host != headers.host:
        raise HttpRefusal(403, "HOSTILE_ORIGIN", "cross-origin request refused")


def check_table(scope: Any) -> None:
    """Refuses what cannot be a table id before the database: PostgreSQL takes no NUL in text."""
    table = scope["path_params"].get("table")
    if table is not None and TABLE_ID.fullmatch(table) is None:
        raise NoSuchTable("that is not a table id", what_to_do="see the lobby")


def _check_socket(headers: GuardHeaders) -> None:
    try:
        _check_origin(headers)
    except HttpRefusal as refusal:  # a refused socket closes with a code of its own
        code = 4000 + refusal.status_code
        raise WebSocketException(detail=refusal.detail, code=code) from refusal


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """The guard of the routes that Litestar serves."""
    if connection.scope.get("method") == "OPTIONS":
        return  # Litestar's own answer: the methods of an address and nothing else
    await admit(connection.scope, connection.app.state.cage, handler.opt)


async def admit(scope: Any, cage: Cage, rule: Rule) -> Session | None:
    """Admits the roles that a route names in `roles`; a route that names none admits nobody."""
    roles: tuple[str, ...] = rule.get("roles", ())
    socket = scope["type"] == "websocket"
    unsafe = not socket and scope["method"] not in SAFE
    headers = guard_headers(scope)
    if socket:
        _check_socket(headers)
    elif unsafe:
        _check_origin(headers)
    if not socket:  # the socket's handler checks it, to answer with an error body
        check_table(scope)
    session = await session_of_token(cage, headers.token) if headers.token else None
    scope["state"]["session"] = session
    if session is not None and unsafe:
        _check_csrf(headers, session, rule)
    if roles == ANYONE or scope["state"].get("on_metrics_port"):
        return session
    if session is None:
        raise HttpRefusal(401, "NOT_LOGGED_IN", "no session", "log in, or continue as a guest")
    if session.locked and not rule.get("while_locked"):
        what_to_do = "enter the password again: /api/unlock"
        raise HttpRefusal(401, "LOCKED", "the session is locked", what_to_do)
    if session.person.role not in roles:
        raise HttpRefusal(403, "NOT_YOUR_ROLE", f"a {session.person.role} may not do this")
    # Keeps the session unlocked; `polled` routes, which pages call by themselves, do not.
    if not session.locked and not rule.get("polled"):
        cage.sessions.use(session)
    return session


def _check_csrf(headers: GuardHeaders, session: Session, rule: Rule) -> None:
    if not headers.by_cookie or rule.get("opens_session"):
        return
    if not hmac.compare_digest(headers.csrf.encode(), session.csrf.encode()):
        sentence = "the X-CSRF header is missing or wrong"
        raise HttpRefusal(403, "BAD_CSRF", sentence, "see csrf in /api/me")
