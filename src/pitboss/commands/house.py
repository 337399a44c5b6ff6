"""Finding the house that a command is about."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.house.service import House


def data_directory() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("pitboss", appauthor=False))


def existing_house(data: Path | None, url: str | None) -> "House":
    """The house of a data directory, opened as it is: nothing is made."""
    from pitboss.house.service import House, wall_clock
    from pitboss.house.setup import DATABASE
    from pitboss.house.storage.database import Store
    from pitboss.house.storage.keys import KEY_FILE, load_keys

    directory = data or data_directory()
    missing = not (directory / KEY_FILE).exists()
    if missing or (url is None and not (directory / DATABASE).exists()):
        raise PitbossError(
            f"there is no house in {directory}",
            what_to_do="start one with pitboss serve, or say where with --data",
        )
    store = Store(url or str(directory / DATABASE))
    store.prepare()
    return House(store, load_keys(directory), wall_clock, outside=directory)


def split_round(text: str) -> tuple[str, int]:
    """`open-range/17`: a table's id and a round's number."""
    table, slash, number = text.rpartition("/")
    if not slash or not number.isdecimal():
        raise PitbossError(f"{text!r} is no round", what_to_do="write it as TABLE/NUMBER")
    return table, int(number)
