"""The kinds of values in a rules submission: how each is read, and its JSON Schema.

The file's shape is one literal of these kinds (shape.py), so what the checker accepts and what the
schema describes cannot drift apart.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.money import MILLIONTHS, BadAmount, Cents, dollars, format_short, parse_amount

MAX_MONEY: Final = dollars(1_000_000_000)
MAX_TEXT: Final = 80
MAX_SHOWN: Final = 40

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


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with one value, and what would be allowed."""

    what: str
    allowed: str


class Text(msgspec.Struct, frozen=True):
    longest: int = MAX_TEXT

    def read(self, value: object) -> str | Problem:
        allowed = f"write 1 to {self.longest} printable characters in quotes"
        if not isinstance(value, str):
            return Problem(f"{shown(value)} is not text", allowed)
        text = " ".join(value.split())
        if not text or len(text) > self.longest or not text.isprintable():
            return Problem(f"{shown(value)} cannot be printed on a layout", allowed)
        return text

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


class Flag(msgspec.Struct, frozen=True):
    def read(self, value: object) -> bool | Problem:
        if isinstance(value, bool):
            return value
        return Problem(f"{shown(value)} is neither true nor false", "write true or false")

    def schema(self) -> Schema:
        return {"type": "boolean"}


class Word(msgspec.Struct, frozen=True):
    """One of a few words; `of` says what they are, as in "paytable"."""

    of: str
    allowed: tuple[str, ...]

    def read(self, value: object) -> str | Problem:
        if isinstance(value, str) and value in self.allowed:
            return value
        quoted = [f'"{word}"' for word in self.allowed]
        return Problem(f"there is no {self.of} {shown(value)}", f"choose {either(quoted)}")

    def schema(self) -> Schema:
        return {"enum": list(self.allowed)}


class Count(msgspec.Struct, frozen=True):
    of: str
    least: int
    most: int

    def read(self, value: object) -> int | Problem:
        if self.least == self.most:
            allowed = f"only {self.least} is allowed"
        else:
            allowed = f"{self.least} to {self.most} are allowed"
        if isinstance(value, bool) or not isinstance(value, int):
            return Problem(f"{shown(value)} is not a number of {self.of}", allowed)
        if not self.least <= value <= self.most:
            return Problem(f"{shown(value)} {self.of}", allowed)
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Money(msgspec.Struct, frozen=True):
    """Above $0. Only whole dollars may go without quotes: a TOML fraction is a float."""

    allowed: tuple[Cents, ...] = ()  # the only stakes, if any are named

    def read(self, value: object) -> Cents | Problem:
        if self.allowed:
            allowed = f"choose {either([format_short(amount) for amount in self.allowed])}"
        else:
            allowed = 'write dollars, as in 10, "12.50" or "$10,000"'
        cents = _cents(value)
        if cents is None:
            return Problem(f"{shown(value)} is not an amount of money", allowed)
        if cents <= 0:
            return Problem(f"{format_short(cents)} is not above $0", allowed)
        if cents > MAX_MONEY:
            return Problem(
                f"{shown(value)} is beyond any table", f"{format_short(MAX_MONEY)} at most"
            )
        if self.allowed and cents not in self.allowed:
            return Problem(f"{format_short(cents)} is not one of the stakes", allowed)
        return cents

    def schema(self) -> Schema:
        if self.allowed:
            whole = [amount // 100 for amount in self.allowed]
            return {"enum": [form for n in whole for form in (n, f"{n}", f"{n}.00", f"${n}")]}
        return {"$ref": "#/$defs/amount"}


class Percent(msgspec.Struct, frozen=True):
    """In parts per million: exact, because no more than four decimals are read (ruling G7)."""

    def read(self, value: object) -> int | Problem:
        allowed = 'write above 0% up to 100%, with at most four decimals, as in "12.5%"'
        match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            return Problem(f"{shown(value)} is not a rate", allowed)
        rate = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0"))
        return rate if 0 < rate <= MILLIONTHS else Problem(f"a rate of {match[0]}", allowed)

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/rate"}


class Moneys(msgspec.Struct, frozen=True):
    """Distinct amounts, rising."""

    of: str
    least: int  # how many
    most: int

    def read(self, value: object) -> tuple[Cents, ...] | Problem:
        if self.least == self.most == 2:
            allowed = 'write two amounts, the least and the most, as in ["1.00", "100.00"]'
        else:
            allowed = f"write {self.least} to {self.most} amounts, the smallest first"
        if not isinstance(value, list):
            return Problem(f"{shown(value)} is not a list of {self.of}", allowed)
        if not self.least <= len(value) <= self.most:
            return Problem(f"{len(value)} {self.of}", allowed)
        amounts = []
        for item in value:
            amount = Money().read(item)
            if isinstance(amount, Problem):
                return amount
            amounts.append(amount)
        # A pair of limits may be one and the same amount; chips may not.
        twice = len(set(amounts)) < len(amounts) and self.most > 2
        if twice or amounts != sorted(amounts):
            why = f"name one of the {self.of} twice" if twice else "do not rise"
            return Problem(f"{', '.join(format_short(a) for a in amounts)} {why}", allowed)
        return tuple(amounts)

    def schema(self) -> Schema:
        return {
            "type": "array",
            "items": Money().schema(),
            "minItems": self.least,
            "maxItems": self.most,
            "uniqueItems": self.most > 2,
        }


class Table(msgspec.Struct, frozen=True):
    """A table of the file. `elsewhere`: keys that are not its own → why, and what to do instead."""

    fields: dict[str, "Field"]
    elsewhere: dict[str, Problem] = {}
    conditions: tuple[
        Schema, ...
    ] = ()  # what only the schema is told: the checker asks the rulebook
    waived_by: str = ""  # the flag that, when false, lets every key be left out

    def schema(self) -> Schema:
        schema: Schema = {
            "type": "object",
            "properties": {key: field.schema() for key, field in self.fields.items()},
            "additionalProperties": False,
        }
        conditions = list(self.conditions)
        required = [key for key, field in self.fields.items() if field.required]
        if self.waived_by:
            waived = {
                "properties": {self.waived_by: {"const": False}},
                "required": [self.waived_by],
            }
            conditions.append({"if": waived, "else": {"required": required}})
        elif required:
            schema["required"] = required
        if conditions:
            schema["allOf"] = conditions
        return schema


class Tables(msgspec.Struct, frozen=True):
    """A list of tables: [[name]]."""

    each: Table
    most: int

    def schema(self) -> Schema:
        return {"type": "array", "items": self.each.schema(), "maxItems": self.most}


Kind = Text | Flag | Word | Count | Money | Percent | Moneys | Table | Tables


class Field(msgspec.Struct, frozen=True):
    kind: Kind
    about: str  # what it is, and how it is written
    clause: str = ""  # a clause, or a ruling's id
    required: bool = False

    def schema(self) -> Schema:
        schema = self.kind.schema()
        schema["description"] = f"{self.about} ({self.clause})" if self.clause else self.about
        return schema


_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))? ?%")


def _cents(value: object) -> Cents | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Cents(value * 100)
    # The length first: Python will not convert a number of thousands of digits.
    if isinstance(value, str) and len(value) <= MAX_SHOWN and value.isascii():
        try:
            return parse_amount(value)
        except BadAmount:
            return None
    return None


def shown(value: object) -> str:
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


def either(words: list[str]) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def percent(rate: int) -> str:
    """`12.5%`, of parts per million."""
    whole, part = divmod(rate, MILLIONTHS // 100)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") + "%"
