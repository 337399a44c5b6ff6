"""The two decisions of a draw game, as rule lists see them: which cards to keep.

The first decision is priced against optimal play of the rest. The second list depends on the five
cards alone; the cost of ignoring one's own discards is stated apart from the cost of its rules.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, cached_property
from typing import Final

import numpy as np

from pitboss.cards import Card, card_names
from pitboss.odds.arrays import Ints
from pitboss.odds.draw import counting
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import MASKS, MAX_DISCARDS
from pitboss.odds.draw.solve import DrawSolution, draw_keys, solution_of
from pitboss.odds.game import Letters, PricedGame
from pitboss.odds.rule_lists.decision import ListDecision, RuleChoices
from pitboss.odds.rule_lists.draw_words import HAND, Holdings, cards_held, descriptions, holdings
from pitboss.odds.rule_lists.text import OTHERWISE, BadRule, MisplayedClass, Rule

FOLD: Final = 32  # acts of a first decision are masks of discards, then this
SECOND_FOLD: Final = 6  # acts of a second decision: the card drawn for, standing, folding
STAND: Final = 5
ACTS: Final = ("hold", "fold")
MAX_MISPLAYED: Final = 200  # misplayed classes in a record
LEGEND: Final = (
    "runs: how many different straights the cards fit, jokers filling the gaps",
    "hold: keep just these cards, of several such holdings the one with most runs, then the"
    " highest; a joker counts as an ace among cards of one rank",
)


@cache
def _holdings(solution: DrawSolution, min_cards: int) -> Holdings:
    deck = solution.deck
    return holdings(np.array(deck.cards)[deck.tables.hands], deck.tables.own, min_cards)


class DrawListDecision(ListDecision):
    """A situation is a class of hands."""

    basis = (
        "both decisions, over every deal: the first list followed by optimal second decisions,"
        " then both lists together"
    )
    fold: int  # the act
    staked: int
    holdings: Holdings

    def __init__(self, key: str, solution: DrawSolution) -> None:
        self.key, self.solution = key, solution
        self.situations = len(solution.deck.tables.hands)
        self.expectation = solution.expectation
        self.rounds = int(solution.deck.tables.orbit.sum()) * solution.denominator
        self.unit = self.rounds * solution.pays.unit

    @property
    @abstractmethod
    def best(self) -> Ints:
        """[class] → the best act."""

    @abstractmethod
    def act_that_holds(self, places: Ints) -> Ints:
        """[class] → the act that keeps the cards at these places of `holdings.masks`."""

    @abstractmethod
    def discards(self, act: int) -> int:
        """The mask of the cards that an act discards."""

    def acts_of(self, rule: Rule) -> Ints:
        if rule.when == OTHERWISE:
            if rule.act != "fold":
                raise BadRule(f"{rule.act!r} is not an act of this rule", what_to_do="write fold")
            return np.full(self.situations, self.fold)
        if rule.act not in ACTS:
            raise BadRule(
                f"{rule.act!r} is not an act of this rule", what_to_do="write hold or fold"
            )
        places = cards_held(self.holdings, rule.when)
        acts = self.fold if rule.act == "fold" else self.act_that_holds(places)
        return np.where(places >= 0, acts, -1)

    def choices(self) -> RuleChoices:
        here = np.flatnonzero(self.losses.any(axis=1))
        rules = [Rule(OTHERWISE, "fold")]
        masks = [np.ones(len(here), bool)]
        losses = [self.losses[here, self.fold]]
        distinct = set()
        for text in descriptions(int(self.holdings.size.min())):
            places = cards_held(self.holdings, text)[here]
            fits, key = places >= 0, places.tobytes()
            if fits.any() and key not in distinct:
                distinct.add(key)
                rules.append(Rule(text, "hold"))
                masks.append(fits)
                losses.append(np.where(fits, self.losses[here, self.act_that_holds(places)], 0))
        return RuleChoices(np.array(masks), list(enumerate(losses)), rules, None)

    def misplayed(self, acts: Ints) -> tuple[int, tuple[MisplayedClass, ...]]:
        deck = self.solution.deck
        lost = self.losses[np.arange(self.situations), acts]
        wrong = int((lost > 0).sum())
        worst = np.argsort(-lost, kind="stable")[: min(wrong, MAX_MISPLAYED)].tolist()
        classes = []
        for at in worst:
            cards = [deck.cards[card] for card in deck.tables.hands[at]]
            classes.append(
                MisplayedClass(
                    card_names(sorted(cards, reverse=True)),
                    self.staked,
                    self._name(int(acts[at]), cards),
                    self._name(int(self.best[at]), cards),
                    str(Fraction(int(self.counts[at]), self.rounds)),
                    str(Fraction(int(lost[at]), self.unit)),
                )
            )
        return wrong, tuple(classes)

    def _name(self, act: int, cards: Sequence[Card]) -> str:
        if act == self.fold:
            return "fold"
        mask = self.discards(act)
        rest = sorted((card for i, card in enumerate(cards) if not mask >> i & 1), reverse=True)
        return f"hold {card_names(rest)}"


class FirstDraw(DrawListDecision):
    fold = FOLD

    def __init__(self, key: str, solution: DrawSolution) -> None:
        super().__init__(key, solution)
        self.staked = solution.pays.staked[0]
        self.holdings = _holdings(solution, HAND - MAX_DISCARDS)

    @property
    def counts(self) -> Ints:
        orbit: Ints = self.solution.deck.tables.orbit
        return orbit * self.solution.denominator

    @cached_property
    def losses(self) -> Ints:
        return first_losses(self.solution)

    @cached_property
    def best(self) -> Ints:
        chosen = self.solution.chosen()
        return np.where(chosen < 0, FOLD, chosen)

    def act_that_holds(self, places: Ints) -> Ints:
        return 31 ^ np.array(self.holdings.masks)[places]

    def discards(self, act: int) -> int:
        return act

    def legend(self, rules: Sequence[Rule]) -> list[str]:
        return list(LEGEND)


class SecondDraw(DrawListDecision):
    fold = SECOND_FOLD

    def __init__(self, key: str, before: FirstDraw, first: Ints) -> None:
        super().__init__(key, before.solution)
        self.before, self.first = before, first
        self.staked = self.solution.pays.staked[1]
        self.holdings = _holdings(self.solution, HAND - 1)

    @cached_property
    def _worth(self) -> tuple[Ints, Ints]:
        worth, counts, rounds = second_worth(self.solution, self.first)
        assert rounds == self.rounds
        return worth, counts

    @property
    def counts(self) -> Ints:
        return self._worth[1]

    @cached_property
    def losses(self) -> Ints:
        worth = self._worth[0]
        best: Ints = worth.max(axis=1, keepdims=True)
        return best - worth

    @cached_property
    def best(self) -> Ints:
        acts: Ints = self._worth[0].argmax(axis=1)
        return acts

    @cached_property
    def floor(self) -> Fraction:
        """The cost of ignoring one's own discards."""
        solution = self.solution
        folded = int(solution.deck.tables.orbit[self.first == FOLD].sum()) * solution.fold_value
        best = Fraction(int(self._worth[0].max(axis=1).sum()) + folded, self.unit)
        lost = int(self.before.losses[np.arange(self.situations), self.first].sum())
        return self.expectation - Fraction(lost, self.unit) - best

    def act_that_holds(self, places: Ints) -> Ints:
        thrown = (31 ^ mask for mask in self.holdings.masks)
        acts = [STAND if mask == 0 else mask.bit_length() - 1 for mask in thrown]
        return np.array(acts)[places]

    def discards(self, act: int) -> int:
        return 0 if act == STAND else 1 << act

    def legend(self, rules: Sequence[Rule]) -> list[str]:
        return [f"ignoring one's own discards costs {self.floor} of the cost of {self.key}"]


def draw_decisions(
    game: PricedGame, letters: Letters, acts: Mapping[str, Ints]
) -> Iterator[DrawListDecision]:
    """Both decisions; the acts at the first lead to the second."""
    one, two = draw_keys(game)
    first = FirstDraw(one, solution_of(game, letters))
    yield first
    yield SecondDraw(two, first, acts[one])


def first_losses(solution: DrawSolution) -> Ints:
    """[class, act] → its loss against the best act, times orbit × denominator."""
    values = np.concatenate(
        [solution.values, np.full((len(solution.values), 1), solution.fold_value)], axis=1
    )
    legal = [*MASKS, FOLD]
    best = values[:, legal].max(axis=1)
    out = np.zeros_like(values)
    out[:, legal] = (best[:, None] - values[:, legal]) * solution.deck.tables.orbit[:, None]
    return out


def second_worth(solution: DrawSolution, first: Ints) -> tuple[Ints, Ints, int]:
    """[class, second act] → result, [class] → how often it is reached, and all rounds."""
    deck, pays = solution.deck, solution.pays
    chosen = np.where(first == FOLD, -1, first)
    units = np.array(pays.categories, np.int64), pays.second_fold
    met = out = np.zeros(1, np.int64)
    with ThreadPoolExecutor(draw.THREADS) as pool:
        for m in range(MAX_DISCARDS + 1):
            rows = counting.keeper_rows(pool, deck, chosen, m)
            some, worth = counting.second_values(pool, deck, units, chosen, m, rows)
            met, out = met + some, out + worth
    t = deck.tables
    symmetries = len(t.perms)
    assert not (out % symmetries).any() and not (met % symmetries).any()
    return out // symmetries, met // symmetries, int(t.orbit.sum()) * solution.denominator
