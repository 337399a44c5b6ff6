"""The cage's terms: the `[cage]` table of a submission."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.money import Cents, format_short
from pitboss.rulebook.toml.values import Field, Money, TomlTable

DEFAULT_LIMIT: Final = Cents(10_000_00)


class CageTerms(msgspec.Struct, frozen=True):
    """`second_person_above` is the greatest amount of cash that one person moves alone."""

    second_person_above: Cents = DEFAULT_LIMIT


def cage_shape() -> TomlTable:
    about = "a second person approves cash above this amount, in or out"
    default = f"{format_short(DEFAULT_LIMIT)} if left out"
    return TomlTable({"second_person_above": Field(Money(), f"{about}; {default}")})


def read_cage(house: Mapping[str, Any]) -> CageTerms:
    terms = house.get("cage") or {}
    return CageTerms(terms.get("second_person_above") or DEFAULT_LIMIT)
