"""The exact cost of a policy of a draw game that disregards the player's own discards."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.draw.env import HandEncoder
from pitboss.envs.draw.kernels import new_state
from pitboss.envs.draw.tables import SECOND_ACTS, DrawTables
from pitboss.envs.mistakes import Evaluation, Mistake
from pitboss.envs.observations import Observation
from pitboss.envs.options import UnknownOption
from pitboss.odds.arrays import Ints
from pitboss.odds.draw.model import MASKS
from pitboss.odds.rule_lists.draw import FOLD, SECOND_FOLD, STAND, first_losses, second_worth

# The number that rule lists give an act: a fold, then each mask; a fold, a stand, then each card.
FIRST: Final = np.array([FOLD, *MASKS])
SECOND: Final = np.array([SECOND_FOLD, STAND, 0, 1, 2, 3, 4])


def policy_acts(tables: DrawTables, policy: Callable[[Any], int], kind: Observation) -> Ints:
    """[situation] → the policy's act for the class's own hand, with no discards shown."""
    encoder, classes = HandEncoder(tables, kind), tables.classes
    acts = np.zeros(tables.situations, np.int64)
    state = new_state(1, tables.acts)
    for situation in range(tables.situations):
        second, number = divmod(situation, classes)
        state.hands[0], state.rounds[0] = tables.arrays.hands[number], second
        state.now[0] = situation
        act = int(policy(encoder.many(state)[0]))
        if not 0 <= act < (SECOND_ACTS if second else tables.acts):
            raise UnknownOption(
                f"the policy's act {act} is not legal in situation {situation}",
                what_to_do="choose an act that action_mask allows",
            )
        acts[situation] = act
    return acts


def evaluate_draws(
    tables: DrawTables, policy: Callable[[Any], int], kind: Observation, worst: int
) -> Evaluation:
    """Prices first decisions against optimal play, second ones against the best act that
    disregards the discards too; the expectation is of both together.
    """
    solution, classes = tables.solution, tables.classes
    orbit, every = solution.deck.tables.orbit, np.arange(tables.classes)
    acts = policy_acts(tables, policy, kind)
    first = FIRST[acts[:classes]]
    values, met, rounds = second_worth(solution, first)
    unit = rounds * solution.pays.unit
    played = values[every, SECOND[acts[classes:]]]
    folded = int(orbit[first == FOLD].sum()) * solution.fold_value
    expectation = Fraction(sum(played.tolist()) + folded, unit)

    losses = first_losses(solution)
    lost = np.concatenate((losses[every, first], values.max(axis=1) - played))
    reached = np.concatenate((orbit * solution.denominator, met))
    best = np.concatenate((losses[:, FIRST].argmin(axis=1), values[:, SECOND].argmax(axis=1)))
    mistakes = []
    for situation in np.argsort(-lost, kind="stable")[:worst].tolist():
        if lost[situation]:
            hand = tables.arrays.hands[situation % classes]
            mistakes.append(
                Mistake(
                    situation,
                    tables.keys[situation // classes],
                    (),
                    card_names([Card(int(tables.cards[card])) for card in hand]),
                    int(acts[situation]),
                    int(best[situation]),
                    Fraction(int(lost[situation]), int(reached[situation]) * solution.pays.unit),
                    Fraction(int(reached[situation]), rounds),
                )
            )
    return Evaluation(expectation, solution.expectation, tuple(mistakes))
