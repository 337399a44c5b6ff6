"""What a slip is made of: fields, tables, lines to sign; and the chips of a table at a moment."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET

from pitboss.house.books.register import KINDS, SlipLine
from pitboss.house.storage.schema.tables import postings, tables
from pitboss.rulebook import GAMES, MARK
from pitboss.rulebook.choices import Choices


class SlipField(msgspec.Struct, frozen=True):
    label: str
    text: str


class Listing(msgspec.Struct, frozen=True):
    """A table of a slip; an empty cell is filled in by hand."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Signature(msgspec.Struct, frozen=True):
    """A person who confirmed it in the log, or an empty line for one who signs by hand."""

    what: str
    name: str = ""
    at: str = ""


class SlipRecord(msgspec.Struct, frozen=True):
    line: SlipLine
    table_name: str
    game: str
    currency: str
    fields: tuple[SlipField, ...]
    listings: tuple[Listing, ...] = ()
    story: tuple[str, ...] = ()  # the round, line by line
    signatures: tuple[Signature, ...] = ()
    clauses: tuple[str, ...] = ()
    void: str = ""  # why it no longer stands
    game_name: str = ""  # with the mark of own rules

    @property
    def receivers(self) -> tuple[str, ...]:
        return KINDS[self.line.kind].receivers


def game_name(row: Any) -> str:
    """The name of a table's game, with the mark of rules from no published document."""
    own = msgspec.json.decode(row.choices, type=Choices).own
    if own is UNSET:
        return GAMES[row.game].name
    return f"{own.game.name if own.game else GAMES[row.game].name} ({MARK})"


def time_text(milliseconds: int) -> str:
    """`2026-11-17 00:11:13 UTC`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def inventory_after(tx: sa.Connection, table: str, upto: int) -> int:
    """The table's chips after an entry of its log."""
    row = tx.execute(sa.select(tables).where(tables.c.id == table)).one()
    account = f"{row.currency}/inventory/{row.id}"
    sums = []
    for column in (postings.c.target, postings.c.source):
        total = sa.select(sa.func.coalesce(sa.func.sum(postings.c.cents), 0)).where(
            column == account, postings.c.stream == row.id, postings.c.seq <= upto
        )
        sums.append(int(tx.execute(total).scalar() or 0))
    return sums[0] - sums[1]


def spaced(kind: str) -> str:
    """`report wrong number` for ReportWrongNumber."""
    text = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind)
    return text.strip()
