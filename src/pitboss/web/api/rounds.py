"""Addresses of finished rounds: list, search, step through, verify and export them."""

from typing import Annotated, Any, Final, Literal

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter

from pitboss.extras import has_extra
from pitboss.house.history import export as exports
from pitboss.house.history import rounds as history
from pitboss.house.history.proof import Proof, prove
from pitboss.house.history.search import (
    RoundFilter,
    SearchPage,
    SearchTerms,
    matching_rounds,
    search,
    terms,
)
from pitboss.house.history.steps import RoundReplay, steps
from pitboss.house.rulebook import game_names
from pitboss.rulebook import UnknownGame
from pitboss.web.api import models as m
from pitboss.web.api.common import (
    ADMINISTRATOR_AND_AUDITOR,
    BOOKS,
    ApiRequest,
    RoundNumber,
    get,
    own_rounds,
)
from pitboss.web.guard import EVERYONE

MAX_EXPORTED: Final = 1000
_KINDS: Final = {
    "text": "text/plain",
    "zip": "application/zip",
    "json": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}

_WORDS: Final = r"^[^\x00-\x1f]*$"
TableId = Annotated[str | None, QueryParameter(pattern="^[a-z0-9-]{1,40}$")]
Words = Annotated[str | None, QueryParameter(max_length=60, pattern=_WORDS)]
Milliseconds = Annotated[int | None, QueryParameter(ge=0, le=10**14)]
Cents = Annotated[int | None, QueryParameter(ge=-(10**13), le=10**13)]
Round = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1)]
Amount = Literal["net", "staked", "returned"]
Outcome = Literal["settled", "void"]
ViewerName = Annotated[
    str,
    QueryParameter(name="as", pattern="^(seat-[1-9][0-9]?|watcher|dealer|floorperson|auditor)$"),
]


@get("/api/rounds", EVERYONE)
def rounds(
    request: ApiRequest,
    table: TableId = None,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> list[m.RoundRow]:
    """One's own last rounds; for an auditor, everyone's."""
    table = None if table is None else request.house.live(table).row.id
    rows = history.recent_rounds(request.house, own_rounds(request.person), table, limit)
    return [m.RoundRow(**row) for row in rows]


@get("/api/rounds/{table:str}/{number:int}", EVERYONE)
def one_round(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> dict[str, Any]:
    """A whole finished round: cards, decisions, payments, clauses, seed."""
    table = request.house.live(table).row.id
    return history.round_record(request.house, table, number, own_rounds(request.person))


@get("/api/rounds/{table:str}/{number:int}/text", EVERYONE, media_type="text/plain")
def round_text(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> str:
    """A finished round in the .round notation."""
    table = request.house.live(table).row.id
    return history.as_text(request.house, table, number, own_rounds(request.person))


@get("/api/rounds/{table:str}/{number:int}/steps", EVERYONE)
def round_steps(
    request: ApiRequest,
    table: FromPath[str],
    number: RoundNumber,
    seen_as: ViewerName = "auditor",
) -> RoundReplay:
    """A finished round event by event as one viewer saw it; for a player, from their own seat."""
    table = request.house.live(table).row.id
    return steps(request.house, table, number, seen_as, own_rounds(request.person))


@get("/api/rounds/{table:str}/{number:int}/proof", BOOKS)
def round_proof(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> Proof:
    """A finished round's deck from its seed, its entries in the chain, and a replay of it."""
    return prove(request.house, request.house.live(table).row.id, number)


@get("/api/rounds/{table:str}/{number:int}/fairness", BOOKS)
def fairness(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> dict[str, Any]:
    """A finished round's deck, derived again from its seed."""
    return history.verify(request.house, request.house.live(table).row.id, number)


@get("/api/fairness/{table:str}/{number:int}", EVERYONE)
def own_fairness(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> dict[str, Any]:
    """A finished round's seed, commitment and decks, for its players to derive again."""
    player = None if request.person.role in BOOKS else request.person.name
    return history.verify(request.house, request.house.live(table).row.id, number, player)


def round_filter(
    request: ApiRequest,
    table: TableId = None,
    game: Words = None,
    player: Words = None,
    since: Milliseconds = None,
    until: Milliseconds = None,
    hand: Words = None,
    amount: FromQuery[Amount] = "net",
    least: Cents = None,
    most: Cents = None,
    clause: Words = None,
    outcome: FromQuery[Outcome | None] = None,
    first: Round = None,
    last: Round = None,
) -> RoundFilter:
    """The filters of a search. Players and dealers find only their own rounds."""
    table = None if table is None else request.house.live(table).row.id
    game = None if game is None else _game_key(request, game)
    mine = own_rounds(request.person)
    return RoundFilter(
        table=table,
        game=game,
        player=mine if mine is not None else player,
        since=since,
        until=until,
        hand=hand,
        amount=amount,
        least=least,
        most=most,
        clause=clause,
        outcome=outcome,
        first=first,
        last=last,
    )


def _game_key(request: ApiRequest, text: str) -> str:
    """A game of this house by its key, even if all its tables are closed."""
    with request.house.store.read() as tx:
        names = game_names(tx)
    key = text.replace("_", "-").lower()
    if key not in names:
        choices = f"choose one of {', '.join(names)}"
        raise UnknownGame(f"there is no game {text!r}", what_to_do=choices)
    return key


_FILTER: Final = {"chosen": Provide(round_filter, sync_to_thread=True)}


@get("/api/search/rounds", EVERYONE, dependencies=_FILTER)
def search_rounds(
    request: ApiRequest,
    chosen: NamedDependency[RoundFilter],
    after: Annotated[str, QueryParameter(max_length=90, pattern=r"^[0-9a-z/-]*$")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> SearchPage:
    """Finished rounds that match every filter, newest first: one's own, or all for an auditor."""
    return search(request.house, chosen, after, limit)


@get("/api/search/terms", ADMINISTRATOR_AND_AUDITOR)
def search_terms(request: ApiRequest) -> SearchTerms:
    """The tables, hands and clauses of all finished rounds."""
    return terms(request.house)


@get("/api/search/export", EVERYONE, kinds=tuple(_KINDS.values()), dependencies=_FILTER)
def export(
    request: ApiRequest,
    chosen: NamedDependency[RoundFilter],
    form: FromQuery[exports.Form] = "round",
) -> Response[Any]:
    """The rounds a search matches as files: .round (several as a zip), JSON lines, Parquet."""
    house = request.house
    rows = matching_rounds(house, chosen, MAX_EXPORTED)
    name = f"{rows[0][0]}-{rows[0][1]}" if len(rows) == 1 else "rounds"
    body: bytes
    match form:
        case "round" if len(rows) == 1:
            body, kind, ending = history.as_text(house, *rows[0], None).encode(), "text", "round"
        case "round":
            body, kind, ending = exports.as_zip(house, rows), "zip", "zip"
        case "json":
            body = "".join(exports.json_lines(house, rows)).encode()
            kind, ending = "json", "jsonl"
        case "parquet":
            body, kind, ending = exports.as_parquet(house, rows), "parquet", "parquet"
    headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(body, media_type=_KINDS[kind], headers=headers)


@get("/api/search/forms", EVERYONE)
def export_forms(request: ApiRequest) -> list[str]:
    """The formats that rounds can be exported in; Parquet needs an optional library."""
    return [form for form in exports.FORMS if form != "parquet" or has_extra("parquet")]
