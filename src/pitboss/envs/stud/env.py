"""One round after another of a stud game, as a Gymnasium environment."""

from collections.abc import Mapping
from operator import index
from typing import Any, Final

import gymnasium as gym
import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.options import UnknownOption
from pitboss.envs.stud.kernels import FACTS, deal_many
from pitboss.envs.stud.places import (
    KIND_3,
    KIND_5,
    SECOND,
    PlaceEncoder,
    RoundPlace,
    Worths,
    place_tree,
)
from pitboss.envs.stud.tables import stud_tables
from pitboss.odds.arrays import Bytes, Words
from pitboss.odds.game import PricedGame
from pitboss.odds.simulation.generator import start_state

FIRST_BATCH: Final = 8  # rounds dealt in advance; twice as many each time
BATCH: Final = 512
Step = tuple[Any, float, bool, bool, dict[str, Any]]


class StudEnv(gym.Env[Any, np.int64]):
    """A seat alone with the dealer. An episode is a round; its reward comes at the end, in units.

    Act 0 is the declining one: fold, or take the bet back. The other acts are the multiples that
    the decision allows, in ascending order. `info` has `action_mask`, `worths` (a tuple with the
    exact worth of each act, −∞ where it is not legal) and, after an act, its exact `regret`.
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
        self.observation_space = SituationEncoder(self.tables, observation).space
        self.action_space = gym.spaces.Discrete(self.tables.acts)
        self._encoder = None if observation == "class" else PlaceEncoder(self.tables, observation)
        tree = self._tree = place_tree(self.tables)
        self._first, self._over, self._decides = tree.first, tree.over, tree.decides
        # Over until the first reset.
        self._place = RoundPlace(0, len(self.tables.stages), (), 0)
        self._regrets: Worths = ()  # of the acts that are legal now
        self._none: Worths = (-np.inf,) * self.tables.acts
        self._state: Words = np.zeros(4, np.uint64)
        self._deck = np.arange(52, dtype=np.uint8)
        self._seeded = False
        self._batch = FIRST_BATCH
        self._cards_dealt: Bytes = np.zeros((0, 5), np.uint8)
        self._rounds: list[Any] = []  # dealt, the next one at the end
        self._facts: tuple[Any, ...] = ()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if seed is not None or not self._seeded:
            self._seed(seed)
        try:
            facts = self._rounds.pop()
        except IndexError:
            facts = self._deal()
        self._facts, self._place = facts, self._first
        place = self._first
        worths, self._regrets = place.views[facts[place.row]]
        try:
            mask = place.masks.pop()
        except IndexError:
            mask = self._tree.more_masks(place)
        if place.adds:
            worths = place.with_third(worths, facts[KIND_3])
        encoder = self._encoder
        sight = facts[0] if encoder is None else encoder.show(place, self._cards)
        return sight, {"action_mask": mask, "worths": worths}

    def step(self, action: Any) -> Step:
        try:
            place, regret = self._place.after[action], self._regrets[action]
        except (KeyError, TypeError):
            return self.step(self._legal_act(action))
        self._place = place
        try:
            mask = place.masks.pop()
        except IndexError:
            mask = self._tree.more_masks(place)
        facts, encoder = self._facts, self._encoder
        if place.legal:
            worths, self._regrets = place.views[facts[place.row]]
            if place.adds:
                worths = place.with_third(worths, facts[KIND_3])
            sight = place.first + facts[place.fact]
            if encoder is not None:
                sight = encoder.show(place, self._cards)
            info = {"action_mask": mask, "worths": worths, "regret": regret}
            return sight, 0.0, False, False, info
        reward = place.final[facts[KIND_5]]
        if self._decides:
            reward += facts[SECOND] + place.third[facts[KIND_3]]
        sight = self._over if encoder is None else encoder.show(place, self._cards)
        info = {"action_mask": mask, "worths": self._none, "regret": regret}
        return sight, reward, True, False, info

    def render(self) -> str | None:
        """The known cards and the decision, as text."""
        if self.render_mode is None:
            return None
        place = self._place
        cards = card_names([Card(int(card)) for card in self._cards[: place.count]])
        return f"{cards}: {self.tables.stages[place.stage].key if place.legal else 'over'}"

    @property
    def _cards(self) -> Bytes:
        """The five cards of the round, in the order in which they become known."""
        cards: Bytes = self._cards_dealt[-1 - len(self._rounds)]
        return cards

    def _seed(self, seed: int | None) -> None:
        super().reset(seed=seed)
        word = self.np_random_seed if seed is None else seed
        self._state = start_state(np.uint64(word % 2**64), np.uint64(0))
        self._deck = np.arange(52, dtype=np.uint8)
        self._batch, self._rounds, self._seeded = FIRST_BATCH, [], True

    def _deal(self) -> Any:
        """Deals rounds in advance and returns the first; the size of the batch changes no card."""
        size = self._batch
        cards, facts = np.zeros((size, 5), np.uint8), np.zeros((size, FACTS), np.int64)
        deal_many(self.tables.arrays, self._state, self._deck, cards, facts)
        self._rounds, self._cards_dealt = self._tree.facts(facts), cards
        self._batch = min(2 * size, BATCH)
        return self._rounds.pop()

    def _legal_act(self, act: Any) -> int:
        """An act that is legal but not a plain number, such as an array of one."""
        if not self._place.legal:
            raise gym.error.ResetNeeded("the round is over: call reset first")
        number = index(act)
        if number not in self._place.after:
            raise UnknownOption(
                f"act {act} is not legal here",
                what_to_do=f"choose one of 0 to {self._place.legal - 1}, as action_mask shows",
            )
        return number
