"""Rounds of a draw game, one after another or many at once, as Gymnasium environments."""

from operator import index
from typing import Any, Final, NoReturn

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from pitboss.cards import Card, card_names
from pitboss.envs.draw.kernels import (
    LAST_CARD,
    UNKNOWN,
    DrawState,
    deal_ahead,
    new_state,
    open_second,
    reset_all,
    seed_all,
    step_all,
)
from pitboss.envs.draw.tables import DECK, SECOND_ACTS, DrawTables, draw_tables
from pitboss.envs.observations import Observation, more_masks, observation_space
from pitboss.envs.options import UnknownOption
from pitboss.envs.vector_rounds import VectorRounds
from pitboss.odds.arrays import Floats, Int, Ints, Words
from pitboss.odds.draw.model import MAX_DISCARDS
from pitboss.odds.game import PricedGame

PLACES: Final = 5 + MAX_DISCARDS
OVER: Final = 2  # instead of a decision's number
FIRST_BATCH: Final = 4  # rounds dealt in advance; twice as many each time
BATCH: Final = 128
Dealt = tuple[int, int, tuple[float, ...], float]  # row, situation, worths, the best of them
Step = tuple[Any, float, bool, bool, dict[str, Any]]


class HandEncoder:
    """Shows a draw game in one way.

    `class` is the class of the hand, plus the number of classes at the second decision; it does
    not show the player's own discards. `cards` are the hand's five places, the three discards (54
    where there is none) and the decision. `one-hot` has ones for cards, discards and decision.
    """

    def __init__(self, tables: DrawTables, kind: Observation) -> None:
        self.tables, self.kind = tables, kind
        self._names = np.append(tables.cards, np.full(UNKNOWN + 1 - DECK, DECK))
        places = [DECK + 1] * PLACES + [OVER + 1]
        self.space = observation_space(kind, tables.situations, places, 2 * DECK + OVER + 1)

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
    """Round i is that of a `DrawEnv` seeded with the i-th seed; its `info` comes as arrays."""

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
        self._ahead = new_state(BATCH, self.tables.acts)  # rounds of one generator
        self._tables, self._rounds = tuple(self.tables.arrays), tuple(self._ahead)
        self._figures = np.zeros(2 * SECOND_ACTS)
        fold = int(self.tables.arrays.folds[0]) / self.tables.arrays.unit
        self._first_rewards = [fold]  # no other first act ends a round
        self._none = (-np.inf,) * self.tables.acts
        self._masks: list[list[Any]] = [[], [], []]  # by decision, each to be handed out once
        self._legal = (self.tables.acts, SECOND_ACTS, 0)
        self._seeded, self._batch, self._last = False, FIRST_BATCH, 0
        self._dealt: list[Dealt] = []  # the next round at the end
        self._row, self._at, self._now = 0, OVER, self.tables.situations  # reset comes first
        self._worths, self._best = self._none, -np.inf
        self._rewards: list[float] = []  # of the acts that would end the round now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if seed is not None or not self._seeded:
            self._seed(seed)
        if not self._dealt:
            self._deal()
        self._row, self._now, self._worths, self._best = self._dealt.pop()
        self._at, self._rewards = 0, self._first_rewards
        return self._observe(), {"action_mask": self._mask(), "worths": self._worths}

    def step(self, action: np.int64 | int) -> Step:
        at, act = self._at, index(action)
        if not 0 <= act < self._legal[at]:
            self._refuse(act)
        regret, reward = self._best - self._worths[act], 0.0
        if act and at == 0:
            figures = self._figures
            self._now = open_second(self._tables, self._rounds, self._row, act, figures)
            row = figures.tolist()
            worths, self._rewards = row[:SECOND_ACTS], row[SECOND_ACTS:]
            self._best, self._worths = max(worths), (*worths, *self._none[SECOND_ACTS:])
            self._at = 1
        else:
            reward = self._rewards[act]
            if act > 1:
                self._ahead.hands[self._row, act - 2] = self._ahead.decks[self._row, LAST_CARD]
            self._at, self._now, self._worths = OVER, self.tables.situations, self._none
        info = {"action_mask": self._mask(), "worths": self._worths, "regret": regret}
        return self._observe(), reward, self._at == OVER, False, info

    def render(self) -> str | None:
        """The hand and the decision, as text."""
        if self.render_mode is None:
            return None
        hand = [Card(int(self.tables.cards[card])) for card in self._ahead.hands[self._row]]
        return f"{card_names(hand)}: {'over' if self._at == OVER else self.tables.keys[self._at]}"

    def _observe(self) -> Any:
        if self.encoder.kind == "class":
            return self._now
        one = DrawState._make(array[self._row : self._row + 1] for array in self._ahead)
        one.rounds[0] = self._at
        return self.encoder.many(one)[0]

    def _mask(self) -> Any:
        masks = self._masks[self._at]
        return masks.pop() if masks else more_masks(masks, self.tables.acts, self._legal[self._at])

    def _seed(self, seed: int | None) -> None:
        super().reset(seed=seed)
        word = self.np_random_seed if seed is None else seed
        seed_all(np.array([word % 2**64], np.uint64), self._ahead)
        self._seeded, self._batch, self._last, self._dealt = True, FIRST_BATCH, 0, []

    def _deal(self) -> None:
        """Deals rounds in advance; the size of the batch changes no card."""
        t, s, count = self.tables.arrays, self._ahead, self._batch
        deal_ahead(t, s, self._last, count)
        now, worths = s.now[:count], s.worths[:count].tolist()
        columns = range(count), now.tolist(), map(tuple, worths), t.best[now].tolist()
        self._dealt = [*zip(*columns, strict=True)][::-1]
        self._batch, self._last = min(2 * count, BATCH), count - 1

    def _refuse(self, act: int) -> NoReturn:
        if self._at == OVER:
            raise gym.error.ResetNeeded("the round is over: call reset first")
        raise UnknownOption(
            f"act {act} is not legal here",
            what_to_do=f"choose one of 0 to {self._legal[self._at] - 1}, as action_mask shows",
        )
