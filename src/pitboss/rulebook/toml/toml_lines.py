"""Finds the line of each key of a TOML text, which the standard parser does not keep."""

import re
import tomllib
from bisect import bisect_right
from typing import Final

Path = tuple[str | int, ...]  # keys, and the places of items in arrays
MAX_KEY_PARTS: Final = 12  # parts of a dotted key that are told apart; time grows with their square

_STRING: Final = (
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})' r"|'''.*?'''(?:'{0,2})" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'"
)
_QUOTED: Final = re.compile(_STRING, re.DOTALL)
_SPACE: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
_NESTING: Final = re.compile(_STRING + r"|#[^\n]*|[\[\]{}]", re.DOTALL)


def too_deep(text: str, most: int) -> int | None:
    """The line where brackets nest deeper than `most`, if they do; checked before parsing."""
    depth = 0
    for match in _NESTING.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > most:
                return text.count("\n", 0, match.start()) + 1
        elif match[0] in "]}":
            depth = max(0, depth - 1)
    return None


def key_lines(text: str) -> dict[Path, int]:
    """Every key path of a text the parser accepts → its line, counted from 1."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.items: dict[Path, int] = {}  # array of tables → place of its newest item

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        self.space()
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                start, array = self.at, self.header(2)
                self.items[array] = self.items.get(array, -1) + 1
                table = (*array, self.items[array])
                self.note(table, start)
            elif self.text[self.at] == "[":
                start, table = self.at, self.header(1)
                self.note(table, start)
                self.lines[table] = self.line(start)
            else:
                self.assignment(table)
            self.space()
        return self.lines

    def header(self, brackets: int) -> Path:
        """A table's path, through the newest item of every array of tables on the way."""
        self.at += brackets
        path: Path = ()
        parts = self.key()
        for place, part in enumerate(parts):
            path = (*path, part)
            last = place == len(parts) - 1
            if path in self.items and not (last and brackets == 2):
                path = (*path, self.items[path])
        self.at += brackets
        return path

    def assignment(self, table: Path) -> None:
        start = self.at
        path = (*table, *self.key())
        self.note(path, start)
        self.at += 1  # the =
        self.value(path)

    def value(self, path: Path) -> None:
        self.space()
        opening = self.text[self.at]
        if opening not in "[{":
            match = _QUOTED.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            return
        self.at += 1
        self.space()
        item = 0
        while self.text[self.at] not in "]}":
            if opening == "{":
                self.assignment(path)
            else:
                self.note((*path, item), self.at)
                self.value((*path, item))
                item += 1
            self.space()
            if self.text[self.at] == ",":
                self.at += 1
                self.space()
        self.at += 1

    def key(self) -> tuple[str, ...]:
        """A dotted key; stops at what follows it: = or ]."""
        parts = []
        while True:
            self.space()
            if quoted := _QUOTED.match(self.text, self.at):
                parts.append(str(tomllib.loads(f"key = {quoted[0]}")["key"]))
                self.at = quoted.end()
            else:
                bare = _BARE_KEY.match(self.text, self.at)
                assert bare is not None
                parts.append(bare[0])
                self.at = bare.end()
            self.space()
            if self.text[self.at] != ".":
                return tuple(parts[:MAX_KEY_PARTS])
            self.at += 1

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def note(self, path: Path, at: int) -> None:
        line = self.line(at)
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at)
