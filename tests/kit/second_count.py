"""A second count of the stud games, unlike the kernels' in method and sharing nothing with it.

It goes through all sets of five cards: hands are recognised by counting equal ranks, and values are
averaged down from sets of five cards to sets of four, three and two. No classes of suits, no
rankings, no paytables of the product: pays are given by the caller.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

HANDS = (
    *("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"),
    *("three of a kind", "two pair", "pair", "nothing"),
)
CARDS = np.arange(52)
RANK, SUIT = CARDS // 4, CARDS % 4


@cache
def sets(size: int) -> Any:
    """Every set of `size` cards, ascending; row n is the set numbered n."""
    if size == 0:
        return np.empty((1, 0), np.uint8)
    # In colexicographic order the sets with the same highest card are together, and the rest of
    # each is a set of the cards below it.
    blocks = []
    for highest in range(52):
        below = sets(size - 1)[: comb(highest, size - 1)]
        blocks.append(np.insert(below, size - 1, highest, axis=1))
    return np.concatenate(blocks)


def number(cards: Any) -> Any:
    """The number of each row of ascending cards: C(a,1) + C(b,2) + …."""
    size = cards.shape[1]
    choose = np.array([[comb(n, k) for n in range(52)] for k in range(1, size + 1)])
    return sum(choose[k][cards[:, k]] for k in range(size))


@cache
def five_cards() -> tuple[Any, Any]:
    """(place in HANDS, rank of the pair or −1) of every set of five."""
    cards = sets(5)
    ranks, suits = np.sort(RANK[cards], axis=1), SUIT[cards]
    alike = sum((ranks[:, i] == ranks[:, j]).astype(np.int8) for i, j in combinations(range(5), 2))
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    run = (alike == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    royal = run & (ranks[:, 0] == 8)
    kinds = np.full(len(cards), 9)
    for equal, hand in ((1, 8), (2, 7), (3, 6), (4, 3), (6, 2)):
        kinds[alike == equal] = hand
    kinds[run] = 5
    kinds[flush] = 4
    kinds[flush & run] = 1
    kinds[flush & royal] = 0
    paired = np.full(len(cards), -1)
    for i in range(4):
        paired = np.where(ranks[:, i] == ranks[:, i + 1], ranks[:, i], paired)
    return kinds, np.where(kinds == 8, paired, -1)


def pays(rows: dict[str, int], pairs: dict[int, int]) -> Any:
    """Net result of one unit for every set of five; `pairs` by the pair's rank (8 is a ten)."""
    hand, paired = five_cards()
    table = np.array([rows.get(name, -1) for name in HANDS])
    by_rank = np.array([pairs.get(rank, -1) for rank in range(13)])
    return np.where(hand == 8, by_rank[paired], table[hand])


@cache
def smaller_sets(size: int) -> list[Any]:
    """The numbers of the sets of `size` cards that each larger set has, one card left out."""
    larger = sets(size + 1)
    return [
        number(np.delete(larger, left_out, axis=1)).astype(np.int32) for left_out in range(size + 1)
    ]


def down(values: Any, size: int) -> Any:
    """Sums of values of sets over the card that is missing from each set of `size` cards."""
    # Summed as floats, which is quick, and exact for whole numbers as small as these.
    assert np.abs(values).max(initial=0) * 52 < 2**53
    out = np.zeros(comb(52, size))
    for places in smaller_sets(size):
        out += np.bincount(places, values, len(out))
    return out.astype(values.dtype)


def let_it_ride(five: Any) -> Fraction:
    """The value of a round: bet 3 always, bets 2 and 1 where they are worth it."""
    four = down(five, 4)
    three = down(four, 3)  # each pair of cards to come in both orders
    total = Fraction(int(five.sum()), comb(52, 5))
    total += Fraction(int(four.clip(0).sum()), comb(52, 4) * 48)
    return total + Fraction(int(three.clip(0).sum()), comb(52, 3) * 49 * 48)


def mississippi(five: Any) -> Fraction:
    """The value of a round; every street is folded, or bet once, twice or three times."""
    return streets(five, ((1, 2, 3),) * 3)


def streets(five: Any, bets: Sequence[Sequence[int]], unit: int = 1) -> Fraction:
    """The value of a round of three streets; an ante has `unit` of the parts that `five` counts."""
    mean = down(five, 4)  # over 48 cards

    def at_four(staked: int) -> Any:
        worth = [(staked + bet) * mean for bet in bets[2]]
        return np.maximum.reduce([np.full(len(mean), -48 * unit * staked), *worth])

    def at_three(staked: int) -> Any:
        worth = [down(at_four(staked + bet), 3) for bet in bets[1]]
        return np.maximum.reduce([np.full(comb(52, 3), -48 * 49 * unit * staked), *worth])

    worth = [down(at_three(1 + bet), 2) for bet in bets[0]]
    best = np.maximum.reduce([np.full(comb(52, 2), -48 * 49 * 50 * unit), *worth])
    return Fraction(int(best.sum()), comb(52, 2) * 50 * 49 * 48 * unit)


def bold(options: list[Any]) -> Any:
    """The place of the best option, the last of equals: ties are played on."""
    stacked = np.stack(options)[::-1]
    return len(options) - 1 - stacked.argmax(axis=0)


def mississippi_results(five: Any) -> dict[tuple[int, str], int]:
    """Deals by (antes staked, final hand or "folded"), of 1,326 × 50 × 49 × 48."""
    mean = down(five, 4)
    bets = (1, 2, 3)

    def four(staked: int) -> list[Any]:
        return [np.full(len(mean), -48 * staked), *((staked + bet) * mean for bet in bets)]

    def three(staked: int) -> list[Any]:
        later = (down(np.maximum.reduce(four(staked + bet)), 3) for bet in bets)
        return [np.full(comb(52, 3), -48 * 49 * staked), *later]

    two = [np.full(comb(52, 2), -48 * 49 * 50)]
    two += [down(np.maximum.reduce(three(1 + bet)), 2) for bet in bets]
    hand, _ = five_cards()
    completions = np.zeros((comb(52, 4), len(HANDS)), np.int64)
    for places in smaller_sets(4):
        np.add.at(completions, (places, hand), 1)
    deals: dict[tuple[int, str], int] = {}

    def add(staked: int, hand: str, count: int) -> None:
        if count:
            deals[staked, hand] = deals.get((staked, hand), 0) + int(count)

    def dealt(cards: Any) -> Any:
        """Known sets with one more card, of each that is left."""
        rows = np.repeat(cards, 52, axis=0)
        more = np.tile(CARDS.astype(cards.dtype), len(cards))
        fresh = (rows != more[:, None]).all(axis=1)
        return np.sort(np.column_stack([rows, more])[fresh], axis=1)

    first = bold(two)
    add(1, "folded", (first == 0).sum() * 50 * 49 * 48)
    for bet2 in bets:
        begun = dealt(sets(2)[first == bet2])
        second = bold(three(1 + bet2))[number(begun)]
        add(1 + bet2, "folded", (second == 0).sum() * 49 * 48)
        for bet3 in bets:
            staked = 1 + bet2 + bet3
            if not (second == bet3).any():
                continue
            numbers = number(dealt(begun[second == bet3]))
            third = bold(four(staked))[numbers]
            add(staked, "folded", (third == 0).sum() * 48)
            for bet4 in bets:
                times = np.bincount(numbers[third == bet4], minlength=len(completions))
                for place, count in enumerate(times @ completions):
                    add(staked + bet4, HANDS[place], count)
    return deals


def stud_235(five: Any, three: Any, two: Any) -> Fraction:
    """Three bets and two raises, each raise by itself; `three` and `two` are by set of cards."""
    ahead3, ahead2 = down(down(five, 4), 3), down(three, 2)
    total = Fraction(int(two.sum()), comb(52, 2)) + Fraction(int(three.sum()), comb(52, 3))
    total += Fraction(int(ahead2.clip(0).sum()), comb(52, 2) * 50)
    total += Fraction(int(five.sum()), comb(52, 5))
    return total + Fraction(int(ahead3.clip(0).sum()), comb(52, 3) * 49 * 48)


def small_hands(size: int, ace_low: bool = True) -> list[str]:
    """The name of every set of two or three cards, by the recognisers of the oracle."""
    from oracle import hands

    names = [rank + suit for rank in hands.RANKS for suit in hands.SUITS]
    look = hands.two_cards if size == 2 else hands.three_cards
    return [look([names[card] for card in chosen], ace_low) for chosen in sets(size)]
