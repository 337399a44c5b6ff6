"""Reads tables of TOML as records of the rulebook's own vocabulary, by the records' types.

A file's format is `rulebook/model.py` itself: its keys are the fields there, its values have their
types. What a file leaves out is filled in: the field's default, the one in `DEFAULTS`, or the
citation "own rules".
"""

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pitboss.citations import Citation, Citations
from pitboss.money import Cents
from pitboss.rulebook import model
from pitboss.rulebook.describe import listed
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.toml_lines import Path
from pitboss.rulebook.toml.values import Flag, Money, Problem, Text, Word, quote

OWN: Final = "own rules"  # the citation of whatever no document says
MAX_ITEMS: Final = 64  # in one list
_MISSING: Final = object()

Entries = Mapping[str, Any]  # a table of the file


def _title(entry: Entries) -> str:
    return str(entry.get("key", "")).replace("-", " ").title()


DEFAULTS: Final[dict[type, dict[str, Callable[[Entries], object]]]] = {
    model.Wager: {"name": _title},
    model.Spot: {"name": _title, "wager": lambda _: "base"},
    model.Decide: {
        "stage": lambda entry: entry.get("spot"),
        "accept": lambda _: "bet",
        "decline": lambda _: "fold",
    },
    model.SettleStep: {"direction": lambda _: "counterclockwise from the dealer's right"},
    model.Dealing: {"variant": lambda _: "stacks"},
    model.ProgressiveRules: {"validates": lambda _: "all"},
    model.Option: {"allowed": lambda _: []},
}


def read_record(kind: type, entry: object, path: Path, report: Report) -> Any:
    """A record of this kind, or None after reporting everything that prevents one."""
    before = len(report.violations)
    value = _record(kind, entry, path, report)
    return None if len(report.violations) > before else value


def _record(kind: type, entry: object, path: Path, report: Report) -> Any:
    fields = fields_of(kind)
    if not isinstance(entry, Mapping):
        keys = listed(list(fields), "and")
        report.violation(path, f"{quote(entry)} is not a table", "", f"write {{{keys}}}")
        return None
    tag = kind.__struct_config__.tag_field  # type: ignore[attr-defined]
    for key in entry:
        if key not in fields and key != tag:
            report.violation((*path, key), "unknown key", "", f"known here: {listed([*fields])}")
    values = {}
    for key, (hint, default) in fields.items():
        raw = entry.get(key, _MISSING)
        if raw is _MISSING and key in DEFAULTS.get(kind, {}):
            raw = DEFAULTS[kind][key](entry)
        if raw is not _MISSING and raw is not None:
            values[key] = _value(hint, raw, (*path, key), report)
        elif default is not msgspec.NODEFAULT:
            values[key] = default
        elif hint in (Citation, Citations):
            values[key] = OWN if hint is Citation else ()
        elif is_optional(hint):
            values[key] = None
        else:
            report.violation((*path, key), "missing", "", f"write {words_for(hint)}")
    return kind(**values) if values.keys() == fields.keys() and not report.violations else None


@cache
def fields_of(kind: type) -> dict[str, tuple[Any, Any]]:
    """Field → its type and its default."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = {}
    for field in msgspec.structs.fields(kind):
        defaults[field.name] = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            defaults[field.name] = field.default_factory()
    return {name: (hints[name], default) for name, default in defaults.items()}


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def alternatives(hint: Any) -> tuple[Any, ...]:
    hint = _bare(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return get_args(hint)
    return (hint,)


def is_optional(hint: Any) -> bool:
    return types.NoneType in alternatives(hint)


def _value(hint: Any, raw: object, path: Path, report: Report) -> Any:
    choices = [kind for kind in alternatives(hint) if kind is not types.NoneType]
    records = [kind for kind in choices if isinstance(kind, type) and is_record(kind)]
    if len(records) > 1:
        return _tagged(records, raw, path, report)
    if records:
        return _record(records[0], raw, path, report)
    kind = choices[0]
    if get_origin(kind) is tuple:
        return _list(kind, raw, path, report)
    if get_origin(kind) is dict:
        return _mapping(get_args(kind)[1], raw, path, report)
    for each in choices:
        try:
            return _plain(each, raw)
        except Problem as problem:
            last = problem
    report.violation(path, last.what, "", last.allowed)
    return None


def is_record(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct)


def _tagged(kinds: list[Any], raw: object, path: Path, report: Report) -> Any:
    """One of several records; its tag says which."""
    tag = kinds[0].__struct_config__.tag_field
    by_tag = {kind.__struct_config__.tag: kind for kind in kinds}
    word = raw.get(tag) if isinstance(raw, Mapping) else None
    if word not in by_tag:
        allowed = f"write {tag} = {listed([quote(each) for each in by_tag], 'or')}"
        what = f"there is no {tag} {quote(word)}" if word is not None else f"no {tag} is named"
        report.violation((*path, tag), what, "", allowed)
        return None
    return _record(by_tag[word], raw, path, report)


def _list(kind: Any, raw: object, path: Path, report: Report) -> Any:
    kinds = get_args(kind)
    fixed = Ellipsis not in kinds
    if not isinstance(raw, list):
        report.violation(path, f"{quote(raw)} is not a list", "", "write it in [ ]")
        return None
    if len(raw) > MAX_ITEMS or (fixed and len(raw) != len(kinds)):
        allowed = f"{len(kinds)} items" if fixed else f"{MAX_ITEMS} items at most"
        report.violation(path, f"{len(raw)} items", "", allowed)
        return None
    each = kinds if fixed else (kinds[0],) * len(raw)
    return tuple(
        _value(hint, item, (*path, place), report)
        for place, (hint, item) in enumerate(zip(each, raw, strict=True))
    )


def _mapping(hint: Any, raw: object, path: Path, report: Report) -> Any:
    if not isinstance(raw, Mapping):
        report.violation(path, f"{quote(raw)} is not a table", "", "write key = value lines")
        return None
    return {key: _value(hint, item, (*path, key), report) for key, item in raw.items()}


def _plain(kind: Any, raw: object) -> Any:
    """A word, a number, a flag or an amount of money."""
    if get_origin(kind) is Literal:
        return Word("such word", get_args(kind)).read(raw)
    if kind is Cents:
        return Money().read(raw)
    if kind is bool:
        return Flag().read(raw)
    if kind is int:
        if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= 10**9:
            raise Problem(f"{quote(raw)} is not a whole number", "write a number from 0 up")
        return raw
    if raw == "":
        return raw
    return Text(200).read(raw)


def words_for(hint: Any) -> str:
    """What a value of this type looks like in the file."""
    kind = next(each for each in alternatives(hint) if each is not types.NoneType)
    if get_origin(kind) is Literal:
        return listed([quote(word) for word in get_args(kind)], "or")
    if get_origin(kind) is tuple:
        return "a list in [ ]"
    names = {str: "text in quotes", int: "a whole number", bool: "true or false"}
    return names.get(kind, 'dollars, as in 10 or "12.50"' if kind is Cents else "a table")
