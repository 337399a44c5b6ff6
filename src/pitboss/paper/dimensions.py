"""Dimension lines of a drawing: arrows between extension lines, each with its millimetres.

A drawing is a list of marks and of labels. A chain measures neighbouring points; a number that
does not fit between its arrows moves away from the line, tier by tier, and a leader shows whose it
is. Labels know the boxes they fill, so that none is put onto another.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import Final, Literal
from xml.sax.saxutils import escape

import msgspec

from pitboss.paper.areas import Area, Place, gap
from pitboss.paper.layout_svg import figure, mm
from pitboss.paper.letters import CAP_HEIGHT, FONT, text_width

Axis = Literal["x", "y"]
MAX_TIERS: Final = 12
INK: Final = "#1a1a1a"
THIN: Final = "#6b6b6b"


class Label(msgspec.Struct, frozen=True):
    """Words around a place; `angle` in degrees, as SVG counts them."""

    text: str
    place: Place
    size: float
    angle: float = 0.0

    def box(self) -> Area:
        width, height = text_width(self.text, self.size), self.size * CAP_HEIGHT
        return Area(self.text, "words", "", self.place, width, height, self.angle)


def millimetres(length: float) -> str:
    return f"{round(length, 1) + 0.0:g}"


class DimensionDrawing:
    """Marks and labels in millimetres of the table; `letters` is the size of a number."""

    def __init__(self, letters: float) -> None:
        self.letters = letters
        self.marks: list[str] = []
        self.labels: list[Label] = []

    # Words

    def is_free(self, label: Label) -> bool:
        box, room = label.box(), self.letters * 0.2
        return all(gap(box, other.box()) >= room for other in self.labels)

    def write(self, text: str, place: Place, size: float = 0.0, angle: float = 0.0) -> None:
        self.labels.append(Label(text, place, size or self.letters, angle))

    # Marks

    def line(self, start: Place, end: Place, *, dashed: bool = False, thin: bool = False) -> None:
        path = f"M {mm(start.x)} {mm(start.y)} L {mm(end.x)} {mm(end.y)}"
        self.path(path, dashed=dashed, thin=thin, width=0.06)

    def path(
        self, path: str, *, dashed: bool = False, thin: bool = False, width: float = 0.09
    ) -> None:
        """`width` is in sizes of a number; a dashed path is always thin."""
        dash = f' stroke-dasharray="{self.letters * 0.5:.4g}"' if dashed else ""
        colour, share = (THIN, 0.035) if thin or dashed else (INK, width)
        self.marks.append(
            f'<path d="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{self.letters * share:.3g}"{dash}/>'
        )

    def outline(self, area: Area) -> None:
        """The outline of an area alone."""
        turn = f"translate({mm(area.centre.x)} {mm(area.centre.y)}) rotate({mm(area.angle)})"
        line = f'fill="none" stroke="{INK}" stroke-width="{self.letters * 0.09:.3g}"'
        self.marks.append(f'<g transform="{turn}">{figure(area, line)}</g>')

    def arrow(self, tip: Place, heading: float) -> None:
        """A head that points in a direction, in degrees from x to y."""
        long, wide, turn = self.letters * 0.75, self.letters * 0.17, radians(heading)
        ends = (Place(-long, -wide), Place(-long, wide))
        points = [tip] + [
            Place(tip.x + x * cos(turn) - y * sin(turn), tip.y + x * sin(turn) + y * cos(turn))
            for x, y in ends
        ]
        path = " L ".join(f"{mm(x)} {mm(y)}" for x, y in points)
        self.marks.append(f'<path d="M {path} Z" fill="{INK}"/>')

    # Dimension lines

    def chain(self, axis: Axis, points: Iterable[float], at: float, side: int) -> None:
        """Dimension lines between neighbouring points along an axis, at a place across it; numbers
        stand on the `side` of the line: 1 to larger coordinates, -1 to smaller ones.
        """
        ends = sorted({round(point, 2) for point in points})
        for start, end in pairwise(ends):
            self._measure(axis, start, end, at)
        tick = self.letters * 0.5
        for end in ends:
            self.line(_at(axis, end, at - tick), _at(axis, end, at + tick), thin=True)
        for start, end in pairwise(ends):
            self._number(axis, start, end, at, side)

    def extend(self, axis: Axis, points: Sequence[float], across: tuple[float, float]) -> None:
        """Extension lines at points of an axis, from one place across it to another."""
        for point in points:
            self.line(_at(axis, point, across[0]), _at(axis, point, across[1]), thin=True)

    def _measure(self, axis: Axis, start: float, end: float, at: float) -> None:
        head = self.letters * 0.75
        if end - start >= 2.2 * head:
            self.line(_at(axis, start, at), _at(axis, end, at))
            ahead = 0 if axis == "x" else 90
            self.arrow(_at(axis, start, at), ahead + 180)
            self.arrow(_at(axis, end, at), ahead)
        else:  # too near for two heads between: a bar
            bar = self.letters * 0.3
            self.line(_at(axis, start, at), _at(axis, end, at))
            self.line(_at(axis, start, at - bar), _at(axis, start, at + bar))
            self.line(_at(axis, end, at - bar), _at(axis, end, at + bar))

    def _number(self, axis: Axis, start: float, end: float, at: float, side: int) -> None:
        """The nearest tier that is free, beside the middle of what is measured."""
        text, middle = millimetres(end - start), (start + end) / 2
        width, height = text_width(text, self.letters), self.letters * CAP_HEIGHT
        depth = height if axis == "x" else width  # of a label, away from the line
        fits = (end - start) >= (width if axis == "x" else height) * 1.1
        first = self.letters * 0.35 + depth / 2
        for tier in range(0 if fits else 1, MAX_TIERS):
            away = first + tier * self.letters * (1.0 if axis == "x" else 1.6)
            label = Label(text, _at(axis, middle, at + side * away), self.letters)
            if self.is_free(label):
                break
        self.labels.append(label)
        if tier:
            near = at + side * (away - depth / 2 - self.letters * 0.15)
            self.line(_at(axis, middle, at), _at(axis, middle, near), thin=True)

    # The drawing

    def svg(self, left: float, top: float, width: float, height: float, title: str) -> str:
        words = (self._words(label) for label in self.labels)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" '
            f'height="{mm(height)}mm" viewBox="{mm(left)} {mm(top)} {mm(width)} {mm(height)}" '
            f'font-family="{FONT}, serif" font-weight="bold" text-anchor="middle">'
        )
        return "\n".join((head, f"<title>{escape(title)}</title>", *self.marks, *words, "</svg>\n"))

    def _words(self, label: Label) -> str:
        """The words on white, so that no line runs through them."""
        box, pad = label.box(), self.letters * 0.08
        turn = f"translate({mm(label.place.x)} {mm(label.place.y)}) rotate({mm(label.angle)})"
        width, height = box.across + 2 * pad, box.outward + 2 * pad
        return (
            f'<g transform="{turn}"><rect x="{mm(-width / 2)}" y="{mm(-height / 2)}" '
            f'width="{mm(width)}" height="{mm(height)}" fill="#ffffff"/>'
            f'<text y="{mm(label.size * CAP_HEIGHT / 2)}" font-size="{mm(label.size)}" '
            f'fill="{INK}">{escape(label.text)}</text></g>'
        )


def _at(axis: Axis, along: float, across: float) -> Place:
    return Place(along, across) if axis == "x" else Place(across, along)
