"""Many rounds of a stud game at once, as a Gymnasium vector environment."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.stud.kernels import FACTS, add_decided, reset_all, seed_all, step_all
from pitboss.envs.stud.tables import stud_tables
from pitboss.envs.vector_rounds import VectorRounds
from pitboss.odds.arrays import Floats, Int, Ints, Words
from pitboss.odds.game import PricedGame


class StudVectorEnv(VectorRounds):
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
        stakes: Mapping[str, int] | None = None,
        meters: Mapping[str, int] | None = None,
        observation: Observation = "class",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        worths: bool = True,
    ) -> None:
        self.tables = stud_tables(game, paytable, stakes, meters)
        self.encoder = SituationEncoder(self.tables, observation)
        super().__init__(num_envs, self.encoder.space, self.tables.acts, autoreset_mode, worths)
        t, n = self.tables.arrays, num_envs
        counts = np.append(t.choices, 0)
        self._masks = (np.arange(self.tables.acts)[None, :] < counts[:, None]).astype(np.int8)
        none = np.full((1, self.tables.acts), -np.inf)
        self._worths = np.concatenate((t.worths, none))
        self._decided = bool(t.now2.any() or t.now3.any())
        self._states, self._decks = np.zeros((n, 4), np.uint64), np.zeros((n, 52), np.uint8)
        self._facts, self._rounds = np.zeros((n, FACTS), np.int64), np.zeros((n, 2), np.int64)
        self._now, self._ended = np.zeros(n, np.int64), np.zeros(n, np.bool_)
        self._dealt = self._states, self._decks, self._facts, self._rounds, self._now

    def _start(self, seeds: Words) -> None:
        seed_all(seeds, self._states, self._decks)

    def _deal(self, chosen: Any) -> None:
        reset_all(self.tables.arrays, chosen, *self._dealt)
        self._ended[chosen] = False

    def _play(self, acts: Ints, rewards: Floats, regrets: Floats) -> Int:
        played = (*self._dealt, self._ended, rewards, regrets)
        illegal: Int = step_all(self.tables.arrays, acts, *played)
        return illegal

    def _over(self) -> Any:
        return self._ended

    def _observe(self) -> Any:
        return self.encoder.many(self._now, self._decks, self._rounds)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._masks[self._now]}
        if self._with_worths:
            info["worths"] = self._worths[self._now]
            if self._decided:
                about = self._facts, self._rounds, self._now
                add_decided(self.tables.arrays, *about, info["worths"])
        return info
