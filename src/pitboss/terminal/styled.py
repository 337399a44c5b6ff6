"""Styled lines for a terminal: words describe the colours and attributes of each character.

A style is words such as `bold #ffe27a on #14301f`, `reverse`, `red`. Colours are written as the
terminal can show them: all of them, 256, or none where NO_COLOR is set.
"""

import os
import re
from typing import Final, NamedTuple, Self
from unicodedata import east_asian_width

import click

ATTRIBUTES: Final = ("bold", "dim", "underline", "reverse")
PLAIN: Final = ""
_LEVELS: Final = (0, 95, 135, 175, 215, 255)  # of the 256 colours' cube
_CUBE: Final = 16  # the number of its first colour

Colour = str | int | tuple[int, int, int]


class Style(NamedTuple):
    foreground: str = ""
    background: str = ""
    attributes: frozenset[str] = frozenset()

    def over(self, below: "Style") -> "Style":
        return Style(
            self.foreground or below.foreground,
            self.background or below.background,
            self.attributes | below.attributes,
        )


def style_of(words: str) -> Style:
    front, _, back = words.partition("on ")
    names = front.split()
    colours = [name for name in names if name not in ATTRIBUTES]
    return Style(
        colours[0] if colours else "", back.strip(), frozenset(names) & frozenset(ATTRIBUTES)
    )


class StyledLine:
    """A line of text with a style for each of its characters."""

    def __init__(self, text: str = "", words: str = PLAIN) -> None:
        self.text = text
        self.styles = [style_of(words)] * len(text)

    @classmethod
    def assemble(cls, *parts: "str | tuple[str, str]") -> Self:
        line = cls()
        for part in parts:
            line.append(*((part,) if isinstance(part, str) else part))
        return line

    @property
    def columns(self) -> int:
        """The width on the screen, where some characters take two columns."""
        return sum(map(_columns, self.text))

    def append(self, text: str, words: str = PLAIN) -> Self:
        self.text += text
        self.styles += [style_of(words)] * len(text)
        return self

    def append_line(self, other: "StyledLine") -> Self:
        self.text += other.text
        self.styles += other.styles
        return self

    def copy(self) -> "StyledLine":
        return StyledLine().append_line(self)

    def pad_left(self, count: int) -> None:
        self.text = " " * max(0, count) + self.text
        self.styles = [Style()] * max(0, count) + self.styles

    def pad_right(self, count: int) -> None:
        self.append(" " * max(0, count))

    def truncate(self, columns: int) -> None:
        width = 0
        for place, character in enumerate(self.text):
            width += _columns(character)
            if width > columns:
                self.text, self.styles = self.text[:place], self.styles[:place]
                return

    def paint(self, words: str, begin: int, end: int) -> None:
        """Lays a style over some characters."""
        style = style_of(words)
        for place in range(begin, min(end, len(self.text))):
            self.styles[place] = style.over(self.styles[place])

    def paint_below(self, words: str) -> None:
        """Fills in what no style of a character sets."""
        style = style_of(words)
        self.styles = [each.over(style) for each in self.styles]

    def highlight(self, pattern: str, words: str) -> None:
        for match in re.finditer(pattern, self.text):
            self.paint(words, *match.span())

    def render(self) -> str:
        """The line with a terminal's escape sequences."""
        pieces, begin = [], 0
        for place in range(1, len(self.text) + 1):
            if place == len(self.text) or self.styles[place] != self.styles[begin]:
                pieces.append(_render(self.text[begin:place], self.styles[begin]))
                begin = place
        return "".join(pieces)


def _columns(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


def _render(text: str, style: Style) -> str:
    if style == Style():
        return text
    attributes = dict.fromkeys(style.attributes, True)
    return click.style(
        text,
        fg=_colour(style.foreground),
        bg=_colour(style.background),
        **attributes,
    )


def _colour(name: str) -> Colour | None:
    if not name or os.environ.get("NO_COLOR"):
        return None
    if not name.startswith("#"):
        return name
    red, green, blue = bytes.fromhex(name[1:])
    if os.environ.get("COLORTERM", "").casefold() in ("truecolor", "24bit"):
        return red, green, blue
    r, g, b = (min(range(6), key=lambda n: abs(_LEVELS[n] - part)) for part in (red, green, blue))
    return _CUBE + 36 * r + 6 * g + b
