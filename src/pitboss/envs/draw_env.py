"""Rounds of a draw game, one after another or many at once, as Gymnasium environments."""

from typing import Any, Final, get_args

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from pitboss.cards import Card, card_names
from pitboss.envs.draw_kernels import UNKNOWN, DrawState, new_state, reset_all, seed_all, step_all
from pitboss.envs.draw_tables import DECK, DrawTables, draw_tables
from pitboss.envs.observations import Observation
from pitboss.envs.stud_tables import UnknownOption
from pitboss.envs.vector_rounds import VectorRounds
from pitboss.odds.arrays import Floats, Int, Ints, Words
from pitboss.odds.draw.model import MAX_DISCARDS
from pitboss.odds.game import PricedGame

PLACES: Final = 5 + MAX_DISCARDS
OVER: Final = 2  # instead of a decision's number
Step = tuple[Any, float, bool, bool, dict[str, Any]]


class HandEncoder:
    """Shows a draw game in one way.

    `class` is the class of the hand, plus the number of classes at the second decision; it does
    not tell the player's own discards. `cards` are the hand's five places, the three discards (54
    where there is none) and the decision. `one-hot` has ones for cards, discards and decision.
    """

    def __init__(self, tables: DrawTables, kind: Observation) -> None:
        if kind not in get_args(Observation):
            kinds = ", ".join(get_args(Observation))
            raise UnknownOption(f"there is no observation {kind!r}", what_to_do=f"use {kinds}")
        self.tables, self.kind = tables, kind
        self._names = np.append(tables.cards, np.full(UNKNOWN + 1 - DECK, DECK))
        self.space: gym.Space[Any]
        if kind == "class":
            self.space = gym.spaces.Discrete(tables.situations + 1)
        elif kind == "cards":
            self.space = gym.spaces.MultiDiscrete([DECK + 1] * PLACES + [OVER + 1])
        else:
            self.space = gym.spaces.Box(0, 1, (2 * DECK + OVER + 1,), np.float32)

    def many(self, s: DrawState) -> Any:
        if self.kind == "class":
            return s.now.copy()
        hands, dead = self._names[s.hands], self._names[s.dead]
        if self.kind == "cards":
            return np.concatenate((hands, dead, s.rounds[:, None]), axis=1)
        out = np.zeros((len(s.now), 2 * DECK + 1 + OVER + 1), np.float32)
        rows = np.arange(len(s.now))[:, None]
        out[rows, hands] = 1
        out[rows, DECK + dead] = 1
        out[rows[:, 0], 2 * DECK + 1 + s.rounds] = 1
        return np.delete(out, 2 * DECK, axis=1)


class DrawVectorEnv(VectorRounds):
    """Round i is that of a `DrawEnv` seeded with the i-th seed; `info` as there, as arrays."""

    def __init__(
        self,
        game: str | PricedGame = "double-draw",
        num_envs: int = 1,
        *,
        paytable: str = "",
        observation: Observation = "class",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        worths: bool = True,
    ) -> None:
        self.tables = draw_tables(game, paytable)
        self.encoder = HandEncoder(self.tables, observation)
        super().__init__(num_envs, self.encoder.space, self.tables.acts, autoreset_mode, worths)
        self._rounds = new_state(num_envs, self.tables.acts)
        acts = np.arange(self.tables.acts)
        self._masks = np.array([acts < n for n in range(self.tables.acts + 1)], np.int8)

    def _start(self, seeds: Words) -> None:
        seed_all(seeds, self._rounds)

    def _deal(self, chosen: Any) -> None:
        reset_all(self.tables.arrays, self._rounds, chosen, self._with_worths)

    def _play(self, acts: Ints, rewards: Floats, regrets: Floats) -> Int:
        priced = self._with_worths
        illegal: Int = step_all(self.tables.arrays, self._rounds, acts, rewards, regrets, priced)
        return illegal

    def _over(self) -> Any:
        return self._rounds.ended

    def _observe(self) -> Any:
        return self.encoder.many(self._rounds)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._masks[self._rounds.choices]}
        if self._with_worths:
            info["worths"] = self._rounds.worths.copy()
        return info


class DrawEnv(gym.Env[Any, np.int64]):
    """A seat alone with the dealer. An episode is a round; its reward comes at the end, in units.

    Act 0 folds, act 1 stands, acts 2 to 6 replace one card, 7 to 16 two and 17 to 26 three; the
    cards are places of the hand as it is shown. At the second draw acts 0 to 6 are legal. `info`
    has `action_mask`, `worths` (a tuple, exact, given the player's own discards) and, after an act,
    its exact `regret`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (Gymnasium's own name)

    def __init__(
        self,
        game: str | PricedGame = "double-draw",
        *,
        paytable: str = "",
        observation: Observation = "class",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UnknownOption(f"there is no rendering {render_mode!r}", what_to_do="use ansi")
        self.render_mode = render_mode
        self.tables = draw_tables(game, paytable)
        self.encoder = HandEncoder(self.tables, observation)
        self.observation_space = self.encoder.space
        self.action_space = gym.spaces.Discrete(self.tables.acts)
        self._round = new_state(1, self.tables.acts)
        self._round.ended[0] = True
        self._all = np.ones(1, np.bool_)
        self._act = np.zeros(1, np.int64)
        self._reward, self._regret = np.zeros(1), np.zeros(1)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            word = self.np_random_seed if seed is None else seed
            seed_all(np.array([word % 2**64], np.uint64), self._round)
            self._seeded = True
        reset_all(self.tables.arrays, self._round, self._all, True)
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> Step:
        if self._round.ended[0]:
            raise gym.error.ResetNeeded("the round is over: call reset first")
        self._act[0] = action
        legal = int(self._round.choices[0])
        t, reward, regret = self.tables.arrays, self._reward, self._regret
        if step_all(t, self._round, self._act, reward, regret, True) >= 0:
            raise UnknownOption(
                f"act {int(action)} is not legal here",
                what_to_do=f"choose one of 0 to {legal - 1}, as action_mask shows",
            )
        info = self._info()
        info["regret"] = float(regret[0])
        return self._observe(), float(reward[0]), bool(self._round.ended[0]), False, info

    def render(self) -> str | None:
        """The hand and the decision, as text."""
        if self.render_mode is None:
            return None
        hand = card_names([Card(int(self.tables.cards[card])) for card in self._round.hands[0]])
        at = int(self._round.rounds[0])
        return f"{hand}: {'over' if at == OVER else self.tables.keys[at]}"

    def _observe(self) -> Any:
        return self.encoder.many(self._round)[0]

    def _info(self) -> dict[str, Any]:
        mask = (np.arange(self.tables.acts) < self._round.choices[0]).astype(np.int8)
        return {"action_mask": mask, "worths": tuple(self._round.worths[0].tolist())}
