"""The content of a paper before it is set: tables of payouts and lists of sentences, each with its
clauses.

The public copy leaves the clauses out; the filing copy prints them.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from pitboss.rulebook.describe import Line

Copy = Literal["public", "filing"]


class Page(msgspec.Struct, frozen=True):
    """A sheet of paper in millimetres, and the size of plain text on it in points."""

    width: float
    height: float
    text: float
    columns: int
    margin: float
    one: bool  # everything on a single page


class PayoutTable(msgspec.Struct, frozen=True):
    """One wager's payouts, the highest hand first."""

    title: str
    rows: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # wagers that are paid by the same table


class Item(msgspec.Struct, frozen=True):
    text: str
    clauses: tuple[str, ...] = ()
    head: str = ""  # in bold before the text


class PaperSection(msgspec.Struct, frozen=True):
    title: str
    items: tuple[Item, ...]
    numbered: bool = False


class Drawing(msgspec.Struct, frozen=True):
    """A picture on a page of its own, with sentences about it below."""

    title: str
    svg: str
    alt: str
    sections: tuple[PaperSection, ...] = ()


class Paper(msgspec.Struct, frozen=True):
    kind: str  # as the reader calls it: "table sign", "dealer's procedure"
    title: str
    operator: str
    lead: tuple[Item, ...] = ()  # in large type under the title
    tables: tuple[PayoutTable, ...] = ()
    sections: tuple[PaperSection, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    foot: str = ""


def items(lines: Iterable[Line]) -> tuple[Item, ...]:
    return tuple(Item(line.text, tuple(filter(None, line.clauses))) for line in lines)
