"""The rankings against phevaluator, PokerKit and the oracle's recognition by looking.

Every class of hands is tried (7,462 of five cards), so the totals are those of the whole deck;
hands at random show that nothing hangs on the suits that a class was given. Of six cards the suite
looks at every fifth class and counts all of them; `./pit soak long` looks at each.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest
from phevaluator import evaluate_cards
from pokerkit import RhodeIslandHoldemHand, StandardHighHand

from kit.tiers import tier
from oracle import hands
from oracle.shapes import classes, mixed
from pitboss.cards import RANKS, SUITS, parse_cards
from pitboss.rankings import (
    FIVE_CARD,
    JOKER_FIVE_CARD,
    SIX_CARD,
    THREE_CARD,
    THREE_CARD_ACE_HIGH,
    TWO_CARD,
    TWO_CARD_ACE_HIGH,
    Hand,
    Ranking,
    evaluate,
)

DECK = [rank + suit for rank in RANKS for suit in SUITS]
SEED = 235


def ours(ranking: Ranking, cards: list[str]) -> Hand:
    return evaluate(ranking, parse_cards(" ".join(cards)))


def phe(cards: list[str]) -> int:
    """1 for a royal flush to 7,462 for seven high."""
    return int(evaluate_cards(*cards))


def random_hands(size: int, number: int, deck: list[str]) -> Iterator[list[str]]:
    chance = random.Random(SEED)
    for _ in range(number):
        yield chance.sample(deck, size)


# ── five cards ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def by_phe() -> dict[int, Hand]:
    """Our hand for each of phevaluator's ranks."""
    return {phe(cards): ours(FIVE_CARD, cards) for cards, _ in classes(5)}


def test_five_cards_rank_as_in_both_libraries(by_phe: dict[int, Hand]) -> None:
    assert sorted(by_phe) == list(range(1, 7_463))
    orders = [by_phe[rank].order for rank in range(7_462, 0, -1)]
    assert all(low < high for low, high in pairwise(orders))
    for cards, _ in classes(5):
        assert StandardHighHand("".join(cards)).entry.index == 7_462 - phe(cards)


def test_five_cards_number_as_they_should() -> None:
    counts: Counter[str] = Counter()
    for cards, ways in classes(5):
        hand = ours(FIVE_CARD, cards)
        assert hand.category == hands.five_cards(cards), cards
        counts[hand.category] += ways
    assert sum(counts.values()) == comb(52, 5) == 2_598_960
    assert counts == {
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


def test_five_cards_at_random(by_phe: dict[int, Hand]) -> None:
    for cards in random_hands(5, 10_000, DECK):
        hand = ours(FIVE_CARD, cards)
        assert hand.order == by_phe[phe(cards)].order, cards
        assert hand.category == hands.five_cards(cards), cards


@pytest.mark.parametrize("suit", SUITS)
def test_straight_flushes_of_every_suit(suit: str, by_phe: dict[int, Hand]) -> None:
    row = "A" + RANKS
    for low in range(10):
        cards = [rank + suit for rank in row[low : low + 5]]
        hand = ours(FIVE_CARD, cards)
        assert hand.order == by_phe[phe(cards)].order
        assert SUITS[hand.suit] == suit


# ── five cards with jokers ────────────────────────────────────────────────────────────────────────


def test_jokers_make_the_same_hands_in_the_same_order_and_the_whole_deck() -> None:
    counts: Counter[str] = Counter()
    ranked: dict[tuple[int, tuple[int, ...]], tuple[int, list[int]]] = {}
    for jokers in (0, 1, 2):
        for cards, ways in classes(5 - jokers, jokers):
            hand, strength = ours(JOKER_FIVE_CARD, cards), hands.with_jokers_strength(cards)
            name = hands.JOKER_ORDER[-strength[0]]
            counts[name] += ways
            if name in ("pair", "nothing"):  # no hands of Double Draw
                assert hand.category == "nothing", cards
                continue
            assert hand.category == name, cards
            assert ranked.setdefault(hand.order, strength) == strength, cards
    strengths = [ranked[order] for order in sorted(ranked)]
    assert all(low < high for low, high in pairwise(strengths))
    assert sum(counts.values()) == comb(54, 5) == 3_162_510
    assert counts == {
        "five aces": 6,
        "natural royal flush": 4,
        "wild royal flush": 80,
        "straight flush": 540,
        # No joker; kings and a joker; three aces; two aces and both jokers.
        "four of a kind": 624 + 24 + 384 + 288,
        # No joker; three kings, an ace, a joker; AA KK; KKK and both jokers; A KK and both.
        "full house": 3_744 + 384 + 864 + 48 + 288,
        "flush": 11_388,
        "straight": 34_704,
        "three of a kind": 75_048,
        "two pair": 156_816,
        "pair": 1_341_888,
        "nothing": 1_535_388,
    }


def test_jokers_at_random() -> None:
    counts: Counter[str] = Counter()
    for jokers in (1, 2):
        for cards in random_hands(5 - jokers, 1_000, DECK):
            cards += ["JK"] * jokers
            hand, name = ours(JOKER_FIVE_CARD, cards), hands.with_jokers(cards)
            assert hand.category == ("nothing" if name == "pair" else name), cards
            counts[name] += 1
    assert counts["flush"] > 25
    assert counts["straight"] > 100


# ── six cards ─────────────────────────────────────────────────────────────────────────────────────


def six_card_classes() -> Iterator[tuple[list[str], int]]:
    """Hands with five or six of a suit one by one, for one suit; the others by their ranks."""
    clubs = [rank + "c" for rank in RANKS]
    others = [card for card in DECK if card[1] != "c"]
    for six in combinations(clubs, 6):
        yield list(six), 4
    for five in combinations(clubs, 5):
        for other in others:
            yield [*five, other], 4
    # With six ranks 4 × (1 + 6 × 3) ways have five of a suit, with five ranks 4 × 3.
    flush_ways = {6: 76, 5: 12}
    for ranks in combinations_with_replacement(RANKS, 6):
        kinds = set(ranks)
        ways = prod(comb(4, ranks.count(rank)) for rank in kinds) - flush_ways.get(len(kinds), 0)
        if ways > 0:
            yield spread(ranks), ways


def spread(ranks: tuple[str, ...]) -> list[str]:
    """Six cards of these ranks with at most four of a suit."""
    cards = mixed(ranks)
    if len(set(ranks)) >= 5:
        singles = [n for n, card in enumerate(cards) if ranks.count(card[0]) == 1]
        for n, suit in zip(singles, "ddhs", strict=False):
            cards[n] = cards[n][0] + suit
    return cards


def six_name(hand: Hand) -> str:
    return str(hand) if hand.category == "super royal" else hand.category


def six_looked_at(cards: list[str]) -> str:
    """The oracle's name; the Six Card Bonus knows nothing below three of a kind."""
    name = hands.six_cards(cards)
    return "nothing" if name in ("two pair", "pair") else name


def test_six_cards_make_the_same_hands_and_the_whole_deck() -> None:
    counts: Counter[str] = Counter()
    for place, (cards, ways) in enumerate(six_card_classes()):
        hand = ours(SIX_CARD, cards)
        if place % tier(5, 1) == 0:  # all are counted below
            assert six_name(hand) == six_looked_at(cards), cards
        counts[hand.category] += ways
    assert sum(counts.values()) == comb(52, 6) == 20_358_520
    assert counts == {
        "super royal": 4,
        "royal flush": 184,
        "straight flush": 1_656,
        "four of a kind": 14_664,
        "full house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three of a kind": 732_160,
        "nothing": 2_532_816 + 9_730_740 + 6_612_900,
    }


def test_six_cards_at_random(by_phe: dict[int, Hand]) -> None:
    """Half of them of two suits, so that flushes and straights are not too rare."""
    hearts_and_spades = [card for card in DECK if card[1] in "hs"]
    counts: Counter[str] = Counter()
    for deck in (DECK, hearts_and_spades):
        for cards in random_hands(6, 4_000, deck):
            hand, best = ours(SIX_CARD, cards), by_phe[phe(cards)]
            counts[hand.category] += 1
            assert StandardHighHand.from_game("".join(cards)).entry.index == 7_462 - phe(cards)
            if hand.category == "nothing":
                assert best.category in ("two pair", "pair", "nothing"), cards
            elif hand.category == "super royal":
                assert best.category == "royal flush", cards
            else:
                assert (hand.category, hand.ranks) == (best.category, best.ranks), cards
    assert counts["flush"] > 100
    assert counts["straight"] > 100


@pytest.mark.parametrize("suit", SUITS)
def test_super_royals(suit: str) -> None:
    cards = [rank + suit for rank in "9TJQKA"]
    assert six_name(ours(SIX_CARD, cards)) == hands.six_cards(cards)


# ── three and two cards ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ranking", "low"), [(THREE_CARD, True), (THREE_CARD_ACE_HIGH, False)])
def test_all_three_card_hands(ranking: Ranking, low: bool) -> None:
    number = 0
    for cards in map(list, combinations(DECK, 3)):
        hand = ours(ranking, cards)
        name = str(hand) if hand.category == "mini royal" else hand.category
        assert name == hands.three_cards(cards, low), cards
        number += 1
    assert number == 22_100


def test_three_cards_rank_as_in_pokerkit() -> None:
    by_index = {
        RhodeIslandHoldemHand("".join(cards)).entry.index: ours(THREE_CARD, cards)
        for cards, _ in classes(3)
    }
    assert sorted(by_index) == list(range(741))
    orders = [by_index[index].order for index in range(741)]
    assert all(low < high for low, high in pairwise(orders))


@pytest.mark.parametrize(("ranking", "low"), [(TWO_CARD, True), (TWO_CARD_ACE_HIGH, False)])
def test_all_two_card_hands(ranking: Ranking, low: bool) -> None:
    number = 0
    for cards in map(list, combinations(DECK, 2)):
        assert ours(ranking, cards).category == hands.two_cards(cards, low), cards
        number += 1
    assert number == 1_326
