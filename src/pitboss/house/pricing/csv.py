"""Answers about odds as CSV: a table where the answer is one, otherwise one figure per line."""

import csv
import io
from typing import Any

from pitboss.house.pricing import questions as q
from pitboss.odds.sheet.csv import csv_text


def csv_of(question: q.Question, answer: dict[str, Any]) -> str:
    match question:
        case q.ClassesQuestion():
            return _rows(answer["rows"])
        case q.HandQuestion():
            return _rows(answer["options"])
        case q.OverviewQuestion():
            return _rows(answer["wagers"])
        case q.LimitQuestion():
            return _rows(answer["payout_limits"])
    return csv_text(answer)


def _rows(records: list[dict[str, Any]]) -> str:
    """One column per key; a figure takes two, its fraction and its decimal."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for place, record in enumerate(records):
        flat = _flat(record)
        if place == 0:
            writer.writerow(flat)
        writer.writerow(flat.values())
    return out.getvalue()


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, dict):
            exactly = value.get("fraction") or value.get("squared")
            if "fraction" in value or "squared" in value:
                columns[f"{key}_exact"] = exactly
            columns[key] = value["decimal"]
        else:
            columns[key] = value
    return columns
