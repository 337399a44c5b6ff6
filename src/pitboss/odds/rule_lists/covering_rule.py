"""Finds the rule of the shipped lists that covers one hand."""

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.draw.model import CATEGORIES, MAX_DISCARDS
from pitboss.odds.game import PricedGame, letters_of
from pitboss.odds.rule_lists.draw_words import HAND, cards_held, holdings
from pitboss.odds.rule_lists.price import MAX_DRAW_RULES, MAX_RULES, shipped
from pitboss.odds.rule_lists.stud import words_of
from pitboss.odds.rule_lists.stud_words import SituationTable, matches
from pitboss.odds.rule_lists.text import OTHERWISE, PocketCard, PricedList
from pitboss.odds.strategy.advice import STAND
from pitboss.odds.strategy.situations import StudDecision, decisions_of, solved
from pitboss.rankings import JOKER_FIVE_CARD, evaluate


class CoveringRule(msgspec.Struct, frozen=True):
    """A rule, its place in its list, and the act it asks for."""

    when: str
    act: str
    number: int
    of: int
    legend: tuple[str, ...]  # explanations of the words
    discards: tuple[Card, ...] | None = None  # of a draw; None for a fold or in a stud game


def list_for(
    priced: PricedGame, letters: dict[str, str], decision: str
) -> tuple[PricedList, PocketCard] | None:
    """The shipped list of a decision, if there is one for these letters."""
    rules = MAX_DRAW_RULES if priced.draws else MAX_RULES
    card = shipped(priced, letters_of(priced, letters), rules)
    lists = card.lists if card else ()
    return next(((each, card) for each in lists if card and each.decision == decision), None)


def stud_rule(
    priced: PricedGame,
    letters: dict[str, str],
    decision: str,
    cards: Sequence[Card],
    taken: Sequence[int],
) -> CoveringRule | None:
    """`taken` are the choices at the earlier decisions."""
    match = list_for(priced, letters, decision)
    if match is None:
        return None
    rules = match[0].rules
    chosen = tuple(sorted(letters_of(priced, letters).items()))
    declared, table = _situations(priced, chosen, decision)
    flag = int(len({card & 3 for card in cards}) == 1)
    ranks = sorted(card >> 2 for card in cards)
    fits = (np.sort(declared.ranks, axis=1) == ranks).all(axis=1) & (declared.flags == flag)
    courses = [n for n, course in enumerate(declared.courses) if tuple(taken) in course.bets]
    at = courses[0] * len(declared.flags) + int(fits.argmax())
    for number, rule in enumerate(rules, 1):
        if rule.when == OTHERWISE or matches(table, rule.when)[at]:
            return CoveringRule(rule.when, rule.act, number, len(rules), match[1].legend)
    return None


@cache
def _situations(
    game: PricedGame, letters: tuple[tuple[str, str], ...], decision: str
) -> tuple[StudDecision, SituationTable]:
    solution = solved(game, dict(letters))
    declared = next(d for d in decisions_of(solution) if d.stage.key == decision)
    return declared, words_of(game, dict(letters), solution, declared)


def draw_rule(
    priced: PricedGame,
    letters: dict[str, str],
    decision: str,
    cards: Sequence[Card],
    *,
    first: bool,
) -> CoveringRule | None:
    match = list_for(priced, letters, decision)
    if match is None:
        return None
    rules, legend = match[0].rules, match[1].legend
    hand = sorted(cards)
    category = CATEGORIES.index(evaluate(JOKER_FIVE_CARD, tuple(hand)).category)
    min_cards = HAND - MAX_DISCARDS if first else HAND - 1
    one_class = holdings(np.array([hand]), np.array([category]), min_cards)
    for number, rule in enumerate(rules, 1):
        if rule.when == OTHERWISE:
            return CoveringRule(rule.when, rule.act, number, len(rules), legend)
        place = int(cards_held(one_class, rule.when)[0])
        if place < 0:
            continue
        if rule.act == "fold":
            return CoveringRule(rule.when, rule.act, number, len(rules), legend)
        mask = one_class.masks[place]
        discards = tuple(card for n, card in enumerate(hand) if not mask >> n & 1)
        act = rule.act if discards else STAND
        return CoveringRule(rule.when, act, number, len(rules), legend, discards)
    return None
