"""The trainer: hands as the deck gives them, graded exactly, the wrong ones coming back."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from house.stage import Stage
from kit.waiting import wait_until
from pitboss.cards import Card
from pitboss.house.coach.service import Coach
from pitboss.house.coach.trainer import (
    RETURNS,
    Progress,
    StaleQuestion,
    Trainer,
    TrainerGrade,
    TrainerQuestion,
    learn,
)
from pitboss.house.coach.trainer_hands import (
    NoSuchStage,
    TrainerHand,
    advice_on,
    deal,
    in_other_suits,
    key_of,
    rules_of,
    stages,
    step_of,
)
from pitboss.rulebook import GAMES, PUBLISHED
from pitboss.rulebook.model import Decide

EVERY = [(key, step.stage) for key, game in GAMES.items() for step in stages(game)]


def ready_trainer(stage: Stage, game: str) -> Trainer:
    coach = Coach(stage.house)
    wait_until(lambda: coach.ready(rules_of(PUBLISHED, game)))
    return Trainer(stage.house, coach)


def some_answer(question: TrainerQuestion, best: bool, trainer: Trainer) -> dict[str, Any]:
    rules = rules_of(PUBLISHED, question.game)
    with trainer.house.store.read() as tx:
        from pitboss.house.coach.trainer import _read

        dealt = _read(tx, "ann", question.game, question.stage).dealt
    assert dealt is not None
    options = advice_on(rules, step_of(rules.game, question.stage), dealt).options
    chosen = options[0] if best else options[-1]
    return {"act": chosen.act, "multiple": chosen.multiple, "slots": chosen.slots}


def answered(
    trainer: Trainer, game: str, stage: str, *, best: bool
) -> tuple[TrainerQuestion, TrainerGrade]:
    question = trainer.ask("ann", game, stage)
    chosen = some_answer(question, best, trainer)
    return question, trainer.answer("ann", game, stage, question.id, **chosen)


@pytest.mark.parametrize(("game", "stage"), EVERY)
def test_every_stage_deals_hands_that_best_play_comes_to(game: str, stage: str) -> None:
    rules, rng = rules_of(PUBLISHED, game), Random(f"{game} {stage}")
    step = step_of(rules.game, stage)
    for _ in range(6):
        dealt = deal(rules, step, rng)
        cards = [c for c in (*dealt.hole, *dealt.community, *dealt.thrown) if c >= 0]
        assert len(set(cards)) == len(cards) and set(cards) <= set(rules.game.cards)
        advice = advice_on(rules, step, dealt)
        assert advice.stage == stage and len(advice.options) > 1
        # The same hand in other suits is the same hand, and worth the same.
        twin = in_other_suits(dealt, rng)
        assert key_of(rules, twin) == key_of(rules, dealt)
        worth = Counter(o.value for o in advice.options)
        assert Counter(o.value for o in advice_on(rules, step, twin).options) == worth
        for earlier, move in enumerate(rules.game.play[:step]):
            if isinstance(move, Decide) and move.decline == "fold":
                assert move.spot in dealt.stakes, earlier


def test_hands_come_as_often_as_the_deck_gives_them() -> None:
    """Two cards of a stud game: pairs are a seventeenth of all, suited cards four seventeenths."""
    rules, rng = rules_of(PUBLISHED, "mississippi-stud"), Random(1)
    dealt = [deal(rules, 0, rng).hole for _ in range(4_000)]
    pairs = sum(a >> 2 == b >> 2 for a, b in dealt)
    suited = sum(a & 3 == b & 3 for a, b in dealt)
    assert abs(pairs - 4_000 / 17) < 70 and abs(suited - 16_000 / 17) < 130


@pytest.mark.parametrize(("game", "stage"), EVERY)
def test_an_answer_costs_what_it_falls_short_of_the_best(
    game: str, stage: str, sqlite_stage: Stage
) -> None:
    trainer = ready_trainer(sqlite_stage, game)
    question, right = answered(trainer, game, stage, best=True)
    assert right.right and right.progress.right == 1 and right.options[0].cost.exact == "0"
    assert question.choices or question.discards
    _, wrong = answered(trainer, game, stage, best=False)
    costs = [Fraction(option.cost.exact) for option in wrong.options]
    assert costs == sorted(costs) and Fraction(wrong.taken.cost.exact) == costs[-1]
    assert wrong.right == (costs[-1] == 0)
    assert Fraction(wrong.progress.cost.exact) == costs[-1]
    assert wrong.rule is not None or question.discards  # a list may fold where cards are exchanged
    if wrong.rule is not None:
        assert 1 <= wrong.rule.number <= wrong.rule.of
        assert Fraction(wrong.rule.cost.exact) >= 0


def test_a_hand_comes_back_until_it_sits() -> None:
    """Wrong, then right at every return: after 2, 5, 12 and 30 answers, and then no more."""
    hand = TrainerHand((Card(0), Card(5)), (), {"ante": 1_000})
    progress = Progress()

    def answer(key: str, cost: int) -> None:
        progress.dealt, progress.question = hand, "x"
        learn(progress, key, Fraction(cost), 0)

    answer("seven deuce", 100)
    assert progress.boxes["seven deuce"].due == 1 + RETURNS[0]
    for box in range(1, len(RETURNS)):
        answer("seven deuce", 0)
        assert (progress.boxes["seven deuce"].box, progress.boxes["seven deuce"].due) == (
            box,
            progress.answered + RETURNS[box],
        )
    answer("seven deuce", 0)
    assert not progress.boxes and progress.right == len(RETURNS)
    answer("seven deuce", 7)
    answer("seven deuce", 0)
    answer("seven deuce", 7)
    assert progress.boxes["seven deuce"].box == 0  # back to the beginning
    answer("another", 0)
    assert "another" not in progress.boxes  # known from the first
    assert (progress.answered, progress.cost) == (9, "114")


def test_what_was_answered_wrong_is_asked_more_often(sqlite_stage: Stage) -> None:
    trainer = ready_trainer(sqlite_stage, "let-it-ride")
    questions = [answered(trainer, "let-it-ride", "bet-1", best=False)[0] for _ in range(30)]
    again = [question.again for question in questions]
    assert again[:2] == [False, False] and sum(again) >= 12
    # A third of the hands are fresh whatever happens.
    assert all(not again[n] for n in range(0, 30, 3))


def test_progress_is_kept_and_a_question_stays_until_it_is_answered(stage: Stage) -> None:
    trainer = ready_trainer(stage, "235-stud")
    first = trainer.ask("ann", "235-stud", "three-card-raise")
    other = Trainer(stage.house, trainer.coach)
    assert other.ask("ann", "235-stud", "three-card-raise") == first
    assert other.ask("bob", "235-stud", "three-card-raise").id != first.id
    with pytest.raises(StaleQuestion):
        other.answer("ann", "235-stud", "three-card-raise", "another", "check", 0, ())
    with pytest.raises(StaleQuestion):
        other.answer("ann", "235-stud", "three-card-raise", first.id, "fold", 0, ())
    other.answer("ann", "235-stud", "three-card-raise", first.id, "check", 0, ())
    with pytest.raises(StaleQuestion):
        other.answer("ann", "235-stud", "three-card-raise", first.id, "check", 0, ())
    counts = {(g.game, s.stage): s.answered for g in trainer.menu("ann") for s in g.stages}
    assert counts["235-stud", "three-card-raise"] == 1 and sum(counts.values()) == 1
    assert sum(s.answered for g in trainer.menu("bob") for s in g.stages) == 0
    assert len(trainer.points("ann", "235-stud", "three-card-raise")) == 1


def test_two_tabs_that_begin_at_once_are_asked_the_same(stage: Stage) -> None:
    trainer = ready_trainer(stage, "let-it-ride")
    with ThreadPoolExecutor(6) as pool:
        tabs = [pool.submit(trainer.ask, "ann", "let-it-ride", "bet-2") for _ in range(6)]
        assert len({tab.result().id for tab in tabs}) == 1


def test_no_stage_of_another_name(sqlite_stage: Stage) -> None:
    trainer = Trainer(sqlite_stage.house, Coach(sqlite_stage.house))
    with pytest.raises(NoSuchStage):
        trainer.ask("ann", "235-stud", "fourth-street")
