"""The environment of a whole table, environments of custom rules, and custom bets."""

import warnings
from fractions import Fraction

import gymnasium as gym
import pytest
from pettingzoo.test import api_test, seed_test

import pitboss
from pitboss.envs import StudEnv, TableEnv, evaluate, register_rules
from pitboss.envs.options import UnknownOption


@pytest.mark.parametrize("game", ["235-stud", "let-it-ride", "mississippi-stud", "double-draw"])
def test_pettingzoo_accepts_every_table(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # its own advice against masks beside them
        api_test(TableEnv(game, 2, worths=game != "double-draw"), num_cycles=12)


def test_a_seed_deals_the_same_table() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: TableEnv("let-it-ride", 2), num_cycles=4)


def test_rewards_and_worths_are_those_of_the_table() -> None:
    env = TableEnv("mississippi-stud", 2, stakes={"ante": 10_00, "progressive": 1_00})
    env.reset(seed=3)
    worths = env.infos["seat_1"]["worths"]
    exact = env.table.worths()
    assert list(exact) == [str(play) for play in env.table.choices]
    assert worths[:4] == pytest.approx([float(value / 10_00) for value in exact.values()])
    assert exact["fold"] == -11_00, "a fold forfeits the progressive wager too"
    env.step(3)  # seat 1 folds
    assert env.infos["seat_1"]["regret"] == pytest.approx(worths.max() - worths[3])
    assert env.agent_selection == "seat_2"
    env.step(3)
    assert env.rewards == {"seat_1": -1.1, "seat_2": -1.1}
    assert all(env.terminations.values())
    with pytest.raises(UnknownOption, match="7 seats"):
        TableEnv("mississippi-stud", 7)


def test_own_rules_are_registered() -> None:
    (name,) = register_rules("examples/river-stud.toml")
    assert name == "pitboss/RiverStud-v0"
    assert register_rules("examples/river-stud.toml") == [name], "read again without a warning"
    env = gym.make(name, observation="cards")
    _, info = env.reset(seed=1)
    own = pitboss.read_rules("examples/river-stud.toml")["river-stud"]
    cards = env.unwrapped._cards[:2].tolist()  # type: ignore[attr-defined]
    advice = pitboss.advise(own, pitboss.Cards(cards))
    assert max(info["worths"]) == pytest.approx(float(advice.best.value))
    assert gym.make_vec(name, 3).reset(seed=1)[0].shape == (3,)


def test_worths_are_at_the_stakes_and_meters() -> None:
    stakes = {"ante": 10_00, "progressive": 1_00}
    table = pitboss.Table("mississippi-stud")
    env = StudEnv("mississippi-stud", stakes=stakes)
    _, info = env.reset(seed=8)
    table.sit("ann", seat=1, chips="1,000.00")
    table.bet(1, **stakes)
    table.deal(f"1: {pitboss.Cards(env._cards[:2].tolist())}")
    values = [table.worths()[text] for text in ("fold", "bet 10.00", "bet 20.00", "bet 30.00")]
    assert [*info["worths"]] == pytest.approx([float(value / 10_00) for value in values])
    rich = StudEnv("mississippi-stud", stakes=stakes, meters={"meter": 9_000_000_00})
    higher = rich.tables.arrays.best - env.tables.arrays.best
    assert (higher >= 0).all() and (higher > 1).any(), "only some hands can still win the meter"
    plain = evaluate(lambda situation: 1, "mississippi-stud")
    assert evaluate(lambda situation: 1, "mississippi-stud", stakes={"ante": 5_00}) == plain
    richer = evaluate(lambda s: 1, "mississippi-stud", stakes=stakes, meters={"meter": 10**10})
    assert richer.expectation > plain.expectation + Fraction(1)
    for wrong in ({"progressive": 1_00}, {"ante": 5_00, "roulette": 1_00}):
        with pytest.raises(UnknownOption):
            StudEnv("mississippi-stud", stakes=wrong)
    with pytest.raises(UnknownOption, match="no meter 'jackpot'"):
        StudEnv("mississippi-stud", stakes=stakes, meters={"jackpot": 1})
