"""Opening hands by their pattern, and the exact chance of each pattern."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, perm, prod
from typing import Final

from pitboss.cards import Card

PLAIN: Final = 52  # cards from here on are jokers
Pattern = tuple[int, tuple[int, ...], bool]  # jokers, equal ranks, one suit


def pattern_of(cards: tuple[Card, ...]) -> Pattern:
    plain = [card for card in cards if card < PLAIN]
    ranks = tuple(sorted(Counter(card >> 2 for card in plain).values(), reverse=True))
    return len(cards) - len(plain), ranks, len({card & 3 for card in plain}) == 1


@lru_cache(16)
def pattern_chances(size: int, jokers: int) -> dict[Pattern, Fraction]:
    """The exact chance of each pattern in `size` cards, found by counting."""
    counts: dict[Pattern, int] = {}
    for wild in range(jokers + 1):
        for ranks in _partitions(size - wild, 4):
            ways = perm(13, len(ranks)) * prod(comb(4, n) for n in ranks)
            for same in Counter(ranks).values():
                ways //= prod(range(1, same + 1))
            ways *= comb(jokers, wild)
            suited = 0
            if max(ranks, default=1) == 1:
                suited = ways * 4 // 4 ** len(ranks) if ranks else 0
            if suited:
                counts[wild, ranks, True] = suited
            if ways - suited:
                counts[wild, ranks, False] = ways - suited
    total = comb(PLAIN + jokers, size)
    assert sum(counts.values()) == total
    return {pattern: Fraction(count, total) for pattern, count in counts.items()}


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if not total:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)
