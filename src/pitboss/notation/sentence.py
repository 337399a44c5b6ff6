"""What the sentences of a round are made of: their common words, and how those are read."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import Cards, parse_card, parse_cards
from pitboss.notation.start_lines import read_exact
from pitboss.table import commands as c
from pitboss.table.state import Table

Commands = list[c.Command]
Grammar = tuple[tuple[str, Callable[..., Commands]], ...]

WHO: Final = r"(?P<who>[\w-]+)"
SEAT: Final = r"seat (?P<seat>\d+)"
CARDS: Final = r"(?P<cards>(?:(?:[2-9TJQKA][cdhs]|JK) ?)+)"
PURCHASE: Final = r"(?P<amount>[\d,.]+)(?: in (?P<kind>cash|chips))?"
SECOND: Final = r"(?: as (?P<asked>[\w-]+) asked)?"
DEVICE: Final = r"the (?P<device>shuffler|shoe)"
METERS: Final = r"(?: with meters (?P<meters>.+?))?"
REASON: Final = r"(?:: (?P<reason>.+))?"


def simple(kind: type[c.Command], *fields: str) -> Callable[..., Commands]:
    """A sentence whose named parts are the command's fields."""

    def make(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
        values: dict[str, Any] = {field: words.get(field, "") for field in fields}
        for field, read in _READERS.items():
            if field in fields:
                values[field] = read(table, values[field])
        return [kind(**values, **env)]

    return make


def read_meters(text: str) -> dict[str, int]:
    """`major 12,345.67, minor 250.00`, as millionths of a cent."""
    return read_numbers(text, read=read_exact)


def read_numbers(
    text: str, between: str = " ", *, read: Callable[[str], int] = int
) -> dict[str, int]:
    """`seat 3 5, box 1`: numbers by the names before them."""
    pairs = (part.rpartition(between) for part in text.split(", ") if part)
    return {name: read(number) for name, _, number in pairs}


def read_cards(table: Table, text: str) -> Cards:
    """The cards that a text names; `JK` is a joker that has not left the stub."""
    return parse_cards(text, table.cards_out())


# For the fields that are not text.
_READERS: Final[dict[str, Callable[[Table, str], Any]]] = {
    "seat": lambda table, text: int(text or 0),
    "depth": lambda table, text: int(text),
    "chips": lambda table, text: read_numbers(text),
    "card": lambda table, text: parse_card(text),
    "cards": read_cards,
    "stub": lambda table, text: int(text),
    "found": lambda table, text: read_numbers(text, " has "),
    "counts": lambda table, text: read_numbers(text),
    "lamp": lambda table, text: True if text else None,
    "meters": lambda table, text: read_meters(text),
}
