"""A house as campaigns open it, in a child process too: nothing else of the tests is loaded."""

from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.house.service import House, wall_clock
from pitboss.house.storage import log
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys
from pitboss.house.writing.replies import Reply
from pitboss.table import commands as c

DATABASE: Final = "house.db"
_COMMAND: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(log.AnyCommand)


def open_house(place: Path, url: str = "") -> House:
    """The house of a directory as a server has it, without the checks of a server's start."""
    store = Store(url or str(place / DATABASE))
    house = House(store, open_keys(store, place), wall_clock, outside=place)
    start(house)
    return house


def start(house: House) -> None:
    """Lets commands be written in groups by a thread of the house's own, where it has one."""
    if begin := getattr(house, "start", None):
        begin()


def close(house: House) -> None:
    if stop := getattr(house, "stop", None):
        stop()
    house.store.close()


def command_of(raw: str) -> c.Command:
    command: c.Command = _COMMAND.decode(raw.encode())
    return command


def give(house: House, table: str, command_id: str, raw: str) -> Reply:
    command = command_of(raw)
    return house.do(command.by, table, command_id, command)
