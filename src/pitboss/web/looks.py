"""How the felt of a game looks: colours and emblem, from `felts.toml`."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

DEFAULT: Final = "default"


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


@cache
def felt_looks() -> dict[str, FeltLook]:
    text = files("pitboss.web").joinpath("felts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, FeltLook])


def look_of(game: str) -> FeltLook:
    """The look of a game by its key; a game that has none of its own gets the default."""
    looks = felt_looks()
    return looks.get(game, looks[DEFAULT])


def fan_of(game: str, hole: int) -> list[str]:
    """The cards of a game's picture, as many as a player's hand has."""
    return look_of(game).fan.split()[:hole]
