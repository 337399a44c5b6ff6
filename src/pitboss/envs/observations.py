"""What a program sees of a situation: its number, the cards, or the cards as zeros and ones."""

from typing import Any, Final, Literal, get_args

import gymnasium as gym
import numpy as np

from pitboss.envs.options import UnknownOption
from pitboss.envs.stud.tables import StudTables
from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.stud.shape import MAX_CHOICES

Observation = Literal["class", "cards", "one-hot"]
DECK: Final = 52
UNKNOWN: Final = DECK  # a card that is not known yet
PLACES: Final = 5
NOT_YET: Final = MAX_CHOICES  # a choice that is not made yet
MASKS: Final = 256  # created at a time


def more_masks(store: list[Any], acts: int, legal: int) -> Any:
    """A new mask; `store` gets more, since Gymnasium's checker forbids two steps to share one."""
    mask = (np.arange(acts) < legal).astype(np.int8)
    store.extend(np.tile(mask, (MASKS, 1)))
    return mask


def observation_space(
    kind: Observation, situations: int, places: list[int], ones: int
) -> gym.Space[Any]:
    """The space of one way to show `situations` and a round that is over; `places` have the number
    of values of each, `ones` are those that `one-hot` can set.
    """
    if kind not in get_args(Observation):
        kinds = ", ".join(get_args(Observation))
        raise UnknownOption(f"there is no observation {kind!r}", what_to_do=f"use {kinds}")
    if kind == "class":
        return gym.spaces.Discrete(situations + 1)
    if kind == "cards":
        return gym.spaces.MultiDiscrete(places)
    return gym.spaces.Box(0, 1, (ones,), np.float32)


class SituationEncoder:
    """Shows situations in one way.

    `class` is the situation's number, with one number more for a round that is over. `cards` are
    five places, 52 where a card is unknown, then the choice at each decision, 4 where none is made.
    `one-hot` has a one for each known card, then for each choice.
    """

    def __init__(self, tables: StudTables, kind: Observation) -> None:
        self.tables, self.kind = tables, kind
        self.depths = [stage.depth for stage in tables.stages]
        stages = len(tables.stages)
        places = [DECK + 1] * PLACES + [NOT_YET + 1] * stages
        ones = DECK + stages * MAX_CHOICES
        self.space = observation_space(kind, tables.situations, places, ones)

    def one(self, situation: int, cards: Bytes, path: int, at: int) -> Any:
        """The observation of one round."""
        if self.kind == "class":
            return np.int64(situation)
        rounds = np.array([[path, at]], np.int64)
        return self.many(np.array([situation], np.int64), cards[None, :PLACES], rounds)[0]

    def many(self, now: Ints, decks: Bytes, rounds: Ints) -> Any:
        """The observations of many rounds; `rounds` is [path, decision] of each."""
        if self.kind == "class":
            return now.copy()
        stages, at = len(self.depths), rounds[:, 1]
        count = self.count_cards(now, rounds)
        shown = np.where(np.arange(PLACES) < count[:, None], decks[:, :PLACES], UNKNOWN)
        shifts = np.array([2 * (depth - 2) for depth in self.depths])
        digits = rounds[:, :1] >> shifts & 3
        digits = np.where(np.arange(stages) < at[:, None], digits, NOT_YET)
        if self.kind == "cards":
            return np.concatenate((shown, digits), axis=1).astype(np.int64)
        out = np.zeros((len(now), DECK + 1 + stages * (MAX_CHOICES + 1)), np.float32)
        rows = np.arange(len(now))[:, None]
        out[rows, shown] = 1
        out[rows, DECK + 1 + np.arange(stages) * (MAX_CHOICES + 1) + digits] = 1
        keep = [*range(DECK)]
        for stage in range(stages):
            first = DECK + 1 + stage * (MAX_CHOICES + 1)
            keep += range(first, first + MAX_CHOICES)
        return out[:, keep]

    def count_cards(self, now: Ints, rounds: Ints) -> Ints:
        """The number of cards known; a fold shows no more than its decision did."""
        depths, folds = np.array([*self.depths, PLACES]), self.tables.arrays.folds
        last = np.maximum(rounds[:, 1] - 1, 0)
        declined = (rounds[:, 0] >> 2 * (depths[last] - 2) & 3) == 0
        over = now == self.tables.situations
        end = np.where(declined & (folds[last] != 0), depths[last], PLACES)
        return np.where(over, end, depths[rounds[:, 1]])
