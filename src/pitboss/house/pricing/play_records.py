"""The answers to questions about play: a hand, classes of hands, a pocket card, sessions."""

from pitboss.house.pricing.records import OddsRecord
from pitboss.odds.figures import ExactFigure
from pitboss.odds.rule_lists.text import PricedList


class ActFigures(OddsRecord, frozen=True, kw_only=True):
    act: str
    value: ExactFigure
    cost: ExactFigure
    value_cents: float
    cost_cents: float


class HandAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    fingerprint: str
    paytables: dict[str, str]
    decision: str
    cards: str
    dead: str
    earlier: list[str]
    staked: int
    unit: str
    stake_cents: int
    best: str
    ties: list[str]
    second_best_costs: ExactFigure | None
    options: list[ActFigures]


class ActShare(OddsRecord, frozen=True, kw_only=True):
    act: str
    classes: int
    hands: int
    share: ExactFigure


class ClassRow(OddsRecord, frozen=True, kw_only=True):
    cards: str
    suits: str
    hands: int
    staked: int
    best: str
    ties: str
    discards: str
    value: ExactFigure
    second_costs: ExactFigure


class ClassesAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    fingerprint: str
    paytables: dict[str, str]
    decision: str
    decisions: list[str]
    staked: list[int]
    complete: bool
    classes: int
    hands: int
    acts: list[ActShare]
    start: int
    rows: list[ClassRow]


class CardAnswer(OddsRecord, frozen=True, kw_only=True):
    """A pocket card."""

    game: str
    letters: dict[str, str]
    unit: str
    optimal: ExactFigure
    cost: ExactFigure
    exact: str
    lists: list[PricedList]
    legend: list[str]
    fingerprint: str
    house_edge: ExactFigure


class SessionPoint(OddsRecord, frozen=True, kw_only=True):
    rounds: int
    median: float
    bounds: list[list[float]]


class SessionsAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    paytable: str
    unit: str
    sessions: int
    seed: int
    expectation: ExactFigure
    bands: list[float]
    rounds: list[SessionPoint]


class FanPointRecord(OddsRecord, frozen=True, kw_only=True):
    """After so many rounds: quantiles in cents, and the chance to be ahead to within `within`."""

    rounds: int
    quantiles: list[float]
    ahead: float
    within: float


class FanAnswer(OddsRecord, frozen=True, kw_only=True):
    """`expectation` is in cents a round; `shares` are those of the quantiles."""

    game: str
    paytable: str
    stake: int
    rounds: int
    shares: list[float]
    expectation: ExactFigure
    points: list[FanPointRecord]
