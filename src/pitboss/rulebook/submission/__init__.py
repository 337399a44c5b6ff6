"""The rules submission: an operator's choices, read from TOML, checked clause by clause.

`check` reports everything that is wrong at once; `load` returns the choices or that list. Neither
raises, whatever a file holds. The file's shape is in shape.py, the rules it must meet in checks.py.
"""

import re
import tomllib
from functools import cache
from operator import attrgetter
from typing import Final

import msgspec

from pitboss.rulebook import GAMES, read_data
from pitboss.rulebook.describe import listed
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission.approvals import CommissionApproval, read_approvals
from pitboss.rulebook.submission.cage import CageTerms, read_cage
from pitboss.rulebook.submission.checks import CHECKS, Case, choices
from pitboss.rulebook.submission.reading import Report, Violation, read_table
from pitboss.rulebook.submission.shape import house_shape
from pitboss.rulebook.submission.tables import OpenTable, Settings, read_tables, settings_of
from pitboss.rulebook.submission.toml_lines import key_lines, too_deep
from pitboss.rulebook.submission.values import DEFINITIONS, Schema

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
    approvals: dict[str, CommissionApproval] = {}  # by what the Commission approved
    cage: CageTerms = CageTerms()


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
        return _refusal(0, f"the file is larger than {MAX_BYTES:,} bytes", "no house needs as many")
    try:
        return check(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _refusal(line, f"byte {data[error.start]:#04x} is not UTF-8", "save it as UTF-8")


def check(text: str) -> Checked:
    """Checks a text. A long line or deep nesting, which only costs time, never gets parsed."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return _refusal(number, f"a line of {len(line):,} characters", f"{MAX_LINE:,} at most")
    if deep := too_deep(text, MAX_NESTING):
        return _refusal(deep, f"brackets nested more than {MAX_NESTING} deep", "two are enough")
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _not_toml(text, str(error))
    report = Report(key_lines(text))
    house = read_table(house_shape(), entries, (), report)
    games = house.get("games", {})
    offered = [key for key in GAMES if key in games and games[key].get("offered", True)]
    cases = [Case(GAMES[key], games[key], report) for key in offered]
    for case in cases:
        for rule in CHECKS:
            rule(case)
    if not offered and not report.violations:
        report.violation(("games",), "no game is offered", "", f"offer {listed([*GAMES], 'or')}")
    tables = read_tables(house, offered, report)
    approvals = read_approvals(house, offered, tables, report)
    place = attrgetter("line", "key")
    warnings = tuple(sorted(report.warnings, key=place))
    if report.violations:
        return Checked(None, tuple(sorted(report.violations, key=place)), warnings)
    submission = Submission(
        house["house"]["name"],
        house["house"]["operator"],
        {key: choices(case) for key, case in zip(offered, cases, strict=True)},
        tuple(tables),
        {key: settings_of(house, games[key]) for key in offered},
        approvals,
        read_cage(house),
    )
    return Checked(submission, (), warnings)


def _refusal(line: int, what: str, allowed: str, key: str = "") -> Checked:
    return Checked(None, (Violation(line, key, what, "", allowed),))


_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEYS: Final = re.compile(r"\('(.*?)',?\)")
_ASSIGNMENT: Final = re.compile(r"\s*([A-Za-z0-9_.-]+)\s*=")
_HEADER: Final = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*)\s*\]")
_NO_END: Final = ("text that does not end", "close its quotes on the same line")
_PLAIN_WORDS: Final = {
    "Cannot overwrite a value": ("a key that was given before", "give each key once"),
    "Invalid value": ("no value TOML knows", 'text and amounts like "12.50" go in quotes'),
    "Invalid statement": ("neither a key nor a table", "write key = value, or [table]"),
    "Expected '=' after a key in a key/value pair": ("a key without a value", "write key = value"),
    "Illegal character '\\n'": _NO_END,
    "Unterminated string": _NO_END,
    'Expected "\'"': _NO_END,
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
    what, allowed = _PLAIN_WORDS.get(
        complaint, (complaint[:1].lower() + complaint[1:], "mend this line; toml.io has the format")
    )
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    line = int(place[1]) if place and place[1] else last
    # The key that the broken line begins with, under the last table opened above it.
    key = _ASSIGNMENT.match(lines[line - 1])
    headers = filter(None, map(_HEADER.match, reversed(lines[:line])))
    names = [match[1] for match in (next(headers, None), key) if match]
    return _refusal(line, f"not TOML: {what}", allowed, ".".join(names))


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
