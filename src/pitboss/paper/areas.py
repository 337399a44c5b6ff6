"""Areas of a layout in millimetres: where they lie, and whether two of them touch.

The origin is the middle of the dealer's edge, x runs to the dealer's left and y to the players. So
the dealer is on top of the page, and words that are not turned are upright for the players.
"""

from math import cos, hypot, radians, sin
from typing import Final, Literal, NamedTuple

import msgspec

Kind = Literal["spot", "cards", "community", "box", "discards", "equipment", "odds", "words"]
Shape = Literal["circle", "rectangle"]

CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
CIRCLE_SIDES: Final = 24  # of the polygon that stands for a circle when gaps are measured


class Place(NamedTuple):
    x: float
    y: float


class Area(msgspec.Struct, frozen=True):
    """A place on the felt. `across` and `outward` are its sizes along and away from the edge."""

    key: str
    kind: Kind
    name: str  # as the document names it; printed unless the area is equipment
    centre: Place
    across: float
    outward: float
    angle: float = 0.0  # degrees that it is turned, as SVG counts them
    shape: Shape = "rectangle"
    clause: str = ""  # the clause that requires the area
    seat: int = 0  # 0: the dealer's side

    def corners(self) -> list[Place]:
        """The outline as a convex polygon, which encloses a circle rather than cutting it."""
        turn = radians(self.angle)
        half = (self.across / 2, self.outward / 2)
        if self.shape == "circle":
            radius = half[0] / cos(radians(180 / CIRCLE_SIDES))
            steps = (radians(360 * n / CIRCLE_SIDES) for n in range(CIRCLE_SIDES))
            local = [(radius * cos(step), radius * sin(step)) for step in steps]
        else:
            local = [(half[0] * a, half[1] * b) for a, b in CORNERS]
        return [
            Place(
                self.centre.x + u * cos(turn) - v * sin(turn),
                self.centre.y + u * sin(turn) + v * cos(turn),
            )
            for u, v in local
        ]


def seat_angle(seat: int, seats: int) -> float:
    """Degrees from the line straight ahead of the dealer; seat 1 is farthest to the left (G17)."""
    spread = 144.0
    return 0.0 if seats == 1 else spread / 2 - spread * (seat - 1) / (seats - 1)


def at_seat(angle: float, across: float, outward: float) -> Place:
    """A point of a seat: `across` to the dealer's left of its middle line, `outward` from the
    origin.
    """
    turn = radians(angle)
    return Place(outward * sin(turn) + across * cos(turn), outward * cos(turn) - across * sin(turn))


def gap(first: Area, second: Area) -> float:
    """The distance between two areas along the best separating line; negative if they overlap.

    This is a lower bound of the true distance.
    """
    one, two = first.corners(), second.corners()
    return max(_separation(one, two), _separation(two, one))


def _separation(one: list[Place], two: list[Place]) -> float:
    best = float("-inf")
    for start, end in zip(one, [*one[1:], one[0]], strict=True):
        length = hypot(end.x - start.x, end.y - start.y)
        normal = Place((end.y - start.y) / length, (start.x - end.x) / length)
        edge = normal.x * start.x + normal.y * start.y
        inside = max(normal.x * p.x + normal.y * p.y for p in one)
        sign = 1.0 if inside <= edge + 1e-9 else -1.0
        nearest = min(sign * (normal.x * p.x + normal.y * p.y - edge) for p in two)
        best = max(best, nearest)
    return best
