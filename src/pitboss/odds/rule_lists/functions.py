"""Strategies written as a Python function, which is called once for every situation.

    def play(situation):
        if situation.decision == "third-street" and situation.cards[0][0] in "AKQJ":
            return "bet 1"
        return "fold"

A stud game asks for each kind of hand at each decision with each stake on the layout; a draw game
for each hand at each decision, without the cards discarded before it. The answers are written as
text, so that a job, a saved file and a cluster carry the strategy and not the code.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import Card, card_names, parse_cards
from pitboss.errors import PitbossError
from pitboss.odds.arrays import Ints
from pitboss.odds.draw.model import MAX_DISCARDS
from pitboss.odds.draw.solve import draw_keys, solution_of
from pitboss.odds.game import Letters, PricedGame
from pitboss.odds.rule_lists.draw import ACTS, FOLD, SECOND_FOLD, STAND
from pitboss.odds.rule_lists.price import listed_acts
from pitboss.odds.rule_lists.text import BadPolicy, read
from pitboss.odds.strategy.situations import StudDecision, decisions_of, solved

HEAD: Final = "acts"
LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVW"  # the number of an act


class Situation(msgspec.Struct, frozen=True):
    """What a strategy is asked about. The cards are those that the player knows, highest first."""

    decision: str
    cards: tuple[str, ...]  # "Ah", "Td", …; jokers as the notation writes them
    staked: int  # units on the layout
    acts: tuple[str, ...]  # one of these is the answer; a draw game answers with the cards it holds


Strategy = Callable[[Situation], str]


def function_policy(game: PricedGame, letters: Letters, play: Strategy, name: str) -> str:
    """The acts of a strategy as text, which `policy_acts` reads."""
    acts_of = _draw_acts if game.draws else _stud_acts
    lines = [f"{HEAD} {game.game.key}"]
    for decision, numbers in acts_of(game, letters, play, name):
        lines.append(f"{decision} " + "".join(LETTERS[number] for number in numbers))
    return "\n".join(lines) + "\n"


def policy_acts(game: PricedGame, letters: Letters, text: str) -> dict[str, Ints]:
    """The acts that a policy asks for, by decision: [situation] → act."""
    if not text.startswith(f"{HEAD} "):
        return listed_acts(game, letters, read(text)[1])
    value = {letter: number for number, letter in enumerate(LETTERS)}
    acts = {}
    for line in text.splitlines()[1:]:
        decision, _, numbers = line.partition(" ")
        acts[decision] = np.array([value[letter] for letter in numbers], np.int64)
    return acts


def _ask(play: Strategy, situation: Situation, name: str) -> str:
    try:
        answer = play(situation)
    except Exception as error:  # a strategy is somebody else's code and may raise anything
        why = f"{type(error).__name__}: {error}"
        where = f"{situation.decision} with {' '.join(situation.cards)}"
        raise BadPolicy(f"it failed at {where}: {why}", where=name) from error
    if not isinstance(answer, str):
        raise BadPolicy(
            f"it answered {answer!r} at {situation.decision}",
            where=name,
            what_to_do="return the act as text",
        )
    return " ".join(answer.split())


# ── studs ─────────────────────────────────────────────────────────────────────────────────────────


def _stud_acts(
    game: PricedGame, letters: Letters, play: Strategy, name: str
) -> Iterator[tuple[str, list[int]]]:
    for decision in decisions_of(solved(game, letters)):
        numbers = []
        for course in decision.courses:
            for at in range(len(decision.flags)):
                numbers.append(_class_act(decision, at, course.units, play, name))
        yield decision.stage.key, numbers


def _class_act(decision: StudDecision, at: int, staked: int, play: Strategy, name: str) -> int:
    """The act for a class of hands, all of which the strategy must play in the same way."""
    answers: dict[str, tuple[str, ...]] = {}
    for suits in _suit_patterns(decision.stage.depth, bool(decision.flags[at])):
        pairs = zip(decision.ranks[at].tolist(), suits, strict=True)
        cards = {Card(4 * rank + suit) for rank, suit in pairs}
        if len(cards) == decision.stage.depth:
            names = tuple(card_names(sorted(cards, reverse=True)).split())
            situation = Situation(decision.stage.key, names, staked, decision.acts)
            answers.setdefault(_ask(play, situation, name), names)
    if len(answers) > 1:
        (one, a), (other, b), *_ = answers.items()
        raise BadPolicy(
            f"at {decision.stage.key} it plays {' '.join(a)} ({one}) and {' '.join(b)} ({other})"
            " differently, and no result depends on what distinguishes them",
            where=name,
            what_to_do="look only at ranks and at whether all cards have one suit",
        )
    (answer,) = answers
    if answer not in decision.acts:
        raise BadPolicy(
            f"{answer!r} is not an act of {decision.stage.key}",
            where=name,
            what_to_do=f"return one of {', '.join(decision.acts)}",
        )
    return decision.acts.index(answer)


@cache
def _suit_patterns(cards: int, one_suit: bool) -> tuple[tuple[int, ...], ...]:
    """Suits of `cards` cards: every pattern, with its suits named in two or more ways."""
    if one_suit:
        return tuple((suit,) * cards for suit in range(4))
    patterns = [
        suits
        for suits in product(range(4), repeat=cards)
        if len({*suits}) > 1
        and all(suit <= max(suits[:at], default=-1) + 1 for at, suit in enumerate(suits))
    ]
    return tuple(
        tuple((suit + turn) % 4 for suit in suits) for suits in patterns for turn in (0, 2)
    )


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def _draw_acts(
    game: PricedGame, letters: Letters, play: Strategy, name: str
) -> Iterator[tuple[str, list[int]]]:
    solution = solution_of(game, letters)
    deck = solution.deck
    for order, key in enumerate(draw_keys(game)):
        most = MAX_DISCARDS if order == 0 else 1
        fold = FOLD if order == 0 else SECOND_FOLD
        numbers = []
        for hand in deck.tables.hands.tolist():
            cards = [deck.cards[card] for card in hand]
            names = tuple(card_names(sorted(cards, reverse=True)).split())
            situation = Situation(key, names, solution.pays.staked[order], ACTS)
            answer = _ask(play, situation, name).removeprefix("hold ")
            if answer == "fold":
                numbers.append(fold)
                continue
            mask = _discards(cards, answer, situation, most, name)
            if order == 0:
                numbers.append(mask)
            else:
                numbers.append(STAND if mask == 0 else mask.bit_length() - 1)
        yield key, numbers


def _discards(cards: list[Card], answer: str, situation: Situation, most: int, name: str) -> int:
    """The mask of the cards that are not held."""
    try:
        hold = set(parse_cards(answer))
    except PitbossError:
        hold = set()
    mask = sum(1 << at for at, card in enumerate(cards) if card not in hold)
    if not hold or not hold <= set(cards) or mask.bit_count() > most:
        raise BadPolicy(
            f"{answer!r} is no answer at {situation.decision} with {' '.join(situation.cards)}",
            where=name,
            what_to_do=f"return fold, or the cards to hold, at most {most} of them left out",
        )
    return mask
