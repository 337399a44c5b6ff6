"""Counts every round of a game: the bridge from the kernels' numbers to named courses and rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import ACE
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import CATEGORIES, DrawCounts, DrawPays
from pitboss.odds.game import Options, PricedGame
from pitboss.odds.payouts import award
from pitboss.odds.rounds import Course, Extra, Rounds, Tally, Ties
from pitboss.odds.stud import joint
from pitboss.odds.stud import solve as stud
from pitboss.rankings import RANKINGS, Hand
from pitboss.rulebook.model import Decide
from pitboss.rulebook.paytable import Paytable, Push, To

_AXES: Final = (2, 3, 5, 6)


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


@cache
def _studs() -> dict[str, stud.Stud]:
    return {}


def stud_game(book: PricedGame) -> stud.Stud:
    """The game with every kind of hand that any of its tables tells apart, under either ranking."""
    known = _studs()
    if book.fingerprint not in known:
        known[book.fingerprint] = stud.stud_of(book.game, book.every_table())
    return known[book.fingerprint]


def base_tables(book: PricedGame, letters: dict[str, str], options: Options) -> dict[str, Paytable]:
    return {wager: book.table(wager, letter, options) for wager, letter in letters.items()}


def stud_money(
    book: PricedGame,
    tables: dict[str, Paytable],
    extra: Extra | None = None,
    limit: tuple[int, int] | None = None,
) -> stud.Money:
    game = stud_game(book)
    if extra is not None:
        gains = extra_gains(book, game, extra)
        return stud.money_of(game, tables, unit=extra.base, extra=gains, fold_extra=-extra.stake)
    if limit is not None:
        return _limited(stud.money_of(game, tables, unit=limit[0]), game, limit[1])
    return stud.money_of(game, tables)


def extra_gains(book: PricedGame, game: stud.Stud, extra: Extra) -> list[int]:
    """What the progressive wager comes to, by kind of five-card hand, in cents."""
    meters = dict(extra.meters)
    table = book.table(extra.wager, extra.letter)
    rows = game.axes[5].rows_of(table)
    return [award(row.pays if row else None, extra.stake, meters) - extra.stake for row in rows]


def _limited(money: stud.Money, game: stud.Stud, limit: int) -> stud.Money:
    """Ruling G13 where all base wagers hang on the five-card hand."""
    assert not money.now[2].any() and not money.now[3].any(), "wagers on several hands"
    return msgspec.structs.replace(money, final=np.minimum(money.final, limit))


def stud_rounds(
    book: PricedGame,
    letters: dict[str, str],
    ties: Ties,
    options: Options,
    box: bool,
    extra: Extra | None,
    limit: tuple[int, int] | None,
) -> Rounds:
    game = stud_game(book)
    money = stud_money(book, base_tables(book, letters, options), extra, limit)
    solution = stud.solve(game, money, play_ties=ties == "play")
    counts, deals = joint.joint_counts(solution, six=box)
    assert counted_mean(counts, money, deals) == solution.expectation(), "counts disagree"
    axes = [k for k in _AXES if k != 6 or (box and game.shape.six)]
    paths = sorted(game.courses)
    place = {path: at for at, path in enumerate(paths)}
    cells = []
    for path, *kinds in np.argwhere(counts).tolist():
        cells.append((place[path], *kinds[: len(axes)], int(counts[(path, *kinds)])))
    courses = tuple(_course(book, game, path) for path in paths)
    return Rounds(
        ties=ties,
        deals=deals,
        rounds=solution.deals,
        hands={str(k): comb(len(book.game.cards), k) for k in axes},
        courses=courses,
        axes=tuple(map(str, axes)),
        rows={key: tuple(row) for k in axes for key, row in _row_numbers(book, game.axes[k])},
        axis_of={key: at for at, k in enumerate(axes) for key in game.axes[k].rows},
        cells=tuple(cells),
        decisions=_tallies(courses, cells, deals // solution.deals),
        tied=_tied(game, solution),
    )


def counted_mean(counts: Any, money: stud.Money, deals: int) -> Fraction:
    """The mean result of rounds by [path, two-, three-, five-card kind, …]."""
    two, three, five = (
        counts.sum(axis=tuple(a for a in range(counts.ndim) if a not in kept)).astype(object)
        for kept in ((1,), (0, 2), (0, 3))
    )
    by_path = money.now[3][np.arange(counts.shape[0]) & 3]
    total = (two * money.now[2][0]).sum() + (five * money.final).sum()
    if money.now[3].any():  # else the three cards may be others than the first three
        total += (three * by_path).sum()
    return Fraction(int(total), deals * money.unit)


def _course(book: PricedGame, game: stud.Stud, path: int) -> Course:
    course = game.courses[path]
    stakes = {spot.key: 1 for spot in book.game.spots if spot.required}
    choices = []
    for stage in game.shape.stages:
        digit = path // 4 ** (stage.known - 2) % 4
        units = stage.units[digit]
        stakes[stage.key] = units
        choices.append((stage.key, _choice_name(book, stage.key, units)))
        if stage.folds and digit == 0:
            break  # what would have come after a fold is no decision
    return Course(tuple(choices), stakes, course.folded)


def _choice_name(book: PricedGame, spot: str, units: int) -> str:
    step = next(s for s in book.game.play if isinstance(s, Decide) and s.spot == spot)
    if units == 0:
        return step.decline
    several = len(book.game.spot(spot).multiples) > 1
    return f"{step.accept} {units}×" if several else step.accept


def _row_numbers(book: PricedGame, axis: Any) -> Iterable[tuple[str, list[int]]]:
    tables = {table.key: table for table in book.every_table()}
    for key, rows in axis.rows.items():
        names = [row.name for row in tables[key].rows]
        yield key, [-1 if row is None else names.index(row.name) for row in rows]


def _tallies(courses: Sequence[Course], cells: Iterable[Sequence[int]], boxes: int) -> Any:
    found: Counter[tuple[str, str]] = Counter()
    for cell in cells:
        for choice in courses[cell[0]].choices:
            found[choice] += cell[-1]
    order = {stage: at for c in courses for at, (stage, _) in enumerate(c.choices)}
    return tuple(
        Tally(stage, choice, count // boxes)
        for (stage, choice), count in sorted(found.items(), key=lambda item: order[item[0][0]])
    )


def _tied(game: stud.Stud, solution: stud.Solution) -> int:
    """Deals whose course differs when equals are decided the other way, or would, at some stage."""
    other = stud.solve(game, solution.money, play_ties=not solution.play_ties)
    marked: dict[int, Any] = {}
    changed = False
    for k in (2, 3, 4):
        differs = solution.policy[k] != other.policy[k]
        marked[k] = differs
        changed = changed or bool(differs.any())
    return _deals_through(game, solution, marked) if changed else 0


def _deals_through(game: stud.Stud, solution: stud.Solution, marked: dict[int, Any]) -> int:
    """Deals that meet a marked decision on the way the solution plays."""
    from pitboss.odds.stud.shape import members, steps

    counts = solution.has.sum(axis=1)
    total = 0
    flags = len(solution.suits) + 1

    def follow(f: int, m: int, r: int, known: Any) -> Iterable[tuple[int, int]]:
        held = list(known)
        suited = 0
        if f:
            suited = int(r not in held and solution.has[r, solution.suits[f - 1]])
            if suited:
                yield f, suited
        left = int(counts[r]) - held.count(r) - suited
        if left > 0:
            yield 0, left

    n = int(counts.sum())
    for f in range(flags):
        for m, ranks in enumerate(members(2).tolist()):
            size = int(solution.sizes[f, m])
            if not size:
                continue
            a2 = int(solution.policy[2][f, m]) & 3
            bits2 = bool(marked[2][f, m])
            if bits2:
                total += size * (n - 2) * (n - 3) * (n - 4)
                continue
            for r in range(13):
                m3 = int(steps(2)[m, r])
                for f3, ways3 in follow(f, m, r, ranks):
                    a3 = int(solution.policy[3][f3, m3]) >> (2 * a2) & 3
                    if _differs(marked[3], solution, 3, f3, m3, a2):
                        total += size * ways3 * (n - 3) * (n - 4)
                        continue
                    ranks3 = [*ranks, r]
                    for r4 in range(13):
                        m4 = int(steps(3)[m3, r4])
                        for f4, ways4 in follow(f3, m3, r4, ranks3):
                            if _differs(marked[4], solution, 4, f4, m4, a2 + 4 * a3):
                                total += size * ways3 * ways4 * (n - 4)
    return total


def _differs(marked: Any, solution: stud.Solution, k: int, f: int, m: int, prefix: int) -> bool:
    if not marked[f, m]:
        return False
    if solution.game.choices[k][prefix] < 2:
        return False
    values = solution.choice_values(k, prefix, f, m)
    return values.count(max(values)) > 1


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def draw_pays(book: PricedGame, letters: dict[str, str]) -> DrawPays:
    """What a round comes to in antes, by final hand; every spot holds one (ruling D1)."""
    game = book.game
    decided = sum(isinstance(step, Decide) for step in game.play)
    first = sum(spot.required for spot in game.spots)
    net = []
    for place, category in enumerate(CATEGORIES):
        hand = Hand(len(CATEGORIES) - 1 - place, (ACE,), -1, category)
        total = 0
        for spot in game.spots:
            row = book.table(spot.wager, letters[spot.wager]).row_for(hand)
            assert row is None or isinstance(row.pays, To | Push), "not paid at odds to 1"
            total += -1 if row is None else row.pays.odds if isinstance(row.pays, To) else 0
        net.append(total)
    return DrawPays(tuple(net), -first, -first - 1, (first, first + 1, first + decided))


@lru_cache(maxsize=1)
def _draw_solution(pays: DrawPays) -> draw.DrawSolution:
    """Kept for the other way of playing ties, which is asked for next."""
    return draw.solve(pays)


def draw_rounds(book: PricedGame, letters: dict[str, str], ties: Ties) -> Rounds:
    solution = _draw_solution(draw_pays(book, letters))
    counts = draw.count(solution, "play" if ties == "play" else "fold")
    assert counts.moment(solution.pays, 1) == solution.expectation, "counts and solution disagree"
    base = [spot.key for spot in book.game.spots if spot.required]
    decided = [step.spot for step in book.game.play if isinstance(step, Decide)]
    courses = [Course(((decided[0], "fold"),), dict.fromkeys(base, 1), True)]
    cells = [(0, CATEGORIES.index("nothing"), counts.folded_first)]
    for discards, stage in enumerate(counts.by_discards):
        first = ((decided[0], "bet"), ("first discards", str(discards)))
        stakes = dict.fromkeys((*base, decided[0]), 1)
        cells.append((len(courses), CATEGORIES.index("nothing"), stage.folded))
        courses.append(Course((*first, (decided[1], "fold")), stakes, True))
        cells += [(len(courses), kind, n) for kind, n in enumerate(stage.categories) if n]
        stakes = stakes | {decided[1]: 1}
        courses.append(Course((*first, (decided[1], "bet")), stakes, False))
    table_rows, axis_of = {}, {}
    for table in book.every_table():
        ranking = RANKINGS[table.ranking]
        names = [row.name for row in table.rows]
        found = []
        for place, category in enumerate(CATEGORIES):
            row = table.row_for(Hand(len(ranking.categories) - place, (ACE,), -1, category))
            found.append(-1 if row is None else names.index(row.name))
        table_rows[table.key], axis_of[table.key] = tuple(found), 0
    return Rounds(
        ties=ties,
        deals=counts.denominator,
        rounds=counts.denominator,
        hands={},  # how often a hand is made depends on what was kept
        courses=tuple(courses),
        axes=("5",),
        rows=table_rows,
        axis_of=axis_of,
        cells=tuple(cell for cell in cells if cell[-1]),
        decisions=_draw_tallies(counts, decided),
        tied=sum(solution.tied_hands()) * solution.denominator,
    )


def _draw_tallies(counts: DrawCounts, decided: list[str]) -> tuple[Tally, ...]:
    stages = counts.by_discards
    return (
        Tally(decided[0], "fold", counts.folded_first),
        Tally(decided[0], "bet", counts.denominator - counts.folded_first),
        *(Tally("first discards", str(n), stage.total) for n, stage in enumerate(stages)),
        Tally(decided[1], "fold", counts.folded_second),
        Tally(decided[1], "bet", sum(stage.stood + stage.drew for stage in stages)),
        Tally("second discards", "0", sum(stage.stood for stage in stages)),
        Tally("second discards", "1", sum(stage.drew for stage in stages)),
    )
