"""Rule lists: found by search, read from text, priced exactly; the published ones among them."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from kit.draw import rulebook_pays
from kit.playing_out import played_out
from kit.tiers import tier
from pitboss.cards import Card, parse_cards
from pitboss.odds.draw.model import CATEGORIES
from pitboss.odds.game import letters_of, priced_game
from pitboss.odds.rule_lists.price import (
    MAX_DRAW_RULES,
    MAX_RULES,
    find,
    listed_acts,
    pocket_card,
    price,
    shipped,
)
from pitboss.odds.rule_lists.stud_words import (
    SituationTable,
    conditions,
    matches,
    situation_table,
    tiers_of,
)
from pitboss.odds.rule_lists.text import BadPolicy, RuleList, read, write
from pitboss.odds.strategy.situations import decisions_of, solved, with_acts
from pitboss.odds.stud.rounds import base_tables

# As published for table A.
LET_IT_RIDE = """
game let-it-ride
decision bet-1
  pair of 10s or better: ride
  3 to a royal flush: ride
  3 to a straight flush in 3 runs: ride       # in a row, but A-2-3 and 2-3-4
  3 to a straight flush in 2 runs, 1 high card: ride
  3 to a straight flush in 1 run, 2 high cards: ride
  otherwise: withdraw
decision bet-2
  pair of 10s or better: ride
  4 to a flush: ride
  4 to a straight in 2 runs, 1 high card: ride
  4 to a straight, 4 high cards: ride
  otherwise: withdraw
"""
MISSISSIPPI = """
game mississippi-stud
decision third-street
  pair of 2s or better: bet 3
  2 points: bet 1
  2 to a straight flush in 4 runs, no card below 5: bet 1
  otherwise: fold
decision fourth-street
  pair of 6s or better: bet 3
  3 to a royal flush: bet 3
  3 to a straight flush in 3 runs, no card below 5: bet 3
  3 to a straight flush in 2 runs, 1 high card: bet 3
  3 to a straight flush, 2 high cards: bet 3
  3 to a flush: bet 1
  pair of 2s or better: bet 1
  3 points: bet 1
  3 to a straight in 3 runs, no card below 4: bet 1
  3 to a straight in 2 runs, 2 middle cards: bet 1
  otherwise: fold
decision fifth-street
  pair of 6s or better: bet 3
  4 to a flush: bet 3
  4 to a straight in 2 runs, top card 8: bet 3
  4 to a straight: bet 1
  pair of 2s or better: bet 1
  4 points: bet 1
  3 middle cards, 5 staked: bet 1
  otherwise: fold
"""


def test_the_published_list_of_let_it_ride_gives_nothing_away() -> None:
    game, lists = read(LET_IT_RIDE)
    assert Fraction(price(priced_game(game), {"base": "A"}, lists).cost) == 0


def test_the_published_list_of_mississippi_gives_away_next_to_nothing() -> None:
    game, lists = read(MISSISSIPPI)
    priced = price(priced_game(game), {"base": "A"}, lists)
    assert Fraction(priced.cost) < Fraction(1, 10_000)
    assert round(priced.edge * 10_000) == 491


def test_a_list_costs_what_it_lacks_when_every_deal_is_played_out() -> None:
    """Two rules left out: the cost by decision and class against counts of all deals."""
    game, lists = read(MISSISSIPPI)
    shorter = [RuleList(each.decision, each.rules[2:]) for each in lists]
    rules = priced_game(game)
    priced = price(rules, {"base": "A"}, shorter)
    assert Fraction(priced.cost) > Fraction(1, 100)
    for each in priced.lists:
        assert sum((Fraction(m.cost) for m in each.mistakes), Fraction()) == Fraction(each.cost)
        assert sum(map(Fraction, each.shares), Fraction()) == 1
    solution = solved(rules, {"base": "A"})
    acts = listed_acts(rules, {"base": "A"}, shorter)
    played = with_acts(solution, decisions_of(solution), acts)
    assert played_out(played) == -priced.edge


# ── the search ────────────────────────────────────────────────────────────────────────────────────


def test_the_search_finds_a_perfect_list_for_235() -> None:
    rules = priced_game("235-stud")
    strategy = find(rules, letters_of(rules), MAX_RULES)
    assert Fraction(strategy.cost) == 0
    assert all(len(each.rules) <= 6 for each in strategy.lists)
    assert price(rules, strategy.letters, strategy.lists).cost == strategy.cost  # type: ignore[arg-type]


def test_fewer_rules_cost_more_and_the_search_says_how_much() -> None:
    rules = priced_game("235-stud")
    strategy = find(rules, letters_of(rules), 3)
    assert all(len(each.rules) <= 3 for each in strategy.lists)
    assert 0 < Fraction(strategy.cost) < Fraction(3, 100)
    for each in strategy.lists:
        lengths, costs = zip(*each.lengths, strict=True)
        assert list(lengths) == sorted(set(lengths))
        assert sorted(map(Fraction, costs), reverse=True) == list(map(Fraction, costs))


def choices(game: str) -> list[dict[str, str]]:
    rules = priced_game(game)
    wagers = rules.base_wagers()
    letters = product(*(rules.tables[wager] for wager in wagers))
    return [dict(zip(wagers, choice, strict=True)) for choice in letters]


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "235-stud"])
def test_the_lists_that_come_along_cost_what_they_say(game: str) -> None:
    rules = priced_game(game)
    for letters in choices(game):
        strategy = shipped(rules, letters, MAX_RULES)
        assert strategy is not None, "run dev/find_strategies.py --reprice"
        lists = [RuleList(each.decision, each.rules) for each in strategy.lists]
        again = price(rules, letters, lists)
        assert (again.cost, again.optimal) == (strategy.cost, strategy.optimal)
        assert [each.cost for each in again.lists] == [each.cost for each in strategy.lists]
        assert all(len(each.rules) <= MAX_RULES for each in strategy.lists)
        assert Fraction(strategy.cost) < Fraction(1, 100_000)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_the_draw_lists_that_come_along_cost_what_they_say(letter: str) -> None:
    rules, letters = priced_game("double-draw"), {"base": "A", "bonus": letter}
    lengths = [(MAX_RULES, Fraction(12, 100)), (MAX_DRAW_RULES, Fraction(5, 100))]
    for most, least_bad in tier(lengths["AB".index(letter) :][:1], lengths):
        strategy = shipped(rules, letters, most)
        assert strategy is not None, "run dev/find_strategies.py --reprice"
        lists = [RuleList(each.decision, each.rules) for each in strategy.lists]
        again = price(rules, letters, lists)
        assert (again.cost, again.optimal) == (strategy.cost, strategy.optimal)
        assert [each.cost for each in again.lists] == [each.cost for each in strategy.lists]
        assert Fraction(strategy.cost) < least_bad


# ── the text form ─────────────────────────────────────────────────────────────────────────────────


def test_what_is_written_is_read_back() -> None:
    strategy = pocket_card(priced_game("mississippi-stud"))
    game, lists = read(write(strategy.game, strategy.lists, strategy.legend))
    assert game == "mississippi-stud"
    rules = [[(rule.when, rule.act) for rule in each.rules] for each in strategy.lists]
    assert [[(rule.when, rule.act) for rule in each.rules] for each in lists] == rules


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("game let-it-ride", ""), "policy: no line says which game"),
        (("decision bet-2", "decision bet-1"), "policy:10: there are two lists for bet-1"),
        (("decision bet-1\n", ""), "policy:3: a rule before the first decision"),
        (
            ("10s or better: ride", "10s or better"),
            "policy:4: 'pair of 10s or better' is not a rule",
        ),
        (("  otherwise: withdraw\ndec", "dec"), "policy:8: the list for bet-1 does not end"),
        (("3 to a royal flush: ride", "otherwise: ride"), "policy:6: no rule can follow"),
        (("3 to a royal flush", "3 to a royal flash"), "policy:5: '3 to a royal flash' is not"),
        (("3 to a royal flush", "4 to a royal flush"), "policy:5: 3 cards are known"),
        (
            ("3 to a royal flush: ride", "3 to a flush: jump"),
            "policy:5: 'jump' is not an act of bet-1",
        ),
        (("decision bet-2", "decision bet-3"), "there is no list for bet-2"),
        (("game let", "game let-it-ride\ngame let"), "policy:3: the game is named twice"),
        (("3 to a royal flush", "x" * 20_000), "policy:5: the line is too long"),
    ],
)
def test_a_fault_in_a_file_names_its_line(change: tuple[str, str], says: str) -> None:
    text = LET_IT_RIDE.replace(*change, 1)
    assert text != LET_IT_RIDE
    with pytest.raises(BadPolicy) as refused:
        read_and_price(text)
    assert says in str(refused.value)


def read_and_price(text: str) -> None:
    game, lists = read(text)
    price(priced_game(game), {"base": "A"}, lists)


# ── the words ─────────────────────────────────────────────────────────────────────────────────────


def table(game: str, depth: int) -> tuple[SituationTable, list[tuple[tuple[int, ...], bool]]]:
    rules = priced_game(game)
    letters = letters_of(rules)
    solution = solved(rules, letters)
    decision = next(d for d in decisions_of(solution) if d.stage.depth == depth)
    paytable = base_tables(rules, letters)[solution.game.shape.wagers[decision.stage.line]]
    keys = [
        (tuple(sorted(ranks)), bool(flag))
        for ranks, flag in zip(decision.ranks.tolist(), decision.flags.tolist(), strict=True)
    ]
    return situation_table(decision, paytable), keys


@pytest.mark.parametrize(
    ("game", "text", "fits", "fails"),
    [
        ("let-it-ride", "pair of 10s or better", "Tc Td 2s", "9c 9d As"),
        ("let-it-ride", "pair of 10s or better", "2c 2d 2s", "Ac Kd Qs"),
        ("let-it-ride", "3 to a straight flush in 3 runs", "6s 7s 8s", "2s 3s 4s"),
        ("let-it-ride", "3 to a straight flush in 2 runs", "2s 3s 4s", "As 2s 3s"),
        ("let-it-ride", "3 to a straight flush", "As 2s 5s", "As 2s 6s"),
        ("let-it-ride", "3 to a straight", "As 2d 5s", "Ks Ad 2s"),
        ("let-it-ride", "3 to a royal flush", "As Ks Ts", "As Ks 9s"),
        ("let-it-ride", "3 to a flush", "2s 7s Ks", "2s 7s Kd"),
        ("let-it-ride", "2 high cards", "Ts Ad 2c", "9s Ad 2c"),
        ("let-it-ride", "no card below 7", "7s 8d 9c", "6s 8d 9c"),
        ("let-it-ride", "top card jack", "2s 3d Jc", "2s 3d Tc"),
        ("mississippi-stud", "3 points", "Js 6d 2c", "Js 5d 2c"),
        ("mississippi-stud", "2 middle cards", "6s Td 2c", "6s Jd 2c"),
        ("mississippi-stud", "2 high or middle cards", "6s Jd 2c", "5s Jd 2c"),
        ("mississippi-stud", "pair of 2s to 5s", "5s 5d Ac", "6s 6d Ac"),
        ("mississippi-stud", "three of a kind or better", "5s 5d 5c", "5s 5d 6c"),
    ],
)
def test_a_word_means_what_it_says(game: str, text: str, fits: str, fails: str) -> None:
    situations, keys = table(game, 3)
    hits = matches(situations, text)

    def place(cards: str) -> int:
        hand = parse_cards(cards)
        return keys.index((tuple(sorted(c >> 2 for c in hand)), len({c & 3 for c in hand}) == 1))

    assert hits[place(fits)]
    assert not hits[place(fails)]


def test_ranks_are_told_apart_by_what_a_pair_of_them_pays() -> None:
    rules = priced_game("mississippi-stud")
    assert tiers_of(rules.table("base", "A")) == (0,) * 4 + (1,) * 5 + (2,) * 4
    assert tiers_of(priced_game("let-it-ride").table("base", "A")) == (0,) * 8 + (2,) * 5
    assert tiers_of(priced_game("235-stud").table("three-card", "A")) == (2,) * 13


def test_every_condition_of_the_search_can_be_read_back() -> None:
    situations, _ = table("mississippi-stud", 4)
    for words in random.Random(3).sample(list(conditions(situations)), 200):
        assert matches(situations, ", ".join(words)).shape == (situations.situations,)


# ── the second draw ───────────────────────────────────────────────────────────────────────────────


@cache
def small_deck():  # type: ignore[no-untyped-def]
    from pitboss.odds.draw.deck import build_deck

    return build_deck((8, 9, 10, 11, 12), 2, 1)


def test_second_acts_by_class_are_worth_what_every_draw_says() -> None:
    """Random acts of every class on eleven cards: the kernel against every discard and draw."""
    from pitboss.odds.draw.solve import solve
    from pitboss.odds.rule_lists.draw import FOLD, second_worth

    deck, pays, dice = small_deck(), rulebook_pays("A"), random.Random(11)
    t, n = deck.tables, deck.unseen
    legal = [m for m in range(32) if m.bit_count() <= 3] + [FOLD]
    first = np.array([dice.choice(legal) for _ in t.hands])
    second = np.array([dice.randrange(7) for _ in t.hands])
    worth, met, unit = second_worth(solve(pays, deck), first)
    classes = {tuple(hand): at for at, hand in enumerate(t.hands.tolist())}
    category = {tuple(c): int(k) for c, k in zip(colex(len(deck.cards)), deck.cat5, strict=True)}

    def act_of(hand: tuple[int, ...]) -> int | None:
        """The card thrown, −1 to stand, None to fold."""
        for perm in t.perms.tolist():
            image = tuple(sorted(perm[c] for c in hand))
            if image in classes:
                act = int(second[classes[image]])
                if act < 5:
                    return next(c for c in hand if perm[c] == image[act])
                return -1 if act == 5 else None
        raise AssertionError(hand)

    total = Fraction()
    for at, hand in enumerate(t.hands.tolist()):
        if first[at] == FOLD:
            continue
        keep = [c for i, c in enumerate(hand) if not first[at] >> i & 1]
        dead = set(hand) - set(keep)
        others = [c for c in range(len(deck.cards)) if c not in hand]
        m = len(dead)
        for drawn in combinations(others, m):
            drawn_hand = tuple(sorted([*keep, *drawn]))
            act = act_of(drawn_hand)
            unseen = [c for c in others if c not in drawn]
            if act is None:
                value = Fraction(pays.second_fold)
            elif act < 0:
                value = Fraction(pays.categories[category[drawn_hand]])
            else:
                ends = (tuple(sorted([*(set(drawn_hand) - {act}), c])) for c in unseen)
                value = Fraction(sum(pays.categories[category[e]] for e in ends), len(unseen))
            total += int(t.orbit[at]) * value / comb(n, m)
    every = np.arange(len(first))
    assert Fraction(int(worth[every, second].sum()), unit) == total / int(t.orbit.sum())
    played = int(t.orbit[first != FOLD].sum())
    assert Fraction(int(met.sum()), unit) == Fraction(played, int(t.orbit.sum()))
    assert len(CATEGORIES) == len(pays.categories)


def test_discards_of_a_class_are_spread_over_all_its_hands() -> None:
    """Thrown are the cards that some symmetry carries to those that the class throws."""
    from pitboss.odds.simulation.draw_kernels import FOLDS, first_acts

    deck, dice = small_deck(), random.Random(12)
    t = deck.tables
    chosen = np.array([dice.choice((-1, 0, 1, 6, 16, 28)) for _ in t.hands])
    table = first_acts(t.hands, t.perms, chosen, t.binom)
    classes = {tuple(hand): at for at, hand in enumerate(t.hands.tolist())}
    for hand, act in zip(colex(len(deck.cards)), table.tolist(), strict=True):
        allowed = set()
        for perm in t.perms.tolist():
            image = tuple(sorted(perm[c] for c in hand))
            if image in classes:
                mask = int(chosen[classes[image]])
                thrown = {image[i] for i in range(5) if mask >> i & 1}
                spread = sum(1 << i for i, c in enumerate(hand) if perm[c] in thrown)
                allowed.add(FOLDS if mask < 0 else spread)
        assert act in allowed


def colex(cards: int) -> list[tuple[int, ...]]:
    return sorted(combinations(range(cards), 5), key=lambda hand: hand[::-1])


def test_a_joker_is_held_with_what_it_completes() -> None:
    from pitboss.odds.draw.deck import build_deck
    from pitboss.odds.rule_lists.draw_words import cards_held, holdings

    deck = build_deck()
    h = holdings(np.array(deck.cards)[deck.tables.hands], deck.tables.own, 2)
    place = {card: at for at, card in enumerate(deck.cards)}
    hands = {tuple(hand): at for at, hand in enumerate(deck.tables.hands.tolist())}

    def hold(text: str, cards: str) -> set[Card]:
        """The cards of a hand that the words hold."""
        places = tuple(sorted(place[c] for c in parse_cards(cards)))
        for perm in deck.tables.perms.tolist():
            image = tuple(sorted(perm[c] for c in places))
            if image in hands:
                back = {perm[c]: deck.cards[c] for c in places}
                choice = int(cards_held(h, text)[hands[image]])
                mask = h.masks[choice] if choice >= 0 else 0
                return {back[c] for i, c in enumerate(image) if mask >> i & 1}
        raise AssertionError(cards)

    def cards(text: str) -> set[Card]:
        return set(parse_cards(text))

    assert hold("pair of aces or better", "As JK 7d 8d 2c") == cards("As JK")
    assert hold("any pair and an ace", "7s 7d As 8d 2c") == cards("7s 7d As")
    assert hold("the two pairs", "7s 7d 8s 8d 2c") == cards("7s 7d 8s 8d")
    assert hold("4 to a straight flush", "7s 8s JK 9s 2c") == cards("7s 8s 9s JK")
    assert hold("4 to a straight in 2 runs", "7s 8d Th 9s 2c") == cards("7s 8d 9s Th")
    assert hold("3 to a flush", "7s Ks 2s 9d 3c") == cards("7s Ks 2s")
    assert hold("2 to a royal flush", "Qs Ks 2d 9d 3c") == cards("Qs Ks")
    assert hold("straight or better", "7s 8d Th 9s JK") == cards("7s 8d Th 9s JK")
    assert hold("straight or better", "7s 8d 2h 9s 3c") == set()
    assert hold("2 to a straight flush in 4 runs, with a joker", "7s Kd JK 2s 9h") == cards("9h JK")
