"""The kinds of value in a rules submission, each with its reader.

The file's shape is one literal of these kinds (shape.py), from which the JSON Schema is drawn too
(dev/file_schemas.py).
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Final, Protocol

import msgspec

from pitboss.money import MILLIONTHS, BadAmount, Cents, dollars, format_short, parse_amount
from pitboss.rulebook.describe import listed

MAX_MONEY: Final = dollars(1_000_000_000)
MAX_TEXT: Final = 80
MAX_SHOWN: Final = 40
MAX_LOGO: Final = 4_000
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
OUTLINE: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]*")
_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))? ?%")


class Problem(Exception):
    """What is wrong with one value, and what would be allowed."""

    def __init__(self, what: str, allowed: str) -> None:
        self.what, self.allowed = what, allowed


class Kind(Protocol):
    def read(self, value: object) -> object:
        """The value in the rulebook's own form; raises `Problem` where it is not allowed."""


class Text(msgspec.Struct, frozen=True):
    longest: int = MAX_TEXT

    def read(self, value: object) -> str:
        allowed = f"write 1 to {self.longest} printable characters in quotes"
        if not isinstance(value, str):
            raise Problem(f"{quote(value)} is not text", allowed)
        text = " ".join(value.split())
        if not text or len(text) > self.longest or not text.isprintable():
            raise Problem(f"{quote(value)} cannot be printed on a layout", allowed)
        return text


class Day(msgspec.Struct, frozen=True):
    """A calendar day, as TOML writes it or as text."""

    def read(self, value: object) -> str:
        allowed = 'write a date, as in "2026-03-31"'
        if isinstance(value, date) and not isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, str) and DAY.fullmatch(value):
            with suppress(ValueError):
                return date.fromisoformat(value).isoformat()
        raise Problem(f"{quote(value)} is not a date", allowed)


class Colour(msgspec.Struct, frozen=True):
    def read(self, value: object) -> str:
        if not isinstance(value, str) or not _COLOUR.fullmatch(value.lower()):
            raise Problem(f"{str(value)[:40]!r} is not a colour", 'write it as in "#0f5a3c"')
        return value.lower()


class Outline(msgspec.Struct, frozen=True):
    """A drawing of one colour; nothing but lines and curves can be written in it."""

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > MAX_LOGO or not OUTLINE.fullmatch(value):
            allowed = 'write the "d" of an SVG path in a square of 100 units, as in "M0 0H100V100Z"'
            raise Problem("the logo is not an SVG path", allowed)
        return value


class Flag(msgspec.Struct, frozen=True):
    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Problem(f"{quote(value)} is neither true nor false", "write true or false")
        return value


class Word(msgspec.Struct, frozen=True):
    """One of a few words; `of` says what they are, as in "paytable"."""

    of: str
    allowed: tuple[str, ...]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.allowed:
            words = listed([f'"{word}"' for word in self.allowed], "or")
            raise Problem(f"there is no {self.of} {quote(value)}", f"choose {words}")
        return value


class Count(msgspec.Struct, frozen=True):
    of: str
    least: int
    most: int

    def read(self, value: object) -> int:
        one = f"only {self.least} is allowed"
        allowed = one if self.least == self.most else f"{self.least} to {self.most} are allowed"
        if isinstance(value, bool) or not isinstance(value, int):
            raise Problem(f"{quote(value)} is not a number of {self.of}", allowed)
        if not self.least <= value <= self.most:
            raise Problem(f"{quote(value)} {self.of}", allowed)
        return value


class Money(msgspec.Struct, frozen=True):
    """Above $0. Only whole dollars may go without quotes: a TOML fraction is a float."""

    stakes: tuple[Cents, ...] = ()  # the only amounts, if any are named

    def read(self, value: object) -> Cents:
        allowed = 'write dollars, as in 10, "12.50" or "$10,000"'
        if self.stakes:
            allowed = f"choose {listed(list(map(format_short, self.stakes)), 'or')}"
        cents = None
        if isinstance(value, int) and not isinstance(value, bool):
            cents = Cents(value * 100)
        # The length first: Python will not convert a number of thousands of digits.
        elif isinstance(value, str) and len(value) <= MAX_SHOWN and value.isascii():
            with suppress(BadAmount):
                cents = parse_amount(value)
        if cents is None:
            raise Problem(f"{quote(value)} is not an amount of money", allowed)
        if cents <= 0:
            raise Problem(f"{format_short(cents)} is not above $0", allowed)
        if cents > MAX_MONEY:
            most = f"{format_short(MAX_MONEY)} at most"
            raise Problem(f"{quote(value)} is beyond any table", most)
        if self.stakes and cents not in self.stakes:
            raise Problem(f"{format_short(cents)} is not one of the stakes", allowed)
        return cents


class Percent(msgspec.Struct, frozen=True):
    """In parts per million: exact, because no more than four decimals are read (ruling G7)."""

    def read(self, value: object) -> int:
        allowed = 'write above 0% up to 100%, with at most four decimals, as in "12.5%"'
        match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise Problem(f"{quote(value)} is not a rate", allowed)
        rate = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0"))
        if not 0 < rate <= MILLIONTHS:
            raise Problem(f"a rate of {match[0]}", allowed)
        return rate


class Moneys(msgspec.Struct, frozen=True):
    """Rising amounts. A pair of limits may be one and the same amount; chips may not."""

    of: str
    least: int  # how many
    most: int

    def read(self, value: object) -> tuple[Cents, ...]:
        allowed = f"write {self.least} to {self.most} amounts, the smallest first"
        if self.most == 2:
            allowed = 'write two amounts, the least and the most, as in ["1.00", "100.00"]'
        if not isinstance(value, list):
            raise Problem(f"{quote(value)} is not a list of {self.of}", allowed)
        if not self.least <= len(value) <= self.most:
            raise Problem(f"{len(value)} {self.of}", allowed)
        amounts = tuple(Money().read(item) for item in value)
        twice = len(set(amounts)) < len(amounts) and self.most > 2
        if twice or amounts != tuple(sorted(amounts)):
            why = f"name one of the {self.of} twice" if twice else "do not rise"
            raise Problem(f"{', '.join(map(format_short, amounts))} {why}", allowed)
        return amounts


class TomlTable(msgspec.Struct, frozen=True):
    """A table of the file. `elsewhere`: keys that are not its own → why, and what to do instead."""

    fields: dict[str, "Field"]
    required: tuple[str, ...] = ()
    elsewhere: dict[str, tuple[str, str]] = {}
    waived_by: str = ""  # the flag that, when false, lets every key be left out


class TomlTables(msgspec.Struct, frozen=True):
    """A list of tables: [[name]]."""

    each: TomlTable
    most: int


class Elsewhere(msgspec.Struct, frozen=True):
    """A value that another reader reads and checks."""

    def read(self, value: object) -> object:
        return value


class Field(msgspec.Struct, frozen=True):
    kind: Kind | TomlTable | TomlTables
    about: str  # what it is, and how it is written
    clause: str = ""  # a clause, or a ruling's id


def quote(value: object) -> str:
    """A value as a message can carry it: short, and on one line."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**MAX_SHOWN:
        return f"a number of more than {MAX_SHOWN} digits"
    if not isinstance(value, str):
        return str(value)
    cut = value if len(value) <= MAX_SHOWN else value[: MAX_SHOWN - 1] + "…"
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return f'"{plain}"'


def percent(rate: int) -> str:
    """`12.5%`, of parts per million."""
    whole, part = divmod(rate, MILLIONTHS // 100)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") + "%"
