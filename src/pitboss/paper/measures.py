"""The dimensioned sheet of a layout: every area with its place and size, for the manufacturer."""

from math import cos, radians, sin

from pitboss.paper.areas import Area, seat_angle
from pitboss.paper.content import Item, Paper, PaperSection
from pitboss.paper.layout import ARM_REST, FELT_RADIUS, TABLE_RADIUS, TableLayout


def measure_sheet(layout: TableLayout) -> Paper:
    return Paper(
        kind="layout, dimensions in millimetres",
        title=layout.game,
        operator=layout.operator,
        sections=(
            PaperSection("The table", tuple(Item(line) for line in _table(layout))),
            PaperSection("Dealer's side", tuple(_measure(a) for a in layout.areas if not a.seat)),
            PaperSection("Each seat", tuple(_measure(a) for a in layout.areas if a.seat == 1)),
            PaperSection("Words", tuple(_words(layout))),
        ),
    )


def _table(layout: TableLayout) -> list[str]:
    angles = ", ".join(
        f"{seat_angle(seat, layout.seats):.1f}°" for seat in range(1, layout.seats + 1)
    )
    return [
        f"A half circle of radius {TABLE_RADIUS}; arm rest {ARM_REST}, felt to {FELT_RADIUS}.",
        "Places are measured from the middle of the dealer's edge: x to the dealer's left, y to "
        "the players.",
        f"{layout.seats} seats, turned about that point from straight ahead by {angles}; "
        "seat 1 is farthest to the dealer's left.",
    ]


def _measure(area: Area) -> Item:
    size = f"⌀ {area.across:g}" if area.shape == "circle" else f"{area.across:g} × {area.outward:g}"
    place = f"x {area.centre.x:.0f}, y {area.centre.y:.0f}"
    if area.seat:  # places of one seat hold for all: distance from the origin, and across
        outward, across = _in_seat(area)
        side = (
            f", {abs(across):.0f} to the dealer's {'left' if across > 0 else 'right'}"
            if across
            else ""
        )
        place = f"{outward:.0f} from the origin{side}"
    clauses = (area.clause,) if area.clause else ()
    return Item(f"{area.name}: {size}, {place}", clauses)


def _in_seat(area: Area) -> tuple[float, float]:
    """How far out a place of a seat is, and how far across from the seat's middle line."""
    turn = radians(-area.angle)
    outward = area.centre.x * sin(turn) + area.centre.y * cos(turn)
    across = area.centre.x * cos(turn) - area.centre.y * sin(turn)
    return outward, round(across) + 0.0


def _words(layout: TableLayout) -> list[Item]:
    return [
        Item(
            f"{text.text}: letters {text.size:.0f} on a circle of {text.radius:g}",
            (text.clause,) if text.clause else (),
        )
        for text in layout.curved
    ]
