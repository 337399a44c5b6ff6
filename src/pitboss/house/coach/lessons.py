"""What a game teaches anyone: an example played out, and hands to train on without a network.

Both are the same for everyone and name nobody. Each is computed once for a game, on demand.
"""

import threading
from random import Random
from typing import Any, Final

import msgspec

from pitboss.house.coach import trainer_hands as hands
from pitboss.house.coach.advice import PricedAct
from pitboss.house.coach.example_round import ExampleRound, example_round
from pitboss.house.coach.service import Coach
from pitboss.house.coach.trainer import (
    ListedRule,
    Progress,
    StageProgress,
    TrainerQuestion,
    question_on,
    rule_on,
    stage_progress,
)
from pitboss.house.rulebook import house_book
from pitboss.house.service import House
from pitboss.rulebook.rules import Rules

HANDS: Final = 12  # of each stage in a pack


class PackedHand(msgspec.Struct, frozen=True):
    """A question with its answer: every act with its worth, the best first."""

    question: TrainerQuestion
    options: tuple[PricedAct, ...]
    rule: ListedRule | None


class PackedStage(msgspec.Struct, frozen=True):
    stage: StageProgress
    hands: tuple[PackedHand, ...]


class TrainerPack(msgspec.Struct, frozen=True):
    """`working` means that the pack is being computed: ask again in a moment."""

    working: bool
    game: str = ""
    title: str = ""
    spots: dict[str, str] = {}
    stages: tuple[PackedStage, ...] = ()


class Lessons:
    def __init__(self, house: House, coach: Coach) -> None:
        self.house, self.coach = house, coach
        self._guard = threading.Lock()  # one thread computes, the others wait for its result
        self._examples: dict[str, ExampleRound] = {}
        self._packs: dict[str, TrainerPack] = {}

    def _rules(self, game: str) -> Rules:
        return hands.rules_of(house_book(self.house), game)

    def example(self, game: str) -> ExampleRound:
        rules = self._rules(game)
        if not self.coach.ready(rules):
            return ExampleRound(True)
        with self._guard:
            if rules.content not in self._examples:
                self._examples[rules.content] = example_round(rules)
            return self._examples[rules.content]

    def pack(self, game: str) -> TrainerPack:
        rules = self._rules(game)
        if not self.coach.ready(rules):
            return TrainerPack(True)
        with self._guard:
            if rules.content not in self._packs:
                self._packs[rules.content] = _pack(rules, Random(self.house.entropy(16)))
            return self._packs[rules.content]


def _pack(rules: Rules, rng: Random) -> TrainerPack:
    game = rules.game
    spots = {key: spot.name for key, spot in rules.spots.items()}
    stages = tuple(
        PackedStage(
            stage_progress(move, rules, Progress()),
            tuple(_hand(rules, move, rng, number) for number in range(HANDS)),
        )
        for move in hands.stages(game)
    )
    return TrainerPack(False, game.key, game.name, spots, stages)


def _hand(rules: Rules, move: Any, rng: Random, number: int) -> PackedHand:
    step = hands.step_of(rules.game, move.stage)
    dealt = hands.deal(rules, step, rng)
    advice = hands.advice_on(rules, step, dealt)
    question = question_on(rules, step, move.stage, dealt, str(number))
    return PackedHand(question, advice.options, rule_on(rules, step, dealt, advice))
