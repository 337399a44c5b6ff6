"""Addresses of the payout drill: a layout to settle, and the grade of the answers."""

from typing import Annotated, Any, Final

import msgspec
from litestar.params import JSONBody

from pitboss.house.coach.drill import Drill, Grade, SpotAnswer, grade, set_drill
from pitboss.house.coach.drill_rounds import LEVELS, Level
from pitboss.rulebook.rules import Rules
from pitboss.web.api.common import ApiRequest, get, post
from pitboss.web.api.felt import describe_layout
from pitboss.web.api.models import Name, RequestBody
from pitboss.web.guard import EVERYONE

MAX_ANSWERS: Final = 100


class DrillRequest(RequestBody, frozen=True):
    game: Name
    level: Level


class DrillAnswers(RequestBody, frozen=True):
    """In the order in which the spots would be settled."""

    drill: Annotated[str, msgspec.Meta(max_length=12_000, pattern="^[A-Za-z0-9_=-]+$")]
    answers: Annotated[tuple[SpotAnswer, ...], msgspec.Meta(max_length=MAX_ANSWERS)]


class DrillGame(msgspec.Struct, frozen=True):
    game: str
    title: str


class DrillMenu(msgspec.Struct, frozen=True):
    games: list[DrillGame]
    levels: list[str]


@get("/api/drill", EVERYONE)
def drill_menu(request: ApiRequest) -> DrillMenu:
    """The games of this house and the levels to drill them at."""
    titles = {live.row.game: live.table.rules.game.name for live in request.house.live_tables()}
    games = [DrillGame(game, title) for game, title in sorted(titles.items())]
    return DrillMenu(games, list(LEVELS))


@post("/api/drill", EVERYONE)
def new_drill(request: ApiRequest, data: JSONBody[DrillRequest]) -> Drill:
    """A finished layout without its settlement."""
    return set_drill(request.house, data.game, data.level, _felt_wagers)


def _felt_wagers(rules: Rules) -> list[dict[str, Any]]:
    wagers: list[dict[str, Any]] = msgspec.to_builtins(describe_layout(rules).wagers)
    return wagers


@post("/api/drill/answers", EVERYONE)
def grade_drill(request: ApiRequest, data: JSONBody[DrillAnswers]) -> Grade:
    """Compares the answers with the table's own settlement, spot by spot and in order."""
    return grade(request.house, data.drill, data.answers)
