"""Types that mark the fields of a declaration that are not rules: its clauses and its names.

A game's fingerprint leaves them out by these types, whatever they hold.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import msgspec

T = TypeVar("T")

_CITATION: Final = "citation"
_LABEL: Final = "label"
# The tag of a step of the play. Fingerprints predate the tag and leave it out: the other fields
# of two kinds of step differ enough to distinguish them.
STEP: Final = "step"

# A clause or ruling by its number: `MS 11.H(1)`, `G16`. Empty where there is no such step.
Citation = Annotated[str, _CITATION]
Citations = Annotated[tuple[str, ...], _CITATION]
# A printed name, or whatever else may change while the rules stay the same.
Label = Annotated[T, _LABEL]


def rules_only(value: Any) -> Any:
    """A declaration as plain values, without labels and citations.

    An empty citation stays, because the absence of a step is a rule.
    """
    if isinstance(value, msgspec.Struct):
        return dict(_rule_fields(value))
    if isinstance(value, dict):
        return {str(key): rules_only(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rules_only(item) for item in value]
    return value


def _rule_fields(record: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    config = record.__struct_config__
    if config.tag_field not in (None, STEP):
        yield config.tag_field, config.tag
    marks = _marks(type(record))
    # A record that leaves its defaults out of the JSON leaves them out of the fingerprint too.
    defaults = _defaults(type(record)) if config.omit_defaults else {}
    for field in record.__struct_fields__:
        item = getattr(record, field)
        if field in defaults and item == defaults[field]:
            continue
        if field not in marks:
            yield field, rules_only(item)
        elif marks[field] == _CITATION and not isinstance(item, str):
            yield field, []
        elif marks[field] == _CITATION and not item:
            yield field, ""


@cache
def _defaults(record: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        field.name: field.default
        for field in msgspec.structs.fields(record)
        if field.default is not msgspec.NODEFAULT
    }


@cache
def _marks(record: type[msgspec.Struct]) -> dict[str, str]:
    hints = get_type_hints(record, include_extras=True)
    marks = {field: getattr(hint, "__metadata__", ("",))[0] for field, hint in hints.items()}
    return {field: mark for field, mark in marks.items() if mark in (_CITATION, _LABEL)}
