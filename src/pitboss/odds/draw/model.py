"""Double Draw Poker solved the slow, obvious way: every hand, discard and draw, in fractions.

It is the twin that the kernels are held against, on decks small enough for it. The records that
both sides speak in are here too, so that reading a stored result needs no Numba.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, Literal

import msgspec

from pitboss.cards import ACE, Card
from pitboss.rankings import JOKER_FIVE_CARD, NOTHING, Hand, evaluate
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import Decide
from pitboss.rulebook.paytable import Push, To

#: High to low; results are counted in this order.
CATEGORIES: Final = (*(category.name for category in JOKER_FIVE_CARD.categories), NOTHING)
MOST_DISCARDS: Final = 3

#: Between equally good acts "play" bets on, discards the fewest cards (see `canonical_order`) and
#: then takes the draw with more high hands (`tie_weight`); "fold" does the opposite of all three.
Ties = Literal["play", "fold"]


class DrawPays(msgspec.Struct, frozen=True):
    """A whole round in antes: net result by final category and of a fold before each draw."""

    categories: tuple[int, ...]
    first_fold: int
    second_fold: int
    staked: tuple[int, int, int]  # by a hand folded first, folded second, played out


def rulebook_pays(letter: str, game_key: str = "double-draw") -> DrawPays:
    """What the tables pay with this letter of the bonus; each spot holds one ante (ruling D1)."""
    game, tables = GAMES[game_key], paytables(game_key)
    decided = [stage.spot for stage in game.play if isinstance(stage, Decide)]
    first = sum(spot.required for spot in game.spots)
    staked = (first, first + 1, first + len(decided))
    net = []
    for place, category in enumerate(CATEGORIES):
        hand = Hand(len(CATEGORIES) - 1 - place, (ACE,), -1, category)
        total = 0
        for spot in game.spots:
            letters = tables[spot.wager]
            row = letters[letter if letter in letters else "A"].row_for(hand)
            if row is None:
                total -= 1
            else:
                assert isinstance(row.pays, To | Push), f"{row.name} is not paid at odds to 1"
                total += row.pays.odds if isinstance(row.pays, To) else 0
        net.append(total)
    return DrawPays(tuple(net), -staked[0], -staked[1], staked)


class Choice(msgspec.Struct, frozen=True):
    """One act and what it is worth in antes; `discards` is None for a fold."""

    discards: tuple[Card, ...] | None
    value: Fraction


class StageCounts(msgspec.Struct, frozen=True):
    """What became of the hands that made one number of first discards."""

    categories: tuple[int, ...]
    folded: int
    stood: int
    drew: int

    @property
    def total(self) -> int:
        return self.folded + self.stood + self.drew


class DrawCounts(msgspec.Struct, frozen=True):
    """All rounds of equal weight under optimal play, out of `denominator`."""

    ties: Ties
    denominator: int
    folded_first: int
    by_discards: tuple[StageCounts, ...]

    @property
    def categories(self) -> tuple[int, ...]:
        """Played to the end, by final category."""
        columns = zip(*(stage.categories for stage in self.by_discards), strict=True)
        return tuple(sum(column) for column in columns)

    @property
    def folded_second(self) -> int:
        return sum(stage.folded for stage in self.by_discards)

    def outcomes(self, pays: DrawPays) -> list[tuple[int, int, int]]:
        """(net result, antes staked, count): the categories high to low, then the two folds."""
        played = zip(pays.categories, self.categories, strict=True)
        return [
            *((net, pays.staked[2], count) for net, count in played),
            (pays.second_fold, pays.staked[1], self.folded_second),
            (pays.first_fold, pays.staked[0], self.folded_first),
        ]

    def moment(self, pays: DrawPays, power: int) -> Fraction:
        """Mean of a power of the net result; the first is the player's expectation in antes."""
        total = sum(net**power * count for net, _, count in self.outcomes(pays))
        return Fraction(total, self.denominator)

    def average_wager(self, pays: DrawPays) -> Fraction:
        return Fraction(
            sum(staked * count for _, staked, count in self.outcomes(pays)), self.denominator
        )


def tie_weight(category: int) -> int:
    """Equally good second acts are told apart by the sum of these over their results."""
    last = len(CATEGORIES) - 1
    return 16 ** (last - 1 - category) if category < last else 0


def canonical_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """The hand by suits, the suit with the highest cards first, then by rank, jokers last.

    Equally good first discards are told apart by their number, then as binary numbers over this
    order: so hands that differ by a permutation of suits are played alike.
    """
    naturals = [card for card in hand if card < 52]
    jokers = sorted(card for card in hand if card >= 52)
    held = Counter[int]()
    for card in naturals:
        held[card & 3] += 1 << (card >> 2)
    place = {suit: at for at, suit in enumerate(sorted(held, key=lambda s: (-held[s], s)))}
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

    def second_choices(self, hand: frozenset[Card], dead: frozenset[Card]) -> list[Choice]:
        unseen = len(self.deck - hand - dead)
        worth = [
            Choice(() if card is None else (card,), Fraction(self._sum(counts), unseen))
            for card, counts in self.second_options(hand, dead)
        ]
        return [*worth, Choice(None, Fraction(self.pays.second_fold))]

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
        self, hand: Iterable[Card], discards: Iterable[Card], seen: Iterable[Card] = ()
    ) -> Fraction:
        kept, dead = frozenset(hand) - frozenset(discards), frozenset(discards) | frozenset(seen)
        rest = sorted(self.deck - kept - dead)
        draws = list(combinations(rest, 5 - len(kept)))
        values = (self.second(kept | frozenset(draw), dead)[0] for draw in draws)
        return sum(values, Fraction()) / len(draws)

    def first_choices(self, hand: Iterable[Card]) -> list[Choice]:
        """Every act, in the order in which ties are broken; a fold first or last."""
        order = canonical_order(hand)
        masks = sorted(
            (m for m in range(32) if m.bit_count() <= MOST_DISCARDS),
            key=lambda m: (m.bit_count(), m),
        )
        discards = [tuple(card for i, card in enumerate(order) if mask >> i & 1) for mask in masks]
        play = [Choice(dead, self.first_value(order, dead)) for dead in discards]
        fold = [Choice(None, Fraction(self.pays.first_fold))]
        return play + fold if self.ties == "play" else fold + play[::-1]

    def counts(self) -> DrawCounts:
        """Every hand of the deck played out."""
        n = len(self.deck) - 5
        whole = n * (n - 1) * (n - 2) * (n - 3)
        folded = 0
        stages = [Counter[int | str]() for _ in range(MOST_DISCARDS + 1)]
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
