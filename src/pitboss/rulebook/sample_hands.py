"""A picture of every hand of a ranking: cards that make it, from the highest category down."""

from collections.abc import Iterator
from typing import Final

import msgspec

from pitboss.cards import FRENCH_54, Card, card_name
from pitboss.rankings import Category, Ranking, evaluate

_ACE: Final = 12
_SUITS: Final = 4
_RUN_TOP: Final = 8  # the rank that ends a run which is no royal one: a ten
_KICKERS: Final = (10, 7, 5, 2, 0)  # ranks of cards that make no pair and no run


class SampleHand(msgspec.Struct, frozen=True):
    """`tail` are cards of the hand that its category does not need."""

    hand: str
    cards: tuple[str, ...]
    tail: tuple[str, ...]


def sample_hands(ranking: Ranking) -> list[SampleHand]:
    hands = []
    for category in ranking.categories:
        cards, needed = _cards(ranking, category)
        if evaluate(ranking, cards).category != category.name:
            continue  # a recipe that this module has no picture for
        names = [card_name(card) for card in cards]
        hands.append(SampleHand(category.name, tuple(names[:needed]), tuple(names[needed:])))
    return hands


def _cards(ranking: Ranking, category: Category) -> tuple[tuple[Card, ...], int]:
    """As many cards as the ranking judges, and how many of them the category needs."""
    size = category.cards or ranking.cards
    ranks = list(_ranks(category, size))
    needed = len(ranks) if category.run or category.suited else sum(category.groups)
    spare = (rank for rank in _KICKERS if rank not in ranks)
    ranks += [next(spare) for _ in range(ranking.size - len(ranks))]
    jokers = int(category.jokers == "some")
    cards: list[Card] = []
    for place, rank in enumerate(ranks):
        if place >= needed - jokers and place < needed:
            cards.append(Card(FRENCH_54[-1]))
            continue
        suit = 2 if category.suited and place < needed else place % _SUITS
        cards.append(Card(rank * _SUITS + suit))
    return tuple(cards), needed


def _ranks(category: Category, size: int) -> Iterator[int]:
    if category.run:
        top = _ACE if category.ace_high else _RUN_TOP
        yield from range(top, top - size, -1)
    elif category.suited:
        yield from (_ACE, 9, 6, 4, 1)[:size]
    else:
        for rank, count in zip((_ACE, 11, 8), category.groups, strict=False):
            yield from [rank] * count
