"""Environments of the stud games: Gymnasium's own checks, and the solver's figures to the bit."""

import warnings
from collections.abc import Iterator
from fractions import Fraction

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random

import pitboss
from pitboss.cards import Card, card_names
from pitboss.envs import IDS, StudEnv, StudVectorEnv, evaluate, make_vec
from pitboss.envs.evaluation import policy_acts, reach_counts
from pitboss.envs.observations import UNKNOWN, Observation
from pitboss.envs.options import UnknownOption
from pitboss.envs.stud.tables import StudTables, stud_tables
from pitboss.odds.game import priced_game
from pitboss.odds.stud.solve import Path

GAMES = sorted(key for key in IDS if not pitboss.GAMES[key].draws)


@pytest.fixture(params=GAMES)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def tables(key: str) -> StudTables:
    return stud_tables(key)


@pytest.mark.parametrize("observation", ["class", "cards", "one-hot"])
def test_gymnasium_accepts_every_environment(key: str, observation: str) -> None:
    env = gym.make(IDS[key], observation=observation, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("observation", ["class", "cards", "one-hot"])
def test_round_i_of_many_is_the_round_of_one_environment_seeded_alike(
    key: str, observation: Observation
) -> None:
    many = make_vec(key, 4, observation=observation)
    views, info = many.reset(seed=11)
    ones = [StudEnv(key, observation=observation) for _ in range(4)]
    starts = [env.reset(seed=11 + i) for i, env in enumerate(ones)]
    assert all(np.array_equal(views[i], start) for i, (start, _) in enumerate(starts))
    rng, over = np_random(5)[0], [False] * 4
    rewards = set()
    for _ in range(120):
        acts = [int(rng.integers(max(1, mask.sum()))) for mask in info["action_mask"]]
        views, reward, ended, _, info = many.step(np.array(acts))
        for i, env in enumerate(ones):
            if over[i]:
                (one, own), paid, regret = env.reset(), 0.0, 0.0
                over[i] = False
            else:
                one, paid, over[i], _, own = env.step(acts[i])
                regret = own["regret"]
            assert np.array_equal(one, views[i])
            assert (paid, over[i], regret) == (reward[i], ended[i], info["regret"][i])
            assert np.array_equal(own["worths"], info["worths"][i])
            assert np.array_equal(own["action_mask"], info["action_mask"][i])
        rewards |= set(reward.tolist())
    assert len(rewards) > 3


def test_same_step_resets_and_shows_the_end(key: str) -> None:
    env = make_vec(key, 64, autoreset_mode="SameStep", observation="cards")
    env.reset(seed=2)
    views, reward, ended, _, info = env.step(np.zeros(64, np.int64))
    while not ended.any():
        views, reward, ended, _, info = env.step(np.zeros(64, np.int64))
    assert np.array_equal(info["_final_obs"], ended)
    # Whoever folds sees no further card; whoever plays on to the end sees all five.
    cards = 2 if key == "mississippi-stud" else 5
    assert (info["final_obs"][ended][:, :cards] < UNKNOWN).all()
    assert (info["final_obs"][ended][:, cards:5] == UNKNOWN).all()
    assert (views[ended][:, 4] == UNKNOWN).all()
    assert (info["action_mask"].sum(axis=1) > 1).all()
    assert (reward[~ended] == 0).all()


def _some_situations(tables: StudTables) -> Iterator[tuple[int, Path, list[Card], int]]:
    """(decision, path, cards, situation) of rounds that are dealt and played at random."""
    env = StudEnv(tables.game, observation="class")
    rng = np_random(7)[0]
    env.reset(seed=4)
    for _ in range(40):
        situation, info = env.reset()
        ended = False
        while not ended:
            stage = env._place.stage
            cards = [Card(int(card)) for card in env._cards[: tables.stages[stage].depth]]
            yield stage, Path(env._place.path), cards, int(situation)
            legal = int(info["action_mask"].sum())
            situation, _, ended, _, info = env.step(int(rng.integers(legal)))


def test_worths_are_those_of_the_solver_by_cards(tables: StudTables) -> None:
    """The situation's number leads to the worths that the solver gives for the cards themselves."""
    decisions = set()
    for at, path, cards, situation in _some_situations(tables):
        expected = tables.solution.choice_worths(path, cards)
        sums = tables.sums[situation, : len(expected)].tolist()
        own = [Fraction(total, tables.orders[at]) for total in sums]
        # Wagers decided before are in the solver's figure and not in the table's.
        assert len({a - b for a, b in zip(expected, own, strict=True)}) == 1
        decisions.add(at)
    assert decisions == set(range(len(tables.stages)))


def test_info_has_the_advice_of_the_front_door() -> None:
    env = StudEnv("let-it-ride", observation="cards", render_mode="ansi")
    _, info = env.reset(seed=9)
    cards = " ".join(card_names([Card(int(card)) for card in env._cards[:3]]).split())
    assert env.render() == f"{cards}: bet-1"
    advice = pitboss.advise("let-it-ride", cards)
    assert max(info["worths"][:2]) == pytest.approx(float(advice.best.value), abs=1e-12)


def test_optimal_play_costs_nothing_and_its_expectation_is_the_published_one(
    key: str, tables: StudTables
) -> None:
    acts = tables.arrays.worths.argmax(axis=1)
    grade = evaluate(lambda situation: int(acts[situation]), key)
    assert grade.cost == 0
    assert grade.mistakes == ()
    assert -grade.expectation == pitboss.price(key, "base").house_edge


def test_the_exact_cost_agrees_with_dealt_rounds(key: str, tables: StudTables) -> None:
    """A policy that is wrong at random: its mean reward lies within five errors of the exact one,
    and so does its mean regret of the exact cost."""
    rng = np_random(3)[0]
    acts = rng.integers(tables.arrays.choices)
    grade = evaluate(lambda situation: int(acts[situation]), key)
    assert grade.cost > Fraction(1, 10)
    env = StudVectorEnv(key, 4096, autoreset_mode="SameStep")
    now, _ = env.reset(seed=1)
    results: list[float] = []
    regret = 0.0
    while len(results) < 300_000:
        now, reward, ended, _, info = env.step(acts[now])
        results += reward[ended].tolist()
        regret += float(info["regret"].sum())
    error = np.std(results) / len(results) ** 0.5
    assert abs(np.mean(results) - float(grade.expectation)) < 5 * error
    assert abs(regret / len(results) - float(grade.cost)) < 5 * error


def test_every_deal_reaches_the_first_decision(tables: StudTables) -> None:
    acts = policy_acts(tables, lambda situation: 0)
    reach = reach_counts(tables, acts)
    first = reach[: int(tables.arrays.classes[0])]
    depth, deals = tables.stages[0].depth, 52 * 51 // 2
    for k in range(2, depth):
        deals *= 52 - k
    assert int(first.sum()) == deals


def test_a_changed_paytable_has_worths_of_its_own() -> None:
    changed = priced_game("mississippi-stud").with_pays({"royal flush": "400 to 1"})
    env, plain = StudEnv(changed), StudEnv("mississippi-stud")
    assert env.tables.solution.expectation() < plain.tables.solution.expectation()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UnknownOption, match="observation 'pixels'"):
        StudEnv("let-it-ride", observation="pixels")  # type: ignore[arg-type]
    with pytest.raises(UnknownOption, match="draw game"):
        StudEnv("double-draw")
    env = StudEnv("let-it-ride")
    env.reset(seed=1)
    for act in (2, -1, np.array(2)):
        with pytest.raises(UnknownOption, match=f"act {act} is not legal"):
            env.step(act)
    with pytest.raises(TypeError):
        env.step(1.0)
    assert not env.step(np.array(1))[2]  # the refused acts changed nothing
    assert env.step(np.int64(0))[2]
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)
    many = make_vec("let-it-ride", 3)
    many.reset(seed=1)
    with pytest.raises(UnknownOption, match="act 2 of environment 1"):
        many.step(np.array([0, 2, 0]))
    with pytest.raises(UnknownOption, match="2 seeds for 3"):
        many.reset(seed=[1, 2])
    with pytest.raises(UnknownOption, match="not legal in situation"):
        evaluate(lambda situation: 3, "let-it-ride")
