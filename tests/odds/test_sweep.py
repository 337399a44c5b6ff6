"""Swept tables: each is the table priced by itself, whatever the way to it."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cards import FRENCH_52
from pitboss.commands.sweep import command
from pitboss.errors import PitbossError
from pitboss.odds import price, priced_game
from pitboss.odds.game import letters_of
from pitboss.odds.stud.rounds import base_tables
from pitboss.odds.stud.solve import payoffs_of, solve, stud_of
from pitboss.odds.sweep.sweep import changed_game, sweep
from pitboss.odds.sweep.tables import parse_range

MS, LIR, S235 = map(priced_game, ("mississippi-stud", "let-it-ride", "235-stud"))


def test_a_swept_table_has_every_figure_of_its_own_price() -> None:
    """The published table, priced from counts of every deal, is one of those that are swept."""
    for game, rows in (
        (MS, ["flush=5..6", "straight=4"]),
        (LIR, ["flush=8..9"]),
        (S235, ["five-card:flush=20", "two-card:pair=1..2", "three-card:straight=5"]),
    ):
        swept = {each.pays: each for each in sweep(game, [parse_range(row) for row in rows])}
        own = next(
            each
            for pays, each in swept.items()
            if changed_game(
                game, [parse_range(row) for row in rows], pays, letters_of(game)
            ).fingerprint
            == game.fingerprint
        )
        figures = price(game)
        assert own.edge == figures.house_edge
        assert own.variance == figures.moments.variance
        assert own.hit_frequency == figures.hit_frequency
        assert own.average_wager == figures.average_wager
        assert own.element_of_risk == figures.element_of_risk
        assert own.decisions == {(d.stage, d.choice): d.frequency for d in figures.decisions}


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (MS, ["flush=5..7", "pair of jacks or better=1..2"]),
        (S235, ["five-card:straight=14..16", "three-card:pair=1..2"]),
    ],
)
def test_every_edge_of_a_sweep_is_that_of_the_solution(game: object, rows: list[str]) -> None:
    """The solver's own expectation of each table, without the sweep's kernels."""
    assert isinstance(game, type(MS))
    ranges = [parse_range(row) for row in rows]
    letters = letters_of(game)
    for each in sweep(game, ranges):
        tables = base_tables(changed_game(game, ranges, each.pays, letters), letters, {})
        stud = stud_of(game.game, tables.values())
        solution = solve(stud, payoffs_of(stud, tables), deck=FRENCH_52)
        assert each.edge == -solution.expectation()


def run(*arguments: str) -> object:
    result = CliRunner().invoke(command, ["mississippi-stud", *arguments], standalone_mode=False)
    assert result.exception is None, result.output
    return json.loads(result.stdout) if "--json" in arguments else result.stdout


ROWS = ("--row", "flush=5..8", "--row", "straight=3..6")


def test_the_command_lists_what_lies_within_the_edges(tmp_path: Path) -> None:
    path = tmp_path / "tables.csv"
    answer = run(*ROWS, "--edge", "3%..4%", "--json", "--csv", str(path))
    assert isinstance(answer, dict)
    edges = [Fraction(each["house_edge"]["fraction"]) for each in answer["tables"]]
    assert answer["tables_priced"] == 16 and answer["complete"]
    assert Fraction(671, 17850) in edges  # the published what-if: straight 5 to 1
    assert edges == sorted(edges) and all(3 <= 100 * edge <= 4 for edge in edges)
    with path.open(newline="") as file:
        assert [Fraction(row["house_edge"]) for row in csv.DictReader(file)] == edges


def test_a_target_finds_the_nearest_first() -> None:
    answer = run(*ROWS, "--target", "3.76%", "--json")
    assert isinstance(answer, dict)
    assert answer["tables"][0]["pays"] == {"flush": "6 to 1", "straight": "5 to 1"}


def test_ctrl_c_keeps_what_was_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        tables = sweep(MS, [parse_range("flush=5..8"), parse_range("straight=3..6")])
        yield next(tables)
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.commands.sweep.sweep", interrupted)
    result = CliRunner().invoke(command, ["mississippi-stud", *ROWS], standalone_mode=False)
    assert result.return_value == 130
    assert "1 of 1 tables" in result.stdout and "interrupted after 1 of 16" in result.stderr


@pytest.mark.parametrize("game", ["mississippi-stud", "let-it-ride", "235-stud"])
def test_a_swept_side_wager_is_its_own_price(game: str) -> None:
    """Odds and sums, stakes collected or not, hands of two to six cards, wagers won with others."""
    rules = priced_game(game)
    for wager in rules.game.wagers:
        if not wager.optional:
            continue
        rows = rules.table(wager.key, rules.letters(wager.key)[0]).rows
        row = rows[min(2, len(rows) - 1)].name
        range_ = parse_range(f"{wager.key}:{row}=11..12")
        for each in sweep(rules, [range_]):
            changed = rules.with_pays({row: f"{each.pays[0]} to 1"}, wager=wager.key)
            own = price(changed, wager.key)
            assert each.edge == own.house_edge, (wager.key, row)
            assert each.variance == own.moments.variance
            assert each.hit_frequency == own.hit_frequency


def test_the_command_seeks_a_side_wager() -> None:
    arguments = ["let-it-ride", "--wager", "three-card-bonus", "--row", "straight=4..7"]
    result = CliRunner().invoke(command, [*arguments, "--target", "2.5%", "--json"])
    nearest = json.loads(result.stdout)["tables"][0]
    changed = LIR.with_pays(
        {"straight": nearest["pays"]["three-card-bonus:straight"]}, wager="three-card-bonus"
    )
    edge = price(changed, "three-card-bonus").house_edge
    assert nearest["house_edge"]["fraction"] == str(edge)
    assert abs(edge - Fraction(1, 40)) == min(
        abs(
            price(
                LIR.with_pays({"straight": f"{odds} to 1"}, wager="three-card-bonus"),
                "three-card-bonus",
            ).house_edge
            - Fraction(1, 40)
        )
        for odds in range(4, 8)
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no row is swept"),
        (["flush=8..5"], "the lower number first"),
        (["flush=0..5"], "the lower number first"),
        (["flush=many"], "write two numbers"),
        (["flush=1..2", "flush=1..2"], "named twice"),
        (["flush=1..2000", "straight=1..2000"], "narrow them"),
        (["five aces=1..2"], "choose one of royal flush"),
        (["progressive:flush=1..2", "flush=1..2"], "one side wager at a time"),
        (["progressive:pair=1..2"], "choose one of"),
    ],
)
def test_a_sweep_that_means_nothing_is_refused(rows: list[str], message: str) -> None:
    with pytest.raises(PitbossError) as refusal:
        list(sweep(MS, [parse_range(row) for row in rows]))
    assert message in str(refusal.value)
