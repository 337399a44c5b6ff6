"""Rankings built from recipes, which list the categories from the highest to the lowest.

A recipe is tried from the top and the first category that fits is the hand, so a joker that could
serve two hands serves the better one. Suits never rank (235 6.C, DD .06C, LIR .06B, MS 6.C); a
suit is kept only because some tables name it.
"""

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from pitboss.cards import ACE, JOKER, RANK_NAMES, SUIT_NAMES, Card
from pitboss.citations import Label


class Category(msgspec.Struct, frozen=True):
    """One line of a recipe. Everything it says must hold."""

    name: str
    run: bool = False  # ranks in sequence
    ace_high: bool = False  # the run ends in the ace
    suited: bool = False
    groups: tuple[int, ...] = ()  # sizes of equal ranks, largest first
    jokers: str = "any"  # "none", "some" or "any" among the cards
    cards: int = 0  # cards it takes, where that differs from the ranking's
    counts_as: str = ""  # where a paytable has no row for it, it is paid as this


class Ranking(msgspec.Struct, frozen=True):
    key: str
    cards: int  # cards that make a hand
    categories: tuple[Category, ...]
    given: int = 0  # cards to choose them from, where there are more
    ace_low: bool = True  # may the ace begin a run (A-2-…)?
    clauses: Label[tuple[str, ...]] = ()

    @property
    def size(self) -> int:
        return self.given or self.cards


class Hand(NamedTuple):
    """What some cards are worth. Hands rank by `order`, greater is better: suits never count."""

    strength: int  # categories counted from the lowest, 0 for nothing
    ranks: tuple[int, ...]  # what ranks hands within a category, most significant first
    suit: int  # of a suited hand, else −1
    category: str

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        return self.strength, self.ranks

    def __str__(self) -> str:
        if self.category == "pair":
            return f"pair of {RANK_NAMES[self.ranks[0]]}s"
        if self.category in ("mini royal", "super royal"):
            return f"{self.category} of {SUIT_NAMES[self.suit]}"
        return self.category


NOTHING: Final = "nothing"


# A card's part in the sum that stands for a hand: how many of each rank, then of each suit.
_RANK_BITS: Final = 3 * (JOKER + 1)
_RANKS: Final = (1 << _RANK_BITS) - 1
_WEIGHTS: Final = (
    *((1 << 3 * (n >> 2)) + (1 << _RANK_BITS + 4 * (n & 3)) for n in range(52)),
    *(1 << 3 * JOKER,) * 2,
)
_WEIGHT: Final = _WEIGHTS.__getitem__
_ALL_OF_SUIT: Final = {n << 4 * s: s + 1 << _RANK_BITS for n in range(1, 7) for s in range(4)}
# By ranking, then by `hand_key`: some ten thousand hands of five cards, eighteen thousand of six.
_HAND_CACHE: Final[defaultdict[str, dict[int, Hand]]] = defaultdict(dict)


SUITED: Final = -1


def hand_key(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    """A number for the hand that these cards make: their ranks and their common suit, if any.

    Suits matter only when (nearly) all are alike. SUITED where it matters which of them are.
    """
    return weights_key(sum(map(_WEIGHT, cards)), bool(ranking.given))


def weights(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Each card's part in the sum that `weights_key` takes."""
    return tuple(map(_WEIGHT, cards))


def weights_key(total: int, chosen_from: bool) -> int:
    """`hand_key` by the sum of the cards' weights."""
    suits = total >> _RANK_BITS
    if chosen_from and (suits + 0x3333) & 0x8888:  # five or more of a suit
        return SUITED
    return (total & _RANKS) | _ALL_OF_SUIT.get(suits, 0)


def evaluate(ranking: Ranking, cards: tuple[Card, ...]) -> Hand:
    """The best hand that these cards make under a ranking, cached by `hand_key`."""
    key = hand_key(ranking, cards)
    if key == SUITED:
        return _best(ranking, cards)
    cache = _HAND_CACHE[ranking.key]
    hand = cache.get(key)
    if hand is None:
        hand = cache[key] = _mixed(ranking, cards) if ranking.given else _best(ranking, cards)
    return hand


def _best(ranking: Ranking, cards: tuple[Card, ...]) -> Hand:
    assert len(cards) == ranking.size
    key = ranking.key
    if not ranking.given:
        return _classify(key, *_ranks_and_suit(cards))
    choices = (cards, *combinations(cards, ranking.cards))
    return max((_classify(key, *_ranks_and_suit(c)) for c in choices), key=attrgetter("order"))


def _mixed(ranking: Ranking, cards: tuple[Card, ...]) -> Hand:
    """`_best` for cards that can make no flush, so that only their ranks matter."""
    assert len(cards) == ranking.size
    ranks = tuple(sorted(card >> 2 for card in cards))
    choices = {ranks, *combinations(ranks, ranking.cards)}
    return max((_classify(ranking.key, chosen, -1) for chosen in choices), key=attrgetter("order"))


def places_making(ranking: Ranking, cards: tuple[Card, ...], hand: Hand) -> tuple[int, ...]:
    """The places of the cards that make a hand: all of a run or a flush, the equal ranks of a pair.

    With fewer cards than the ranking takes, `hand` is what they make whatever is added.
    """
    category = next((one for one in ranking.categories if one.name == hand.category), None)
    if category is None:
        return ()
    size = category.cards or ranking.cards
    if not category.groups:
        chosen = combinations(range(len(cards)), size) if len(cards) >= size else ()
        fits = ((_ranks_and_suit(tuple(cards[n] for n in one)), one) for one in chosen)
        return next((one for key, one in fits if _classify(ranking.key, *key) == hand), ())
    ranks = hand.ranks[: len(category.groups)]
    places: list[int] = []
    for rank, most in zip(ranks, category.groups, strict=True):
        equal = [n for n, card in enumerate(cards) if min(card >> 2, ACE) == rank]
        places += equal[:most]
    return tuple(sorted(places))


def _ranks_and_suit(cards: tuple[Card, ...]) -> tuple[tuple[int, ...], int]:
    suits = {card & 3 for card in cards if card < 52}
    return tuple(sorted([card >> 2 for card in cards])), suits.pop() if len(suits) == 1 else -1


@lru_cache(maxsize=2048)  # for hands that `evaluate` does not store; more would store each twice
def _classify(key: str, ranks: tuple[int, ...], suit: int) -> Hand:
    """Cards reduced to sorted ranks and their common suit (−1 if mixed).

    Keyed by the ranking's name: hashing a whole recipe at every lookup costs more than the rest.
    """
    ranking = RANKINGS[key]
    for place, category in enumerate(ranking.categories):
        telling = _fits(category, ranking, ranks, suit)
        if telling is not None:
            strength = len(ranking.categories) - place
            return Hand(strength, telling, suit if category.suited else -1, category.name)
    return Hand(0, tuple(reversed(ranks)), -1, NOTHING)


def _fits(
    category: Category, ranking: Ranking, ranks: tuple[int, ...], suit: int
) -> tuple[int, ...] | None:
    """The ranks that order hands within the category, or None if the category does not fit."""
    jokers = ranks.count(JOKER)
    naturals = ranks[: len(ranks) - jokers]
    if (category.cards or ranking.cards) != len(ranks):
        return None
    if (category.jokers == "none" and jokers) or (category.jokers == "some" and not jokers):
        return None
    if category.suited and suit < 0:
        return None
    if category.run:
        top = _run_top(naturals, len(ranks), ranking.ace_low)
        return None if top is None or (category.ace_high and top != ACE) else (top,)
    if category.groups:
        sizes, telling = _groups(naturals + (ACE,) * jokers)
        ones = len(ranks) - sum(category.groups)
        return telling if sizes == category.groups + (1,) * ones else None
    return _with_jokers_high(naturals, jokers) if category.suited else None


@lru_cache(maxsize=1024)
def _groups(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the groups of equal ranks, largest first, and their ranks."""
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    return tuple(n for n, _ in groups), tuple(rank for _, rank in groups)


def _run_top(naturals: tuple[int, ...], length: int, ace_low: bool) -> int | None:
    """The top of the highest run the cards fit into, jokers filling the gaps."""
    if len(set(naturals)) < len(naturals):
        return None
    for top in range(ACE, length - 2, -1):
        if naturals and naturals[0] > top - length and naturals[-1] <= top:
            return top
    wheel = {ACE, *range(length - 1)}
    return length - 2 if ace_low and wheel.issuperset(naturals) else None


def _with_jokers_high(naturals: tuple[int, ...], jokers: int) -> tuple[int, ...]:
    """Ruling D9: in a flush a joker is the highest card the hand does not hold."""
    free = [rank for rank in range(ACE, -1, -1) if rank not in naturals]
    return tuple(sorted((*naturals, *free[:jokers]), reverse=True))


_FIVE: Final = (
    Category("royal flush", run=True, ace_high=True, suited=True, counts_as="straight flush"),
    Category("straight flush", run=True, suited=True),
    Category("four of a kind", groups=(4,)),
    Category("full house", groups=(3, 2)),
    Category("flush", suited=True),
    Category("straight", run=True),
    Category("three of a kind", groups=(3,)),
    Category("two pair", groups=(2, 2)),
    Category("pair", groups=(2,)),
)

FIVE_CARD: Final = Ranking(
    "five-card",
    cards=5,
    categories=_FIVE,
    clauses=(
        *("235 6.A", "235 6.B", "235 6.D", "235 6.G"),
        *("LIR .06A", "LIR .06C", "LIR .06F", "MS 6.A", "MS 6.B", "MS 6.D"),
    ),
)

JOKER_FIVE_CARD: Final = Ranking(
    "joker-five-card",
    cards=5,
    categories=(
        Category("five aces", groups=(5,), jokers="some"),
        Category("natural royal flush", run=True, ace_high=True, suited=True, jokers="none"),
        Category("wild royal flush", run=True, ace_high=True, suited=True, jokers="some"),
        *_FIVE[1:8],
    ),
    clauses=("DD .06A", "DD .06B", "DD .06D"),
)

SIX_CARD: Final = Ranking(
    "six-card",
    cards=5,
    given=6,
    categories=(
        Category(
            "super royal", run=True, ace_high=True, suited=True, cards=6, counts_as="royal flush"
        ),
        *_FIVE[:7],
    ),
    clauses=("LIR .06E", "MS 6.F"),
)

_THREE: Final = (
    Category("mini royal", run=True, ace_high=True, suited=True, counts_as="straight flush"),
    Category("straight flush", run=True, suited=True),
    Category("three of a kind", groups=(3,)),
    Category("straight", run=True),
    Category("flush", suited=True),
    Category("pair", groups=(2,)),
)

THREE_CARD: Final = Ranking(
    "three-card",
    cards=3,
    categories=_THREE,
    clauses=("235 6.E", "LIR .06D", "LIR .12E(2)", "LIR .12E(3)", "MS 6.E"),
)
# Ruling G3, the alternative: no A-2-3 where the document does not say it.
THREE_CARD_ACE_HIGH: Final = Ranking(
    "three-card-ace-high", cards=3, categories=_THREE, ace_low=False, clauses=("235 6.E", "MS 6.E")
)

_TWO: Final = (
    Category("straight", run=True),
    Category("flush", suited=True),
    Category("pair", groups=(2,)),
)

TWO_CARD: Final = Ranking("two-card", cards=2, categories=_TWO, clauses=("235 6.F",))
# Ruling G4, the alternative: no A-2.
TWO_CARD_ACE_HIGH: Final = Ranking(
    "two-card-ace-high", cards=2, categories=_TWO, ace_low=False, clauses=("235 6.F",)
)

RANKINGS: Final = {
    ranking.key: ranking
    for ranking in (
        *(FIVE_CARD, JOKER_FIVE_CARD, SIX_CARD),
        *(THREE_CARD, THREE_CARD_ACE_HIGH, TWO_CARD, TWO_CARD_ACE_HIGH),
    )
}
