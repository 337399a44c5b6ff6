"""How the felt of a game looks: colours and emblem, from `felts.toml`."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

DEFAULT: Final = "default"


class FeltLook(msgspec.Struct, frozen=True):
    """Colours as #rrggbb; `emblem` is a path of lines in a square of 100."""

    centre: str
    body: str
    edge: str
    flat: str
    back: str
    emblem: str


@cache
def felt_looks() -> dict[str, FeltLook]:
    text = files("pitboss.web").joinpath("felts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, FeltLook])


def look_of(game: str) -> FeltLook:
    """The look of a game by its key; a game that has none of its own gets the default."""
    looks = felt_looks()
    return looks.get(game, looks[DEFAULT])
