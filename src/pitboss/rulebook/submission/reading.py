"""Reading a submission against its shape: what can be read, and a violation for the rest."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from pitboss.rulebook.submission.toml_lines import Path
from pitboss.rulebook.submission.values import Field, Problem, Table, Tables, either, shown

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
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else shown(part))
    return text


def read_table(
    table: Table, entries: Mapping[str, Any], path: Path, report: Report
) -> dict[str, Any]:
    """Returns what could be read, and reports what could not or is missing."""
    unknown = [key for key in entries if key not in table.fields]
    for key in unknown[:MAX_UNKNOWN]:
        _unknown(key, table, path, report)
    if len(unknown) > MAX_UNKNOWN:
        report.violation(
            (*path, unknown[MAX_UNKNOWN]),
            f"{len(unknown) - MAX_UNKNOWN} more unknown keys from here on",
            "",
            "leave them out",
        )
    waived = bool(table.waived_by) and entries.get(table.waived_by) is False
    values: dict[str, Any] = {}
    for key, field in table.fields.items():
        if key not in entries:
            if field.required and not waived:
                report.violation((*path, key), "missing", field.clause, field.about)
            continue
        value = _read(field, entries[key], (*path, key), report)
        if value is not None:
            values[key] = value
    return values


def _read(field: Field, raw: object, path: Path, report: Report) -> object:
    """The value read, or None."""
    kind = field.kind
    if isinstance(kind, Table):
        if isinstance(raw, Mapping):
            return read_table(kind, raw, path, report)
        return _not_a_table(raw, f"[{dotted(path)}]", path, field, report)
    if isinstance(kind, Tables):
        if not isinstance(raw, list):
            return _not_a_table(raw, f"[[{dotted(path)}]]", path, field, report)
        return _items(kind, raw, path, field, report)
    value = kind.read(raw)
    if isinstance(value, Problem):
        report.violation(path, value.what, field.clause, value.allowed)
        return None
    return value


def _items(kind: Tables, items: list[Any], path: Path, field: Field, report: Report) -> object:
    if len(items) > kind.most:
        report.violation(path, f"{len(items)} of them", field.clause, f"{kind.most} at most")
        return None
    # An item that cannot be read keeps its place, so that the others keep their lines.
    return [
        read_table(kind.each, item, (*path, place), report)
        if isinstance(item, Mapping)
        else _not_a_table(item, f"[[{dotted(path)}]]", (*path, place), field, report)
        for place, item in enumerate(items)
    ]


def _not_a_table(raw: object, header: str, path: Path, field: Field, report: Report) -> object:
    allowed = f"write the lines of {header}: {field.about}"
    report.violation(path, f"{shown(raw)} is not a table", field.clause, allowed)
    return None


def _unknown(key: str, table: Table, path: Path, report: Report) -> None:
    if key in table.elsewhere:
        problem = table.elsewhere[key]
        report.violation((*path, key), problem.what, "", problem.allowed)
        return
    like = [name for name in table.fields if len(key) > 2 and name.startswith(key.lower())]
    if not like:
        like = get_close_matches(key[:40].lower().replace(" ", "-"), table.fields, n=1)
    if like:
        allowed = f"did you mean {like[0]}?"
    elif table.fields:
        allowed = f"known here: {either(list(table.fields)).replace(' or ', ' and ')}"
    else:
        allowed = "nothing is known here"
    report.violation((*path, key), "unknown key", "", allowed)
