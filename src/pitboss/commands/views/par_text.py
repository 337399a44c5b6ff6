"""Writes a PAR sheet: for the terminal, as HTML."""

from collections.abc import Iterable, Iterator
from html import escape
from textwrap import wrap
from typing import Final

from pitboss.commands.views.layout import GAP, paragraph, styled, width
from pitboss.commands.views.par import Block, blocks
from pitboss.odds.sheet.sheet import Sheet

NARROW: Final = 14  # the first column wraps down to this


def terminal(found: Iterable[Block]) -> list[str]:
    lines: list[str] = []
    for block in found:
        if block.title:
            lines += ["", styled(block.title, "heading" if block.big else "bold")]
        for note in block.notes if block.big else ():
            lines += paragraph(note)
        lines += grid(block)
        for note in () if block.big else block.notes:
            lines += [styled(line, "dim") for line in paragraph(note)]
    return lines[1:]


def grid(block: Block) -> list[str]:
    """Text to the left, figures to the right; the first column wraps where the screen is narrow."""
    if not block.rows:
        return []
    table = [block.header, *block.rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(block.header))]
    taken = sum(widths) + GAP * (len(widths) - 1)
    if block.text and taken > width():
        widths[0] = max(NARROW, widths[0] - (taken - width()))
    lines = [line for row in table for line in _lines(block, row, widths)]
    return [styled(lines[0], "dim"), *lines[1:]]


def _lines(block: Block, row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    first = wrap(row[0], widths[0]) or [""]
    for level, begins in enumerate(first):
        cells = [
            (begins if i == 0 else cell if level == 0 else "").ljust(room)
            if i < block.text
            else (cell if level == 0 else "").rjust(room)
            for i, (cell, room) in enumerate(zip(row, widths, strict=True))
        ]
        yield (" " * GAP).join(cells).rstrip()


_STYLE = """
body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;
color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}h3{margin:1.4rem 0 .3rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.4rem 0}
th,td{padding:.12rem .7rem;text-align:right;border-bottom:1px solid #ddd}
th.t,td.t{text-align:left}th{font-weight:600;border-bottom:2px solid #888}
p{margin:.25rem 0}.n{color:#555}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}
th,td{border-color:#444}.n{color:#aaa}}
"""


def html(made: Sheet) -> str:
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(made.book.game.name)}: '
        f"PAR sheet</title><style>{_STYLE}</style></head><body>",
    ]
    first = True
    for block in blocks(made):
        if block.title:
            tag = "h1" if first else "h2" if block.big else "h3"
            parts.append(f"<{tag}>{escape(block.title)}</{tag}>")
            first = False
        parts += [f'<p class="n">{escape(note)}</p>' for note in block.notes]
        if block.rows:
            parts.append("<table><thead><tr>" + _cells("th", block, block.header) + "</tr></thead>")
            body = (f"<tr>{_cells('td', block, row)}</tr>" for row in block.rows)
            parts.append("<tbody>" + "".join(body) + "</tbody></table>")
    return "\n".join([*parts, "</body></html>", ""])


def _cells(tag: str, block: Block, row: tuple[str, ...]) -> str:
    left = (' class="t"' if i < block.text else "" for i in range(len(row)))
    return "".join(f"<{tag}{c}>{escape(cell)}</{tag}>" for c, cell in zip(left, row, strict=True))
