"""Columns, wrapping and titled tables of text, for the terminal and for HTML.

Rich is not used: for a rulebook it takes three times as long as the rest of the command.
"""

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, Final, NamedTuple

import click
import msgspec

from pitboss.odds.figures import Provenance

MAX_WIDTH: Final = 110  # longer lines are hard to read
MIN_WIDTH: Final = 40
GAP: Final = 2

STYLES: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "dim": {"dim": True},
    "bold": {"bold": True},
    "heading": {"bold": True, "fg": "cyan"},
    "name": {"fg": "cyan"},
    "felt": {"fg": "green"},
    "enforced": {"fg": "green"},
    "recorded": {"fg": "yellow"},
    "documented": {"fg": "blue"},
    "warning": {"fg": "yellow"},
    "ruling": {"fg": "magenta"},
    "chapter": {"bold": True},
}


class Span(NamedTuple):
    text: str
    style: str = ""
    whole: bool = False  # never broken over two lines


Cell = str | Span | Sequence[Span]
Row = Sequence[Cell]


def width() -> int:
    return max(MIN_WIDTH, min(shutil.get_terminal_size((80, 24)).columns, MAX_WIDTH))


def styled(text: str, style: str) -> str:
    return click.style(text, **STYLES[style]) if style and text else text


def paragraph(cell: Cell) -> list[str]:
    return [line for line, _ in _wrapped(cell, width())]


def columns(rows: Iterable[Row], *, stretch: int = -1, indent: int = 0) -> list[str]:
    """Rows of equally many cells; the column `stretch` takes the remaining room and wraps."""
    grid = [tuple(row) for row in rows]
    if not grid:
        return []
    count = len(grid[0])
    flexible = stretch % count
    widths = [max(_length(row[place]) for row in grid) for place in range(count)]
    fixed = sum(widths) - widths[flexible] + GAP * (count - 1) + indent
    widths[flexible] = min(widths[flexible], max(width() - fixed, MIN_WIDTH // 2))
    lines = []
    for row in grid:
        cells = [_wrapped(cell, widths[place]) for place, cell in enumerate(row)]
        for level in range(max(map(len, cells))):
            parts = [cell[level] if level < len(cell) else ("", 0) for cell in cells]
            padded = (
                text + " " * (widths[place] - length) for place, (text, length) in enumerate(parts)
            )
            lines.append(" " * indent + (" " * GAP).join(padded).rstrip())
    return lines


def _spans(cell: Cell) -> Sequence[Span]:
    if isinstance(cell, str):
        return (Span(cell),)
    return (cell,) if isinstance(cell, Span) else cell


def _length(cell: Cell) -> int:
    return sum(len(span.text) for span in _spans(cell)) + len(_spans(cell)) - 1


def _words(cell: Cell) -> Iterator[Span]:
    for span in _spans(cell):
        for word in (span.text,) if span.whole else span.text.split():
            yield Span(word, span.style)


def _wrapped(cell: Cell, room: int) -> list[tuple[str, int]]:
    """The lines of a cell, each with the columns it takes on the screen."""
    lines: list[list[Span]] = [[]]
    length = 0
    for word in _words(cell):
        if length and length + 1 + len(word.text) > room:
            lines.append([])
            length = 0
        lines[-1].append(word)
        length += len(word.text) + (length > 0)
    return [(_joined(line), len(" ".join(word.text for word in line))) for line in lines]


def _joined(words: Sequence[Span]) -> str:
    """Neighbours of one style are styled together, to keep the escape codes few."""
    parts: list[Span] = []
    for word in words:
        if parts and parts[-1].style == word.style:
            parts[-1] = Span(f"{parts[-1].text} {word.text}", word.style)
        else:
            parts.append(word)
    return " ".join(styled(part.text, part.style) for part in parts)


def show(lines: Iterable[str]) -> None:
    """Plain when piped; through a pager when longer than the screen."""
    text = "\n".join(lines)
    tall = text.count("\n") + 2 > shutil.get_terminal_size((80, 24)).lines
    if tall and sys.stdout.isatty():
        # click strips the colours where the pager would show their codes.
        click.echo_via_pager(text + "\n")
    else:
        click.echo(text)


# ── titled tables ─────────────────────────────────────────────────────────────────────────────────

Rows = list[tuple[str, ...]]
MIN_FIRST: Final = 14  # the first column of a block wraps down to this


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
        widths[0] = max(MIN_FIRST, widths[0] - (total - width()))
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


def origin(source: Provenance) -> Block:
    """The last lines of a sheet: all that two laboratories must agree on before they compare."""
    rows = [
        ("versions", ", ".join(f"{name} {number}" for name, number in source.versions.items())),
        ("rules", source.rules),
        ("solver", source.solver),
        ("method", source.method),
        ("ties", source.ties),
    ]
    if source.seed is not None:
        rows.append(("seed", str(source.seed)))
    if source.date:
        rows.append(("date", source.date))
    return Block("Origin of the figures", notes=tuple(f"{name}: {text}" for name, text in rows))
