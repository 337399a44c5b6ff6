"""A game of draws at the table's own stakes: limits, chips and discards against the rulebook."""

import random
from fractions import Fraction
from typing import Any

import pytest

from house.coach_spots import rules_of, table_at
from pitboss.cards import Card, parse_cards
from pitboss.house.coach.advice import advise_seat, player_knowledge
from pitboss.rulebook.rules import Rules

BETS = ("ante", "bonus", "first-draw", "second-draw")
ANTE = 2_500


def settled(rules: Rules, hand: tuple[Card, ...]) -> int:
    """All four wagers by the rulebook's own outcomes, winnings held to the limit."""
    outcomes = rules.outcomes.of(hand)
    won = lost = 0
    for spot in rules.settling_order:
        outcome = outcomes[spot.wager]
        won += outcome.terms.amount(ANTE) if outcome.row else 0
        lost += 0 if outcome.row else ANTE
    limit = rules.payout_limit
    return (won if limit is None else min(won, limit)) - lost


HANDS = (
    # hand, thrown away before, and what the payout limit is
    ("As Ks Qs Js 3d", "2c 4h", None),
    ("As Ks Qs Js 3d", "2c 4h", 100_000),
    ("9s 9d 9h 9c JK", "2c", 60_000),
    ("7c 7d 2s 9h Kc", "", 3_000),
    ("JK 5c 6c 7c Qd", "JK 2d", 40_000),
)


@pytest.mark.parametrize(("hand", "thrown", "limit"), HANDS)
def test_the_second_discard_is_worth_what_every_card_pays(
    hand: str, thrown: str, limit: int | None
) -> None:
    rules = rules_of("double-draw", options={} if limit is None else {"payout_limit": limit})
    own_cards = parse_cards(hand)
    dead = tuple(Card(53) if c == 52 and 52 in own_cards else c for c in parse_cards(thrown))
    table = table_at(rules, 3, own_cards, dict.fromkeys(BETS, ANTE))
    advice = advise_seat(player_knowledge(table, {1: dead}))
    unseen = [card for card in rules.game.cards if card not in (*own_cards, *dead)]
    expected: dict[tuple[int, ...], Fraction] = {(): Fraction(settled(rules, own_cards))}
    for slot in range(5):
        drawn = [(*own_cards[:slot], card, *own_cards[slot + 1 :]) for card in unseen]
        expected[slot,] = Fraction(sum(settled(rules, cards) for cards in drawn), len(drawn))
    assert {option.slots: option.value.fraction for option in advice.options} == expected
    reached = settled(rules, own_cards) == limit or any(
        settled(rules, (*own_cards[:4], card)) == limit for card in unseen
    )
    assert advice.counted.limit == limit or not reached


@pytest.mark.parametrize("limit", [None, 20_000])
def test_to_bet_before_the_second_draw_is_worth_the_best_discard(limit: int | None) -> None:
    options: dict[str, Any] = {} if limit is None else {"payout_limit": limit}
    rules, rng = rules_of("double-draw", options=options), random.Random(2)
    for _ in range(10):
        cards = tuple(rng.sample(rules.game.cards[:52], 8))
        lies = dict.fromkeys(BETS[:3], ANTE)
        bet = advise_seat(player_knowledge(table_at(rules, 2, cards[:5], lies), {1: cards[5:]}))
        exchange = table_at(rules, 3, cards[:5], dict.fromkeys(BETS, ANTE))
        best = advise_seat(player_knowledge(exchange, {1: cards[5:]})).best.value.fraction
        assert {o.act: o.value.fraction for o in bet.options} == {"bet": best, "fold": -3 * ANTE}


def test_who_cannot_pay_for_the_second_draw_plays_for_nothing() -> None:
    rules = rules_of("double-draw")
    lies = dict.fromkeys(BETS[:2], ANTE)
    royal = parse_cards("As Ks Qs Js Ts")
    rich = advise_seat(player_knowledge(table_at(rules, 0, royal, lies, chips=2 * ANTE), {}))
    poor = advise_seat(player_knowledge(table_at(rules, 0, royal, lies, chips=2 * ANTE - 1), {}))
    assert not rich.counted.chips and rich.best.act == "bet" and rich.best.value.fraction > 0
    assert poor.counted.chips and poor.best.act == "fold"
    assert {o.act: o.value.fraction for o in poor.options} == {"fold": -2 * ANTE, "bet": -3 * ANTE}
    broke = advise_seat(player_knowledge(table_at(rules, 0, royal, lies, chips=0), {}))
    assert [o.act for o in broke.options] == ["fold"]


def test_first_discards_average_the_best_second_ones() -> None:
    """Every card that one discard can bring, under a limit that bites."""
    rules = rules_of("double-draw", options={"payout_limit": 30_000})
    cards = parse_cards("Qs Js Ts 9s 4d")
    first = table_at(rules, 1, cards, dict.fromkeys(BETS[:3], ANTE))
    by_slots = {o.slots: o.value.fraction for o in advise_seat(player_knowledge(first, {})).options}
    values = []
    for card in rules.game.cards:
        if card not in cards:
            table = table_at(rules, 2, (*cards[:4], card), dict.fromkeys(BETS[:3], ANTE))
            values.append(advise_seat(player_knowledge(table, {1: cards[4:]})).best.value.fraction)
    assert by_slots[4,] == sum(values, Fraction()) / len(values)
