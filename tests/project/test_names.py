"""Names may only get better: the ratchet holds, and would notice if it did not."""

from pathlib import Path

import pytest

from dev import check_names


def test_no_part_has_more_bad_names_than_it_had() -> None:
    assert check_names.faults() == []


BOUND = [
    ("found = 1", ["1: found"]),
    ("_said: int = 1", ["1: _said"]),
    ("told += 1", ["1: told"]),
    ("def f(asked, *, made=1, **kept): pass", ["1: asked", "1: made", "1: kept"]),
    ("def held(): pass", ["1: held"]),
    ("class Seen: pass", ["1: Seen"]),
    ("class A:\n    given: int", ["2: given"]),
    ("def f(self):\n    self.known = 1", ["2: known"]),
    ("for wanted in x: pass", ["1: wanted"]),
    ("[found for found in x]", ["1: found"]),
    ("lambda said: 1", ["1: said"]),
    ("with x as told: pass", ["1: told"]),
    ("if (made := 1): pass", ["1: made"]),
    ("import x as found", ["1: found"]),
    ("try: pass\nexcept X as said: pass", ["2: said"]),
    ("match x:\n    case [a, *kept]: pass\n    case made: pass", ["2: kept", "3: made"]),
    ("a, (found, b) = x", ["1: found"]),
    # used, not bound; or another word
    ("x = y.found(said)", []),
    ("call(asked=1)", []),
    ("foundation = make = tell = finding = 1", []),
    ("'found'  # said", []),
]


@pytest.mark.parametrize(("source", "names"), BOUND)
def test_a_participle_is_counted_where_it_is_bound(source: str, names: list[str]) -> None:
    assert check_names.participles("odds.game", source) == names


def test_a_stored_field_is_excepted_in_its_own_place_only() -> None:
    source = "class CountStub:\n    found: int\nclass Other:\n    found: int"
    assert check_names.participles("table.commands", source) == ["4: found"]
    assert len(check_names.participles("table.events", source)) == 2


def test_a_field_of_the_state_is_excepted_where_its_own_part_changes_it() -> None:
    assert check_names.participles("table.dealing", "table.asked = ()\nasked = ()") == ["2: asked"]
    assert check_names.participles("table.dealing", "table.found = ()") == ["1: found"]
    assert check_names.participles("house.service", "table.asked = ()") == ["1: asked"]


def test_every_exception_is_still_there() -> None:
    for place in check_names.EXCEPTED:
        module, owner, name = place.rsplit(".", 2)
        text = (check_names.SOURCE / f"{module.replace('.', '/')}.py").read_text()
        assert owner in text and f"    {name}: " in text, place


def plant(root: Path, odds: str, web: str) -> tuple[Path, Path]:
    source, stored = root / "src" / "pitboss", root / "names.toml"
    for name, text in (("odds", odds), ("web", web)):
        (source / name).mkdir(parents=True, exist_ok=True)
        (source / name / "a.py").write_text(text)
    stored.write_text('repeated_classes = ["Told"]\n\n[participles]\nodds = 2\n')
    return source, stored


def test_one_name_too_many_and_a_second_class_of_a_name_are_reported(tmp_path: Path) -> None:
    source, stored = plant(tmp_path, "found = said = 1", "class Line: pass")
    assert check_names.faults(source, stored) == []
    plant(tmp_path, "found = said = told = 1\nclass Line: pass", "made = 1\nclass Line: pass")
    rows = check_names.faults(source, stored)
    assert "odds: 3 participles for names, 2 at most (found 1, said 1, told 1)" in rows
    assert "web: 1 participles for names, 0 at most (made 1)" in rows
    assert "src/pitboss/odds/a.py:1: told" in rows
    assert [row for row in rows if row.startswith("class Line is defined in several places")]


def test_what_has_been_won_is_written_down_and_nothing_is_raised(tmp_path: Path) -> None:
    source, stored = plant(tmp_path, "found = 1", "made = 1")
    text = check_names.lowered(source, stored)
    assert text.splitlines()[1:] == ["repeated_classes = []", "", "[participles]", "odds = 1"]
    plant(tmp_path, "found = said = told = 1", "made = 1")
    assert "odds = 2" in check_names.lowered(source, stored)
    assert "web" not in check_names.lowered(source, stored)
