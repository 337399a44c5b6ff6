"""All hands of a deck in few: one hand for each choice of ranks, suited and mixed, with its number.

Five cards have 7,462 such classes. Suits are alike in every ranking but for the named suits, so a
class stands for all its hands; the tests that use this also try hands at random.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from .hands import RANKS, SUITS


def rank_shapes(size: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Each choice of ranks, with how many ways its suits fall, suited and not."""
    for ranks in combinations_with_replacement(RANKS, size):
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        if ways:
            suited = 4 if len(set(ranks)) == size else 0
            yield ranks, suited, ways - suited


def mixed(ranks: tuple[str, ...]) -> list[str]:
    """The ranks as cards of more than one suit."""
    used: Counter[str] = Counter()
    cards = []
    for rank in ranks:
        cards.append(rank + SUITS[used[rank]])
        used[rank] += 1
    if len({card[1] for card in cards}) == 1:
        cards[-1] = cards[-1][0] + "s"
    return cards


def classes(size: int, jokers: int = 0) -> Iterator[tuple[list[str], int]]:
    """(cards, how many hands are like it) for `size` natural cards and that many jokers."""
    for ranks, suited, unsuited in rank_shapes(size):
        if suited:
            yield [rank + "c" for rank in ranks] + ["JK"] * jokers, suited * comb(2, jokers)
        if unsuited:
            yield mixed(ranks) + ["JK"] * jokers, unsuited * comb(2, jokers)
