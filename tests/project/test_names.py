"""Names may only get better: no count rises, and planted names are reported."""

from pathlib import Path

import pytest

from dev import check_names


def test_no_part_has_more_bad_names_than_it_had() -> None:
    assert check_names.faults() == []


def test_the_stored_numbers_are_the_counted_ones() -> None:
    assert check_names.lowered() == check_names.STORED.read_text()


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
    assert not names or check_names.PLACES.search(source), "its file would not be parsed"


SCRIPTS = [
    ("const found = 1, said = (2, 3);", ["1: found", "1: said"]),
    ("let a,\n  told;", ["2: told"]),
    ("const { asked, b: made = f(kept), ...held } = seen;", ["1: asked", "1: made", "1: held"]),
    ("const [given = known] = wanted;", ["1: given"]),
    ("for (const found of said) {}", ["1: found"]),
    ("function f(told, { asked }) {}", ["1: told", "1: asked"]),
    ("function made() {}", ["1: made"]),
    ("(kept) => held; seen => given;", ["1: kept", "1: seen"]),
    ("f(async ({ known }) => 1);", ["1: known"]),
    ("try {} catch (wanted) {}", ["1: wanted"]),
    ("class Found { #said = 1; static told; f(asked) { this.made = 1; } }",
     ["1: Found", "1: #said", "1: told", "1: asked", "1: made"]),
    ("x = { kept(a) {} };", ["1: kept"]),
    ("import { a as held } from 'x';", ["1: held"]),
    ("`${(seen) => 1} given`;", ["1: seen"]),
    ("const a = /[/'] => found/;\nconst said = 1;", ["2: said"]),
    # used, not bound; a key; a text or a comment
    ("if (found) { call(said, told.asked); this.made == 1; }", []),
    ("x = { kept: 1, held }; y.seen = 1; const { given: a } = x;", []),
    ("'const known'; `let wanted`; // const found\n/* let said */", []),
]  # fmt: skip


@pytest.mark.parametrize(("script", "names"), SCRIPTS)
def test_a_participle_is_counted_where_a_script_binds_it(script: str, names: list[str]) -> None:
    assert sorted(check_names.script_participles(script)) == sorted(names)
    assert not names or check_names.PLACES.search(script), "its file would not be read"


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


def plant(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    stored = root / "names.toml"
    stored.write_text('repeated_classes = ["Told"]\n\n[participles]\nodds = 2\n')
    return stored


ODDS, WEB = "src/pitboss/odds/a.py", "src/pitboss/web/a.py"


def test_one_name_too_many_and_a_second_class_of_a_name_are_reported(tmp_path: Path) -> None:
    stored = plant(tmp_path, {ODDS: "found = said = 1", WEB: "class Line: pass"})
    assert check_names.faults(tmp_path, stored) == []
    odds = "found = said = told = 1\nclass Line: pass"
    plant(tmp_path, {ODDS: odds, WEB: "made = 1\nclass Line: pass"})
    rows = check_names.faults(tmp_path, stored)
    assert "odds: 3 participles for names, 2 at most (found 1, said 1, told 1)" in rows
    assert "web: 1 participles for names, 0 at most (made 1)" in rows
    assert f"{ODDS}:1: told" in rows
    assert [row for row in rows if row.startswith("class Line is defined in several places")]


def test_a_second_script_class_of_a_name_is_reported(tmp_path: Path) -> None:
    one, two = (f"src/pitboss/web/static/{folder}/sheet.js" for folder in ("drill", "odds"))
    scripts = {one: "\nclass Sheet {}", two: "export class Sheet extends A {}"}
    stored = plant(tmp_path, {**scripts, WEB: "class Sheet: pass"})
    where = f"class Sheet is defined in several places: {one}:2, {two}:1"
    assert check_names.faults(tmp_path, stored) == [where]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("tests", "tests/kit/a.py"),
        ("bench", "bench/a.py"),
        ("dev", "dev/a.py"),
        ("examples", "examples/a.py"),
        ("pit", "pit"),
        ("pages", "src/pitboss/web/static/table/a.js"),
        ("tests", "tests/browser/a.js"),
    ],
)
def test_tests_tools_and_scripts_are_read_too(tmp_path: Path, part: str, name: str) -> None:
    stored = plant(tmp_path, {name: "let rows = 1;" if name.endswith("js") else "rows = 1"})
    assert check_names.faults(tmp_path, stored) == []
    plant(tmp_path, {name: "let told = 1;" if name.endswith("js") else "told = 1"})
    last = f"{part}: 1 participles for names, 0 at most (told 1)"
    assert check_names.faults(tmp_path, stored) == [f"{name}:1: told", last]


def test_what_has_been_won_is_written_down_and_nothing_is_raised(tmp_path: Path) -> None:
    stored = plant(tmp_path, {ODDS: "found = 1", WEB: "made = 1"})
    text = check_names.lowered(tmp_path, stored)
    assert text.splitlines()[1:] == ["repeated_classes = []", "", "[participles]", "odds = 1"]
    plant(tmp_path, {ODDS: "found = said = told = 1", WEB: "made = 1"})
    assert "odds = 2" in check_names.lowered(tmp_path, stored)
    assert "web" not in check_names.lowered(tmp_path, stored)
