"""What a game teaches anyone: an example played out, and hands to train on without a network.

Both are the same for everyone and name nobody. Each is computed once for a game, on demand; until
then the answer is to ask again in a moment.
"""

import threading
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeVar

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
Lesson = TypeVar("Lesson")


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
        self._guard = threading.Lock()  # one thread computes, and no other waits for it
        self._examples: dict[str, ExampleRound] = {}
        self._packs: dict[str, TrainerPack] = {}

    def example(self, game: str) -> ExampleRound:
        return self._answer(self._examples, game, example_round, ExampleRound(True))

    def pack(self, game: str) -> TrainerPack:
        return self._answer(self._packs, game, self._new_pack, TrainerPack(True))

    def _answer(
        self, cache: dict[str, Lesson], game: str, compute: Callable[[Rules], Lesson], later: Lesson
    ) -> Lesson:
        rules = hands.rules_of(house_book(self.house), game)
        key = rules.content
        if not self.coach.ready(rules):
            return later
        if key not in cache:
            if not self._guard.acquire(blocking=False):
                return later
            try:
                if key not in cache:
                    cache[key] = compute(rules)
            finally:
                self._guard.release()
        return cache[key]

    def _new_pack(self, rules: Rules) -> TrainerPack:
        game, rng = rules.game, Random(self.house.entropy(16))
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
