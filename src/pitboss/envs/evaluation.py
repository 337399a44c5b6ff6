"""The exact cost of any policy: no rounds are dealt, so there is no sampling error.

The cost of a policy is the regret of its acts, each weighted with how often the policy itself
reaches the situation.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, perm
from typing import Any, Final

import numpy as np

from pitboss.cards import RANK_NAMES
from pitboss.envs.draw.evaluation import evaluate_draws
from pitboss.envs.draw.tables import draw_tables
from pitboss.envs.mistakes import Evaluation, Mistake
from pitboss.envs.observations import Observation, SituationEncoder
from pitboss.envs.options import UnknownOption
from pitboss.envs.stud.tables import StudTables, stud_tables
from pitboss.odds.arrays import Ints
from pitboss.odds.game import PricedGame, priced_of
from pitboss.odds.stud.classes import rank_counts, whole_deck_sizes
from pitboss.odds.stud.shape import class_cards, members, steps

WORST: Final = 10


def evaluate(
    policy: Callable[[Any], int],
    game: str | PricedGame = "mississippi-stud",
    *,
    paytable: str = "",
    stakes: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
    observation: Observation = "class",
    worst: int = WORST,
) -> Evaluation:
    """Prices a policy, a function from an observation to an act, exactly.

    With cards as observation the policy is asked about one hand of each class, and its act there is
    taken for the whole class. In a draw game it is asked without its own discards.
    """
    priced = priced_of(game)
    if priced.draws:
        if stakes:
            raise UnknownOption(
                "in a draw game every spot holds one ante", what_to_do="leave stakes out"
            )
        return evaluate_draws(draw_tables(priced, paytable), policy, observation, worst)
    tables = stud_tables(game, paytable, stakes, meters)
    acts = policy_acts(tables, policy, observation)
    reach = reach_counts(tables, acts)
    cost, mistakes, deck = Fraction(), [], int(tables.solution.has.sum())
    for at, stage in enumerate(tables.stages):
        ways = comb(deck, 2) * perm(deck - 2, stage.depth - 2)  # as `reach_counts` counts deals
        begin = int(tables.arrays.begins[at])
        end = begin + int(tables.arrays.classes[at]) * len(tables.paths[at])
        here = np.arange(begin, end)
        sums = tables.sums[here]
        legal = np.arange(sums.shape[1])[None, :] < tables.arrays.choices[here][:, None]
        sums = np.where(legal, sums, np.iinfo(np.int64).min)
        lost = sums.max(axis=1) - sums[np.arange(len(here)), acts[here]]
        for place in np.flatnonzero((lost > 0) & (reach[here] > 0)).tolist():
            situation = begin + place
            regret = Fraction(int(lost[place]), tables.orders[at])
            frequency = Fraction(int(reach[situation]), ways)
            cost += regret * frequency
            mistakes.append((regret * frequency, situation, regret, frequency))
    mistakes.sort(key=lambda item: (-item[0], item[1]))
    optimal = tables.solution.expectation() / tables.scale
    named = tuple(_mistake(tables, acts, s, r, f) for _, s, r, f in mistakes[:worst])
    return Evaluation(optimal - cost, optimal, named)


def policy_acts(
    tables: StudTables, policy: Callable[[Any], int], observation: Observation = "class"
) -> Ints:
    """[situation] → the policy's act; every situation that some deck can give is asked about."""
    encoder = SituationEncoder(tables, observation)
    acts = np.zeros(tables.situations, np.int64)
    for at, stage in enumerate(tables.stages):
        hands = _hands(tables, stage.depth)
        for row, path in enumerate(tables.paths[at]):
            first = int(tables.arrays.begins[at]) + row * int(tables.arrays.classes[at])
            for number, cards in hands:
                situation = first + number
                act = int(policy(encoder.one(situation, cards, path, at)))
                if not 0 <= act < tables.arrays.choices[situation]:
                    raise UnknownOption(
                        f"the policy's act {act} is not legal in situation {situation}",
                        what_to_do="choose an act that action_mask allows",
                    )
                acts[situation] = act
    return acts


def _hands(tables: StudTables, depth: int) -> list[tuple[int, Any]]:
    """(class, cards of it) for each class that a deck has, the cards filled up to five places."""
    hands, classes = [], members(depth).tolist()
    for flag in range(tables.flag_rows):
        for number, ranks in enumerate(classes):
            cards = class_cards(ranks, flag)
            if cards is not None:
                places = np.array([*cards, *(0 for _ in range(5 - depth))], np.uint8)
                hands.append((flag * len(classes) + number, places))
    return hands


def reach_counts(tables: StudTables, acts: Ints) -> Ints:
    """[situation] → deals that bring the policy there: two cards as a set, the rest in order."""
    reach = np.zeros(tables.situations, np.int64)
    flags, depth = tables.flag_rows, 2
    current: dict[int, Ints] = {0: whole_deck_sizes(depth, flags - 1)}  # by path
    for at, stage in enumerate(tables.stages):
        while depth < stage.depth:
            current = {path: _next_card(counts, depth) for path, counts in current.items()}
            depth += 1
        chosen: dict[int, Ints] = {}
        for row, path in enumerate(tables.paths[at]):
            if path not in current:
                continue
            begin = int(tables.arrays.begins[at]) + row * int(tables.arrays.classes[at])
            here = slice(begin, begin + int(tables.arrays.classes[at]))
            counts = current[path].reshape(-1)
            reach[here] = counts
            for choice in range(int(tables.arrays.choices[begin])):
                if choice == 0 and stage.folds:
                    continue
                going = np.where(acts[here] == choice, counts, 0).reshape(flags, -1)
                if going.any():
                    chosen[path.extend(stage.depth, choice)] = going
        current = chosen
    return reach


def _next_card(counts: Ints, depth: int) -> Ints:
    """Counts by class with one more card, in every way that it can come."""
    flags, step = len(counts), steps(depth)
    longer = np.zeros((flags, len(members(depth + 1))), np.int64)
    for rank, same in enumerate(rank_counts(depth).T):
        to = step[:, rank].astype(np.int64)
        np.add.at(longer[0], to, counts[0] * (4 - same))
        for flag in range(1, flags):
            np.add.at(longer[0], to, counts[flag] * 3)
            np.add.at(longer[flag], to, counts[flag] * (same == 0))
    return longer


def _mistake(
    tables: StudTables, acts: Ints, situation: int, regret: Fraction, frequency: Fraction
) -> Mistake:
    decision, earlier, ranks, suited = tables.describe(situation)
    cards = " ".join(RANK_NAMES[rank] for rank in reversed(ranks))
    best = int(tables.arrays.worths[situation].argmax())
    return Mistake(
        situation,
        decision,
        earlier,
        f"{cards}, {'one suit' if suited else 'mixed suits'}",
        int(acts[situation]),
        best,
        regret,
        frequency,
    )
