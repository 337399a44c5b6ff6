"""How the felt of a game looks: colours and emblem from `felts.toml`, and a house's own colours and
logo from the `[look]` of its submission.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

from pitboss.house.floor.tables import read_submission
from pitboss.house.service import House
from pitboss.rulebook.submission.look import WHITE, Look

DEFAULT: Final = "default"
NO_LOOK: Final = Look()
INK: Final = "#f6f1e0"  # of the words on a cloth, as in the style sheets
LEAST_CONTRAST: Final = 4.5  # to 1, of small letters
FLAT_CONTRAST: Final = 7.0  # where the reader asked for more


class FeltLook(msgspec.Struct, frozen=True):
    """Colours as #rrggbb; `emblem` is a path of lines in a square of 100.

    `title` is lettered on the cloth, else the game's name; below it stands what pays, or the
    wagers.
    """

    centre: str
    body: str
    edge: str
    flat: str
    back: str
    emblem: str
    fan: str = "As Kh Qd Jc Ts"  # cards of its picture in the lobby
    title: str = ""
    line: Literal["pays", "wagers"] = "pays"
    # Of the house; empty where it has none of its own.
    lines: str = ""
    rail: str = ""
    logo: str = ""


@cache
def felt_looks() -> dict[str, FeltLook]:
    text = files("pitboss.web").joinpath("felts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, FeltLook])


def house_look(house: House) -> Look:
    """The look that the house's submission states."""
    with house.store.read() as tx:
        submission = read_submission(tx)
    return submission.look if submission else NO_LOOK


def look_of(game: str, house: Look = NO_LOOK) -> FeltLook:
    """The look of a game by its key; a game that has none of its own gets the default.

    A house colour that differs from the example submission's replaces the game's; that of the felt
    is darkened until the words on it can be read.
    """
    looks = felt_looks()
    look = msgspec.structs.replace(looks.get(game, looks[DEFAULT]), logo=house.logo)
    if house.felt != NO_LOOK.felt:
        centre = _darkened(house.felt, INK, LEAST_CONTRAST)
        flat = _darkened(_scaled(centre, 0.6), WHITE, FLAT_CONTRAST)
        body, edge = _scaled(centre, 0.84), _scaled(centre, 0.5)
        look = msgspec.structs.replace(look, centre=centre, body=body, edge=edge, flat=flat)
    if house.lines != NO_LOOK.lines and contrast(house.lines, look.centre) >= LEAST_CONTRAST:
        look = msgspec.structs.replace(look, lines=house.lines)
    if house.rail != NO_LOOK.rail:
        look = msgspec.structs.replace(look, rail=house.rail)
    return look


def _darkened(colour: str, ink: str, least: float) -> str:
    """The colour, darkened until the ink on it is legible."""
    while contrast(colour, ink) < least:
        colour = _scaled(colour, 0.95)
    return colour


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _scaled(colour: str, share: float) -> str:
    return "#" + "".join(f"{int(part * share):02x}" for part in _parts(colour))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def fan_of(game: str, hole: int) -> list[str]:
    """The cards of a game's picture, as many as a player's hand has."""
    return look_of(game).fan.split()[:hole]
