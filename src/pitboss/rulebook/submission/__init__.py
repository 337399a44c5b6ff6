"""The rules submission: an operator's choices, read from TOML, checked clause by clause.

`check` reports everything that is wrong at once and never raises, whatever a file holds. The file's
shape is in shape.py, the rules it must meet in checks.py.
"""

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path as FilePath

import msgspec
from msgspec import UNSET

from pitboss.rulebook import GAMES, MARK, PUBLISHED, OwnRules, Rulebook, read_data
from pitboss.rulebook.describe import listed
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission.approvals import CommissionApproval, read_approvals
from pitboss.rulebook.submission.cage import CageTerms, read_cage
from pitboss.rulebook.submission.checks import CHECKS, Case, choices
from pitboss.rulebook.submission.look import Look, read_look
from pitboss.rulebook.submission.own_rules import games_with, has_bad_game, joined, read_own
from pitboss.rulebook.submission.shape import house_shape, shape_with
from pitboss.rulebook.submission.tables import OpenTable, Settings, read_tables, settings_of
from pitboss.rulebook.toml.reading import Report, Violation, read_table
from pitboss.rulebook.toml.text import MAX_BYTES, decoded, parsed
from pitboss.rulebook.toml.toml_lines import key_lines

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
    "joined",
]


class Submission(msgspec.Struct, frozen=True):
    house: str
    operator: str
    games: dict[str, Choices]  # the games offered, in the rulebook's order
    tables: tuple[OpenTable, ...]
    settings: dict[str, Settings] = {}  # by game, for tables without their own
    approvals: dict[str, CommissionApproval] = {}  # by what the Commission approved
    cage: CageTerms = CageTerms()
    own_real: bool = False  # real-chip tables may use rules of no published document
    look: Look = Look()
    felt_odds: frozenset[str] = frozenset()  # games whose felt shows payouts and limits


class Checked(msgspec.Struct, frozen=True):
    """The result of a check: a submission, or the violations that prevent one."""

    submission: Submission | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...] = ()


def check_bytes(data: bytes, book: Rulebook = PUBLISHED, folder: FilePath | None = None) -> Checked:
    """Checks a file's bytes, with the own rules of the book added to its own.

    Rules files that it names are read from the folder; without a folder none is read.
    """
    text = decoded(data)
    if isinstance(text, Violation):
        return Checked(None, (text,))
    return check(joined(text, book, folder))


def check(text: str) -> Checked:
    """Checks a text. A long line or deep nesting, which only costs time, never gets parsed."""
    entries = parsed(text)
    if isinstance(entries, Violation):
        return Checked(None, (entries,))
    report = Report(key_lines(text))
    own = read_own(entries, report)
    if has_bad_game(entries, own):  # the house's choices for it cannot be judged
        return Checked(None, tuple(sorted(report.violations, key=attrgetter("line", "key"))))
    house = read_table(shape_with(own) if own else house_shape(), entries, (), report)
    games = house.get("games", {})
    every = games_with(own)
    offered = [key for key in every if key in games and games[key].get("offered", True)]
    cases = [Case(every[key], games[key], report, own.get(key, OwnRules())) for key in offered]
    for case in cases:
        for rule in CHECKS:
            rule(case)
    if not offered and not report.violations:
        report.violation(("games",), "no game is offered", "", f"offer {listed([*GAMES], 'or')}")
    tables = read_tables(house, offered, report)
    approvals = read_approvals(house, [case.game for case in cases], tables, report)
    own_real = bool(house.get("house", {}).get("own_rules_for_real_chips"))
    if not own_real:
        _check_real_tables(tables, cases, report)
    look = read_look(house, report)
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
        own_real,
        look=look,
        felt_odds=frozenset(key for key in offered if games[key].get("odds") == "felt"),
    )
    return Checked(submission, (), warnings)


def _check_real_tables(tables: Sequence[OpenTable], cases: Sequence[Case], report: Report) -> None:
    own = {case.game.key for case in cases if case.own_in_use is not UNSET}
    for place, table in enumerate(tables):
        if table.currency == "real" and table.game in own:
            what = f'the table "{table.name}" takes real chips under {MARK}'
            allowed = "own_rules_for_real_chips = true under [house], or practice chips"
            report.violation(("tables", place, "currency"), what, "", allowed)


def example() -> str:
    """A complete file with comments, valid for all four games: the default house."""
    return read_data("example_house.toml")


@cache
def default_house() -> Submission:
    submission = check(example()).submission
    assert submission is not None, "the packaged example is valid"
    return submission
