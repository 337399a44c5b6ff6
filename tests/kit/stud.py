"""Stud games under test: small decks, optimal play, and the kernels' cells in the twin's words."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from pitboss.cards import Card
from pitboss.odds.arrays import Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.stud.classes import class_sizes
from pitboss.odds.stud.joint_kernels import six_kind, u64
from pitboss.odds.stud.shape import SIX_KINDS, Axis
from pitboss.odds.stud.solve import Path, Solution, Stud, class_of, payoffs_of, solve, stud_of
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.paytable import Paytable
from twins.stud import Outcome

STUDS = ("let-it-ride", "mississippi-stud", "235-stud")

# Small decks with something of everything: runs and suits, many pairs, mostly nothing, no pattern.
DECKS = {
    "broadway": "Tc Jc Qc Kc Ac Td Jd Qd Kd Ad",
    "pairs": "2c 2d 2h 8c 8d 8h Ac Ad Ah Js",
    "low": "2c 3d 4h 5c 7d 8h 9s Td 6c",
    "odd": "As Ks Qs Js Ts 2d 2h 3d Ah 9h",
}


def letters(game: str, **chosen: str) -> dict[str, Paytable]:
    """The tables of the base game, and of the wagers chosen by letter."""
    base = stud(game).shape.wagers.values()
    tables = {wager: paytables(game)[wager]["A"] for wager in base}
    for name, letter in chosen.items():
        wager = name.replace("_", "-")
        tables[wager] = paytables(game)[wager][letter]
    return tables


@cache
def optimal(game: str, letter: str = "A", play_ties: bool = True) -> Solution:
    tables = letters(game)
    if letter != "A":
        tables["base"] = paytables(game)["base"][letter]
    return solve(stud(game), payoffs_of(stud(game), tables), play_ties=play_ties)


def decisions(game: Stud, path: int) -> tuple[int, ...]:
    return tuple(Path(path).digit(stage.depth) for stage in game.shape.stages)


def outcomes(game: Stud, counts: Ints, tables: dict[str, Paytable]) -> Counter[Outcome]:
    """A kernel's cells named as the twin names them."""
    deals: Counter[Outcome] = Counter()
    for path, *kinds in zip(*(axis.tolist() for axis in np.nonzero(counts)), strict=True):
        kind = dict(zip((2, 3, 5, 6), kinds, strict=False))
        rows = []
        for table in tables.values():
            size = RANKINGS[table.ranking].size
            row = game.axes[size].rows[table.key][kind[size]]
            rows.append(row.name if row else None)
        deals[decisions(game, path), tuple(rows)] += int(counts[(path, *kinds)])
    return deals


def in_proportion(one: Counter[Outcome], other: Counter[Outcome]) -> bool:
    """The same distribution, whatever the number of deals: orders may be counted or not."""
    a, b = sum(one.values()), sum(other.values())
    return one.keys() == other.keys() and all(one[key] * b == other[key] * a for key in one)


@cache
def stud(game_key: str) -> Stud:
    """The game with every letter of every table it knows."""
    every = (t for letters in paytables(game_key).values() for t in letters.values())
    return stud_of(GAMES[game_key], every)


@kernel
def count_sixes(deck: Ints) -> Ints:
    """Sets of six cards by kind."""
    out = np.zeros(len(SIX_KINDS), np.int64)
    n = deck.size
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        x, y, z = u64(deck[a]), u64(deck[b]), u64(deck[c])
                        v, w = u64(deck[d]), u64(deck[e])
                        for f in range(e):
                            out[six_kind(x, y, z, v, w, u64(deck[f]))] += 1
    return out


def kind_counts(game: Stud, cards: int, deck: Ints | None = None) -> tuple[int, ...]:
    """Sets of this many cards of the deck by kind of hand."""
    axis = game.axes[cards]
    cards_of_deck = np.arange(52) if deck is None else deck
    if cards == 6:
        return tuple(int(n) for n in count_sixes(cards_of_deck))
    has = np.zeros(52, np.int64)
    has[cards_of_deck] = 1
    sizes = class_sizes(has.reshape(13, 4), np.arange(4), cards)
    return tuple(int(sizes[axis.kinds == kind].sum()) for kind in range(len(axis.labels)))


def deal_kinds(
    game: Stud, cards: Sequence[Card], box: Sequence[Card] = ()
) -> tuple[int, int, int, int]:
    """The two-, three-, five- and six-card kinds of one deal, in the order the cards are known.

    The last four indices of the cell that the simulator and the exact counts put the deal into.
    """
    shape, axes = game.shape, game.axes
    three = cards[shape.three : shape.three + 3] if shape.three >= 0 else cards[:3]
    k2, k3, k5 = (_class_kind(axes[len(some)], some) for some in (cards[:2], three, cards))
    if not box:
        return k2, k3, k5, 0
    six = (np.uint64(card) for card in (*cards[: shape.six], *box))
    return k2, k3, k5, int(six_kind(*six))


def _class_kind(axis: Axis, cards: Sequence[Card]) -> int:
    return int(axis.kinds[class_of(cards)])
