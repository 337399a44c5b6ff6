"""The exact cost of a policy of a draw game that disregards the player's own discards."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.draw.env import HandEncoder
from pitboss.envs.draw.kernels import new_state
from pitboss.envs.draw.tables import MASKS, SECOND_ACTS, DrawTables
from pitboss.envs.observations import Observation
from pitboss.envs.options import UnknownOption
from pitboss.odds.arrays import Ints
from pitboss.odds.draw.counting import add_second_values, keeper_rows, second_sums
from pitboss.odds.draw.model import MAX_DISCARDS
from pitboss.odds.draw.second_draw import FOLD, STAND
from pitboss.odds.draw.solve import THREADS

# The solver's number of a second act, by act: fold, stand, then each card replaced.
SOLVER_ACTS: Final = np.array([FOLD, STAND, 0, 1, 2, 3, 4])


class DrawCost(NamedTuple):
    expectation: Fraction
    mistakes: list[tuple[Fraction, int, Fraction, Fraction]]  # cost, situation, regret, frequency
    acts: Ints  # [situation]
    best: Ints  # [situation]


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


def draw_cost(
    tables: DrawTables, policy: Callable[[Any], int], kind: Observation, worst: int
) -> DrawCost:
    """Prices first decisions against optimal play, second ones against the best act that
    disregards the discards too; the expectation is of both together.
    """
    solution, classes = tables.solution, tables.classes
    deck, pays = solution.deck, solution.pays
    acts = policy_acts(tables, policy, kind)
    masks = np.array([-1, *MASKS])[acts[:classes]]
    second = SOLVER_ACTS[acts[classes:]]
    met, values = second_sums(deck)
    units = np.array(pays.categories, np.int64)
    with ThreadPoolExecutor(THREADS) as pool:
        for m in range(MAX_DISCARDS + 1):
            rows = keeper_rows(pool, deck, masks, m)
            by_act = (units, pays.second_fold)
            add_second_values(pool, deck, by_act, masks, m, rows, (met, values))
    orbit, symmetries = deck.tables.orbit, len(deck.tables.perms)
    rounds = int(orbit.sum()) * solution.denominator
    played = values[np.arange(classes), second]
    total = sum(map(int, played.tolist())) // symmetries
    folded = int(orbit[masks < 0].sum())
    total += folded * solution.denominator * pays.first_fold

    firsts = np.concatenate(
        (np.full((classes, 1), solution.fold_value), solution.values[:, MASKS]), axis=1
    )
    lost = firsts.max(axis=1) - firsts[np.arange(classes), acts[:classes]]
    scale = solution.denominator * pays.unit
    mistakes = []
    for number in np.argsort(-(lost.astype(float) * orbit), kind="stable")[:worst].tolist():
        if lost[number]:
            regret = Fraction(int(lost[number]), scale)
            frequency = Fraction(int(orbit[number]), int(orbit.sum()))
            mistakes.append((regret * frequency, number, regret, frequency))
    ahead = values.max(axis=1) - played
    for number in np.argsort(-ahead, kind="stable")[:worst].tolist():
        if ahead[number] > 0:
            cost = Fraction(int(ahead[number]), symmetries * rounds * pays.unit)
            frequency = Fraction(int(met[number]), symmetries * rounds)
            mistakes.append((cost, classes + number, cost / frequency, frequency))
    mistakes.sort(key=lambda item: (-item[0], item[1]))
    best = np.concatenate((firsts.argmax(axis=1), values[:, SOLVER_ACTS].argmax(axis=1)))
    return DrawCost(Fraction(total, rounds * pays.unit), mistakes[:worst], acts, best)


def hand_text(tables: DrawTables, situation: int) -> str:
    hand = tables.arrays.hands[situation % tables.classes]
    return card_names([Card(int(tables.cards[card])) for card in hand])
