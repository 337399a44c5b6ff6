"""Optimal play asked by hand and by class, against plain enumeration by the rulebook's rows."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from kit.playing_out import played_out
from pitboss.cards import FRENCH_52, FRENCH_54, Card, card_names, parse_cards
from pitboss.errors import PitbossError
from pitboss.odds.game import letters_of, priced_game
from pitboss.odds.strategy.advice import BadSituation, advise
from pitboss.odds.strategy.every_hand import every_hand
from pitboss.odds.strategy.situations import (
    Acts,
    StudDecision,
    best_acts,
    decisions_of,
    reached,
    solved,
    values,
    with_acts,
)
from pitboss.odds.stud.solve import Solution
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook import paytables
from pitboss.rulebook.paytable import Push, To

STUDS = ("let-it-ride", "mississippi-stud", "235-stud")


@cache
def net(game: str, wager: str, letter: str, cards: tuple[Card, ...]) -> int:
    """What one unit comes to, by the row that pays it."""
    table = paytables(game)[wager][letter]
    row = table.row_for(evaluate(RANKINGS[table.ranking], cards))
    if row is None:
        return -1
    assert isinstance(row.pays, To | Push)
    return row.pays.odds if isinstance(row.pays, To) else 0


def rest(cards: tuple[Card, ...]) -> Iterator[Card]:
    return (card for card in FRENCH_52 if card not in cards)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values)


# ── one hand ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("cards", ["Ts 9s 4d 2c", "5c 6d 7h 8s", "Ah Kh Qh Jh", "8c 8d 3s 3h"])
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_let_it_ride_with_four_cards_is_a_mean_over_the_fifth(cards: str, letter: str) -> None:
    hand = parse_cards(cards)
    unit = mean([Fraction(net("let-it-ride", "base", letter, (*hand, c))) for c in rest(hand)])
    advice = advise("let-it-ride", cards, letters={"base": letter}, bets=["ride"])
    assert {option.act: option.value for option in advice.options} == {
        "ride": 3 * unit,
        "withdraw": 2 * unit,
    }


def test_let_it_ride_with_three_cards_plays_the_fourth_well() -> None:
    hand = parse_cards("9s Ts Js")
    ride, withdraw = [], []
    for fourth in rest(hand):
        four = (*hand, fourth)
        unit = mean([Fraction(net("let-it-ride", "base", "A", (*four, c))) for c in rest(four)])
        ride.append(max(3 * unit, 2 * unit))
        withdraw.append(max(2 * unit, unit))
    values = {option.act: option.value for option in advise("let-it-ride", hand).options}
    assert values == {"ride": mean(ride), "withdraw": mean(withdraw)}


def mississippi(hand: tuple[Card, ...], staked: int) -> dict[str, Fraction]:
    """Fold, or go on with one to three more: by recursion to the fifth card."""
    values = {"fold": Fraction(-staked)}
    for bet in (1, 2, 3):
        later = []
        for card in rest(hand):
            cards = (*hand, card)
            if len(cards) == 5:
                unit = net("mississippi-stud", "base", "A", tuple(sorted(cards)))
                later.append(Fraction(unit * (staked + bet)))
            else:
                later.append(max(mississippi(cards, staked + bet).values()))
        values[f"bet {bet}"] = mean(later)
    return values


@pytest.mark.parametrize(
    ("cards", "bets", "staked"),
    [("Ts 9s 2c 5d", ["1", "1"], 3), ("6c 7d Th 2s", ["3", "1"], 5), ("4c 5c 6c", ["1"], 2)],
)
def test_mississippi_weighs_the_units_already_staked(
    cards: str, bets: list[str], staked: int
) -> None:
    advice = advise("mississippi-stud", cards, bets=bets)
    assert advice.staked == staked
    values = {option.act: option.value for option in advice.options}
    assert values == mississippi(parse_cards(cards), staked)


def test_235_prices_all_three_bets_of_the_round() -> None:
    hand = parse_cards("As 2s 7d")
    five = mean(
        [
            Fraction(net("235-stud", "five-card", "A", tuple(sorted((*hand, *two)))))
            for two in combinations(list(rest(hand)), 2)
        ]
    )
    before = net("235-stud", "two-card", "A", hand[:2]) + 2 * net(
        "235-stud", "three-card", "A", hand
    )
    advice = advise("235-stud", hand)
    assert advice.bets == ("raise",)  # suited, and A-2 may become A-2-3
    assert {option.act: option.value for option in advice.options} == {
        "check": before + five,
        "raise": before + 2 * five,
    }


def test_a_second_draw_is_a_mean_over_the_unseen_cards() -> None:
    hand, dead = parse_cards("As 2s 7d JK 8d"), parse_cards("3c 4d")
    advice = advise("double-draw", hand, dead=dead)
    assert (advice.decision, advice.staked) == ("second-draw", 3)

    def round_of(cards: tuple[Card, ...]) -> int:
        base = 3 * net("double-draw", "base", "A", cards)
        return base + net("double-draw", "bonus", "A", cards)

    unseen = [c for c in FRENCH_54 if c not in hand and c not in dead]
    for option in advice.options:
        if option.act == "fold":
            assert option.value == -3
        elif option.act == "stand":
            assert option.value == round_of(hand)
        else:
            keep = tuple(c for c in hand if c not in option.discards)
            assert option.value == mean([Fraction(round_of((*keep, c))) for c in unseen])


def test_standing_pat_before_the_first_draw_leaves_the_second() -> None:
    """A discard of nothing is worth the best second act with nothing dead."""
    hand = "As Ks Qs Js 2d"
    first = {option.act: option.value for option in advise("double-draw", hand).options}
    assert first["stand"] == advise("double-draw", hand, dead="").best.value
    assert first["fold"] == -2


def test_both_jokers_are_written_alike() -> None:
    advice = advise("double-draw", "As 2s 7d JK 8d", dead="JK", gone="3c")
    assert advice.dead == (Card(53), *parse_cards("3c"))
    with pytest.raises(PitbossError, match="JK is given twice"):
        advise("double-draw", "As 2s 7d JK JK", dead="JK")


def test_ties_are_named_and_the_bolder_act_comes_first() -> None:
    """Four to an outside straight without a ten: eight fifths pay 5, forty lose 1."""
    advice = advise("let-it-ride", "5c 6d 7h 8s")
    assert [option.act for option in advice.ties] == ["ride", "withdraw"]
    assert advice.best.act == "ride"
    assert all(option.value == 0 for option in advice.options)


def test_earlier_bets_are_the_best_ones_unless_they_are_named() -> None:
    assert advise("mississippi-stud", "8c 8d 2s").bets == ("bet 3",)
    # Folding was best; whoever is asked now did not.
    assert advise("mississippi-stud", "2c 7d 4s").bets == ("bet 1",)
    assert advise("mississippi-stud", "8c 8d 2s", bets=["bet 2"]).staked == 3


def test_a_card_seen_elsewhere_changes_the_worth() -> None:
    plain = advise("let-it-ride", "Ah Kh Qh Jh")
    gone = advise("let-it-ride", "Ah Kh Qh Jh", gone="Th")
    royals = Fraction(3 * 1000, 48)
    assert plain.best.value - gone.best.value > royals / 2


@pytest.mark.parametrize(
    ("game", "question", "says"),
    [
        ("let-it-ride", {"cards": "Ts Ts 4d"}, "Ts is given twice"),
        ("let-it-ride", {"cards": "Ts JK 4d"}, "without a joker"),
        ("let-it-ride", {"cards": "Ts 9s"}, "name 3 or 4"),
        ("let-it-ride", {"cards": "Ts 9s 4d", "gone": "4d"}, "4d is given twice"),
        ("let-it-ride", {"cards": "Ts 9s 4d", "dead": "5d"}, "nothing is discarded"),
        ("let-it-ride", {"cards": "Ts 9s 4d", "letters": {"base": "Z"}}, "no table 'Z'"),
        ("mississippi-stud", {"cards": "Ts 9s 4d", "bets": ["fold"]}, "choose one of bet 1"),
        ("mississippi-stud", {"cards": "Ts 9s 4d", "bets": []}, "0 earlier bets"),
        ("double-draw", {"cards": "Ts 9s 4d"}, "a hand has 5 cards, not 3"),
        ("double-draw", {"cards": "Ts 9s 4d 2c 2d", "dead": "3c 4c 5c 6c"}, "4 cards cannot"),
        ("let-it-ride", {"cards": (FRENCH_54[52], Card(0), Card(1))}, "without a joker"),
        ("let-it-ride", {"cards": FRENCH_52[:3], "gone": FRENCH_52[3:48]}, "too few are left"),
    ],
)
def test_a_question_nobody_could_ask_is_refused(
    game: str, question: dict[str, object], says: str
) -> None:
    with pytest.raises(PitbossError, match=says):
        advise(game, **question)  # type: ignore[arg-type]


def test_a_draw_game_asks_for_no_earlier_bets() -> None:
    with pytest.raises(BadSituation, match="no earlier bet"):
        advise("double-draw", "Ts 9s 4d 2c 2d", bets=["1"])


# ── every hand ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", STUDS)
def test_the_complete_table_holds_every_set_of_cards_once(game: str) -> None:
    head, lines = every_hand(priced_game(game))
    depths = {
        stage.key: stage.depth
        for stage in solved(priced_game(game), letters_of(priced_game(game))).game.shape.stages
    }
    sizes: dict[tuple[str, int], int] = {}
    for line in lines:
        assert len(line.values) == len(head.acts[line.decision])
        at = line.decision, line.staked
        sizes[at] = sizes.get(at, 0) + line.hands
    assert {decision for decision, _ in sizes} == set(depths)
    for (decision, _), hands in sizes.items():
        assert hands == comb(52, depths[decision])


@pytest.mark.parametrize("game", STUDS)
def test_the_complete_table_says_what_a_single_hand_is_told(game: str) -> None:
    _, lines = every_hand(priced_game(game))
    for line in random.Random(5).sample(list(lines), 60):
        advice = advise(game, line.cards, bets=earlier(game, line.decision, line.staked))
        assert advice.best.act == line.best
        costs = sorted(Fraction(max(line.values) - v, line.denominator) for v in line.values)
        assert [option.cost for option in advice.options] == costs
        if line.decision != "five-card-raise":  # before it the two-card bet was decided
            assert advice.best.value == line.value
        assert sorted(option.act for option in advice.ties) == sorted(
            [line.best, *filter(None, line.ties.split(", "))]
        )


def earlier(game: str, decision: str, staked: int) -> list[str]:
    """Some acts that lead to a decision with so much staked."""
    solution = solved(priced_game(game), letters_of(priced_game(game)))
    for each in decisions_of(solution):
        if each.stage.key == decision:
            course = next(c for c in each.courses if c.units == staked)
            names = [d.acts for d in decisions_of(solution)]
            return [names[i][act] for i, act in enumerate(course.bets[0])]
    raise AssertionError(decision)


# ── what a policy gives away ──────────────────────────────────────────────────────────────────────


def cost_of(solution: Solution, decisions: tuple[StudDecision, ...], acts: Acts) -> Fraction:
    """What these acts give away, in units of the base wager."""
    total = 0
    for decision, counts in reached(decisions, acts):
        worth = values(solution, decision)
        chosen = acts[decision.stage.key][..., None]
        short = worth.max(axis=-1) - np.take_along_axis(worth, chosen, axis=-1)[..., 0]
        total += sum(int(n) * int(d) for n, d in zip(counts.flat, short.flat, strict=True) if d)
    return Fraction(total, solution.deals * solution.payoffs.unit)


@pytest.mark.parametrize("game", STUDS)
def test_the_best_acts_give_nothing_away_and_meet_every_deal(game: str) -> None:
    rules = priced_game(game)
    solution = solved(rules, letters_of(rules))
    decisions = decisions_of(solution)
    for ties in (True, False):
        acts = {d.stage.key: best_acts(values(solution, d), play_ties=ties) for d in decisions}
        assert cost_of(solution, decisions, acts) == 0
    first = next(reached(decisions, acts))
    assert int(first[1].sum()) == {2: 1326, 3: 66300}[first[0].stage.depth]


@pytest.mark.parametrize("game", STUDS)
def test_what_random_acts_cost_is_what_they_lack_when_played_out(game: str) -> None:
    """The sum of shortfalls where they are met, against every deal counted under the acts."""
    rules = priced_game(game)
    solution = solved(rules, letters_of(rules))
    decisions = decisions_of(solution)
    dice = np.random.default_rng(7)
    acts = {
        d.stage.key: dice.integers(0, len(d.acts), (len(d.courses), len(d.flags)))
        for d in decisions
    }
    played = with_acts(solution, decisions, acts)
    total = cost_of(solution, decisions, acts)
    assert total > Fraction(1, 10)
    assert solution.expectation() - total == played_out(played)


def test_names_of_cards_are_read_as_they_are_written() -> None:
    advice = advise("let-it-ride", "ts 9S 4D")
    assert card_names(advice.cards) == "Ts 9s 4d"
