"""What several commands share: the house they are about, options of the form NAME=VALUE, JSON."""

import contextlib
import functools
import re
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.house.service import House
    from pitboss.house.storage.database import Store
    from pitboss.house.storage.keys import Keys
    from pitboss.odds.game import PricedGame
    from pitboss.rulebook import Rulebook


# Options of several commands.
as_json_option = click.option("--json", "as_json", is_flag=True, help="For programs.")
despite_faults_option = click.option(
    "--despite-faults", is_flag=True, help="Go on with a house whose audit finds faults."
)


class BadOption(PitbossError):
    """An option that cannot be read or followed, or a file that cannot be written."""


def named(text: str, default: str) -> tuple[str, str]:
    """`bonus=B` is a name and a value; a value alone belongs to the default name."""
    name, equals, value = text.rpartition("=")
    return name.strip().replace("_", "-").lower() if equals else default, value.strip()


def changing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--pays` and `--push`, which price other paytables than the rulebook's."""
    push = click.option(
        "--push",
        multiple=True,
        metavar="[WAGER[/LETTER]:]HANDS",
        help='Hands that push instead of those that do, as in "pair of 7s to 10s".',
    )
    pays = click.option(
        "--pays",
        multiple=True,
        metavar="[WAGER[/LETTER]:]ROW=PAYS",
        help='What a row pays instead, as in "royal flush=400 to 1".',
    )
    return pays(push(command))


def changed_game(game: "PricedGame", pays: tuple[str, ...], push: tuple[str, ...]) -> "PricedGame":
    """The game with the rows that `--pays` and `--push` change."""
    from pitboss.odds.changes import parse_change, parse_push

    return game.with_changes([*map(parse_change, pays), *map(parse_push, push)])


def pricing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--rules`, `--pays` and `--push`; the command takes the game that they and its argument
    name as `priced`.
    """

    @functools.wraps(command)
    def run(
        game: str, book: "Rulebook", pays: tuple[str, ...], push: tuple[str, ...], **options: Any
    ) -> Any:
        from pitboss.odds.game import priced_in

        return command(priced=changed_game(priced_in(book, game), pays, push), **options)

    return rules_option(changing_options(run))


def read_book(path: str | None) -> "Rulebook":
    """The published rulebook, or the one with a file's rules beside them."""
    from pitboss.rulebook import PUBLISHED

    if path is None:
        return PUBLISHED
    from pitboss.rulebook.own import read_rules

    return read_rules(path)


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--rules FILE`; the command takes the rulebook with its rules as `book`."""

    def read(_context: click.Context, _option: click.Parameter, path: str | None) -> "Rulebook":
        return read_book(path)

    return click.option(
        "--rules",
        "book",
        metavar="FILE",
        callback=read,
        help="A file of own rules: paytables and games.",
    )(command)


def letter_named(game: "PricedGame", wager: str, text: str) -> str:
    """A table's own name however it is capitalized; any other text in capitals."""
    if not text or (wager not in game.wager_keys()):
        return text.upper()
    letters = game.letters(wager)
    by_word = {letter.casefold(): letter for letter in letters}
    return text if text in letters else by_word.get(text.casefold(), text.upper())


def chosen_letter(game: "PricedGame", text: str) -> tuple[str, str]:
    """The wager and the letter that `--paytable` names; a letter alone is of the whole game."""
    from pitboss.odds.game import WHOLE_GAME

    wager, letter = named(text, WHOLE_GAME)
    letter = letter_named(game, wager, letter)
    game.table(game.lettered(wager), letter)  # refuses a table that does not exist
    return wager, letter


def count_of(text: str) -> int:
    """`1000`, `1_000_000`, `1e9`, `2.5e6`; whole numbers only."""
    digits = text.strip().replace("_", "").replace(",", "")
    match = re.fullmatch(r"(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]\+?(\d{1,3}))?", digits, re.ASCII)
    if match is None:
        negative = digits.startswith(("-", "−"))
        raise BadOption(
            f"{text!r} is not a number of rounds" + (": it is negative" if negative else ""),
            what_to_do="give a whole number, as in 1000000 or 1e9",
        )
    value = Decimal(digits)
    if value != value.to_integral_value():
        raise BadOption(f"{text!r} is not a whole number of rounds")
    return int(value)


def today() -> str:
    """The date for a sheet, by universal time."""
    return time.strftime("%Y-%m-%d", time.gmtime())


@contextlib.contextmanager
def writing(file: str) -> Iterator[None]:
    """Refuses where the file cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadOption(f"cannot write {file}: {error.strerror}") from error


def echo_json(record: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))


def data_directory() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("pitboss", appauthor=False))


def closed_house(data: Path | None, url: str | None) -> "tuple[Store, Keys, Path]":
    """The database, keys and directory of a house; creates and migrates nothing."""
    from pitboss.house.setup import DATABASE
    from pitboss.house.storage.database import Store, StoreError
    from pitboss.house.storage.house_key import verified_keys

    directory = data or data_directory()
    if not directory.is_dir() or (url is None and not (directory / DATABASE).exists()):
        raise PitbossError(
            f"there is no house in {directory}",
            what_to_do="start one with pitboss serve, or name its directory with --data",
        )
    store = Store(url or str(directory / DATABASE))
    if store.is_sqlite and not Path(str(store.url.database)).exists():
        raise StoreError(f"there is no database at {store.url.database}")
    with store.closed_on_failure():
        return store, verified_keys(store, directory), directory


def existing_house(data: Path | None, url: str | None) -> "House":
    """Opens the house of a data directory; creates nothing."""
    from pitboss.house.service import House, wall_clock

    store, keys, directory = closed_house(data, url)
    with store.closed_on_failure():
        store.prepare()
    return House(store, keys, wall_clock, outside=directory)


def split_round(text: str) -> tuple[str, int]:
    """`open-range/17` is a table's id and a round's number."""
    table, slash, number = text.rpartition("/")
    if not slash or not number.isdecimal():
        raise PitbossError(f"{text!r} is not a round", what_to_do="write it as TABLE/NUMBER")
    return table, int(number)
