"""The answer to a what-if, for the API's description."""

from pitboss.house.pricing.records import OddsRecord, RootFigure
from pitboss.odds.figures import ExactFigure


class ChangedRow(OddsRecord, frozen=True, kw_only=True):
    wager: str
    name: str
    row: str
    published: str
    pays: str


class WhatIfFigures(OddsRecord, frozen=True, kw_only=True):
    house_edge: ExactFigure
    element_of_risk: ExactFigure
    average_wager: ExactFigure
    standard_deviation: RootFigure
    hit_frequency: ExactFigure


class MovedDecision(OddsRecord, frozen=True, kw_only=True):
    stage: str
    choice: str
    published: ExactFigure
    changed: ExactFigure


class WhatIfAnswer(OddsRecord, frozen=True, kw_only=True):
    """The whole game with rows that pay something else."""

    game: str
    fingerprint: str
    paytable: str
    own_rules: str  # the mark of rules that are no published document's
    rows: list[ChangedRow]
    published: WhatIfFigures
    changed: WhatIfFigures
    decisions: list[MovedDecision]
