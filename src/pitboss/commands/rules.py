"""`pitboss rules`: a game, a clause or a ruling, for people or as JSON."""

from typing import Any, assert_never

import click
import msgspec

from pitboss.commands.common import echo_json, rules_option
from pitboss.commands.views.subject import Subject, context_of
from pitboss.rulebook import GAMES, MARK, PUBLISHED, Rulebook, register, rules_fingerprint
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.register import Clause, Ruling


@click.command()
@click.argument("game", required=False)
@click.argument("clause", nargs=-1)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str | None, clause: tuple[str, ...], book: Rulebook, as_json: bool) -> None:
    """Show the four games, one GAME, or one CLAUSE (or ruling) of it.

    \b
    pitboss rules
    pitboss rules mississippi-stud
    pitboss rules mississippi-stud "11.H(1)"
    pitboss rules "LIR .12B(3)"
    pitboss rules mississippi-stud M1
    pitboss rules river-stud --rules examples/river-stud.toml
    """
    subject = _subject(game, " ".join(clause), book)
    if as_json:
        echo_json(record(subject, book))
        return
    # JSON does not need the layout.
    from pitboss.commands.views.rules import show

    show(subject, book)


def _subject(game: str | None, text: str, book: Rulebook) -> Subject:
    if game is None:
        return None
    chosen = _game_named(game, book)
    if chosen is None:
        text = f"{game} {text}".strip()
        if not _looks_like_clause(text):
            book.find(game)  # refuses, and lists the games
    elif not text:
        return chosen
    return register.rulings().get(text.upper()) or register.find_clause(text, chosen)


def _game_named(text: str, book: Rulebook) -> Game | None:
    """A game by its key, or by the code its clauses are cited with."""
    key = text.replace("_", "-").lower()
    by_code = (game for game in GAMES.values() if game.code.lower() == key)
    return book.games.get(text) or book.games.get(key) or next(by_code, None)


def _looks_like_clause(text: str) -> bool:
    code = text.partition(" ")[0].upper()
    return code in register.DOCUMENTS or text.upper() in register.rulings()


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def record(subject: Subject, book: Rulebook = PUBLISHED) -> Any:
    match subject:
        case None:
            return [summary(each, book) for each in book.games.values()]
        case Game():
            return game_record(subject, book)
        case Clause():
            return clause_record(subject)
        case Ruling():
            return msgspec.to_builtins(subject)
    assert_never(subject)


def summary(game: Game, book: Rulebook = PUBLISHED) -> dict[str, Any]:
    tables = book.paytables(game.key)
    own = {"own_rules": MARK} if game.key in book.own else {}
    return own | {
        "game": game.key,
        "name": game.name,
        "documents": game.documents,
        "fingerprint": rules_fingerprint(game, tables),
        "seats": game.seats,
        "cards": len(game.cards),
        "wagers": {w.key: list(tables[w.pays_as or w.key]) for w in game.wagers},
        "spots": [spot.key for spot in game.spots],
    }


def game_record(game: Game, book: Rulebook = PUBLISHED) -> dict[str, Any]:
    clauses = [c for document in game.documents for c in register.clauses_of(document).values()]
    return summary(game, book) | {
        "declaration": msgspec.to_builtins(game),
        "paytables": {
            wager: {letter: table_record(table) for letter, table in letters.items()}
            for wager, letters in book.paytables(game.key).items()
        },
        "shares": [
            msgspec.to_builtins(share) | {"percent": share.percent}
            for document in game.documents
            for share in (*register.shares(document), register.procedure_share(document))
            if share is not None
        ],
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
            name: {"least_cents": cents, "clause": table.meter_clauses[name]}
            for name, cents in table.meters.items()
        },
    }


def clause_record(clause: Clause) -> dict[str, Any]:
    context = context_of(clause)
    own: dict[str, Any] = msgspec.to_builtins(clause)
    return own | {
        "above": [c.id for c in context.above],
        "under": [c.id for c in context.under],
        "code": context.code,
        "shown": context.shown,
        "rulings": msgspec.to_builtins(context.rulings),
        "table": table_record(context.table) if context.table else None,
    }
