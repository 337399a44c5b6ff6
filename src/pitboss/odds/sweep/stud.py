"""A stud game prepared for many paytables: classes, endings and stakes, counted once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.cards import FRENCH_52
from pitboss.odds.arrays import Bools, Ints
from pitboss.odds.game import PricedGame
from pitboss.odds.stud.rounds import course_of
from pitboss.odds.stud.shape import steps
from pitboss.odds.stud.solve import PATHS, pack_of, stud_of, unit_pays
from pitboss.odds.sweep.tables import BadSweep, RowRange, SweptTable
from pitboss.rulebook.paytable import Fixed, Push, exact_stake

HANDS: Final = (2, 3, 5)
MAX_NET: Final = 200_000  # in the smallest unit: squares of a whole deck's deals fit 63 bits


class StudSweep:
    """Prices tables that differ in what some rows of the base game pay."""

    def __init__(
        self, game: PricedGame, ranges: Sequence[RowRange], letters: Mapping[str, str]
    ) -> None:
        self.game, self.ranges = game, ranges
        tables = {wager: game.table(wager, letter) for wager, letter in letters.items()}
        for table in tables.values():
            if any(isinstance(row.pays, Fixed) for row in table.rows):
                raise BadSweep(f"table {table.key} pays a fixed sum, and a sweep takes odds only")
        self.stud = stud_of(game.game, tables.values())
        shape, axes = self.stud.shape, self.stud.axes
        self.unit = exact_stake(tables.values())
        self.paths = np.array(sorted(self.stud.courses, key=lambda p: (p & 15, p >> 4)), np.int64)
        self.units = {k: np.zeros(PATHS, np.int64) for k in HANDS}
        self.folded: Bools = np.zeros(PATHS, np.bool_)
        for path, course in self.stud.courses.items():
            self.folded[path] = course.folded
            for k, staked in course.units.items():
                self.units[k][path] = staked
        self.choices = {
            path: course_of(game, self.stud, course.path).choices
            for path, course in self.stud.courses.items()
        }
        self.pays: dict[int, Ints] = {}  # net result of one unit, by kind
        self.hits: dict[int, Bools] = {}
        for k in HANDS:
            labels = len(axes[k].labels)
            self.pays[k] = np.zeros(labels, np.int64)
            self.hits[k] = np.zeros(labels, np.bool_)
            if k in shape.wagers:
                table = tables[shape.wagers[k]]
                rows = axes[k].rows_of(table)
                self.pays[k] = np.array(unit_pays(axes[k], table, self.unit), np.int64)
                self.hits[k] = np.array(
                    [r is not None and not isinstance(r.pays, Push) for r in rows]
                )
        self.places = [self._place(each) for each in ranges]
        named = any(axes[k].suits_matter and k in shape.wagers for k in (2, 3))
        self.pack = pack_of(self.stud, FRENCH_52, named)

    def _place(self, each: RowRange) -> tuple[int, Bools]:
        """The hand that a row is paid on, and its kinds."""
        wager = self.game.source_with(each.change.row, each.change.wager, "")
        words = " ".join(each.change.row.lower().split())
        cards = next(k for k, key in self.stud.shape.wagers.items() if key == wager)
        (rows,) = self.stud.axes[cards].rows.values()
        own = np.array([row is not None and row.name.lower() == words for row in rows])
        if not own.any():
            raise BadSweep(f"no hand is paid by the row {each.change.row!r}")
        return cards, own

    def price(self, choices: Sequence[tuple[int, ...]]) -> list[SweptTable]:
        from pitboss.odds.sweep import kernels

        count, pack = len(choices), self.pack
        pays = {k: np.tile(own, (count, 1)) for k, own in self.pays.items()}
        hits = {k: np.tile(own, (count, 1)) for k, own in self.hits.items()}
        odds = np.array(choices, np.int64).reshape(count, len(self.ranges))
        for i, (cards, own) in enumerate(self.places):
            pays[cards][:, own] = odds[:, i : i + 1] * self.unit
            hits[cards][:, own] = True
        most = sum(int(pays[k].max()) * int(self.units[k].max()) for k in HANDS)
        if most > MAX_NET:
            raise BadSweep("the highest payment is too large for a sweep", what_to_do="lower it")
        figures = np.zeros((count, kernels.FIGURES), np.int64)
        courses = np.zeros((count, PATHS), np.int64)
        kernels.price_tables(
            pack.sizes,
            tuple(pack.left[k] for k in (2, 3)),
            tuple(pack.suited[k] for k in (2, 3)),
            tuple(steps(k) for k in (2, 3)),
            tuple(pack.kinds[k] for k in (2, 3)),
            pack.ends,
            tuple(self.stud.choices[k] for k in (2, 3)),
            self.paths,
            tuple(self.units[k] for k in HANDS),
            self.folded,
            self.unit,
            (50 * 49 * 48, 49 * 48),
            tuple(pays[k] for k in HANDS),
            tuple(hits[k] for k in HANDS),
            figures,
            courses,
        )
        return [self._table(*each) for each in zip(choices, figures, courses, strict=True)]

    def _table(self, odds: tuple[int, ...], figures: Ints, courses: Ints) -> SweptTable:
        deals, unit = int(courses.sum()), self.unit
        mean = Fraction(int(figures[0]), deals * unit)
        square = Fraction(int(figures[1]), deals * unit * unit)
        staked = sum(
            int(courses[path]) * course.staked for path, course in self.stud.courses.items()
        )
        decisions: Counter[tuple[str, str]] = Counter()
        for path in self.stud.courses:
            if courses[path]:
                for choice in self.choices[path]:
                    decisions[choice] += int(courses[path])
        return SweptTable(
            odds,
            -mean,
            square - mean * mean,
            Fraction(int(figures[2]), deals),
            Fraction(staked, deals),
            {choice: Fraction(n, deals) for choice, n in decisions.items()},
        )
