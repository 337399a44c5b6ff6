"""Changed rows of a paytable: "royal flush=400 to 1", "base/A:flush=9 to 1", other pushes."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.rankings import RANKINGS
from pitboss.rulebook.paytable import (
    Pays,
    Paytable,
    Push,
    Row,
    parse_pays,
    parse_row,
)

OWN: Final = "own rules"  # the clause of a row that no document has

Rows = Mapping[str, Pays | str]  # row → what it pays


class BadPays(PitbossError):
    """A change that cannot be read, or that no table can have."""


class Change(msgspec.Struct, frozen=True):
    """One row of the tables of a wager, all of them or those of one letter."""

    row: str
    pays: str  # empty: these hands push instead of those that did
    wager: str = ""  # of the base game
    letter: str = ""  # all

    @property
    def pushes(self) -> bool:
        return not self.pays


_CHANGE: Final = re.compile(
    r"\s*(?:(?P<wager>[\w-]+)(?:/(?P<letter>\w+))?\s*:)?\s*(?P<row>[^=:]+?)\s*"
    r"(?:=\s*(?P<pays>[^=]+?)\s*)?"
)
MAX_TEXT: Final = 200  # of one change, in characters


def parse_change(text: str) -> Change:
    """Reads `ROW=PAYS`, `WAGER:ROW=PAYS` or `WAGER/LETTER:ROW=PAYS`."""
    change = _parse(text)
    if change is None or change.pushes:
        raise BadPays(
            f"{text[:MAX_TEXT]!r} changes no row",
            what_to_do='write ROW=PAYS, as in "royal flush=400 to 1" or "bonus/B:flush=4 to 1"',
        )
    return change


def parse_push(text: str) -> Change:
    """Reads `HANDS`, `WAGER:HANDS` or `WAGER/LETTER:HANDS`: what pushes from now on."""
    change = _parse(text)
    if change is None or not change.pushes:
        raise BadPays(
            f"{text[:MAX_TEXT]!r} names no hands that push",
            what_to_do='name a hand with ranks, as in "pair of 7s to 10s"',
        )
    return change


def _parse(text: str) -> Change | None:
    match = _CHANGE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if match is None:
        return None
    wager = (match["wager"] or "").replace("_", "-").lower()
    return Change(match["row"], match["pays"] or "", wager, (match["letter"] or "").upper())


def has_row(table: Paytable, name: str) -> bool:
    words = " ".join(name.lower().split())
    return any(row.name.lower() == words for row in table.rows)


def changed_row(table: Paytable, name: str, pays: Pays | str) -> Paytable:
    """The table with one row paying something else; a table without the row is unchanged."""
    value = parse_pays(pays) if isinstance(pays, str) else pays
    words = " ".join(name.lower().split())
    rows = tuple(
        msgspec.structs.replace(row, pays=value) if row.name.lower() == words else row
        for row in table.rows
    )
    return msgspec.structs.replace(table, rows=rows)


def with_push(table: Paytable, name: str, hand_names: Mapping[str, str] = {}) -> Paytable:
    """The table with these hands pushing instead of those of the same kind that did."""
    ranking = RANKINGS.get(table.ranking)
    if ranking is None:
        raise BadPays(f"no hand decides table {table.letter}, so nothing can push")
    push = parse_row(name, str(Push()), OWN, ranking, hand_names)
    alike = [row for row in table.rows if row.category == push.category]
    own = [row for row in alike if isinstance(row.pays, Push)]
    rest = [row for row in table.rows if row not in own]
    for row in alike:
        if row not in own and _overlap(row, push):
            raise BadPays(
                f"{push.name!r} overlaps the row {row.name!r}, which pays {row.pays}",
                where=f"table {table.letter}",
                what_to_do="name hands that no other row pays",
            )
    place = table.rows.index(own[0]) if own else len(rest)
    same = (row for row in own if (row.ranks, row.suits) == (push.ranks, push.suits))
    rest.insert(place, next(same, push))
    return msgspec.structs.replace(table, rows=tuple(rest))


def _overlap(row: Row, other: Row) -> bool:
    low, high = max(row.ranks[0], other.ranks[0]), min(row.ranks[1], other.ranks[1])
    suits = not row.suits or not other.suits or bool({*row.suits} & {*other.suits})
    return low <= high and suits
