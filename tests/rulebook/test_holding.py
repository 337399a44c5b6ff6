"""What cards in sight make: held against every completion, and against the hands that are paid."""

import random
from itertools import combinations

import pytest

from pitboss.cards import BadCard, Card, card_name
from pitboss.rankings import RANKINGS, evaluate, places_making
from pitboss.rulebook import GAMES
from pitboss.rulebook.examples import example_of, ranking_examples
from pitboss.rulebook.holding import Holding, Sight, holdings, read_sight
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

RULES = {key: Rules(choices) for key, choices in default_house().games.items()}


def of(game: str, elsewhere: str = "", **places: str) -> dict[str, Holding]:
    names = {place: cards.split() for place, cards in places.items()}
    sight = read_sight(RULES[game], names, elsewhere.split())
    return {holding.wager: holding for holding in holdings(RULES[game], sight)}


def test_a_pair_with_a_street_to_come() -> None:
    base = of("mississippi-stud", hole="Js Ts", community="Th")["base"]
    assert (base.hand, base.pays) == ("pair of 10s", "push")
    assert base.lit == {"hole": [1], "community": [0], "box": []}
    ways = {row.hand: row.ways for row in base.rows}
    # Of C(49, 2): both tens; a ten and no pair beside it; a pair beside the tens.
    assert base.total == 49 * 48 // 2
    assert ways["four of a kind"] == 1
    assert ways["three of a kind"] == 2 * (47 - 3)
    assert ways["full house"] == 2 * 3 + 3
    assert (ways["flush"], ways["pair of jacks or better"]) == (0, 0)


def test_jokers_and_cards_seen_elsewhere() -> None:
    draw = of("double-draw", hole="Kc Kd 4h JK As")
    assert (draw["base"].hand, draw["base"].pays, draw["bonus"].pays) == (
        "two pair",
        "1 to 1",
        "push",
    )
    assert draw["base"].lit["hole"] == [0, 1, 3, 4]
    assert not draw["base"].rows  # nothing is to come
    swap = of("double-draw", elsewhere="4h Ks", hole="Kc Kd ?? JK As")["bonus"]
    # The other king, two aces less one in hand, the other joker: of 48 cards.
    assert swap.total == 54 - 6
    assert {row.hand: row.ways for row in swap.rows}["full house"] == 1 + 3 + 1


def test_each_hand_of_a_game_with_several() -> None:
    hands = of("235-stud", hole="Js Ts Td", community="?? ??")
    assert [hands[key].pays for key in ("two-card", "three-card", "five-card")] == ["1 to 1"] * 3
    assert hands["two-card"].lit["hole"] == [0, 1]
    assert hands["three-card"].lit["hole"] == [1, 2]
    first = of("235-stud", hole="Js Ts")
    assert first["three-card"].total == 50
    assert "winem-all" not in first  # decided on no cards of its own


@pytest.mark.parametrize("game", list(GAMES))
def test_every_completion_is_counted_once_and_none_is_worse(game: str) -> None:
    """By brute force over random cards, through the outcomes that the table pays by."""
    rules, dice = RULES[game], random.Random(235)
    for missing in (0, 1, 2):
        deck = dice.sample(sorted(rules.deck), rules.size)
        cards: list[Card | None] = [
            deck.pop() for _ in range(rules.game.hole + rules.game.community)
        ]
        box = tuple(deck.pop() for _ in range(rules.game.box if rules.deals_box else 0))
        open_places = range(len(cards) - missing, len(cards))
        for place in open_places:
            cards[place] = None
        hole, community = tuple(cards[: rules.game.hole]), tuple(cards[rules.game.hole :])
        sight = Sight(hole, community, box)
        unseen = [card for card in rules.game.cards if card not in sight.cards]
        counts: dict[tuple[str, str], int] = {}
        for rest in combinations(unseen, missing):
            whole = [*(card for card in cards if card is not None), *rest, *box]
            for key, outcome in rules.outcomes.of(tuple(whole)).items():
                clause = outcome.row.clause if outcome.row else ""
                counts[key, clause] = counts.get((key, clause), 0) + 1
        for holding in holdings(rules, sight):
            of_wager = {clause: n for (key, clause), n in counts.items() if key == holding.wager}
            shown = {row.clause: row.ways for row in holding.rows if row.ways}
            if not holding.missing:
                assert set(of_wager) == {holding.clause}
                continue
            of_wager.pop("", None)
            assert shown == of_wager, (holding.wager, [card_name(c) for c in sight.cards])
            if holding.clause:
                assert sum(shown.values()) == holding.total


def test_the_cards_that_make_a_hand_make_it_alone() -> None:
    """Other cards in the places that are not lit leave the hand at least as good."""
    dice = random.Random(5)
    for key in ("five-card", "joker-five-card", "three-card", "six-card"):
        ranking = RANKINGS[key]
        deck = [Card(n) for n in range(54 if key.startswith("joker") else 52)]
        for _ in range(300):
            cards = tuple(dice.sample(deck, ranking.size))
            hand = evaluate(ranking, cards)
            places = places_making(ranking, cards, hand)
            assert bool(places) == (hand.strength > 0)
            rest = [card for card in deck if card not in cards]
            other = tuple(
                card if place in places else rest.pop(dice.randrange(len(rest)))
                for place, card in enumerate(cards)
            )
            assert evaluate(ranking, other).strength >= hand.strength


def test_cards_that_cannot_be() -> None:
    for places in ({"hole": "Js Js"}, {"hole": "JK"}, {"hole": "As Ks Qs"}):
        with pytest.raises(BadCard):
            of("mississippi-stud", **places)


def test_every_hand_of_a_ranking_has_an_example_that_is_it() -> None:
    for ranking in RANKINGS.values():
        for category in ranking.categories:
            cards = example_of(category, ranking)
            assert len(set(cards)) == len(cards)
            if ranking.given:  # an example shows the cards that count
                continue
            assert evaluate(ranking, cards).category == category.name, cards
    names = [row.wagers for row in ranking_examples(RULES["235-stud"])]
    assert names == [["2 Card Poker"], ["3 Card Poker"], ["5 Card Poker"]]
