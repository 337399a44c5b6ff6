"""A game is data: random games within the vocabulary, held against slow twin, class solver, prices,
simulator and table engine. `./pit soak games` does the same for 50,000 games.
"""

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit import game_checks
from kit.game_checks import disagreements, wrong_in
from kit.tiers import tier
from pitboss.odds.game import priced_in
from pitboss.odds.simulation.ahead import compile_stud
from pitboss.odds.simulation.stud_engine import stud_batch, stud_policy
from pitboss.odds.stud.rounds import joint_counts, stud_game, stud_payoffs
from pitboss.odds.stud.solve import Payoffs, Solution, solve
from pitboss.rulebook.own import read_rules

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = tier(500, 5_000)
PARTS = 5  # of the games, which several workers share


@pytest.mark.parametrize("part", range(PARTS))
@settings(max_examples=GAMES // PARTS, deadline=None, database=None, derandomize=True)
@given(seed=st.integers(0, 2**64))
def test_a_random_game_is_solved_priced_simulated_and_dealt_alike(part: int, seed: int) -> None:
    assert wrong_in(f"suite {part} {seed}") == []


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


def test_an_own_game_needs_no_kernel_that_a_published_one_does_not() -> None:
    """Kernels are compiled by types, not by shapes: those compiled at set-up serve every stud."""
    compile_stud()
    before = _signatures()
    assert len(before) >= 5
    for file in ("river-stud.toml", "let-it-pair.toml"):
        book = read_rules(EXAMPLES / file)
        for key in book.own:
            game = priced_in(book, key)
            letters = game.base_letters("A")
            solution = solve(stud_game(game), stud_payoffs(game, letters))
            joint_counts(solution, six=False)
            stud_batch(stud_policy(solution), 1, 1, 1)
    assert _signatures() == before


def _signatures() -> dict[str, list[str]]:
    """The types that each kernel of stud games is compiled for."""
    return {
        f"{module}.{name}": [str(types) for types in value.signatures]
        for module in ("stud.kernels", "stud.joint_kernels", "simulation.stud_kernels")
        for name, value in vars(sys.modules[f"pitboss.odds.{module}"]).items()
        if getattr(value, "signatures", None) and value.__module__.endswith(module)
    }
