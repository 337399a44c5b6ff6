"""The papers of the current submission, drawn on demand, and notices of a change of limits."""

from typing import Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.errors import PitbossError
from pitboss.house.floor.limits import (
    BadNotice,
    LimitChange,
    LimitNotice,
    announce_limits,
    find_change,
    limit_changes,
)
from pitboss.house.floor.tables import read_submission
from pitboss.paper.content import Copy
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission
from pitboss.web.api.common import ADMINISTRATOR_AND_AUDITOR, BOOKS, FLOOR, ApiRequest, get, post
from pitboss.web.guard import ANYONE

_MEDIA: Final = {"svg": "image/svg+xml", "pdf": "application/pdf"}


class NoPaper(PitbossError):
    """A game or a paper that the house does not have."""

    status = 404


class GamePapers(msgspec.Struct, frozen=True):
    game: str
    title: str
    papers: list[str]  # names of files


@get("/api/papers", BOOKS)
def papers(request: ApiRequest) -> list[GamePapers]:
    """What can be drawn for each game of the house."""
    from pitboss.paper.catalogue import ready_papers  # slow to import, rarely needed

    rules = [Rules(choices) for choices in _house(request).games.values()]
    return [GamePapers(r.game.key, r.game.name, [*ready_papers(r)]) for r in rules]


@get("/api/papers/filing", ADMINISTRATOR_AND_AUDITOR, kinds=(_MEDIA["pdf"],))
def filing(request: ApiRequest) -> Response[Any]:
    """The submission as a filing, as PDF."""
    from pitboss.paper import catalogue

    return _file("filing.pdf", catalogue.filing(_house(request)))


@get("/api/papers/{game:str}/{name:str}", BOOKS, kinds=tuple(_MEDIA.values()))
def paper(
    request: ApiRequest, game: FromPath[str], name: FromPath[str], copy: FromQuery[Copy] = "public"
) -> Response[Any]:
    """One paper of a game as PDF or SVG; the filing copy cites clauses."""
    from pitboss.paper.catalogue import Order, ready_papers

    house = _house(request)
    rules = Rules(house.games[game]) if game in house.games else None
    draw = ready_papers(rules).get(name) if rules else None
    if rules is None or draw is None:
        raise NoPaper(f"there is no paper {game}/{name}", what_to_do="/api/papers lists them")
    return _file(f"{game}-{name}", draw(Order(house, rules, copy=copy)))


def _house(request: ApiRequest) -> Submission:
    with request.house.store.read() as tx:
        house = read_submission(tx)
    if house is None:
        raise NoPaper("this house has no submission", what_to_do="submit its rules first")
    return house


def _file(name: str, content: bytes) -> Response[Any]:
    media = _MEDIA[name.rpartition(".")[2]]
    headers = {"content-disposition": f'inline; filename="{name}"'}
    return Response(content, media_type=media, headers=headers)


# ── changes of limits ─────────────────────────────────────────────────────────────────────────────


class Announcement(msgspec.Struct, frozen=True):
    hour: int  # milliseconds


@get("/api/limits", BOOKS)
def limits(request: ApiRequest) -> list[LimitChange]:
    """The tables whose limits the newest submission changes."""
    return limit_changes(request.house)


@post("/api/limits/{table:str}", FLOOR, status_code=201)
def announce(
    request: ApiRequest, table: FromPath[str], data: JSONBody[Announcement]
) -> LimitNotice:
    """Announces the hour of a change, at least 30 minutes ahead."""
    return announce_limits(request.house, request.person, table, data.hour)


@get("/api/limits/{table:str}/notice", BOOKS, kinds=(_MEDIA["pdf"],), refuses=True)
def notice(request: ApiRequest, table: FromPath[str]) -> Response[Any]:
    """The notice of an announced change, as PDF."""
    from pitboss.paper.notice import limit_notice  # slow to load, and wanted by few
    from pitboss.paper.setting import notice_pdf

    house = request.house
    change = find_change(house, table)
    if change.notice is None:
        raise BadNotice("the change is not announced", what_to_do="announce its hour first")
    old = house.live(table).table.rules
    posted = (change.notice.by, change.notice.at)
    new = (change.new_minimum, change.new_maximum)
    paper = limit_notice(
        old, _house(request).operator, change.name, new, change.notice.hour, posted
    )
    return _file(f"{table}-notice.pdf", notice_pdf(paper))


@get("/api/tables/{table:str}/limits", ANYONE)
def table_limits(request: ApiRequest, table: FromPath[str]) -> list[LimitNotice]:
    """The announced change of a table's limits, for its sign; empty if there is none."""
    request.house.live(table)
    changes = [each for each in limit_changes(request.house) if each.table == table]
    return [each.notice for each in changes if each.notice is not None]
