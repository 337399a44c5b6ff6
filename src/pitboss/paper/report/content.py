"""The content of a report before it is set: chapters of figures in tables, and plots."""

from decimal import Decimal
from fractions import Fraction

import msgspec

from pitboss.paper.content import Drawing


class Grid(msgspec.Struct, frozen=True):
    """A table of figures; the first `text` columns are words."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    text: int = 1


class ReportChapter(msgspec.Struct, frozen=True):
    title: str
    lead: tuple[tuple[str, str], ...] = ()  # a figure's name and its value
    grids: tuple[Grid, ...] = ()
    plots: tuple[Drawing, ...] = ()
    notes: tuple[str, ...] = ()


class MathReport(msgspec.Struct, frozen=True):
    title: str
    operator: str
    foot: str
    lead: tuple[str, ...]
    chapters: tuple[ReportChapter, ...]


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "—" if value is None else f"{float(value) * 100:.{digits}f} %".replace("-", "−")


def number(value: Fraction | float, digits: int = 4) -> str:
    return f"{float(value):,.{digits}f}".replace("-", "−")


def dollars(cents: Fraction | Decimal | float) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(float(cents)) / 100:,.2f}"


def to_one(odds: Fraction | None) -> str:
    return "—" if odds is None else f"{float(odds):,.{0 if odds >= 1000 else 2}f} to 1"
