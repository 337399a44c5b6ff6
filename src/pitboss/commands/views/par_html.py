"""A PAR sheet as an HTML page."""

from html import escape

from pitboss.commands.views.blocks import Block
from pitboss.commands.views.par import blocks
from pitboss.odds.sheet.sheet import Sheet

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


def html(sheet: Sheet) -> str:
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(sheet.game.game.name)}: '
        f"PAR sheet</title><style>{_STYLE}</style></head><body>",
    ]
    first = True
    for block in blocks(sheet):
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
