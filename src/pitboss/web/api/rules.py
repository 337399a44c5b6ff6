"""Addresses of the games and their rules, with the records that they answer."""

import msgspec
from litestar.params import FromPath

from pitboss.house.live_table import TableRow
from pitboss.house.pricing.menu import ShippedEdge, shipped_edge
from pitboss.house.rulebook import house_book
from pitboss.house.service import House
from pitboss.rankings import RANKINGS
from pitboss.rulebook import (
    GAMES,
    MARK,
    Rulebook,
    describe,
    procedure,
    register,
    rules_fingerprint,
)
from pitboss.rulebook.describe import Line
from pitboss.rulebook.model import Game
from pitboss.rulebook.register import Ruling
from pitboss.rulebook.rules import MeterTerms, Rules
from pitboss.rulebook.sample_hands import SampleHand, sample_hands
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE
from pitboss.web.looks import FeltLook, fan_of, house_look, look_of


class MotifSpot(msgspec.Struct, frozen=True):
    name: str
    required: bool
    decided: bool
    progressive: bool


class Motif(msgspec.Struct, frozen=True):
    """The data for a small picture of the felt."""

    hole: int
    hidden: list[int]
    community: int
    box: int
    seats: int
    jokers: int
    spots: list[MotifSpot]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    name: str
    rules: str  # the beginning of the fingerprint
    mark: str  # says that the rules are of no published document; else empty
    seats: int
    deck: str
    motif: Motif
    wagers: list[str]


class GameOverview(GameSummary, frozen=True, kw_only=True):
    """`edges` has the house edge of each table of this house, where it ships with the program."""

    edges: dict[str, ShippedEdge | None]
    look: FeltLook
    fan: list[str]  # the cards of its picture


class RuleText(msgspec.Struct, frozen=True):
    text: str
    clauses: list[str]


class DocumentTitle(msgspec.Struct, frozen=True):
    code: str
    title: str


class DealingText(msgspec.Struct, frozen=True):
    name: str
    lines: list[RuleText]


class SpotTerms(msgspec.Struct, frozen=True):
    spot: str
    name: str
    terms: str
    clause: str


class WagerTerms(msgspec.Struct, frozen=True):
    wager: str
    name: str
    terms: str
    clauses: list[str]
    optional: bool
    progressive: bool


class MatrixRow(msgspec.Struct, frozen=True):
    hand: str
    pays: list[str]  # by letter


class PaytableMatrix(msgspec.Struct, frozen=True):
    """All letters of a wager side by side."""

    wager: str
    title: str
    letters: list[str]
    clauses: list[str]
    rows: list[MatrixRow]
    notes: list[str]


class ClauseText(msgspec.Struct, frozen=True):
    id: str
    status: str
    says: str
    by: str
    how: str
    see: list[str]


class Chapter(msgspec.Struct, frozen=True):
    title: str
    clauses: list[ClauseText]


class SpotLimits(msgspec.Struct, frozen=True):
    spot: str
    name: str
    least: int
    most: int


class TableTerms(msgspec.Struct, frozen=True, kw_only=True):
    """One table of this house: its paytables and limits, in cents."""

    id: str
    name: str
    currency: str
    mode: str
    rules: str
    minimum: int
    maximum: int
    payout_limit: int | None
    boxes: int
    letters: dict[str, str]
    spots: list[SpotLimits]
    progressive_stake: int
    meters: tuple[MeterTerms, ...]


class GameRanking(msgspec.Struct, frozen=True):
    """The hands that decide some wagers, from the best down, with cards that make them."""

    wagers: list[str]  # names
    hands: list[SampleHand]


class GameRules(GameSummary, frozen=True, kw_only=True):
    documents: list[DocumentTitle]
    boxes: str
    play: list[RuleText]
    dealings: list[DealingText]
    procedure: list[DealingText]
    spots: list[SpotTerms]
    bets: list[WagerTerms]
    paytables: list[PaytableMatrix]
    rankings: list[GameRanking]
    limit: RuleText
    chapters: list[Chapter]
    rulings: list[Ruling]
    tables: list[TableTerms]


def _motif(game: Game) -> Motif:
    spots = [
        MotifSpot(
            spot.name, spot.required, bool(spot.multiples), game.wager(spot.wager).progressive
        )
        for spot in game.spots
    ]
    jokers = len(game.cards) - 52
    return Motif(game.hole, list(game.hidden), game.community, game.box, game.seats, jokers, spots)


def _summary(game: Game, book: Rulebook) -> GameSummary:
    return GameSummary(
        game=game.key,
        name=game.name,
        rules=rules_fingerprint(game, book.paytables(game.key))[:16],
        mark=MARK if game.key not in GAMES else "",
        seats=game.seats,
        deck=describe.deck(game),
        motif=_motif(game),
        wagers=[wager.name for wager in game.wagers],
    )


@get("/api/games", ANYONE)
def games(request: ApiRequest) -> list[GameOverview]:
    """Every game of the house's rulebook, the data for its picture, its tables' house edges."""
    book, look = house_book(request.house), house_look(request.house)
    edges: dict[str, dict[str, ShippedEdge | None]] = {key: {} for key in book.games}
    for live in request.house.live_tables():
        row, rules = live.row, live.table.rules
        letters = {key: table.letter for key, table in rules.tables.items()}
        edges[row.game][row.id] = None if rules.is_own else shipped_edge(row.game, letters)
    return [
        GameOverview(
            **msgspec.structs.asdict(_summary(game, book)),
            edges=edges[game.key],
            look=look_of(game.key, look),
            fan=fan_of(game.key, game.hole),
        )
        for game in book.games.values()
    ]


def _text(line: Line) -> RuleText:
    return RuleText(line.text, [clause for clause in line.clauses if clause])


def _matrices(game: Game, book: Rulebook) -> list[PaytableMatrix]:
    """A wager may have two matrices: tables for hands of different sizes are kept apart."""
    every = book.paytables(game.key)
    order = [wager.key for wager in game.wagers]
    keys = sorted(every, key=lambda key: order.index(key) if key in order else len(order))
    return [
        PaytableMatrix(
            key,
            matrix.title,
            list(matrix.letters),
            list(matrix.clauses),
            [MatrixRow(name, list(pays)) for name, pays in matrix.rows],
            list(matrix.notes),
        )
        for key in keys
        for matrix in describe.matrices(game, {key: every[key]})
    ]


def _rankings(game: Game, book: Rulebook) -> list[GameRanking]:
    names: dict[str, list[str]] = {}
    tables = book.paytables(game.key)
    for wager in game.wagers:
        for letter in tables.get(wager.key, {}).values():
            names.setdefault(letter.ranking, []).append(wager.name)
    return [
        GameRanking([*dict.fromkeys(wagers)], sample_hands(RANKINGS[key]))
        for key, wagers in names.items()
        if key in RANKINGS
    ]


def _chapters(game: Game) -> list[Chapter]:
    chapters: list[Chapter] = []
    for document in game.documents:
        chapters.append(Chapter(f"{document} · {register.DOCUMENTS[document]}", []))
        for clause in register.clauses_of(document).values():
            if clause.status == "chapter":
                chapters.append(Chapter(f"{clause.id} · {clause.says}", []))
            else:
                text = ClauseText(
                    clause.id, clause.status, clause.says, clause.by, clause.how, list(clause.see)
                )
                chapters[-1].clauses.append(text)
    return [chapter for chapter in chapters if chapter.clauses]


def _table(row: TableRow, rules: Rules) -> TableTerms:
    choices = row.choices
    return TableTerms(
        id=row.id,
        name=row.name,
        currency=row.currency,
        mode=row.mode,
        rules=rules.short,
        minimum=choices.minimum,
        maximum=choices.maximum,
        payout_limit=rules.payout_limit,
        boxes=choices.boxes,
        letters={key: rules.tables[key].letter for key in rules.wagers},
        spots=[SpotLimits(s.key, s.name, *rules.limits(s)) for s in rules.spots.values()],
        progressive_stake=choices.progressive_stake,
        meters=choices.meters,
    )


def describe_rules(game: Game, house: House, book: Rulebook) -> GameRules:
    return GameRules(
        **msgspec.structs.asdict(_summary(game, book)),
        documents=[DocumentTitle(code, register.DOCUMENTS[code]) for code in game.documents],
        boxes=describe.boxes_words(game),
        play=[_text(describe.step_line(game, step)) for step in game.play],
        dealings=[
            DealingText(
                describe.dealing_name(dealing),
                [_text(line) for line in procedure.dealing_lines(game, dealing)],
            )
            for dealing in game.dealings
        ],
        procedure=[
            DealingText(part.title, [_text(line) for line in part.lines])
            for part in procedure.sections(game)
        ],
        spots=[
            SpotTerms(s.key, s.name, describe.spot_terms(game, s), s.clause) for s in game.spots
        ],
        bets=[
            WagerTerms(
                w.key,
                w.name,
                describe.wager_terms(game, w),
                [clause for clause in (w.clause, w.settled) if clause],
                w.optional,
                w.progressive,
            )
            for w in game.wagers
        ],
        paytables=_matrices(game, book),
        rankings=_rankings(game, book),
        limit=_text(describe.limit_line(game)),
        chapters=_chapters(game),
        rulings=list(register.rulings_of(game).values()),
        tables=[
            _table(live.row, live.table.rules)
            for live in house.live_tables()
            if live.row.game == game.key
        ],
    )


@get("/api/rules/{game:str}", ANYONE)
def rules(request: ApiRequest, game: FromPath[str]) -> GameRules:
    """A game as data: play, wagers, paytables, clauses, rulings, and the tables of this house."""
    book = house_book(request.house)
    return describe_rules(book.find(game), request.house, book)
