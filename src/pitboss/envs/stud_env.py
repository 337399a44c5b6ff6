"""One round after another of a stud game, as a Gymnasium environment."""

from collections.abc import Mapping
from typing import Any, Final

import gymnasium as gym
import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.stud_kernels import FACTS, deal_many
from pitboss.envs.stud_tables import UnknownOption, stud_tables
from pitboss.odds.arrays import Words
from pitboss.odds.game import PricedGame
from pitboss.odds.simulation.generator import start_state

BATCH: Final = 512  # rounds dealt at once, ahead of play
Step = tuple[Any, float, bool, bool, dict[str, Any]]


class StudEnv(gym.Env[Any, np.int64]):
    """A seat alone with the dealer. An episode is a round; its reward comes at the end, in units.

    Act 0 is the declining one: fold, or take the bet back. The other acts are the multiples that
    the decision allows, in ascending order. `info` has `action_mask`, `worths` (the exact worth of
    each act, −∞ where it is not legal) and, after an act, its exact `regret`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (Gymnasium's own name)

    def __init__(
        self,
        game: str | PricedGame = "mississippi-stud",
        *,
        paytable: str = "",
        stakes: Mapping[str, int] | None = None,
        meters: Mapping[str, int] | None = None,
        observation: Observation = "class",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UnknownOption(f"there is no rendering {render_mode!r}", what_to_do="use ansi")
        self.render_mode = render_mode
        self.tables = stud_tables(game, paytable, stakes, meters)
        self.encoder = SituationEncoder(self.tables, observation)
        self.observation_space = self.encoder.space
        self.action_space = gym.spaces.Discrete(self.tables.acts)
        t = self.tables.arrays
        self._masks = [
            np.array([act < count for act in range(self.tables.acts)], np.int8)
            for count in range(self.tables.acts + 1)
        ]
        self._choices: list[int] = [*t.choices.tolist(), 0]
        self._stages = [
            (depth - 2, begins, classes, rows, bool(folds), 2 * (depth - 2))
            for depth, begins, classes, rows, folds in zip(
                t.depths.tolist(),
                t.begins.tolist(),
                t.classes.tolist(),
                t.rows.tolist(),
                t.folds.tolist(),
                strict=True,
            )
        ]
        self._best: list[float] = t.best.tolist()
        self._now2: list[float] = t.now2.tolist()
        self._now3: list[list[float]] = t.now3.tolist()
        self._final: list[list[float]] = t.final.tolist()
        self._any_now = bool(t.now2.any() or t.now3.any())
        self._none = np.full(self.tables.acts, -np.inf)
        self._state: Words = np.zeros(4, np.uint64)
        self._seeded = False
        self._deck = np.arange(52, dtype=np.uint8)
        self._at = BATCH
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            word = self.np_random_seed if seed is None else seed
            self._state = start_state(np.uint64(word % 2**64), np.uint64(0))
            self._deck = np.arange(52, dtype=np.uint8)
            self._at, self._seeded = BATCH, True
        if self._at >= BATCH:
            self._deal()
        self._facts: list[int] = self._dealt[self._at]
        self._cards = self._dealt_cards[self._at]
        self._at += 1
        self._path = self._stage = 0
        self._over = False
        _, begins, _, _, _, _ = self._stages[0]
        self._now = begins + self._facts[self._stages[0][0]]
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> Step:
        act, now = int(action), self._now
        if self._over:
            raise gym.error.ResetNeeded("the round is over: call reset first")
        if not 0 <= act < self._choices[now]:
            raise UnknownOption(
                f"act {act} is not legal here",
                what_to_do=f"choose one of 0 to {self._choices[now] - 1}, as action_mask shows",
            )
        regret = self._best[now] - float(self.tables.arrays.worths[now, act])
        _, _, _, _, folds, shift = self._stages[self._stage]
        self._path += act << shift
        self._stage += 1
        facts, reward = self._facts, 0.0
        self._over = self._stage == len(self._stages) or (folds and act == 0)
        if self._over:
            self._now = self.tables.situations
            path = self._path
            reward = self._now2[facts[3]] + self._now3[path & 3][facts[4]]
            reward += self._final[path][facts[5]]
        else:
            fact, begins, classes, rows, _, _ = self._stages[self._stage]
            self._now = begins + rows[self._path] * classes + facts[fact]
        info = self._info()
        info["regret"] = regret
        return self._observe(), reward, self._over, False, info

    def render(self) -> str | None:
        """The known cards and the decision, as text."""
        if self.render_mode is None:
            return None
        rounds = np.array([[self._path, self._stage]])
        count = int(self.encoder.count_cards(np.array([self._now]), rounds)[0])
        cards = card_names([Card(int(card)) for card in self._cards[:count]])
        return f"{cards}: {'over' if self._over else self.tables.stages[self._stage].key}"

    def _deal(self) -> None:
        cards, facts = np.zeros((BATCH, 5), np.uint8), np.zeros((BATCH, FACTS), np.int64)
        deal_many(self.tables.arrays, self._state, self._deck, cards, facts)
        self._dealt: list[list[int]] = facts.tolist()
        self._dealt_cards, self._at = cards, 0

    def _observe(self) -> Any:
        return self.encoder.one(self._now, self._cards, self._path, self._stage)

    def _info(self) -> dict[str, Any]:
        now = self._now
        worths = self._none.copy() if self._over else self.tables.arrays.worths[now].copy()
        if self._any_now and not self._over:
            worths += self._decided()
        return {"action_mask": self._masks[self._choices[now]].copy(), "worths": worths}

    def _decided(self) -> float:
        """The result of wagers on fewer cards than are known."""
        depth, facts = self.tables.stages[self._stage].depth, self._facts
        total = self._now2[facts[3]] if depth > 2 else 0.0
        return total + (self._now3[self._path & 3][facts[4]] if depth > 3 else 0.0)
