"""A game is data: random games within the vocabulary, held against slow twin, class solver, prices,
simulator and table engine. `./pit soak games` does the same for 50,000 games.
"""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit import game_checks
from kit.game_checks import disagreements, wrong_in
from kit.tiers import tier
from pitboss.odds.game import priced_in
from pitboss.odds.stud.solve import Payoffs, Solution, solve
from pitboss.rulebook.own import read_rules

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = tier(80, 5_000)


@settings(max_examples=GAMES, deadline=None, database=None, derandomize=True)
@given(st.integers(0, 2**64).map(lambda seed: f"suite {seed}"))
def test_a_random_game_is_solved_priced_simulated_and_dealt_alike(seed: str) -> None:
    assert wrong_in(seed) == []


@pytest.mark.parametrize(
    ("file", "key"), [("river-stud", "river-stud"), ("let-it-pair", "let-it-pair")]
)
def test_the_games_of_the_example_files_agree_with_themselves(file: str, key: str) -> None:
    game = priced_in(read_rules(EXAMPLES / f"{file}.toml"), key)
    for letter in game.letters("base"):
        for number in range(3):
            assert list(disagreements(game, Random(f"{key} {letter} {number}"), 6, letter)) == []


def test_a_fault_of_the_solver_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(game: object, payoffs: Payoffs, **options: object) -> Solution:
        payoffs.final[:, -1] += 1  # the best hand pays one part more
        return solve(game, payoffs, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(game_checks, "solve", faulty)
    assert any(wrong_in(f"fault {n}") for n in range(5))
