"""Peers of the stud kernels: the C of reference.c through ctypes, and careful Python with eval7."""

import ctypes
import random
import re
import resource
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, ClassVar

import eval7
import numpy as np

from pitboss.odds.draw.model import DrawPays
from pitboss.odds.simulation.stud_kernels import StudPolicy
from pitboss.odds.stud.shape import members, steps
from pitboss.odds.stud.solve import Solution, Stud
from pitboss.rankings import NOTHING

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class CGame(ctypes.Structure):
    """`Game` of reference.c."""

    _fields_ = (
        ("choices2", ctypes.c_int64 * 1),
        ("choices3", ctypes.c_int64 * 4),
        ("choices4", ctypes.c_int64 * 16),
        ("now2", ctypes.c_int64 * 16),
        ("now3", ctypes.c_int64 * 64),
        ("final", ctypes.c_int64 * 1024),
        ("kinds5", ctypes.c_int64),
    )


def compile_reference(folder: Path) -> Any:
    """The peers in C, or None without a compiler."""
    compiler = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)
    if compiler is None:
        return None
    source, library = Path(__file__).with_name("reference.c"), folder / "reference.so"
    subprocess.run([compiler, *FLAGS, "-o", str(library), str(source)], check=True)
    reference = ctypes.CDLL(str(library))
    reference.set_solve.restype = reference.class_solve.restype = ctypes.c_int64
    return reference


def draw_sweep(folder: Path, pays: DrawPays) -> tuple[Fraction, float] | None:
    """Double Draw by the sweep in C++: its expectation and processor seconds; None uncompiled."""
    compiler = next(
        (path for name in ("c++", "g++", "clang++") if (path := shutil.which(name))), None
    )
    if compiler is None:
        return None
    source, program = Path(__file__).with_name("draw_reference.cpp"), folder / "draw_reference"
    flags = ("-std=c++20", "-O3", "-march=native")
    subprocess.run([compiler, *flags, "-o", str(program), str(source)], check=True)
    figures = (*pays.categories, pays.first_fold, pays.second_fold)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [str(program), *map(str, figures)], check=True, capture_output=True, text=True
    )
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    total, parts = (int(word) for word in re.findall(r"-?\d+", done.stdout)[:2])
    return Fraction(total, parts), spent


def pointer(array: Any) -> Any:
    assert array.flags.c_contiguous
    return array.ctypes.data_as(ctypes.c_void_p)


def c_game(solution: Solution) -> CGame:
    game, payoffs = solution.game, solution.payoffs
    record = CGame()
    record.choices2[:], record.choices3[:], record.choices4[:] = (
        game.choices[k].tolist() for k in (2, 3, 4)
    )
    kinds = payoffs.final.shape[1]
    record.kinds5 = kinds
    record.now2[: payoffs.now[2].shape[1]] = payoffs.now[2][0].tolist()
    for prefix, row in enumerate(payoffs.now[3].tolist()):
        record.now3[16 * prefix : 16 * prefix + len(row)] = row
    for path, row in enumerate(payoffs.final.tolist()):
        record.final[16 * path : 16 * path + kinds] = row
    return record


def kinds_of_sets(game: Stud, cards: int) -> Any:
    """[colexicographic number of a set of cards] → kind."""
    sets = np.array(list(combinations(range(52), cards)), np.int64)
    choose = np.array([[comb(n, k) for k in range(cards + 1)] for n in range(52 + cards)])
    number = sum(choose[sets[:, i], i + 1] for i in range(cards))
    ranks = np.sort(sets >> 2, axis=1)
    multiset = sum(choose[ranks[:, i] + i, i + 1] for i in range(cards))
    one_suit = ((sets & 3) == (sets[:, :1] & 3)).all(axis=1)
    kinds = np.empty(len(sets), np.uint8)
    kinds[number] = game.axes[cards].kinds[np.where(one_suit, (sets[:, 0] & 3) + 1, 0), multiset]
    return kinds


def c_set_solve(reference: Any, game: CGame, kinds: tuple[Any, ...]) -> int:
    return int(reference.set_solve(ctypes.byref(game), *map(pointer, kinds)))


def c_class_solve(reference: Any, game: CGame, solution: Solution) -> int:
    axes = solution.game.axes
    arrays = [*(members(k) for k in (2, 3, 4)), *(steps(k) for k in (2, 3, 4))]
    arrays += [*(axes[k].kinds for k in (2, 3, 5)), solution.sizes]
    return int(reference.class_solve(ctypes.byref(game), *map(pointer, arrays)))


def c_play(reference: Any, policy: StudPolicy, seed: int, batch: int, rounds: int) -> Any:
    """Rounds by [path, two-card kind, five-card kind]."""
    counts = np.zeros((policy.shape[0], policy.shape[1], policy.shape[3]), np.int64)
    reference.play(
        *(ctypes.c_uint64(seed), ctypes.c_uint64(batch), ctypes.c_int64(rounds)),
        *map(pointer, (*policy.step, *policy.policy, *policy.kinds[::2], policy.last)),
        *(ctypes.c_int64(policy.shape[1]), ctypes.c_int64(policy.shape[3]), pointer(counts)),
    )
    return counts


# ── Python with eval7 ─────────────────────────────────────────────────────────────────────────────


@cache
def deck7() -> tuple[Any, ...]:
    return tuple(eval7.Card("23456789TJQKA"[n >> 2] + "cdhs"[n & 3]) for n in range(52))


class Kinds(dict[int, int]):
    """eval7's value of five cards → our kind: by its category, pairs by their rank."""

    names: ClassVar = {
        "Two Pair": "two pair",
        "Trips": "three of a kind",
        "Straight": "straight",
        "Flush": "flush",
        "Full House": "full house",
        "Quads": "four of a kind",
    }

    def __init__(self, game: Stud) -> None:
        super().__init__()
        axis = game.axes[5]
        self.place = {label: i for i, label in enumerate(axis.labels)}
        multisets = {tuple(ranks): i for i, ranks in enumerate(members(5).tolist())}
        self.pairs = []
        for rank in range(13):
            others = [r for r in range(13) if r != rank][:3]
            self.pairs.append(int(axis.kinds[0][multisets[tuple(sorted([rank, rank, *others]))]]))

    def __missing__(self, value: int) -> int:
        name, rank = eval7.handtype(value), value >> 16 & 15
        if name == "Pair":
            kind = self.pairs[rank]
        elif name == "Straight Flush":
            kind = self.place["royal flush" if rank == 12 else "straight flush"]
        else:
            kind = self.place[self.names.get(name, NOTHING)]
        self[value] = kind
        return kind


def eval7_solve(solution: Solution) -> int:
    """The sum of `set_solve`, as a careful programmer gets it without compiling anything.

    Every five cards are valued once and added to their four-card subsets, lists being indexed by
    the colexicographic number of a set; then sets of four, three and two cards are settled
    backwards. Results are linear in what is staked on five cards.
    """
    game, payoffs = solution.game, solution.payoffs
    best4 = _best_of_fours(game, _sums_of_fours(solution))
    best3 = {}
    for prefix in range(4):
        if choices := int(game.choices[3][prefix]):
            added = [_added(best4[prefix + 4 * a], 3) for a in range(choices)]
            won = [v * 49 * 48 for v in payoffs.now[3][prefix].tolist()]
            best3[prefix] = _best(added, [won[kind] for kind in kinds_of_sets(game, 3)])
    added = [_added(best3[a], 2) for a in range(int(game.choices[2][0]))]
    won = [v * 50 * 49 * 48 for v in payoffs.now[2][0].tolist()]
    return sum(_best(added, [won[kind] for kind in kinds_of_sets(game, 2)]))


def _sums_of_fours(solution: Solution) -> list[int]:
    standing = next(c for c in solution.game.courses.values() if not c.folded)
    pays = [int(v) // standing.units[5] for v in solution.payoffs.final[standing.path]]
    kinds, deck, evaluate = Kinds(solution.game), deck7(), eval7.evaluate
    two, three, four = ([comb(n, k) for n in range(52)] for k in (2, 3, 4))
    sums = [0] * comb(52, 4)
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    acde, abde = two[c] + three[d] + four[e], two[b] + three[d] + four[e]
                    abce, abcd = two[b] + three[c] + four[e], two[b] + three[c] + four[d]
                    bcde, rest = 0, (deck[b], deck[c], deck[d], deck[e])
                    for a in range(b):
                        pay = pays[kinds[evaluate((deck[a], *rest))]]
                        bcde += pay
                        sums[acde + a] += pay
                        sums[abde + a] += pay
                        sums[abce + a] += pay
                        sums[abcd + a] += pay
                    sums[b + acde] += bcde
    return sums


def _best_of_fours(game: Stud, sums: list[int]) -> dict[int, list[int]]:
    best = {}
    for prefix in range(16):
        courses = [game.courses[prefix + 16 * a] for a in range(int(game.choices[4][prefix]))]
        units = [c.units[5] for c in courses if not c.folded]
        lost = [-48 * c.units[5] for c in courses if c.folded]
        # Linear in the stake: only the least and the most can be best.
        few, many = min(units, default=0), max(units, default=0)
        if lost and units:
            floor = lost[0]
            best[prefix] = [max(floor, few * s, many * s) for s in sums]
        elif units:
            best[prefix] = [max(few * s, many * s) for s in sums]
        elif lost:
            best[prefix] = [lost[0]] * len(sums)
    return best


def _added(later: list[int], size: int) -> list[int]:
    """Values of sets one card larger, added up for the sets they contain."""
    sums = [0] * comb(52, size)
    for parts, value in zip(_parts(size + 1), later, strict=True):
        for number in parts:
            sums[number] += value
    return sums


@cache
def _parts(size: int) -> list[list[int]]:
    """For every set of this many cards, in order, the numbers of the sets with one card less."""
    choose = [[comb(n, k) for k in range(size + 1)] for n in range(52)]
    sets = sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
    return [
        [
            sum(choose[card][i + (i < left)] for i, card in enumerate(cards) if i != left)
            for left in range(size)
        ]
        for cards in sets
    ]


def _best(added: list[list[int]], won: list[int]) -> list[int]:
    return [max(values) + sure for *values, sure in zip(*added, won, strict=True)]


def eval7_rounds(
    solution: Solution, rounds: int, chance: random.Random
) -> dict[tuple[int, int], int]:
    """Simulated rounds by (path, five-card kind), by the same look-ups and eval7's evaluation."""
    kinds = Kinds(solution.game)
    deck, evaluate, sample = deck7(), eval7.evaluate, chance.sample
    places = range(52)
    step1, step2, step3 = (steps(k).tolist() for k in (1, 2, 3))
    policy2, policy3, policy4 = (solution.policy[k].tolist() for k in (2, 3, 4))
    counts: dict[tuple[int, int], int] = {}
    for _ in range(rounds):
        a, b, c, d, e = sample(places, 5)
        m2 = step1[a >> 2][b >> 2]
        m3 = step2[m2][c >> 2]
        m4 = step3[m3][d >> 2]
        two = (a ^ b) & 3 == 0
        three = two and (a ^ c) & 3 == 0
        four = three and (a ^ d) & 3 == 0
        a2 = policy2[two][m2]
        prefix = a2 + 4 * (policy3[three][m3] >> 2 * a2 & 3)
        path = prefix + 16 * (policy4[four][m4] >> 2 * prefix & 3)
        cell = path, kinds[evaluate((deck[a], deck[b], deck[c], deck[d], deck[e]))]
        counts[cell] = counts.get(cell, 0) + 1
    return counts
