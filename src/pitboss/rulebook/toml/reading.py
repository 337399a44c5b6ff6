"""Reads a submission against its shape: returns what it can read, and reports the rest."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from pitboss.rulebook.describe import listed
from pitboss.rulebook.toml.toml_lines import Path
from pitboss.rulebook.toml.values import Field, Problem, TomlTable, TomlTables, quote

MAX_UNKNOWN: Final = 20  # unknown keys of one table that are named one by one

_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Violation(msgspec.Struct, frozen=True):
    """One thing to put right (or, as a warning, to know): `line: key: what; allowed   clause`."""

    line: int  # 0: of the file as a whole
    key: str
    what: str
    clause: str  # or the id of a ruling; empty where only the file's format is at stake
    allowed: str


class Report:
    """Violations and warnings, each at the line of its key or of the nearest table around it."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self.lines = lines
        self.violations: list[Violation] = []
        self.warnings: list[Violation] = []

    def violation(self, path: Path, what: str, clause: str, allowed: str) -> None:
        self.violations.append(self._note(path, what, clause, allowed))

    def warning(self, path: Path, what: str, clause: str, allowed: str) -> None:
        self.warnings.append(self._note(path, what, clause, allowed))

    def _note(self, path: Path, what: str, clause: str, allowed: str) -> Violation:
        nearest = path
        while nearest not in self.lines and nearest:
            nearest = nearest[:-1]
        return Violation(self.lines.get(nearest, 1), dotted(path), what, clause, allowed)


def dotted(path: Path) -> str:
    """`games.let-it-ride.chips`, `tables[2].name` (counted from 1, as people do)."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else quote(part))
    return text


def read_table(
    table: TomlTable, entries: Mapping[str, Any], path: Path, report: Report
) -> dict[str, Any]:
    unknown = [key for key in entries if key not in table.fields]
    for key in unknown[:MAX_UNKNOWN]:
        what, allowed = table.elsewhere.get(key) or ("unknown key", _suggest(key, table))
        report.violation((*path, key), what, "", allowed)
    if len(unknown) > MAX_UNKNOWN:
        what = f"{len(unknown) - MAX_UNKNOWN} more unknown keys from here on"
        report.violation((*path, unknown[MAX_UNKNOWN]), what, "", "leave them out")
    waived = table.waived_by and entries.get(table.waived_by) is False
    values: dict[str, Any] = {}
    for key, field in table.fields.items():
        if key in entries:
            value = _read(field, entries[key], (*path, key), report)
            if value is not None:
                values[key] = value
        elif key in table.required and not waived:
            report.violation((*path, key), "missing", field.clause, field.about)
    return values


def _read(field: Field, raw: object, path: Path, report: Report) -> object:
    """Returns the value, or reports it and returns None."""
    kind = field.kind
    if isinstance(kind, TomlTable) and isinstance(raw, Mapping):
        return read_table(kind, raw, path, report)
    if isinstance(kind, TomlTables) and isinstance(raw, list):
        if len(raw) <= kind.most:
            # An item that cannot be read keeps its place, so that the others keep their lines.
            each = Field(kind.each, field.about, field.clause)
            return [_read(each, item, (*path, n), report) for n, item in enumerate(raw)]
        what, allowed = f"{len(raw)} of them", f"{kind.most} at most"
    elif isinstance(kind, TomlTable | TomlTables):
        item = isinstance(path[-1], int)
        header = f"[{dotted(path[:-1] if item else path)}]"
        if item or isinstance(kind, TomlTables):
            header = f"[{header}]"
        what = f"{quote(raw)} is not a table"
        allowed = f"write the lines of {header}: {field.about}"
    else:
        try:
            return kind.read(raw)
        except Problem as problem:
            what, allowed = problem.what, problem.allowed
    report.violation(path, what, field.clause, allowed)
    return None


def _suggest(key: str, table: TomlTable) -> str:
    like = [name for name in table.fields if len(key) > 2 and name.startswith(key.lower())]
    if not like:
        like = get_close_matches(key[:40].lower().replace(" ", "-"), table.fields, n=1)
    if like:
        return f"did you mean {like[0]}?"
    names = listed(list(table.fields))
    return f"known here: {names}" if names else "nothing is known here"
