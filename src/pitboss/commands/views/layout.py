"""Columns and wrapping for the terminal.

Not done with rich, which takes three times as long over a rulebook as the rest of the command.
"""

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import click

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
