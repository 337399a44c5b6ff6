"""Draws a hand as the preview picture of a link: the felt of its game, the cards, its result."""

from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from pitboss.paper.letters import FONT, text_width

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 70
LARGE: Final = 210  # the widest card of a hand
SMALL: Final = 108  # a community card
TOP: Final = 138  # of the first row of cards
GAP: Final = 22  # between the rows
FOOT: Final = 104  # below the hand, for its name
_SUITS: Final = {
    "c": "M50 6a20 20 0 0 1 14 34 20 20 0 1 1-9 30c1 10 4 17 11 24H34c7-7 10-14 11-24a20 20 0 1 "
    "1-9-30A20 20 0 0 1 50 6Z",
    "d": "M50 2 86 50 50 98 14 50Z",
    "h": "M50 94C20 68 6 51 6 33a23 23 0 0 1 44-9 23 23 0 0 1 44 9c0 18-14 35-44 61Z",
    "s": "M50 3c24 26 39 39 39 55a20 20 0 0 1-34 13c1 10 4 18 11 25H34c7-7 10-15 11-25a20 20 0 "
    "0 1-34-13C11 42 26 29 50 3Z",
}
_JOKER: Final = "M50 5 61 37 95 38 68 58 78 91 50 71 22 91 32 58 5 38 39 37Z"


class HandPicture(msgspec.Struct, frozen=True):
    """The content of the picture; nothing in it names a person."""

    title: str
    hand: str
    result: str  # with its sign
    cards: tuple[str, ...]
    community: tuple[str, ...]
    centre: str  # colours of the felt, as #rrggbb
    edge: str
    back: str


def picture_svg(picture: HandPicture) -> str:
    own = TOP + (SMALL * 1.4 + GAP if picture.community else GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}, serif" font-weight="bold">',
        f"<title>{escape(alt_text(picture))}</title>",
        '<defs><radialGradient id="felt" cx="0.5" cy="0.3" r="0.8">'
        f'<stop offset="0" stop-color="{picture.centre}"/>'
        f'<stop offset="1" stop-color="{picture.edge}"/></radialGradient></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#2a1a10"/>',
        f'<rect x="18" y="18" width="{WIDTH - 36}" height="{HEIGHT - 36}" rx="44" '
        'fill="url(#felt)" stroke="#c9a24a" stroke-width="3"/>',
        _line(picture.title, MARGIN, 102, 58, "#f4d488", "start"),
        _line(picture.result, WIDTH - MARGIN, 102, 58, "#f6f1e0", "end"),
        *_row(picture.community, TOP, SMALL, picture.back),
        *_row(picture.cards, own, _hand_width(picture, own), picture.back),
        _line(picture.hand, WIDTH / 2, HEIGHT - 46, 46, "#f6f1e0", "middle"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def alt_text(picture: HandPicture) -> str:
    return ", ".join(part for part in (picture.title, picture.hand, picture.result) if part)


def picture_png(picture: HandPicture) -> bytes:
    """The same picture as PNG, for readers that do not accept SVG; needs typst."""
    import typst

    # At 72 pixels to the inch, a point of the page is a pixel of the picture.
    inputs = {
        "caption": "[]",
        "svg": picture_svg(picture),
        "alt": alt_text(picture),
        "title": picture.title,
        "width": f"{WIDTH * 25.4 / 72:.6f}",
        "height": f"{HEIGHT * 25.4 / 72:.6f}",
    }
    with as_file(files("pitboss.paper").joinpath("templates", "drawing.typ")) as path:
        png = typst.compile(path, format="png", ppi=72, sys_inputs=inputs, ignore_system_fonts=True)
    assert isinstance(png, bytes)
    return png


def _hand_width(picture: HandPicture, top: float) -> float:
    room = WIDTH - 2 * MARGIN
    tall = (HEIGHT - FOOT - top) / 1.4
    return min(LARGE, room / (len(picture.cards) * 1.08), tall)


def _line(text: str, x: float, y: float, size: float, fill: str, anchor: str) -> str:
    size = min(size, size * (WIDTH * 0.55) / max(1.0, text_width(text, size)))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.1f}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _row(cards: Sequence[str], top: float, width: float, back: str) -> Iterator[str]:
    gap = width * 0.08
    left = (WIDTH - len(cards) * width - (len(cards) - 1) * gap) / 2
    for place, name in enumerate(cards):
        x = left + place * (width + gap)
        move = f"translate({x:.1f} {top:g}) scale({width / 100:.4f})"
        yield f'<g transform="{move}">{_card(name, back)}</g>'


def _card(name: str, back: str) -> str:
    if name in ("??", ""):
        return (
            f'<rect width="100" height="140" rx="8" fill="#fffdf6"/>'
            f'<rect x="7" y="7" width="86" height="126" rx="5" fill="{back}"/>'
        )
    paper = '<rect width="100" height="140" rx="8" fill="#fffdf6"/>'
    if name == "JK":
        return (
            f'{paper}<path transform="translate(14 34) scale(0.72)" d="{_JOKER}" fill="#6a1fb0"/>'
        )
    rank = "10" if name[0] == "T" else name[0]
    ink = "#c4161c" if name[1] in "dh" else "#15181e"
    return (
        f'{paper}<text x="50" y="62" font-size="66" fill="{ink}" text-anchor="middle">{rank}</text>'
        f'<path transform="translate(22 72) scale(0.56)" d="{_SUITS[name[1]]}" fill="{ink}"/>'
    )
