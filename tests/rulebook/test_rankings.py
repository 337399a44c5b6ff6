"""Rankings: how many hands of each kind a deck holds, and the examples the documents give.

test_rankings_crosscheck.py compares them with other libraries, six cards included.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest

from pitboss.cards import FRENCH_52, JOKERS, Card, parse_cards
from pitboss.rankings import (
    FIVE_CARD,
    JOKER_FIVE_CARD,
    RANKINGS,
    SIX_CARD,
    THREE_CARD,
    THREE_CARD_ACE_HIGH,
    TWO_CARD,
    TWO_CARD_ACE_HIGH,
    Ranking,
    evaluate,
)

# ── how many of each ──────────────────────────────────────────────────────────────────────────────

FIVE = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "nothing": 1_302_540,
}
WITH_JOKERS = {
    "five aces": 6,
    "natural royal flush": 4,
    "wild royal flush": 80,
    "straight flush": 540,
    "four of a kind": 1_320,
    "full house": 5_328,
    "flush": 11_388,
    "straight": 34_704,
    "three of a kind": 75_048,
    "two pair": 156_816,
    "nothing": 2_877_276,
}
SIX = {
    "super royal": 4,
    "royal flush": 184,
    "straight flush": 1_656,
    "four of a kind": 14_664,
    "full house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three of a kind": 732_160,
    "nothing": 18_876_456,
}
THREE = {
    "mini royal": 4,
    "straight flush": 44,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "nothing": 16_440,
}
# Without A-2-3: four straight flushes are flushes, sixty straights nothing.
THREE_ACE_HIGH = THREE | {"straight flush": 40, "straight": 660, "flush": 1_100, "nothing": 16_500}
TWO = {"straight": 208, "flush": 260, "pair": 78, "nothing": 780}
# Without A-2: sixteen fewer straights, four of which are flushes.
TWO_ACE_HIGH = TWO | {"straight": 192, "flush": 264, "nothing": 792}


def ways(ranks: tuple[int, ...]) -> int:
    return prod(comb(4, ranks.count(rank)) for rank in set(ranks))


def cards_of(ranks: tuple[int, ...], suits: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True))


def mixed(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Equal ranks in suits that differ, and never five cards of a suit."""
    suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    for place, rank in enumerate(ranks):
        if ranks.count(rank) == 1:
            suits[place] = place % 4
    return cards_of(ranks, tuple(suits))


def classes(size: int, jokers: int = 0) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand for each choice of ranks, of one suit and not, with how many are like it."""
    for ranks in combinations_with_replacement(range(13), size):
        suited = 4 if len(set(ranks)) == size else 0
        if suited:
            yield (*cards_of(ranks, (0,) * size), *JOKERS[:jokers]), suited * comb(2, jokers)
        if rest := ways(ranks) - suited:
            yield (*mixed(ranks), *JOKERS[:jokers]), rest * comb(2, jokers)


def six_card_classes() -> Iterator[tuple[tuple[Card, ...], int]]:
    """By ranks, and where five or six cards share a suit, by which of them are in it."""
    for ranks in combinations_with_replacement(range(13), 6):
        kinds = len(set(ranks))
        flushes = 0
        if kinds == 6:
            yield cards_of(ranks, (0,) * 6), 4
            for odd in range(6):
                yield cards_of(ranks, tuple(int(place == odd) for place in range(6))), 4 * 3
            flushes = 4 + 6 * 4 * 3
        elif kinds == 5:
            # One of the pair is in the suit with the other four, its twin in one of three more.
            twin = next(n for n in range(1, 6) if ranks[n] == ranks[n - 1])
            yield cards_of(ranks, tuple(int(place == twin) for place in range(6))), 4 * 3
            flushes = 4 * 3
        if rest := ways(ranks) - flushes:
            yield mixed(ranks), rest


def whole_deck(ranking: Ranking) -> Iterator[tuple[tuple[Card, ...], int]]:
    if ranking.size == 6:
        yield from six_card_classes()
    elif ranking.size < 5:
        yield from ((cards, 1) for cards in combinations(FRENCH_52, ranking.size))
    else:
        for jokers in (0, 1, 2) if ranking is JOKER_FIVE_CARD else (0,):
            yield from classes(5 - jokers, jokers)


@pytest.mark.parametrize(
    ("ranking", "total", "expected"),
    [
        (FIVE_CARD, 2_598_960, FIVE),
        (JOKER_FIVE_CARD, 3_162_510, WITH_JOKERS),
        (SIX_CARD, 20_358_520, SIX),
        (THREE_CARD, 22_100, THREE),
        (THREE_CARD_ACE_HIGH, 22_100, THREE_ACE_HIGH),
        (TWO_CARD, 1_326, TWO),
        (TWO_CARD_ACE_HIGH, 1_326, TWO_ACE_HIGH),
    ],
    ids=list(RANKINGS),
)
def test_the_whole_deck(ranking: Ranking, total: int, expected: dict[str, int]) -> None:
    """shows 235 6.D, 6.E, 6.F, DD .06D, LIR .06C, .06D, .06E, MS 6.D, 6.E, 6.F"""
    counts: Counter[str] = Counter()
    for cards, like_it in whole_deck(ranking):
        counts[evaluate(ranking, cards).category] += like_it
    assert counts == expected
    assert sum(counts.values()) == total


def test_every_ranking_is_counted() -> None:
    assert len(RANKINGS) == 7


# ── the documents' own examples ───────────────────────────────────────────────────────────────────


def hand_of(ranking: Ranking, cards: str) -> str:
    return evaluate(ranking, parse_cards(cards)).category


def assert_falling(ranking: Ranking, *hands: str) -> None:
    """Each hand outranks the next."""
    orders = [evaluate(ranking, parse_cards(cards)).order for cards in hands]
    for (high, low), pair in zip(pairwise(orders), pairwise(hands), strict=True):
        assert high > low, pair


def test_cards_rank_from_ace_to_two() -> None:
    """shows 235 6.A, LIR .06A, MS 6.A, DD .06A"""
    for high, low in pairwise("AKQJT98765432"):
        assert_falling(THREE_CARD, f"{high}c {high}d {high}h", f"{low}c {low}d {low}h")
        assert_falling(JOKER_FIVE_CARD, *(f"{r}c {r}d {r}h {r}s JK" for r in (high, low)))


def test_the_ace_begins_a_run_only_with_what_follows_it() -> None:
    """shows 235 6.B, DD .06B(1), LIR .06A(1), LIR .06A(2), MS 6.B"""
    for ranking in (FIVE_CARD, JOKER_FIVE_CARD):
        assert hand_of(ranking, "Ac 2d 3h 4s 5c") == "straight"
        assert hand_of(ranking, "Ac 2c 3c 4c 5c") == "straight flush"
        assert hand_of(ranking, "Qc Kd Ah 2s 3c") == "nothing"
        assert hand_of(ranking, "Kc Ad 2h 3s 4c") == "nothing"
        assert hand_of(ranking, "Qc Kc Ac 2c 3c") == "flush"
    assert hand_of(JOKER_FIVE_CARD, "Qc Kd JK 2s 3c") == "nothing"
    assert hand_of(THREE_CARD, "Kc Ad 2h") == "nothing"
    assert hand_of(THREE_CARD, "Qc Kd Ah") == "straight"
    assert hand_of(SIX_CARD, "Qc Kd Ah 2s 3c 4d") == "nothing"


def test_five_cards_within_a_category() -> None:
    """shows 235 6.D, 235 6.G, LIR .06C, LIR .06F, MS 6.D"""
    assert_falling(
        FIVE_CARD,
        *("Ac Kc Qc Jc Tc", "Kc Qc Jc Tc 9c", "6d 5d 4d 3d 2d", "Ac 2c 3c 4c 5c"),
        *("Ac Ad Ah As 2c", "2c 2d 2h 2s Ac", "2c 2d 2h 2s 3c"),
        *("Ac Ad Ah Kc Kd", "Ac Ad Ah 2c 2d", "Kc Kd Kh Ac Ad", "2c 2d 2h 3c 3d"),
        *("Ac Kc Qc Jc 9c", "Ac Kc Qc Jc 8c", "7c 5c 4c 3c 2c"),
        *("Ac Kd Qh Js Tc", "6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c"),
        *("Ac Ad Ah Kc Qd", "2c 2d 2h 4c 3d"),
        *("Ac Ad Kh Ks Qc", "Ac Ad Kh Ks Jc", "3c 3d 2h 2s 4c"),
        *("Ac Ad Kh Qs Jc", "Tc Td Ah Ks Qc", "Tc Td Ah Ks Jc", "2c 2d 5h 4s 3c"),
        *("Ac Kd Qh Js 9c", "7c 5d 4h 3s 2c"),
    )


def test_three_and_two_cards_in_their_own_order() -> None:
    """shows 235 6.E, 235 6.F, LIR .06D, MS 6.E: three of a kind and straight above flush."""
    assert_falling(
        THREE_CARD,
        *("As Ks Qs", "Kc Qc Jc", "3c 2c Ac", "Ac Ad Ah", "2c 2d 2h", "Ac Kd Qh", "Ac 2d 3h"),
        *("Ac Kc Jc", "5c 3c 2c", "Ac Ad Kh", "2c 2d 3h", "Ac Kd Jh", "5c 3d 2h"),
    )
    assert_falling(
        TWO_CARD,
        *("Ac Kd", "3c 2d", "2c Ad", "Ac Qc", "4c 2c", "Ac Ad", "2c 2d", "Ac Qd", "4c 2d"),
    )


def test_suits_never_rank() -> None:
    """shows 235 6.C, DD .06C, LIR .06B, MS 6.C"""
    for ranking, ranks in (
        *((FIVE_CARD, "AKQJT"), (JOKER_FIVE_CARD, "97532"), (SIX_CARD, "AKQJT9")),
        *((THREE_CARD, "AKQ"), (TWO_CARD, "82")),
    ):
        suited = [evaluate(ranking, parse_cards(" ".join(r + s for r in ranks))) for s in "cdhs"]
        assert len({hand.order for hand in suited}) == 1
        assert [hand.suit for hand in suited] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ac Ad Ah As JK", "five aces"),
        ("Ac Ad Ah JK JK", "five aces"),
        ("Ac Kc Qc Jc Tc", "natural royal flush"),
        ("Ac Kc Qc Jc JK", "wild royal flush"),
        ("JK Kc Qc Jc Tc", "wild royal flush"),  # never merely a king-high straight flush
        ("JK JK Qc Jc Tc", "wild royal flush"),
        ("9c 8c 7c JK JK", "straight flush"),
        ("JK 2c 3c 4c 5c", "straight flush"),  # six high: the joker tops it
        ("Kc Kd Kh Ks JK", "four of a kind"),  # a joker is an ace, never a fifth king
        ("Ac Ad JK JK 7c", "four of a kind"),
        ("Kc Kd Kh JK JK", "full house"),  # two aces, so kings full
        ("Ac Kd Kh JK JK", "full house"),
        ("Ac Ad Kh Ks JK", "full house"),
        ("2c 5c 9c Jc JK", "flush"),
        ("2c 5c 9c JK JK", "flush"),
        ("9c 8d 7h 6s JK", "straight"),
        ("Ac 2d 3h 4s JK", "straight"),
        ("Tc 8d 6h JK JK", "straight"),
        ("Kc Kd Kh 7s JK", "three of a kind"),
        ("Ac 9d 4h JK JK", "three of a kind"),
        ("9c 9d 2h JK JK", "two pair"),  # with two aces
        ("9c 4d 2h JK JK", "nothing"),  # a pair of aces
        ("9c 9d 2h 4s JK", "nothing"),  # a pair and an ace; the joker never pairs a nine
        ("Ac 9d 9h 4s JK", "two pair"),
        ("Ac 9d 7h 4s JK", "nothing"),
    ],
)
def test_jokers(cards: str, hand: str) -> None:
    """shows DD .06B(2), DD .06D(1), DD .06D(2), DD .06D(3)"""
    assert hand_of(JOKER_FIVE_CARD, cards) == hand


def test_joker_hands_within_a_category() -> None:
    """shows DD .06D, by rulings D5 and D9"""
    assert_falling(
        JOKER_FIVE_CARD,
        *("Ac Ad Ah As JK", "Ac Kc Qc Jc Tc", "Ac Kc Qc Jc JK", "Kc Qc Jc Tc 9c", "Jc Tc 9c 8c JK"),
        *("JK 2c 3c 4c 5c", "Ac 2c 3c 4c 5c", "Ac Ad Ah JK 2c", "2c 2d 2h 2s JK", "2c 2d 2h 2s Kc"),
        *("Ac Ad JK Kh Ks", "3c 3d 3h 2s 2c", "2c 2d 2h JK JK", "2c 2d 2h 3s 3c"),
        *("Kc 9c 7c 4c JK", "Kc Qc 9c 7c 4c", "JK Kd Qh Js Tc", "9c 8d 7h 6s JK", "Ac 2d 3h 4s 5c"),
        *("Ac 9d 4h JK JK", "Kc Kd Kh 7s JK", "Ac Kd Kh 4s JK", "3c 3d 2h 2s Ac"),
    )


def test_the_best_five_of_six_and_the_super_royal() -> None:
    """shows LIR .06E, MS 6.F"""
    assert hand_of(SIX_CARD, "9d Td Jd Qd Kd Ad") == "super royal"
    assert hand_of(SIX_CARD, "8d Td Jd Qd Kd Ad") == "royal flush"
    assert hand_of(SIX_CARD, "9h Td Jd Qd Kd Ad") == "royal flush"
    assert hand_of(SIX_CARD, "8d 9d Td Jd Qd Kd") == "straight flush"
    assert hand_of(SIX_CARD, "Ac Ad Ah Kc Kd Kh") == "full house"
    assert hand_of(SIX_CARD, "Ac Ad Kc Kd Qc Qd") == "nothing"
    assert_falling(SIX_CARD, "Ac Ad Ah Kc Kd Kh", "Kc Kd Kh Qc Qd Ah", "2c 3c 4c 5c 7c 6d")
    assert str(evaluate(SIX_CARD, parse_cards("9d Td Jd Qd Kd Ad"))) == "super royal of diamonds"


def test_the_low_ace_is_the_house_s_choice_in_two_and_three_cards() -> None:
    """Rulings G3 and G4."""
    for cards, low, high in (
        ("Ac 2d 3h", "straight", "nothing"),
        ("Ac 2c 3c", "straight flush", "flush"),
        ("Qc Kd Ah", "straight", "straight"),
        ("Qc Kc Ac", "mini royal", "mini royal"),
    ):
        assert (hand_of(THREE_CARD, cards), hand_of(THREE_CARD_ACE_HIGH, cards)) == (low, high)
    for cards, low, high in (
        ("Ac 2d", "straight", "nothing"),
        ("Ac 2c", "straight", "flush"),
        ("Ac Kd", "straight", "straight"),
    ):
        assert (hand_of(TWO_CARD, cards), hand_of(TWO_CARD_ACE_HIGH, cards)) == (low, high)


def test_hands_say_what_they_are() -> None:
    assert str(evaluate(FIVE_CARD, parse_cards("Tc Td 4h 3s 2c"))) == "pair of 10s"
    assert str(evaluate(FIVE_CARD, parse_cards("Ac Ad 4h 3s 2c"))) == "pair of aces"
    assert str(evaluate(THREE_CARD, parse_cards("As Ks Qs"))) == "mini royal of spades"
    assert str(evaluate(FIVE_CARD, parse_cards("Ac Ad 4h 4s 2c"))) == "two pair"
    assert str(evaluate(TWO_CARD, parse_cards("Ac 9d"))) == "nothing"
