"""Addresses about the cards on a felt: what they make, and what they can still make.

An answer depends on the cards in the question and on the rules alone.
"""

from typing import Annotated, Final

from litestar.params import FromPath, QueryParameter

from pitboss.rulebook.examples import RankingExamples, ranking_examples
from pitboss.rulebook.holding import Holding, holdings, read_sight
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE, EVERYONE

_CARD = r"([2-9TJQKA][cdhs]|JK|\?\?)"
Names = Annotated[str, QueryParameter(pattern=rf"^({_CARD}(,{_CARD}){{0,53}})?$")]


@get("/api/tables/{table:str}/holding", EVERYONE)
def holding(
    request: ApiRequest,
    table: FromPath[str],
    hole: Names = "",
    community: Names = "",
    box: Names = "",
    elsewhere: Names = "",
) -> list[Holding]:
    """What cards make under a table's rules, by wager, and the ways to make more of them.

    Cards are separated by commas, `??` is a card to come. The answer looks at no hand of the table.
    """
    rules = request.house.live(table).table.rules
    places = {"hole": _names(hole), "community": _names(community), "box": _names(box)}
    return holdings(rules, read_sight(rules, places, _names(elsewhere)))


@get("/api/tables/{table:str}/ranking", ANYONE)
def ranking(request: ApiRequest, table: FromPath[str]) -> list[RankingExamples]:
    """The hands of a table's game, the best first, each with an example."""
    return ranking_examples(request.house.live(table).table.rules)


def _names(cards: str) -> list[str]:
    return cards.split(",") if cards else []


HOLDING_ROUTES: Final = (holding, ranking)
