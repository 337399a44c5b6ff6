"""The JSON Schema of a submission, against the checker that it is drawn from the same shape as."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook import GAMES
from pitboss.rulebook.submission import check, example, json_schema

SCHEMA = json_schema()
HOUSE = tomllib.loads(example())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
SILENT = {"$schema", "$defs", "title", "description", "then", "else"}


def refusals(schema: dict[str, Any], value: Any, path: str = "") -> list[str]:
    """As much of draft 2020-12 as this schema uses; a word it does not know is an error."""
    return [fault for word in schema for fault in _refused(word, schema, value, path)]


def _refused(word: str, schema: dict[str, Any], value: Any, path: str) -> list[str]:
    said = schema[word]
    wrong = [f"{path}: {word}"]
    is_object, is_text = isinstance(value, dict), isinstance(value, str)
    match word:
        case "type":
            fits = isinstance(value, TYPES[said]) and (said == "boolean") == isinstance(value, bool)
            return [] if fits else wrong
        case "enum":
            same = any(type(value) is type(each) and value == each for each in said)
            return [] if same else wrong
        case "const":
            return [] if type(value) is type(said) and value == said else wrong
        case "minimum" | "maximum" if isinstance(value, int):
            return wrong if (value < said if word == "minimum" else value > said) else []
        case "minLength" | "maxLength" if is_text:
            return (
                wrong if (len(value) < said if word == "minLength" else len(value) > said) else []
            )
        case "minItems" | "maxItems" if isinstance(value, list):
            return wrong if (len(value) < said if word == "minItems" else len(value) > said) else []
        case "uniqueItems" if isinstance(value, list) and said:
            return wrong if any(item in value[:n] for n, item in enumerate(value)) else []
        case "items" if isinstance(value, list):
            return [f for n, item in enumerate(value) for f in refusals(said, item, f"{path}[{n}]")]
        case "pattern" if is_text:
            return [] if re.search(said, value) else wrong
        case "required" if is_object:
            return [f"{path}.{key}: required" for key in said if key not in value]
        case "properties" if is_object:
            known = [key for key in value if key in said]
            return [f for key in known for f in refusals(said[key], value[key], f"{path}.{key}")]
        case "additionalProperties" if is_object:
            assert said is False
            return [f"{path}.{key}: unknown" for key in value if key not in schema["properties"]]
        case "propertyNames" if is_object:
            return [f for key in value for f in refusals(said, key, f"{path}.{key}")]
        case "anyOf":
            return [] if any(not refusals(each, value) for each in said) else wrong
        case "allOf":
            return [f for each in said for f in refusals(each, value, path)]
        case "if":
            branch = schema.get("else" if refusals(said, value) else "then", {})
            return refusals(branch, value, path)
        case "$ref":
            return refusals(SCHEMA["$defs"][said.removeprefix("#/$defs/")], value, path)
    about = r"(min|max)(imum|Length|Items)|uniqueItems|items|pattern|required|\w*[pP]ropert\w+"
    assert word in SILENT or re.fullmatch(about, word), word
    return []


def changed(path: str, value: Any) -> dict[str, Any]:
    house: dict[str, Any] = json.loads(json.dumps(HOUSE))
    *tables, key = path.split("/")
    table = house
    for name in tables:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return house


def test_the_example_validates() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert refusals(SCHEMA, HOUSE) == []


def test_the_committed_schema_is_the_generated_one() -> None:
    path = Path(__file__).parents[2] / "schema" / "house.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == SCHEMA


def test_it_lists_what_the_rulebook_knows() -> None:
    games = SCHEMA["properties"]["games"]["properties"]
    assert list(games) == list(GAMES)
    for game in GAMES.values():
        options = games[game.key]["properties"]["options"]["properties"]
        assert list(options) == [option.key for option in game.options]
    bonus = games["let-it-ride"]["properties"]["wagers"]["properties"]["five-card-bonus"]
    assert bonus["enum"] == list("ABCDEFG")
    assert games["mississippi-stud"]["properties"]["adjacent_boxes"]["maximum"] == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("house/name", None),
        ("house/name", ""),
        ("house/motto", "win"),
        ("games/let-it-ride/minimum", 0),
        ("games/let-it-ride/minimum", 5.5),
        ("games/let-it-ride/minimum", "5.5"),
        ("games/let-it-ride/maximum", "1,00"),
        ("games/let-it-ride/chips", []),
        ("games/let-it-ride/chips", [5, 5]),
        ("games/let-it-ride/offered", "yes"),
        ("games/let-it-ride/adjacent_boxes", 8),
        ("games/let-it-ride/wagers/base", "D"),
        ("games/let-it-ride/wagers/base", None),
        ("games/let-it-ride/limits/three-card-bonus", [1]),
        ("games/let-it-ride/progressive/stake", "$2"),
        ("games/let-it-ride/progressive/paytable", None),
        ("games/let-it-ride/progressive/meters/meter/rate", "12.12345%"),
        ("games/let-it-ride/progressive/meters/meter", None),
        ("games/mississippi-stud/progressive/paytable", "B"),  # has no mega meter
        ("games/double-draw/dealing/variant", "stacks"),  # not from a manual shoe
        ("games/double-draw/progressive", {}),
        ("games/double-draw/dealing/decks", 3),
        ("games/235-stud/options/winem_all_label", "Triple"),
        ("games/235-stud/options/ace_low_two_card", "no"),
        ("games/red-dog", {}),
        ("tables", [{"name": "1", "game": "red-dog"}]),
        ("tables", [{"game": "double-draw"}]),
        ("tables", [{"name": "1", "game": "double-draw", "count": 0}]),
        ("tables", [{"name": "1", "game": "double-draw", "currency": "dollars"}]),
        ("tables", [{"name": "1", "game": "double-draw", "mode": "robot"}]),
        ("tables", [{"name": "1", "game": "double-draw", "settings": {"betting": 2}}]),
        ("tables", [{"name": "x" * 51, "game": "double-draw"}]),
        ("settings/deciding", 3601),
        ("settings/cards", "paper"),
        ("house/operator", None),
        ("approvals/layout/date", "today"),
        ("approvals/layout/reference", None),
        ("approvals/roof", {"reference": "7", "date": "2026-03-31"}),
        ("games/let-it-ride/adjacent_boxes", None),
        ("games/235-stud/adjacent_boxes", None),
        ("games/235-stud/confirm_above", -1),
        ("games", None),
    ],
)
def test_what_it_refuses_the_checker_refuses_too(path: str, value: Any) -> None:
    house = changed(path, value)
    assert refusals(SCHEMA, house)
    assert check(as_toml(house)).submission is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("approvals", None),
        ("approvals/tip_box", {"reference": "7", "date": "2026-03-31"}),
        ("games/let-it-ride/confirm_above", "$1,000"),
        ("games/235-stud/dealing/reads", True),
        ("games/double-draw/adjacent_boxes", None),
        ("games/let-it-ride/minimum", 5),
        ("games/let-it-ride/minimum", "$5"),
        ("games/let-it-ride/maximum", "$1,000.00"),
        ("games/let-it-ride/progressive/stake", 5),
        ("games/let-it-ride/progressive/meters/meter/rate", "0.0001%"),
        ("games/let-it-ride/wagers/three-card-bonus", None),
        ("games/let-it-ride/progressive", None),
        ("games/let-it-ride/options", None),
        ("games/let-it-ride/options/payout_limit", "$1,000"),
        ("games/235-stud/dealing/variant", "packet-last"),
        ("tables", [{"name": "1", "game": "double-draw", "count": 2, "mode": "dealer"}]),
        ("tables", [{"name": "1", "game": "let-it-ride", "settings": {"betting": 90}}]),
        ("settings", None),
        ("settings/betting", 3600),
        ("games/let-it-ride/settings", {"deciding": 60}),
        ("tables", []),
        ("tables", None),
    ],
)
def test_what_the_checker_accepts_it_accepts_too(path: str, value: Any) -> None:
    house = changed(path, value)
    assert refusals(SCHEMA, house) == []
    assert check(as_toml(house)).violations == ()


def test_a_game_kept_out_may_say_nothing_else() -> None:
    house = changed("games/let-it-ride", {"offered": False}) | {"tables": []}
    assert refusals(SCHEMA, house) == []
    assert check(as_toml(house)).violations == ()
    house["games"]["let-it-ride"]["offered"] = True
    assert refusals(SCHEMA, house)
    assert check(as_toml(house)).submission is None


def as_toml(table: dict[str, Any]) -> str:
    """One inline table under each key: TOML enough for what JSON can say."""

    def inline(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ",\n".join(map(inline, value)) + "]"
        return json.dumps(value)

    lines = []
    for name, value in table.items():
        if isinstance(value, dict):
            for key, each in value.items():
                below = each.items() if isinstance(each, dict) else ()
                lines += [f"{name}.{key}.{part} = {inline(v)}" for part, v in below]
                lines += [] if below else [f"{name}.{key} = {inline(each)}"]
        else:
            lines.append(f"{name} = {inline(value)}")
    return "\n".join(lines)
