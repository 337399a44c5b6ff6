"""The questions about odds that the house answers, and the worker's reply."""

import hashlib
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.rulebook import OwnRules

ALL_CLASSES: Final = 200_000  # more than the largest decision has


class PriceQuestion(msgspec.Struct, frozen=True, tag=True):
    game: str
    # Rules of no published document travel with the question: a worker knows no house.
    own: OwnRules | UnsetType = UNSET


class SheetQuestion(PriceQuestion, frozen=True, kw_only=True):
    """A PAR sheet; see `pitboss.odds.sheet.sheet.SheetRequest`."""

    wager: str = ""
    tables: dict[str, str] = {}
    stakes: dict[str, int] = {}
    meters: dict[str, int] = {}
    rates: dict[str, int] = {}
    seats: int = 1
    progressive_stake: int = 100
    limit: int | None = None
    information: bool = False


class OverviewQuestion(PriceQuestion, frozen=True):
    """Every wager and paytable letter, one line each."""


class LinesQuestion(PriceQuestion, frozen=True):
    """Every progressive letter and stake as a straight line in its meters and in the seats."""


class MeterQuestion(PriceQuestion, frozen=True, kw_only=True):
    """One progressive letter at a meter."""

    letter: str
    stake: int = 100
    seats: int = 1
    meters: dict[str, int] = {}


class CombinedQuestion(PriceQuestion, frozen=True, kw_only=True):
    """Base game and progressive played for their joint value, where a fold forfeits the wager."""

    letter: str
    base_stake: int = 500
    stake: int = 100
    meters: dict[str, int] = {}


class LimitQuestion(PriceQuestion, frozen=True, kw_only=True):
    letter: str
    limit: int | None = None  # None is the highest a house may set
    stakes: tuple[int, ...] = ()


class HandQuestion(PriceQuestion, frozen=True, kw_only=True):
    """One hand, with the value of every act."""

    cards: str
    dead: str | None = None
    bets: tuple[str, ...] | None = None
    letters: dict[str, str] = {}
    stake: int = 1_000


class ClassesQuestion(PriceQuestion, frozen=True, kw_only=True):
    """A page of the classes of hands of one decision."""

    decision: str = ""
    letters: dict[str, str] = {}
    staked: int | None = None
    best: str = ""
    suits: str = ""
    ranks: str = ""  # ranks the hand must have, as in "AAK"
    sort: str = ""
    start: int = 0
    count: int = 50


class CardQuestion(PriceQuestion, frozen=True, kw_only=True):
    """The rule lists of a pocket card."""

    letters: dict[str, str] = {}
    rules: int | None = None


class SessionsQuestion(PriceQuestion, frozen=True, kw_only=True):
    """A bankroll over a session of the whole game."""

    letter: str


class FanQuestion(PriceQuestion, frozen=True, kw_only=True):
    """Where sessions of the whole game end: exact quantiles after more and more rounds."""

    letter: str
    stake: int
    rounds: int


class _Changed(PriceQuestion, frozen=True, kw_only=True):
    letter: str
    changes: tuple[str, ...] = ()  # as `--pays` takes them


class WhatIfQuestion(_Changed, frozen=True, kw_only=True):
    """The whole stud game with rows that pay something else."""


class DrawWhatIfQuestion(_Changed, frozen=True, kw_only=True):
    """The same of a draw game, which takes seconds to solve."""


# These take well under a second once the game is solved.
QUICK: Final = (
    FanQuestion,
    OverviewQuestion,
    LinesQuestion,
    MeterQuestion,
    LimitQuestion,
    HandQuestion,
    WhatIfQuestion,
)

Question = (
    SheetQuestion
    | OverviewQuestion
    | LinesQuestion
    | MeterQuestion
    | CombinedQuestion
    | LimitQuestion
    | HandQuestion
    | ClassesQuestion
    | CardQuestion
    | SessionsQuestion
    | FanQuestion
    | WhatIfQuestion
    | DrawWhatIfQuestion
)


class WorkerReply(msgspec.Struct, frozen=True):
    answer: msgspec.Raw = msgspec.Raw(b"null")
    wrong: str = ""
    clause: str = ""
    what_to_do: str = ""
    memory: int = 0  # bytes the worker has grown to


def question_key(question: Question) -> str:
    return hashlib.sha256(msgspec.json.encode(question, order="sorted")).hexdigest()
