"""An example of every hand of a ranking, built from its recipe."""

from typing import Final

import msgspec

from pitboss.cards import ACE, JOKERS, Card, card_name
from pitboss.rankings import RANKINGS, Category, Ranking
from pitboss.rulebook.rules import Rules

_TEN, _KING = 8, 11
_RANKS: Final = (_KING, 4)  # of a first and a second group
_OTHERS: Final = (7, 1, 9, 5)  # cards that make no hand with them
_FLUSH: Final = (ACE, 9, 7, 4, 1, 0)
_SPADES: Final = 3


class RankedHand(msgspec.Struct, frozen=True):
    hand: str
    cards: list[str]


class RankingExamples(msgspec.Struct, frozen=True):
    """The hands of one ranking, the best first, and the wagers that are decided by it."""

    wagers: list[str]
    hands: list[RankedHand]


def ranking_examples(rules: Rules) -> list[RankingExamples]:
    """One list for each ranking that a required wager is decided by."""
    wagers: dict[str, list[str]] = {}
    for spot in rules.required:
        wager = rules.wagers[spot.wager]
        ranking = rules.tables[wager.key].ranking
        wagers.setdefault(ranking, []).append(rules.label(wager))
    return [
        RankingExamples(names, [_ranked(one, RANKINGS[key]) for one in RANKINGS[key].categories])
        for key, names in wagers.items()
    ]


def _ranked(category: Category, ranking: Ranking) -> RankedHand:
    return RankedHand(category.name, [card_name(card) for card in example_of(category, ranking)])


def example_of(category: Category, ranking: Ranking) -> tuple[Card, ...]:
    """Cards that are this hand and no better one."""
    size = category.cards or ranking.cards
    if category.run:
        top = ACE if category.ace_high else _TEN
        cards = [_card(top - n, 0 if category.suited else n) for n in range(size)]
        joker_at = 1
    elif category.groups:
        wild = category.jokers == "some"
        ranks = (ACE, *_RANKS) if wild else _RANKS
        cards = [_card(ranks[n], s) for n, many in enumerate(category.groups) for s in range(many)]
        cards += [_card(rank, n) for n, rank in enumerate(_OTHERS[: size - len(cards)])]
        joker_at = len(cards) - 1
    else:
        cards = [_card(rank, 0) for rank in _FLUSH[:size]]
        joker_at = 0
    if category.jokers == "some":
        cards[joker_at] = JOKERS[0]
    return tuple(cards)


def _card(rank: int, suit: int) -> Card:
    """Suits are counted down from spades."""
    return Card(rank << 2 | (_SPADES - suit) % 4)
