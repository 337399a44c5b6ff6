"""Clause ↔ code ↔ golden round or test: nothing cited that is no clause, nothing left untraced."""

from pathlib import Path

import pytest

from dev import unshown
from pitboss.rulebook import GAMES, paytables, register

ROOT = Path(__file__).resolve().parent.parent.parent

# Where a test needs a clause that does not exist, it is of this chapter.
NO_CHAPTER = "99"


def register_ids() -> set[str]:
    """Every clause of the register and every row of a paytable."""
    rows = {
        row.clause
        for game in GAMES
        for letters in paytables(game).values()
        for table in letters.values()
        for row in table.rows
    }
    return rows | {clause.id for clause in unshown.clauses()}


def places() -> list[Path]:
    patterns = ("src/**/*.py", "src/**/paytables.toml", "tests/**/*.round", "tests/**/*.py")
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


# ── cited but unknown ─────────────────────────────────────────────────────────────────────────────


def test_everything_cited_is_a_clause() -> None:
    exist, unknown = register_ids(), []
    for path in places():
        text = path.read_text(encoding="utf-8")
        for citation in register.citations(text):
            in_a_test = path.is_relative_to(ROOT / "tests") and path.suffix == ".py"
            planted = in_a_test and register.path_of(citation.cited)[1] == NO_CHAPTER
            if citation.cited not in exist and not planted:
                line = text.count("\n", 0, citation.start) + 1
                unknown.append(f"{path.relative_to(ROOT)}:{line}: {citation.cited}")
    assert unknown == []


def test_every_clause_a_ruling_names_exists() -> None:
    exist = register_ids()
    for ruling in register.rulings().values():
        assert [cited for cited in ruling.clauses if cited not in exist] == [], ruling.id
        named = {register.game_of(register.path_of(cited)[0]).key for cited in ruling.clauses}
        assert named <= set(ruling.games), ruling.id


def test_every_ruling_a_clause_names_exists() -> None:
    for clause in unshown.clauses():
        game = register.game_of(register.path_of(clause.id)[0])
        assert set(clause.see) <= set(register.rulings_of(game)), clause.id


def test_the_places_are_looked_at() -> None:
    looked_at = {path.relative_to(ROOT).as_posix() for path in places()}
    assert {
        "src/pitboss/rankings.py",
        "src/pitboss/rulebook/games/mississippi_stud.py",
        "src/pitboss/rulebook/data/paytables.toml",
        "tests/rulebook/test_rankings.py",
    } <= looked_at
    assert sum(path.suffix == ".round" for path in places()) == len(
        list(ROOT.glob("tests/rounds/**/*.round")) + list(ROOT.glob("tests/data/own/*.round"))
    )


# ── known but uncited, implemented but unshown ────────────────────────────────────────────────────


def test_every_clause_enforced_or_recorded_names_a_file_that_is_there() -> None:
    for clause in unshown.clauses():
        in_code = clause.status in ("enforced", "recorded")
        assert bool(clause.by) == in_code, clause
        assert not in_code or (ROOT / "src" / "pitboss" / clause.by).is_file(), clause
        assert clause.how or clause.status != "documented", clause


@pytest.mark.parametrize("path", [unshown.UNCITED, unshown.UNSHOWN], ids=lambda path: path.stem)
def test_the_list_of_what_is_missing_only_shrinks(path: Path) -> None:
    """Citing or showing one of these: run dev/unshown.py --write and commit the shorter list."""
    citations = unshown.cited_in_code() if path == unshown.UNCITED else unshown.shown_in()
    now, before = set(unshown.missing(citations)), set(unshown.recorded(path))
    assert sorted(now - before) == [], "cite or show these"
    assert sorted(before - now) == [], "run dev/unshown.py --write"


def test_what_rules_tells_about_a_clause_is_what_shows_it() -> None:
    """After adding a `shows` line, run dev/unshown.py --write."""
    recorded = unshown.SHOWN.read_text(encoding="utf-8").splitlines()
    shown = unshown.shown_text(unshown.shown_in()).splitlines()
    assert sorted(set(recorded) ^ set(shown)) == [], "run dev/unshown.py --write"


# ── the rules of covering, planted ────────────────────────────────────────────────────────────────


def test_a_citation_stands_for_what_is_under_it_but_a_chapter_for_nothing() -> None:
    everything = set(unshown.missing([]))
    assert {"MS 8.C", "MS 8.C(2)", "MS 8.C(2)(a)"} <= everything
    section = everything - set(unshown.missing(["MS 8.C"]))
    assert {"MS 8.C", "MS 8.C(1)", "MS 8.C(2)(a)"} <= section
    assert all(register.within(cited, "MS 8.C") for cited in section)
    chapter = "MS " + "8"
    assert set(unshown.missing([chapter])) == everything
    item = everything - set(unshown.missing(["MS 8.C(2)"]))
    assert "MS 8.C(2)(a)" in item
    assert "MS 8.C(1)" not in item


def test_a_clause_that_introduces_items_needs_all_of_them() -> None:
    implemented = [c.id for c in register.children("MS 11.H") if c.status == "enforced"]
    assert implemented == ["MS 11.H(1)", "MS 11.H(2)"]
    assert "MS 11.H" in unshown.missing(implemented[:1])
    assert "MS 11.H" not in unshown.missing(implemented)


def test_a_row_shows_its_table() -> None:
    row = paytables("let-it-ride")["five-card-bonus"]["C"].rows[-1].clause
    assert row not in {clause.id for clause in unshown.clauses()}
    gone = set(unshown.missing([])) - set(unshown.missing([row]))
    assert gone == {"LIR .12B(3)"}


def test_a_clause_that_is_only_documented_needs_no_code() -> None:
    missing = set(unshown.missing([]))
    for clause in unshown.clauses():
        assert (clause.id in missing) == bool(clause.by), clause


def test_what_shows_a_clause_is_named(tmp_path: Path) -> None:
    rounds = tmp_path / "tests" / "rounds"
    rounds.mkdir(parents=True)
    word = "sho" + "ws"
    (rounds / "fold.round").write_text(f"# A fold keeps it.  {word} MS 11.H(2)\n> seat 1 folds\n")
    (tmp_path / "tests" / "test_it.py").write_text(
        f'def test_a():\n    pass\n\n\ndef test_b():\n    """{word} MS 6.A, 6.B and DD .06A."""\n'
    )
    places = unshown.shown_in(tmp_path)
    assert places == {
        "MS 11.H(2)": {"tests/rounds/fold.round"},
        "MS 6.A": {"tests/test_it.py::test_b"},
        "MS 6.B": {"tests/test_it.py::test_b"},
        "DD .06A": {"tests/test_it.py::test_b"},
    }
    assert unshown.shown_text(places).splitlines()[0] == "DD .06A\ttests/test_it.py::test_b"
