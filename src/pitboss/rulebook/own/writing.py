"""Writes a game and its tables as a rules file, which reads back as the same rules."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pitboss.citations import STEP, Citation
from pitboss.money import Cents
from pitboss.rulebook.model import Game
from pitboss.rulebook.own.declaration import USUAL_CITES
from pitboss.rulebook.own.vocabulary import OWN
from pitboss.rulebook.paytable import Paytable, Tables

_MONEY: Final = (Cents, Cents | None, tuple[Cents, ...])
# Written last, as [tables] and [[tables]].
_TABLES: Final = ("limit", "progressive", "cites", "hand_names", "hands", "dealings")


def write_rules(game: Game | None, tables: Tables, key: str = "", under: str = "") -> str:
    """A rules file with one game, or with own tables of the published game `key`.

    A submission holds the declaration one level deeper, `under` the game's own table.
    """
    head = f"games.{_key(game.key if game else key)}"
    lines = list(_game_lines(head + under, game)) if game else []
    for wager, letters in tables.items():
        for letter, table in letters.items():
            lines += ["", f"[{head}.paytables.{_key(wager)}.{_key(letter)}]"]
            lines += _table_lines(table)
    return "\n".join(lines).strip() + "\n"


def _game_lines(head: str, game: Game) -> Iterator[str]:
    yield f"[{head}]"
    fields: dict[str, Any] = {
        name: getattr(game, name) for name in game.__struct_fields__ if name != "key"
    }
    for name, value in fields.items():
        if name in _TABLES or value is None:
            continue
        yield from _entry_lines({name: value})
    fields["cites"] = {k: v for k, v in game.cites.items() if v != USUAL_CITES[k]}
    for name in _TABLES:
        entries = fields[name]
        if isinstance(entries, tuple):
            for entry in entries:
                yield from ("", f"[[{head}.{name}]]", *_entry_lines(entry))
        elif entries is not None and entries != {}:
            yield from ("", f"[{head}.{name}]", *_entry_lines(entries))


def _entry_lines(entry: msgspec.Struct | dict[str, Any]) -> Iterator[str]:
    pairs = _pairs(entry) if isinstance(entry, msgspec.Struct) else entry.items()
    for key, item in pairs:
        if isinstance(item, tuple) and item and isinstance(item[0], msgspec.Struct):
            yield from (f"{key} = [", *(f"    {_value(each)}," for each in item), "]")
        else:
            yield f"{_key(key)} = {_value(item)}"


def _pairs(record: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields of a record that its defaults do not already give."""
    config = record.__struct_config__
    if config.tag_field == STEP:
        yield STEP, config.tag
    for field in msgspec.structs.fields(record):
        value, default = getattr(record, field.name), field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if value is None or value == default:
            continue
        if value == OWN and field.type == Citation and default is msgspec.NODEFAULT:
            continue  # what a reader fills in
        if field.type in _MONEY:
            value = (
                [_dollars(each) for each in value]
                if isinstance(value, tuple)
                else (_dollars(value))
            )
        yield field.name, value


def _value(value: Any) -> str:
    match value:
        case msgspec.Struct():
            return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in _pairs(value)) + " }"
        case dict():
            return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
        case tuple() | list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else json.dumps(key, ensure_ascii=False)


def _table_lines(table: Paytable) -> Iterator[str]:
    yield f"clause = {_value(table.clause)}"
    items = [row.clause.removeprefix(table.clause) for row in table.rows]
    if any(items):
        yield f"items = {_value(items)}"
    yield f"ranking = {_value(table.ranking)}"
    if table.cards:
        yield f"cards = {_value(table.cards)}"
    if table.meters:
        terms = {
            name: [_dollars(least), table.meter_clauses.get(name, "")]
            for name, least in table.meters.items()
        }
        yield f"meters = {_value(terms)}"
    width = max(len(row.name) for row in table.rows) + 2
    yield from (f"{json.dumps(row.name):<{width}} = {_value(str(row.pays))}" for row in table.rows)


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
