"""The papers of the current submission: layouts, signs and cards, drawn when asked for."""

from typing import Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery

from pitboss.errors import PitbossError
from pitboss.house.floor.tables import read_submission
from pitboss.paper.content import Copy
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission
from pitboss.web.api.common import ADMINISTRATOR_AND_AUDITOR, BOOKS, ApiRequest, get

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
    from pitboss.paper.catalogue import ready_papers  # slow to load, and wanted by few

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
    return _file(f"{game}-{name}", draw(Order(rules, house.operator, copy=copy, look=house.look)))


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


PAPER_ROUTES: Final = (papers, filing, paper)
