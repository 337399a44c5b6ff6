"""Many rounds of a stud game at once, as a Gymnasium vector environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.stud_kernels import FACTS, add_decided, reset_all, seed_all, step_all
from pitboss.envs.stud_tables import UnknownOption, stud_tables
from pitboss.odds.arrays import Floats, Ints, Words
from pitboss.odds.game import PricedGame

Reply = tuple[Any, Floats, Any, Any, dict[str, Any]]


class StudVectorEnv(VectorEnv[Any, Any, Any]):
    """Round i is that of a `StudEnv` seeded with the i-th seed.

    `info` has `action_mask` and, with `worths=True`, `worths` and `regret` as arrays. With
    same-step autoreset, `final_obs` holds the observations of the rounds that ended.
    """

    def __init__(
        self,
        game: str | PricedGame = "mississippi-stud",
        num_envs: int = 1,
        *,
        paytable: str = "",
        observation: Observation = "class",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        worths: bool = True,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise UnknownOption(
                "rounds of a vector environment end at different steps, so they are always reset",
                what_to_do="use autoreset_mode NextStep or SameStep",
            )
        if num_envs < 1:
            raise UnknownOption(f"{num_envs} environments cannot be stepped", what_to_do="use 1 up")
        self.metadata = {"autoreset_mode": mode}
        self.num_envs, self._with_worths = num_envs, worths
        self._same_step = mode == AutoresetMode.SAME_STEP
        self.tables = stud_tables(game, paytable)
        self.encoder = SituationEncoder(self.tables, observation)
        self.single_observation_space = self.encoder.space
        self.single_action_space = gym.spaces.Discrete(self.tables.acts)
        batch = gym.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        t, n = self.tables.arrays, num_envs
        counts = np.append(t.choices, 0)
        self._masks = (np.arange(self.tables.acts)[None, :] < counts[:, None]).astype(np.int8)
        none = np.full((1, self.tables.acts), -np.inf)
        self._worths = np.concatenate((t.worths, none))
        self._decided = bool(t.now2.any() or t.now3.any())
        self._states, self._decks = np.zeros((n, 4), np.uint64), np.zeros((n, 52), np.uint8)
        self._facts, self._rounds = np.zeros((n, FACTS), np.int64), np.zeros((n, 2), np.int64)
        self._now, self._ended = np.zeros(n, np.int64), np.zeros(n, np.bool_)
        self._started = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None or not self._started:
            self._seed(seed)
        chosen = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"], np.bool_)
        self._reset(chosen)
        self._started = True
        return self._observe(), self._info()

    def step(self, actions: Any) -> Reply:
        acts: Ints = np.ascontiguousarray(actions, np.int64)
        rewards, regrets = np.empty(self.num_envs), np.empty(self.num_envs)
        illegal = step_all(
            self.tables.arrays,
            acts,
            self._states,
            self._decks,
            self._facts,
            self._rounds,
            self._now,
            self._ended,
            rewards,
            regrets,
        )
        if illegal >= 0:
            raise UnknownOption(
                f"act {acts[illegal]} of environment {illegal} is not legal",
                what_to_do="choose an act that action_mask allows",
            )
        ended, final = self._ended.copy(), {}
        if self._same_step and ended.any():
            final = {"final_obs": self._observe(), "_final_obs": ended}
            self._reset(ended)
        info = {**self._info(), **final}
        if self._with_worths:
            info["regret"] = regrets
        return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _reset(self, chosen: Any) -> None:
        reset_all(
            self.tables.arrays,
            chosen,
            self._states,
            self._decks,
            self._facts,
            self._rounds,
            self._now,
        )
        self._ended[chosen] = False

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        numbers = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else [*seed]
        if len(numbers) != self.num_envs:
            raise UnknownOption(
                f"{len(numbers)} seeds for {self.num_envs} environments",
                what_to_do="give one seed, or one for each environment",
            )
        words = [int(self.np_random.integers(2**63)) if s is None else s for s in numbers]
        seeds: Words = np.array([word % 2**64 for word in words], np.uint64)
        seed_all(seeds, self._states, self._decks)

    def _observe(self) -> Any:
        return self.encoder.many(self._now, self._decks, self._rounds)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._masks[self._now]}
        if self._with_worths:
            info["worths"] = self._worths[self._now]
            if self._decided:
                add_decided(
                    self.tables.arrays, self._facts, self._rounds, self._now, info["worths"]
                )
        return info
