"""Addresses for sessions and accounts, and the page behind the first administrator's link."""

import asyncio
from html import escape
from typing import Annotated, Final
from urllib.parse import parse_qs

import msgspec
from litestar import Response
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect

from pitboss.errors import PitbossError
from pitboss.house.people import passwords
from pitboss.house.people.persons import check_name
from pitboss.house.people.sessions import Session
from pitboss.house.pools import ACCOUNTS
from pitboss.house.setup import accept_invitation, check_invitation
from pitboss.web.api import models as m
from pitboss.web.api.common import PLAYER, ApiRequest, get, post, session_cookie
from pitboss.web.guard import ANYONE, EVERYONE, session_of
from pitboss.web.rate_limits import address_of


def _opened(request: ApiRequest, token: str, session: Session) -> Response[m.NewSession]:
    opened = m.NewSession(token=token, **msgspec.structs.asdict(_about(session)))
    return Response(opened, cookies=[session_cookie(request, token)], status_code=201)


def _about(session: Session) -> m.Identity:
    person = session.person
    return m.Identity(
        person.name, person.role, person.guest, session.csrf, session.locked, person.temporary
    )


def _me(request: ApiRequest, session: Session) -> m.OwnAccount:
    wallets = {kind: int(cents) for kind, cents in request.cage.wallets(session.person).items()}
    return m.OwnAccount(wallets=wallets, **msgspec.structs.asdict(_about(session)))


@post("/api/guest", ANYONE, opens_session=True, status_code=201, sync_to_thread=None)
async def guest(request: ApiRequest) -> Response[m.NewSession]:
    """Start a guest session with practice chips."""
    return _opened(
        request, *await ACCOUNTS.run(request.cage.welcome_guest, address_of(request.scope))
    )


async def _verified(request: ApiRequest, name: str, password: str) -> tuple[str, bool]:
    """The stored hash and whether the password matches it.

    The password pool computes the hash, so that no thread of the tables waits for it.
    """
    hashed = await ACCOUNTS.run(request.cage.stored_hash, name)
    return hashed, await asyncio.wrap_future(passwords.verify_soon(hashed, password))


@post("/api/register", ANYONE, opens_session=True, status_code=201, sync_to_thread=None)
async def register(request: ApiRequest, data: JSONBody[m.Credentials]) -> Response[m.NewSession]:
    """Create a player's account."""
    check_name(data.name)
    hashed = await asyncio.wrap_future(passwords.hash_soon(data.password))
    about = (data.name, hashed, address_of(request.scope))
    return _opened(request, *await ACCOUNTS.run(request.cage.enroll, *about))


@post("/api/login", ANYONE, opens_session=True, status_code=201, sync_to_thread=None)
async def login(request: ApiRequest, data: JSONBody[m.Credentials]) -> Response[m.NewSession]:
    """Log in. A wrong name, a wrong password and a locked account give the same answer."""
    hashed, matches = await _verified(request, data.name, data.password)
    about = (data.name, hashed, address_of(request.scope))
    session = await ACCOUNTS.run(request.cage.finish_login, *about, matches=matches)
    return _opened(request, *session)


async def _first_administrator(request: ApiRequest, data: m.Invitation) -> tuple[str, Session]:
    check_name(data.name)
    await ACCOUNTS.run(check_invitation, request.house, data.token)  # before paying for a hash
    hashed = await asyncio.wrap_future(passwords.hash_soon(data.password))
    about = (data.token, data.name, hashed, address_of(request.scope))
    return await ACCOUNTS.run(accept_invitation, request.house, *about)


@post("/api/first-administrator", ANYONE, opens_session=True, status_code=201, sync_to_thread=None)
async def first_administrator(
    request: ApiRequest, data: JSONBody[m.Invitation]
) -> Response[m.NewSession]:
    """Create the first administrator with the one-time token that the first start prints."""
    return _opened(request, *await _first_administrator(request, data))


@post("/api/logout", EVERYONE, while_locked=True)
def logout(request: ApiRequest) -> m.Empty:
    """End this session and its sockets."""
    request.cage.log_out(request.login)
    return m.Empty()


@post("/api/unlock", EVERYONE, while_locked=True, sync_to_thread=None)
async def unlock(request: ApiRequest, data: JSONBody[m.Secret]) -> m.LockState:
    """Unlock a session that was idle for too long, with its owner's password."""
    session = request.login
    hashed, matches = await _verified(request, session.person.name, data.password)
    about = (session, hashed, address_of(request.scope))
    await ACCOUNTS.run(request.cage.finish_unlock, *about, matches=matches)
    return m.LockState(True)


@post("/api/password", EVERYONE, sync_to_thread=None)
async def change_password(request: ApiRequest, data: JSONBody[m.OwnPassword]) -> m.Empty:
    """Change one's own password; one's other sessions end."""
    session = request.login
    hashed, matches = await _verified(request, session.person.name, data.password)
    new = await asyncio.wrap_future(passwords.hash_soon(data.new)) if matches else ""
    about = (session, hashed, new, address_of(request.scope))
    await ACCOUNTS.run(request.cage.finish_password, *about, matches=matches)
    return m.Empty()


@get("/api/me", EVERYONE, while_locked=True, polled=True)
def me(request: ApiRequest) -> m.OwnAccount:
    """The account of this session and its wallets."""
    return _me(request, request.login)


@get("/api/here", ANYONE, polled=True)
def who_is_here(request: ApiRequest) -> m.Visitor:
    """The same as `/api/me`, for pages to ask first: having no session is not an error here."""
    session = session_of(request)
    return m.Visitor(**msgspec.structs.asdict(_me(request, session))) if session else m.Visitor()


@post("/api/chips", PLAYER)
def chips(request: ApiRequest) -> m.PracticeBalance:
    """Top the practice chips up to the first amount."""
    return m.PracticeBalance(request.cage.top_up(request.person))


_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>First administrator · Pitboss</title>
<link rel="icon" href="/static/base/icon.svg">
<link rel="stylesheet" href="/static/base/style.css">
<link rel="stylesheet" href="/static/base/type.css">
<link rel="stylesheet" href="/static/base/controls.css">
<main>
<h1>The first administrator</h1>
{body}</main>
</html>
"""

_FORM: Final = """
<p>This link creates one account and works once. Choose a name and a password.</p>
{trouble}<form method="post" action="/api/welcome">
<input type="hidden" name="token" value="{token}">
<p><label>Name <input name="name" required autocomplete="username" maxlength="24"></label></p>
<p><label>Password <input name="password" type="password" required minlength="10"
 maxlength="200" autocomplete="new-password"></label></p>
<p><button>Create the account</button></p>
</form>
"""

_NO_TOKEN: Final = """
<p>The link that creates the first administrator is printed when a new house starts for the first
time. Open that whole link, which ends with its token.</p>
<p><a href="/login">Log in</a> if you have an account.</p>
"""


def _page(token: str, trouble: str = "", status: int = 200) -> Response[str]:
    alert = f'<p role="alert">{escape(trouble)}</p>\n' if trouble else ""
    form = _FORM.format(token=escape(token), trouble=alert)
    page = _PAGE.format(body=form if token else _NO_TOKEN)
    return Response(page, status_code=status, media_type="text/html; charset=utf-8")


@get("/welcome", ANYONE, include_in_schema=False)
def welcome(token: Annotated[str, QueryParameter(max_length=200)] = "") -> Response[str]:
    return _page(token)


@post(
    "/api/welcome",
    ANYONE,
    opens_session=True,
    include_in_schema=False,
    status_code=303,
    sync_to_thread=None,
)
async def welcome_form(request: ApiRequest) -> Response[str] | Redirect:
    """The form of that page: without a script a browser sends no JSON."""
    form = {key: values[0] for key, values in parse_qs((await request.body()).decode()).items()}
    try:
        token, _ = await _first_administrator(request, msgspec.convert(form, m.Invitation))
    except (PitbossError, msgspec.ValidationError) as error:
        return _page(form.get("token", ""), str(error), 400)
    return Redirect("/", status_code=303, cookies=[session_cookie(request, token)])
