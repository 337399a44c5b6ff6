"""The register of clauses and rulings, and `pitboss rules`, which reads it out."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.unshown import shows
from kit.waiting import PATIENCE
from pitboss.commands import rules
from pitboss.commands.views import blocks
from pitboss.commands.views import rules as rules_view
from pitboss.errors import PitbossError
from pitboss.rulebook import GAMES, fingerprint, register
from pitboss.rulebook.model import Game
from pitboss.rulebook.register import Clause, UnknownClause, find_clause

# Apart from the numbers, where a test cites what is no clause: the triangle reads this file too.
MS, LIR = "MS", "LIR"
NUMBERS = Path(__file__).parents[1] / "data" / "clause_numbers.txt"


# ── the files ─────────────────────────────────────────────────────────────────────────────────────


def test_every_numbered_clause_of_the_documents_is_there_in_order() -> None:
    """The numbering was read from the documents by dev/clause_numbers.py and recorded."""
    lines = NUMBERS.read_text(encoding="utf-8").splitlines()
    numbered = [line for line in lines if not line.startswith("#")]
    assert len(numbered) == 1_107
    for document in register.DOCUMENTS:
        clauses = [line for line in numbered if line.startswith(f"{document} ")]
        assert list(register.clauses_of(document)) == clauses


def test_every_clause_says_something_and_has_one_status() -> None:
    for document in register.DOCUMENTS:
        for clause in register.clauses_of(document).values():
            assert clause.says, clause.id
            assert bool(clause.by or clause.how) == (clause.status != "chapter"), clause.id
            top = len(register.path_of(clause.id)) == 2
            assert (clause.status == "chapter") == (top and document != "235H"), clause.id
            assert 1 < len(clause.says) <= 240, clause.id


def test_every_ruling_answers_a_question_and_an_option_says_what_it_changes() -> None:
    assert len(register.rulings()) >= 56
    for ruling in register.rulings().values():
        assert re.fullmatch(r"[GSLMD]\d+", ruling.id)
        assert ruling.question.endswith(("?", ".")), ruling.id
        assert ruling.ruling, ruling.id
        assert set(ruling.games) <= set(GAMES), ruling.id
        assert ruling.clauses, ruling.id
        assert bool(ruling.option) == bool(ruling.alternative) == bool(ruling.changes), ruling.id
        assert set(ruling.option_games) <= set(ruling.games), ruling.id


# ── citations ─────────────────────────────────────────────────────────────────────────────────────


def cited(text: str) -> list[str]:
    return [citation.cited for citation in register.citations(text)]


def shown(text: str) -> list[str]:
    return [citation.cited for citation in shows(text)]


def test_citations_are_found_in_text() -> None:
    assert cited("# MS 11.H(1): a fold") == ["MS 11.H(1)"]
    assert cited('"235 11.B(1)bis(a)"') == ["235 11.B(1)bis(a)"]
    assert cited("LIR .01B(1), .01B(4) and .06A") == ["LIR .01B(1)", "LIR .01B(4)", "LIR .06A"]
    assert cited("235 6.B, 235H 6.a; MS 6.B") == ["235 6.B", "235H 6.a", "MS 6.B"]
    assert cited("235H 4, 12 cards") == ["235H 4"]
    assert cited("235H 11a, 235H 5b2") == ["235H 11.a", "235H 5"]
    assert cited("MS 12.C(3)(b)(ii)(1)") == ["MS 12.C(3)(b)(ii)(1)"]
    # Of a range only the first is cited; a chapter says too little; words are no citations.
    assert cited("MS 5.H–I") == ["MS 5.H"]
    assert cited("MS 8, DD .12, 235 52 cards, 1235 6.A, HMS 6.A, MS 6 of them") == []


def test_what_a_text_shows_ends_where_the_list_ends() -> None:
    word = "sho" + "ws"
    assert shown(f"{word} MS 6.A") == ["MS 6.A"]
    assert shown(f"{word} MS 6.A, 6.B and DD .06A: as told in MS 6.C") == [
        *("MS 6.A", "MS 6.B", "DD .06A")
    ]
    assert shown(f"# {word} MS 6.A,\n# MS 6.B\n# MS 6.C is another matter") == ["MS 6.A", "MS 6.B"]
    assert shown(f"it {word} how MS 6.A works, MS 6.B") == []
    assert shown("MS 6.A") == []


def test_parts_of_a_citation() -> None:
    assert register.path_of("MS 11.H(1)") == ("MS", "11", "H", "(1)")
    assert register.path_of("LIR .12B(3)(h)") == ("LIR", ".12", "B", "(3)", "(h)")
    assert register.path_of("235 11.B(1)bis(a)") == ("235", "11", "B", "(1)bis", "(a)")
    assert register.path_of("235H 6.a") == ("235H", "6", "a")
    assert register.within("MS 12.A(6)", "MS 12.A")
    assert not register.within(f"{MS} 12.A(16)", "MS 12.A(1)")
    assert not register.within("235 11.B(1)bis(a)", "235 11.B(1)")
    assert register.covers("MS 8.C", "MS 8.C(2)(a)")
    assert not register.covers("MS 8", "MS 8.C(2)(a)")
    assert not register.covers("MS 8.C(2)(a)", "MS 8.C")


@pytest.mark.parametrize("document", register.DOCUMENTS)
def test_every_clause_is_found_however_it_is_written(document: str) -> None:
    game = register.game_of(document)
    for clause in register.clauses_of(document):
        number = clause.removeprefix(document + " ")
        spaced = clause.replace("(", " ( ").replace(")", " )")
        for text in (clause, clause.lower(), clause.upper(), document + number, spaced):
            assert find_clause(text).id == clause
        if document == game.code:
            assert find_clause(number, game).id == clause
        chapter = register.clauses_of(document)[clause].status == "chapter"
        assert cited(clause) == ([] if chapter else [clause])


def test_a_row_of_a_paytable_is_found_with_its_table() -> None:
    row = find_clause("ms 12.a(6)")
    assert row == Clause(
        "MS 12.A(6)",
        "straight: 4 to 1",
        "enforced",
        "rulebook/data/paytables.toml",
        see=register.clauses_of("MS")["MS 12.A"].see,
    )
    table = register.find_table("MS 12.A(6)")
    assert table is not None
    assert table.key == "mississippi-stud.base.A"
    assert register.find_table("MS 12.A") == table
    assert register.find_table("MS 11.A") is None
    # Printed (g) after (d).
    assert find_clause("LIR .12E(2)(g)").says == "straight: 6 for 1"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (f"{MS} 11.Q", "MS 11 has MS 11.A to MS 11.J"),
        (f"{MS} 11.H(9)", "MS 11.H has MS 11.H(1) to MS 11.H(2)"),
        (f"{LIR} .12E(2)(e)", "try LIR .12E(2)"),
        ("XX 1.A", "begin with one of 235, 235H, DD, LIR, MS"),
        ("", "begin with one of"),
        ("MS", "MS has clauses from MS 1 to MS 13.H"),
        ("MS (((", "MS has clauses from"),
    ],
)
def test_an_unknown_clause_is_answered_with_what_there_is(text: str, advice: str) -> None:
    with pytest.raises(UnknownClause, match=re.escape(advice)):
        find_clause(text)


@given(st.text(max_size=12), st.sampled_from([None, *GAMES.values()]))
def test_any_text_is_a_clause_or_refused(text: str, game: Game | None) -> None:
    try:
        clause = find_clause(text, game)
    except UnknownClause:
        return
    assert find_clause(clause.id) == clause


def test_rulings_bear_on_what_they_name_and_what_names_them() -> None:
    by_clause = {r.id for r in register.rulings_on(find_clause("MS 11.H(1)"))}
    assert "M1" in by_clause
    below = {r.id for r in register.rulings_on(find_clause("MS 12.A(6)"))}
    assert {"G1", "G5"} <= below
    ruled = {r.id for r in register.rulings_on(find_clause("MS 11.A(5)"))}
    assert "M5" in ruled


def test_what_cites_a_clause_is_found_in_the_source() -> None:
    places = register.cited_in_code("MS 11.H(1)")
    assert any(place.startswith("rulebook/games/mississippi_stud.py:") for place in places)
    source = dict(register.source_files())
    for place in places:
        name, _, line = place.rpartition(":")
        assert "MS 11.H" in source[name].splitlines()[int(line) - 1]
    # Nothing here obeys a rule; it only talks about citations.
    assert not any(name.startswith(("commands/", "rulebook/register")) for name in source)


# ── pitboss rules ─────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*argv: str) -> str:
        rules.command.main(list(argv), standalone_mode=False)
        return capsys.readouterr().out

    return run


@pytest.fixture
def data(answer: Callable[..., str]) -> Callable[..., Any]:
    return lambda *argv: json.loads(answer(*argv, "--json"))


def test_the_games(answer: Callable[..., str], data: Callable[..., Any]) -> None:
    text, games = answer(), data()
    assert [game["game"] for game in games] == list(GAMES)
    for game in games:
        assert game["fingerprint"] == fingerprint(game["game"])
        assert game["fingerprint"][:8] in text
        assert game["name"] in text
        assert all(wager in text for wager in game["wagers"])
    by_key = {game["game"]: game for game in games}
    assert by_key["let-it-ride"]["wagers"]["five-card-bonus"] == list("ABCDEFG")
    assert by_key["235-stud"]["wagers"]["three-card-raise"] == ["A"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_is_shown_whole(
    game: Game, answer: Callable[..., str], data: Callable[..., Any]
) -> None:
    text, facts = answer(game.key), data(game.code)
    for document in game.documents:
        for clause in register.clauses_of(document).values():
            assert re.search(rf"^{re.escape(clause.id)}\s", text, re.MULTILINE), clause.id
    for ruling in register.rulings_of(game):
        assert re.search(rf"^{ruling}\s", text, re.MULTILINE), ruling
    for spot in game.spots:
        assert spot.name in text
    assert len(facts["clauses"]) == sum(len(register.clauses_of(d)) for d in game.documents)
    assert [step["step"] for step in facts["declaration"]["play"]][-1] == "settle"
    assert set(facts["paytables"]) >= {w.key for w in game.wagers if not w.pays_as}
    assert {ruling["id"] for ruling in facts["rulings"]} == set(register.rulings_of(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_tells_how_many_clauses_of_each_chapter_have_each_status(
    game: Game, answer: Callable[..., str], data: Callable[..., Any]
) -> None:
    shares = data(game.key)["shares"]
    clauses = [
        clause
        for document in game.documents
        for clause in register.clauses_of(document).values()
        if clause.status != "chapter"
    ]
    whole = [share for share in shares if share["title"] == "chapters 3–5 and 7–13"]
    chapters = [share for share in shares if share not in whole]
    for status in register.STATUSES:
        count = sum(share["counts"][status] for share in chapters)
        assert count == sum(clause.status == status for clause in clauses)
    assert [share["percent"] >= 90 for share in whole] == [True]
    assert f"of {whole[0]['title']} {whole[0]['percent']}% enforced" in answer()
    text = answer(game.key)
    assert all(share["title"].split(" ")[-1] in text for share in shares)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("game", GAMES)
def test_lines_fit_the_screen(game: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    views = [rules_view.games_view(), rules_view.game_view(GAMES[game])]
    for view in views:
        plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in view]
        assert [line for line in plain if len(line) > min(columns, blocks.MAX_WIDTH)] == []
        assert max(map(len, plain)) > 70


@pytest.mark.parametrize("columns", ["1", "40", "0", "many"])
def test_a_narrow_screen_is_no_trouble(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for game in GAMES.values():
        assert len(rules_view.game_view(game)) > 300


def test_a_clause(answer: Callable[..., str], data: Callable[..., Any]) -> None:
    text = answer("mississippi-stud", "11.H(1)")
    assert text.splitlines()[0] == "MS 11.H(1)  enforced"
    assert register.clauses_of("MS")["MS 11.H(1)"].says in " ".join(text.split())
    assert re.search(r"^(?:cited at)? +rulebook/games/mississippi_stud.py:\d+$", text, re.MULTILINE)
    assert re.search(r"^M1 +What does a fold", text, re.MULTILINE)
    facts = data("ms", "11.h", "(1)")
    assert (facts["id"], facts["status"], facts["above"]) == (
        *("MS 11.H(1)", "enforced"),
        ["MS 11", "MS 11.H"],
    )
    assert "M1" in [ruling["id"] for ruling in facts["rulings"]]
    assert facts["table"] is None


def test_a_paytable_clause_shows_the_table(
    answer: Callable[..., str], data: Callable[..., Any]
) -> None:
    text = answer("LIR .12B(3)")
    assert re.search(r"^two pair +\$6$", text, re.MULTILINE)
    facts = data("let-it-ride", ".12B(3)(h)")
    assert facts["says"] == "two pair: $6"
    assert facts["table"]["rows"][-1] == {
        "row": "two pair",
        "pays": "$6",
        "clause": "LIR .12B(3)(h)",
    }


def test_a_chapter_lists_its_sections(answer: Callable[..., str]) -> None:
    text = answer("dd", ".13")
    assert text.splitlines()[0] == "DD .13  chapter"
    assert re.search(r"^DD \.13A +✓", text, re.MULTILINE)


def test_a_ruling(answer: Callable[..., str], data: Callable[..., Any]) -> None:
    assert "Option six_card_requires, default named." in answer("let-it-ride", "l4")
    assert data("M3")["option"] == "six_card_needs_automated_shoe"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("baccarat",), "there is no game 'baccarat'; choose one of 235-stud"),
        (("mississippi-stud", "11.Q"), "there is no clause '11.Q'"),
        (("mississippi-stud", "LIR .12B"), "there is no clause 'LIR .12B'"),
        ((f"{MS} 11.Q",), f"there is no clause '{MS} 11.Q'"),
    ],
)
def test_what_is_unknown_is_refused(argv: tuple[str, ...], message: str) -> None:
    with pytest.raises(PitbossError, match=re.escape(message)):
        rules.command.main(list(argv), standalone_mode=False)


def test_piped_text_is_plain_and_loads_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from pitboss.cli import main\n"
        "try:\n    main(['rules', 'mississippi-stud', '11.H(1)'])\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'rich', 'numpy', 'numba', 'matplotlib', 'dask'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("MS 11.H(1)  enforced\n")
    assert "\x1b" not in done.stdout


# ── layout ────────────────────────────────────────────────────────────────────────────────────────


def test_columns_wrap_the_one_that_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows: list[blocks.Row] = [
        ("name", "a text that is too long for one line of so few columns", "end"),
        ("longer", "short", ""),
    ]
    assert blocks.columns(rows, stretch=1) == [
        "name    a text that is too long for  end",
        "        one line of so few columns",
        "longer  short",
    ]
    assert blocks.columns([]) == []


def test_a_citation_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = [blocks.Span("x" * 33), blocks.Span("MS 11.H(1)", "dim", whole=True)]
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in blocks.paragraph(text)]
    assert lines == ["x" * 33, "MS 11.H(1)"]


def test_records_survive_json() -> None:
    clause = find_clause("MS 11.H(1)")
    assert msgspec.json.decode(msgspec.json.encode(clause), type=Clause) == clause
