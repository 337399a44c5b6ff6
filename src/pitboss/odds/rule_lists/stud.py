"""The decisions of a stud game, as rule lists see them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards import card_names
from pitboss.odds.arrays import Ints
from pitboss.odds.game import Letters, PricedGame
from pitboss.odds.rule_lists.decision import ListDecision, RuleChoices
from pitboss.odds.rule_lists.stud_words import (
    ANY,
    SituationTable,
    distinct_conditions,
    legend,
    matches,
    situation_table,
)
from pitboss.odds.rule_lists.text import OTHERWISE, BadRule, MisplayedClass, Rule
from pitboss.odds.strategy.situations import (
    StudDecision,
    best_acts,
    decisions_of,
    example,
    reached,
    solved,
    values,
)
from pitboss.odds.stud.rounds import base_tables
from pitboss.odds.stud.solve import Solution


class StudListDecision(ListDecision):
    """A situation is a class of hands with a stake on the layout: [course, class], flat."""

    basis = "all decisions together, over every deal"

    def __init__(
        self, solution: Solution, decision: StudDecision, counts: Ints, table: SituationTable
    ) -> None:
        self.solution, self.decision, self.table = solution, decision, table
        self.key, self.situations = decision.stage.key, counts.size
        self.expectation = solution.expectation()
        self.unit = solution.deals * solution.payoffs.unit
        self.shape = counts.shape
        self._counts = counts.reshape(-1)

    @property
    def counts(self) -> Ints:
        return self._counts

    @cached_property
    def worth(self) -> Ints:
        """[situation, act] → result summed over the cards to come."""
        return values(self.solution, self.decision).reshape(-1, len(self.decision.acts))

    @cached_property
    def losses(self) -> Ints:
        best: Ints = self.worth.max(axis=1, keepdims=True)
        return (best - self.worth) * self.counts[:, None]

    def acts_of(self, rule: Rule) -> Ints:
        acts = self.decision.acts
        if rule.act not in acts:
            raise BadRule(
                f"{rule.act!r} is not an act of {self.key}",
                what_to_do=f"choose one of {', '.join(acts)}",
            )
        fits = matches(self.table, ANY if rule.when == OTHERWISE else rule.when)
        return np.where(fits, acts.index(rule.act), -1)

    def choices(self) -> RuleChoices:
        acts = self.decision.acts
        here = np.flatnonzero(self.counts)  # only situations that some round reaches
        losses, counts = self.losses[here], self.counts[here]
        texts, masks = distinct_conditions(self.table, here)
        best = losses == losses.min(axis=1)[:, None]
        # An act that is best nowhere serves only as the last resort.
        pairs = [
            (condition, act)
            for condition, mask in enumerate(masks)
            for act in range(len(acts))
            if mask.all() or best[mask, act].any()
        ]

        def rank(rule: int) -> tuple[int, int]:
            """The boldest acts first, then the most frequent hands."""
            condition, act = pairs[rule]
            return act, int(counts[masks[condition]].sum())

        return RuleChoices(
            masks,
            [(condition, losses[:, act]) for condition, act in pairs],
            [Rule(texts[condition], acts[act]) for condition, act in pairs],
            rank,
        )

    def misplayed(self, acts: Ints) -> tuple[int, tuple[MisplayedClass, ...]]:
        decision, solution = self.decision, self.solution
        acts, counts = acts.reshape(self.shape), self.counts.reshape(self.shape)
        best = best_acts(self.worth).reshape(self.shape)
        lost = np.take_along_axis(self.losses, acts.reshape(-1, 1), axis=1).reshape(self.shape)
        staked = [course.units for course in decision.courses]
        if not decision.stage.folds and (acts == acts[0]).all():
            # Declining saves no stake, so the stake on the layout makes no difference.
            lost, counts = lost.sum(axis=0)[None], counts.sum(axis=0)[None]
        deals = Fraction(solution.to_come(decision.stage.depth), solution.deals)
        places = sorted(np.argwhere(lost > 0).tolist(), key=lambda at: -int(lost[at[0], at[1]]))
        classes = tuple(
            MisplayedClass(
                card_names(example(decision, at)),
                staked[course],
                decision.acts[int(acts[course, at])],
                decision.acts[int(best[course, at])],
                str(int(counts[course, at]) * deals),
                str(Fraction(int(lost[course, at]), self.unit)),
            )
            for course, at in places
        )
        return len(classes), classes

    def legend(self, rules: Sequence[Rule]) -> list[str]:
        return legend([rule.when for rule in rules if rule.when != OTHERWISE], self.table)


def stud_decisions(
    game: PricedGame, letters: Letters, acts: Mapping[str, Ints]
) -> Iterator[StudListDecision]:
    """Each decision as reached by the acts at the earlier ones; see `situations.reached`."""
    solution = solved(game, letters)
    for decision, counts in reached(decisions_of(solution), acts):
        table = words_of(game, letters, solution, decision)
        yield StudListDecision(solution, decision, counts, table)


def words_of(
    game: PricedGame, letters: Letters, solution: Solution, decision: StudDecision
) -> SituationTable:
    wager = solution.game.shape.wagers[decision.stage.line]
    return situation_table(decision, base_tables(game, letters)[wager])
