"""The rulebook on a terminal: plain when piped, through a pager when longer than the screen."""

from collections.abc import Iterable
from typing import assert_never

import click
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.commands.rules import Asked, Context, context_of
from pitboss.rulebook import GAMES, describe, fingerprint, paytables, register
from pitboss.rulebook.describe import Line, Matrix
from pitboss.rulebook.model import Game, Wager
from pitboss.rulebook.register import Clause, Ruling

MARKS = {"implemented": "✓", "physical": "☞", "ruled": "§", "chapter": " "}
COLOURS = {"implemented": "green", "physical": "yellow", "ruled": "magenta", "chapter": "bold"}
LEGEND = "✓ implemented   ☞ physical: a duty of people or furniture   § ruled"
NO_BREAK = "\N{NO-BREAK SPACE}"
WIDEST = 110  # longer lines are hard to read


def show(asked: Asked) -> None:
    match asked:
        case None:
            show_games()
        case Game():
            show_game(asked)
        case Clause():
            show_clause(asked)
        case Ruling():
            show_ruling(asked)
        case _:
            assert_never(asked)


def _print(parts: Iterable[RenderableType]) -> None:
    console = Console(highlight=False)
    console = Console(highlight=False, width=min(console.width, WIDEST))
    with console.capture() as capture:
        console.print(Group(*parts))
    # Cells are filled with spaces to their width; a pipe has no use for them.
    text = "\n".join(line.rstrip() for line in capture.get().splitlines()).replace(NO_BREAK, " ")
    if console.is_terminal and text.count("\n") + 2 > console.height:
        click.echo_via_pager(text + "\n", color=True)
    else:
        click.echo(text)


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold cyan")


def _columns(*styles: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for place, style in enumerate(styles):
        last = place == len(styles) - 1
        table.add_column(style=style, overflow="fold", no_wrap=not last)
    return table


# ── the four games ────────────────────────────────────────────────────────────────────────────────


def show_games() -> None:
    parts: list[RenderableType] = []
    for game in GAMES.values():
        title, rows = _summary(game)
        parts += [title, Padding(rows, (0, 0, 1, 2))]
    parts.append(
        Text("pitboss rules GAME shows a game, pitboss rules GAME CLAUSE a clause.", "dim")
    )
    _print(parts)


def _summary(game: Game) -> list[RenderableType]:
    title = Text(f"{game.name}  ", "bold") + Text(game.key, "cyan")
    rows = _columns("dim", "")
    rows.add_row("rules", f"{fingerprint(game.key)[:8]}, from {describe.listed(game.documents)}")
    rows.add_row("seats", f"{game.seats}, {describe.deck(game)}")
    required = [wager for wager in game.wagers if not wager.optional]
    optional = [wager for wager in game.wagers if wager.optional]
    rows.add_row("wagers", _wagers(game, required))
    if optional:
        rows.add_row("optional", _wagers(game, optional))
    return [title, rows]


def _wagers(game: Game, wagers: list[Wager]) -> str:
    return ", ".join(wager.key + _letters(game, wager.key) for wager in wagers)


def _letters(game: Game, wager: str) -> str:
    letters = list(paytables(game.key).get(wager, ""))
    return f" {letters[0]}–{letters[-1]}" if len(letters) > 1 else ""


# ── one game ──────────────────────────────────────────────────────────────────────────────────────


def show_game(game: Game) -> None:
    clauses = [c for d in game.documents for c in register.clauses_of(d).values()]
    _print(
        [
            *_summary(game)[:2],
            _heading("Felt"),
            Text("\n".join(describe.felt(game)), "green"),
            Text(
                "( ) bet before the deal   [ ] filled by a decision   ▮ unseen until turned up",
                "dim",
            ),
            *_spots_and_wagers(game),
            _heading("Dealing"),
            _dealings(game),
            _heading("Play"),
            _numbered([describe.step_line(game, step) for step in game.play]),
            _heading("Paytables"),
            *(part for m in describe.matrices(game, paytables(game.key)) for part in _matrix(m)),
            _cited(describe.limit_line(game)),
            _heading("Clauses"),
            Text(LEGEND, "dim"),
            _clauses(clauses),
            _heading("Rulings"),
            _rulings(register.rulings_of(game).values()),
        ]
    )


def _spots_and_wagers(game: Game) -> list[RenderableType]:
    spots, wagers = _columns("bold", "", "dim"), _columns("bold", "", "dim")
    for spot in game.spots:
        spots.add_row(spot.name, describe.spot_terms(game, spot), spot.clause)
    for wager in game.wagers:
        wagers.add_row(wager.name, describe.wager_terms(game, wager), wager.clause)
    for table in (spots, wagers):
        table.columns[1].no_wrap = False
        table.columns[2].no_wrap = True
    return [_heading("Spots"), spots, _heading("Wagers"), wagers]


def _dealings(game: Game) -> Table:
    rows = _columns("bold", "")
    for dealing in game.dealings:
        moves = []
        for give in dealing.order:
            to = {"seats": "each seat", "community": "community", "box": "Six Card box"}[give.to]
            burned = f", {give.burn} burned" if give.burn else ""
            moves.append(f"{give.cards} to {to}{burned}")
        rows.add_row(describe.dealing_name(dealing), "; ".join(moves))
    return rows


def _numbered(lines: list[Line]) -> Table:
    rows = _columns("dim", "")
    for number, line in enumerate(lines, 1):
        rows.add_row(f"{number}", _cited(line))
    return rows


def _cited(line: Line) -> Text:
    return Text(line.text) + Text("  ") + Text(_unbroken(line.clauses), "dim")


def _unbroken(clauses: Iterable[str]) -> str:
    """Citations that a line break may part, but never within."""
    return ", ".join(clause.replace(" ", NO_BREAK) for clause in clauses)


def _matrix(matrix: Matrix) -> list[RenderableType]:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(matrix.title, overflow="fold")
    for letter, clause in zip(matrix.letters, matrix.clauses, strict=True):
        number = Text(clause.partition(" ")[2], "dim")
        table.add_column(Text(f"{letter}\n", "bold") + number, justify="right", no_wrap=True)
    for name, pays in matrix.rows:
        table.add_row(name, *pays)
    return [table, *(Text(note, "dim") for note in matrix.notes), Text()]


def _clauses(clauses: list[Clause]) -> Table:
    rows = _columns("dim", "", "")
    for clause in clauses:
        mark = Text(MARKS[clause.status], COLOURS[clause.status])
        if clause.status == "chapter":
            rows.add_row("", "", "")
            rows.add_row(Text(clause.id, "bold"), mark, Text(clause.says, "bold"))
        else:
            decided = (clause.by,) if clause.status == "ruled" else ()
            see = Text("".join(f"  {ruling}" for ruling in (*decided, *clause.see)), "magenta")
            rows.add_row(clause.id, mark, Text(clause.says) + see)
    return rows


def _rulings(rulings: Iterable[Ruling]) -> Table:
    rows = _columns("bold magenta", "")
    for ruling in rulings:
        rows.add_row(ruling.id, Text(ruling.question, "bold"))
        rows.add_row("", ruling.ruling)
        if ruling.option:
            option = f"Option {ruling.option}, default {_plain(ruling.default)}."
            rows.add_row("", Text(f"{option} Otherwise: {ruling.alternative}", "cyan"))
            rows.add_row("", Text(f"Changes: {ruling.changes}", "cyan"))
    return rows


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ── one clause, one ruling ────────────────────────────────────────────────────────────────────────


def show_clause(clause: Clause) -> None:
    context = context_of(clause)
    title = Text(f"{clause.id}  ", "bold") + Text(clause.status, COLOURS[clause.status])
    _print([title, Text(clause.says), Text(), _facts(context), *_below(context)])


def _facts(context: Context) -> Table:
    clause = context.clause
    rows = _columns("dim", "")
    for above in context.above:
        rows.add_row("under", f"{above.id}  {above.says}")
    labels = {"implemented": "obeyed by", "physical": "supported by", "ruled": "decided by"}
    if clause.by:
        rows.add_row(labels[clause.status], clause.by)
    for label, places in (("cited at", context.code), ("shown by", context.shown)):
        for place in _few(places):
            rows.add_row(label, place)
            label = ""
    return rows


def _few(places: tuple[str, ...], most: int = 8) -> list[str]:
    more = len(places) - most
    return [*places[:most], *([f"and {more} more"] if more > 0 else [])]


def _below(context: Context) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if context.under:
        parts += [_heading("It has"), _clauses(list(context.under))]
    if context.table is not None:
        table = context.table
        game, wager, _ = table.key.split(".")
        matrix = describe.matrix(GAMES[game], wager, {table.letter: table})
        parts += [_heading("Paytable"), *_matrix(matrix)[:-1]]
    if context.rulings:
        parts += [_heading("Rulings"), _rulings(context.rulings)]
    return parts


def show_ruling(ruling: Ruling) -> None:
    rows = _columns("dim", "")
    rows.add_row("games", ", ".join(ruling.games))
    rows.add_row("clauses", _unbroken(ruling.clauses))
    _print([_rulings([ruling]), Text(), rows])
