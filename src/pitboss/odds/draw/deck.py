"""Tables of a deck with jokers, from which a draw game is solved exactly. They hold no payouts.

Cards are numbered suit by suit here (`suit * ranks + rank`, jokers last), so that a permutation of
suits moves whole blocks, and the sorted suit masks identify a class of hands. Sets of cards are
numbered in colexicographic order: the set a < b < c … has the number C(a,1) + C(b,2) + C(c,3) + ….
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from pitboss.cards import JOKERS, Card
from pitboss.odds.arrays import Bytes, Int, Integers, Ints
from pitboss.odds.cache import shipped
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.model import CATEGORIES, HAND
from pitboss.rankings import JOKER_FIVE_CARD, NOTHING, evaluate

#: Subsets of a hand with 2, 3, then 4 cards, as bit masks over its ascending cards.
SUBSETS: Final = tuple(
    sum(1 << i for i in places) for size in (2, 3, 4) for places in combinations(range(HAND), size)
)

RANKS: Final = 13
SUITS: Final = 4


class DeckTables(NamedTuple):
    """The input of the kernels. H is a class of hands, X a set of 2, 3 or 4 cards of one."""

    binom: Ints  # [n, k]
    perms: Bytes  # [g, card]: the deck's symmetries, of suits and of jokers
    cat4: Bytes  # [number of four cards, fifth card] → category; "nothing" if it is one of the four
    hands: Bytes  # [H, 5]: one hand of each class, cards ascending
    orbit: Ints  # [H]: hands in the class
    own: Bytes  # [H]: its category
    subsets: Ints  # SUBSETS
    sub_class: Integers  # [H, subset] → class of X among the sets of its size
    sub_perm: Bytes  # [H, subset] → a symmetry that maps X to the representative of its class


class Deck(NamedTuple):
    cards: tuple[Card, ...]  # in the order used here
    ranks: int
    suits: int
    jokers: int
    cat5: Bytes  # [number of five cards] → category
    tables: DeckTables
    classes: dict[int, int]  # size of X → number of classes
    keepers: dict[int, tuple[Ints, Bytes]]  # size → by class: symmetries that fix X, and which
    members: dict[int, tuple[Integers, Ints]]  # size → (25 * H + subset in order of class, bounds)

    @property
    def unseen(self) -> int:
        return len(self.cards) - HAND


class Kinds(msgspec.Struct, frozen=True):
    """A table of `kinds` that comes with the package."""

    table: bytes


def kinds_question() -> tuple[object, ...]:
    return "kinds of five cards", JOKER_FIVE_CARD, CATEGORIES


@cache
def kinds() -> Bytes:
    """[suited, number of the multiset of ranks] → category, as the ranking defines it.

    A multiset of ranks p <= q <= … (13 is a joker) has the colexicographic number of p, q+1, ….
    """
    stored = shipped(Kinds, kinds_question())
    if stored is None:
        return rank_kinds()
    return np.frombuffer(stored.table, np.uint8).reshape(2, -1).copy()


def rank_kinds() -> Bytes:
    """The same from the recipe of the ranking, hand by hand."""
    out = np.full((2, comb(RANKS + HAND, HAND)), CATEGORIES.index(NOTHING), dtype=np.uint8)
    place = {name: at for at, name in enumerate(CATEGORIES)}
    for ranks in combinations_with_replacement(range(RANKS + 1), HAND):
        at = sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))
        naturals = [rank for rank in ranks if rank < RANKS]
        jokers = JOKERS[: HAND - len(naturals)]
        if len(naturals) + len(jokers) < HAND or max(map(naturals.count, naturals)) > SUITS:
            continue
        # Equal ranks take different suits, and the first and last card never share one.
        mixed = [Card(4 * r + naturals[:i].count(r)) for i, r in enumerate(naturals)]
        if len(set(naturals)) == len(naturals):
            suited = tuple(Card(4 * r) for r in naturals)
            out[1, at] = place[evaluate(JOKER_FIVE_CARD, suited + jokers).category]
            mixed[-1] = Card(mixed[-1] + 1)
        out[0, at] = place[evaluate(JOKER_FIVE_CARD, (*mixed, *jokers)).category]
    return out


@cache
def build_deck(
    ranks: tuple[int, ...] = tuple(range(RANKS)), suits: int = 4, jokers: int = 2
) -> Deck:
    """Builds the game's deck, or for a test a smaller one with fewer ranks, suits or jokers."""
    naturals = [Card(4 * rank + suit) for suit in range(suits) for rank in ranks]
    cards = (*naturals, *JOKERS[:jokers])
    assert sorted(set(ranks)) == list(ranks) and len(cards) > HAND + 3
    choose = [[comb(n, k) for k in range(6)] for n in range(max(len(cards), RANKS) + HAND)]
    binom = np.array(choose, np.int64)
    rank_of = np.array([card >> 2 for card in cards], np.int64)
    suit_of = np.array([1 << (card & 3) if card < 52 else 0 for card in cards], np.int64)
    with ThreadPoolExecutor(1) as other:
        sets = other.submit(_classify, len(cards), len(ranks), suits, jokers, binom)
        cat5 = categories(rank_of, suit_of, kinds(), binom)
        cat4 = np.full((comb(len(cards), 4), len(cards)), CATEGORIES.index(NOTHING), np.uint8)
        arrange_by_four(len(cards), binom, cat5, cat4)
        perms, hands, orbit, sub_class, sub_perm, classes, keepers, members = sets.result()
    own = cat5[number_sets(hands, binom)]
    tables = DeckTables(
        binom, perms, cat4, hands, orbit, own, np.array(SUBSETS, np.int64), sub_class, sub_perm
    )
    return Deck(cards, len(ranks), suits, jokers, cat5, tables, classes, keepers, members)


def _classify(cards: int, ranks: int, suits: int, jokers: int, binom: Ints) -> tuple[Any, ...]:
    perms, perm_of_code = _symmetries(ranks, suits, jokers)
    reps = {k: canonical_sets(cards, ranks, suits, k) for k in (2, 3, 4, HAND)}
    numbers = []
    for k in (2, 3, 4):
        number = np.full(comb(cards, k), -1, np.int32)
        number[number_sets(reps[k], binom)] = np.arange(len(reps[k]), dtype=np.int32)
        numbers.append(number)
    hands = reps[HAND]
    sub_class = np.empty((len(hands), len(SUBSETS)), np.int32)
    sub_perm = np.empty((len(hands), len(SUBSETS)), np.uint8)
    place_subsets(
        hands, ranks, suits, np.array(SUBSETS, np.int64), perms, perm_of_code, binom,
        numbers[0], numbers[1], numbers[2], sub_class, sub_perm,
    )  # fmt: skip
    keepers = {k: symmetries_of(reps[k], perms) for k in (2, 3, 4, HAND)}
    orbit = len(perms) // keepers.pop(HAND)[0]
    classes = {k: len(reps[k]) for k in (2, 3, 4)}
    members = {
        k: sort_by_class(sub_class, begin, begin + comb(HAND, k), classes[k])
        for k, begin in ((2, 0), (3, 10), (4, 20))
    }
    return perms, hands, orbit, sub_class, sub_perm, classes, keepers, members


def number_sets(sets: Bytes, binom: Ints) -> Ints:
    """Colexicographic numbers of rows of ascending cards."""
    return np.asarray(sum(binom[sets[:, i], i + 1] for i in range(sets.shape[1])))


def _symmetries(ranks: int, suits: int, jokers: int) -> tuple[Bytes, Bytes]:
    """All symmetries, and the first one of each suit permutation by its code p0 + 4 p1 + …."""
    rows: list[list[int]] = []
    of_code = np.zeros(256, np.uint8)
    for order in permutations(range(suits)):
        full = (*order, *range(suits, SUITS))
        of_code[sum(p << 2 * i for i, p in enumerate(full))] = len(rows)
        naturals = [order[s] * ranks + r for s in range(suits) for r in range(ranks)]
        for swap in permutations(range(jokers)):
            rows.append(naturals + [suits * ranks + j for j in swap])
    return np.array(rows, np.uint8), of_code


@kernel
def categories(rank_of: Ints, suit_of: Ints, kinds: Bytes, binom: Ints) -> Bytes:
    """The category of every five cards, in colexicographic order.

    The slow twin is `rankings.evaluate`.
    """
    cards = len(rank_of)
    out = np.empty(binom[cards, 5], dtype=np.uint8)
    at = 0
    for e in range(4, cards):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    outer = suit_of[b] | suit_of[c] | suit_of[d] | suit_of[e]
                    # Sort the ranks of the four outer cards, then insert the innermost.
                    w, x, y, z = rank_of[b], rank_of[c], rank_of[d], rank_of[e]
                    w, x = min(w, x), max(w, x)
                    y, z = min(y, z), max(y, z)
                    w, y = min(w, y), max(w, y)
                    x, z = min(x, z), max(x, z)
                    x, y = min(x, y), max(x, y)
                    for a in range(b):
                        v = rank_of[a]
                        kind = min(v, w)
                        v = max(v, w)
                        kind += binom[min(v, x) + 1, 2]
                        v = max(v, x)
                        kind += binom[min(v, y) + 2, 3]
                        v = max(v, y)
                        kind += binom[min(v, z) + 3, 4] + binom[max(v, z) + 4, 5]
                        suits = outer | suit_of[a]
                        out[at] = kinds[np.int64(suits & (suits - 1) == 0), kind]
                        at += 1
    return out


@kernel
def arrange_by_four(cards: int, binom: Ints, cat5: Bytes, cat4: Bytes) -> None:
    """Copies the categories into `cat4`, which is indexed by four cards and a fifth."""
    at = 0
    for e in range(4, cards):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        kind = cat5[at]
                        at += 1
                        abc = a + binom[b, 2] + binom[c, 3]
                        de = binom[d, 3] + binom[e, 4]
                        cat4[abc + binom[d, 4], e] = kind
                        cat4[abc + binom[e, 4], d] = kind
                        cat4[a + binom[b, 2] + de, c] = kind
                        cat4[a + binom[c, 2] + de, b] = kind
                        cat4[b + binom[c, 2] + de, a] = kind


@kernel
def canonical_sets(cards: int, ranks: int, suits: int, size: int) -> Bytes:
    """One set of each class: its suit masks do not ascend, and a lone joker is the first joker."""
    out = np.empty((256, size), dtype=np.uint8)
    count = 0
    chosen = np.arange(size)
    masks = np.zeros(5, dtype=np.int64)  # the last one is the jokers'
    while chosen[size - 1] < cards:
        masks[:] = 0
        for card in chosen:
            suit: Any = min(card // ranks, suits)
            masks[4 if suit == suits else suit] |= 1 << (card - suit * ranks)
        if masks[0] >= masks[1] >= masks[2] >= masks[3] and masks[4] != 2:
            if count == len(out):
                out = np.concatenate((out, np.empty_like(out)))
            for i in range(size):
                out[count, i] = chosen[i]
            count += 1
        i = 0
        while i < size - 1 and chosen[i] + 1 == chosen[i + 1]:
            chosen[i] = i
            i += 1
        chosen[i] += 1
    return out[:count].copy()


@kernel
def place_subsets(
    hands: Bytes, ranks: int, suits: int, subsets: Ints, perms: Bytes, perm_of_code: Bytes, binom:
    Ints, number2: Integers, number3: Integers, number4: Integers, sub_class: Integers, sub_perm:
    Bytes,
) -> None:  # fmt: skip
    """Finds the class of each subset of each hand, and a symmetry to the class's representative."""
    keys = np.empty(4, dtype=np.int64)
    moved = np.empty(4, dtype=np.int64)
    for h in range(len(hands)):
        for s in range(len(subsets)):
            for i in range(4):
                keys[i] = 3 - i  # of equal masks the earlier suit stays first
            jokers = 0
            for i in range(5):
                if subsets[s] >> i & 1:
                    card = hands[h, i]
                    if card >= ranks * suits:
                        jokers |= 1 << (card - ranks * suits)
                    else:
                        keys[card // ranks] += 4 << (card % ranks)
            code: Int = 0
            for i in range(4):
                for j in range(4):
                    code += np.int64(keys[j] > keys[i]) << 2 * i
            g = perm_of_code[code] + np.int64(jokers == 2)
            size = 0
            for i in range(5):
                if subsets[s] >> i & 1:
                    card = perms[g, hands[h, i]]
                    j = size
                    while j > 0 and moved[j - 1] > card:
                        moved[j] = moved[j - 1]
                        j -= 1
                    moved[j] = card
                    size += 1
            at = 0
            for i in range(size):
                at += binom[moved[i], i + 1]
            sub_perm[h, s] = g
            sub_class[h, s] = (
                number2[at] if size == 2 else number3[at] if size == 3 else number4[at]
            )


@kernel
def symmetries_of(sets: Bytes, perms: Bytes) -> tuple[Ints, Bytes]:
    """How many symmetries map each set to itself, and their numbers."""
    count = np.zeros(len(sets), dtype=np.int64)
    which = np.zeros((len(sets), len(perms)), dtype=np.uint8)
    bits = np.int64(1) << np.arange(perms.shape[1])
    for x in range(len(sets)):
        own = np.int64(0)
        for card in sets[x]:
            own |= bits[card]
        for g in range(len(perms)):
            image = np.int64(0)
            for card in sets[x]:
                image |= bits[perms[g, card]]
            if image == own:
                which[x, count[x]] = g
                count[x] += 1
    return count, which


@kernel
def sort_by_class(sub_class: Integers, begin: int, end: int, classes: int) -> tuple[Integers, Ints]:
    """The subsets of each class as 25 * hand + subset, and the index of each class's first."""
    bounds = np.zeros(classes + 1, dtype=np.int64)
    for h in range(len(sub_class)):
        for x in range(begin, end):
            bounds[sub_class[h, x] + 1] += 1
    bounds = np.cumsum(bounds)
    free = bounds.copy()
    out = np.empty(bounds[-1], dtype=np.int32)
    for h in range(len(sub_class)):
        for x in range(begin, end):
            out[free[sub_class[h, x]]] = 25 * h + x
            free[sub_class[h, x]] += 1
    return out, bounds
