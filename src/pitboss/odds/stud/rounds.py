"""Counts every round of a stud game, and names the courses and rows behind the kernels' numbers."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import FRENCH_52
from pitboss.odds.arrays import Ints
from pitboss.odds.game import Letters, Options, PricedGame, award
from pitboss.odds.rounds import Course, Extra, Rounds, Tally, Ties
from pitboss.odds.stud.shape import AXES, DECIDED_AT, SIX_KINDS, steps
from pitboss.odds.stud.solve import (
    PATHS,
    Path,
    Payoffs,
    Solution,
    Stud,
    paths_before,
    payoffs_of,
    solve,
    stud_of,
)
from pitboss.rulebook.paytable import Paytable

CACHED_GAMES: Final = 32


@lru_cache(CACHED_GAMES)
def stud_game(game: PricedGame) -> Stud:
    """The game with every kind of hand that its tables distinguish, under either ranking."""
    return stud_of(game.game, game.every_table())


def base_tables(
    game: PricedGame, letters: Letters, options: Options | None = None
) -> dict[str, Paytable]:
    return {wager: game.table(wager, letter, options) for wager, letter in letters.items()}


def stud_payoffs(
    game: PricedGame,
    letters: Letters,
    options: Options | None = None,
    *,
    extra: Extra | None = None,
    stake: int | None = None,
) -> Payoffs:
    stud, tables = stud_game(game), base_tables(game, letters, options)
    if extra is None:
        return payoffs_of(stud, tables, unit=stake)
    rows = stud.axes[5].rows_of(game.table(extra.wager, extra.letter))
    awards = [award(row.pays if row else None, extra.stake, dict(extra.meters)) for row in rows]
    gains = [cents - extra.stake for cents in awards]
    return payoffs_of(stud, tables, unit=extra.base, extra=gains, fold_extra=-extra.stake)


def stud_rounds(
    game: PricedGame,
    letters: dict[str, str],
    ties: Ties,
    options: Options,
    box: bool,
    extra: Extra | None,
    stake: int | None,
) -> Rounds:
    """All rounds under optimal play."""
    payoffs = stud_payoffs(game, letters, options, extra=extra, stake=stake)
    solution = solve(stud_game(game), payoffs, play_ties=ties == "play")
    counts, deals = _counts_of_policy(game, solution, box)
    assert mean_result(counts, payoffs, deals) == solution.expectation(), "counts disagree"
    return _named_rounds(game, solution, counts, ties, box, _tied_deals(solution))


_COUNTED: Final[OrderedDict[tuple[str, bytes, bool], tuple[Ints, int]]] = OrderedDict()
MAX_COUNTED: Final = 8  # of some megabytes each


def _counts_of_policy(game: PricedGame, solution: Solution, six: bool) -> tuple[Ints, int]:
    """Counts once for each policy: many meters, stakes and limits lead to the same decisions."""
    flags = solution.flags()
    policy = b"".join(solution.policy[k][flags].tobytes() for k in DECIDED_AT)
    key = (game.fingerprint, policy, six)
    counted = _COUNTED.get(key)
    if counted is None:
        counted = _COUNTED[key] = joint_counts(solution, six=six)
        while len(_COUNTED) > MAX_COUNTED:
            _COUNTED.popitem(last=False)
    return counted


def stud_expectation(game: PricedGame, letters: Letters, stake: int, limit: int) -> Fraction:
    """The result of a round under optimal play at a base stake under a payout limit (ruling G13),
    in units of the stake, where all base wagers are on the five-card hand.
    """
    payoffs = stud_payoffs(game, letters, stake=stake)
    assert not payoffs.now[2].any() and not payoffs.now[3].any(), "wagers on several hands"
    capped = msgspec.structs.replace(payoffs, final=np.minimum(payoffs.final, limit))
    return solve(stud_game(game), capped).expectation()


def policy_rounds(game: PricedGame, solution: Solution) -> Rounds:
    """All rounds under the solution's policy, which need not be optimal."""
    counts, _ = joint_counts(solution)
    return _named_rounds(game, solution, counts, "play", True, 0)


def _named_rounds(
    game: PricedGame, solution: Solution, counts: Ints, ties: Ties, box: bool, tied: int
) -> Rounds:
    stud = solution.game
    axes = [k for k in AXES if k != 6 or (box and stud.shape.six)]
    paths = sorted(course.path for course in stud.courses.values())
    place: dict[int, int] = {path: at for at, path in enumerate(paths)}
    cells = tuple(
        (place[path], *kinds[: len(axes)], int(counts[(path, *kinds)]))
        for path, *kinds in np.argwhere(counts).tolist()
    )
    courses = tuple(course_of(game, stud, path) for path in paths)
    deals = int(counts.sum())
    return Rounds(
        ties=ties,
        deals=deals,
        rounds=solution.deals,
        hands={str(k): comb(len(game.game.cards), k) for k in axes},
        courses=courses,
        axes=tuple(map(str, axes)),
        rows={
            key: tuple(
                -1 if row is None else table.rows.index(row) for row in stud.axes[k].rows[key]
            )
            for k in axes
            for key, table in stud.axes[k].tables.items()
        },
        axis_of={key: at for at, k in enumerate(axes) for key in stud.axes[k].rows},
        cells=cells,
        decisions=_tallies(courses, cells, deals // solution.deals),
        tied=tied,
    )


def mean_result(counts: Ints, payoffs: Payoffs, deals: int) -> Fraction:
    """The mean result of rounds by [path, two-, three-, five-card kind, …]."""
    two, three, five = (
        counts.sum(axis=tuple(a for a in range(counts.ndim) if a not in axes)).astype(object)
        for axes in ((1,), (0, 2), (0, 3))
    )
    by_path = payoffs.now[3][np.arange(counts.shape[0]) & 3]
    total = (two * payoffs.now[2][0]).sum() + (five * payoffs.final).sum()
    if payoffs.now[3].any():  # else the three-card hand may not be the first three cards
        total += (three * by_path).sum()
    return Fraction(int(total), deals * payoffs.unit)


def course_of(game: PricedGame, stud: Stud, path: Path) -> Course:
    stakes = {spot.key: 1 for spot in game.game.spots if spot.required}
    choices = []
    for stage in stud.shape.stages:
        choice = path.digit(stage.depth)
        stakes[stage.key] = stage.units[choice]
        times = "×" if choice and len(stage.units) > 2 else ""
        choices.append((stage.key, stage.acts[choice] + times))
        if stage.folds and choice == 0:
            break  # no decision follows a fold
    return Course(tuple(choices), stakes, stud.courses[path].folded)


def _tallies(
    courses: Sequence[Course], cells: Iterable[Sequence[int]], boxes: int
) -> tuple[Tally, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    for cell in cells:
        for choice in courses[cell[0]].choices:
            counts[choice] += cell[-1]
    order = {stage: at for c in courses for at, (stage, _) in enumerate(c.choices)}
    return tuple(
        Tally(stage, choice, count // boxes)
        for (stage, choice), count in sorted(counts.items(), key=lambda item: order[item[0][0]])
    )


# ── counts of all wagers at once ──────────────────────────────────────────────────────────────────


def joint_counts(solution: Solution, *, six: bool = True) -> tuple[Ints, int]:
    """Deals by [path, two-, three-, five-, six-card kind] under a solution, and their sum.

    One cell decides every wager of a round, so any set of wagers is priced from the counts, with
    its distribution and moments. Without `six` the last axis has one entry.
    """
    from pitboss.odds.stud import joint_kernels

    game = solution.game
    shape, axes = game.shape, game.axes
    boxed = 6 - shape.six if six and shape.six else 0
    if not boxed and shape.three <= 0:
        return solution.counts()[..., None], solution.deals
    deck = np.flatnonzero(solution.has.reshape(-1))
    size = shape.six if boxed else 2
    assert size == 2 or game.choices[2][0] == 1, "a hand of three must not hide a decision"
    # Diamonds have a kind of six cards of their own. Where nothing else tells suits apart, the
    # hands are counted as if they had none, and a quarter of the kind is diamonds'.
    alike = bool(boxed) and len(deck) == len(FRENCH_52) and _suits_alike(game)
    hands, weights = _hands(deck, size, game, bool(boxed) and not alike)
    boxes = comb(len(deck) - 5, boxed) if boxed else 0
    labels = [len(axes[k].labels) for k in (2, 3, 5)]
    counts = np.zeros((PATHS, *labels, len(axes[6].labels) if boxed else 1), np.int64)
    joint_kernels.joint(
        deck,
        hands,
        weights,
        boxes,
        tuple(steps(k) for k in (1, 2, 3, 4)),
        tuple(solution.policy[k][solution.flags()] for k in DECIDED_AT),
        tuple(axes[k].kinds for k in (2, 3, 5)),
        shape.three,
        *joint_kernels.work_space(len(deck), size),
        counts,
    )
    if alike:
        *_, other, diamonds = range(len(SIX_KINDS))
        counts[..., other] += counts[..., diamonds]
        counts[..., diamonds] = counts[..., other] // 4
        counts[..., other] -= counts[..., diamonds]
    total = int(counts.sum())
    return counts, total


def _hands(deck: Ints, size: int, game: Stud, boxed: bool) -> tuple[Ints, Ints]:
    """Sets of cards up to permutations of suits that no table distinguishes, each with the number
    of sets it represents.

    Tables name a suit only for hands of one suit, so other hands may exchange any suits, unless
    the three-card hand lies outside them.
    """
    present = np.zeros(52, bool)
    present[deck] = True
    sets = np.array(list(combinations(deck.tolist(), size)), np.int64)
    one_suit = ((sets & 3) == (sets[:, :1] & 3)).all(axis=1)
    smallest = np.full(len(sets), np.iinfo(np.int64).max)
    for order in permutations(range(4)):
        suits = np.array(order)
        if present[deck - (deck & 3) + suits[deck & 3]].all():
            image = np.sort(sets - (sets & 3) + suits[sets & 3], axis=1)
            named = not all(_alike(game, s, t, boxed) for s, t in enumerate(order))
            if not (named and game.shape.three > 0 and game.axes[3].suits_matter):
                number = image @ (64 ** np.arange(size))
                may = ~one_suit if named else np.ones(len(sets), bool)
                smallest[may] = np.minimum(smallest, number)[may]
    own = sets @ (64 ** np.arange(size))
    numbers, weights = np.unique(smallest, return_counts=True)
    first = own == smallest
    return sets[first], weights[np.searchsorted(numbers, own[first])].astype(np.int64)


def _suits_alike(game: Stud) -> bool:
    return all(_alike(game, 0, suit, False) for suit in range(1, 4))


def _alike(game: Stud, s: int, t: int, boxed: bool) -> bool:
    """Whether no table distinguishes two suits; `shape.SIX_KINDS` names diamonds."""
    kinds = [game.axes[k].kinds for k in (2, 3, 5)]
    return (s == t or not boxed or 1 not in (s, t)) and all(
        (kind[s + 1] == kind[t + 1]).all() for kind in kinds
    )


# ── ties ──────────────────────────────────────────────────────────────────────────────────────────


def _tied_deals(solution: Solution) -> int:
    """Deals with a decision between equals when they are played as the solution says.

    Among equals one convention takes the first and the other the last, so they differ at a tie.
    """
    game, cards = solution.game, int(solution.has.sum())
    other = solve(game, solution.payoffs, play_ties=not solution.play_ties)
    differs = {k: solution.policy[k] ^ other.policy[k] for k in DECIDED_AT}
    if not any(bool(marks.any()) for marks in differs.values()):
        return 0
    ways, after = 1, np.zeros((0, 0, 0), np.int64)
    for k in reversed(DECIDED_AT):
        ways *= cards - k  # ordered ways to deal the other cards
        # [path so far, flag, multiset] → how many of them meet a tie
        before, after = after, np.zeros((paths_before(k), *differs[k].shape), np.int64)
        for path, choices in enumerate(game.choices[k]):
            if len(before):
                digits = solution.policy[k] >> 2 * path & 3
                for choice in range(choices):
                    later = before[path + paths_before(k) * choice][:, steps(k)]
                    sums = solution.left[k] * later[0] + solution.suited[k] * later
                    after[path] += np.where(digits == choice, sums.sum(axis=2), 0)
            after[path][(differs[k] >> 2 * path & 3) > 0] = ways
    pairs = zip(after[0].flat, solution.sizes.flat, strict=True)
    return sum(int(deals) * int(size) for deals, size in pairs if size > 0)
