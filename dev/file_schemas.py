"""The JSON Schemas of the two files that people write: a house's submission and a rules file.

Both are drawn from what the checker reads by, the shape of a submission (`submission/shape.py`) and
the types of the rulebook's vocabulary, so what it accepts and what a schema describes agree.
"""

import types
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from pitboss.citations import Citation, Citations
from pitboss.money import Cents
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, model, paytables, register
from pitboss.rulebook.describe import listed
from pitboss.rulebook.model import Game
from pitboss.rulebook.own.vocabulary import (
    DEFAULTS,
    MAX_ITEMS,
    alternatives,
    fields_of,
    is_optional,
    is_record,
)
from pitboss.rulebook.submission.shape import house_shape, variants_of
from pitboss.rulebook.toml.values import (
    DAY,
    MAX_LOGO,
    MAX_MONEY,
    OUTLINE,
    Colour,
    Count,
    Day,
    Elsewhere,
    Field,
    Flag,
    Kind,
    Money,
    Moneys,
    Outline,
    Percent,
    Text,
    TomlTable,
    TomlTables,
    Word,
)

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LETTER: Final = "^[A-Za-z0-9-]{1,16}$"  # of a paytable that the file itself may define
_DEFINITIONS: Final[Schema] = {
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


# ── a submission ──────────────────────────────────────────────────────────────────────────────────


def house_schema() -> Schema:
    schema, definitions = _table(house_shape()), dict(_DEFINITIONS)
    games, table = schema["properties"]["games"], schema["properties"]["tables"]["items"]
    games["additionalProperties"] = _own_game(definitions)
    # Without a game of its own, a file may only open tables of the published ones.
    table["properties"]["game"] = {"type": "string"} | table["properties"]["game"]
    published = {"propertyNames": {"enum": list(GAMES)}}
    words = {"items": {"properties": {"game": {"enum": table["properties"]["game"].pop("enum")}}}}
    schema["allOf"] = [
        {"if": {"properties": {"games": published}}, "then": {"properties": {"tables": words}}}
    ]
    for game in GAMES.values():
        _bind(game, games["properties"][game.key])
        options = games["properties"][game.key]["properties"]["options"]
        for option in game.options:
            entry = options["properties"][option.key]
            question = register.rulings()[option.ruling].question
            entry["description"] = f"{question} {entry['description']}"
    return {
        "$schema": _DIALECT,
        "title": "Pitboss rules submission",
        "description": "An operator's choices under the rulebook. `pitboss check` also checks "
        "what no schema can say: amounts against each other, devices, payout limits.",
        **schema,
        "$defs": definitions,
    }


def _own_game(definitions: Schema) -> Schema:
    """A game that the submission declares itself; only the checker judges the choices for it."""
    return {
        "description": "a game of its own: [games.KEY.rules] declares it, the rest chooses as for "
        "any game",
        "type": "object",
        "properties": {
            "rules": {"anyOf": [{"type": "string"}, _declaration(definitions)]},
            "paytables": _own_tables(),
        },
        "required": ["rules"],
    }


def _bind(game: Game, schema: Schema) -> None:
    """Adds what one key's value asks of another; the checker asks the rulebook instead."""
    published, wager = paytables(game.key), game.progressive_wager
    letters = {w: {"enum": list(tables)} for w, tables in published.items()}
    choices: Schema = {"wagers": {"properties": letters}}
    if wager is not None:
        choices["progressive"] = {"properties": {"paytable": letters[wager.key]}}
        schema["properties"]["progressive"]["allOf"] = [
            # Exactly the meters of the paytable chosen.
            _condition(
                "paytable",
                letter,
                "meters",
                {"required": list(table.meters), "propertyNames": {"enum": list(table.meters)}},
            )
            for letter, table in published[wager.key].items()
        ]
    # Without paytables of its own, a file may only name the letters of the documents.
    own = {"if": {"required": ["paytables"]}, "else": {"properties": choices}}
    schema["allOf"] = [own, *schema["allOf"]]
    dealing = schema["properties"]["dealing"]
    dealing["allOf"] = [
        _condition("method", method, "variant", {"enum": variants_of(game, method)})
        for method in dealing["properties"]["method"]["enum"]
    ]


def _condition(key: str, value: str, other: str, then: Schema) -> Schema:
    """Binds the other key to the schema `then` where the first key has this value."""
    condition = {"properties": {key: {"const": value}}, "required": [key]}
    return {"if": condition, "then": {"properties": {other: then}}}


def _table(table: TomlTable) -> Schema:
    properties = {key: _field(field) for key, field in table.fields.items()}
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if table.waived_by:
        flag = table.waived_by
        waived = {"properties": {flag: {"const": False}}, "required": [flag]}
        schema["allOf"] = [{"if": waived, "else": {"required": list(table.required)}}]
    elif table.required:
        schema["required"] = list(table.required)
    return schema


def _field(field: Field) -> Schema:
    clause = f" ({field.clause})" if field.clause else ""
    return _kind(field.kind) | {"description": field.about + clause}


def _kind(kind: Kind | TomlTable | TomlTables) -> Schema:
    match kind:
        case Text(longest=longest):
            return {"type": "string", "minLength": 1, "maxLength": longest}
        case Day():
            return {"type": "string", "pattern": f"^{DAY.pattern}$"}
        case Colour():
            return {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
        case Outline():
            return {"type": "string", "maxLength": MAX_LOGO, "pattern": f"^{OUTLINE.pattern}$"}
        case Flag():
            return {"type": "boolean"}
        case Word(of=of, allowed=allowed) if of.endswith("paytable"):
            return {"anyOf": [{"enum": list(allowed)}, {"type": "string", "pattern": _LETTER}]}
        case Word(allowed=allowed):
            return {"enum": list(allowed)}
        case Count(least=least, most=most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case Money(stakes=()):
            return {"$ref": "#/$defs/amount"}
        case Money(stakes=stakes):
            whole = [stake // 100 for stake in stakes]
            return {"enum": [form for n in whole for form in (n, f"{n}", f"{n}.00", f"${n}")]}
        case Percent():
            return {"$ref": "#/$defs/rate"}
        case Moneys(least=least, most=most):
            size = {"minItems": least, "maxItems": most, "uniqueItems": most > 2}
            return {"type": "array", "items": _kind(Money()), **size}
        case TomlTable():
            return _table(kind)
        case TomlTables(each=each, most=most):
            return {"type": "array", "items": _table(each), "maxItems": most}
        case Elsewhere():
            return _own_tables()
    raise TypeError(f"no schema of {kind}")


# ── a rules file ──────────────────────────────────────────────────────────────────────────────────


def rules_schema() -> Schema:
    definitions = dict(_DEFINITIONS)
    _declaration(definitions)
    tables = _by_wager({"$ref": "#/$defs/paytable"})
    definitions["paytable"] = _paytable()
    definitions["Game"]["properties"] |= {"paytables": tables}
    published: Schema = {
        "description": "own paytables beside the document's",
        "type": "object",
        "properties": {"paytables": tables},
        "required": ["paytables"],
        "additionalProperties": False,
    }
    return {
        "$schema": _DIALECT,
        "title": "Pitboss rules file",
        "description": f"Own paytables for {listed([*GAMES])}, and own games. `pitboss game check` "
        "also checks what no schema can say: names, ranges of rows, cards.",
        "type": "object",
        "properties": {
            "games": {
                "type": "object",
                "properties": dict.fromkeys(GAMES, published),
                "additionalProperties": {"$ref": "#/$defs/Game"},
            }
        },
        "required": ["games"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _own_tables() -> Schema:
    return _by_wager(_paytable())


def _by_wager(paytable: Schema) -> Schema:
    letters = {"type": "object", "additionalProperties": paytable}
    return {"type": "object", "additionalProperties": letters}


def _paytable() -> Schema:
    words = {"type": "string"}
    amounts = {"type": "array", "items": words, "minItems": 2, "maxItems": 2}
    return {
        "description": 'rows from the highest hand down, as in "flush" = "6 to 1"; a row pays odds '
        '("5 to 1", "3 to 2", "5 for 1"), a sum ("$500"), a share of a meter or "push"',
        "type": "object",
        "properties": {
            "clause": words,
            "ranking": {"enum": [*RANKINGS, "none"]},
            "cards": {**words, "description": "the hand it is paid on, where not the wager's own"},
            "like": {**words, "description": 'a table whose rows it begins with; "none" drops one'},
            "items": {},
            "meters": {"type": "object", "additionalProperties": amounts},
        },
        "additionalProperties": words,
    }


def _declaration(definitions: Schema) -> Schema:
    """The schema of a game without its key and paytables; adds the definitions it needs."""
    _type(model.Game, definitions)
    game = definitions["Game"]
    game["properties"] = {k: v for k, v in game["properties"].items() if k != "key"}
    game["required"] = [key for key in game["required"] if key != "key"]
    return {"$ref": "#/$defs/Game"}


def _type(hint: Any, definitions: Schema) -> Schema:
    kinds = [kind for kind in alternatives(hint) if kind is not types.NoneType]
    if len(kinds) > 1:
        return {"anyOf": [_type(kind, definitions) for kind in kinds]}
    kind = kinds[0]
    if isinstance(kind, type) and is_record(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__] = _record(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if get_origin(kind) is tuple:
        first, size = get_args(kind)[0], get_args(kind)
        most = MAX_ITEMS if Ellipsis in size else len(size)
        return {"type": "array", "items": _type(first, definitions), "maxItems": most}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _type(get_args(kind)[1], definitions)}
    if kind is Cents:
        return _kind(Money())
    return {"type": {str: "string", int: "integer", bool: "boolean"}[kind]}


def _record(kind: type, definitions: Schema) -> Schema:
    properties, required = {}, []
    config = kind.__struct_config__  # type: ignore[attr-defined]
    if config.tag_field:
        properties[config.tag_field] = {"const": config.tag}
        required.append(config.tag_field)
    for key, (hint, default) in fields_of(kind).items():
        properties[key] = _type(hint, definitions)
        free = hint in (Citation, Citations) or is_optional(hint) or key in DEFAULTS.get(kind, {})
        if default is msgspec.NODEFAULT and not free:
            required.append(key)
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
