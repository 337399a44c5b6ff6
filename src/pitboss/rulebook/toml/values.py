"""The kinds of value in a rules submission: each reads a value and gives its JSON Schema.

The file's shape is one literal of these kinds (shape.py), so what the checker accepts and what the
schema describes cannot drift apart. A kind's `read` raises `Problem` for a value it does not allow.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any, Final

import msgspec

from pitboss.money import MILLIONTHS, BadAmount, Cents, dollars, format_short, parse_amount
from pitboss.rulebook.describe import listed

MAX_MONEY: Final = dollars(1_000_000_000)
MAX_TEXT: Final = 80
MAX_SHOWN: Final = 40
MAX_LOGO: Final = 4_000

Schema = dict[str, Any]
DEFINITIONS: Final[Schema] = {
    "amount": {
        "description": 'dollars: 10, "12.50" or "$10,000"',
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": MAX_MONEY // 100},
            {"type": "string", "pattern": r"^\$?[0-9]{1,3}((,[0-9]{3})+|[0-9]*)(\.[0-9]{2})?$"},
        ],
    },
    "rate": {
        "description": 'a percentage with at most four decimals: "12.5%"',
        "type": "string",
        "pattern": r"^[0-9]{1,3}(\.[0-9]{1,4})? ?%$",
    },
}
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_OUTLINE: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]*")
_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))? ?%")


class Problem(Exception):
    """What is wrong with one value, and what would be allowed."""

    def __init__(self, what: str, allowed: str) -> None:
        self.what, self.allowed = what, allowed


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

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


class Day(msgspec.Struct, frozen=True):
    """A calendar day, as TOML writes it or as text."""

    def read(self, value: object) -> str:
        allowed = 'write a date, as in "2026-03-31"'
        if isinstance(value, date) and not isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, str) and _DAY.fullmatch(value):
            with suppress(ValueError):
                return date.fromisoformat(value).isoformat()
        raise Problem(f"{quote(value)} is not a date", allowed)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{_DAY.pattern}$"}


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
        if not isinstance(value, str) or len(value) > MAX_LOGO or not _OUTLINE.fullmatch(value):
            allowed = 'write the "d" of an SVG path in a square of 100 units, as in "M0 0H100V100Z"'
            raise Problem("the logo is not an SVG path", allowed)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": MAX_LOGO, "pattern": f"^{_OUTLINE.pattern}$"}


class Flag(msgspec.Struct, frozen=True):
    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Problem(f"{quote(value)} is neither true nor false", "write true or false")
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


class Word(msgspec.Struct, frozen=True):
    """One of a few words; `of` says what they are, as in "paytable"."""

    of: str
    allowed: tuple[str, ...]
    pattern: str = ""  # matches further words that the file itself may define

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.allowed:
            words = listed([f'"{word}"' for word in self.allowed], "or")
            raise Problem(f"there is no {self.of} {quote(value)}", f"choose {words}")
        return value

    def schema(self) -> Schema:
        words: Schema = {"enum": list(self.allowed)}
        if not self.pattern:
            return words
        return {"anyOf": [words, {"type": "string", "pattern": self.pattern}]}


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

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


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

    def schema(self) -> Schema:
        if not self.stakes:
            return {"$ref": "#/$defs/amount"}
        whole = [stake // 100 for stake in self.stakes]
        return {"enum": [form for n in whole for form in (n, f"{n}", f"{n}.00", f"${n}")]}


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

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/rate"}


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

    def schema(self) -> Schema:
        size = {"minItems": self.least, "maxItems": self.most, "uniqueItems": self.most > 2}
        return {"type": "array", "items": Money().schema(), **size}


class TomlTable(msgspec.Struct, frozen=True):
    """A table of the file. `elsewhere`: keys that are not its own → why, and what to do instead."""

    fields: dict[str, "Field"]
    required: tuple[str, ...] = ()
    elsewhere: dict[str, tuple[str, str]] = {}
    conditions: tuple[Schema, ...] = ()  # only for the schema: the checker asks the rulebook
    waived_by: str = ""  # the flag that, when false, lets every key be left out

    def schema(self) -> Schema:
        properties = {key: field.schema() for key, field in self.fields.items()}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        conditions = list(self.conditions)
        if self.waived_by:
            flag = self.waived_by
            waived = {"properties": {flag: {"const": False}}, "required": [flag]}
            conditions.append({"if": waived, "else": {"required": list(self.required)}})
        elif self.required:
            schema["required"] = list(self.required)
        return schema | {"allOf": conditions} if conditions else schema


class TomlTables(msgspec.Struct, frozen=True):
    """A list of tables: [[name]]."""

    each: TomlTable
    most: int

    def schema(self) -> Schema:
        return {"type": "array", "items": self.each.schema(), "maxItems": self.most}


class Elsewhere(msgspec.Struct, frozen=True):
    """A value that another reader reads and checks; its schema comes from there."""

    of: Schema

    def read(self, value: object) -> object:
        return value

    def schema(self) -> Schema:
        return dict(self.of)


Kind = (
    Elsewhere
    | Text
    | Day
    | Colour
    | Outline
    | Flag
    | Word
    | Count
    | Money
    | Percent
    | Moneys
    | TomlTable
    | TomlTables
)


class Field(msgspec.Struct, frozen=True):
    kind: Kind
    about: str  # what it is, and how it is written
    clause: str = ""  # a clause, or a ruling's id

    def schema(self) -> Schema:
        clause = f" ({self.clause})" if self.clause else ""
        return self.kind.schema() | {"description": self.about + clause}


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
