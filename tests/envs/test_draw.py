"""The environment of a draw game: the solver's figures, and rounds one by one and at once."""

import warnings
from fractions import Fraction

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random

import pitboss
from kit.env_rounds import differences
from kit.tiers import tier
from pitboss.cards import Card, card_names
from pitboss.envs import IDS, DrawEnv, DrawVectorEnv, evaluate
from pitboss.envs.draw.tables import DECK, SECOND_ACTS, DrawTables, draw_tables
from pitboss.envs.observations import Observation
from pitboss.envs.options import UnknownOption

GAME = "double-draw"


@pytest.fixture(scope="module")
def tables() -> DrawTables:
    return draw_tables(GAME)


@pytest.mark.parametrize("observation", ["class", "cards", "one-hot"])
def test_gymnasium_accepts_it_and_rounds_are_the_same_one_by_one(observation: Observation) -> None:
    env = gym.make(IDS[GAME], observation=observation, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    many = DrawVectorEnv(GAME, 3, observation=observation, autoreset_mode="SameStep")
    ones = [DrawEnv(GAME, observation=observation) for _ in range(3)]
    views, info = many.reset(seed=5)
    starts = [one.reset(seed=5 + i) for i, one in enumerate(ones)]
    rng = np_random(2)[0]
    for _ in range(tier(12, 40)):
        for i, (start, own) in enumerate(starts):
            assert np.array_equal(views[i], start)
            assert np.array_equal(info["worths"][i], own["worths"])
            assert np.array_equal(info["action_mask"][i], own["action_mask"])
        acts = rng.integers(info["action_mask"].sum(axis=1))
        views, rewards, ended, _, info = many.step(acts)
        starts = []
        for i, one in enumerate(ones):
            start, reward, over, _, own = one.step(int(acts[i]))
            assert (reward, over, own["regret"]) == (rewards[i], ended[i], info["regret"][i])
            starts.append(one.reset() if over else (start, own))


def test_every_second_act_pays_as_in_many_rounds_and_a_seed_restarts_the_sequence() -> None:
    """Seven rounds with the same cards, one for each second act; then each of them alone."""
    one = DrawEnv(GAME, observation="cards", render_mode="ansi")
    many = DrawVectorEnv(GAME, SECOND_ACTS, observation="cards")
    for seed in range(40):
        first = 1 + seed % (one.tables.acts - 1)
        many.reset(seed=[seed] * SECOND_ACTS)
        many.step(np.full(SECOND_ACTS, first))
        views, rewards, ended, _, info = many.step(np.arange(SECOND_ACTS))
        assert ended.all()
        for act in range(SECOND_ACTS):
            one.reset(seed=seed)
            one.step(first)
            view, reward, over, _, own = one.step(act)
            assert (reward, over, own["regret"]) == (rewards[act], True, info["regret"][act])
            assert np.array_equal(view, views[act])
            hand = card_names([Card(int(card)) for card in view[:5]])
            assert one.render() == f"{hand}: over"
            one.reset()  # the rounds dealt ahead are not those of the next seed


def test_worths_are_those_of_the_front_door() -> None:
    """Both decisions, the second one with the player's own discards."""
    env, rng = DrawEnv(GAME, observation="cards"), np_random(1)[0]
    env.reset(seed=5)
    for _ in range(tier(4, 400)):
        view, info = env.reset()
        hand = card_names([Card(int(card)) for card in view[:5]])
        best = pitboss.advise(GAME, hand).best
        assert max(info["worths"]) == pytest.approx(float(best.value), abs=1e-12)
        view, _, _, _, info = env.step(int(rng.integers(2, 27)))
        hand, dead = (
            card_names([Card(int(card)) for card in some if card < DECK])
            for some in (view[:5], view[5:8])
        )
        best = pitboss.advise(GAME, hand, dead=dead).best
        assert max(info["worths"]) == pytest.approx(float(best.value), abs=1e-12)


def test_a_policy_is_priced_exactly(tables: DrawTables) -> None:
    """Best first discards, then standing: the exact figure lies within five errors of the mean."""
    first = tables.arrays.first.argmax(axis=1)
    policy = np.concatenate((first, np.ones_like(first)))
    grade = evaluate(lambda situation: int(policy[situation]), GAME)
    assert grade.optimal == -pitboss.price(GAME).house_edge
    assert grade.cost > Fraction(1, 100)
    assert grade.mistakes and grade.mistakes[0].decision == tables.keys[1]
    env = DrawVectorEnv(GAME, 4096, autoreset_mode="SameStep", worths=False)
    now, _ = env.reset(seed=1)
    results: list[float] = []
    while len(results) < 200_000:
        now, reward, ended, _, _ = env.step(policy[now])
        results += reward[ended].tolist()
    error = np.std(results) / len(results) ** 0.5
    assert abs(np.mean(results) - float(grade.expectation)) < 5 * error


@pytest.mark.parametrize("game", [GAME, "235-stud", "let-it-ride", "mississippi-stud"])
def test_kernels_pay_the_same_cents_as_the_engine(game: str) -> None:
    assert differences(game, tier(150, 20_000), seed=3) == []


def test_illegal_acts_are_refused() -> None:
    env = DrawEnv(GAME)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(UnknownOption, match="act 7 is not legal"):
        env.step(7)
    with pytest.raises(UnknownOption, match="observation 'pixels'"):
        DrawEnv(GAME, observation="pixels")  # type: ignore[arg-type]
