"""The games of `examples/` are played, priced, dealt and replayed like the published ones."""

from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.notation.header import BadRound
from pitboss.notation.replay import differences, replay
from pitboss.odds.simulation.job import job_of
from pitboss.rulebook import MARK
from pitboss.rulebook.rules import Rules

ROOT = Path(__file__).parents[2]
EXAMPLES = {name: ROOT / "examples" / f"{name}.toml" for name in ("river-stud", "let-it-pair")}
# The published Let It Ride with the same table A has the same edge.
EDGES = {
    ("river-stud", "A"): Fraction(5587, 123760),
    ("river-stud", "half-pay"): Fraction(131639, 3248700),
    ("let-it-pair", "A"): Fraction(37963, 1082900),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_golden_round_replays_with_its_rules_and_is_refused_without(name: str) -> None:
    text = (ROOT / "tests" / "data" / "own" / f"{name}.round").read_text(encoding="utf-8")
    book = pitboss.read_rules(EXAMPLES[name]).book
    assert MARK in text.splitlines()[0]
    assert differences(text, replay(text, book)) == []
    with pytest.raises(BadRound, match="own rules"):
        replay(text)


def test_a_round_under_changed_rules_differs(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "data" / "own" / "river-stud.round").read_text(encoding="utf-8")
    rules = EXAMPLES["river-stud"].read_text(encoding="utf-8").replace("13 to 2", "7 to 1")
    path = tmp_path / "changed.toml"
    path.write_text(rules, encoding="utf-8")
    lines = differences(text, replay(text, pitboss.read_rules(path).book))
    assert any(line.startswith("+rules river-stud@") for line in lines)


@pytest.mark.parametrize(("name", "letter"), EDGES)
def test_the_examples_have_their_golden_edges(name: str, letter: str) -> None:
    game = pitboss.read_rules(EXAMPLES[name])[name]
    assert pitboss.price(game, "base", letter).house_edge == EDGES[name, letter]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_simulation_job_carries_the_rules_to_any_machine(name: str) -> None:
    game = pitboss.read_rules(EXAMPLES[name])[name]
    job = job_of(game, {})
    assert job.priced.fingerprint == game.fingerprint
    assert hash(job) == hash(job_of(game, {}))


def test_a_table_in_python_plays_own_rules_and_published_ones_beside_them() -> None:
    games = pitboss.read_rules(EXAMPLES["let-it-pair"])
    assert pitboss.Table(games["let-it-ride"], "wagers base Z").rules.is_own
    beside = pitboss.Table(games["let-it-ride"]).rules
    assert not beside.is_own
    assert beside == Rules(pitboss.Table("let-it-ride").rules.choices)
