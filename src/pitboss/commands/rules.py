"""`pitboss rules`: a game, a clause or a ruling, for people or as JSON."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import click
import msgspec

from pitboss.commands.common import echo_json, rules_option
from pitboss.commands.shell.completion import complete_game
from pitboss.commands.views.subject import Subject, context_of
from pitboss.rulebook import GAMES, MARK, PUBLISHED, Rulebook, register, rules_fingerprint
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.register import Clause, Ruling

if TYPE_CHECKING:
    from pitboss.rulebook.own import CheckedRules


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
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


# ── a file of own rules ───────────────────────────────────────────────────────────────────────────


@click.group("game")
def game_command() -> None:
    """Check or show a file of own rules: paytables and whole games.

    \b
    pitboss game check examples/river-stud.toml
    pitboss game show examples/river-stud.toml
    pitboss game show mississippi-stud --toml
    """


@game_command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def check_game(file: Path, as_json: bool) -> int:
    """Check FILE; exit code 1 where something is wrong, each mistake with its line."""
    from pitboss.rulebook.own import check_file

    checked = check_file(file)
    if as_json:
        echo_json(_check_record(file, checked))
    elif checked.book is None:
        for each in checked.violations:
            place = f"{file}:{each.line}" if each.line else str(file)
            key = f"{each.key}: " if each.key else ""
            click.echo(f"{place}: {key}{each.what}; {each.allowed}")
        number = len(checked.violations)
        click.echo(f"{file}: {number} violation{'s' * (number != 1)}")
    else:
        click.echo(f"{file}: valid")
        for line in _brought(checked.book):
            click.echo(line)
    return 0 if checked.book is not None else 1


def _check_record(file: Path, checked: "CheckedRules") -> dict[str, Any]:
    games = {} if checked.book is None else _games_record(checked.book)
    return {
        "file": str(file),
        "valid": checked.book is not None,
        "violations": checked.violations,
        "games": games,
    }


@game_command.command("show")
@click.argument("file")
@click.option("--toml", "as_toml", is_flag=True, help="Print the rules as a rules file.")
@click.option("--submission", "as_part", is_flag=True, help="Print the part for a submission.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def show_game(file: str, as_toml: bool, as_part: bool, as_json: bool) -> None:
    """Show the rules of FILE, or of a published game by its key."""
    from pitboss.rulebook.own import read_rules
    from pitboss.rulebook.own.writing import write_rules

    published = file in GAMES
    book = PUBLISHED if published else read_rules(file)
    keys = [file] if published else [*book.own]
    if as_part:
        from pitboss.rulebook.submission.own_rules import offers

        click.echo("\n\n".join(offers(book)))
    elif as_toml:
        for place, key in enumerate(keys):
            own = book.own.get(key)
            game = book.games[key] if own is None else own.game
            tables = book.paytables(key) if own is None else own.tables
            click.echo("\n" * (place > 0) + write_rules(game, tables, key), nl=False)
    elif as_json:
        echo_json(_games_record(book, keys))
    else:
        from pitboss.commands.views.rules import show

        for key in keys:
            show(book.games[key], book)


def _brought(book: Rulebook) -> list[str]:
    lines = []
    for key, own in book.own.items():
        game, tables = book.games[key], book.paytables(key)
        brings = "a game" if own.game is not None else "paytables"
        letters = ", ".join(f"{w} {' '.join(each)}" for w, each in own.tables.items())
        lines.append(f"  {key}: {brings} ({letters}), {rules_fingerprint(game, tables)[:16]}")
    return [*lines, f"  {MARK}"]


def _games_record(book: Rulebook, keys: list[str] | None = None) -> dict[str, Any]:
    return {key: game_record(book.games[key], book) for key in keys or book.own}
