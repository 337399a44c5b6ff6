"""Sets a slip as PDF: one part for each of its receivers, named at the foot."""

from collections.abc import Iterator
from typing import Final

import msgspec

from pitboss.house.books.printing import Printing
from pitboss.house.books.records import SlipRecord, time_text

# The command line writes nothing into the log, so the slips that it draws are copies.
FROM_THE_BOOKS: Final = "Copy from the books"


def printing_words(printing: Printing | None) -> str:
    """`Original, printed by flo, 2026-11-17 00:11:13 UTC`."""
    if printing is None:
        return FROM_THE_BOOKS
    which = f"Copy {printing.copy}" if printing.copy else "Original"
    return f"{which}, printed by {printing.by}, {time_text(printing.at)}"


def slip_pdf(slip: SlipRecord, operator: str, printing: Printing | None = None) -> bytes:
    from pitboss.paper.setting import compile_pdf

    line = slip.line
    record = {
        **msgspec.to_builtins(slip),
        "title": line.title,
        "number": line.number,
        "operator": operator,
        "receivers": slip.receivers,
        "printing": printing_words(printing),
        "is_copy": printing is None or printing.copy > 0,
        "heading": list(_heading(slip)),
    }
    return compile_pdf("slip.typ", {"slip": msgspec.json.encode(record).decode()})


def _heading(slip: SlipRecord) -> Iterator[tuple[str, str]]:
    """Where and when; a shift report has no entry of its own, and a person's no table."""
    line = slip.line
    if slip.table_name:
        same = slip.table_name == line.table
        yield "Table", line.table if same else f"{slip.table_name} ({line.table})"
        yield "Game", slip.game_name
        yield "Chips", "real" if slip.currency == "real" else "practice, without value"
    if line.seq:
        yield "Date and time", time_text(line.at)
        yield "Round", str(line.round) if line.round else "between rounds"
        yield "Log entry", f"{line.table} {line.seq}"
