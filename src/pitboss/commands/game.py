"""`pitboss game`: checks a file of own rules, and shows what it brings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.commands.common import echo_json

if TYPE_CHECKING:
    from pitboss.rulebook import Rulebook
    from pitboss.rulebook.own import CheckedRules


@click.group("game")
def command() -> None:
    """Check or show a file of own rules: paytables and whole games.

    \b
    pitboss game check examples/river-stud.toml
    pitboss game show examples/river-stud.toml
    pitboss game show mississippi-stud --toml
    """


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def check(file: Path, as_json: bool) -> int:
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
        for line in _summary(checked.book):
            click.echo(line)
    return 0 if checked.book is not None else 1


def _check_record(file: Path, checked: "CheckedRules") -> dict[str, Any]:
    games = {} if checked.book is None else _record(checked.book)
    return {
        "file": str(file),
        "valid": checked.book is not None,
        "violations": checked.violations,
        "games": games,
    }


@command.command("show")
@click.argument("file")
@click.option("--toml", "as_toml", is_flag=True, help="Print the rules as a rules file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def show(file: str, as_toml: bool, as_json: bool) -> None:
    """Show the rules of FILE, or of a published game by its key."""
    from pitboss.rulebook import GAMES, PUBLISHED
    from pitboss.rulebook.own import read_rules
    from pitboss.rulebook.own.writing import write_rules

    published = file in GAMES
    book = PUBLISHED if published else read_rules(file)
    keys = [file] if published else [*book.own]
    if as_toml:
        for place, key in enumerate(keys):
            own = book.own.get(key)
            game = book.games[key] if own is None else own.game
            tables = book.paytables(key) if own is None else own.tables
            click.echo("\n" * (place > 0) + write_rules(game, tables, key), nl=False)
    elif as_json:
        echo_json(_record(book, keys))
    else:
        from pitboss.commands.views.rules import show as show_game

        for key in keys:
            show_game(book.games[key], book)


def _summary(book: "Rulebook") -> list[str]:
    from pitboss.rulebook import MARK, rules_fingerprint

    lines = []
    for key, own in book.own.items():
        game, tables = book.games[key], book.paytables(key)
        brings = "a game" if own.game is not None else "paytables"
        letters = ", ".join(f"{w} {' '.join(each)}" for w, each in own.tables.items())
        lines.append(f"  {key}: {brings} ({letters}), {rules_fingerprint(game, tables)[:16]}")
    return [*lines, f"  {MARK}"]


def _record(book: "Rulebook", keys: list[str] | None = None) -> dict[str, Any]:
    from pitboss.commands.rules import game_record

    return {key: game_record(book.games[key], book) for key in keys or book.own}
