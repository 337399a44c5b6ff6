"""The report as a workbook whose figures are formulas: combinations, stakes and pays are inputs,
and probability, return, edge and variance follow from them. Each formula carries its exact value.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from pitboss.odds.game import WHOLE_GAME
from pitboss.odds.prices.price import Price
from pitboss.odds.prices.progressive import Progressive
from pitboss.paper.report.content import MathReport
from pitboss.paper.report.figures import GameFigures
from pitboss.paper.report.results import Results, results_of
from pitboss.paper.report.simulation import Comparison, Counts, compared

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

CREATED: Final = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook's clock; the same bytes each time
FIRST: Final = 16  # the row on which a wager's results begin
METER_ROW: Final = 4  # of the meter amounts on their sheet
_FORMATS: Final[dict[str, dict[str, Any]]] = {
    "title": {"bold": True, "font_size": 16, "font_color": "#0f5a3c"},
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
    "word": {"text_wrap": True, "valign": "top"},
    "input": {"bg_color": "#fff6dc", "num_format": "#,##0.######"},
    "whole": {"bg_color": "#fff6dc", "num_format": "#,##0"},
    "chance": {"num_format": "0.0000000000"},
    "percent": {"num_format": "0.0000%"},
    "number": {"num_format": "#,##0.000000"},
    "money": {"num_format": "$#,##0.00"},
}


class WorkbookSheet:
    """A worksheet that is filled by cell names."""

    def __init__(self, book: "Workbook", name: str, formats: dict[str, Any]) -> None:
        self.name, self.formats = name, formats
        self.sheet: Worksheet = book.add_worksheet(name)
        self.sheet.hide_gridlines(2)

    def words(self, row: int, column: int, text: str, kind: str = "word") -> None:
        self.sheet.write_string(row, column, text, self.formats[kind])

    def head(self, row: int, names: Sequence[str]) -> None:
        for column, name in enumerate(names):
            self.words(row, column, name, "head")

    def value(self, row: int, column: int, value: Fraction | float, kind: str = "input") -> None:
        self.sheet.write_number(row, column, float(value), self.formats[kind])

    def formula(
        self, row: int, column: int, formula: str, value: Fraction | float, kind: str = "number"
    ) -> None:
        self.sheet.write_formula(row, column, f"={formula}", self.formats[kind], float(value))


def workbook_of(figures: GameFigures, report: MathReport, counts: Counts | None) -> bytes:
    import xlsxwriter

    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        title = f"{report.title}, report on the mathematics"
        book.set_properties({"title": title, "company": report.operator, "created": CREATED})
        formats = {name: book.add_format(terms) for name, terms in _FORMATS.items()}

        def add(name: str) -> WorkbookSheet:
            return WorkbookSheet(book, name, formats)

        summary = add("Summary")
        meters = _meters(add, figures, figures.progressive) if figures.progressive else None
        for key, price in figures.prices.items():
            _wager(add(_sheet_name(key)), figures, key, price, meters)
        _summary(summary, figures, report)
        if counts is not None:
            _simulation(add("Simulation"), counts, compared(figures, counts))
        _words(add("Words"), report)
    return out.getvalue()


def _sheet_name(key: str) -> str:
    return "whole game" if key == WHOLE_GAME else key


# ── one wager ─────────────────────────────────────────────────────────────────────────────────────


def _wager(
    sheet: WorkbookSheet,
    figures: GameFigures,
    key: str,
    price: Price,
    meters: dict[str, str] | None,
) -> None:
    results = results_of(figures, key)
    last = FIRST + len(results.rows) - 1
    sheet.sheet.set_column(0, 0, 30)
    sheet.sheet.set_column(1, 9, 16)
    sheet.words(0, 0, f"{price.name}, table {price.paytable}", "title")
    sheet.words(1, 0, f"Unit: {price.unit}. Shaded cells are inputs; the others follow from them.")
    sheet.words(2, 0, "stake of a unit, cents")
    sheet.value(2, 1, price.stake, "whole")
    sheet.head(3, ("figure", "by formula", "exact", "difference"))
    _totals(sheet, price, results.total, last)
    sheet.head(FIRST - 1, _COLUMNS)
    for at, row in enumerate(results.rows, FIRST):
        sheet.words(at, 0, row.hand)
        sheet.words(at, 1, row.pays)
        sheet.value(at, 2, row.staked)
        if row.share is not None and meters:
            meter = meters[row.share.meter]
            sheet.formula(
                at, 3, f"{meter}*{row.share.percent}/100/$B$3-1", row.net / row.staked, "input"
            )
        elif row.odds is not None:
            sheet.value(at, 3, row.odds)
        else:
            sheet.words(at, 3, "")
        sheet.value(at, 4, row.combinations, "whole")
        _row_formulas(sheet, at, results, at - FIRST)
        sheet.value(at, 9, int(row.hit), "whole")


_COLUMNS: Final = (
    *("hand", "pays", "staked, units", "won for each unit", "combinations"),
    *("probability", "true odds, to 1", "net result", "part of the return", "hit (1 or 0)"),
)


def _row_formulas(sheet: WorkbookSheet, at: int, results: Results, place: int) -> None:
    row, n = results.rows[place], at + 1
    chance = Fraction(row.combinations, results.total)
    sheet.formula(at, 5, f"E{n}/$B$5", chance, "chance")
    sheet.formula(at, 6, f"(1-F{n})/F{n}", (1 - chance) / chance)
    if results.by_odds:
        sheet.formula(at, 7, f"C{n}*D{n}", row.net)
    else:  # several tables pay: the net result is the input
        sheet.value(at, 7, row.net)
    sheet.formula(at, 8, f"F{n}*H{n}", chance * row.net)


def _totals(sheet: WorkbookSheet, price: Price, total: int, last: int) -> None:
    """The figures of the wager on rows 5 to 14, each with its exact value beside it."""

    def span(column: str) -> str:
        return f"{column}{FIRST + 1}:{column}{last + 1}"

    chance, net = span("F"), span("H")
    mean = price.expectation
    square = price.moments.variance + mean * mean
    skewness = f"(SUMPRODUCT({chance},{net}^3)-3*B7*B8-B7^3)/B9^3"
    lines = (
        ("combinations in all", f"SUM({span('E')})", None, "number"),
        ("house edge", "-B7", price.house_edge, "percent"),
        ("expectation", f"SUM({span('I')})", mean, "number"),
        ("variance", f"SUMPRODUCT({chance},{net}^2)-B7^2", square - mean * mean, "number"),
        ("standard deviation", "SQRT(B8)", price.standard_deviation, "number"),
        ("average wager", f"SUMPRODUCT({chance},{span('C')})", price.average_wager, "number"),
        ("element of risk", "B6/B10", price.element_of_risk or Fraction(0), "percent"),
        ("hit frequency", f"SUMPRODUCT({chance},{span('J')})", price.hit_frequency, "percent"),
        ("win frequency", f"SUMPRODUCT({chance},--({net}>0))", price.win_frequency, "percent"),
        ("skewness", skewness, price.skewness, "number"),
    )
    for at, (name, formula, value, kind) in enumerate(lines, 4):
        sheet.words(at, 0, name)
        sheet.formula(at, 1, formula, total if value is None else value, kind)
        if value is not None:
            exact = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
            sheet.words(at, 2, exact)
            sheet.formula(at, 3, f"B{at + 1}-{float(value)!r}", 0.0)


# ── the other sheets ──────────────────────────────────────────────────────────────────────────────


def _summary(sheet: WorkbookSheet, figures: GameFigures, report: MathReport) -> None:
    sheet.sheet.set_column(0, 0, 30)
    sheet.sheet.set_column(1, 7, 16)
    sheet.words(0, 0, f"{report.title}, {report.operator}", "title")
    sheet.words(1, 0, report.foot)
    sheet.head(2, ("wager", "table", "house edge", "of risk", "staked", "deviation", "hits"))
    for at, (key, price) in enumerate(figures.prices.items(), 3):
        link = f"'{_sheet_name(key)}'!"
        sheet.words(at, 0, _sheet_name(key))
        sheet.words(at, 1, price.paytable)
        values: tuple[tuple[str, Fraction | float, str], ...] = (
            ("B6", price.house_edge, "percent"),
            ("B11", price.element_of_risk or Fraction(0), "percent"),
            ("B10", price.average_wager, "number"),
            ("B9", price.standard_deviation, "number"),
            ("B12", price.hit_frequency, "percent"),
        )
        for column, (cell, value, kind) in enumerate(values, 2):
            sheet.formula(at, column, link + cell, value, kind)


def _meters(
    add: Callable[[str], WorkbookSheet], figures: GameFigures, price: Progressive
) -> dict[str, str]:
    """The meters with their break-even; returns the cell of each amount, in cents."""
    sheet = add("Meters")
    sheet.sheet.set_column(0, 7, 18)
    sheet.words(0, 0, "Progressive meters", "title")
    sheet.words(1, 0, "stake, cents")
    sheet.value(1, 1, price.stake, "whole")
    sheet.words(2, 0, "fixed return")
    sheet.value(2, 1, price.fixed_return)
    sheet.head(
        3,
        ("meter", "amount, cents", "rate", "reset, cents", "share by one wager", "part of return",
         "break-even, cents", "chance of a full award"),
    )  # fmt: skip
    last = METER_ROW + len(price.meters)
    total = f"B3+SUM(F{METER_ROW + 1}:F{last})"
    cells = {}
    for at, meter in enumerate(price.meters, METER_ROW):
        n = at + 1
        cells[meter.meter] = f"Meters!$B${n}"
        sheet.words(at, 0, meter.meter)
        sheet.value(at, 1, meter.amount, "whole")
        sheet.value(at, 2, meter.rate)
        sheet.value(at, 3, meter.reset, "whole")
        sheet.value(at, 4, meter.share)
        sheet.formula(at, 5, f"E{n}*B{n}/$B$2", meter.share * meter.amount / price.stake)
        if meter.break_even is not None:
            sheet.formula(at, 6, f"B{n}+(1-({total}))*$B$2/E{n}", meter.break_even)
        sheet.value(at, 7, meter.full_award)
    sheet.words(last + 1, 0, "return, without envy")
    sheet.formula(last + 1, 1, total, price.returned, "percent")
    sheet.words(last + 2, 0, "return in the long run")
    spans = [f"{c}{METER_ROW + 1}:{c}{last}" for c in "CHD"]
    run = f"B3+SUM({spans[0]})+SUMPRODUCT({spans[1]},{spans[2]})/B2"
    sheet.formula(last + 2, 1, run, price.long_run_return, "percent")
    return cells


def _simulation(sheet: WorkbookSheet, counts: Counts, wagers: Sequence[Comparison]) -> None:
    sheet.sheet.set_column(0, 1, 26)
    sheet.sheet.set_column(2, 6, 16)
    sheet.words(0, 0, "Simulation beside the exact figures", "title")
    sheet.words(1, 0, f"rounds; seed {counts.seed}, digest {counts.digest[:16]}")
    sheet.value(1, 2, counts.rounds, "whole")
    sheet.head(2, ("wager", "hand", "dealt", "probability", "expected", "chi-square"))
    at = 3
    for each in wagers:
        first = at + 1
        for cell in each.tested:
            sheet.words(at, 0, _sheet_name(each.wager))
            sheet.words(at, 1, cell.hand)
            sheet.value(at, 2, cell.dealt, "whole")
            sheet.value(at, 3, cell.probability, "chance")
            sheet.formula(at, 4, f"D{at + 1}*$C$2", cell.expected)
            sheet.formula(at, 5, f"(C{at + 1}-E{at + 1})^2/E{at + 1}", cell.chi_square)
            at += 1
        sheet.words(at, 1, "chi-square, and its chance", "head")
        sheet.formula(at, 5, f"SUM(F{first}:F{at})", each.chi_square)
        freedom = max(each.freedom, 1)
        sheet.formula(at, 6, f"CHIDIST(F{at + 1},{freedom})", each.chance, "percent")
        at += 2


def _words(sheet: WorkbookSheet, report: MathReport) -> None:
    """The report's other chapters as they are printed."""
    sheet.sheet.set_column(0, 0, 44)
    sheet.sheet.set_column(1, 8, 20)
    at = 0
    for chapter in report.chapters:
        sheet.words(at, 0, chapter.title, "title")
        at += 1
        for line in chapter.lead:
            at = _line(sheet, at, line)
        for grid in chapter.grids:
            if grid.title:
                sheet.words(at, 0, grid.title, "head")
                at += 1
            sheet.head(at, grid.header)
            at += 1
            for row in grid.rows:
                at = _line(sheet, at, row)
            for note in grid.notes:
                at = _line(sheet, at, (note,))
        for note in chapter.notes:
            at = _line(sheet, at, (note,))
        at += 1


def _line(sheet: WorkbookSheet, at: int, cells: Sequence[str]) -> int:
    for column, text in enumerate(cells):
        sheet.words(at, column, text)
    return at + 1
