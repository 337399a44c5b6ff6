"""The decisions of a stud game: classes of hands, their frequencies, and the values of the acts.

A situation is a class of known cards together with the stakes so far. The loss of a policy in the
whole game is a sum over situations: the frequency with which the policy reaches each, times the
cost of its act there against the best. No other figure is needed to price a policy exactly.
"""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.arrays import Ints
from pitboss.odds.game import Letters, PricedGame
from pitboss.odds.stud.classes import whole_deck_sizes
from pitboss.odds.stud.rounds import base_tables
from pitboss.odds.stud.shape import Stage, class_cards, members, steps
from pitboss.odds.stud.solve import (
    Path,
    Solution,
    Stud,
    paths_before,
    payoffs_of,
    solve,
    stud_of,
)


@cache
def _solved(
    game: PricedGame, letters: tuple[tuple[str, str], ...], dead: tuple[Card, ...]
) -> Solution:
    stud = _stud(game, letters)
    payoffs = payoffs_of(stud, base_tables(game, dict(letters)))
    return solve(stud, payoffs, dead=dead)


@cache
def _stud(game: PricedGame, letters: tuple[tuple[str, str], ...]) -> Stud:
    return stud_of(game.game, base_tables(game, dict(letters)).values())


def solved(game: PricedGame, letters: Letters, dead: tuple[Card, ...] = ()) -> Solution:
    """The base game under these letters; `dead` cards cannot come."""
    return _solved(game, tuple(sorted(letters.items())), tuple(sorted(dead)))


class EarlierBets(msgspec.Struct, frozen=True):
    """Courses of earlier decisions that put the same stakes on the layout."""

    prefixes: tuple[int, ...]
    staked: tuple[tuple[int, int], ...]  # (cards of the hand bet on, units)
    bets: tuple[tuple[int, ...], ...]  # the same courses as choices, decision by decision

    @property
    def units(self) -> int:
        return sum(units for _, units in self.staked)


def courses_before(game: Stud, stage: Stage) -> tuple[EarlierBets, ...]:
    """The courses that lead to a decision and leave a choice there, the smallest stakes first."""
    by_stakes: dict[tuple[tuple[tuple[int, int], ...], int], list[int]] = {}
    for prefix in range(paths_before(stage.depth)):
        if game.choices[stage.depth][prefix] > 1:
            paths = (course.path for course in game.courses.values())
            lowest = min(path for path in paths if path.before(stage.depth) == prefix)
            course = game.courses[lowest]
            later = sum(
                s.units[lowest.digit(s.depth)] for s in game.shape.stages if s.depth >= stage.depth
            )
            assert later == 0, "the first choice of a decision stakes nothing"
            # A row that pays a sum pays it on each spot, so their number matters too.
            bets = sum(len(spots) for spots in course.spots.values())
            staked = tuple(sorted(course.units.items()))
            by_stakes.setdefault((staked, bets), []).append(prefix)
    earlier = [s for s in game.shape.stages if s.depth < stage.depth]
    return tuple(
        EarlierBets(
            tuple(prefixes),
            staked,
            tuple(tuple(Path(p).digit(s.depth) for s in earlier) for p in prefixes),
        )
        for (staked, _), prefixes in sorted(
            by_stakes.items(), key=lambda item: sum(dict(item[0][0]).values())
        )
    )


class StudDecision(msgspec.Struct, frozen=True):
    """A decision of a stud game: its acts in the order of choices, the declining one first."""

    stage: Stage
    acts: tuple[str, ...]
    courses: tuple[EarlierBets, ...]
    flags: Ints  # [class]: 0 mixed suits, 1 one suit
    multisets: Ints  # [class]: number in shape.members
    ranks: Ints  # [class, card]
    sizes: Ints  # [class]: sets of cards of the deck


def decisions_of(solution: Solution) -> tuple[StudDecision, ...]:
    assert len(solution.suits) == 1, "a base table names a suit: its classes are not these"
    stud = solution.game
    return tuple(
        StudDecision(stage, stage.acts, courses_before(stud, stage), *_classes(stage.depth))
        for stage in stud.shape.stages
    )


@cache
def _classes(depth: int) -> tuple[Ints, Ints, Ints, Ints]:
    sizes = whole_deck_sizes(depth)
    flags, multisets = np.nonzero(sizes)
    return flags, multisets, members(depth)[multisets], sizes[flags, multisets]


def example(decision: StudDecision, at: int) -> tuple[Card, ...]:
    """An example of a class, the highest card first."""
    cards = class_cards(decision.ranks[at].tolist(), int(decision.flags[at]))
    assert cards is not None
    return tuple(sorted(cards, reverse=True))


def values(solution: Solution, decision: StudDecision) -> Ints:
    """[course, class, act] → result summed over the orders of later cards (`Solution.to_come`)."""
    depth, classes = decision.stage.depth, (decision.flags, decision.multisets)
    prefixes = (course.prefixes[0] for course in decision.courses)
    return np.array([solution.choice_sums(depth, prefix, *classes).T for prefix in prefixes])


@cache
def _moves(depth: int) -> tuple[Ints, Ints, Ints]:
    """(class, class with one more card, cards that lead there) of the whole deck."""
    flags, multisets, ranks, _ = _classes(depth)
    place = {
        (int(f), int(m)): i for i, (f, m) in enumerate(zip(*_classes(depth + 1)[:2], strict=True))
    }
    after = steps(depth)
    moves = []
    for i, (flag, multiset) in enumerate(zip(flags.tolist(), multisets.tolist(), strict=True)):
        own = ranks[i].tolist()
        for rank in range(13):
            to = int(after[multiset, rank])
            suited = int(flag == 1 and rank not in own)
            mixed = 4 - own.count(rank) - suited
            if suited:
                moves.append((i, place[1, to], suited))
            if mixed:
                moves.append((i, place[0, to], mixed))
    table = np.array(moves, np.int64)
    return table[:, 0], table[:, 1], table[:, 2]


Acts = Mapping[str, Ints]  # decision → [course, class] → act, or the same flat


def reached(decisions: tuple[StudDecision, ...], acts: Acts) -> Iterator[tuple[StudDecision, Ints]]:
    """Each decision with [course, class] → deals of its known cards that reach it by these acts.

    Two cards are counted as a set and the others in order. The acts of a decision are looked up
    only after it was yielded, so the caller may choose them by the deals that reach it.
    """
    depth = 2
    _, _, _, sizes = _classes(2)
    prefixes: dict[int, Ints] = {0: sizes.astype(np.int64)}
    for decision in decisions:
        while depth < decision.stage.depth:
            prefixes = {prefix: _forward(depth, counts) for prefix, counts in prefixes.items()}
            depth += 1
        counts = np.zeros((len(decision.courses), len(decision.flags)), np.int64)
        for c, course in enumerate(decision.courses):
            for prefix in course.prefixes:
                counts[c] += prefixes.get(prefix, 0)
        yield decision, counts
        chosen = acts[decision.stage.key].reshape(counts.shape)
        onward: dict[int, Ints] = {}
        for c, course in enumerate(decision.courses):
            for prefix in course.prefixes:
                for act in range(len(decision.acts)):
                    if prefix in prefixes and not (decision.stage.folds and act == 0):
                        to = Path(prefix).extend(depth, act)
                        onward[to] = np.where(chosen[c] == act, prefixes[prefix], 0)
        prefixes = onward


def _forward(depth: int, counts: Ints) -> Ints:
    source, to, ways = _moves(depth)
    out = np.zeros(len(_classes(depth + 1)[0]), np.int64)
    np.add.at(out, to, counts[source] * ways)
    return out


def best_acts(worth: Ints, *, play_ties: bool = True) -> Ints:
    """[…, act] → the best act; of equals the boldest, or the least bold."""
    last = worth.shape[-1] - 1
    best: Ints = last - worth[..., ::-1].argmax(-1) if play_ties else worth.argmax(-1)
    return best


def with_acts(solution: Solution, decisions: tuple[StudDecision, ...], acts: Acts) -> Solution:
    """The solution with these acts in place of the best ones: two bits for each earlier course."""
    policy = {depth: np.zeros_like(bits) for depth, bits in solution.policy.items()}
    for decision in decisions:
        bits = policy[decision.stage.depth]
        by_course = acts[decision.stage.key].reshape(len(decision.courses), -1)
        for course, chosen in zip(decision.courses, by_course, strict=True):
            for prefix in course.prefixes:
                added = (chosen << (2 * prefix)).astype(bits.dtype)
                bits[decision.flags, decision.multisets] |= added
    return msgspec.structs.replace(solution, policy=policy)
