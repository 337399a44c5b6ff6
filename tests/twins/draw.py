"""The slow twin of the draw kernels: every hand, discard and draw of a small deck, in fractions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from pitboss.cards import Card
from pitboss.odds.draw.model import (
    CATEGORIES,
    MAX_DISCARDS,
    DrawChoice,
    DrawCounts,
    DrawPays,
    StageCounts,
    Ties,
    tie_weight,
)
from pitboss.rankings import JOKER_FIVE_CARD, evaluate


def canonical_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """The hand by suits, the suit with the highest cards first, then by rank, jokers last.

    Equally good first discards are told apart by their number, then as binary numbers over this
    order: so hands that differ by a permutation of suits are played alike.
    """
    naturals = [card for card in hand if card < 52]
    jokers = sorted(card for card in hand if card >= 52)
    masks = Counter[int]()
    for card in naturals:
        masks[card & 3] += 1 << (card >> 2)
    place = {suit: at for at, suit in enumerate(sorted(masks, key=lambda s: (-masks[s], s)))}
    return (*sorted(naturals, key=lambda card: (place[card & 3], card)), *jokers)


class SlowDraw:
    """One deck, one set of pays. Cards in `seen` are gone and known to the player."""

    def __init__(self, deck: Sequence[Card], pays: DrawPays, ties: Ties = "play") -> None:
        self.deck = frozenset(deck)
        self.pays = pays
        self.ties = ties
        self.category = cache(self._category)
        self.second = cache(self._second)

    def _category(self, hand: frozenset[Card]) -> int:
        return CATEGORIES.index(evaluate(JOKER_FIVE_CARD, tuple(sorted(hand))).category)

    def second_options(
        self, hand: frozenset[Card], dead: frozenset[Card]
    ) -> list[tuple[Card | None, Counter[int]]]:
        """Standing (None) and each card discarded, with the categories of the unseen cards."""
        unseen = self.deck - hand - dead
        own = self.category(hand)
        options: list[tuple[Card | None, Counter[int]]] = [(None, Counter({own: len(unseen)}))]
        for card in sorted(hand):
            options.append(
                (card, Counter(self.category(hand - {card} | {drawn}) for drawn in unseen))
            )
        return options

    def second_choices(self, hand: frozenset[Card], dead: frozenset[Card]) -> list[DrawChoice]:
        unseen = len(self.deck - hand - dead)
        worth = [
            DrawChoice(() if card is None else (card,), Fraction(self._sum(counts), unseen))
            for card, counts in self.second_options(hand, dead)
        ]
        return [*worth, DrawChoice(None, Fraction(self.pays.second_fold))]

    def _sum(self, counts: Counter[int]) -> int:
        return sum(self.pays.categories[category] * n for category, n in counts.items())

    def _second(
        self, hand: frozenset[Card], dead: frozenset[Card]
    ) -> tuple[Fraction, str, Counter[int]]:
        """Value, act and results of the best second act."""
        unseen = len(self.deck - hand - dead)

        def merit(option: tuple[Card | None, Counter[int]]) -> tuple[int, int]:
            weight = sum(tie_weight(c) * n for c, n in option[1].items())
            return self._sum(option[1]), weight if self.ties == "play" else -weight

        card, counts = max(self.second_options(hand, dead), key=merit)
        value, fold = Fraction(self._sum(counts), unseen), Fraction(self.pays.second_fold)
        if fold > value or (fold == value and self.ties == "fold"):
            return fold, "fold", Counter()
        return value, "stand" if card is None else "draw", counts

    def first_value(
        self, hand: Iterable[Card], discards: Iterable[Card], others: Iterable[Card] = ()
    ) -> Fraction:
        hold, dead = frozenset(hand) - frozenset(discards), frozenset(discards) | frozenset(others)
        rest = sorted(self.deck - hold - dead)
        draws = list(combinations(rest, 5 - len(hold)))
        values = (self.second(hold | frozenset(draw), dead)[0] for draw in draws)
        return sum(values, Fraction()) / len(draws)

    def first_choices(self, hand: Iterable[Card]) -> list[DrawChoice]:
        """Every act, in the order in which ties are broken; a fold first or last."""
        order = canonical_order(hand)
        masks = sorted(
            (m for m in range(32) if m.bit_count() <= MAX_DISCARDS),
            key=lambda m: (m.bit_count(), m),
        )
        discards = [tuple(card for i, card in enumerate(order) if mask >> i & 1) for mask in masks]
        play = [DrawChoice(dead, self.first_value(order, dead)) for dead in discards]
        fold = [DrawChoice(None, Fraction(self.pays.first_fold))]
        return play + fold if self.ties == "play" else fold + play[::-1]

    def counts(self) -> DrawCounts:
        """Every hand of the deck played out."""
        n = len(self.deck) - 5
        whole = n * (n - 1) * (n - 2) * (n - 3)
        folded = 0
        stages = [Counter[int | str]() for _ in range(MAX_DISCARDS + 1)]
        for hand in combinations(sorted(self.deck), 5):
            best = max(self.first_choices(hand), key=lambda choice: choice.value)
            if best.discards is None:
                folded += whole
                continue
            m, dead = len(best.discards), frozenset(best.discards)
            weight = whole // (comb(n, m) * (n - m))
            for draw in combinations(sorted(self.deck - set(hand)), m):
                _, act, results = self.second(frozenset(hand) - dead | frozenset(draw), dead)
                stages[m][act] += weight * (n - m)
                for category, times in results.items():
                    stages[m][category] += weight * times
        return DrawCounts(
            self.ties,
            comb(len(self.deck), 5) * whole,
            folded,
            tuple(
                StageCounts(
                    tuple(stage[c] for c in range(len(CATEGORIES))),
                    *(stage[act] for act in ("fold", "stand", "draw")),
                )
                for stage in stages
            ),
        )
