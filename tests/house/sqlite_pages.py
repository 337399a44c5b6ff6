"""Which bytes of an SQLite file are in use, and for what: a reader of the format of its own.

The file format is public (sqlite.org/fileformat2.html). Free pages, free blocks and the gap in the
middle of a page are left out: a flip there changes nothing.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_TABLE_LEAF, _TABLE_INNER, _INDEX_LEAF, _INDEX_INNER = 13, 5, 10, 2


class Span(NamedTuple):
    """Bytes of the file that belong to one table, index or to the schema."""

    name: str
    offset: int
    length: int


def used_spans(path: Path) -> list[Span]:
    """Every span in use. The file must be at rest, with nothing in a write-ahead log."""
    raw = path.read_bytes()
    with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as connection:
        query = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
        roots = {"sqlite_schema": 1, **dict(connection.execute(query).fetchall())}
    connection.close()
    reader = _Reader(raw)
    spans = [Span("header", 0, 100)]
    for name, root in roots.items():
        spans += [Span(name, *span) for span in reader.tree(root)]
    return spans


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        size = int.from_bytes(raw[16:18], "big")
        self.size = 65536 if size == 1 else size
        self.usable = self.size - raw[20]

    def number(self, offset: int, length: int) -> int:
        return int.from_bytes(self.raw[offset : offset + length], "big")

    def varint(self, offset: int) -> tuple[int, int]:
        """A value and its length in bytes."""
        value = 0
        for count in range(8):
            byte = self.raw[offset + count]
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value, count + 1
        return value << 8 | self.raw[offset + 8], 9

    def tree(self, page: int) -> Iterator[tuple[int, int]]:
        start = (page - 1) * self.size
        head = start + (100 if page == 1 else 0)
        kind, cells = self.raw[head], self.number(head + 3, 2)
        inner = kind in (_TABLE_INNER, _INDEX_INNER)
        pointers = head + (12 if inner else 8)
        yield head, pointers - head + 2 * cells
        for cell in range(cells):
            yield from self._cell(kind, start + self.number(pointers + 2 * cell, 2))
        if inner:
            yield from self.tree(self.number(head + 8, 4))

    def _cell(self, kind: int, offset: int) -> Iterator[tuple[int, int]]:
        at = offset
        if kind in (_TABLE_INNER, _INDEX_INNER):
            yield from self.tree(self.number(offset, 4))
            at += 4
        payload, length = self.varint(at)
        at += length
        if kind == _TABLE_INNER:
            yield offset, at - offset
            return
        if kind == _TABLE_LEAF:
            at += self.varint(at)[1]
        local = self._local(kind, payload)
        spilled = payload - local
        at += local
        yield offset, at + (4 if spilled else 0) - offset
        page = self.number(at, 4) if spilled else 0
        while spilled:
            start = (page - 1) * self.size
            part = min(spilled, self.usable - 4)
            yield start, 4 + part
            spilled, page = spilled - part, self.number(start, 4)

    def _local(self, kind: int, payload: int) -> int:
        """How much of a payload is in the page itself; the rest is on overflow pages."""
        most = self.usable - 35 if kind == _TABLE_LEAF else (self.usable - 12) * 64 // 255 - 23
        if payload <= most:
            return payload
        least = (self.usable - 12) * 32 // 255 - 23
        share = least + (payload - least) % (self.usable - 4)
        return share if share <= most else least
