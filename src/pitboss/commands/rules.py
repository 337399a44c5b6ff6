"""`pitboss rules`: a game, a clause or a ruling, for people or as JSON."""

from typing import Any, assert_never

import click
import msgspec

from pitboss.rulebook import GAMES, find_game, fingerprint, paytables, register
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.register import Clause, Ruling

Asked = Game | Clause | Ruling | None


@click.command()
@click.argument("game", required=False)
@click.argument("clause", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str | None, clause: tuple[str, ...], as_json: bool) -> None:
    """Show the four games, one GAME, or one CLAUSE (or ruling) of it.

    \b
    pitboss rules
    pitboss rules mississippi-stud
    pitboss rules mississippi-stud "11.H(1)"
    pitboss rules "LIR .12B(3)"
    pitboss rules mississippi-stud M1
    """
    asked = _asked(game, " ".join(clause))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(record(asked)), indent=2))
        return
    # Only people need the layout.
    from pitboss.commands.views.rules import show

    show(asked)


def _asked(game: str | None, text: str) -> Asked:
    if game is None:
        return None
    chosen = _game_named(game)
    if chosen is None:
        text = f"{game} {text}".strip()
        if not _looks_like_clause(text):
            find_game(game)  # refuses, saying which games there are
    elif not text:
        return chosen
    return register.rulings().get(text.upper()) or register.find_clause(text, chosen)


def _game_named(text: str) -> Game | None:
    """A game by its key, or by the code its clauses are cited with."""
    key = text.replace("_", "-").lower()
    by_code = (game for game in GAMES.values() if game.code.lower() == key)
    return GAMES.get(key) or next(by_code, None)


def _looks_like_clause(text: str) -> bool:
    code = text.partition(" ")[0].upper()
    return code in register.DOCUMENTS or text.upper() in register.rulings()


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def record(asked: Asked) -> Any:
    match asked:
        case None:
            return [summary(each) for each in GAMES.values()]
        case Game():
            return game_record(asked)
        case Clause():
            return clause_record(asked)
        case Ruling():
            return msgspec.to_builtins(asked)
    assert_never(asked)


def summary(game: Game) -> dict[str, Any]:
    return {
        "game": game.key,
        "name": game.name,
        "documents": game.documents,
        "fingerprint": fingerprint(game.key),
        "seats": game.seats,
        "cards": len(game.cards),
        "wagers": {wager.key: list(_letters(game, wager.key)) for wager in game.wagers},
        "spots": [spot.key for spot in game.spots],
    }


def _letters(game: Game, wager: str) -> dict[str, Paytable]:
    return paytables(game.key)[game.wager(wager).pays_as or wager]


def game_record(game: Game) -> dict[str, Any]:
    play = [
        {"step": type(step).__name__.lower(), **msgspec.to_builtins(step)} for step in game.play
    ]
    clauses = [c for document in game.documents for c in register.clauses_of(document).values()]
    return summary(game) | {
        "declaration": msgspec.to_builtins(game) | {"play": play},
        "paytables": {
            wager: {letter: table_record(table) for letter, table in letters.items()}
            for wager, letters in paytables(game.key).items()
        },
        "clauses": msgspec.to_builtins(clauses),
        "rulings": msgspec.to_builtins(list(register.rulings_of(game).values())),
    }


def table_record(table: Paytable) -> dict[str, Any]:
    return {
        "letter": table.letter,
        "clause": table.clause,
        "ranking": table.ranking,
        "cards": table.cards,
        "rows": [{"row": r.name, "pays": str(r.pays), "clause": r.clause} for r in table.rows],
        "meters": {
            name: {"least_cents": least, "clause": table.meter_clauses[name]}
            for name, least in table.meters.items()
        },
    }


class Context(msgspec.Struct, frozen=True):
    """Everything known about a clause."""

    clause: Clause
    above: tuple[Clause, ...]
    under: tuple[Clause, ...]
    code: tuple[str, ...]  # file:line of the package that cites it
    shown: tuple[str, ...]  # golden rounds and tests
    rulings: tuple[Ruling, ...]
    table: Paytable | None


def context_of(clause: Clause) -> Context:
    listed = register.clauses_of(register.path_of(clause.id)[0])
    return Context(
        clause,
        above=tuple(
            c for c in listed.values() if c.id != clause.id and register.within(clause.id, c.id)
        ),
        under=tuple(register.children(clause.id)),
        code=tuple(register.cited_in_code(clause.id)),
        shown=tuple(register.shown_by(clause.id)),
        rulings=tuple(register.rulings_on(clause)),
        table=register.find_table(clause.id),
    )


def clause_record(clause: Clause) -> dict[str, Any]:
    context = context_of(clause)
    said: dict[str, Any] = msgspec.to_builtins(clause)
    return said | {
        "above": [c.id for c in context.above],
        "under": [c.id for c in context.under],
        "code": context.code,
        "shown": context.shown,
        "rulings": msgspec.to_builtins(context.rulings),
        "table": table_record(context.table) if context.table else None,
    }
