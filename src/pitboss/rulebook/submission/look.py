"""The house's colours and its logo: the `[look]` table of a submission. Felt and papers use them.

A layout shows the operator's name or logo (235 2.B(1), DD .02B(1), LIR .02B(1), MS 2.B(1)); the
name is always printed, and the logo stands beside it.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.values import Field, Problem, Schema, TomlTable

MAX_LOGO: Final = 4_000
LEAST_CONTRAST: Final = 3.0  # of large letters, as web pages ask for it
WHITE: Final = "#ffffff"
INK: Final = "#1c1c1c"
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]*")


class Look(msgspec.Struct, frozen=True):
    felt: str = "#0f5a3c"
    lines: str = "#e9cf8b"
    letters: str = "#fff6dc"
    rail: str = "#3a2416"
    logo: str = ""  # an SVG path in a square of 100 units

    @property
    def ink(self) -> str:
        """The felt's colour on white paper, or black where it is too light to be read."""
        return self.felt if contrast(self.felt, WHITE) >= 1.5 * LEAST_CONTRAST else INK


class Colour(msgspec.Struct, frozen=True):
    def read(self, value: object) -> str:
        if not isinstance(value, str) or not _COLOUR.fullmatch(value.lower()):
            raise Problem(f"{str(value)[:40]!r} is not a colour", 'write it as in "#0f5a3c"')
        return value.lower()

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}


class Outline(msgspec.Struct, frozen=True):
    """A drawing of one colour; nothing but lines and curves can be written in it."""

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > MAX_LOGO or not _PATH.fullmatch(value):
            allowed = 'write the "d" of an SVG path in a square of 100 units, as in "M0 0H100V100Z"'
            raise Problem("the logo is not an SVG path", allowed)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": MAX_LOGO, "pattern": f"^{_PATH.pattern}$"}


def look_shape() -> TomlTable:
    logo = 'the "d" of an SVG path in a square of 100 units; it stands beside the operator\'s name'
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
            what = f"{colour} on a felt of {look.felt} has a contrast of {ratio:.1f} to 1"
            allowed = f"choose colours with a contrast of {LEAST_CONTRAST:g} to 1 or more"
            report.violation(("look", key), what, "", allowed)
    return look


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminances, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
