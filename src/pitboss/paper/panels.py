"""Payouts on the felt: a block for each wager, in the largest letters at which all blocks fit.

The blocks lie between the dealer and the seats, upright for the players, and keep a distance from
every area. Where they fit is found on a grid of small squares, each free or taken.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import cos, hypot, radians, sin
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.paper.areas import Area, Place
from pitboss.paper.content import PayoutTable
from pitboss.paper.letters import CAP_HEIGHT, DESCENT, text_width

SQUARE: Final = 5.0  # millimetres across a square of the grid
LEFT: Final = -600.0  # where the grid begins and ends
RIGHT: Final = 600.0
TOP: Final = 112.0
BOTTOM: Final = 560.0
REACH: Final = 560.0  # from the origin: beyond it are the seats
DISTANCE: Final = 9.0  # between a block and anything else
SIZES: Final = tuple(n / 2 for n in range(24, 10, -1))  # of letters, the largest first
MIDDLES: Final = (300.0, 220.0, 420.0, 120.0)  # points from the dealer that blocks gather around
TITLE: Final = 1.3  # of a block's title, in sizes of its rows
ALSO: Final = 0.85  # of the wagers paid alike
STEP: Final = 1.28  # from line to line
COLUMN_GAP: Final = 1.2  # at least, between a hand and its payout


class NoRoom(PitbossError):
    """Payouts that do not fit between the areas of a layout."""


class PanelLine(msgspec.Struct, frozen=True):
    """Words at the left end of a line, and what stands at its right end."""

    text: str
    pays: str
    y: float  # of the baseline, from the block's middle
    size: float


class Panel(msgspec.Struct, frozen=True):
    """One wager's payouts."""

    area: Area
    lines: tuple[PanelLine, ...]
    rule: float  # where the line under the title is, from the block's middle


class _Block(msgspec.Struct, frozen=True):
    table: PayoutTable
    size: float

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"{hand[:1].upper()}{hand[1:]}", pays) for hand, pays in self.table.rows)

    @property
    def also(self) -> str:
        return f"and {', '.join(self.table.also)}" if self.table.also else ""

    @property
    def width(self) -> float:
        rows = [
            text_width(hand, self.size) + text_width(pays, self.size) + COLUMN_GAP * self.size
            for hand, pays in self.rows
        ]
        heads = [text_width(self.table.title, self.size * TITLE)]
        return max(*rows, *heads, text_width(self.also, self.size * ALSO))

    @property
    def head(self) -> float:
        """The height of the title, and of the wagers paid alike."""
        return self.size * (TITLE + (ALSO * STEP if self.table.also else 0.0) + 0.45)

    @property
    def height(self) -> float:
        return self.head + self.size * STEP * len(self.rows)

    def panel(self, number: int, left: float, top: float) -> Panel:
        centre = Place(left + self.width / 2, top + self.height / 2)
        clause = self.table.clauses[0] if self.table.clauses else ""
        area = Area(
            f"odds-{number}", "odds", self.table.title, centre, self.width, self.height,
            clause=clause,
        )  # fmt: skip
        return Panel(area, tuple(self._lines()), self.head - self.height / 2)

    def _lines(self) -> Iterator[PanelLine]:
        above = -self.height / 2
        title = self.size * TITLE
        yield PanelLine(self.table.title, "", above + title * CAP_HEIGHT, title)
        if self.also:
            size = self.size * ALSO
            y = above + title + size * (STEP - DESCENT)
            yield PanelLine(self.also, "", y, size)
        for number, (hand, pays) in enumerate(self.rows, 1):
            y = above + self.head + self.size * (STEP * number - DESCENT - 0.06)
            yield PanelLine(hand, pays, y, self.size)


def panels_of(tables: Sequence[PayoutTable], taken: Sequence[Area]) -> tuple[Panel, ...]:
    """A block for every table between the areas that are taken."""
    free = _Grid(taken)
    for size in SIZES:
        blocks = [_Block(table, size) for table in tables]
        for middle in MIDDLES:
            if panels := _placed(blocks, free.copy(), middle):
                return panels
    raise NoRoom(
        "the payouts do not fit on the felt",
        what_to_do='write odds = "sign" for this game: a sign may show them instead',
    )


def _placed(blocks: Sequence[_Block], grid: "_Grid", middle: float) -> tuple[Panel, ...]:
    """The blocks, the largest placed first; none if one of them does not fit."""
    panels: dict[int, Panel] = {}
    for number in sorted(range(len(blocks)), key=lambda n: -blocks[n].height * blocks[n].width):
        block = blocks[number]
        corner = grid.place(block.width, block.height, middle)
        if corner is None:
            return ()
        panels[number] = block.panel(number + 1, *corner)
    return tuple(panels[number] for number in range(len(blocks)))


def _is_beyond(column: int, row: int) -> bool:
    return hypot(LEFT + (column + 0.5) * SQUARE, TOP + (row + 0.5) * SQUARE) > REACH


class _Grid:
    """Squares of the felt, taken or free."""

    def __init__(self, taken: Sequence[Area]) -> None:
        self.across = int((RIGHT - LEFT) / SQUARE)
        self.down = int((BOTTOM - TOP) / SQUARE)
        self.squares = [
            bytearray(map(_is_beyond, range(self.across), [row] * self.across))
            for row in range(self.down)
        ]
        for area in taken:
            self._take(area)

    def copy(self) -> "_Grid":
        other = _Grid(())
        other.squares = [bytearray(row) for row in self.squares]
        return other

    def _take(self, area: Area) -> None:
        reach = hypot(area.across, area.outward) / 2 + DISTANCE + SQUARE
        turn = radians(area.angle)
        half = [size / 2 + DISTANCE + SQUARE / 2 for size in (area.across, area.outward)]
        for row in self._range(area.centre.y - TOP, reach, self.down):
            for column in self._range(area.centre.x - LEFT, reach, self.across):
                x = LEFT + (column + 0.5) * SQUARE - area.centre.x
                y = TOP + (row + 0.5) * SQUARE - area.centre.y
                u, v = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
                if area.shape == "circle":
                    inside = hypot(u, v) <= half[0]
                else:
                    inside = abs(u) <= half[0] and abs(v) <= half[1]
                if inside:
                    self.squares[row][column] = 1

    @staticmethod
    def _range(middle: float, reach: float, end: int) -> range:
        first, last = (int((middle + side * reach) // SQUARE) for side in (-1, 1))
        return range(max(0, first), min(end, last + 1))

    def place(self, width: float, height: float, middle: float) -> tuple[float, float] | None:
        """The free place nearest to a point so far from the dealer; it is taken from now on."""
        wide, high = (int(-(-size // SQUARE)) for size in (width, height))
        sums = self._sums()
        best: tuple[float, float, float] | None = None
        for row in range(self.down - high + 1):
            upper, lower = sums[row], sums[row + high]
            for at in range(self.across - wide + 1):
                if lower[at + wide] - lower[at] == upper[at + wide] - upper[at]:
                    left, top = LEFT + at * SQUARE, TOP + row * SQUARE
                    far = hypot(left + width / 2, top + height / 2 - middle)
                    best = min(best or (far, left, top), (far, left, top))
        if best is None:
            return None
        _, left, top = best
        centre = Place(left + width / 2, top + height / 2)
        self._take(Area("", "odds", "", centre, width, height))
        return left, top

    def _sums(self) -> list[list[int]]:
        """How many squares are taken above each row, up to each column."""
        sums = [[0] * (self.across + 1)]
        for squares in self.squares:
            row = [0, *accumulate(squares)]
            sums.append([above + here for above, here in zip(sums[-1], row, strict=True)])
        return sums
