"""The dimensioned drawings of a layout for the manufacturer: the table, and one seat row by row."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, cos, degrees, radians, sin
from typing import Final

import msgspec

from pitboss.paper.areas import Area, Place, at_seat, seat_angle
from pitboss.paper.dimensions import DimensionDrawing, millimetres
from pitboss.paper.layout import FELT_RADIUS, TABLE_RADIUS, TableLayout
from pitboss.paper.layout_svg import lettering
from pitboss.paper.measures import in_seat

SHEET: Final = (420.0, 297.0)  # A3
DRAWN: Final = (400.0, 255.0)  # of the sheet, without margins and caption
SCALE_STEP: Final = 0.25
TABLE_LETTERS: Final = 18.0
SEAT_LETTERS: Final = 8.0
RAIL_ARC: Final = 915.0  # where the angles between seats are written
STRIP_ROOM: Final = 34.0  # below a row for its chain


class DimensionSheet(msgspec.Struct, frozen=True):
    """A drawing with its frame in millimetres of the table, and the scale that fits the sheet."""

    name: str
    drawing: DimensionDrawing
    left: float
    top: float
    width: float
    height: float
    scale: float

    def svg(self, title: str) -> str:
        return self.drawing.svg(self.left, self.top, self.width, self.height, title)


def table_sheet(layout: TableLayout) -> DimensionSheet:
    """The whole table: its outline, the dealer's side, the seats' angles and the rows' radii."""
    drawing = DimensionDrawing(TABLE_LETTERS)
    for radius in (TABLE_RADIUS, FELT_RADIUS):
        drawing.path(f"M {-radius} 0 A {radius} {radius} 0 0 0 {radius} 0 Z")
    for area in layout.areas:
        drawing.outline(area)
        if not area.seat:
            _name(drawing, area)
    _dealer_chains(drawing, layout)
    _seat_angles(drawing, layout)
    _radii(drawing, layout)
    return _framed("the table", drawing, (-1000.0, 1110.0), (-200.0, 995.0))


def _name(drawing: DimensionDrawing, area: Area, x: float = 0.0, y: float = 0.0) -> None:
    for line, baseline, size in lettering(area):
        middle = baseline - size * 0.33
        drawing.write(line, Place(area.centre.x + x, area.centre.y + y + middle), size)


def _dealer_chains(drawing: DimensionDrawing, layout: TableLayout) -> None:
    own = [area for area in layout.areas if not area.seat]
    at_edge = [area for area in own if area.kind == "equipment"]
    ends = sorted(edge for area in at_edge for edge in _across(area))
    points = [-TABLE_RADIUS, -FELT_RADIUS, *ends, FELT_RADIUS, TABLE_RADIUS]
    drawing.extend("x", points, (-48.0, 0.0))
    drawing.chain("x", points, -40.0, -1)
    drawing.chain("x", (-FELT_RADIUS, FELT_RADIUS), -140.0, -1)
    drawing.chain("x", (-TABLE_RADIUS, TABLE_RADIUS), -175.0, -1)
    drawing.extend("x", (-FELT_RADIUS, FELT_RADIUS), (-148.0, -48.0))
    drawing.extend("x", (-TABLE_RADIUS, TABLE_RADIUS), (-183.0, -48.0))
    drawing.extend("y", (0.0, TABLE_RADIUS), (0.0, 1048.0))
    drawing.chain("y", (0.0, TABLE_RADIUS), 1040.0, 1)
    # The tray and what lies before it, from the dealer's edge to the players.
    ahead = [area for area in own if area.kind != "equipment" or area.key == "tray"]
    depths = [0.0, *(edge for area in ahead for edge in _along(area))]
    drawing.chain("y", depths, 196.0, 1)
    for kind, down in (("community", 12.0), ("box", max(depths) + 34.0)):
        cards = [area for area in own if area.kind == kind]
        if cards:
            edges = [edge for area in cards for edge in _across(area)]
            # The box lies below the community cards, so their chain is drawn across them.
            inside = kind == "community"
            at = down + min(_along(cards[0])) if inside else down
            if not inside:
                drawing.extend("x", edges, (max(_along(cards[0])), at + 8.0))
            drawing.chain("x", edges, at, 1)


def _across(area: Area) -> tuple[float, float]:
    return area.centre.x - area.across / 2, area.centre.x + area.across / 2


def _along(area: Area) -> tuple[float, float]:
    return area.centre.y - area.outward / 2, area.centre.y + area.outward / 2


def _seat_angles(drawing: DimensionDrawing, layout: TableLayout) -> None:
    """A ray through each seat, and the angle from each to the next."""
    angles = [seat_angle(seat, layout.seats) for seat in range(1, layout.seats + 1)]
    for seat, angle in enumerate(angles, 1):
        drawing.line(at_seat(angle, 0, 500), at_seat(angle, 0, RAIL_ARC + 20), dashed=True)
        drawing.write(f"Seat {seat}", at_seat(angle, 0, RAIL_ARC + 40), angle=-angle)
    for start, end in pairwise((90.0, *angles, -90.0)):
        first, last = at_seat(start, 0, RAIL_ARC), at_seat(end, 0, RAIL_ARC)
        arc = f"A {RAIL_ARC:g} {RAIL_ARC:g} 0 0 1 {last.x:.2f} {last.y:.2f}"
        drawing.path(f"M {first.x:.2f} {first.y:.2f} {arc}")
        lean = degrees(drawing.letters * 0.375 / RAIL_ARC)  # the head is straight, the arc is not
        drawing.arrow(first, -start + lean)
        drawing.arrow(last, 180 - end - lean)
        middle = (start + end) / 2
        drawing.write(f"{start - end:.1f}°", at_seat(middle, 0, RAIL_ARC), angle=-middle)


def _radii(drawing: DimensionDrawing, layout: TableLayout) -> None:
    """Arcs through the middles of the rows, each with its radius, between two seats."""
    half = layout.seats // 2
    beside = (seat_angle(half, layout.seats) + seat_angle(half + 1, layout.seats)) / 2
    for radius in sorted(rows_of_seat(layout)):
        ends = [
            Place(sign * radius * sin(radians(80)), radius * cos(radians(80))) for sign in (-1, 1)
        ]
        arc = f"A {radius:g} {radius:g} 0 0 0 {ends[1].x:.2f} {ends[1].y:.2f}"
        drawing.path(f"M {ends[0].x:.2f} {ends[0].y:.2f} {arc}", dashed=True)
        drawing.write(f"R {millimetres(radius)}", at_seat(beside, 0, radius), angle=-beside)
    drawing.write(f"R {FELT_RADIUS}", at_seat(beside, 0, FELT_RADIUS), angle=-beside)


def rows_of_seat(layout: TableLayout) -> dict[float, list[Area]]:
    """The areas of a seat as they lie straight ahead of the dealer, by their row's radius."""
    rows: dict[float, list[Area]] = {}
    for area in layout.areas:
        if area.seat == 1:
            far, aside = in_seat(area)
            turned = msgspec.structs.replace(area, centre=Place(aside, far), angle=0.0)
            rows.setdefault(round(far, 1), []).append(turned)
    return rows


def seat_sheet(layout: TableLayout) -> DimensionSheet:
    """One seat as a whole, and beside it every row with the widths and gaps in it."""
    drawing = DimensionDrawing(SEAT_LETTERS)
    rows = rows_of_seat(layout)
    areas = [area for row in rows.values() for area in row]
    for area in areas:
        drawing.outline(area)
        _name(drawing, area)
    left, right = min(_across(a)[0] for a in areas), max(_across(a)[1] for a in areas)
    depths = [FELT_RADIUS, *(edge for row in rows.values() for edge in _along(_largest(row)))]
    drawing.chain("y", depths, right + 16, 1)
    drawing.extend("y", depths, (right + 4, right + 18))
    _felt_edge(drawing, left - 20, right + 20)
    for radius, row in rows.items():
        end = min(_across(area)[0] for area in row)
        drawing.line(Place(left - 16, radius), Place(end, radius), dashed=True)
        drawing.write(f"R {millimetres(radius)}", Place(left - 34, radius))
    drawing.line(Place(0, min(depths) - 8), Place(0, min(depths)), dashed=True)
    drawing.write("One seat", Place(0, min(depths) - 18))
    bottom = _strips(drawing, rows, right + 110, min(depths) - 18)
    widest = max(_across(a)[1] - _across(a)[0] for a in areas)
    end = right + 110 + max(widest, right - left) + 44
    down = (min(depths) - 28, max(bottom, FELT_RADIUS + 12))
    return _framed("one seat", drawing, (left - 56, end), down)


def _largest(row: list[Area]) -> Area:
    return max(row, key=lambda area: area.outward)


def _felt_edge(drawing: DimensionDrawing, left: float, right: float) -> None:
    """The edge of the felt around the seat's middle line."""
    ends = [Place(x, (FELT_RADIUS**2 - x * x) ** 0.5) for x in (left, right)]
    arc = f"A {FELT_RADIUS} {FELT_RADIUS} 0 0 0 {ends[1].x:.2f} {ends[1].y:.2f}"
    drawing.path(f"M {ends[0].x:.2f} {ends[0].y:.2f} {arc}")


def _strips(
    drawing: DimensionDrawing, rows: dict[float, list[Area]], left: float, top: float
) -> float:
    """Every row by itself, from the dealer outward; returns where the last one ends."""
    for radius, row in sorted(rows.items()):
        high = _largest(row)
        edges = [edge for area in row for edge in _across(area)]
        shift = left - min(edges)
        drawing.write(f"Row at R {millimetres(radius)}", Place(left + 38, top))
        middle = top + 10 + high.outward / 2
        for area in row:
            moved = msgspec.structs.replace(area, centre=Place(area.centre.x + shift, middle))
            drawing.outline(moved)
            _name(drawing, moved)
        below = middle + high.outward / 2 + 10
        drawing.extend("x", [edge + shift for edge in edges], (middle, below + 2))
        drawing.chain("x", [edge + shift for edge in edges], below, 1)
        side = max(edges) + shift + 12
        drawing.chain("y", _along(msgspec.structs.replace(high, centre=Place(0, middle))), side, 1)
        top = below + STRIP_ROOM
    return top - STRIP_ROOM / 2


def _framed(
    name: str, drawing: DimensionDrawing, across: tuple[float, float], down: tuple[float, float]
) -> DimensionSheet:
    """The frame at the smallest whole quarter of a scale that fits the sheet."""
    width, height = across[1] - across[0], down[1] - down[0]
    scale = ceil(max(width / DRAWN[0], height / DRAWN[1]) / SCALE_STEP) * SCALE_STEP
    wide, high = DRAWN[0] * scale, DRAWN[1] * scale
    left, top = across[0] - (wide - width) / 2, down[0] - (high - height) / 2
    return DimensionSheet(name, drawing, left, top, wide, high, scale)


def dimension_sheets(layout: TableLayout) -> Iterator[DimensionSheet]:
    yield table_sheet(layout)
    yield seat_sheet(layout)
