"""Double Draw solved exactly: kernels against the slow twin, the rankings, the published edge."""

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb

import msgspec
import numpy as np
import pytest

from kit.draw import rulebook_pays
from kit.tiers import tier
from pitboss.cards import FRENCH_54, Card, parse_cards
from pitboss.odds import price
from pitboss.odds.draw import counting
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.deck import SUBSETS, build_deck, number_sets
from pitboss.odds.draw.model import (
    CATEGORIES,
    DrawChoice,
    DrawCounts,
    DrawPays,
    Ties,
)
from pitboss.rankings import JOKER_FIVE_CARD, evaluate
from twins.draw import SlowDraw, canonical_order

PAYS = {letter: rulebook_pays(letter) for letter in "AB"}
#: So flat that before the second draw folding, standing and drawing are often worth the same,
FLAT = DrawPays((1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1), -1, -1, (1, 2, 3))
#: and here a full house is as good as a fold before the first.
LEVEL = DrawPays((0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1), 0, -1, (1, 2, 3))
ODD = DrawPays((-2, 5, 1, 1, -1, 3, 0, 2, -1, 1, -1), 0, -1, (1, 2, 3))


@cache
def solutions() -> dict[str, draw.DrawSolution]:
    return dict(zip("AB", draw.solve_tables([PAYS["A"], PAYS["B"]]), strict=True))


def solution(letter: str) -> draw.DrawSolution:
    return solutions()[letter]


@cache
def both_counts() -> dict[str, dict[Ties, DrawCounts]]:
    return dict(zip("AB", counting.count_tables([solution("A"), solution("B")]), strict=True))


def counts(letter: str, ties: Ties = "play") -> DrawCounts:
    return both_counts()[letter][ties]


def by_discards(choices: Iterable[DrawChoice]) -> dict[frozenset[Card] | None, Fraction]:
    return {
        None if choice.discards is None else frozenset(choice.discards): choice.value
        for choice in choices
    }


def test_pays_come_from_the_rulebook() -> None:
    assert PAYS["A"] == DrawPays((503, 103, 53, 53, 23, 8, 6, 5, 4, 3, -4), -2, -3, (2, 3, 4))
    assert PAYS["B"] == DrawPays((503, 103, 53, 53, 23, 8, 6, 5, 3, 3, -4), -2, -3, (2, 3, 4))


def test_every_five_cards_have_the_category_of_the_ranking() -> None:
    """Each class of hands by the recipe; the rest because no swap of suits or jokers changes it."""
    deck = build_deck()
    t = deck.tables
    for place, (hand, own) in enumerate(zip(t.hands.tolist(), t.own.tolist(), strict=True)):
        if place % tier(7, 1) and max(hand) < 52:
            continue  # of hands without a joker some, of those with one all
        cards = tuple(deck.cards[at] for at in hand)
        assert CATEGORIES[own] == evaluate(JOKER_FIVE_CARD, cards).category, cards
    every = chain.from_iterable(combinations(range(54), 5))
    hands = np.fromiter(every, np.uint8, 5 * comb(54, 5)).reshape(-1, 5)
    kinds = deck.cat5[number_sets(hands, t.binom)]
    assert len(kinds) == comb(54, 5) == t.orbit.sum()
    for at, block in ((0, 13), (13, 13), (26, 13), (52, 1)):
        to = np.arange(54, dtype=np.uint8)
        to[at : at + 2 * block] = np.roll(to[at : at + 2 * block], block)
        moved = np.sort(to[hands], axis=1)
        assert np.array_equal(deck.cat5[number_sets(moved, t.binom)], kinds), at


def test_hands_of_each_category() -> None:
    """Counted by hand for the jokers: e.g. wild royals 4 × (5 × 2 + 10), five aces 2 + 4."""
    counts = dict(zip(CATEGORIES, np.bincount(build_deck().cat5).tolist(), strict=True))
    assert counts["five aces"] == 2 + 4
    assert counts["natural royal flush"] == 4
    assert counts["wild royal flush"] == 4 * (5 * 2 + comb(5, 2))
    # Without a joker; four of another rank and one; three aces and one; two aces and both.
    assert counts["four of a kind"] == 13 * 48 + 12 * 2 + 4 * 48 * 2 + comb(4, 2) * 48
    assert sum(counts.values()) == comb(54, 5)


def test_the_published_edge() -> None:
    """6.72 % of the ante with table A; the fraction is what the slow sweep over all hands gives."""
    edge = -solution("A").expectation
    assert edge == Fraction(2249790643, 33502998438)
    assert round(float(edge) * 100, 2) == 6.72
    assert -solution("B").expectation == Fraction(32990378579, 223353322920)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_counts_add_up_to_the_value(letter: str) -> None:
    """Values and counts come from different sweeps; exact agreement checks both."""
    count, pays = counts(letter), PAYS[letter]
    assert count.denominator == comb(54, 5) * 49 * 48 * 47 * 46
    assert count.folded_first + sum(s.total for s in count.by_discards) == count.denominator
    for stage in count.by_discards:
        assert sum(stage.categories) == stage.stood + stage.drew
    assert count.moment(pays, 1) == solution(letter).expectation
    wager = 4 - Fraction(2 * count.folded_first + count.folded_second, count.denominator)
    assert count.average_wager(pays) == wager
    assert msgspec.json.decode(msgspec.json.encode(count), type=DrawCounts) == count


def test_ties_of_the_real_tables_are_between_discards_only() -> None:
    """So the average wager does not depend on them, but the deviation does, in the fourth digit."""
    for letter in "AB":
        pays, played, folded = PAYS[letter], counts(letter), counts(letter, "fold")
        fold, several = solution(letter).tied_hands()
        assert fold == 0 < several
        assert price("double-draw", "base", letter).tied == Fraction(several, comb(54, 5))
        assert played.by_discards != folded.by_discards
        assert played.moment(pays, 1) == folded.moment(pays, 1)
        assert played.average_wager(pays) == folded.average_wager(pays)
        assert 0 < played.moment(pays, 2) - folded.moment(pays, 2) < Fraction(1, 40)


SMALL = [
    ((8, 9, 10, 11, 12), 2, 2, PAYS["A"], "play"),
    ((11, 12), 4, 2, PAYS["B"], "play"),
    ((0, 11, 12), 3, 2, PAYS["A"], "play"),
    ((0, 1, 2, 3, 12), 2, 1, ODD, "play"),
    ((0, 1, 2, 3, 12), 2, 1, FLAT, "play"),
    ((0, 1, 2, 3, 12), 2, 1, FLAT, "fold"),
    ((3, 7, 12), 3, 1, LEVEL, "play"),
    ((3, 7, 12), 3, 1, LEVEL, "fold"),
]


@pytest.mark.parametrize(("ranks", "suits", "jokers", "pays", "ties"), SMALL)
def test_kernels_equal_the_slow_twin_on_small_decks(
    ranks: tuple[int, ...], suits: int, jokers: int, pays: DrawPays, ties: Ties
) -> None:
    deck = build_deck(ranks, suits, jokers)
    solved = draw.solve(pays, deck)
    slow = SlowDraw(deck.cards, pays, ties).counts()
    assert counting.count_both(solved)[ties] == slow
    assert solved.expectation == slow.moment(pays, 1)


HIGH = DrawPays((1999, 907, 350, -20, 77, 8, 6, 5, -3, 3, -4), -2, -3, (2, 3, 4))
HUGE = DrawPays((1_999_999, *HIGH.categories[1:]), -2, -3, (2, 3, 4))


@pytest.mark.parametrize(
    ("one", "other", "packed"),
    [
        (PAYS["A"], PAYS["B"], True),
        (HIGH, PAYS["B"], True),
        (FLAT, LEVEL, True),
        (ODD, HUGE, False),
    ],
)
def test_two_tables_in_one_sweep_are_what_each_is_alone(
    one: DrawPays, other: DrawPays, packed: bool
) -> None:
    deck = build_deck((0, 3, 11, 12), 3, 2)
    assert (draw.packing_shift((one, other), deck) is not None) == packed
    alone = [draw.solve(pays, deck) for pays in (one, other)]
    together = draw.solve_tables((one, other), deck)
    for single, double in zip(alone, together, strict=True):
        assert double.pays == single.pays and np.array_equal(double.values, single.values)
    if packed:
        both = counting.count_tables(together)
        assert list(both) == [counting.count_both(single) for single in alone]


def test_ties_are_played_both_ways() -> None:
    for pays, ranks, suits in ((FLAT, (0, 1, 2, 3, 12), 2), (LEVEL, (3, 7, 12), 3)):
        solved = draw.solve(pays, build_deck(ranks, suits, 1))
        both = counting.count_both(solved)
        played, folded = both["play"], both["fold"]
        assert played.average_wager(pays) > folded.average_wager(pays)
        assert played.moment(pays, 1) == folded.moment(pays, 1) == solved.expectation
    assert solved.tied_hands()[0] > 0


@pytest.mark.parametrize("letter", ["A", "B"])
def test_solution_equals_the_direct_sweep_of_single_hands(letter: str) -> None:
    solved = solution(letter)
    deck = solved.deck
    for h in random.Random(20261115).sample(range(len(deck.tables.hands)), 25):
        hand = tuple(deck.cards[at] for at in deck.tables.hands[h])
        assert canonical_order(hand) == hand
        direct = by_discards(draw.first_choices(hand, PAYS[letter]))
        for mask in (0, *(31 ^ keep for keep in SUBSETS)):
            discards = frozenset(card for i, card in enumerate(hand) if mask >> i & 1)
            value = Fraction(int(solved.values[h, mask]), solved.denominator)
            assert direct[discards] == value, (hand, discards)


@pytest.mark.parametrize("text", ["Ts 9s 4d JK Kc", "Ah Ad 7c 7s 2h", "9c 8c 7c 6d JK"])
def test_hints_equal_the_slow_twin_on_the_full_deck(text: str) -> None:
    hand, pays = parse_cards(text), PAYS["A"]
    slow = SlowDraw(FRENCH_54, pays)
    hints = by_discards(draw.first_choices(hand, pays))
    for discards in [(), *((card,) for card in hand), hand[2:4]]:
        assert hints[frozenset(discards)] == slow.first_value(hand, discards)
    assert hints[None] == -2
    dead = parse_cards("2c 3c Jd")
    second = by_discards(draw.second_choices(hand, dead, pays))
    assert second == by_discards(slow.second_choices(frozenset(hand), frozenset(dead)))


def test_hints_with_seen_cards_equal_the_slow_twin() -> None:
    """Nine cards are left: the twin plays all draws out, from a deck without the rest."""
    hand, pays = parse_cards("Ks Kd 8h 5c JK"), PAYS["A"]
    rest = [card for card in FRENCH_54 if card not in hand]
    unseen = random.Random(7).sample(rest, 9)
    dead = [card for card in rest if card not in unseen]
    slow = SlowDraw([*hand, *unseen], pays)
    assert by_discards(draw.first_choices(hand, pays, dead)) == by_discards(
        slow.first_choices(hand)
    )


def test_hints_are_sorted_and_begin_with_the_decision() -> None:
    solved = solution("A")
    chosen = solved.chosen()
    for h in random.Random(3).sample(range(len(chosen)), 25):
        hand = [solved.deck.cards[at] for at in solved.deck.tables.hands[h]]
        discards = frozenset(card for i, card in enumerate(hand) if chosen[h] >> i & 1)
        hints = draw.first_choices(hand, PAYS["A"])
        assert hints == sorted(hints, key=lambda choice: -choice.value)
        assert by_discards(hints)[None if chosen[h] == draw.FOLD else discards] == hints[0].value


def test_one_changed_row_changes_the_value_as_it_must() -> None:
    """One more unit for a hand adds at least its frequency; a row nobody reaches adds nothing."""
    pays = PAYS["A"]
    for category in tier((5,), (0, 5, 9)):  # each is a whole solution
        richer = list(pays.categories)
        richer[category] += 1
        changed = draw.solve(msgspec.structs.replace(pays, categories=tuple(richer)))
        gain = changed.expectation - solution("A").expectation
        assert gain >= Fraction(counts("A").categories[category], counts("A").denominator) > 0
    assert counts("A").categories[0] == 1893259488


def test_impossible_hands_are_refused() -> None:
    pays = PAYS["A"]
    hand = parse_cards("Ts 9s 4d JK Kc")
    for bad in (hand[:4], (*hand[:4], hand[0]), (*hand[:4], Card(54))):
        with pytest.raises(draw.BadHand):
            draw.first_choices(bad, pays)
    with pytest.raises(draw.BadHand):
        draw.second_choices(hand, hand[:1], pays)
    with pytest.raises(draw.BadHand):
        draw.second_choices(hand, parse_cards("2c 3c 4c 5c"), pays)
    with pytest.raises(draw.BadHand):
        draw.first_choices(hand, pays, [card for card in FRENCH_54 if card not in hand][:46])
