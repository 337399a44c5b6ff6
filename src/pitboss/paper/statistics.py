"""Statistics of the books as PDF, workbook and CSV; the figures are those of the record."""

import csv
import io
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from pitboss.house.books.statistics import GroupFigures, Statistics
from pitboss.money import format_cents

COLUMNS: Final = (
    *("group", "title", "rounds", "decisions", "hours", "rounds_per_hour", "decisions_per_hour"),
    *("drop", "win", "hold", "base_hold", "base_low", "base_high", "staked", "result", "theory"),
    *("expected", "low", "high", "p", "cards_p", "left_out", "flags"),
)
MONEY: Final = ("drop", "win", "staked", "result", "theory", "expected", "low", "high")
SHARES: Final = ("hold", "base_hold", "base_low", "base_high")
# A workbook's own time, fixed so that the same figures give the same bytes.
_LONG_AGO: Final = datetime(1980, 1, 1, tzinfo=UTC)

FLAG_WORDS: Final = {
    "win": "win outside its 95 % interval",
    "payments": "a row not paid as its paytable says",
    "cards": "opening hands unlikely by chance",
    "hold": "win to drop far from last year's",
}
NOTES: Final = (
    "Result: what the table won on all wagers but the progressive ones. Theory: the edge of best "
    "play at the stakes bet before the deal, without the payout limit; empty where a game of the "
    "house's own has no exact solution.",
    "Expected and its interval: given every decision really taken, what the last card of each "
    "round could still give. The interval comes from dealing that card again many times, so 5 in "
    "100 honest groups are flagged, whoever plays.",
    "Win: of the inventory with the drop; feeds of meters and corrections are in it. Base: last "
    "year's win to drop (in a first year, last month's), with the spread of its days.",
)


def _cell(group: GroupFigures, column: str) -> Any:
    value = getattr(group, column)
    return " ".join(value) if column == "flags" else value


def statistics_csv(record: Statistics) -> bytes:
    """Amounts in cents; a name that a spreadsheet would run as a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in record.groups:
        cells = [_cell(group, column) for column in COLUMNS]
        writer.writerow([f"'{x}" if isinstance(x, str) and x[:1] in "=+-@" else x for x in cells])
    return out.getvalue().encode()


def statistics_xlsx(record: Statistics) -> bytes:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False})
    book.set_properties({"title": "Statistics of the books", "created": _LONG_AGO})
    bold = book.add_format({"bold": True, "text_wrap": True, "bottom": 1})
    money = book.add_format({"num_format": "#,##0.00"})
    share = book.add_format({"num_format": "0.00%"})
    sheet = book.add_worksheet("Groups")
    sheet.freeze_panes(1, 2)
    sheet.set_column(0, len(COLUMNS), 14)
    for x, column in enumerate(COLUMNS):
        sheet.write_string(0, x, column.replace("_", " "), bold)
        for y, group in enumerate(record.groups, 1):
            value = _cell(group, column)
            if isinstance(value, str):
                sheet.write_string(y, x, value)
            elif value is not None and column in MONEY:
                sheet.write_number(y, x, value / 100, money)
            elif value is not None:
                sheet.write_number(y, x, value, share if column in SHARES else None)
    if record.groups:
        chart = book.add_chart({"type": "line"})
        last = len(record.groups)
        for column in ("result", "expected", "low", "high"):
            at = COLUMNS.index(column)
            chart.add_series(
                {
                    "name": ["Groups", 0, at],
                    "categories": ["Groups", 1, 1, last, 1],
                    "values": ["Groups", 1, at, last, at],
                }
            )
        chart.set_title({"name": "Result and its 95 % interval"})
        words = {"description": "Result of each group beside its expected result and interval"}
        sheet.insert_chart(last + 3, 1, chart, words)
    rows = book.add_worksheet("Rows")
    names = ("group", "wager", "hand", "odds", "times", "stake", "paid", "due")
    for x, name in enumerate(names):
        rows.write_string(0, x, name, bold)
    y = 0
    for group in record.groups:
        for row in group.rows:
            y += 1
            for x, value in enumerate((group.group, *msgspec.structs.astuple(row))):
                if isinstance(value, str):
                    rows.write_string(y, x, value)
                elif x > names.index("times"):
                    rows.write_number(y, x, value / 100, money)
                else:
                    rows.write_number(y, x, value)
    book.close()
    return out.getvalue()


def statistics_pdf(record: Statistics, operator: str) -> bytes:
    from pitboss.paper.setting import compile_pdf

    def percent(value: float | None) -> str:
        return "" if value is None else f"{value:.1%}"

    groups = [
        {
            "title": group.title,
            "cells": [
                f"{group.rounds:,}",
                f"{group.decisions_per_hour:,.0f}",
                format_cents(group.drop),
                format_cents(group.win),
                percent(group.hold),
                percent(group.base_hold),
                format_cents(group.result),
                "" if group.theory is None else format_cents(round(group.theory)),
                format_cents(round(group.expected)),
                f"{format_cents(group.low)} to {format_cents(group.high)}",
                f"{group.p:.3f}",
            ],
            "ends": [format_cents(group.low), format_cents(group.high)],
            "bar": [group.low, group.high, group.result, group.expected],
            "flags": [FLAG_WORDS[flag] for flag in group.flags],
        }
        for group in record.groups
    ]
    wrong = [
        [group.title, row.wager, row.hand, row.odds, f"{row.times:,}"]
        + [format_cents(cents) for cents in (row.stake, row.paid, row.due)]
        for group in record.groups
        for row in group.rows
        if row.paid != row.due
    ]
    flags = sum("win" in group.flags for group in record.groups)
    data = {
        "operator": operator,
        "period": f"{record.start} to {record.end}",
        "by": record.by,
        "groups": groups,
        "wrong": wrong,
        "flags": f"{flags} flagged by their win; {record.expected_flags:.1f} expected by chance",
        "notes": NOTES,
        "meters": [(meter.meter, format_cents(meter.cents)) for meter in record.liability],
    }
    return compile_pdf("statistics.typ", {"statistics": msgspec.json.encode(data).decode()})
