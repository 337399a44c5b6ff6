"""The rulebook on a terminal."""

import textwrap
from collections.abc import Iterable
from typing import assert_never

from pitboss.commands.views import blocks
from pitboss.commands.views.blocks import Row, Span, columns, paragraph, styled, width
from pitboss.commands.views.subject import ClauseContext, Subject, context_of
from pitboss.rulebook import (
    GAMES,
    MARK,
    PUBLISHED,
    Rulebook,
    describe,
    procedure,
    register,
    rules_fingerprint,
)
from pitboss.rulebook.describe import Line, Matrix
from pitboss.rulebook.model import Game, Spot, Wager
from pitboss.rulebook.paytable import Tables
from pitboss.rulebook.procedure import Section
from pitboss.rulebook.register import ChapterShare, Clause, Ruling, Status

MARKS: dict[Status, str] = {"enforced": "✓", "recorded": "✎", "documented": "☞", "chapter": ""}
LEGEND = "   ".join(f"{MARKS[status]} {words}" for status, words in register.STATUSES.items())
FELT_LEGEND = "( ) bet before the deal   [ ] filled by a decision   ▮ unseen until turned up"


def show(subject: Subject, book: Rulebook = PUBLISHED) -> None:
    match subject:
        case None:
            blocks.show(games_view(book))
        case Game():
            blocks.show(game_view(subject, book))
        case Clause():
            blocks.show(clause_view(subject))
        case Ruling():
            blocks.show(ruling_view(subject))
        case _:
            assert_never(subject)


def _heading(text: str) -> list[str]:
    return ["", styled(text, "heading")]


def _cited(line: Line) -> list[Span]:
    return [Span(line.text), Span("·", "dim"), *_citations(line.clauses)]


def _citations(clauses: Iterable[str]) -> list[Span]:
    """Citations in small print; lines break only between two of them."""
    citations = list(clauses)
    return [Span(c + "," * (c is not citations[-1]), "dim", whole=True) for c in citations]


# ── the four games ────────────────────────────────────────────────────────────────────────────────


def games_view(book: Rulebook = PUBLISHED) -> list[str]:
    lines: list[str] = []
    for game in book.games.values():
        lines += [*_summary(game, book), ""]
    hint = "pitboss rules GAME shows a game, pitboss rules GAME CLAUSE one of its clauses."
    return [*lines, styled(hint, "dim")]


def _summary(game: Game, book: Rulebook) -> list[str]:
    tables = book.paytables(game.key)
    sources = [f"from {' and '.join(game.documents)}"] if game.documents else []
    sources += [MARK] if game.key in book.own else []
    source = ", ".join([rules_fingerprint(game, tables)[:8], *sources])
    rows: list[Row] = [
        (Span("rules", "dim"), source),
        (Span("seats", "dim"), f"{game.seats}, {describe.deck(game)}"),
        (Span("wagers", "dim"), _wagers(tables, [w for w in game.wagers if not w.optional])),
    ]
    if optional := [w for w in game.wagers if w.optional]:
        rows.append((Span("optional", "dim"), _wagers(tables, optional)))
    share = register.procedure_share(game.documents[0]) if game.documents else None
    if share is not None:
        words = f"of {share.title} {share.percent}% enforced, prompted or recorded"
        rows.append((Span("clauses", "dim"), words))
    title = styled(game.name, "bold") + "  " + styled(game.key, "name")
    return [title, *columns(rows, indent=2)]


def _wagers(tables: Tables, wagers: list[Wager]) -> str:
    names = []
    for wager in wagers:
        letters = list(tables.get(wager.key, ""))
        names.append(f"{wager.key} {letters[0]}–{letters[-1]}" if len(letters) > 1 else wager.key)
    return ", ".join(names)


# ── one game ──────────────────────────────────────────────────────────────────────────────────────


def game_view(game: Game, book: Rulebook = PUBLISHED) -> list[str]:
    steps = [describe.step_line(game, step) for step in game.play]
    return [
        *_summary(game, book),
        *_heading("Felt"),
        *(styled(line, "felt") for line in describe.felt(game)),
        styled(FELT_LEGEND, "dim"),
        *_heading("Spots"),
        *columns([_named(s, describe.spot_terms(game, s)) for s in game.spots], stretch=1),
        *_heading("Wagers"),
        *columns([_named(w, describe.wager_terms(game, w)) for w in game.wagers], stretch=1),
        *_heading("Dealing"),
        *columns(_dealings(game)),
        *_heading("Play"),
        *columns([(Span(f"{n}", "dim"), _cited(step)) for n, step in enumerate(steps, 1)]),
        *(line for section in procedure.sections(game) for line in _procedure(section)),
        *_heading("Paytables"),
        *(line for m in describe.matrices(game, book.paytables(game.key)) for line in _matrix(m)),
        *paragraph(_cited(describe.limit_line(game))),
        *(_documents(game) if game.documents else ()),
    ]


def _documents(game: Game) -> list[str]:
    clauses = [c for d in game.documents for c in register.clauses_of(d).values()]
    return [
        *_heading("Clauses"),
        styled(LEGEND, "dim"),
        *(line for document in game.documents for line in _shares(document)),
        *_clauses(clauses),
        *_heading("Rulings"),
        *_rulings(register.rulings_of(game).values()),
    ]


def _named(item: Spot | Wager, terms: str) -> Row:
    return Span(item.name, "bold"), terms, Span(item.clause, "dim")


def _dealings(game: Game) -> Iterable[Row]:
    """Each method in brief: `4 to Six Card box; 2 to each seat; 3 to community`."""
    places = {"seats": "each seat", "community": "community", "box": "Six Card box"}
    for dealing in game.dealings:
        moves = (
            f"{give.cards} to {places[give.to]}" + (f", {give.burn} burned" if give.burn else "")
            for give in dealing.order
        )
        yield Span(describe.dealing_name(dealing), "bold"), "; ".join(moves)


def _procedure(section: Section) -> list[str]:
    rows: list[Row] = [(Span(f"{n}", "dim"), _cited(x)) for n, x in enumerate(section.lines, 1)]
    return [*_heading(section.title), *columns(rows)]


def _matrix(matrix: Matrix) -> list[str]:
    numbers = [clause.partition(" ")[2] for clause in matrix.clauses]
    grid = [list(matrix.letters), numbers, *(list(pays) for _, pays in matrix.rows)]
    widths = [max(len(row[place]) for row in grid) for place in range(len(numbers))]
    names = [matrix.title, "", *(name for name, _ in matrix.rows)]
    # On a screen too narrow for the columns the names still need room.
    room = max(width() - sum(widths) - len(widths), 16)
    left = min(max(map(len, names)), room)
    lines = []
    for level, (name, row) in enumerate(zip(names, grid, strict=True)):
        cells = [cell.rjust(widths[place]) for place, cell in enumerate(row)]
        style = "bold" if level == 0 else "dim" if level == 1 else ""
        *above, last = textwrap.wrap(name, left, subsequent_indent=" ") or [""]
        lines += [styled(part, style) for part in above]
        lines.append(styled(" ".join([last.ljust(left), *cells]), style))
    return [*lines, *(styled(note, "dim") for note in matrix.notes), ""]


def _shares(document: str) -> list[str]:
    """How many clauses of each chapter have each status, and of the procedure as a whole."""
    head: Row = ("", *(Span(MARKS[status], status) for status in register.STATUSES), "")
    rows = [head, *map(_share_row, register.shares(document))]
    if whole := register.procedure_share(document):
        rows.append(_share_row(whole))
    return ["", *columns(rows, stretch=0)]


def _share_row(share: ChapterShare) -> Row:
    counts = [str(count).rjust(3) for count in share.counts.values()]
    return Span(share.title), *counts, Span(f"{share.percent}%".rjust(4), "dim")


def _clauses(clauses: Iterable[Clause]) -> list[str]:
    rows: list[Row] = []
    for clause in clauses:
        mark = Span(MARKS[clause.status], clause.status)
        if clause.status == "chapter":
            rows += [("", "", ""), (Span(clause.id, "bold"), mark, Span(clause.says, "bold"))]
        else:
            see = [Span(ruling, "ruling") for ruling in clause.see]
            rows.append((Span(clause.id, "dim"), mark, [Span(clause.says), *see]))
    return columns(rows)


def _rulings(rulings: Iterable[Ruling]) -> list[str]:
    rows: list[Row] = []
    for ruling in rulings:
        rows.append((Span(ruling.id, "ruling"), Span(ruling.question, "bold")))
        rows.append(("", ruling.ruling))
        if ruling.option:
            option = f"Option {ruling.option}, default {_plain(ruling.default)}."
            rows.append(("", Span(f"{option} Alternative: {ruling.alternative}", "name")))
            rows.append(("", Span(f"What changes: {ruling.changes}", "name")))
    return columns(rows)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ── one clause, one ruling ────────────────────────────────────────────────────────────────────────


def clause_view(clause: Clause) -> list[str]:
    context = context_of(clause)
    words = register.STATUSES.get(clause.status, clause.status)
    title = f"{styled(clause.id, 'bold')}  {styled(words, clause.status)}"
    return [title, *paragraph(clause.says), "", *_facts(context), *_below(context)]


def _facts(context: ClauseContext) -> list[str]:
    clause = context.clause
    rows: list[Row] = [
        (Span("" if n else "part of", "dim"), f"{above.id}  {above.says}")
        for n, above in enumerate(context.above)
    ]
    if clause.by:
        rows.append((Span("done by", "dim"), clause.by))
    if clause.how:
        rows.append((Span("how", "dim"), clause.how))
    if clause.paper:
        rows.append((Span("on paper", "dim"), ", ".join(clause.paper)))
    for label, places in (("cited at", context.code), ("shown by", context.shown)):
        rows += [(Span("" if n else label, "dim"), place) for n, place in enumerate(_few(places))]
    return columns(rows)


def _few(places: tuple[str, ...], max_places: int = 8) -> list[str]:
    more = len(places) - max_places
    return [*places[:max_places], *([f"and {more} more"] if more > 0 else [])]


def _below(context: ClauseContext) -> list[str]:
    lines: list[str] = []
    if context.under:
        lines += [*_heading("It has"), *_clauses(context.under)]
    if context.table is not None:
        game, wager, _ = context.table.key.split(".")
        matrix = describe.matrix(GAMES[game], wager, {context.table.letter: context.table})
        lines += [*_heading("Paytable"), *_matrix(matrix)[:-1]]
    if context.rulings:
        lines += [*_heading("Rulings"), *_rulings(context.rulings)]
    return lines


def ruling_view(ruling: Ruling) -> list[str]:
    rows: list[Row] = [
        (Span("games", "dim"), ", ".join(ruling.games)),
        (Span("clauses", "dim"), _citations(ruling.clauses)),
    ]
    return [*_rulings([ruling]), "", *columns(rows)]
