"""The trainer: drills hands by game and stage; hands answered wrong come back until they stick.

It uses Leitner boxes, timed by the number of answers at that stage. A hand answered wrong goes into
the first box and comes back after two others; each right answer moves it one box further, and
finally out. Every third hand is a fresh one from the deck.
"""

import secrets
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import NO_CARD, card_name
from pitboss.errors import PitbossError
from pitboss.house.coach import trainer_hands as hands
from pitboss.house.coach.advice import Exact, PricedAct, SeatAdvice
from pitboss.house.coach.service import Coach
from pitboss.house.coach.trainer_hands import (
    TrainerHand,
    advice_on,
    key_of,
    rules_of,
    stages,
    step_of,
)
from pitboss.house.rulebook import house_book
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import training
from pitboss.rulebook.model import Decide
from pitboss.rulebook.rules import Rules
from pitboss.table.view import HIDDEN, Choice, view

RETURNS: Final = (2, 5, 12, 30)  # answers until a hand in each box comes back
FRESH_EVERY: Final = 3
MAX_BOXED: Final = 400  # hands in the boxes of one stage
MAX_POINTS: Final = 1_000  # answers remembered one by one

_ENCODER: Final = msgspec.json.Encoder()


class StaleQuestion(PitbossError):
    """An answer to a question other than the open one, or with an impossible act."""

    status = 409


class BoxedHand(msgspec.Struct):
    """A hand that was answered wrong; it comes back once `due` answers are counted."""

    dealt: TrainerHand
    box: int
    due: int


class Point(msgspec.Struct, frozen=True):
    """An answer, for the chart."""

    at: int  # milliseconds
    right: bool
    cost: str  # cents, as a fraction


class StoredPoint(Point, frozen=True, array_like=True):
    """The same without field names, which would be repeated a thousand times in the store."""


class Progress(msgspec.Struct):
    """One person's progress at one stage of one game."""

    answered: int = 0
    right: int = 0
    cost: str = "0"
    boxes: dict[str, BoxedHand] = {}
    question: str = msgspec.field(default="", name="asked")  # the open question's id, as stored
    dealt: TrainerHand | None = None
    again: bool = False
    points: list[StoredPoint] = []


_DECODER: Final = msgspec.json.Decoder(Progress)


class StageProgress(msgspec.Struct, frozen=True):
    stage: str
    name: str
    kind: str  # decide or discard
    answered: int = 0
    right: int = 0
    cost: Exact = Exact("0", 0.0)
    waiting: int = 0  # hands in the boxes


class TrainerGame(msgspec.Struct, frozen=True):
    game: str
    title: str
    spots: dict[str, str]  # names on the felt
    stages: tuple[StageProgress, ...]


class TrainerQuestion(msgspec.Struct, frozen=True):
    """A decision as at a table. `working` means that the client must ask again in a moment."""

    working: bool
    id: str = ""
    game: str = ""
    stage: str = ""
    again: bool = False  # whether it was answered wrong before
    hole: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    stakes: dict[str, int] = {}
    choices: tuple[Choice, ...] = ()
    discards: int | None = None


class ListedRule(msgspec.Struct, frozen=True):
    """The rule of the game's rule list that covers the hand, and the cost of following it."""

    when: str
    act: str
    number: int
    of: int
    cost: Exact
    legend: tuple[str, ...]  # meanings of the list's words


class TrainerGrade(msgspec.Struct, frozen=True):
    right: bool
    taken: PricedAct
    options: tuple[PricedAct, ...]  # the best first
    rule: ListedRule | None
    progress: StageProgress
    points: tuple[Point, ...]


class Trainer:
    def __init__(self, house: House, coach: Coach) -> None:
        self.house, self.coach = house, coach

    def menu(self, person: str) -> list[TrainerGame]:
        """Every game and stage, with the person's progress."""
        query = sa.select(training).where(training.c.player == person)
        with self.house.store.read() as tx:
            bodies = {(row.game, row.stage): _DECODER.decode(row.body) for row in tx.execute(query)}
        games = []
        book = house_book(self.house)
        for game in book.games.values():
            rules = rules_of(book, game.key)
            progress = [bodies.get((game.key, step.stage), Progress()) for step in stages(game)]
            pairs = zip(stages(game), progress, strict=True)
            spots = {key: spot.name for key, spot in rules.spots.items()}
            shown = tuple(stage_progress(step, rules, one) for step, one in pairs)
            games.append(TrainerGame(game.key, game.name, spots, shown))
        return games

    def _rules(self, game: str) -> Rules:
        return rules_of(house_book(self.house), game)

    def points(self, person: str, game: str, stage: str) -> list[Point]:
        step_of(self._rules(game).game, stage)
        with self.house.store.read() as tx:
            return _shown(_read(tx, person, game, stage).points)

    def ask(self, person: str, game: str, stage: str) -> TrainerQuestion:
        """The open question, or the next one."""
        rules = self._rules(game)
        step = step_of(rules.game, stage)
        if not self.coach.ready(rules):
            return TrainerQuestion(True)
        with self.house.store.read() as tx:
            progress = _read(tx, person, game, stage)
        # Outside the transaction, because it takes a moment.
        fresh = None if progress.dealt else self._next(rules, step, progress)
        with self.house.store.begin() as tx:
            progress = _read(tx, person, game, stage, lock=True)
            if progress.dealt is None:
                assert fresh is not None
                progress.dealt, progress.again = fresh
                progress.question = secrets.token_hex(8)
                _write(tx, person, game, stage, progress)
        about = (rules, step, stage, progress.dealt, progress.question)
        return question_on(*about, again=progress.again)

    def _next(self, rules: Rules, step: int, progress: Progress) -> tuple[TrainerHand, bool]:
        rng = Random(self.house.entropy(16))
        due = [each for each in progress.boxes.values() if each.due <= progress.answered]
        if due and progress.answered % FRESH_EVERY:
            chosen = min(due, key=lambda each: each.due)
            return hands.in_other_suits(chosen.dealt, rng), True
        return hands.deal(rules, step, rng), False

    def answer(
        self,
        person: str,
        game: str,
        stage: str,
        question_id: str,
        act: str,
        multiple: int,
        slots: tuple[int, ...],
    ) -> TrainerGrade:
        rules = self._rules(game)
        step = step_of(rules.game, stage)
        with self.house.store.read() as tx:
            dealt = _open(_read(tx, person, game, stage), question_id)
        advice = advice_on(rules, step, dealt)
        try:
            taken = advice.option(act, multiple, slots)
        except StopIteration:
            raise StaleQuestion("this decision has no such act") from None
        with self.house.store.begin() as tx:
            progress = _read(tx, person, game, stage, lock=True)
            _open(progress, question_id)
            learn(progress, key_of(rules, dealt), taken.cost.fraction, self.house.clock())
            _write(tx, person, game, stage, progress)
        return TrainerGrade(
            taken.cost.fraction == 0,
            taken,
            advice.options,
            rule_on(rules, step, dealt, advice),
            stage_progress(rules.game.play[step], rules, progress),
            tuple(_shown(progress.points)),
        )


def _shown(points: list[StoredPoint]) -> list[Point]:
    return [Point(point.at, point.right, point.cost) for point in points]


def learn(progress: Progress, key: str, cost: Fraction, at: int) -> None:
    """Counts an answer to the open question and moves its hand to the right box."""
    assert progress.dealt is not None
    right = cost == 0
    progress.answered += 1
    progress.right += right
    progress.cost = str(Fraction(progress.cost) + cost)
    progress.points = [*progress.points, StoredPoint(at, right, str(cost))][-MAX_POINTS:]
    boxed = progress.boxes.pop(key, None)
    box = 0 if not right else boxed.box + 1 if boxed else len(RETURNS)
    if box < len(RETURNS):
        progress.boxes[key] = BoxedHand(progress.dealt, box, progress.answered + RETURNS[box])
        while len(progress.boxes) > MAX_BOXED:
            # The hand closest to being learned makes room.
            progress.boxes.pop(max(progress.boxes, key=lambda name: progress.boxes[name].box))
    progress.dealt, progress.question, progress.again = None, "", False


def _open(progress: Progress, question_id: str) -> TrainerHand:
    if progress.dealt is None or not secrets.compare_digest(
        progress.question.encode(), question_id.encode()
    ):
        raise StaleQuestion("this is not the open question", what_to_do="ask for a hand")
    return progress.dealt


def _where(person: str, game: str, stage: str) -> Any:
    return (training.c.player == person) & (training.c.game == game) & (training.c.stage == stage)


def _read(tx: sa.Connection, person: str, game: str, stage: str, *, lock: bool = False) -> Progress:
    query = sa.select(training.c.body).where(_where(person, game, stage))
    if lock:
        query = query.with_for_update()
        if tx.execute(query).scalar() is None:
            new = sa.insert(training).values(player=person, game=game, stage=stage)
            # Two tabs may begin at once: one of them inserts the row, both lock it.
            with suppress(sa.exc.IntegrityError), tx.begin_nested():
                tx.execute(new.values(body=_ENCODER.encode(Progress())))
    body = tx.execute(query).scalar()
    return Progress() if body is None else _DECODER.decode(body)


def _write(tx: sa.Connection, person: str, game: str, stage: str, progress: Progress) -> None:
    changed = sa.update(training).where(_where(person, game, stage))
    tx.execute(changed.values(body=_ENCODER.encode(progress)))


def stage_progress(step: Any, rules: Rules, progress: Progress) -> StageProgress:
    decides = isinstance(step, Decide)
    name = rules.spots[step.spot].name if decides else step.stage.replace("-", " ").capitalize()
    return StageProgress(
        step.stage,
        name,
        "decide" if decides else "discard",
        progress.answered,
        progress.right,
        Exact.of(Fraction(progress.cost)),
        len(progress.boxes),
    )


def question_on(
    rules: Rules, step: int, stage: str, dealt: TrainerHand, name: str, *, again: bool = False
) -> TrainerQuestion:
    shown = view(hands.table_at(rules, step, dealt), "player", 1)
    seat = shown.seats[0]
    return TrainerQuestion(
        False,
        name,
        rules.game.key,
        stage,
        again,
        tuple(name or HIDDEN for name in seat.cards),
        tuple(name or HIDDEN for name in shown.community),
        tuple(card_name(card) for card in dealt.thrown),
        {key: int(cents) for key, cents in seat.stakes.items()},
        shown.choices,
        shown.discards,
    )


def rule_on(rules: Rules, step: int, dealt: TrainerHand, advice: SeatAdvice) -> ListedRule | None:
    """The rule list's rule for this hand."""
    from pitboss.odds.game import priced_rules
    from pitboss.odds.rule_lists import covering_rule as rule_fits
    from pitboss.odds.stud import seat_value as stakes

    priced = priced_rules(rules)
    game, move = rules.game, rules.game.play[step]
    letters = {key: table.letter for key, table in rules.tables.items()}
    decisions = [each for each in game.play[: step + 1] if isinstance(each, Decide)]
    if game.draws:
        first = len(decisions) == 1
        rule = rule_fits.draw_rule(priced, letters, decisions[-1].spot, dealt.hole, first=first)
        if rule is None:
            return None
        folds = rule.discards is None
        if isinstance(move, Decide):
            act = advice.option("fold" if folds else move.accept, 0 if folds else 1, ())
        elif rule.discards is None:
            return None
        else:
            act = advice.option("discard", 0, [dealt.hole.index(card) for card in rule.discards])
    else:
        shape = stakes.seat_stud(rules).shape
        cards = [card for card in (*dealt.hole, *dealt.community) if card != NO_CARD]
        choices = [
            stage.units.index(dealt.stakes.get(stage.key, 0) // int(hands.BASE))
            for stage in shape.stages[: len(decisions) - 1]
        ]
        rule = rule_fits.stud_rule(priced, letters, decisions[-1].spot, cards, choices)
        if rule is None:
            return None
        word, _, times = rule.act.partition(" ")
        adds = rules.spots[decisions[-1].spot].multiples and word == decisions[-1].accept
        act = advice.option(word, int(times or 1) if adds else 0, ())
    return ListedRule(rule.when, rule.act, rule.number, rule.of, act.cost, rule.legend)
