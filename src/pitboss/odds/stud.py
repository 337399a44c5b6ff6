"""Stud games solved and counted: the bridge between the rulebook and the exact kernels.

Numba is imported only when something is computed, so that reading a cached result does not pay for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import FRENCH_52, Card
from pitboss.odds.tables import FLAGS, Axis, Ints, Shape, build_axis, members, shape_of, steps
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable, Push, To

AXES: Final = (2, 3, 5, 6)


class Stud(msgspec.Struct, frozen=True):
    """A game's shape with the kinds of hand its tables tell apart, by number of cards."""

    shape: Shape
    axes: dict[int, Axis]


def stud_of(game: Game, tables: Iterable[Paytable]) -> Stud:
    by_size: dict[int, list[Paytable]] = {cards: [] for cards in AXES}
    for table in tables:
        if table.ranking in RANKINGS:
            by_size[RANKINGS[table.ranking].size].append(table)
    axes = {cards: build_axis(cards, some) for cards, some in by_size.items()}
    return Stud(shape_of(game), axes)


@cache
def stud(game_key: str) -> Stud:
    """The game with every letter of every table it knows."""
    every = (t for letters in paytables(game_key).values() for t in letters.values())
    return stud_of(GAMES[game_key], every)


def unit_pays(axis: Axis, table: Paytable) -> Ints:
    """Net result of one unit by kind of hand, for a table of odds "to 1" and pushes."""
    pays = np.full(len(axis.labels), -1, np.int64)
    for kind, row in enumerate(axis.rows[table.key]):
        if row is not None:
            assert isinstance(row.pays, To | Push), f"{row.name} is not paid at odds to 1"
            pays[kind] = row.pays.odds if isinstance(row.pays, To) else 0
    return pays


class Solution(msgspec.Struct, frozen=True):
    """Optimal play of one deck under one set of tables. All values are integer sums.

    `values[k]` is [flag, multiset, earlier decisions, choice]: the net result of the choice summed over
    the (n−k)(n−k−1)… ordered cards up to the fifth, `unit` to the base wager. Flag 0 is mixed suits,
    flag f the suit `suits[f−1]`, which stands for `weights[f−1]` suits alike.
    """

    stud: Stud
    has: Any
    suits: Any
    weights: Any
    unit: int
    play_ties: bool
    values: dict[int, Any]
    policies: dict[int, Any]  # two bits an earlier course of decisions
    sizes: Any  # sets of two cards in each class

    @property
    def deals(self) -> int:
        """Equally likely deals: two cards as a set, then three in order."""
        n = int(self.has.sum())
        return comb(n, 2) * (n - 2) * (n - 3) * (n - 4)

    def expectation(self) -> Fraction:
        """Net result of a round in units of the base wager."""
        best = self.values[2][..., : self.choices(2)].max(axis=-1)
        weights = np.concatenate([[1], self.weights])[:, None]
        total = sum(
            int(v) * int(w) for v, w in zip(best.flat, (self.sizes * weights).flat, strict=True)
        )
        return Fraction(total, self.deals * self.unit)

    def choices(self, known: int) -> int:
        return max((len(s.units) for s in self.stud.shape.stages if s.known == known), default=1)

    def counts(self) -> Ints:
        """Deals by [path, two-card kind, three-card kind, five-card kind].

        The path is `a2 + 4·a3 + 16·a4`. The three-card kind is of the first three cards.
        """
        from pitboss.odds import kernels

        axes = self.stud.axes
        counted: Ints = kernels.spread(
            self.has,
            self.suits,
            self.weights,
            *_ladder(),
            *(_columns(axes[k].kinds, self.suits) for k in (2, 3, 5)),
            np.array([len(axes[k].labels) for k in (2, 3, 5)], np.int64),
            *(self.policies[k] for k in (2, 3, 4)),
        )
        return counted


def solve(
    game: Stud,
    tables: Mapping[str, Paytable],
    *,
    play_ties: bool = True,
    dead: Sequence[Card] = (),
    deck: Sequence[Card] = FRENCH_52,
    unit: int = 1,
    extra: Sequence[int] | None = None,
    fold_extra: int = 0,
) -> Solution:
    """Solve a game for one choice of tables by wager.

    `extra` is what else is won or lost by kind of five-card hand when it was not folded, and
    `fold_extra` when it was, both in the integer money of which the base wager is `unit`.
    """
    from pitboss.odds import kernels

    shape, axes = game.shape, game.axes
    has = np.zeros((13, 4), np.int64)
    for card in deck:
        has[card >> 2, card & 3] = 1
    for card in dead:
        has[card >> 2, card & 3] = 0
    suits, weights = _suits(has, axes.values())
    pays = [
        _columns(unit * unit_pays(axes[k], tables[shape.wagers[k]])[axes[k].kinds], suits)
        if k in shape.wagers
        else np.zeros((len(suits) + 1, len(members(k))), np.int64)
        for k in (2, 3, 5)
    ]
    more = np.zeros(len(axes[5].labels), np.int64) if extra is None else np.array(extra, np.int64)
    start, line, actions, folds, units = shape.arrays()
    found = kernels.solve(
        has,
        suits,
        *_ladder(),
        *pays,
        _columns(more[axes[5].kinds], suits),
        fold_extra,
        unit,
        start,
        line,
        actions,
        folds,
        units,
        play_ties,
    )
    return Solution(
        game,
        has,
        suits,
        weights,
        unit,
        play_ties,
        dict(zip((2, 3, 4), found[:3], strict=True)),
        dict(zip((2, 3, 4), found[3:], strict=True)),
        kernels.class_sizes(has, suits, members(2)),
    )


def _ladder() -> tuple[Any, ...]:
    return (*(members(k) for k in (2, 3, 4)), *(steps(k) for k in (2, 3, 4)))


def _columns(table: Any, suits: Ints) -> Any:
    """The rows of a class table for mixed suits and for these suits."""
    assert table.shape[0] == FLAGS
    return np.ascontiguousarray(table[[0, *(suits + 1)]])


def _suits(has: Ints, axes: Iterable[Axis]) -> tuple[Ints, Ints]:
    """Suits to be told apart, and how many each stands for: one for four where all are alike."""
    alike = all((has[:, s] == has[:, 0]).all() for s in range(1, 4))
    if alike and not any(axis.kinds is not None and axis.suits_matter for axis in axes):
        return np.zeros(1, np.int64), np.full(1, 4, np.int64)
    return np.arange(4, dtype=np.int64), np.ones(4, np.int64)
