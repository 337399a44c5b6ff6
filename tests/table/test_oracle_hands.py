"""The oracle's way of recognising hands, against counts and hands worked out by hand."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from oracle import hands
from oracle.shapes import classes

DECK = [rank + suit for rank in hands.RANKS for suit in hands.SUITS]


def census(size: int, jokers: int, name: Callable[[list[str]], str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for cards, ways in classes(size, jokers):
        counts[name(cards)] += ways
    return counts


def test_five_card_hands_number_as_everyone_knows() -> None:
    assert census(5, 0, hands.five_cards) == {
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


def test_joker_hands_make_the_whole_deck_and_the_top_hands_count_out() -> None:
    counts: Counter[str] = Counter()
    for jokers in (0, 1, 2):
        counts += census(5 - jokers, jokers, hands.with_jokers)
    assert sum(counts.values()) == 3_162_510
    assert counts["five aces"] == 2 + 4  # four aces and a joker; three aces and both
    assert counts["natural royal flush"] == 4
    assert counts["wild royal flush"] == 4 * (5 * 2 + 10)
    # Suited fours inside a run: 5 + 9 x 4 = 41, five of them royal; threes: 10 + 9 x 6, ten royal.
    assert counts["straight flush"] == 36 + 4 * 36 * 2 + 4 * 54


def test_three_card_hands() -> None:
    counts = Counter(
        hands.three_cards(list(c), True).split(" of ")[0] for c in combinations(DECK, 3)
    )
    assert counts == {
        "mini royal": 4,
        "straight flush": 44,
        "three": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "nothing": 16_440,
    }
    assert hands.three_cards(["Ks", "As", "2s"], True) == "flush"
    assert hands.three_cards(["As", "2s", "3s"], False) == "flush"


def test_two_card_hands() -> None:
    counts = Counter(hands.two_cards(list(c), True) for c in combinations(DECK, 2))
    assert counts == {"straight": 208, "flush": 260, "pair": 78, "nothing": 780}
    assert hands.two_cards(["As", "2d"], False) == "nothing"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ad Kd Qd Jd Td 9d", "super royal of diamonds"),
        ("Ad Kd Qd Jd Td 9s", "royal flush"),
        ("9d Kd Qd Jd Td 8d", "straight flush"),
        ("Ad 2c 3h 4s 5d 5c", "straight"),
        ("Qd Qc Qh 4s 4d 4c", "full house"),
        ("Qd Qc 7h 7s 4d 4c", "two pair"),
    ],
)
def test_six_cards(cards: str, name: str) -> None:
    assert hands.six_cards(cards.split()) == name


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Ad Ac As JK", "five aces"),
        ("Ah Ad Ac JK JK", "five aces"),
        ("Kh Qh Jh Th JK", "wild royal flush"),
        ("Kh Kd Kc Ks JK", "four of a kind"),
        ("Kh Kd Kc JK JK", "full house"),  # a joker is no king
        ("Kh Kd Kc 2s JK", "three of a kind"),
        ("Kh Kd 7c JK JK", "two pair"),
        ("Ah Kd 7c 2s JK", "pair"),
        ("3h 4d 5c 6s JK", "straight"),
        ("2h 3h 9h Kh JK", "flush"),
        ("2h 4h 5h JK JK", "straight flush"),
        ("Ah Ad 7c 2s JK", "three of a kind"),
        ("Ah Ad 7c JK JK", "four of a kind"),
        ("7h 7d 7c Ah JK", "full house"),
    ],
)
def test_jokers(cards: str, name: str) -> None:
    assert hands.with_jokers(cards.split()) == name
