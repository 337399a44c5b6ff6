"""The page behind the one-time link that the first start prints."""

import asyncio
from typing import Annotated, Final
from urllib.parse import parse_qs

import msgspec
from litestar import Response, get, post
from litestar.params import QueryParameter
from litestar.response import Redirect

from pitboss.errors import PitbossError
from pitboss.house.setup import accept_invitation
from pitboss.web.api import models as m
from pitboss.web.api.routes import Ask, parts, session_cookie
from pitboss.web.guard import ANYONE

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>First administrator · Pitboss</title>
<link rel="stylesheet" href="/static/base/style.css">
<main>
<h1>The first administrator</h1>
<p>This link makes one account, once. Choose its name and password.</p>
{trouble}<form method="post" action="/api/welcome">
<input type="hidden" name="token" value="{token}">
<p><label>Name <input name="name" required autocomplete="username" maxlength="24"></label></p>
<p><label>Password <input name="password" type="password" required minlength="10"
 maxlength="200" autocomplete="new-password"></label></p>
<p><button>Make the account</button></p>
</form>
</main>
</html>
"""


def _page(token: str, trouble: str = "", status: int = 200) -> Response[str]:
    said = f'<p role="alert">{_plain(trouble)}</p>\n' if trouble else ""
    page = _PAGE.format(token=_plain(token), trouble=said)
    return Response(page, status_code=status, media_type="text/html; charset=utf-8")


def _plain(text: str) -> str:
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


@get("/welcome", roles=ANYONE, include_in_schema=False, sync_to_thread=True)
def welcome(token: Annotated[str, QueryParameter(max_length=200)] = "") -> Response[str]:
    return _page(token)


@post(
    "/api/welcome",
    roles=ANYONE,
    opens_session=True,
    include_in_schema=False,
    status_code=303,
)
async def welcomed(request: Ask) -> Response[str] | Redirect:
    """The form of that page: without a script a browser sends no JSON."""
    given = {key: values[0] for key, values in parse_qs((await request.body()).decode()).items()}
    house, _, _ = parts(request)
    try:
        said = msgspec.convert(given, m.Invited)
        who = (said.token, said.name, said.password)
        token, _session = await asyncio.to_thread(accept_invitation, house, *who)
    except (PitbossError, msgspec.ValidationError) as error:
        return _page(given.get("token", ""), str(error), 400)
    return Redirect("/", status_code=303, cookies=[session_cookie(request, token)])


WELCOME_ROUTES: Final = (welcome, welcomed)
