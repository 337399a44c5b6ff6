"""Cards and decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    FRENCH_52,
    FRENCH_54,
    JOKERS,
    RANKS,
    SUITS,
    BadCard,
    Card,
    Cards,
    card_name,
    card_names,
    is_joker,
    parse_card,
    parse_cards,
    tell_jokers_apart,
    which_joker,
)


def test_the_decks() -> None:
    """shows DD .01B(7)"""
    assert len(FRENCH_52) == 52
    assert [card_name(card) for card in FRENCH_52] == [r + s for r in RANKS for s in SUITS]
    assert len(FRENCH_54) == len(set(FRENCH_54)) == 54
    assert [card_name(card) for card in FRENCH_54[52:]] == ["JK", "JK"]
    assert [card for card in FRENCH_54 if is_joker(card)] == list(JOKERS)


@pytest.mark.parametrize("card", FRENCH_52)
def test_a_card_reads_as_it_prints(card: Card) -> None:
    assert parse_card(card_name(card)) == card
    assert RANKS[card >> 2] == card_name(card)[0]


@pytest.mark.parametrize(("text", "name"), [("qH", "Qh"), ("tC", "Tc"), ("jk", "JK"), ("2S", "2s")])
def test_case_does_not_matter(text: str, name: str) -> None:
    assert card_name(parse_card(text)) == name


def test_hands_are_parted_by_spaces_or_commas() -> None:
    assert card_names(parse_cards("Qh Tc,2s,  Ad")) == "Qh Tc 2s Ad"
    assert parse_cards("") == ()
    assert parse_cards("JK As JK") == (JOKERS[0], parse_card("As"), JOKERS[1])


def test_a_slice_or_a_sum_of_cards_prints_as_cards() -> None:
    hand = parse_cards("Ts 9s JK")
    assert [str(hand[:1]), repr(hand[1:]), str(hand[::-1])] == ["Ts", "Cards('9s JK')", "JK 9s Ts"]
    assert repr(hand[:1] + hand[2:]) == "Cards('Ts JK')"
    assert (hand[0], hand[-1]) == (35, JOKERS[0])


@pytest.mark.parametrize("text", ["", "Q", "h", "1h", "10h", "Qx", "QhTc", "Jk s", "♥Q", "JKK"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match="is not a card; write a rank"):
        parse_card(text)


@pytest.mark.parametrize(("text", "twice"), [("Qh Tc qh", "Qh"), ("JK JK JK", "JK")])
def test_no_card_twice(text: str, twice: str) -> None:
    with pytest.raises(BadCard, match=f"{twice} is given twice"):
        parse_cards(text)


@given(st.lists(st.sampled_from(FRENCH_54), unique=True, max_size=54))
def test_any_hand_reads_as_it_prints(cards: list[Card]) -> None:
    again = parse_cards(card_names(cards))
    assert [card_name(card) for card in again] == [card_name(card) for card in cards]
    assert len(set(again)) == len(cards)


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except BadCard:
        return
    assert card_name(card).lower() == text.lower()


def test_cards_print_as_cards() -> None:
    hand = Cards.parse("Ts 9s, JK")
    assert hand == (35, 31, 52)
    assert str(hand) == "Ts 9s JK"
    assert repr(hand) == "Cards('Ts 9s JK')"
    assert Cards.parse(str(hand)) == hand


def test_a_joker_is_one_that_is_not_taken() -> None:
    one, other = JOKERS
    assert which_joker(one, ()) == one
    assert which_joker(one, (one,)) == other
    assert which_joker(other, (other,)) == one
    assert which_joker(one, JOKERS) == one
    assert which_joker(Card(0), (Card(0),)) == Card(0)
    assert parse_cards("JK", (one,)) == (other,)
    assert parse_cards("2c JK", (other,)) == (0, one)
    assert tell_jokers_apart((one, Card(7), one)) == (one, 7, other)
    assert tell_jokers_apart((one,), (one,)) == (other,)
