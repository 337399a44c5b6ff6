"""The decisions of a stud game: its classes of hands, how often each is met, what each act costs.

A situation is a class of known cards together with what is staked so far. What a policy gives away
in the whole game is the sum, over the situations it meets, of how often it meets them times what
its act there falls short of the best: no other figure is needed to price a policy exactly.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.game import Options, PricedGame
from pitboss.odds.stud.shape import Ints, Stage, class_cards, members, steps
from pitboss.odds.stud.solve import Solution, Stud, money_of, solve, stud_of
from pitboss.rulebook.model import Decide, Game
from pitboss.rulebook.paytable import Paytable

Letters = Mapping[str, str]  # wager → letter


def letters_of(book: PricedGame, chosen: Letters | None = None) -> dict[str, str]:
    """A letter for every wager of the base game: the one chosen, else the first."""
    found = {}
    for wager in book.base_wagers():
        letter = (chosen or {}).get(wager, next(iter(book.tables[wager])))
        book.table(wager, letter)  # refuses a letter there is none of
        found[wager] = letter
    return found


def tables_of(
    book: PricedGame, letters: Letters, options: Options | None = None
) -> dict[str, Paytable]:
    return {wager: book.table(wager, letter, options) for wager, letter in letters.items()}


@cache
def _solved(
    book: PricedGame, letters: tuple[tuple[str, str], ...], dead: tuple[Card, ...], ties: bool
) -> Solution:
    tables = tables_of(book, dict(letters))
    game = _stud(book, letters)
    return solve(game, money_of(game, tables), play_ties=ties, dead=dead)


@cache
def _stud(book: PricedGame, letters: tuple[tuple[str, str], ...]) -> Stud:
    return stud_of(book.game, tables_of(book, dict(letters)).values())


def solved(
    book: PricedGame, letters: Letters, dead: tuple[Card, ...] = (), *, play_ties: bool = True
) -> Solution:
    """The base game under these letters; `dead` cards are known not to come."""
    return _solved(book, tuple(sorted(letters.items())), tuple(sorted(dead)), play_ties)


class Course(msgspec.Struct, frozen=True):
    """Earlier decisions that come to the same stakes."""

    prefixes: tuple[int, ...]
    staked: tuple[tuple[int, int], ...]  # (cards of the hand bet on, units)
    bets: tuple[tuple[int, ...], ...]  # the same courses as choices, decision by decision

    @property
    def units(self) -> int:
        return sum(units for _, units in self.staked)


def courses_before(game: Stud, stage: Stage) -> tuple[Course, ...]:
    """The courses that lead to a decision and leave a choice there, the least staked first."""
    size = 4 ** (stage.known - 2)
    found: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for prefix in range(size):
        if game.choices[stage.known][prefix] > 1:
            least = min(p for p in game.courses if p % size == prefix)
            course = game.courses[least]
            later = sum(
                s.units[least // 4 ** (s.known - 2) % 4]
                for s in game.shape.stages
                if s.known >= stage.known
            )
            assert later == 0, "the first choice of a decision stakes nothing"
            found.setdefault(tuple(sorted(course.units.items())), []).append(prefix)
    earlier = [s for s in game.shape.stages if s.known < stage.known]
    return tuple(
        Course(
            tuple(prefixes),
            staked,
            tuple(tuple(p // 4 ** (s.known - 2) % 4 for s in earlier) for p in prefixes),
        )
        for staked, prefixes in sorted(found.items(), key=lambda item: sum(u for _, u in item[0]))
    )


class Decision(msgspec.Struct, frozen=True):
    """A decision of a stud game: its acts in the order of choices, the declining one first."""

    stage: Stage
    step: Decide
    acts: tuple[str, ...]  # "fold", "bet 1", "bet 2", …; "withdraw", "ride"
    courses: tuple[Course, ...]
    flags: Any  # [class]: 0 mixed suits, 1 one suit
    multisets: Any  # [class]: number in tables.members
    ranks: Any  # [class, known]
    sizes: Any  # [class]: sets of cards of the deck


def decisions_of(game: Game, solution: Solution) -> tuple[Decision, ...]:
    assert len(solution.suits) == 1, "a base table names a suit: its classes are not these"
    steps_by_spot = {step.spot: step for step in game.play if isinstance(step, Decide)}
    return tuple(
        Decision(
            stage,
            steps_by_spot[stage.key],
            acts_of(stage, steps_by_spot[stage.key]),
            courses_before(solution.game, stage),
            *_classes(stage.known),
        )
        for stage in solution.game.shape.stages
    )


def acts_of(stage: Stage, step: Decide) -> tuple[str, ...]:
    several = len(stage.units) > 2
    return (
        step.decline,
        *(f"{step.accept} {units}" if several else step.accept for units in stage.units[1:]),
    )


@cache
def _classes(known: int) -> tuple[Ints, Ints, Ints, Ints]:
    from pitboss.odds.stud import kernels

    sizes = kernels.class_sizes(np.ones((13, 4), np.int64), np.zeros(1, np.int64), members(known))
    sizes[1] *= 4
    flags, multisets = np.nonzero(sizes)
    return flags, multisets, members(known)[multisets], sizes[flags, multisets]


def example(decision: Decision, at: int) -> tuple[Card, ...]:
    """Some cards of a class, the highest first."""
    found = class_cards(decision.ranks[at].tolist(), int(decision.flags[at]))
    assert found is not None
    return tuple(sorted(found, reverse=True))


def values(solution: Solution, decision: Decision) -> Ints:
    """[course, class, act] → result summed over the ordered cards to come (see `to_come`)."""
    known = decision.stage.known
    at = decision.flags, decision.multisets
    found = []
    for course in decision.courses:
        prefix = course.prefixes[0]
        if known < 4:
            found.append(solution.values[known][prefix, : len(decision.acts), at[0], at[1]])
        else:
            ways = solution.ends[at].astype(np.int64)
            finals = [solution.money.final[prefix + 16 * act] for act in range(len(decision.acts))]
            found.append(ways @ np.array(finals).T)
    # Fancy indexing puts the classes first in some of these shapes; every one is [class, act] here.
    return np.array([v if v.shape[0] == len(decision.flags) else v.T for v in found])


def to_come(solution: Solution, known: int) -> int:
    """Ordered cards still to come: the denominator of a choice's value, times the unit."""
    n = int(solution.has.sum())
    total = 1
    for k in range(known, 5):
        total *= n - k
    return total


@cache
def _moves(known: int) -> tuple[Ints, Ints, Ints]:
    """(class, class with one more card, cards that lead there) of the whole deck."""
    flags, multisets, ranks, _ = _classes(known)
    place = {
        (int(f), int(m)): i for i, (f, m) in enumerate(zip(*_classes(known + 1)[:2], strict=True))
    }
    after = steps(known)
    moves = []
    for i, (flag, multiset) in enumerate(zip(flags.tolist(), multisets.tolist(), strict=True)):
        held = ranks[i].tolist()
        for rank in range(13):
            to = int(after[multiset, rank])
            suited = int(flag == 1 and rank not in held)
            mixed = 4 - held.count(rank) - suited
            if suited:
                moves.append((i, place[1, to], suited))
            if mixed:
                moves.append((i, place[0, to], mixed))
    found = np.array(moves, np.int64)
    return found[:, 0], found[:, 1], found[:, 2]


Acts = Mapping[str, Any]  # decision → [course, class] → act


def reached(decisions: tuple[Decision, ...], acts: Acts) -> Iterator[tuple[Decision, Ints]]:
    """Each decision with [course, class] → deals of its known cards that come there by these acts.

    Two cards are counted as a set and the others in order. The acts of a decision are asked for
    only after it was yielded, so they may be chosen in the light of what reaches it.
    """
    known = 2
    _, _, _, sizes = _classes(2)
    prefixes: dict[int, Ints] = {0: sizes.astype(np.int64)}
    for decision in decisions:
        while known < decision.stage.known:
            prefixes = {prefix: _forward(known, counts) for prefix, counts in prefixes.items()}
            known += 1
        counts = np.zeros((len(decision.courses), len(decision.flags)), np.int64)
        for c, course in enumerate(decision.courses):
            for prefix in course.prefixes:
                counts[c] += prefixes.get(prefix, 0)
        yield decision, counts
        chosen = acts[decision.stage.key]
        onward: dict[int, Ints] = {}
        for c, course in enumerate(decision.courses):
            for prefix in course.prefixes:
                for act in range(len(decision.acts)):
                    if prefix in prefixes and not (decision.stage.folds and act == 0):
                        to = prefix + 4 ** (known - 2) * act
                        onward[to] = np.where(chosen[c] == act, prefixes[prefix], 0)
        prefixes = onward


def _forward(known: int, counts: Ints) -> Ints:
    source, to, ways = _moves(known)
    out = np.zeros(len(_classes(known + 1)[0]), np.int64)
    np.add.at(out, to, counts[source] * ways)
    return out


def best_acts(found: Any, *, play_ties: bool = True) -> Any:
    """[…, act] → the best act; of equals the boldest, or the most careful."""
    if play_ties:
        return found.shape[-1] - 1 - found[..., ::-1].argmax(axis=-1)
    return found.argmax(axis=-1)


def cost_of(solution: Solution, decisions: tuple[Decision, ...], acts: Acts) -> dict[str, Fraction]:
    """What these acts give away at each decision, in units of the base wager; the sum is exact."""
    found = {}
    for decision, counts in reached(decisions, acts):
        worth = values(solution, decision)
        chosen = np.asarray(acts[decision.stage.key])[..., None]
        short = worth.max(axis=-1) - np.take_along_axis(worth, chosen, axis=-1)[..., 0]
        total = sum(int(n) * int(d) for n, d in zip(counts.flat, short.flat, strict=True) if d)
        found[decision.stage.key] = Fraction(total, solution.deals * solution.money.unit)
    return found
