"""A stud game as a tree of places, in plain Python objects: one step from Python is look-ups.

A place is a decision after the choices made before it, or the end of a round. Everything that does
not depend on the cards is computed when the tree is built, and worths are tuples, so that steps
share them.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from pitboss.envs.observations import DECK, NOT_YET, PLACES, UNKNOWN, Observation
from pitboss.envs.stud_tables import CACHED_GAMES, StudTables
from pitboss.odds.arrays import Bytes, Floats
from pitboss.odds.stud.shape import MAX_CHOICES

# Places of a round's facts, behind the classes of decisions: kinds of 2, 3 and 5 cards, and the
# number of the round.
KIND_2, KIND_3, KIND_5, AT = -4, -3, -2, -1

Worths = tuple[float, ...]  # by act


class RoundPlace:
    """What a step needs to know of one place."""

    __slots__ = (
        "after",
        "choices",
        "count",
        "decided",
        "fact",
        "final",
        "first",
        "legal",
        "path",
        "plain",
        "regrets",
        "rows",
        "stage",
        "third",
    )

    def __init__(self, path: int, stage: int, choices: tuple[int, ...], count: int) -> None:
        self.path, self.stage = path, stage  # at the end, the number of decisions taken
        self.choices = choices
        self.count = count  # cards known
        self.after: tuple[RoundPlace, ...] = ()  # by act; none at the end of a round
        self.legal = 0  # number of acts
        self.first = self.fact = 0  # a situation is `first` plus the round's fact of that number
        self.decided = 0  # 1 where a wager on two cards is decided already, 2 where on three too
        self.regrets: list[list[float]] = []  # [act][class]
        self.plain: list[Worths] = []  # [class], where no wager is decided
        self.rows: list[list[Worths]] = []  # [kind of two cards][class], where one is
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
        # The kernel's facts that rounds need: a class for each decision, then kinds.
        kinds = (3, 4, 5) if t.now2.any() or t.now3.any() else (5,)
        self.columns = [*(t.depths - 2).tolist(), *kinds]
        self.second: list[float] = t.now2.tolist()
        self.decides = bool(t.now2.any() or t.now3.any())
        self._third: list[list[float]] = t.now3.tolist()
        self._final: dict[int, list[float]] = {}
        self.over = tables.situations
        self.first = self._grow(0, 0, ())

    def _grow(self, path: int, stage: int, choices: tuple[int, ...]) -> RoundPlace:
        t, depth = self.tables.arrays, int(self.tables.arrays.depths[stage])
        place = RoundPlace(path, stage, choices, depth)
        place.fact = stage
        place.first = int(t.begins[stage] + t.rows[stage, path] * t.classes[stage])
        place.decided = min(depth - 2, 2) if self.decides else 0
        place.third = self._third[path & 3]
        here = slice(place.first, place.first + int(t.classes[stage]))
        own = t.worths[here]
        place.regrets = (t.best[here] - own.T).tolist()
        if place.decided:  # kinds that pay alike share their rows
            sums = {result: _tuples(own + result) for result in set(self.second)}
            place.rows = [sums[result] for result in self.second]
        else:
            place.plain = _tuples(own)
        after = []
        for act in range(int(t.choices[place.first])):
            beyond, taken_acts = path + (act << 2 * (depth - 2)), (*choices, act)
            folds = bool(t.folds[stage]) and act == 0
            if folds or stage + 1 == len(t.depths):
                after.append(self._end(beyond, taken_acts, depth if folds else PLACES))
            else:
                after.append(self._grow(beyond, stage + 1, taken_acts))
        place.after, place.legal = tuple(after), len(after)
        return place

    def _end(self, path: int, choices: tuple[int, ...], count: int) -> RoundPlace:
        place = RoundPlace(path, len(choices), choices, count)
        place.third = self._third[path & 3]
        place.final = self._final.setdefault(path, self.tables.arrays.final[path].tolist())
        return place


def _tuples(worths: Floats) -> list[Worths]:
    return [*map(tuple, worths.tolist())]


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
