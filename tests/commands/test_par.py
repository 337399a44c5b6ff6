"""`pitboss par`: the sheet as text, JSON, CSV, HTML and plots, and how it answers nonsense."""

import csv
import json
import re
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kit.waiting import PATIENCE
from pitboss import cli
from pitboss.odds import price
from pitboss.rulebook import MARK

PITBOSS = (sys.executable, "-P", "-m", "pitboss")


def par(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as stop:
        cli.main(["par", *argv])
    out, err = capsys.readouterr()
    assert stop.value.code == 0, err
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line of a refusal."""
    with pytest.raises(SystemExit) as stop:
        cli.main(["par", *argv])
    out, err = capsys.readouterr()
    assert (stop.value.code, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("pitboss: ")
    return err


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────

WAGER_KEYS = {
    *("wager", "paytable", "house_edge", "element_of_risk", "average_wager"),
    *("standard_deviation", "hit_frequency", "outcomes"),
}
OUTCOME_KEYS = {"hand", "pays", "combinations", "probability", "return"}


def as_json(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(par(capsys, *argv, "--json"))
    return figures


def test_a_changed_row_is_marked_as_no_published_rule(capsys: pytest.CaptureFixture[str]) -> None:
    whole = ("mississippi-stud", "--wager", "base")
    changed = (*whole, "--pays", "straight=5 to 1")
    assert as_json(capsys, *changed)["own_rules"] == MARK
    assert MARK in " ".join(par(capsys, *changed).lower().split())
    assert "own_rules" not in as_json(capsys, *whole)
    assert MARK not in " ".join(par(capsys, *whole).lower().split())


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = as_json(capsys, "let-it-ride")
    letters = {"base": "ABC", "five-card-bonus": "ABCDEFG", "three-card-bonus": "ABC"}
    letters |= {"six-card-bonus": "AB", "progressive": "ABC"}
    tables = [(wager, letter) for wager, all_of in letters.items() for letter in all_of]
    assert [(w["wager"], w["paytable"]) for w in sheet["wagers"]] == tables
    for wager in sheet["wagers"]:
        assert wager.keys() >= WAGER_KEYS
        for outcome in wager["outcomes"]:
            assert outcome.keys() >= OUTCOME_KEYS
    first = sheet["wagers"][0]
    assert first["house_edge"]["fraction"] == "37963/1082900"
    assert first["house_edge"]["decimal"] == pytest.approx(0.0351, abs=1e-4)
    assert first["standard_deviation"]["decimal"] == pytest.approx(5.17, abs=5e-3)
    assert [w["paytable"] for w in sheet["whole_game"]] == ["A", "B", "C"]
    assert sheet["whole_game"][0]["ties"].keys() >= {"default", "played_on", "declined"}


def test_every_fraction_is_in_lowest_terms_and_is_its_decimal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fractions = 0

    def walk(value: Any) -> None:
        nonlocal fractions
        if isinstance(value, dict):
            if value.get("fraction"):
                fractions += 1
                over, under = map(int, value["fraction"].split("/"))
                assert Fraction(over, under).denominator == under
                assert value["decimal"] == over / under
            for item in value.values():
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk(as_json(capsys, "235-stud"))
    assert fractions > 500


def test_double_draw_base_is_the_whole_game_by_bonus_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = as_json(capsys, "double-draw", "--wager", "base")
    a, b = sheet["wagers"]
    assert (a["paytable"], b["paytable"]) == ("A", "B")
    assert a["house_edge"]["fraction"] == "2249790643/33502998438"
    assert round(a["house_edge"]["decimal"] * 100, 2) == 6.72
    assert round(b["house_edge"]["decimal"] * 100, 2) == 14.77
    ties = [wager["ties"] for wager in (a, b)]
    assert [each["rounds_with_a_tie"]["fraction"] for each in ties] == [
        "1346/527085",
        "2926/527085",
    ]
    assert [each["decisions_counted"] for each in ties] == ["first", "first"]


def test_meter_seats_and_stake_bear_on_the_progressive(capsys: pytest.CaptureFixture[str]) -> None:
    ask = ("235-stud", "--wager", "progressive", "--paytable", "A")
    sheet = as_json(capsys, *ask, "--meter", "meter=75000", "--seats", "6")
    one, five = sheet["wagers"][0]["progressive"]
    assert (one["stake_cents"], five["stake_cents"], one["seats"]) == (100, 500, 6)
    assert one["meters"][0]["amount_cents"] == 7_500_000
    royal, straight = Fraction(4, 2598960), Fraction(36, 2598960)
    assert Fraction(one["meter_return"]["fraction"]) == 75_000 * (royal + straight / 10)
    envy = 5 * (royal * 1000 + straight * 300)
    assert Fraction(one["envy_return"]["fraction"]) == envy
    bare = as_json(capsys, *ask, "--meter", "$75,000", "--progressive-stake", "5")
    assert bare["wagers"][0]["stake_cents"] == 500


def test_a_stake_without_a_name_is_the_asked_wagers_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = as_json(capsys, "let-it-ride", "--wager", "six-card-bonus", "--stake", "25")
    assert sheet["wagers"][0]["stake_cents"] == 2500
    edge = price("let-it-ride", "six-card-bonus", "A", stake=2500).house_edge
    assert Fraction(sheet["wagers"][0]["house_edge"]["fraction"]) == edge
    named = as_json(capsys, "let-it-ride", "--stake", "10", "--stake", "three-card-bonus=5")
    stakes = named["together"]["stakes_cents"]
    assert stakes == {"base": 1000, "three-card-bonus": 500}  # only what was given a stake
    every = as_json(capsys, "let-it-ride")["together"]["stakes_cents"]
    assert len(every) == 5 and every["base"] == 500


# ── text and files ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "235-stud"])
def test_the_sheet_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = par(capsys, game)
    assert max(map(len, text.splitlines())) <= columns
    assert "House edge" in text and "Every wager" in text


def test_the_sheet_shows_what_was_published(capsys: pytest.CaptureFixture[str]) -> None:
    text = par(capsys, "mississippi-stud", "--wager", "base")
    assert "4.9149% = 53223/1082900 of the ante" in text
    assert re.search(r"played on \(as published\)\s+4.9149%\s+1.3691%\s+3.5898", text)
    assert re.search(r"declined\s+4.9149%\s+1.4109%\s+3.4836", text)


def test_a_payout_limit_is_held_against_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the document bounds the limit (ruling G13), and where it names none (ruling G14)."""
    bounded = ("mississippi-stud", "--paytable", "A", "--limit", "100")
    text = " ".join(par(capsys, *bounded).split())
    assert "below $50,000, which a house may set at any minimum (ruling G13)." in text
    free = ("let-it-ride", "--paytable", "A", "--limit", "100")
    text = " ".join(par(capsys, *free).split())
    assert (
        "The rules name no highest or least payout limit: a house may set any (ruling G14)" in text
    )
    for game in ("let-it-ride", "double-draw"):
        assert "$0 is not a payout limit" in refused(capsys, game, "--limit", "0")


def test_csv_and_html_carry_the_same_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, page = tmp_path / "par.csv", tmp_path / "par.html"
    output = par(capsys, "235-stud", "--csv", str(table), "--html", str(page))
    assert output == f"wrote {table}\nwrote {page}\n"
    with table.open(encoding="utf-8") as lines:
        rows = {row["figure"]: row for row in csv.DictReader(lines)}
    edge = rows["wagers/base A 100 cents/house_edge"]
    assert (edge["fraction"], edge["value"]) == ("16106/270725", str(16106 / 270725))
    html = page.read_text(encoding="utf-8")
    assert "16106/270725" in html and "Win&#x27;em All" in html
    assert html.count("<table>") == html.count("</table>") > 10
    assert "http" not in html  # stands by itself


def test_plots_are_written_as_png_and_svg(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    par(capsys, "let-it-ride", "--wager", "base", "--paytable", "A", "--plots", str(tmp_path / "p"))
    par(
        capsys, "let-it-ride", "--wager", "progressive", "--paytable", "A",
        "--plots", str(tmp_path / "p"),
    )  # fmt: skip
    names = {path.name for path in (tmp_path / "p").iterdir()}
    stems = ("base-A-results", "base-A-bankroll", "progressive-A-results", "progressive-A-meter")
    assert names == {f"let-it-ride-{stem}.{kind}" for stem in stems for kind in ("png", "svg")}
    for path in (tmp_path / "p").iterdir():
        begins = path.read_bytes()[:5]
        assert begins == (b"\x89PNG\r" if path.suffix == ".png" else b"<?xml")


# ── nonsense ──────────────────────────────────────────────────────────────────────────────────────

NONSENSE = [
    (("whist",), "there is no game 'whist'"),
    (("let-it-ride", "--wager", "ante"), "no wager 'ante'"),
    (("let-it-ride", "--paytable", "Z"), "'Z'"),
    (("let-it-ride", "--wager", "base", "--paytable", "D"), "no table 'D'; choose one of A, B, C"),
    (("mississippi-stud", "--meter", "meter=-5"), "cannot be negative"),
    (("mississippi-stud", "--meter", "meter=1e30"), "not an amount"),
    (("mississippi-stud", "--meter", "99999999999999"), "no meter shows"),
    (("mississippi-stud", "--meter", "pot=5"), "no meter 'pot'"),
    (("double-draw", "--meter", "5"), "no progressive meter"),
    (("235-stud", "--seats", "0"), "1 to 6 seats"),
    (("235-stud", "--seats", "1000000"), "1 to 6 seats"),
    (("235-stud", "--stake", "0"), "is not a stake"),
    (("235-stud", "--stake", "two-card=-1"), "cannot be negative"),
    (("let-it-ride", "--stake", "five-card-bonus=5"), "only stake"),
    (("let-it-ride", "--stake", "progressive=2"), "only stake"),
    (("let-it-ride", "--rate", "meter=0"), "is not a rate"),
    (("let-it-ride", "--rate", "meter=101"), "is not a rate"),
    (("235-stud", "--rate", "mega=60", "--rate", "major=60"), "cannot take 120%"),
    (("let-it-ride", "--progressive-stake", "3"), "not one of"),
    (("let-it-ride", "--csv", "/nowhere/at/all.csv"), "cannot write"),
]


@pytest.mark.parametrize(("argv", "sentence"), NONSENSE)
def test_nonsense_gets_one_line(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(capsys, *argv)


# ── speed ─────────────────────────────────────────────────────────────────────────────────────────


def children_seconds() -> float:
    """Processor time of the processes that have ended: a busy machine does not add to it."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_a_warm_sheet_is_quick_and_needs_no_compiler() -> None:
    command = [*PITBOSS, "par", "let-it-ride"]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    taken = []
    for _ in range(3):
        begun = children_seconds()
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        taken.append(children_seconds() - begun)
    assert min(taken) < 2.5
    program = (
        "import sys\nfrom pitboss import cli\n"
        "try:\n    cli.main(['par', 'let-it-ride'])\n"
        "except SystemExit as stop:\n    assert stop.code == 0\n"
        "bad = {'numba', 'numpy', 'matplotlib', 'rich'} & sys.modules.keys()\n"
        "assert not bad, bad\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, timeout=PATIENCE
    )
