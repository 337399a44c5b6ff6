"""The house's colours and its logo: the `[look]` table of a submission. Felt and papers use them.

A layout shows the operator's name or logo (235 2.B(1), DD .02B(1), LIR .02B(1), MS 2.B(1)); the
name is always printed, and the logo stands beside the name of the game.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.values import Colour, Field, Outline, TomlTable

LEAST_CONTRAST: Final = 30  # tenths to 1, of large letters, as web pages ask for it
PAPER_CONTRAST: Final = 45  # of small ones
WHITE: Final = "#ffffff"
INK: Final = "#1c1c1c"


class Look(msgspec.Struct, frozen=True):
    felt: str = "#0f5a3c"
    lines: str = "#e9cf8b"
    letters: str = "#fff6dc"
    rail: str = "#3a2416"
    logo: str = ""  # an SVG path in a square of 100 units

    @property
    def ink(self) -> str:
        """The felt's colour on white paper, or black where it is too light to be read."""
        return self.felt if contrast(self.felt, WHITE) >= PAPER_CONTRAST else INK


def look_shape() -> TomlTable:
    logo = 'the "d" of an SVG path in a square of 100 units; it stands beside the game\'s name'
    return TomlTable(
        {
            "felt": Field(Colour(), "the cloth, and the headings of signs and cards"),
            "lines": Field(Colour(), "the lines of areas and the game's name"),
            "letters": Field(Colour(), "the words in areas"),
            "rail": Field(Colour(), "the arm rest"),
            "logo": Field(Outline(), logo),
        }
    )


def read_look(house: Mapping[str, Any], report: Report) -> Look:
    """The look; refuses letters and lines that cannot be told from the felt."""
    look = Look(**{key: value for key, value in (house.get("look") or {}).items() if value})
    for key, colour in (("lines", look.lines), ("letters", look.letters)):
        ratio = contrast(look.felt, colour)
        if ratio < LEAST_CONTRAST:
            words = f"{ratio // 10}.{ratio % 10} to 1"
            what = f"{colour} on a felt of {look.felt} has a contrast of {words}"
            allowed = f"choose colours with a contrast of {LEAST_CONTRAST // 10} to 1 or more"
            report.violation(("look", key), what, "", allowed)
    return look


def contrast(one: str, other: str) -> int:
    """The ratio of two colours' luminances in tenths, from 10 to 210, roughly as in WCAG 2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return 10 * light // dark


def _luminance(colour: str) -> int:
    """The relative luminance as a whole number, plus a twentieth of white for ambient light."""
    red, green, blue = (int(colour[at : at + 2], 16) ** 2 for at in (1, 3, 5))
    return 2126 * red + 7152 * green + 722 * blue + 255**2 * 500
