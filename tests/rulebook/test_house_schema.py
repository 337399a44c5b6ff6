"""The JSON Schema of a submission, against the checker that it is drawn from the same shape as."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dev.file_schemas import house_schema
from kit.json_schema import schema_refusals
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission import check, example

SCHEMA = house_schema()
HOUSE = tomllib.loads(example())


def refusals(schema: dict[str, Any], value: Any) -> list[str]:
    return schema_refusals(schema, value, SCHEMA["$defs"])


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
    assert bonus["anyOf"][0]["enum"] == list("ABCDEFG")
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
