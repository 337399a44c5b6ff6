"""The rules submission: an operator's choices, read from TOML, checked clause by clause.

`check` reports everything that is wrong at once; `load` returns the choices or that list. Neither
raises, whatever a file holds. The file's shape is in shape.py, the rules it must meet in checks.py.
"""

import re
import tomllib
from functools import cache
from typing import Any, Final

import msgspec

from pitboss.rulebook import GAMES, read_data
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission.checks import CHECKS, Case, choices
from pitboss.rulebook.submission.reading import Report, Violation, read_table
from pitboss.rulebook.submission.shape import house_shape
from pitboss.rulebook.submission.tables import OpenTable, Settings, house_settings, read_tables
from pitboss.rulebook.submission.toml_lines import key_lines, too_deep
from pitboss.rulebook.submission.values import DEFINITIONS, Schema, either

__all__ = [
    "MAX_BYTES",
    "Checked",
    "OpenTable",
    "Submission",
    "Violation",
    "check",
    "check_bytes",
    "default_house",
    "example",
    "json_schema",
    "load",
]

MAX_BYTES: Final = 1 << 20  # bytes; the example is about a hundredth of that
MAX_LINE: Final = 400
MAX_NESTING: Final = 20


class Submission(msgspec.Struct, frozen=True):
    house: str
    operator: str
    games: dict[str, Choices]  # the games offered, in the rulebook's order
    tables: tuple[OpenTable, ...]
    settings: dict[str, Settings] = {}  # by game: of tables that say nothing themselves


class Checked(msgspec.Struct, frozen=True):
    """The result of a check: a submission, or the violations that prevent one."""

    submission: Submission | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...] = ()


def load(text: str) -> Submission | list[Violation]:
    checked = check(text)
    return checked.submission or list(checked.violations)


def check_bytes(data: bytes) -> Checked:
    """Checks a file as it is on disk."""
    if len(data) > MAX_BYTES:
        return _refused(0, f"the file is larger than {MAX_BYTES:,} bytes", "no house needs as many")
    try:
        return check(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _refused(line, f"byte {data[error.start]:#04x} is not UTF-8", "save it as UTF-8")


def check(text: str) -> Checked:
    parsed = _parse(text)
    if isinstance(parsed, Checked):
        return parsed
    report = Report(key_lines(text))
    read = read_table(house_shape(), parsed, (), report)
    offered = [key for key in GAMES if _offered(read.get("games", {}).get(key))]
    cases = [Case(GAMES[key], read["games"][key], report) for key in offered]
    for case in cases:
        for rule in CHECKS:
            rule(case)
    if not offered and not report.violations:
        report.violation(("games",), "no game is offered", "", f"offer {either(list(GAMES))}")
    tables = read_tables(read, offered, report)
    warnings = tuple(sorted(report.warnings, key=_place))
    if report.violations:
        return Checked(None, tuple(sorted(report.violations, key=_place)), warnings)
    house = read["house"]
    games = {case.game.key: choices(case) for case in cases}
    settings = {case.game.key: house_settings(read, case.choices) for case in cases}
    submission = Submission(
        house["name"], house.get("operator", ""), games, tuple(tables), settings
    )
    return Checked(submission, (), warnings)


def _place(violation: Violation) -> tuple[int, str]:
    return violation.line, violation.key


def _offered(game: dict[str, Any] | None) -> bool:
    return game is not None and game.get("offered", True) is True


def _refused(line: int, what: str, allowed: str, key: str = "") -> Checked:
    return Checked(None, (Violation(line, key, what, "", allowed),))


def _parse(text: str) -> dict[str, Any] | Checked:
    """The text as TOML. What would only cost time is refused before the parser sees it."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return _refused(number, f"a line of {len(line):,} characters", f"{MAX_LINE:,} at most")
    if deep := too_deep(text, MAX_NESTING):
        return _refused(deep, f"brackets nested more than {MAX_NESTING} deep", "two are enough")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _not_toml(text, str(error))


_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEYS: Final = re.compile(r"\('(.*?)',?\)")
_ASSIGNED: Final = re.compile(r"\s*([A-Za-z0-9_.-]+)\s*=")
_OPENED: Final = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*)\s*\]")
_ENDLESS: Final = ("text that does not end", "close its quotes on the same line")
_PLAINER: Final = {
    "Cannot overwrite a value": ("a key that was given before", "give each key once"),
    "Invalid value": ("no value TOML knows", 'text and amounts like "12.50" go in quotes'),
    "Invalid statement": ("neither a key nor a table", "write key = value, or [table]"),
    "Expected '=' after a key in a key/value pair": ("a key without a value", "write key = value"),
    "Illegal character '\\n'": _ENDLESS,
    "Unterminated string": _ENDLESS,
    'Expected "\'"': _ENDLESS,
    "Unclosed array": ("a list that does not end", "close it with ]"),
    "Expected newline or end of document after a statement": (
        "something follows the value",
        'write one key = value on a line, amounts as in "12.50"',
    ),
}


def _not_toml(text: str, message: str) -> Checked:
    lines = text.split("\n")
    place = _PLACE.search(message)
    complaint = _KEYS.sub(lambda keys: re.sub("', '", ".", keys[1]), _PLACE.sub("", message))
    what, allowed = _PLAINER.get(
        complaint, (complaint[:1].lower() + complaint[1:], "mend this line; toml.io has the format")
    )
    written = [number for number, line in enumerate(lines, 1) if line.strip()]
    line = int(place[1]) if place and place[1] else max(written, default=1)
    return _refused(line, f"not TOML: {what}", allowed, _key_near(lines, line))


def _key_near(lines: list[str], number: int) -> str:
    """The key a broken line begins with, under the last table opened above it."""
    key = _ASSIGNED.match(lines[number - 1])
    opened = (_OPENED.match(line) for line in reversed(lines[:number]))
    table = next((match[1] for match in opened if match), "")
    return ".".join(filter(None, (table, key[1] if key else "")))


def example() -> str:
    """A complete file with comments, valid for all four games: the default house."""
    return read_data("example_house.toml")


@cache
def default_house() -> Submission:
    submission = check(example()).submission
    assert submission is not None, "the packaged example is valid"
    return submission


def json_schema() -> Schema:
    from pitboss.rulebook.register import rulings  # which no check needs to read

    schema = house_shape().schema()
    for game in GAMES.values():
        options = schema["properties"]["games"]["properties"][game.key]["properties"]["options"]
        for option in game.options:
            entry = options["properties"][option.key]
            entry["description"] = f"{rulings()[option.ruling].question} {entry['description']}"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pitboss rules submission",
        "description": "An operator's choices under the rulebook. `pitboss check` also checks "
        "what no schema can say: amounts against each other, devices, payout limits.",
        **schema,
        "$defs": DEFINITIONS,
    }
