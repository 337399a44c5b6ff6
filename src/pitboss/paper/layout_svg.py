"""Draws a layout as SVG: one unit of the drawing is one millimetre of the table."""

from math import cos, radians, sin, sqrt
from typing import Final
from xml.sax.saxutils import escape

from pitboss.paper.areas import Area, Place
from pitboss.paper.layout import (
    FELT_RADIUS,
    LETTER_SPACING,
    TABLE_RADIUS,
    CurvedText,
    TableLayout,
    logo_places,
)
from pitboss.paper.letters import CAP_HEIGHT, FONT, text_width, wrap
from pitboss.paper.panels import Panel
from pitboss.rulebook.submission.look import Look

AREA_SIZE: Final = 13.0  # of letters on the felt, in millimetres; capitals are two thirds of it
AREA_SIZES: Final = tuple(AREA_SIZE - n / 2 for n in range(17))  # the largest that fits is taken
LINE_HEIGHT: Final = 1.05
INSET: Final = 4.0  # kept free between words and the line around them
MARGIN: Final = 10.0


HOUSE: Final = Look()
BORDER: Final = ((836.5, 0.8), (832.5, 2.0))  # radius and width of the lines along the felt's edge
TUBES: Final = 12  # of chips in the tray
TUBE_ROOM: Final = 8.0  # between the tubes and the edge of the tray


def drawing_size() -> tuple[float, float]:
    """The width and height of the drawing in millimetres."""
    return 2 * (TABLE_RADIUS + MARGIN), TABLE_RADIUS + 2 * MARGIN


def alt_text(layout: TableLayout) -> str:
    """The drawing in words, for readers who cannot see it."""
    names = dict.fromkeys(area.name for area in layout.areas)
    text = f"Layout of {layout.game} with {layout.seats} seats: {', '.join(names)}."
    if layout.panels:
        text += f" Payouts: {', '.join(panel.area.name for panel in layout.panels)}."
    return " ".join((text, *(f"{words.text}." for words in layout.curved[2:])))


def layout_svg(layout: TableLayout, look: Look = HOUSE, *, title: str = "") -> str:
    width, height = drawing_size()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{-width / 2:g} {-MARGIN:g} {width:g} {height:g}" '
        f'font-family="{FONT}, serif" font-weight="bold" text-anchor="middle">',
        f"<title>{escape(title or f'{layout.game}, layout')}</title>",
        _cloth(look),
        _half_circle(TABLE_RADIUS, look.rail, look.lines, 2),
        _arc((TABLE_RADIUS + FELT_RADIUS) / 2, "#ffffff", 74, 0.07),
        _arc((TABLE_RADIUS + FELT_RADIUS) / 2, "#ffffff", 30, 0.07),
        _half_circle(FELT_RADIUS, "url(#cloth)", look.lines, 1.5),
        *(_arc(radius, look.lines, width, 0.8) for radius, width in BORDER),
        *(_area(area, look) for area in layout.areas),
        *(_panel(panel, look) for panel in layout.panels),
        *(_logo(area, look) for area in logo_places(layout.curved[0]) if look.logo),
        *(_curved(number, text, look) for number, text in enumerate(layout.curved)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _shade(colour: str, share: float = 2 / 3) -> str:
    """The colour with this share of its light; above 1 it is lighter."""
    parts = (min(255, int(int(colour[at : at + 2], 16) * share)) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _cloth(look: Look) -> str:
    """The cloth is lit from above the dealer's cards."""
    stops = ((0, 1.14), (0.6, 1.0), (1, 0.8))
    colours = "".join(
        f'<stop offset="{at:g}" stop-color="{_shade(look.felt, share)}"/>' for at, share in stops
    )
    return (
        '<defs><radialGradient id="cloth" gradientUnits="userSpaceOnUse" cx="0" cy="300" '
        f'r="{FELT_RADIUS}">{colours}</radialGradient></defs>'
    )


def _arc(radius: float, colour: str, width: float, opacity: float) -> str:
    """A line around the table at a distance from the dealer's place."""
    path = f"M {mm(-radius)} 0 A {mm(radius)} {mm(radius)} 0 0 0 {mm(radius)} 0"
    stroke = f'stroke="{colour}" stroke-width="{mm(width)}" stroke-opacity="{opacity:g}"'
    return f'<path d="{path}" fill="none" {stroke}/>'


def _logo(area: Area, look: Look) -> str:
    turn = f"translate({mm(area.centre.x)} {mm(area.centre.y)}) rotate({mm(area.angle)})"
    size = mm(area.across / 100)
    return (
        f'<path id="{area.key}" transform="{turn} scale({size}) translate(-50 -50)" '
        f'd="{look.logo}" fill="{look.lines}"/>'
    )


def _half_circle(radius: float, fill: str, line: str, stroke: float) -> str:
    path = f"M {-radius} 0 A {radius} {radius} 0 0 0 {radius} 0 Z"
    return f'<path d="{path}" fill="{fill}" stroke="{line}" stroke-width="{stroke:g}"/>'


def _area(area: Area, look: Look) -> str:
    turn = f"translate({mm(area.centre.x)} {mm(area.centre.y)})"
    if area.angle:
        turn += f" rotate({mm(area.angle)})"
    is_equipment = area.kind == "equipment"
    is_place = area.kind in ("cards", "discards")
    fill = _shade(look.felt) if is_equipment else "none" if is_place else "#000000"
    stroke = "0.8" if is_equipment else "2"
    dash = ' stroke-dasharray="6 4"' if is_place else ""
    depth = "" if is_equipment or is_place else ' fill-opacity="0.16"'
    outline = f'fill="{fill}"{depth} stroke="{look.lines}" stroke-width="{stroke}"{dash}'
    shape = figure(area, outline) + (_tubes(area, look) if area.key == "tray" else "")
    words = "".join(
        f'<text y="{mm(y)}" font-size="{mm(size)}" fill="{look.letters}">{escape(line)}</text>'
        for line, y, size in lettering(area)
    )
    return f'<g id="{escape(area.key)}" transform="{turn}">{shape}{words}</g>'


def figure(area: Area, attributes: str) -> str:
    """The outline of an area around its own middle."""
    if area.shape == "circle":
        return f'<circle r="{mm(area.across / 2)}" {attributes}/>'
    return (
        f'<rect x="{mm(-area.across / 2)}" y="{mm(-area.outward / 2)}" '
        f'width="{mm(area.across)}" height="{mm(area.outward)}" rx="6" {attributes}/>'
    )


def _tubes(area: Area, look: Look) -> str:
    """The tubes of the tray, with room for its name across their middle."""
    pitch = (area.across - 2 * TUBE_ROOM) / TUBES
    height = area.outward / 2 - TUBE_ROOM - AREA_SIZE
    tubes = []
    for number in range(TUBES):
        x = TUBE_ROOM - area.across / 2 + number * pitch
        for y in (TUBE_ROOM - area.outward / 2, AREA_SIZE):
            tubes.append(
                f'<rect x="{mm(x + 2)}" y="{mm(y)}" width="{mm(pitch - 4)}" height="{mm(height)}" '
                f'rx="{mm(pitch / 4)}" fill="#000000" fill-opacity="0.25" '
                f'stroke="{look.lines}" stroke-width="0.5" stroke-opacity="0.5"/>'
            )
    return "".join(tubes)


def _panel(panel: Panel, look: Look) -> str:
    area, half = panel.area, panel.area.across / 2
    words = []
    for line in panel.lines:
        place = f'y="{mm(line.y)}" font-size="{mm(line.size)}"'
        colour = look.letters if line.pays else look.lines
        words.append(_words(line.text, f'x="{mm(-half)}" {place}', "start", colour))
        if line.pays:
            words.append(_words(line.pays, f'x="{mm(half)}" {place}', "end", look.lines))
    rule = (
        f'<path d="M {mm(-half)} {mm(panel.rule)} H {mm(half)}" fill="none" '
        f'stroke="{look.lines}" stroke-width="0.7"/>'
    )
    turn = f"translate({mm(area.centre.x)} {mm(area.centre.y)})"
    return f'<g id="{area.key}" transform="{turn}">{rule}{"".join(words)}</g>'


def _words(text: str, place: str, anchor: str, colour: str) -> str:
    return f'<text {place} text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def lettering(area: Area) -> list[tuple[str, float, float]]:
    """The lines of an area's name with their baseline and size, fitted inside its outline."""
    for size in AREA_SIZES:
        for lines in (wrap(area.name, size, area.across - 2 * INSET), area.name.split()):
            if _fits(area, lines, size):
                step = size * LINE_HEIGHT
                first = (size * CAP_HEIGHT - step * (len(lines) - 1)) / 2
                return [(line, first + step * n, size) for n, line in enumerate(lines)]
    return []


def _fits(area: Area, lines: list[str], size: float) -> bool:
    height = size * (LINE_HEIGHT * (len(lines) - 1) + 1)
    if height > area.outward - 2 * INSET:
        return False
    for number, line in enumerate(lines):
        middle = size * LINE_HEIGHT * (number - (len(lines) - 1) / 2)
        room = area.across - 2 * INSET
        if area.shape == "circle":
            far = abs(middle) + size * CAP_HEIGHT / 2
            room = 2 * sqrt(max(0.0, (area.across / 2 - INSET / 2) ** 2 - far**2))
        if text_width(line, size) > room:
            return False
    return True


def _curved(number: int, text: CurvedText, look: Look) -> str:
    """Letters stand on the circle with their heads to the dealer, so that players read them."""
    half = radians(80)
    start, end = (
        Place(sign * text.radius * sin(half), text.radius * cos(half)) for sign in (-1, 1)
    )
    path = (
        f"M {mm(start.x)} {mm(start.y)} A {mm(text.radius)} {mm(text.radius)} 0 0 0 "
        f"{mm(end.x)} {mm(end.y)}"
    )
    return (
        f'<path id="arc-{number}" d="{path}" fill="none"/>'
        f'<text font-size="{mm(text.size)}" letter-spacing="{mm(text.size * LETTER_SPACING)}" '
        f'fill="{look.lines}"><textPath href="#arc-{number}" startOffset="50%">'
        f"{escape(text.text)}</textPath></text>"
    )


def mm(value: float) -> str:
    """A number with at most two decimals; a negative zero is a zero."""
    return f"{round(value, 2) + 0.0:.6g}"
