"""One round after another of a stud game, as a Gymnasium environment."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

import gymnasium as gym
import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.stud_kernels import FACTS, deal_many
from pitboss.envs.stud_places import (
    AT,
    KIND_2,
    KIND_3,
    KIND_5,
    PlaceEncoder,
    RoundPlace,
    Worths,
    place_tree,
)
from pitboss.envs.stud_tables import UnknownOption, stud_tables
from pitboss.odds.arrays import Bytes, Words
from pitboss.odds.game import PricedGame
from pitboss.odds.simulation.generator import start_state

FIRST_BATCH: Final = 8  # rounds dealt at once, ahead of play; twice as many each time
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
        self._acts, self._over, self._first = self.tables.acts, tree.over, tree.first
        self._decides, self._second = tree.decides, tree.second
        self._place = RoundPlace(
            0, len(self.tables.stages), (), 0
        )  # over, so that reset comes first
        self._number = 0  # the class of the known cards
        # Gymnasium's checker lets no two steps share an array, so these are used up.
        self._masks: list[list[Any]] = [[] for _ in range(self._acts + 1)]  # by legal acts
        self._none: Worths = (-np.inf,) * self._acts
        self._state: Words = np.zeros(4, np.uint64)
        self._deck = np.arange(52, dtype=np.uint8)
        self._seeded = False
        self._batch = FIRST_BATCH
        self._cards_dealt: Bytes = np.zeros((0, 5), np.uint8)
        self._rounds: Iterator[Any] = iter(())
        self._facts: tuple[Any, ...] = ()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if seed is not None or not self._seeded:
            self._seed(seed)
        facts: Any = next(self._rounds, None) or self._deal()
        self._facts = facts
        place = self._place = self._first
        number = self._number = facts[place.fact]
        mask = (self._masks[place.legal] or self._more_masks(place.legal)).pop()
        worths = (place.plain or place.rows[facts[KIND_2]])[number]
        if place.decided > 1:
            worths = place.with_third(worths, facts[KIND_3])
        sight = self._encoder.show(place, self._cards) if self._encoder else number
        return sight, {"action_mask": mask, "worths": worths}

    def step(self, action: np.int64 | int) -> Step:
        place, facts = self._place, self._facts
        if not 0 <= action < place.legal:
            self._refuse(action)
        regret = place.regrets[action][self._number]
        place = self._place = place.after[action]
        mask = (self._masks[place.legal] or self._more_masks(place.legal)).pop()
        if place.legal:
            number = self._number = facts[place.fact]
            worths = (place.plain or place.rows[facts[KIND_2]])[number]
            if place.decided > 1:
                worths = place.with_third(worths, facts[KIND_3])
            info = {"action_mask": mask, "worths": worths, "regret": regret}
            encoder = self._encoder
            sight = encoder.show(place, self._cards) if encoder else place.first + number
            return sight, 0.0, False, False, info
        reward = place.final[facts[KIND_5]]
        if self._decides:
            reward += self._second[facts[KIND_2]] + place.third[facts[KIND_3]]
        info = {"action_mask": mask, "worths": self._none, "regret": regret}
        sight = self._encoder.show(place, self._cards) if self._encoder else self._over
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
        cards: Bytes = self._cards_dealt[self._facts[AT]]
        return cards

    def _seed(self, seed: int | None) -> None:
        super().reset(seed=seed)
        word = self.np_random_seed if seed is None else seed
        self._state = start_state(np.uint64(word % 2**64), np.uint64(0))
        self._deck = np.arange(52, dtype=np.uint8)
        self._batch, self._rounds, self._seeded = FIRST_BATCH, iter(()), True

    def _deal(self) -> Any:
        """Deals ahead and returns the first round; how many are dealt at once changes no card."""
        size, columns = self._batch, self._tree.columns
        cards, facts = np.zeros((size, 5), np.uint8), np.zeros((size, FACTS), np.int64)
        deal_many(self.tables.arrays, self._state, self._deck, cards, facts)
        lists = [facts[:, column].tolist() for column in columns]
        self._rounds = zip(*lists, range(size), strict=True)
        self._cards_dealt, self._batch = cards, min(2 * size, BATCH)
        return next(self._rounds)

    def _more_masks(self, legal: int) -> list[Any]:
        mask = (np.arange(self._acts) < legal).astype(np.int8)
        self._masks[legal] += [*np.tile(mask, (self._batch, 1))]
        return self._masks[legal]

    def _refuse(self, act: np.int64 | int) -> NoReturn:
        if not self._place.legal:
            raise gym.error.ResetNeeded("the round is over: call reset first")
        raise UnknownOption(
            f"act {act} is not legal here",
            what_to_do=f"choose one of 0 to {self._place.legal - 1}, as action_mask shows",
        )
