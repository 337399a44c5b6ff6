"""Addresses for looking back: finished rounds searched, stepped through, proved and exported."""

from typing import Annotated, Any, Final, Literal

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter

from pitboss.house.audit.background import AuditStatus, BackgroundAudit
from pitboss.house.history import export as exports
from pitboss.house.history.proof import Proof, prove
from pitboss.house.history.rounds import as_text
from pitboss.house.history.search import (
    RoundFilter,
    SearchPage,
    SearchTerms,
    matching_rounds,
    search,
    terms,
)
from pitboss.house.history.steps import RoundReplay, steps
from pitboss.house.people.accounts import Person
from pitboss.rulebook import find_game
from pitboss.web.api.routes import Ask, RoundNumber, parts
from pitboss.web.guard import EVERYONE, here

BOOKS: Final = ("auditor", "floorperson", "administrator")
AUDITOR: Final = ("auditor",)
MOST_EXPORTED: Final = 1000
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


def own(person: Person) -> str | None:
    """Whose rounds a person may look at: None is everyone's."""
    return None if person.role in ("auditor", "administrator") else person.name


def wanted(
    request: Ask,
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
    """What a search asks for; players and dealers find their own rounds only."""
    house, _, _ = parts(request)
    if table is not None:
        house.live(table)
    if game is not None:
        find_game(game)
    mine = own(here(request).person)
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


_SOUGHT: Final = {"sought": Provide(wanted, sync_to_thread=True)}


@get("/api/search/rounds", roles=EVERYONE, dependencies=_SOUGHT, sync_to_thread=True)
def search_rounds(
    request: Ask,
    sought: NamedDependency[RoundFilter],
    after: Annotated[str, QueryParameter(max_length=90, pattern=r"^[0-9a-z/-]*$")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> SearchPage:
    """Finished rounds, newest first; one's own unless one audits. Filters go together."""
    house, _, _ = parts(request)
    return search(house, sought, after, limit)


@get("/api/search/terms", roles=("auditor", "administrator"), sync_to_thread=True)
def search_terms(request: Ask) -> SearchTerms:
    """Tables, hands and clauses that finished rounds have."""
    house, _, _ = parts(request)
    return terms(house)


@get(
    "/api/search/export",
    roles=EVERYONE,
    kinds=tuple(_KINDS.values()),
    dependencies=_SOUGHT,
    sync_to_thread=True,
)
def export(
    request: Ask, sought: NamedDependency[RoundFilter], form: FromQuery[exports.Form] = "round"
) -> Response[Any]:
    """The rounds a search finds as files: .round (several as a zip), JSON lines, Parquet."""
    house, _, _ = parts(request)
    found = matching_rounds(house, sought, MOST_EXPORTED)
    name = f"{found[0][0]}-{found[0][1]}" if len(found) == 1 else "rounds"
    body: bytes
    match form:
        case "round" if len(found) == 1:
            body, kind, ending = as_text(house, *found[0], None).encode(), "text", "round"
        case "round":
            body, kind, ending = exports.as_zip(house, found), "zip", "zip"
        case "json":
            body = "".join(exports.json_lines(house, found)).encode()
            kind, ending = "json", "jsonl"
        case "parquet":
            body, kind, ending = exports.as_parquet(house, found), "parquet", "parquet"
    headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(body, media_type=_KINDS[kind], headers=headers)


@get("/api/search/forms", roles=EVERYONE, sync_to_thread=True)
def export_forms(request: Ask) -> list[str]:
    """The forms that rounds can be exported in here; Parquet needs a library of its own."""
    return [form for form in exports.FORMS if form != "parquet" or exports.has_parquet()]


@get("/api/rounds/{table:str}/{number:int}/steps", roles=EVERYONE, sync_to_thread=True)
def round_steps(
    request: Ask,
    table: FromPath[str],
    number: RoundNumber,
    seen_as: ViewerName = "auditor",
) -> RoundReplay:
    """A finished round event by event as one viewer saw it; a player, from their own seat."""
    house, _, _ = parts(request)
    table = house.live(table).row.id
    return steps(house, table, number, seen_as, own(here(request).person))


@get("/api/rounds/{table:str}/{number:int}/proof", roles=BOOKS, sync_to_thread=True)
def round_proof(request: Ask, table: FromPath[str], number: RoundNumber) -> Proof:
    """A finished round's deck from its seed, its entries in the chain, and a replay of it."""
    house, _, _ = parts(request)
    return prove(house, house.live(table).row.id, number)


def _auditing(state: State) -> BackgroundAudit:
    known: BackgroundAudit = state.auditing
    return known


@post("/api/audit/run", roles=AUDITOR, sync_to_thread=True)
def start_audit(request: Ask, state: State) -> AuditStatus:
    """Begin an audit of everything, or join the one that runs."""
    return _auditing(state).start(here(request).person.name)


@get("/api/audit/run", roles=AUDITOR, polled=True, sync_to_thread=True)
def audit_state(state: State) -> AuditStatus:
    """How far the newest audit is, and what it found."""
    return _auditing(state).state()


SEARCH_ROUTES: Final = (
    *(search_rounds, search_terms, export, export_forms, round_steps, round_proof),
    *(start_audit, audit_state),
)
