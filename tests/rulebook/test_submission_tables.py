"""The tables of a submission and their settings: the house's, a game's, a table's own."""

import pytest

from kit.submissions import load
from pitboss.rulebook.submission import Submission, Violation, check, example


def violations(text: str) -> list[Violation]:
    result = load(text)
    assert isinstance(result, list)
    return result


TABLES = """
[[tables]]
name = "Salon"
game = "let-it-ride"
count = 3
currency = "real"
mode = "dealer"
meters = "own"
[tables.settings]
cards = "physical"
"""


def test_tables_alike_are_numbered_and_settings_go_from_the_house_to_the_table() -> None:
    text = (
        example().replace("betting = 20", "betting = 40")
        + "[games.let-it-ride.settings]\nbetting = 50\n"
    )
    house = load(text + TABLES)
    assert isinstance(house, Submission)
    tables = {table.name: table for table in house.tables}
    assert [name for name in tables if name.startswith("Salon")] == [
        "Salon 1",
        "Salon 2",
        "Salon 3",
    ]
    one = tables["Salon 2"]
    assert (one.currency, one.mode, one.own_meters) == ("real", "dealer", True)
    assert (one.settings.betting, one.settings.deciding, one.settings.cards) == (50, 30, "physical")
    assert tables["Open Range"].settings.betting == house.settings["let-it-ride"].betting == 50
    assert tables["Big River"].settings.betting == house.settings["mississippi-stud"].betting == 40


@pytest.mark.parametrize(
    ("change", "key", "what"),
    [
        (('mode = "dealer"\n', ""), "tables[5].settings.cards", "no dealer to read"),
        (("count = 3", "count = 201"), "tables[5].count", "201 tables"),
        (("count = 3", "count = 197"), "tables", "201 tables"),
        (('name = "Salon"', 'name = "Salon"\nmodel = 1'), "tables[5].model", "unknown key"),
    ],
)
def test_tables_that_cannot_be_opened(change: tuple[str, str], key: str, what: str) -> None:
    text = (example() + TABLES).replace(*change)
    (violation,) = violations(text)
    assert violation.key == key and what in violation.what and violation.allowed
    assert violation.line > 1


def test_numbered_names_are_names() -> None:
    again = '[[tables]]\nname = "SALON 2"\ngame = "double-draw"\n'
    (violation,) = violations(example() + TABLES + again)
    assert violation.key == "tables[6].name"
    assert violation.what == 'another table is called "Salon 2"'


def test_physical_cards_for_the_whole_house_need_dealers_at_every_table() -> None:
    faults = violations(example().replace('cards = "house"', 'cards = "physical"'))
    assert [violation.key for violation in faults] == [f"tables[{n}].mode" for n in range(1, 5)]


def test_settings_that_change_nothing_are_told() -> None:
    text = example() + TABLES.replace("cards =", "betting = 9\nawards_and_voids = 'house'\ncards =")
    text += '[[tables]]\nname = "Alone"\ngame = "double-draw"\nmeters = "own"\n'
    warnings = check(text).warnings
    assert [warning.key for warning in warnings] == [
        "tables[5].settings.betting",
        "tables[5].settings.awards_and_voids",
        "tables[6].meters",
    ]
    assert all("changes nothing" in warning.what for warning in warnings)
