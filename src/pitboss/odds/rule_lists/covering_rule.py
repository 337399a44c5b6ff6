"""The rule of the short lists that covers one hand, for whoever wants to be told a rule."""

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import FRENCH_54, Card
from pitboss.odds.draw.model import CATEGORIES, MOST_DISCARDS
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.rule_lists.draw_words import HAND, holdings, kept_by
from pitboss.odds.rule_lists.stud import DRAW_RULES, MOST_RULES, acts_by_rules, ground_for, shipped
from pitboss.odds.rule_lists.text import OTHERWISE, Human, Priced
from pitboss.odds.strategy.advice import STAND
from pitboss.odds.strategy.situations import Decision, decisions_of, letters_of, solved
from pitboss.rankings import JOKER_FIVE_CARD, evaluate

_RANKS: Final = 13
_SUITS: Final = 4


class Fits(msgspec.Struct, frozen=True):
    """A rule, its place in its list, and what it asks for."""

    when: str
    act: str
    number: int
    of: int
    legend: tuple[str, ...]  # what the words of the lists mean
    discards: tuple[Card, ...] | None = None  # of a draw; None for a fold or in a stud game


def list_for(game: str, letters: dict[str, str], decision: str) -> tuple[Priced, Human] | None:
    """The list of a decision that came with the package, if one was made for these letters."""
    asked = priced_game(game)
    chosen = letters_of(asked, {k: v for k, v in letters.items() if k in asked.base_wagers()})
    found = shipped(asked, chosen, DRAW_RULES if asked.draws else MOST_RULES)
    lists = found.lists if found else ()
    return next(((each, found) for each in lists if found and each.decision == decision), None)


def stud_rule(
    game: str, letters: dict[str, str], decision: str, cards: Sequence[Card], taken: Sequence[int]
) -> Fits | None:
    """`taken` are the choices of the earlier decisions."""
    asked = priced_game(game)
    listed = list_for(game, letters, decision)
    if listed is None:
        return None
    rules, legend = listed[0], listed[1].legend
    chosen = letters_of(asked, {k: v for k, v in letters.items() if k in asked.base_wagers()})
    declared, places = _places(asked, tuple(sorted(chosen.items())), decision)
    flag = int(len({card & 3 for card in cards}) == 1)
    ranks = sorted(card >> 2 for card in cards)
    fits = (np.sort(declared.ranks, axis=1) == ranks).all(axis=1) & (declared.flags == flag)
    courses = [n for n, course in enumerate(declared.courses) if tuple(taken) in course.bets]
    place = int(places[courses[0], int(fits.argmax())])
    rule = rules.rules[place]
    return Fits(rule.when, rule.act, place + 1, len(rules.rules), legend)


@cache
def _places(
    asked: PricedGame, letters: tuple[tuple[str, str], ...], decision: str
) -> tuple[Decision, Any]:
    chosen = dict(letters)
    solution = solved(asked, chosen)
    declared = next(d for d in decisions_of(asked.game, solution) if d.stage.key == decision)
    listed = list_for(asked.game.key, chosen, decision)
    assert listed is not None
    ground = ground_for(asked, solution, declared, chosen)
    return declared, acts_by_rules(declared, ground, listed[0].rules)[1]


def draw_rule(
    game: str, letters: dict[str, str], decision: str, cards: Sequence[Card], *, first: bool
) -> Fits | None:
    listed = list_for(game, letters, decision)
    if listed is None:
        return None
    rules, legend = listed[0], listed[1].legend
    hand = sorted(cards)
    own = CATEGORIES.index(evaluate(JOKER_FIVE_CARD, tuple(hand)).category)
    # A deck of one class: this hand.
    one = SimpleNamespace(hands=np.array([hand], np.int64), own=np.array([own]))
    deck = SimpleNamespace(tables=one, ranks=_RANKS, suits=_SUITS, cards=FRENCH_54)
    held = holdings(deck, HAND - MOST_DISCARDS if first else HAND - 1)
    for place, rule in enumerate(rules.rules, 1):
        if rule.when == OTHERWISE:
            return Fits(rule.when, rule.act, place, len(rules.rules), legend)
        kept = int(kept_by(held, rule.when)[0])
        if kept >= 0 and rule.act != "fold":
            mask = held.kept[kept]
            thrown = tuple(card for n, card in enumerate(hand) if not mask >> n & 1)
            act = rule.act if thrown else STAND
            return Fits(rule.when, act, place, len(rules.rules), legend, thrown)
        if kept >= 0:
            return Fits(rule.when, rule.act, place, len(rules.rules), legend)
    return None
