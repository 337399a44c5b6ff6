"""A stud game as a tree of places, in plain Python objects, so that a step takes only lookups.

A place is a decision after the choices made before it, or the end of a round. Everything that does
not depend on the cards is computed when the tree is built. Worths are tuples, so that steps share
them, and equal ones are one object, so that frequent ones stay in the processor's cache.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from pitboss.envs.observations import DECK, NOT_YET, PLACES, UNKNOWN, Observation, more_masks
from pitboss.envs.options import CACHED_GAMES
from pitboss.envs.stud.tables import StudTables
from pitboss.odds.arrays import Bytes, Floats, Ints
from pitboss.odds.stud.shape import MAX_CHOICES

# Indices of a round's facts, counted from the end: the result of wagers on two cards, and the kinds
# of three and of five cards. The class at each decision and rows of views come before them.
SECOND, KIND_3, KIND_5 = -3, -2, -1

Worths = tuple[float, ...]  # by act
View = tuple[Worths, Worths]  # the worths of a situation's acts, and their regrets


class RoundPlace:
    """What a step needs to know of one place."""

    __slots__ = (
        "adds",
        "after",
        "choices",
        "count",
        "fact",
        "final",
        "first",
        "legal",
        "masks",
        "path",
        "row",
        "stage",
        "third",
        "views",
    )

    def __init__(self, path: int, stage: int, choices: tuple[int, ...], count: int) -> None:
        self.path, self.stage = path, stage  # at the end, the number of decisions taken
        self.choices = choices
        self.count = count  # cards known
        self.after: dict[Any, RoundPlace] = {}  # by legal act; none at the end of a round
        self.legal = 0  # number of acts
        self.masks: list[Any] = []  # arrays of legal acts, each to be handed out once
        self.first = self.fact = 0  # a situation is `first` plus the round's fact of that number
        self.row = 0  # the number of the fact that chooses the view
        self.views: list[View] = []
        self.adds = False  # whether wagers on three cards are decided and not in the views
        self.third: list[float] = []  # [kind of three cards] → result of wagers on them
        self.final: list[float] = []  # [kind of five cards], at the end of a round

    def with_third(self, worths: Worths, kind: int) -> Worths:
        """Worths with the result of wagers on three cards."""
        result = self.third[kind]
        return tuple([worth + result for worth in worths])


class PlaceTree:
    """The places of a game, and what the situations show."""

    def __init__(self, tables: StudTables) -> None:
        t = tables.arrays
        self.tables = tables
        self.decides = bool(t.now2.any() or t.now3.any())
        # Decisions after the wagers on two cards; their views repeat for each result of these.
        self._late = np.flatnonzero(t.depths > 2).tolist() if self.decides else []
        self._results, groups = np.unique(t.now2, return_inverse=True)
        self._groups: Ints = groups.astype(np.int64)
        self._third: list[list[float]] = t.now3.tolist()
        self._final: dict[int, list[float]] = {}
        self._masks: list[list[Any]] = [[] for _ in range(tables.acts + 1)]  # by legal acts
        self._equal: dict[Any, Any] = {}  # the one object of those that are equal
        self.over = tables.situations
        self.first = self._grow(0, 0, ())

    def facts(self, kernel: Ints) -> list[tuple[int, ...]]:
        """The kernel's rows, one for each round, as places read them; the last round first."""
        t, kernel = self.tables.arrays, kernel[::-1]
        columns: list[Any] = [kernel[:, depth - 2] for depth in t.depths]
        if self.decides:
            groups = self._groups[kernel[:, 3]]
            columns += [columns[at] + groups * t.classes[at] for at in self._late]
            columns += [t.now2[kernel[:, 3]], kernel[:, 4]]
        columns.append(kernel[:, 5])
        return [*zip(*(column.tolist() for column in columns), strict=True)]

    def more_masks(self, place: RoundPlace) -> Any:
        return more_masks(place.masks, self.tables.acts, place.legal)

    def _grow(self, path: int, stage: int, choices: tuple[int, ...]) -> RoundPlace:
        t, depth = self.tables.arrays, int(self.tables.arrays.depths[stage])
        place = RoundPlace(path, stage, choices, depth)
        place.fact, place.adds = stage, self.decides and depth > 3
        late = stage in self._late
        place.row = len(t.depths) + self._late.index(stage) if late else stage
        place.third = self._third[path & 3]
        place.first = first = int(t.begins[stage] + t.rows[stage, path] * t.classes[stage])
        here = slice(first, first + int(t.classes[stage]))
        own = t.worths[here]
        regrets = self._tuples(t.best[here, None] - own)
        for result in self._results.tolist() if late else [0.0]:
            views = zip(self._tuples(own + result), regrets, strict=True)
            place.views += [self._equal.setdefault(view, view) for view in views]
        after = []
        for act in range(int(t.choices[first])):
            beyond, taken_acts = path + (act << 2 * (depth - 2)), (*choices, act)
            folds = bool(t.folds[stage]) and act == 0
            if folds or stage + 1 == len(t.depths):
                after.append(self._end(beyond, taken_acts, depth if folds else PLACES))
            else:
                after.append(self._grow(beyond, stage + 1, taken_acts))
        place.after, place.legal = dict(enumerate(after)), len(after)
        place.masks = self._masks[place.legal]
        return place

    def _end(self, path: int, choices: tuple[int, ...], count: int) -> RoundPlace:
        place = RoundPlace(path, len(choices), choices, count)
        place.third, place.masks = self._third[path & 3], self._masks[0]
        place.final = self._final.setdefault(path, self.tables.arrays.final[path].tolist())
        return place

    def _tuples(self, worths: Floats) -> list[Worths]:
        rows = map(tuple, worths.tolist())
        return [self._equal.setdefault(row, row) for row in rows]


@lru_cache(CACHED_GAMES)
def place_tree(tables: StudTables) -> PlaceTree:
    """One tree for all environments of a game."""
    return PlaceTree(tables)


class PlaceEncoder:
    """Shows one round as `SituationEncoder` shows many."""

    def __init__(self, tables: StudTables, kind: Observation) -> None:
        self.hot: Final = kind == "one-hot"
        self.stages = len(tables.stages)
        self._tails: dict[tuple[int, tuple[int, ...]], Any] = {}

    def show(self, place: RoundPlace, cards: Bytes) -> Any:
        key = (place.count, place.choices)
        tail = self._tails.get(key)
        if tail is None:
            tail = self._tails[key] = self._tail(place)
        shown = tail.copy()
        face_up = cards[: place.count]
        if self.hot:
            shown[face_up] = 1
        else:
            shown[: place.count] = face_up
        return shown

    def _tail(self, place: RoundPlace) -> Any:
        """The observation without its cards."""
        if self.hot:
            hot: Floats = np.zeros(DECK + self.stages * MAX_CHOICES, np.float32)
            for stage, act in enumerate(place.choices):
                hot[DECK + stage * MAX_CHOICES + act] = 1
            return hot
        later = [NOT_YET] * (self.stages - len(place.choices))
        return np.array([*([UNKNOWN] * PLACES), *place.choices, *later], np.int64)
