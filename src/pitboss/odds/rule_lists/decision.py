"""A decision as rule lists see it, whether its game is a stud or a draw."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
import numpy as np

from pitboss.odds.arrays import Bools, Ints
from pitboss.odds.rule_lists.text import BadPolicy, BadRule, MisplayedClass, Rule


class RuleChoices(msgspec.Struct, frozen=True, eq=False):
    """The rules that a search may put into a list."""

    masks: Bools  # [condition, situation]
    losses: Sequence[tuple[int, Ints]]  # by rule: its condition, and [situation] → loss
    rules: Sequence[Rule]
    rank: Callable[[int], tuple[int, int]] | None  # orders neighbours where the order is free


class ListDecision(ABC):
    """A list assigns an act to each numbered situation, and each act has a loss there.

    Properties that are expensive are computed on first use.
    """

    basis: ClassVar[str]  # the assumptions behind the cost of a list
    key: str
    situations: int
    expectation: Fraction  # of the whole game under optimal play, in units of the base wager
    unit: int  # what losses and counts are divided by

    @property
    def floor(self) -> Fraction:
        """The cost of the best possible list here."""
        return Fraction()

    @property
    @abstractmethod
    def counts(self) -> Ints:
        """[situation] → how often it is reached."""

    @property
    @abstractmethod
    def losses(self) -> Ints:
        """[situation, act] → the act's loss against the best act, times the count."""

    @abstractmethod
    def acts_of(self, rule: Rule) -> Ints:
        """[situation] → the act that a rule asks for, −1 where it does not fit."""

    @abstractmethod
    def choices(self) -> RuleChoices: ...

    @abstractmethod
    def misplayed(self, acts: Ints) -> tuple[int, tuple[MisplayedClass, ...]]:
        """How many classes of hands these acts misplay, and the most expensive of them."""

    @abstractmethod
    def legend(self, rules: Sequence[Rule]) -> list[str]:
        """Explanations of the words in these rules."""

    def follow(self, rules: Sequence[Rule]) -> tuple[Ints, Ints]:
        """[situation] → act, and the index of the rule that asks for it."""
        acts = np.full(self.situations, -1, np.int64)
        places = acts.copy()
        for place, rule in enumerate(rules):
            try:
                choice = self.acts_of(rule)
            except BadRule as error:
                where = f"policy:{rule.line}" if rule.line else None
                raise BadPolicy(error.what, where=where, what_to_do=error.what_to_do) from None
            fits = (choice >= 0) & (acts < 0)
            acts[fits], places[fits] = choice[fits], place
        return acts, places
