"""A draw game as flat tables: the classes of hands, and what every act is worth.

Act 0 folds. Act 1 + k discards the cards of the k-th mask of `MASKS`: none, one, two or three. At
the second draw only the first six masks are legal. Bit i of a mask is the i-th card of the hand as
it is shown, and a hand is shown in the order of its class.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from pitboss.envs.options import CACHED_GAMES, UnknownOption
from pitboss.odds.arrays import Bytes, Floats, Integers, Ints, Words
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.model import HAND, MASKS, draw_pays
from pitboss.odds.draw.options import sums_by_four
from pitboss.odds.draw.solve import DrawSolution, draw_keys, solution_of
from pitboss.odds.game import PricedGame, priced_of
from pitboss.odds.simulation.generator import rejection_limits

DECK: Final = 54
PERM_BITS: Final = 6  # of a symmetry's number: suits and jokers have 48
MAX_PERMS: Final = (1 << PERM_BITS) - 1
ACTS: Final = 1 + len(MASKS)
SECOND_ACTS: Final = 2 + HAND  # fold, stand, replace one card


class DrawArrays(NamedTuple):
    """What the kernels read. Cards are numbered as in `odds.draw.deck`."""

    binom: Ints
    perms: Bytes
    hands: Bytes  # [class, place]
    cat4: Bytes  # [number of four cards, fifth] → category
    # [number of five cards] → its class, and in the low bits a symmetry from the class's hand to it
    place_of: Integers
    masks: Ints  # [act - 1] → mask of discards
    first: Floats  # [class, act] → worth at the first decision
    best: Floats  # [class]
    sums4: Ints  # [number of four cards] → pays summed over the fifth
    pays: Ints  # [category]
    folds: Ints  # result of a fold, by decision
    unit: int  # of pays and folds, in units of the base wager
    limits: Words


class DrawTables:
    """The situations of one game: classes of hands at the first decision, then at the second.

    The second decision's worths also depend on the player's own discards, and are computed.
    """

    def __init__(self, game: PricedGame, letters: Mapping[str, str]) -> None:
        self.game, self.letters = game, dict(letters)
        self.solution: DrawSolution = solution_of(game, dict(letters))
        self.keys = draw_keys(game)
        deck, pays = self.solution.deck, draw_pays(game, dict(letters))
        if len(deck.cards) != DECK:
            raise UnknownOption(f"{game.game.name} is not played with {DECK} cards")
        self.cards = np.array([int(card) for card in deck.cards], np.int64)
        self.arrays = self._arrays(pays.categories, (pays.first_fold, pays.second_fold), pays.unit)

    @property
    def classes(self) -> int:
        return len(self.arrays.hands)

    @property
    def acts(self) -> int:
        return ACTS

    @property
    def situations(self) -> int:
        return 2 * self.classes

    def _arrays(self, pays: tuple[int, ...], folds: tuple[int, int], unit: int) -> DrawArrays:
        solution, t = self.solution, self.solution.deck.tables
        by_category = np.array(pays, np.int64)
        sums4 = np.empty(len(t.cat4), np.int64)
        sums_by_four(0, 1, t.cat4, by_category, sums4)
        first = np.empty((len(t.hands), ACTS))
        first[:, 0] = folds[0] / unit
        first[:, 1:] = solution.values[:, MASKS] / (float(solution.denominator) * unit)
        return DrawArrays(
            t.binom,
            t.perms,
            t.hands,
            t.cat4,
            map_hands(t.hands, t.perms, t.binom),
            np.array(MASKS, np.int64),
            first,
            first.max(axis=1),
            sums4,
            by_category,
            np.array(folds, np.int64),
            unit,
            rejection_limits(DECK),
        )


@kernel
def map_hands(hands: Bytes, perms: Bytes, binom: Ints) -> Integers:
    """[number of any five cards] → its class, and a symmetry that leads there from the class."""
    place_of = np.zeros(binom[perms.shape[1], 5], np.int32)
    cards = np.empty(5, np.int64)
    for h in range(len(hands)):
        for g in range(len(perms)):
            for i in range(5):
                card = np.int64(perms[g, hands[h, i]])
                j = i
                while j > 0 and cards[j - 1] > card:
                    cards[j] = cards[j - 1]
                    j -= 1
                cards[j] = card
            at = np.int64(0)
            for i in range(5):
                at += binom[cards[i], i + 1]
            place_of[at] = h << PERM_BITS | g
    return place_of


@lru_cache(CACHED_GAMES // 4)
def _tables(game: PricedGame, letters: tuple[tuple[str, str], ...]) -> DrawTables:
    return DrawTables(game, dict(letters))


def draw_tables(game: str | PricedGame, paytable: str = "") -> DrawTables:
    """The tables of a draw game; `paytable` is the letter of its base wagers."""
    priced = priced_of(game)
    if not priced.draws:
        raise UnknownOption(f"{priced.game.name} is a stud, and these are tables of draw games")
    return _tables(priced, tuple(priced.base_letters(paytable).items()))
