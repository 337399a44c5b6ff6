"""The common base of all vector environments: seeds, autoreset, and the shape of the replies."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from pitboss.envs.options import UnknownOption
from pitboss.odds.arrays import Floats, Int, Ints, Words

Reply = tuple[Any, Floats, Any, Any, dict[str, Any]]


class VectorRounds(VectorEnv[Any, Any, Any]):
    """Many rounds at once. A subclass deals, plays, and shows them."""

    def __init__(
        self,
        num_envs: int,
        space: gym.Space[Any],
        acts: int,
        autoreset_mode: AutoresetMode | str,
        worths: bool,
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
        self.single_observation_space = space
        self.single_action_space = gym.spaces.Discrete(acts)
        batch = gym.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        self._started = False

    @abstractmethod
    def _start(self, seeds: Words) -> None:
        """Starts every round's generator."""

    @abstractmethod
    def _deal(self, chosen: Any) -> None:
        """Deals new rounds where `chosen`."""

    @abstractmethod
    def _play(self, acts: Ints, rewards: Floats, regrets: Floats) -> Int:
        """Steps every round; returns the first round whose act is illegal, or −1."""

    @abstractmethod
    def _over(self) -> Any:
        """Which rounds have ended."""

    @abstractmethod
    def _observe(self) -> Any: ...

    @abstractmethod
    def _info(self) -> dict[str, Any]: ...

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
        self._deal(chosen)
        self._started = True
        return self._observe(), self._info()

    def step(self, actions: Any) -> Reply:
        acts: Ints = np.ascontiguousarray(actions, np.int64)
        rewards, regrets = np.empty(self.num_envs), np.empty(self.num_envs)
        illegal = self._play(acts, rewards, regrets)
        if illegal >= 0:
            raise UnknownOption(
                f"act {acts[illegal]} of environment {illegal} is not legal",
                what_to_do="choose an act that action_mask allows",
            )
        ended, final = self._over().copy(), {}
        if self._same_step and ended.any():
            final = {"final_obs": self._observe(), "_final_obs": ended}
            self._deal(ended)
        info = {**self._info(), **final}
        if self._with_worths:
            info["regret"] = regrets
        return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), info

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
        self._start(np.array([word % 2**64 for word in words], np.uint64))
