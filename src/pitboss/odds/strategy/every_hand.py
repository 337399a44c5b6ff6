"""The whole optimal strategy: every class of hands at every decision, with every act's value."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import card_names
from pitboss.odds.draw.model import MASKS
from pitboss.odds.game import Letters, PricedGame, letters_of
from pitboss.odds.strategy.advice import STAND
from pitboss.odds.strategy.situations import (
    decisions_of,
    example,
    solved,
    values,
)

#: A note on what the export of a draw game leaves out.
SECOND_LEFT_OUT: Final = (
    "the second decision depends on the hand and on the cards discarded before it, hundreds of"
    " millions of cases: ask for any one of them with --cards and --dead"
)


class StrategyRow(msgspec.Struct, frozen=True):
    """A class of hands. Values are whole numbers over `denominator`, in units of the base wager.

    They cover the open wagers; a wager that is already decided adds the same to every act.
    """

    decision: str
    staked: int  # units on the layout
    cards: str  # one hand of the class
    suits: str
    hands: int  # sets of cards of the class
    best: str
    ties: str  # other acts that are as good
    denominator: int
    values: tuple[int, ...]  # by act, in the order of `acts_of_decision`

    @property
    def value(self) -> Fraction:
        return Fraction(max(self.values), self.denominator)

    @property
    def second_costs(self) -> Fraction:
        """The cost of the second-best act; 0 if all acts are equally good."""
        top = max(self.values)
        others = [value for value in self.values if value < top]
        return Fraction(top - max(others), self.denominator) if others else Fraction()


class StrategyHeading(msgspec.Struct, frozen=True):
    game: str
    letters: dict[str, str]
    acts: dict[str, tuple[str, ...]]  # by decision
    note: str


Strategy = tuple[StrategyHeading, Iterator[StrategyRow]]


def every_hand(game: PricedGame, letters: Letters | None = None) -> Strategy:
    """The heading of the table, and an iterator over its classes."""
    chosen = letters_of(game, letters)
    return _draw(game, chosen) if game.draws else _stud(game, chosen)


def _stud(game: PricedGame, letters: dict[str, str]) -> Strategy:
    solution = solved(game, letters)
    decisions = decisions_of(solution)
    head = StrategyHeading(game.game.key, letters, {d.stage.key: d.acts for d in decisions}, "")

    def classes() -> Iterator[StrategyRow]:
        for decision in decisions:
            worth = values(solution, decision)
            below = solution.to_come(decision.stage.depth) * solution.payoffs.unit
            for c, course in enumerate(decision.courses):
                for at, of_class in enumerate(worth[c].tolist()):
                    top = max(of_class)
                    good = [a for a, v in zip(decision.acts, of_class, strict=True) if v == top]
                    yield StrategyRow(
                        decision.stage.key,
                        course.units,
                        card_names(example(decision, at)),
                        "one suit" if decision.flags[at] else "mixed",
                        int(decision.sizes[at]),
                        good[-1],  # the boldest
                        ", ".join(good[:-1]),
                        below,
                        tuple(of_class),
                    )

    return head, classes()


def _draw(game: PricedGame, letters: dict[str, str]) -> Strategy:
    from pitboss.odds.draw.solve import draw_keys, solution_of

    solution = solution_of(game, letters)
    # Positions in the hand as it is printed.
    places = [[str(i + 1) for i in range(5) if mask >> i & 1] for mask in MASKS]
    acts = ("fold", *(f"discard {' '.join(p)}" if p else STAND for p in places))
    first = draw_keys(game)[0]
    head = StrategyHeading(game.game.key, letters, {first: acts}, SECOND_LEFT_OUT)
    deck = solution.deck
    worth = np.concatenate(
        [np.full((len(deck.tables.hands), 1), solution.fold_value), solution.values[:, MASKS]],
        axis=1,
    )

    def classes() -> Iterator[StrategyRow]:
        hands = deck.tables.hands.tolist()
        orbits = deck.tables.orbit.tolist()
        natural = deck.ranks * deck.suits
        for hand, orbit, of_class in zip(hands, orbits, worth.tolist(), strict=True):
            top = max(of_class)
            good = [a for a, v in zip(acts, of_class, strict=True) if v == top]
            best = good[1] if good[0] == "fold" and len(good) > 1 else good[0]
            suits = {card // deck.ranks for card in hand if card < natural}
            yield StrategyRow(
                first,
                solution.pays.staked[0],
                card_names(deck.cards[card] for card in hand),
                "one suit" if len(suits) == 1 else "mixed",
                orbit,
                best,
                ", ".join(a for a in good if a != best),
                solution.denominator * solution.pays.unit,
                tuple(of_class),
            )

    return head, classes()
