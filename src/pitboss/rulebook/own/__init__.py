"""Rules of one's own, read from a TOML file: paytables for published games, and whole games.

`[games.KEY]` with a published game's key brings `paytables` only; with another key it declares a
game. The words are those of `rulebook/model.py` and `data/paytables.toml`.
"""

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.rulebook import MARK, PUBLISHED, OwnRules, Rulebook
from pitboss.rulebook.model import Game
from pitboss.rulebook.own.checks import CHECKS, Declared
from pitboss.rulebook.own.declaration import read_game
from pitboss.rulebook.own.tables import TableReader
from pitboss.rulebook.own.vocabulary import OWN
from pitboss.rulebook.toml.reading import Report, Violation, dotted
from pitboss.rulebook.toml.text import MAX_BYTES, decoded, parsed
from pitboss.rulebook.toml.toml_lines import Path, key_lines
from pitboss.rulebook.toml.values import quote

__all__ = ["MARK", "OWN", "BadRules", "CheckedRules", "check_file", "check_rules", "read_rules"]

MAX_GAMES: Final = 20


class BadRules(PitbossError):
    """A rules file that cannot be used, with the line of its first mistake."""


class CheckedRules(msgspec.Struct, frozen=True):
    """The rulebook with the file's rules, or the violations that prevent it."""

    book: Rulebook | None
    violations: tuple[Violation, ...] = ()


def read_rules(path: str | FilePath, book: Rulebook = PUBLISHED) -> Rulebook:
    """The rulebook with a file's rules beside the published ones; refuses a bad file."""
    checked = check_file(FilePath(path), book)
    if checked.book is None:
        first, *others = checked.violations
        more = f" (and {len(others)} more: pitboss game check lists them)" if others else ""
        where = f"{path}:{first.line}" if first.line else str(path)
        key = f"{first.key}: " if first.key else ""
        raise BadRules(f"{key}{first.what}", where=where, what_to_do=first.allowed + more)
    return checked.book


def check_file(path: FilePath, book: Rulebook = PUBLISHED) -> CheckedRules:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # a larger file is refused unread
    except OSError as error:
        raise BadRules(f"cannot be read: {error.strerror}", where=str(path)) from error
    text = decoded(data)
    return CheckedRules(None, (text,)) if isinstance(text, Violation) else check_rules(text, book)


def check_rules(text: str, book: Rulebook = PUBLISHED) -> CheckedRules:
    """Checks a file's text; everything that is wrong is reported at once."""
    entries = parsed(text)
    if isinstance(entries, Violation):
        return CheckedRules(None, (entries,))
    report = Report(key_lines(text))
    for key in entries.keys() - {"games"}:
        report.violation((key,), "unknown key", "", "known here: games")
    games = _read_games(entries.get("games"), report, book)
    if report.violations:
        return CheckedRules(None, tuple(sorted(report.violations, key=lambda v: (v.line, v.key))))
    for key, own in games.items():
        book = book.with_own(key, own)
    return CheckedRules(book)


def _read_games(entries: object, report: Report, book: Rulebook) -> dict[str, OwnRules]:
    """The own rules in a table of games, by the game's key."""
    if not isinstance(entries, Mapping) or not 1 <= len(entries) <= MAX_GAMES:
        report.violation(("games",), "no games", "", f"write [games.KEY] for 1 to {MAX_GAMES}")
        return {}
    own = {}
    for key, entry in entries.items():
        path = ("games", key)
        if not isinstance(entry, Mapping):
            report.violation(path, f"{quote(entry)} is not a table", "", "write [games.KEY]")
        elif key in book.games:
            own[key] = _own_tables(book, key, entry, path, report)
        else:
            own[key] = read_own_game(key, entry, path, report, (*path, "paytables"))
    return own


def _own_tables(
    book: Rulebook, key: str, entry: Mapping[str, Any], path: Path, report: Report
) -> OwnRules:
    for name in entry.keys() - {"paytables"}:
        allowed = f"{key} is published: give paytables only, or declare a game with another key"
        report.violation((*path, name), "changes a published game", "", allowed)
    reader = TableReader(book.find(key), book.paytables(key), report)
    return OwnRules(tables=reader.read(entry.get("paytables", {}), (*path, "paytables")))


def read_own_game(
    key: str, entry: Mapping[str, Any], path: Path, report: Report, tables_path: Path
) -> OwnRules:
    """A game with its paytables; without a game where something prevents it."""
    if not key.replace("-", "").isalnum() or not key.isascii() or key != key.lower():
        allowed = "small letters, digits and hyphens, as in river-stud"
        report.violation(path, f"{quote(key)} cannot be a game's key", "", allowed)
    game = read_game(key, entry, path, report)
    if game is None:
        return OwnRules()
    before = len(report.violations)
    for rule in CHECKS:
        rule(Declared(game, path, report))
    if len(report.violations) > before:
        return OwnRules()
    tables = TableReader(game, {}, report).read(entry.get("paytables", {}), tables_path)
    _every_wager_is_paid(game, tables.keys(), tables_path, report)
    return OwnRules(game, tables)


def _every_wager_is_paid(game: Game, wagers: Any, path: Path, report: Report) -> None:
    needed = [wager.key for wager in game.wagers if not wager.pays_as]
    if game.progressive is not None:
        needed += [f"envy-{stake // 100}" for stake in game.progressive.stakes]
    for wager in needed:
        if wager not in wagers and not report.violations:
            what = f"{wager} has no paytable"
            allowed = f"write [{dotted(path)}.{wager}.A]"
            report.violation((*path, wager), what, "", allowed)
