"""Addresses of the coach: hints at a table, the review of a session, the trainer."""

from typing import Annotated

import msgspec
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from pitboss.house.coach.example_round import ExampleRound
from pitboss.house.coach.lessons import Lessons, TrainerPack
from pitboss.house.coach.service import Decisions, Hint, SessionReview
from pitboss.house.coach.trainer import Point, Trainer, TrainerGame, TrainerGrade, TrainerQuestion
from pitboss.web.api.common import PLAYER, ApiRequest, get, post
from pitboss.web.api.models import RequestBody
from pitboss.web.guard import ANYONE, EVERYONE

Key = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$")]


class TrainerAnswer(RequestBody, frozen=True):
    """One of the question's acts; `slots` are the cards of the hand to discard."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,40}$")]
    act: Annotated[str, msgspec.Meta(pattern="^[a-z]{1,20}$")]
    multiple: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    slots: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=20)], ...], msgspec.Meta(max_length=10)
    ] = ()


def lessons_of(request: ApiRequest) -> Lessons:
    lessons: Lessons = request.app.state.lessons
    return lessons


@get("/api/rules/{game:str}/example", ANYONE)
def rules_example(request: ApiRequest, game: Key) -> ExampleRound:
    """A round of the game played out, each decision with the exact worth of every act."""
    return lessons_of(request).example(game)


@get("/api/lessons/{game:str}", ANYONE)
def lesson_pack(request: ApiRequest, game: Key) -> TrainerPack:
    """Hands of every stage with their answers, to train without a network."""
    return lessons_of(request).pack(game)


@get("/api/tables/{table:str}/hint", PLAYER, refuses=True)
def hint(request: ApiRequest, table: FromPath[str]) -> Hint:
    """At one's turn: every act with its exact value in cents, the best first."""
    return request.coach.hint(table, request.person.name)


@get("/api/tables/{table:str}/coach", PLAYER)
def decisions(
    request: ApiRequest,
    table: FromPath[str],
    number: Annotated[int | None, QueryParameter(name="round", ge=1, le=2**31 - 1)] = None,
) -> Decisions:
    """One's own decisions of a round and what they cost; the current round by default."""
    return request.coach.decisions(table, number, request.person.name)


@get("/api/me/session", PLAYER)
def session(
    request: ApiRequest,
    since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=2000)] = 500,
    currency: Annotated[str, QueryParameter(pattern="^(practice|real)?$")] = "",
) -> SessionReview:
    """One's own rounds: expected result, luck, and cost of mistakes. Times in milliseconds."""
    return request.coach.session(request.person.name, since, limit, currency)


def trainer_of(request: ApiRequest) -> Trainer:
    return Trainer(request.house, request.coach)


@get("/api/trainer", EVERYONE)
def trainer_menu(request: ApiRequest) -> list[TrainerGame]:
    """Every game's stages to train, with one's own score."""
    return trainer_of(request).menu(request.person.name)


@get("/api/trainer/{game:str}/{stage:str}", EVERYONE)
def trainer_points(request: ApiRequest, game: Key, stage: Key) -> list[Point]:
    """One's own answers at a stage: time, correctness, and cost in cents."""
    return trainer_of(request).points(request.person.name, game, stage)


@post("/api/trainer/{game:str}/{stage:str}/hand", EVERYONE)
def trainer_hand(request: ApiRequest, game: Key, stage: Key) -> TrainerQuestion:
    """The open question, or the next one."""
    return trainer_of(request).ask(request.person.name, game, stage)


@post("/api/trainer/{game:str}/{stage:str}/answer", EVERYONE)
def trainer_answer(
    request: ApiRequest, game: Key, stage: Key, data: JSONBody[TrainerAnswer]
) -> TrainerGrade:
    """The answer's cost, every act with its exact value, and the rule that covers the hand."""
    answer = (game, stage, data.id, data.act, data.multiple, data.slots)
    return trainer_of(request).answer(request.person.name, *answer)
