"""Rounds as rows and files: the figures are the library's, and the page loads them as it says."""

import csv
import json
import re
import subprocess
import sys
import textwrap
from fractions import Fraction
from pathlib import Path

import polars
import pytest

import pitboss
from kit.tiers import tier
from kit.waiting import PATIENCE
from pitboss import GAMES, cli
from pitboss.library.table import SelfDealtTable

ROOT = Path(__file__).resolve().parent.parent.parent
# A round of Double Draw is several sweeps over its deck.
ROUNDS = {game: tier(3 if game == "double-draw" else 8, 40) for game in GAMES}


def run(*argv: str | Path) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([str(arg) for arg in argv])
    assert stop.value.code == 0


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("game", GAMES)
def test_rows_have_the_figures_of_the_front_door(game: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("r.csv", "d.csv", "again.csv")]
    deal = ("simulate", game, "--rounds", str(ROUNDS[game]), "--seed", "3", "--policy", "random")
    run(*deal, "--rounds-to", files[0], "--decisions-to", files[1])
    run(*deal, "--decisions-to", files[2])
    assert files[1].read_bytes() == files[2].read_bytes(), "a seed gives the same rows"
    rounds, decisions = rows_of(files[0]), rows_of(files[1])
    assert [int(row["round"]) for row in rounds] == list(range(1, ROUNDS[game] + 1))
    assert sum(int(row["decisions"]) for row in rounds) == len(decisions)
    for row in [row for row in decisions if row["number"] == "1"][:3]:
        best = pitboss.advise(game, row["cards"]).best
        worths = json.loads(row["worths"])
        assert max(worths.values()) == pytest.approx(float(best.value))
        assert float(row["regret"]) == pytest.approx(max(worths.values()) - worths[row["act"]])
    results = {row["round"]: row["result"] for row in rounds}
    assert all(results[row["round"]] == row["result"] for row in decisions)
    assert len(set(results.values())) > 1


def test_the_page_loads_them_as_it_says(tmp_path: Path) -> None:
    out = tmp_path / "decisions.parquet"
    run("simulate", "let-it-ride", "--rounds", "200", "--seed", "1", "--decisions-to", out)
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^    .*\n)+", page.partition("## Loading them")[2], re.MULTILINE)
    assert len(blocks) == 3
    program = "\n".join(textwrap.dedent(block) for block in blocks)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("bet-1") == 3
    names = set(polars.read_parquet(out).columns)
    assert names == set(re.findall(r"`(\w+)`", _table(page, "Of `simulate`")))


def _table(page: str, title: str) -> str:
    """The first column of the table below a line."""
    rows = page.partition(title)[2].strip().split("\n\n")[1].splitlines()[2:]
    return " ".join(row.split("|")[1] for row in rows)


def test_a_corpus_replays_to_the_cent(tmp_path: Path) -> None:
    run("corpus", "mississippi-stud", "--rounds", "4", "--seats", "2", "--out", tmp_path)
    files = sorted(tmp_path.glob("*.round"))
    assert len(files) == 4
    for path in files:
        replay = pitboss.replay(path.read_text(encoding="utf-8"))
        assert replay.text == path.read_text(encoding="utf-8")
        assert not replay.refusals
    run("corpus", "mississippi-stud", "--rounds", "4", "--seats", "2", "--out", tmp_path / "b")
    assert [p.read_bytes() for p in files] == [
        p.read_bytes() for p in sorted((tmp_path / "b").glob("*.round"))
    ]


def test_every_choice_of_a_table_has_an_exact_worth() -> None:
    table = SelfDealtTable("let-it-ride")
    table.sit("ann", seat=1, chips="100.00")
    table.bet(1)
    table.deal("1: Ts 9s 8s")
    stake = table.spots["bet-1"][0]
    options = pitboss.advise("let-it-ride", "Ts 9s 8s").options
    expected = sorted(option.value * stake for option in options)
    assert sorted(table.worths().values()) == expected
    assert all(isinstance(value, Fraction) for value in expected)


def test_a_file_of_another_kind_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["simulate", "let-it-ride", "--rounds", "5", "--rounds-to", "rows.txt"])
    assert stop.value.code == 2
    assert "ends in .csv or .parquet" in capsys.readouterr().err
