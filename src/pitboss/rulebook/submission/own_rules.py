"""Rules that a submission brings itself: paytables of published games, and whole games.

`[games.KEY.rules]` declares a game in the words of a rules file, `[games.KEY.paytables]` has its
tables, and the rest of `[games.KEY]` is the house's choices, as for any game. A house stores its
submission as text, so the rules of a file are written into it (`joined`).
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from pitboss.money import Cents, format_short
from pitboss.rulebook import GAMES, PUBLISHED, OwnRules, Rulebook, paytables
from pitboss.rulebook.choices import plain_choices
from pitboss.rulebook.model import Game
from pitboss.rulebook.own import BadRules, read_own_game, read_rules
from pitboss.rulebook.own.tables import TableReader
from pitboss.rulebook.own.writing import write_rules
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.text import parsed
from pitboss.rulebook.toml.toml_lines import key_lines
from pitboss.rulebook.toml.values import percent, quote

MAX_OWN_GAMES: Final = 20
_FILE_LINE: Final = re.compile(r"""\s*rules\s*=\s*("[^"]*"|'[^']*')\s*(#.*)?""")
_RULES: Final = "rules"


def games_with(own: Mapping[str, OwnRules]) -> dict[str, Game]:
    """The published games, then the submission's own."""
    return GAMES | {key: each.game for key, each in own.items() if each.game is not None}


def read_own(entries: Mapping[str, Any], report: Report) -> dict[str, OwnRules]:
    """The rules that the file brings, by game; a game that cannot be read is left out."""
    games = entries.get("games")
    own: dict[str, OwnRules] = {}
    for key, entry in games.items() if isinstance(games, Mapping) else ():
        if not isinstance(entry, Mapping):
            continue
        path = ("games", key)
        if key in GAMES:
            if "paytables" in entry:
                reader = TableReader(GAMES[key], paytables(key), report)
                own[key] = OwnRules(tables=reader.read(entry["paytables"], (*path, "paytables")))
        elif _RULES in entry:
            # A report of its own: a mistake in one game leaves the next one readable.
            private = Report(report.lines)
            game = _declared(key, entry, private)
            report.violations += private.violations
            if not private.violations:
                own[key] = game
    if sum(each.game is not None for each in own.values()) > MAX_OWN_GAMES:
        report.violation(("games",), "too many own games", "", f"{MAX_OWN_GAMES} at most")
    return own


def _declared(key: str, entry: Mapping[str, Any], report: Report) -> OwnRules:
    path, rules = ("games", key, _RULES), entry[_RULES]
    if isinstance(rules, str):
        what = f"the file {quote(rules)} is not read here"
        allowed = f"write the game itself, [games.{key}.rules]: pitboss game show FILE --submission"
        report.violation(path, what, "", allowed)
    elif not isinstance(rules, Mapping):
        report.violation(path, f"{quote(rules)} is not a table", "", f"write [games.{key}.rules]")
    elif "paytables" in rules:
        allowed = f"write them as [games.{key}.paytables.base.A]"
        report.violation((*path, "paytables"), "no paytables belong here", "", allowed)
    else:
        whole = {**rules, "paytables": entry.get("paytables", {})}
        return read_own_game(key, whole, path, report, ("games", key, "paytables"))
    return OwnRules()


def has_bad_game(entries: Mapping[str, Any], own: Mapping[str, OwnRules]) -> bool:
    """Whether the file declares a game that could not be read."""
    games = entries.get("games")
    return isinstance(games, Mapping) and any(
        isinstance(entry, Mapping) and _RULES in entry and key not in own and key not in GAMES
        for key, entry in games.items()
    )


# ── the rules of a file, written into a submission ────────────────────────────────────────────────


def joined(text: str, book: Rulebook = PUBLISHED, folder: FilePath | None = None) -> str:
    """A submission that holds its rules itself, those of the book and of the files it names.

    A game of the book that the submission does not mention is offered with ordinary choices and
    one table for practice chips. A text that is not a submission is returned unchanged.
    """
    entries = parsed(text)
    games = entries.get("games") if isinstance(entries, dict) else None
    if not isinstance(games, Mapping):
        return text
    if folder is not None:
        text, book = _with_files(text, games, book, folder)
    parts = [part for key, own in book.own.items() for part in _parts(key, own, games)]
    return "\n\n".join([text.rstrip("\n"), *parts]) + "\n" if parts else text


def offers(book: Rulebook) -> Iterator[str]:
    """What `joined` adds to a submission that mentions none of the book's own rules."""
    for key, own in book.own.items():
        yield from _parts(key, own, {})


def _with_files(
    text: str, games: Mapping[str, Any], book: Rulebook, folder: FilePath
) -> tuple[str, Rulebook]:
    """The text without `rules = "FILE"`, and the book with the games of those files."""
    lines, places = text.split("\n"), key_lines(text)
    for key, entry in games.items():
        name = entry.get(_RULES) if isinstance(entry, Mapping) else None
        if not isinstance(name, str) or key in GAMES:
            continue
        place = places[("games", key, _RULES)] - 1
        if not _FILE_LINE.fullmatch(lines[place].rstrip("\r")):
            what = f"games.{key}.rules: the name of a file stands alone on its line"
            allowed = f'write rules = "FILE" under [games.{key}]'
            raise BadRules(what, where=f"line {place + 1}", what_to_do=allowed)
        file = read_rules(folder / name)
        if file.own.get(key, OwnRules()).game is None:
            brings = ", ".join(file.own)
            raise BadRules(f"brings no game {key}", where=name, what_to_do=f"it brings {brings}")
        book = book.with_own(key, file.own[key])
        lines[place] = f"# {lines[place].strip()}  (held below)"
    return "\n".join(lines), book


def _parts(key: str, own: OwnRules, games: Mapping[str, Any]) -> Iterator[str]:
    entry = games.get(key, {})
    if not isinstance(entry, Mapping):
        return  # the check says what is wrong with it
    if own.game is None:
        present = entry.get("paytables", {})
        tables = {
            wager: {each: t for each, t in letters.items() if each not in present.get(wager, {})}
            for wager, letters in own.tables.items()
        }
        missing = {wager: letters for wager, letters in tables.items() if letters}
        if missing:
            yield write_rules(None, missing, key).rstrip()
        return
    if isinstance(entry.get(_RULES), Mapping):
        if _declared(key, entry, Report({})) != own:
            what = f"the submission declares {key} otherwise than the rules file"
            raise BadRules(what, what_to_do="change it there, or give the game another key")
        return
    if key not in games:
        yield from plain_offer(own)
    yield write_rules(own.game, own.tables, under=f".{_RULES}").rstrip()


def plain_offer(own: OwnRules) -> Iterator[str]:
    """The ordinary choices for an own game, and a table of it, as a submission writes them."""
    game = own.game
    assert game is not None
    choices = plain_choices(game, own=own)
    head = f"games.{game.key}"
    progressive = game.progressive_wager
    letters = dict(choices.tables)
    paytable = letters.pop(progressive.key, None) if progressive else None
    yield _table(
        head,
        {
            "minimum": choices.minimum,
            "maximum": choices.maximum,
            "chips": list(choices.chips),
        },
    )
    yield _table(f"{head}.wagers", letters)
    if choices.side_limits:
        yield _table(f"{head}.limits", {k: list(two) for k, two in choices.side_limits.items()})
    if paytable is not None:
        stake = {"paytable": paytable, "stake": choices.progressive_stake}
        yield _table(f"{head}.progressive", stake)
        for terms in choices.meters:
            values = {"initial": terms.initial, "reset": terms.reset}
            lines = _table(f"{head}.progressive.meters.{terms.meter}", values)
            yield f'{lines}\nrate = "{percent(terms.rate)}"'
    dealing = {"method": choices.method, "variant": choices.variant}
    yield (
        _table(f"{head}.dealing", dealing) + "\ndecks = 2\nshuffler = true\nshuffler_counts = true"
    )
    yield f"[[tables]]\nname = {_word(game.name)}\ngame = {_word(game.key)}"


def _table(head: str, values: Mapping[str, Any]) -> str:
    return "\n".join([f"[{head}]", *(f"{key} = {_word(value)}" for key, value in values.items())])


def _word(value: str | int | list[Cents]) -> str:
    """A word or an amount of money as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_word, value))}]"
    text = value if isinstance(value, str) else format_short(Cents(value))
    return msgspec.json.encode(text).decode()
