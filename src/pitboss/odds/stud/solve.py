"""Solves and counts stud games: the bridge between the rulebook and the exact kernels.

Numba is imported only when something is computed: reading a cached result does not pay for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import FRENCH_52, Card
from pitboss.odds.arrays import Bytes, Integers, Ints
from pitboss.odds.game import UnsolvableGame
from pitboss.odds.stud.classes import class_sizes, unseen_cards
from pitboss.odds.stud.shape import (
    AXES,
    DECIDED_AT,
    FLAGS,
    MAX_CHOICES,
    MIXED,
    Axis,
    Shape,
    build_axis,
    shape_of,
    steps,
)
from pitboss.rankings import RANKINGS
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable, Share, exact_stake, payment_terms

CACHED_PACKS: Final = 64


class Path(int):
    """A course of decisions as one number: the choice at k known cards is its base-4 digit k - 2.

    The digits of decisions still to come, and of those that a game does not have, are 0.
    """

    def digit(self, depth: int) -> int:
        """The choice at the decision with `depth` cards known."""
        return self // paths_before(depth) % MAX_CHOICES

    def extend(self, depth: int, choice: int) -> "Path":
        """The same course with a choice at the next decision."""
        return Path(self + choice * paths_before(depth))

    def before(self, depth: int) -> "Path":
        """The decisions made with fewer cards known."""
        return Path(self % paths_before(depth))


def paths_before(depth: int) -> int:
    """The number of courses before the decision with `depth` cards known."""
    return int(MAX_CHOICES ** (depth - DECIDED_AT[0]))


PATHS: Final = paths_before(DECIDED_AT[-1] + 1)


class PathStakes(msgspec.Struct, frozen=True):
    """The stakes of a course of decisions on each hand, and whether it ends in a fold."""

    path: Path
    spots: dict[int, tuple[int, ...]]  # units on each spot, by the cards of the hand bet on
    folded: bool

    @property
    def units(self) -> dict[int, int]:
        return {cards: sum(spots) for cards, spots in self.spots.items()}

    @property
    def staked(self) -> int:
        return sum(self.units.values())


class Stud(msgspec.Struct, frozen=True, eq=False):
    """A game's shape with the kinds of hand its tables tell apart, by number of cards."""

    shape: Shape
    axes: dict[int, Axis]
    courses: dict[int, PathStakes]  # by path
    choices: dict[int, Ints]  # choices at 2, 3, 4 known cards by earlier path, 0 where none leads


def stud_of(game: Game, tables: Iterable[Paytable]) -> Stud:
    by_size: dict[int, list[Paytable]] = {cards: [] for cards in AXES}
    for table in tables:
        if table.ranking in RANKINGS:
            by_size[RANKINGS[table.ranking].size].append(table)
    axes = {cards: build_axis(cards, some) for cards, some in by_size.items()}
    shape = shape_of(game)
    paths = courses(shape)
    return Stud(shape, axes, paths, _choices(course.path for course in paths.values()))


def courses(shape: Shape) -> dict[int, PathStakes]:
    """Every path a round can take."""
    start = {cards: (1,) * spots for cards, spots in shape.start.items()}
    paths = [PathStakes(Path(0), start, False)]
    for stage in shape.stages:
        longer: list[PathStakes] = []
        for course in paths:
            for choice, units in enumerate(stage.units[: 1 if course.folded else None]):
                staked = dict(course.spots)
                # A fold loses the units that lie on a spot whose decision comes later.
                units = stage.lies if course.folded else units
                staked[stage.line] += (units,) * bool(units)
                folded = course.folded or (stage.folds and choice == 0)
                longer.append(PathStakes(course.path.extend(stage.depth, choice), staked, folded))
        paths = longer
    return {course.path: course for course in paths}


def _choices(paths: Iterable[Path]) -> dict[int, Ints]:
    choices = {k: np.zeros(paths_before(k), np.int64) for k in DECIDED_AT}
    for path in paths:
        for depth, counts in choices.items():
            earlier = path.before(depth)
            counts[earlier] = max(counts[earlier], path.digit(depth) + 1)
    return choices


def unit_pays(axis: Axis, table: Paytable, stake: int = 1) -> tuple[int, ...]:
    """Net result of a stake that stays on the layout, by kind of hand."""
    pays = []
    for row in axis.rows_of(table):
        if row is not None and isinstance(row.pays, Share):
            raise UnsolvableGame(
                f"the row {row.name} of {table.key} pays a share of a meter, and the exact solver"
                " takes odds, sums and pushes for the game's own wagers"
            )
        pays.append(-stake if row is None else payment_terms(row.pays, False).amount(stake))
    return tuple(pays)


class Payoffs(msgspec.Struct, frozen=True):
    """The results of a game as integers; the base wager is `unit`.

    A round's result is `now[2][0, kind2] + now[3][a2, kind3] + final[path, kind5]`.
    """

    unit: int
    now: dict[int, Ints]
    final: Ints


def payoffs_of(
    game: Stud,
    tables: Mapping[str, Paytable],
    *,
    unit: int | None = None,
    extra: Sequence[int] | None = None,
    fold_extra: int = 0,
) -> Payoffs:
    """The base game under one choice of tables by wager.

    `unit` is the base wager in cents; by default one that all odds pay exactly, in no currency.
    `extra` is the result of a further wager by kind of five-card hand, and `fold_extra` its result
    after a fold: a progressive wager that a fold forfeits.
    """
    shape, axes = game.shape, game.axes
    if unit is None:
        unit = exact_stake(tables[wager] for wager in shape.wagers.values())
    spot_results: dict[tuple[int, int], Ints] = {}

    def results(course: PathStakes, cards: int) -> Ints:
        """The sum of the spots of a hand, by kind: each spot is paid, and rounded, by itself."""
        total = np.zeros(len(axes[cards].labels), np.int64)
        for units in course.spots[cards]:
            if (cards, units) not in spot_results:
                table = tables[shape.wagers[cards]]
                result = unit_pays(axes[cards], table, unit * units)
                spot_results[cards, units] = np.array(result, np.int64)
            total += spot_results[cards, units]
        return total

    kinds = len(axes[5].labels)
    more = np.zeros(kinds, np.int64) if extra is None else np.array(extra, np.int64)
    now = {2: np.zeros((1, len(axes[2].labels)), np.int64)}
    now[3] = np.zeros((4, len(axes[3].labels)), np.int64)
    final = np.zeros((PATHS, kinds), np.int64)
    for path, course in game.courses.items():
        five = course.units[5]
        if course.folded:
            final[path] = fold_extra - unit * five
        else:
            final[path] = results(course, 5) + more
        if 2 in shape.wagers:
            now[2][0] = results(course, 2)
        if 3 in shape.wagers:
            now[3][path & 3] = results(course, 3)
    return Payoffs(unit, now, final)


class Pack(msgspec.Struct, frozen=True):
    """The part of a solution that depends on the deck alone, not on payouts.

    A class of known cards is [flag, multiset of ranks]: flag 0 is mixed suits, flag f the suit
    `suits[f−1]`, which stands for `weights[f−1]` suits alike.
    """

    has: Ints
    suits: Ints
    weights: Ints
    kinds: dict[int, Bytes]
    ends: Bytes  # [flag, four ranks, kind] → fifth cards that make the kind
    sizes: Ints  # sets of two cards in each class, all suits it stands for
    left: dict[int, Ints]  # `classes.unseen_cards` by known cards
    suited: dict[int, Ints]


class Solution(Pack, frozen=True):
    """Optimal play of one deck for one table of results. All values are integer sums."""

    game: Stud
    payoffs: Payoffs
    play_ties: bool
    values: dict[int, Ints]
    policy: dict[int, Integers]  # two bits for each earlier course of decisions

    @property
    def deals(self) -> int:
        """Equally likely deals: two cards as a set, then three in order."""
        n = int(self.has.sum())
        return comb(n, 2) * perm(n - 2, 3)

    def to_come(self, depth: int) -> int:
        """Ordered ways to deal the cards after the first `depth`, up to the fifth."""
        return perm(int(self.has.sum()) - depth, 5 - depth)

    def expectation(self) -> Fraction:
        """Net result of a round in units of the base wager."""
        choices = self.game.choices[2][0]
        best = self.values[2][0, :choices].max(axis=0)
        pairs = zip(best.flat, self.sizes.flat, strict=True)
        total = sum(int(value) * int(size) for value, size in pairs)
        return Fraction(total, self.deals * self.payoffs.unit)

    def choice_sums(self, depth: int, path: int, *classes: Ints | int) -> Ints:
        """[choice, …] → result summed over the orders of later cards (`to_come`), of every flag and
        multiset, or of those in `classes`.
        """
        choices = self.game.choices[depth][path]
        if depth < 4:
            return self.values[depth][path, :choices][:, *classes]
        beyond = [Path(path).extend(depth, choice) for choice in range(choices)]
        ways = self.ends[classes].astype(np.int64)
        return np.moveaxis(ways @ self.payoffs.final[beyond].T, -1, 0)

    def choice(self, depth: int, path: Path, flag: int, multiset: int) -> int:
        """The choice that the policy makes."""
        return int(self.policy[depth][flag, multiset]) >> (2 * path.before(depth)) & 3

    def choice_worths(self, path: int, cards: Sequence[Card]) -> list[Fraction]:
        """Each choice's result in units with these cards known, after the earlier course `path`."""
        orders = self.payoffs.unit * self.to_come(len(cards))
        flag, multiset = class_of(cards)
        values = self.choice_sums(len(cards), path, self.flags()[flag], multiset).tolist()
        # A wager on fewer cards than are known is decided, and the values no longer contain it.
        decided = 0
        for k in range(2, len(cards)):
            kind = self.game.axes[k].kinds[class_of(cards[:k])]
            decided += int(self.payoffs.now[k][path & 3 if k == 3 else 0, kind])
        return [Fraction(value, orders) + Fraction(decided, self.payoffs.unit) for value in values]

    def flags(self) -> list[int]:
        """The flag that stands for mixed suits, then for each of the four suits."""
        return [0, 1, 1, 1, 1] if len(self.suits) == 1 else [0, 1, 2, 3, 4]

    def counts(self) -> Ints:
        """Deals by [path, two-card kind, three-card kind of the first three, five-card kind]."""
        from pitboss.odds.stud import kernels

        axes = self.game.axes
        suits, left, suited = self.suits, self.left, self.suited
        flags: list[int] | slice = slice(None)
        if axes[3].suits_matter:  # tables may name a suit that play does not distinguish
            suits, flags = np.arange(4, dtype=np.int64), self.flags()
            left, suited = _unseen(self.has, suits)
        sizes = class_sizes(self.has, suits, 2)
        if len(suits) == 1:
            sizes[1:] *= self.weights[:, None]
        counted: Ints = np.zeros((PATHS, *(len(axes[k].labels) for k in (2, 3, 5))), np.int64)
        kernels.spread(
            sizes,
            tuple(left[k] for k in (2, 3)),
            tuple(suited[k] for k in (2, 3)),
            tuple(steps(k) for k in (2, 3)),
            tuple(columns(axes[k].kinds, suits) for k in (2, 3)),
            self.ends[flags],
            tuple(self.policy[k][flags] for k in (2, 3, 4)),
            counted,
        )
        return counted


@lru_cache(CACHED_PACKS)
def whole_pack(game: Stud, named: bool) -> Pack:
    """The pack of the whole deck, which most solutions use."""
    return pack_of(game, FRENCH_52, named)


def pack_of(game: Stud, cards: Iterable[Card], named: bool) -> Pack:
    from pitboss.odds.stud import kernels

    axes = game.axes
    has = np.zeros((13, 4), np.int64)
    for card in cards:
        has[card >> 2, card & 3] = 1
    suits, weights = _suits(has, named or axes[5].suits_matter)
    kinds = {k: columns(axes[k].kinds, suits) for k in (2, 3, 5)}
    left, suited = _unseen(has, suits)
    ends = np.zeros((*left[4].shape[:2], len(axes[5].labels)), np.uint8)
    kernels.endings(left[4], suited[4], steps(4), kinds[5], ends)
    sizes = class_sizes(has, suits, 2) * np.concatenate([[1], weights])[:, None]
    return Pack(has, suits, weights, kinds, ends, sizes, left, suited)


def _unseen(has: Ints, suits: Ints) -> tuple[dict[int, Ints], dict[int, Ints]]:
    both = {k: unseen_cards(has, suits, k) for k in DECIDED_AT}
    return {k: left for k, (left, _) in both.items()}, {k: own for k, (_, own) in both.items()}


def solve(
    game: Stud,
    payoffs: Payoffs,
    *,
    play_ties: bool = True,
    deck: Sequence[Card] = FRENCH_52,
    dead: Sequence[Card] = (),
) -> Solution:
    """Optimal play; `dead` cards are known not to come. Ties go to the bolder choice, or not."""
    from pitboss.odds.stud import kernels

    named = any(game.axes[k].suits_matter and bool(payoffs.now[k].any()) for k in (2, 3))
    if deck is FRENCH_52 and not dead:
        pack = whole_pack(game, named)
    else:
        pack = pack_of(game, set(deck) - set(dead), named)
    paths = np.array(sorted(game.courses, key=lambda p: (p & 15, p >> 4)), np.int64)
    final = np.ascontiguousarray(payoffs.final[paths].T)
    shape = pack.ends.shape[:2]
    best: Ints = np.zeros((paths_before(4), *shape), np.int64)
    values: dict[int, Ints] = {}
    policy: dict[int, Integers] = {4: np.zeros(shape, np.uint32)}
    kernels.solve4(pack.ends, paths, final, play_ties, best, policy[4], np.zeros_like(paths))
    cards = int(pack.has.sum())
    for k in (3, 2):
        shape = pack.left[k].shape[:2]
        after, best = best, np.zeros((paths_before(k), *shape), np.int64)
        values[k] = np.zeros((paths_before(k), MAX_CHOICES, *shape), np.int64)
        policy[k] = np.zeros(shape, np.uint32)
        kernels.solve_before(
            pack.left[k],
            pack.suited[k],
            steps(k),
            payoffs.now[k],
            pack.kinds[k],
            game.choices[k],
            after,
            perm(cards - k, 5 - k),
            play_ties,
            values[k],
            best,
            policy[k],
        )
    deck_fields = msgspec.structs.asdict(pack)
    return Solution(
        **deck_fields, game=game, payoffs=payoffs, play_ties=play_ties, values=values, policy=policy
    )


def columns(table: Bytes, suits: Ints) -> Bytes:
    """The rows of a class table for mixed suits and for these suits."""
    assert table.shape[0] == FLAGS
    return np.ascontiguousarray(table[[0, *(suits + 1)]])


def _suits(has: Ints, named: bool) -> tuple[Ints, Ints]:
    """The suits to distinguish, and how many each represents: one for four where all are alike."""
    if not named and all((has[:, s] == has[:, 0]).all() for s in range(1, 4)):
        return np.zeros(1, np.int64), np.full(1, 4, np.int64)
    return np.arange(4, dtype=np.int64), np.ones(4, np.int64)


def class_of(cards: Sequence[Card]) -> tuple[int, int]:
    """The class of some cards: its flag, and its number among multisets of ranks."""
    ranks = sorted(card >> 2 for card in cards)
    # Sorted ranks p ≤ q ≤ … stand at C(p, 1) + C(q + 1, 2) + … in colexicographic order.
    multiset = sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))
    suits = {card & 3 for card in cards}
    return (suits.pop() + 1 if len(suits) == 1 else MIXED), multiset
