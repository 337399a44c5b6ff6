"""Answers about odds as CSV: a table where the answer is one, else one figure a line."""

import csv
import io
from typing import Any

from pitboss.house.pricing import questions as q
from pitboss.odds.sheet.csv import csv_text


def csv_of(question: q.Question, told: dict[str, Any]) -> str:
    match question:
        case q.ClassesQuestion():
            return _rows(told["rows"])
        case q.HandQuestion():
            return _rows(told["options"])
        case q.OverviewQuestion():
            return _rows(told["wagers"])
        case q.LimitQuestion():
            return _rows(told["payout_limits"])
    return csv_text(told)


def _rows(records: list[dict[str, Any]]) -> str:
    """A column for each key; of a figure its fraction and its decimal."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for place, record in enumerate(records):
        flat = _flat(record)
        if place == 0:
            writer.writerow(flat)
        writer.writerow(flat.values())
    return out.getvalue()


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, dict):
            exactly = value.get("fraction") or value.get("squared")
            if "fraction" in value or "squared" in value:
                found[f"{key}_exact"] = exactly
            found[key] = value["decimal"]
        else:
            found[key] = value
    return found
