"""Titled tables of text, which a command shows on the terminal or writes as HTML."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from textwrap import wrap
from typing import Final

import msgspec

from pitboss.commands.views.layout import GAP, paragraph, styled, width

Rows = list[tuple[str, ...]]
MIN_WIDTH: Final = 14  # the first column wraps down to this


class Block(msgspec.Struct, frozen=True):
    title: str
    header: tuple[str, ...] = ()
    rows: Rows = []
    notes: tuple[str, ...] = ()
    long: bool = False  # left out of the terminal unless the request names a wager
    big: bool = False  # the title of a chapter
    text: int = 1  # columns of text before the figures begin


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "—" if value is None else f"{float(value) * 100:.{digits}f}%"


def number(value: Fraction | float, digits: int = 4) -> str:
    return f"{float(value):,.{digits}f}"


def to_one(odds: Fraction | None) -> str:
    """Odds against, "to 1"."""
    return "—" if odds is None else f"{float(odds):,.{0 if odds >= 1000 else 2}f}"


def fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def dollars(cents: Fraction | float) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(float(cents)) / 100:,.2f}"


def lines_of(blocks: Iterable[Block]) -> list[str]:
    """The blocks as lines for the terminal."""
    lines: list[str] = []
    for block in blocks:
        if block.title:
            lines += ["", styled(block.title, "heading" if block.big else "bold")]
        for note in block.notes if block.big else ():
            lines += paragraph(note)
        lines += _grid(block)
        for note in () if block.big else block.notes:
            lines += [styled(line, "dim") for line in paragraph(note)]
    return lines[1:]


def _grid(block: Block) -> list[str]:
    """Text to the left, figures to the right; the first column wraps where the screen is narrow."""
    if not block.rows:
        return []
    table = [block.header, *block.rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(block.header))]
    total = sum(widths) + GAP * (len(widths) - 1)
    if block.text and total > width():
        widths[0] = max(MIN_WIDTH, widths[0] - (total - width()))
    lines = [line for row in table for line in _lines(block, row, widths)]
    return [styled(lines[0], "dim"), *lines[1:]]


def _lines(block: Block, row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    first = wrap(row[0], widths[0]) or [""]
    for level, start in enumerate(first):
        cells = [
            (start if i == 0 else cell if level == 0 else "").ljust(room)
            if i < block.text
            else (cell if level == 0 else "").rjust(room)
            for i, (cell, room) in enumerate(zip(row, widths, strict=True))
        ]
        yield (" " * GAP).join(cells).rstrip()
