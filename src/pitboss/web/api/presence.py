"""Who a page's reader is. Asked by every page first, so nobody is an answer and not an error."""

from typing import Final

import msgspec
from litestar import get

from pitboss.web.api.routes import Ask, parts
from pitboss.web.guard import ANYONE, session_of


class Here(msgspec.Struct, frozen=True):
    """`name` is empty when there is no session."""

    name: str = ""
    role: str = ""
    guest: bool = False
    csrf: str = ""
    locked: bool = False
    wallets: dict[str, int] = {}


@get("/api/here", roles=ANYONE, polled=True, sync_to_thread=True)
def who_is_here(request: Ask) -> Here:
    """The session as `/api/me` tells it, or nobody."""
    session = session_of(request)
    if session is None:
        return Here()
    _, desk, _ = parts(request)
    person = session.person
    wallets = {kind: int(cents) for kind, cents in desk.wallets(person).items()}
    return Here(person.name, person.role, person.guest, session.csrf, session.locked, wallets)


PRESENCE_ROUTES: Final = (who_is_here,)
