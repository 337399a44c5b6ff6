"""A PAR sheet, or any record of figures, as CSV."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any


def csv_text(record: dict[str, Any]) -> str:
    """One line for each figure: its path in the JSON, its fraction, and its decimal or text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("figure", "fraction", "value"))
    writer.writerows(_figures(record, ()))
    return out.getvalue()


_NAMED_BY = (
    *("wager", "with", "paytable", "option", "error", "hand", "instead", "stage", "choice"),
    *("meter", "decision", "seen"),
)


def _figures(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    if isinstance(value, dict) and "decimal" in value:
        yield "/".join(path), value.get("fraction") or "", value["decimal"]
        if "squared" in value:
            yield "/".join((*path, "squared")), value["squared"], float(Fraction(value["squared"]))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _figures(item, (*path, str(key)))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _figures(item, (*path, _label(item, place)))
    elif value is not None:
        yield "/".join(path), "", value


def _label(item: Any, place: int) -> str:
    if not isinstance(item, dict):
        return str(place)
    names = [str(item[key]) for key in _NAMED_BY if key in item]
    names += [f"{item[key]} cents" for key in ("stake_cents", "net_cents") if key in item][:1]
    names += [f"{item[key]} others" for key in ("other_seats",) if key in item]
    return " ".join(names) or str(place)
