"""The layout that a felt is drawn from: keys, names from the rulebook, amounts and clauses.

The wording is the page's.
"""

from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, QueryParameter

from pitboss.house.floor.tables import read_submission
from pitboss.house.pricing.menu import ShippedEdge, shipped_edge
from pitboss.paper.felt_names import community_names
from pitboss.rulebook import MARK, model
from pitboss.rulebook.examples import RankingExamples, ranking_examples
from pitboss.rulebook.holding import Holding, holdings, read_sight
from pitboss.rulebook.paytable import Row
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission.look import Look
from pitboss.rulebook.toml.values import percent
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE, EVERYONE
from pitboss.web.looks import NO_LOOK, FeltLook, look_of

SpotKind = Literal["progressive", "decision", "required", "side"]


class PayRow(msgspec.Struct, frozen=True):
    hand: str
    pays: str
    clause: str


class FeltSpot(msgspec.Struct, frozen=True):
    """A betting area with its limits in cents."""

    spot: str
    name: str
    kind: SpotKind
    wager: str
    required: bool
    equal_to: str
    multiples: list[int]
    of: str
    needs: list[str]
    least: int
    most: int
    progressive: bool
    collected: bool
    survives_fold: bool
    lammer: bool
    clause: str
    area: str


class FeltWager(msgspec.Struct, frozen=True):
    """A wager with its paytable. `on` names the slots of its cards: hole, community, box."""

    wager: str
    name: str
    paytable: str
    clause: str
    rows: list[PayRow]
    pays_as: str
    on: dict[str, list[int]]
    wins_with: list[str]


class FeltInscription(msgspec.Struct, frozen=True):
    """An inscription that chapter 2 requires, with the amounts and names that it states."""

    what: str
    clause: str
    cents: int | None = None
    multiples: list[int] = []
    spots: list[str] = []
    of: str = ""
    names: list[str] = []


class FeltMeter(msgspec.Struct, frozen=True):
    """A progressive meter: the share of each wager that it takes, and what it resets to."""

    meter: str
    rate: str
    reset: int
    clause: str


class FeltStage(msgspec.Struct, frozen=True):
    stage: str
    spot: str


class FeltFixture(msgspec.Struct, frozen=True):
    what: str
    clause: str


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules alone decide. Amounts are in cents."""

    game: str
    name: str
    rules: str
    mark: str  # says that the rules are of no published document; else empty
    seats: int
    hole: int
    community: int
    community_names: list[str]
    box: int
    method: str  # what the cards are dealt from
    hidden: list[int]
    chips: list[int]
    minimum: int
    maximum: int
    boxes: int
    boxes_clause: str
    limit: int | None
    limit_clause: str
    spots: list[FeltSpot]
    stages: list[FeltStage]
    wagers: list[FeltWager]
    envy: list[PayRow]
    envy_clause: str
    meters: list[FeltMeter]
    inscriptions: list[FeltInscription]
    fixtures: list[FeltFixture]
    look: FeltLook


class FeltTable(msgspec.Struct, frozen=True):
    id: str
    name: str
    currency: str
    mode: str


class FeltClock(msgspec.Struct, frozen=True):
    """Seconds to bet and to decide."""

    betting: int
    deciding: int


class Felt(Layout, frozen=True, kw_only=True):
    """A table's layout. `now` relates deadlines to the browser's own clock."""

    table: FeltTable
    house: str
    operator: str
    clock: FeltClock
    edge: ShippedEdge | None  # of the whole game, where it ships with the program
    now: int  # milliseconds


@get("/api/tables/{table:str}/felt", ANYONE)
def felt(request: ApiRequest, table: FromPath[str]) -> Felt:
    """A table's layout, paytables and clock. `now` relates deadlines to the browser's own clock."""
    house = request.house
    live = house.live(table)
    row = live.row
    with house.store.read() as tx:
        submission = read_submission(tx)
    look = submission.look if submission else None
    return Felt(
        **msgspec.structs.asdict(describe_layout(live.table.rules, look)),
        table=FeltTable(row.id, row.name, row.currency, row.mode),
        house=submission.house if submission else "",
        operator=submission.operator if submission else "",
        clock=FeltClock(row.settings.betting, row.settings.deciding),
        edge=_edge(live.table.rules),
        now=house.clock(),
    )


def _edge(rules: Rules) -> ShippedEdge | None:
    letters = {key: table.letter for key, table in rules.tables.items()}
    return None if rules.is_own else shipped_edge(rules.game.key, letters)


def describe_layout(rules: Rules, look: Look | None = None) -> Layout:
    """With the colours and the logo of the house, where it has some."""
    game, choices = rules.game, rules.choices
    return Layout(
        game=game.key,
        name=game.name,
        rules=rules.short,
        mark=MARK if rules.is_own else "",
        seats=game.seats,
        hole=game.hole,
        community=game.community,
        community_names=community_names(rules),
        box=game.box if rules.deals_box else 0,
        method=rules.dealing.method,
        hidden=list(game.hidden),
        chips=list(choices.chips),
        minimum=choices.minimum,
        maximum=choices.maximum,
        boxes=choices.boxes,
        boxes_clause=game.cite("wager.boxes") or "G19",
        limit=rules.payout_limit,
        limit_clause=game.limit.clause,
        spots=[_spot(rules, spot) for spot in rules.spots.values()],
        stages=[
            FeltStage(step.stage, getattr(step, "spot", ""))
            for step in game.play
            if isinstance(step, model.Decide | model.Exchange)
        ],
        wagers=[_wager(rules, key) for key in rules.wagers],
        envy=_rows(rules.envy.rows) if rules.envy else [],
        envy_clause=rules.envy.clause if rules.envy else "",
        meters=[
            FeltMeter(m.meter, percent(m.rate), m.reset, game.progressive.rates)
            for m in choices.meters
            if game.progressive is not None
        ],
        inscriptions=[_inscription(rules, mark) for mark in game.inscriptions],
        fixtures=[
            *(FeltFixture(fixture.what, fixture.clause) for fixture in game.fixtures),
            FeltFixture("rack", game.cite("discard-rack")),
        ],
        # The cards of the lobby's picture stay there: at a table they would look like dealt ones.
        look=msgspec.structs.replace(look_of(game.key, look or NO_LOOK), fan=""),
    )


def _spot(rules: Rules, spot: model.Spot) -> FeltSpot:
    least, most = rules.limits(spot)
    wager = rules.wagers[spot.wager]
    return FeltSpot(
        spot=spot.key,
        name=rules.label(wager) if wager.label_option else spot.name,
        kind=_kind(rules, spot),
        wager=spot.wager,
        required=spot.required,
        equal_to=spot.equal_to,
        multiples=list(spot.multiples),
        of=spot.of,
        needs=list(spot.needs),
        least=least,
        most=most,
        progressive=wager.progressive,
        collected=wager.collected,
        survives_fold=wager.survives_fold,
        lammer=wager.lammer,
        clause=spot.clause,
        area=wager.area,
    )


def _kind(rules: Rules, spot: model.Spot) -> SpotKind:
    """How the area is drawn: as a required bet, one made by a decision, or an optional one."""
    if rules.wagers[spot.wager].progressive:
        return "progressive"
    if spot.multiples:
        return "decision"
    return "required" if spot.required else "side"


def _wager(rules: Rules, key: str) -> FeltWager:
    wager, table = rules.wagers[key], rules.tables[key]
    cards = rules.game.hands[table.cards or wager.on]
    slots = {"hole": cards.hole, "community": cards.community, "box": cards.box}
    return FeltWager(
        wager=key,
        name=rules.label(wager),
        paytable=table.letter,
        clause=table.clause,
        rows=_rows(table.rows),
        pays_as=wager.pays_as,
        # A wager that wins with others is decided on no cards of its own.
        on={} if wager.wins_with else {place: list(numbers) for place, numbers in slots.items()},
        wins_with=list(wager.wins_with),
    )


def _rows(rows: tuple[Row, ...]) -> list[PayRow]:
    return [PayRow(row.name, str(row.pays), row.clause) for row in rows]


def _inscription(rules: Rules, mark: model.Inscription) -> FeltInscription:
    match mark.what:
        case "limit":
            return FeltInscription(mark.what, mark.clause, cents=rules.payout_limit)
        case "multiples":
            spots = [spot for spot in rules.spots.values() if spot.multiples]
            return FeltInscription(
                mark.what,
                mark.clause,
                multiples=list(spots[0].multiples),
                spots=[spot.name for spot in spots],
                of=rules.spots[spots[0].of].name,
            )
        case "streets":
            return FeltInscription(mark.what, mark.clause, names=community_names(rules))
    return FeltInscription(mark.what, mark.clause)


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

    Cards are separated by commas; `??` is a card to come. No hand at the table is looked up.
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
