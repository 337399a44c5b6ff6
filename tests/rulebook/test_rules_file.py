"""A rules file brings tables and games; whatever is wrong in it is refused at its line."""

import json
import tomllib
from pathlib import Path

import pytest

from dev.file_schemas import rules_schema
from kit.json_schema import schema_refusals
from pitboss.rulebook import (
    GAMES,
    PUBLISHED,
    Rulebook,
    fingerprint,
    paytables,
    rules_fingerprint,
)
from pitboss.rulebook.own import BadRules, check_file, check_rules, read_rules
from pitboss.rulebook.own.writing import write_rules
from pitboss.rulebook.paytable import Push, To
from pitboss.rulebook.toml.text import MAX_BYTES

EXAMPLES = Path(__file__).parents[2] / "examples"
RIVER = EXAMPLES / "river-stud.toml"


@pytest.mark.parametrize("key", GAMES)
def test_a_published_game_written_out_reads_back_as_itself(key: str) -> None:
    text = write_rules(GAMES[key], paytables(key))
    book = check_rules(text, Rulebook({})).book
    assert book is not None
    assert book.games[key] == GAMES[key]
    assert book.paytables(key) == paytables(key)
    assert rules_fingerprint(book.games[key], book.paytables(key)) == fingerprint(key)


@pytest.mark.parametrize("name", ["river-stud", "let-it-pair"])
def test_the_examples_are_short_and_read_back_from_their_own_writing(name: str) -> None:
    text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 85
    book = check_rules(text).book
    assert book is not None
    again = check_rules(write_rules(book.games[name], book.paytables(name))).book
    assert again is not None
    assert (again.games[name], again.paytables(name)) == (book.games[name], book.paytables(name))
    schema = rules_schema()
    assert schema_refusals(schema, tomllib.loads(text), schema["$defs"]) == []
    bad = tomllib.loads(text.replace("hole = ", "holes = "))
    assert schema_refusals(schema, bad, schema["$defs"]) != []


def test_a_table_like_another_changes_drops_and_adds_rows() -> None:
    table = read_rules(RIVER).paytables("river-stud")["base"]["half-pay"]
    pays = {row.name: row.pays for row in table.rows}
    assert pays["flush"] == To(13, 2)
    assert pays["pair of aces"] == To(3, 2)
    assert pays["pair of 7s to 10s"] == Push()
    assert "pair of 6s to 10s" not in pays
    assert next(iter(pays)) == "royal flush"
    assert table.rows[-1].ranks == (5, 8)


def test_own_tables_stand_beside_the_published_ones() -> None:
    book = read_rules(EXAMPLES / "let-it-pair.toml")
    assert [*book.paytables("let-it-ride")["base"]] == [*paytables("let-it-ride")["base"], "Z"]
    assert PUBLISHED.own == {} and "Z" not in paytables("let-it-ride")["base"]


TABLE = "[games.let-it-ride.paytables.base.Z]\n"
# (text, line of the mistake, what it says)
MISTAKES = {
    "an unknown row": (TABLE + '"five of a kind" = "5 to 1"', 2, "names no hand"),
    "overlapping ranges": (
        TABLE + '"pair of 7s to jacks" = "1 to 1"\n"pair of tens or better" = "2 to 1"',
        3,
        'takes hands that "pair of 7s to jacks" takes too',
    ),
    "a row never reached": (
        TABLE + '"flush or better" = "5 to 1"\n"full house" = "9 to 1"',
        3,
        "never reached",
    ),
    "one row twice in other words": (
        TABLE + '"pair of tens or better" = "1 to 1"\n"pair of 10s or better" = "2 to 1"',
        3,
        "never reached",
    ),
    "negative odds": (TABLE + '"flush" = "-5 to 1"', 2, "is not a payment"),
    "odds of nothing": (TABLE + '"flush" = "0 to 1"', 2, "no row can pay"),
    "odds over nothing": (TABLE + '"flush" = "1 to 0"', 2, "no row can pay"),
    "a number for a payment": (TABLE + '"flush" = 5', 2, "is not a payment"),
    "a share of a meter beside the progressive": (TABLE + '"flush" = "10% of meter"', 2, "only a"),
    "a published letter": (TABLE.replace("Z", "A") + '"flush" = "5 to 1"', 1, "already"),
    "an unknown wager": (TABLE.replace("base", "bonus") + '"flush" = "5 to 1"', 1, "no wager"),
    "no rows": (TABLE, 1, "0 rows"),
    "a table like none": (TABLE + 'like = "Q"', 2, "no table"),
    "tables like each other": (
        TABLE + 'like = "Y"\n' + TABLE.replace("Z", "Y") + 'like = "Z"',
        2,
        "Z is like Y, which is like Z",
    ),
    "a table like a wrong one": (
        TABLE + 'like = "Y"\n' + TABLE.replace("Z", "Y") + '"flush" = "-5 to 1"',
        4,
        "is not a payment",
    ),
    "a row to drop that is not there": (
        TABLE + 'like = "A"\n"pair" = "none"',
        3,
        "has no such row",
    ),
    "a changed published game": ("[games.let-it-ride]\nseats = 3", 2, "changes a published game"),
    "a broken line": (TABLE + '"flush" = "5 to 1', 2, "not TOML"),
    "no game": ("games = 3", 1, "no games"),
    "an empty file": ("", 1, "no games"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_table_is_refused_at_its_line(mistake: str) -> None:
    text, line, words = MISTAKES[mistake]
    (only,) = check_rules(text).violations
    assert (only.line, words in only.what) == (line, True), only
    assert only.allowed


def test_a_table_may_be_like_a_later_one() -> None:
    text = TABLE + 'like = "Y"\n' + TABLE.replace("Z", "Y") + '"flush" = "5 to 1"'
    book = check_rules(text).book
    assert book is not None
    tables = book.paytables("let-it-ride")["base"]
    assert tables["Z"].rows == tables["Y"].rows and [*tables][-2:] == ["Z", "Y"]


# A change of the example → the key that is wrong, and what the answer says.
CHANGES = {
    "wager unknown": ('wager = "river-bonus", needs', 'wager = "bonus", needs', "no wager"),
    "spot decided on unknown": ('spot = "third-street"', 'spot = "street"', "there is no spot"),
    "spot of unknown": ('multiples = [1, 2], of = "ante"', 'multiples = [1], of = "x"', "no spot"),
    "cycle of": (
        '{ key = "ante", required = true }',
        '{ key = "ante", required = true, of = "third-street" }',
        "leads back to itself by of",
    ),
    "cycle needs": (
        '{ key = "ante", required = true }',
        '{ key = "ante", required = true, needs = ["river-bonus"] }',
        "leads back to itself by needs",
    ),
    "cycle pays_as": (
        '{ key = "base", name = "River Stud" }',
        '{ key = "base", name = "River Stud", pays_as = "base" }',
        "leads back to itself by pays_as",
    ),
    "too many seats": ("seats = 6", "seats = 40", "40 seats"),
    "cards beyond the deck": ("hole = 2\n", "hole = 30\n", "the deck has 52"),
    "multiples that fall": ("[1, 2, 4]", "[4, 2]", "not valid multiples"),
    "hand beyond the cards": (
        "community = [0, 1, 2] }\nhands",
        "community = [0, 3] }\nhands",
        "beyond",
    ),
    "word unknown": ('"reveal", what = "community" }', '"reveal", what = "x" }', "no such word"),
    "key unknown": ("seats = 6", "seats = 6\nchairs = 3", "unknown key"),
    "key missing": ("hole = 2\n", "", "missing"),
    "step unknown": ('step = "reveal"', 'step = "turn"', "no step"),
    "published key": ("games.river-stud", "games.235-stud", "changes a published game"),
    "wager unpaid": ("paytables.river-bonus.A", "paytables.base.B", "river-bonus has no paytable"),
    "street never decided": (
        '    { step = "decide", spot = "fourth-street" },\n',
        "",
        "0 decisions fill it",
    ),
    "ride on a street": (
        '{ step = "decide", spot = "third-street" }',
        '{ step = "decide", spot = "third-street", accept = "ride", decline = "withdraw" }',
        '"ride" on a spot with multiples',
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_mistake_in_a_game_is_refused_at_its_line(change: str) -> None:
    text = RIVER.read_text(encoding="utf-8")
    old, new, words = CHANGES[change]
    assert old in text
    changed = text.replace(old, new)
    violations = check_rules(changed).violations
    match = next((v for v in violations if words in v.what), None)
    assert match is not None, violations
    assert match.allowed
    assert 1 <= match.line <= len(changed.splitlines())


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"x" * 10 * MAX_BYTES)
    (violation,) = check_file(path).violations
    assert (violation.line, "larger than" in violation.what) == (1, True)
    with pytest.raises(BadRules, match="larger than"):
        read_rules(path)


def test_a_refusal_names_file_line_key_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TABLE + '"flush" = "0 to 1"\n"straigth" = "5 to 1"', encoding="utf-8")
    with pytest.raises(BadRules) as refusal:
        read_rules(path)
    assert str(refusal.value).startswith(f"{path}:2: games.let-it-ride.paytables.base.Z.flush: ")
    assert "give odds from 1" in str(refusal.value)
    assert "1 more" in str(refusal.value)
    with pytest.raises(BadRules, match="cannot be read"):
        read_rules(tmp_path / "none.toml")


def test_the_stored_schema_is_the_one_of_the_types() -> None:
    stored = EXAMPLES.parent / "schema" / "rules.schema.json"
    assert json.loads(stored.read_text(encoding="utf-8")) == rules_schema()
