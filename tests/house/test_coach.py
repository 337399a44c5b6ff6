"""The coach's figures against other ways to reach them."""

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from house.coach_spots import (
    STUDS,
    Enumerated,
    random_spot,
    rules_of,
    steps_to_decide,
    table_at,
    turned_before,
)
from pitboss.cards import Card, card_name, parse_cards
from pitboss.house.coach.advice import SeatAdvice, advise_seat, player_knowledge
from pitboss.odds.strategy.advice import advise as advise_by_units
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Rules
from pitboss.table.view import view


@pytest.mark.parametrize("game", STUDS)
def test_at_unit_stakes_the_coach_says_what_the_strategy_says(game: str) -> None:
    rules, rng = rules_of(game, offered=False), random.Random(game)
    for step in steps_to_decide(rules):
        for _ in range(12):
            deal, stakes = random_spot(rules, rng, step)
            others = rng.randrange(3)
            table = table_at(rules, step, deal, stakes, others=others)
            knowledge = player_knowledge(table, {})
            advice = advise_seat(knowledge)
            acts = [
                _unit_act(rules, s, stakes) for s in rules.game.play[:step] if isinstance(s, Decide)
            ]
            units = by_units(game, advice, acts)
            base = min(stakes.values())
            values = {(o.act, o.multiple): o.value.fraction for o in advice.options}
            assert values == {key: value * base for key, value in units.items()}


def _unit_act(rules: Rules, step: Decide, stakes: Mapping[str, int]) -> str:
    spot = rules.spots[step.spot]
    if spot.key not in stakes:
        return step.decline
    if len(spot.multiples) > 1:
        return f"{step.accept} {stakes[spot.key] // stakes[spot.of]}"
    return step.accept


def by_units(game: str, advice: SeatAdvice, acts: list[str]) -> dict[tuple[str, int], Fraction]:
    unit_advice = advise_by_units(
        game, " ".join(advice.cards), bets=acts, gone=" ".join(advice.gone)
    )
    spot = GAMES[game].spot(unit_advice.decision)
    values = {}
    for option in unit_advice.options:
        act, _, times = option.act.partition(" ")
        adds = spot.multiples and act in ("bet", "raise")
        values[act, int(times or 1) if adds else 0] = option.value
    return values


def test_a_draw_is_told_as_the_strategy_tells_it() -> None:
    rules, rng = rules_of("double-draw"), random.Random(3)
    stakes = {"ante": 2_500, "bonus": 2_500}
    for _ in range(3):
        deal = tuple(rng.sample(rules.game.cards, 10))
        unit_advice = advise_by_units("double-draw", deal[:5])
        first = advise_seat(player_knowledge(table_at(rules, 0, deal, stakes), {}))
        best = max(o.value for o in unit_advice.options if o.act != "fold")
        assert {o.act: o.value.fraction for o in first.options} == {
            "bet": best * 2_500,
            "fold": -5_000,
        }
        exchange = table_at(rules, 1, deal, {**stakes, "first-draw": 2_500})
        values = {
            o.slots: o.value.fraction for o in advise_seat(player_knowledge(exchange, {})).options
        }
        assert values == {
            tuple(sorted(deal.index(card) for card in o.discards)): o.value * 2_500
            for o in unit_advice.options
            if o.act != "fold"
        }
        thrown = deal[5:8]
        unit_advice = advise_by_units("double-draw", deal[:5], dead=thrown)
        later = table_at(rules, 3, deal, {**stakes, "first-draw": 2_500, "second-draw": 2_500})
        values = {
            o.slots: o.value.fraction
            for o in advise_seat(player_knowledge(later, {1: thrown})).options
        }
        assert values == {
            tuple(deal.index(card) for card in o.discards): o.value * 2_500
            for o in unit_advice.options
            if o.act != "fold"
        }


# ── every card that can come, card by card ──────────────────────────────────────────────────────


def option_values(advice: SeatAdvice) -> dict[tuple[str, int], Fraction]:
    return {(o.act, o.multiple): o.value.fraction for o in advice.options}


CASES: tuple[Any, ...] = (
    # game, step, side wagers, what is changed, chips, other seats
    ("mississippi-stud", 4, {"progressive": 100}, {}, 10**9, 2),
    ("mississippi-stud", 2, {"progressive": 100}, {}, 10**9, 0),
    ("mississippi-stud", 2, {"progressive": 100}, {}, 2_500, 0),
    ("mississippi-stud", 4, {"progressive": 500}, {"progressive_stake": 500}, 10**9, 0),
    ("mississippi-stud", 4, {"progressive": 100}, {"options": {"payout_limit": 20_000}}, 10**9, 0),
    ("let-it-ride", 0, {"progressive": 100, "three-card-bonus": 300}, {}, 10**9, 1),
    ("let-it-ride", 2, {"five-card-bonus": 100}, {}, 0, 2),
    (
        *("let-it-ride", 0, {"five-card-bonus": 100, "three-card-bonus": 500}),
        *({"options": {"payout_limit": 15_000}}, 10**9, 0),
    ),
    ("235-stud", 0, {"progressive": 100, "winem-all": 500}, {}, 10**9, 0),
    ("235-stud", 2, {"winem-all": 500}, {}, 10**9, 3),
    ("235-stud", 2, {"winem-all": 500}, {"options": {"payout_limit": 6_000}}, 10**9, 1),
)


@pytest.mark.parametrize(("game", "step", "side", "changed", "chips", "others"), CASES)
def test_a_hint_is_worth_what_every_card_that_can_come_pays(
    game: str, step: int, side: dict[str, int], changed: dict[str, Any], chips: int, others: int
) -> None:
    rules = rules_of(game, **changed)
    rng = random.Random(f"{game} {step} {changed}")
    meters = {terms.meter: 1_234_567 + n for n, terms in enumerate(rules.choices.meters)}
    deal, stakes = random_spot(rules, rng, step)
    table = table_at(
        rules, step, deal, {**stakes, **side}, chips=chips, meters=meters, others=others
    )
    knowledge = player_knowledge(table, {})
    advice = advise_seat(knowledge)
    labels = {rules.label(wager): wager.key for wager in rules.wagers.values()}
    counted = {labels[name] for name in advice.counted.wagers}
    counted |= {s.wager for s in rules.spots.values() if s.required or s.multiples}
    assert option_values(advice) == Enumerated(rules, knowledge, counted, meters, chips).values()


def test_the_meters_count_where_they_can_be_won() -> None:
    """Three to a royal flush: a higher meter makes playing on worth more."""
    rules = rules_of("mississippi-stud")
    deal = (*parse_cards("Ad Kd Qd 2c 3c"), *rules.game.cards[4:8])
    stakes = {"ante": 500, "third-street": 500, "progressive": 100}
    best = []
    for first in (100_000, 50_000_000):
        meters = {terms.meter: first + n for n, terms in enumerate(rules.choices.meters)}
        table = table_at(rules, 2, deal, stakes, meters=meters)
        knowledge = player_knowledge(table, {})
        advice = advise_seat(knowledge)
        assert advice.counted.meters == meters
        counted = {"base", "progressive"}
        assert (
            option_values(advice) == Enumerated(rules, knowledge, counted, meters, 10**9).values()
        )
        best.append(advice.best.value.fraction)
    assert best[0] < best[1]


def test_a_limit_over_three_hands_is_counted_before_the_third_card() -> None:
    """The first decision of a game whose limit covers hands of two, three and five cards."""
    rules = rules_of("235-stud", options={"payout_limit": 6_000})
    # Most of the deck is seen, so that what is left can be played out.
    cards = list(rules.game.cards)
    random.Random(5).shuffle(cards)
    deal = tuple(cards[: 5 + 3 * 5])
    stakes = {"two-card": 500, "three-card": 500, "five-card": 500, "winem-all": 500}
    table = table_at(rules, 0, deal, stakes, others=5)
    for seat in list(table.seats.values())[1:]:
        seat.shown = (0, 1, 2)
    knowledge = player_knowledge(table, {})
    advice = advise_seat(knowledge)
    assert advice.counted.limit == 6_000
    counted = {wager.key for wager in rules.wagers.values() if not wager.progressive}
    assert option_values(advice) == Enumerated(rules, knowledge, counted, {}, 10**9).values()


@pytest.mark.parametrize("game", STUDS)
def test_an_act_is_worth_the_average_of_the_best_that_can_follow(game: str) -> None:
    """From one decision to the next, a progressive wager and the other seats' cards included."""
    rules, rng = rules_of(game), random.Random(game)
    steps = steps_to_decide(rules)
    meters = {terms.meter: 9_876_543 for terms in rules.choices.meters}
    for step, following in pairwise(steps):
        deal, stakes = random_spot(rules, rng, step)
        lies = {**stakes, "progressive": 100}
        table = table_at(rules, step, deal, lies, meters=meters)
        spot = rules.spots[rules.game.play[step].spot]  # type: ignore[union-attr]
        for option in advise_seat(player_knowledge(table, {})).options:
            if option.act == "fold":
                assert option.value.fraction == -sum(lies.values())
                continue
            after = dict(lies)
            if option.places:
                after[spot.key] = option.places
            elif not spot.multiples and option.act == "withdraw":
                del after[spot.key]
            assert option.value.fraction == _average(rules, following, deal, after, meters), option


def _average(
    rules: Rules, step: int, deal: tuple[Card, ...], stakes: dict[str, int], meters: dict[str, int]
) -> Fraction:
    game = rules.game
    turned = game.play[step - 1]
    place = turned.slot if getattr(turned, "what", "") == "slot" else None  # type: ignore[union-attr]
    if place is None:
        place = game.hole + turned_before(game, step - 1)
    before = table_at(rules, step, deal, stakes, meters=meters)
    open_cards = {*before.seats[1].hole, *before.community[: before.community_shown]}
    open_cards -= {deal[place]}
    if place >= game.hole:
        open_cards -= {deal[slot] for slot in game.hidden if slot not in before.seats[1].shown}
    coming = [card for card in game.cards if card not in open_cards]
    total = Fraction()
    for card in coming:
        dealt = list(deal)
        if card in dealt:  # it lies face down elsewhere: the two change places
            dealt[dealt.index(card)] = dealt[place]
        dealt[place] = card
        table = table_at(rules, step, tuple(dealt), stakes, meters=meters)
        total += advise_seat(player_knowledge(table, {})).best.value.fraction
    return total / len(coming)


def test_a_third_card_turned_too_early_is_counted_on() -> None:
    """Its own player sees it before the first decision, which is then made on three cards."""
    rules = rules_of("235-stud", offered=False)
    deal = (*parse_cards("9c 4d 9h"), *parse_cards("2s Kd"))
    stakes = dict.fromkeys(("two-card", "three-card", "five-card"), 500)
    table = table_at(rules, 0, deal, stakes)
    table.seats[1].shown = (2,)
    knowledge = player_knowledge(table, {})
    advice = advise_seat(knowledge)
    assert advice.cards == ("9c", "4d", "9h") and advice.best.act == "raise"
    counted = {wager.key for wager in rules.wagers.values()}
    assert option_values(advice) == Enumerated(rules, knowledge, counted, {}, 10**9).values()
    unseen = advise_seat(player_knowledge(table_at(rules, 0, deal, stakes), {}))
    assert unseen.cards == ("9c", "4d") and option_values(unseen) != option_values(advice)


def test_the_cards_of_ones_other_box_are_known_to_be_gone() -> None:
    rules = rules_of("let-it-ride", offered=False)
    deal = tuple(random.Random(8).sample(rules.game.cards, 11))
    stakes = dict.fromkeys(("bet-1", "bet-2", "bet-3"), 500)
    table = table_at(rules, 0, deal, stakes, others=2)
    table.seats[3].player = table.seats[1].player
    advice = advise_seat(player_knowledge(table, {}))
    assert advice.gone == tuple(card_name(card) for card in deal[8:11])
    units = by_units("let-it-ride", advice, [])
    assert option_values(advice) == {key: value * 500 for key, value in units.items()}


# ── nothing hidden bears on a hint ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", list(GAMES))
def test_other_hidden_cards_give_the_same_hint_byte_for_byte(game: str) -> None:
    rules, rng = rules_of(game), random.Random(game)
    for step, move in enumerate(rules.game.play):
        if not isinstance(move, Decide | Exchange):
            continue
        deal, stakes = (
            random_spot(rules, rng, step) if game in STUDS else _draw_spot(rules, rng, step)
        )
        table = table_at(rules, step, deal, stakes, others=2 if game in STUDS else 1)
        shown = view(table, "player", 1)
        open_names = [n for seat in shown.seats for n in seat.cards] + list(shown.community)
        hidden = [card for card in rules.game.cards if card_name(card) not in open_names]
        answers = set()
        for _ in range(3):
            rng.shuffle(hidden)
            new = iter(hidden)
            twin = tuple(c if card_name(c) in open_names else next(new) for c in deal)
            other = table_at(rules, step, twin, stakes, others=len(table.seats) - 1)
            other = msgspec.structs.replace(other, stub=tuple(new), rack=tuple(hidden[:3]))
            advice = advise_seat(player_knowledge(other, {}))
            answers.add(msgspec.json.encode(advice.options))
        assert len(answers) == 1


def _draw_spot(
    rules: Rules, rng: random.Random, step: int
) -> tuple[tuple[Card, ...], dict[str, int]]:
    deal = tuple(rng.sample(rules.game.cards[:52], 10))
    stakes = dict.fromkeys(("ante", "bonus"), 500)
    for earlier in rules.game.play[:step]:
        if isinstance(earlier, Decide):
            stakes[earlier.spot] = 500
    return deal, stakes
