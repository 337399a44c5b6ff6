"""The answers to questions about odds, for the API's description.

Workers compute them as JSON (`answers.py`), which the server passes on as bytes; a
test decodes every kind of answer as the record that describes it here.
"""

import msgspec
from msgspec import field

from pitboss.odds.figures import ExactFigure


class OddsRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that has exactly these fields."""


class RootFigure(OddsRecord, frozen=True, kw_only=True):
    """A square root: the decimal, and the exact square."""

    decimal: float
    squared: str


class DecimalFigure(OddsRecord, frozen=True, kw_only=True):
    decimal: float


class SpreadFigures(OddsRecord, frozen=True, kw_only=True):
    """What every price has, in units."""

    house_edge: ExactFigure
    house_edge_of_initial_wager: ExactFigure
    initial_wager: ExactFigure
    element_of_risk: ExactFigure | None
    average_wager: ExactFigure
    standard_deviation: RootFigure
    skewness: DecimalFigure
    hit_frequency: ExactFigure
    win_frequency: ExactFigure
    push_frequency: ExactFigure


class OverviewWager(SpreadFigures, frozen=True, kw_only=True):
    wager: str
    name: str
    paytable: str
    unit: str
    combinations_total: int


class OverviewAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    fingerprint: str
    own_rules: str  # the mark of rules that are no published document's
    wagers: list[OverviewWager]


# ── progressive wagers ────────────────────────────────────────────────────────────────────────────


class OtherSeats(OddsRecord, frozen=True, kw_only=True):
    other_seats: int
    returned: ExactFigure = field(name="return")
    break_even_cents: ExactFigure | None


class MeterPrice(OddsRecord, frozen=True, kw_only=True):
    meter: str
    amount_cents: int
    reset_cents: int
    rate: ExactFigure
    share: ExactFigure
    full_award: ExactFigure
    break_even_cents: ExactFigure | None
    mean_at_award_cents: ExactFigure
    deviation_at_award_cents: DecimalFigure
    rounds_between_full_awards: ExactFigure | None


class AwardFigures(OddsRecord, frozen=True, kw_only=True):
    hand: str
    pays: str
    combinations: int
    probability: ExactFigure
    wagers_between: ExactFigure | None


class ProgressiveFigures(OddsRecord, frozen=True, kw_only=True):
    stake_cents: int
    seats: int
    returned: ExactFigure = field(name="return")
    house_edge: ExactFigure
    fixed_return: ExactFigure
    meter_return: ExactFigure
    envy_return: ExactFigure
    envy_return_per_other_seat: ExactFigure
    by_other_seats: list[OtherSeats]
    long_run_return: ExactFigure
    meters: list[MeterPrice]
    awards: list[AwardFigures]


class MeterAnswer(SpreadFigures, frozen=True, kw_only=True):
    wager: str
    paytable: str
    progressive: ProgressiveFigures


class MeterLine(OddsRecord, frozen=True, kw_only=True):
    meter: str
    reset_cents: int
    per_cent: ExactFigure
    break_even_cents: ExactFigure | None


class ProgressiveLine(OddsRecord, frozen=True, kw_only=True):
    """The edge is `at_zero`, plus `per_cent` for each cent on a meter, plus `per_seat` for each
    other seat in play.
    """

    paytable: str
    stake_cents: int
    at_zero: ExactFigure
    per_seat: ExactFigure
    meters: list[MeterLine]


class LinesAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    fingerprint: str
    lines: list[ProgressiveLine]


class ChangedDecision(OddsRecord, frozen=True, kw_only=True):
    decision: str
    without: ExactFigure
    combined: ExactFigure = field(name="with")


class CombinedAnswer(OddsRecord, frozen=True, kw_only=True):
    """Base game and progressive wager, played for their joint value."""

    base_stake_cents: int
    base_alone_cents: ExactFigure
    both_played_as_base_cents: ExactFigure
    both_played_for_both_cents: ExactFigure
    worth_of_the_wager_cents: ExactFigure
    break_even_cents: dict[str, ExactFigure | None]
    decisions_changed: list[ChangedDecision]


# ── the PAR sheet ─────────────────────────────────────────────────────────────────────────────────


class OutcomeFigures(OddsRecord, frozen=True, kw_only=True):
    hand: str
    pays: str
    combinations: int
    probability: ExactFigure
    returned: ExactFigure = field(name="return")
    true_odds: ExactFigure | None
    average_wager: ExactFigure


class NetChance(OddsRecord, frozen=True, kw_only=True):
    net: ExactFigure
    probability: ExactFigure


class DecisionFrequency(OddsRecord, frozen=True, kw_only=True):
    stage: str
    choice: str
    count: int
    frequency: ExactFigure


class TieFigures(OddsRecord, frozen=True, kw_only=True):
    default: str
    rounds_with_a_tie: ExactFigure
    decisions_counted: str
    played_on: SpreadFigures
    declined: SpreadFigures


class StakeEdge(OddsRecord, frozen=True, kw_only=True):
    stake_cents: int
    house_edge: ExactFigure


class SheetWager(SpreadFigures, frozen=True, kw_only=True):
    """One wager in one letter; the last four fields are there only where they apply."""

    wager: str
    name: str
    paytable: str
    unit: str
    stake_cents: int
    combinations_total: int
    outcomes: list[OutcomeFigures]
    distribution: list[NetChance]
    decisions: list[DecisionFrequency]
    ties: TieFigures | None = None
    edge_by_stake: list[StakeEdge] | None = None
    progressive: list[ProgressiveFigures] | None = None
    played_for_both: CombinedAnswer | None = None


class WholeGameFigures(SpreadFigures, frozen=True, kw_only=True):
    paytable: str
    unit: str
    decisions: list[DecisionFrequency]
    ties: TieFigures


class WagerPart(OddsRecord, frozen=True, kw_only=True):
    wager: str
    expectation_cents: ExactFigure
    variance: ExactFigure


class NetCount(OddsRecord, frozen=True, kw_only=True):
    net_cents: int
    count: int


class WagerCorrelation(OddsRecord, frozen=True, kw_only=True):
    wager: str
    other: str = field(name="with")
    covariance: ExactFigure
    correlation: DecimalFigure


class TogetherFigures(OddsRecord, frozen=True, kw_only=True):
    """Several wagers in one round."""

    stakes_cents: dict[str, int]
    paytables: dict[str, str]
    expectation_cents: ExactFigure
    average_wager_cents: ExactFigure
    element_of_risk: ExactFigure
    standard_deviation_cents: RootFigure
    skewness: DecimalFigure
    variance_if_no_cards_were_shared: ExactFigure
    by_wager: list[WagerPart]
    correlations: list[WagerCorrelation]
    distribution: list[NetCount]


class LimitFigures(OddsRecord, frozen=True, kw_only=True):
    stake_cents: int
    limit_cents: int
    house_edge_without: ExactFigure
    house_edge_with: ExactFigure
    house_edge_with_best_play: ExactFigure | None
    hands_cut: ExactFigure
    highest_limit_allowed_cents: int | None
    limit_always_allowed_cents: int | None


class SheetLimit(LimitFigures, frozen=True, kw_only=True):
    paytable: str


class RulingFigures(OddsRecord, frozen=True, kw_only=True):
    ruling: str
    option: str
    wager: str
    paytable: str
    house_edge: ExactFigure
    house_edge_of_alternative: ExactFigure


class QuietRuling(OddsRecord, frozen=True, kw_only=True):
    option: str
    ruling: str


class WorthFigures(OddsRecord, frozen=True, kw_only=True):
    what: str = field(name="seen")
    gain: ExactFigure
    standard_error: float
    cases: int


class SheetProvenance(OddsRecord, frozen=True, kw_only=True):
    """What determines the figures: versions, rules, solver, method."""

    versions: dict[str, str]
    rules: str
    solver: str
    method: str
    ties: str
    seed: int | None = None
    date: str = ""


class SheetAnswer(OddsRecord, frozen=True, kw_only=True):
    format: int
    game: str
    name: str
    fingerprint: str
    provenance: SheetProvenance
    deck: int
    conventions: dict[str, str]
    wagers: list[SheetWager]
    whole_game: list[WholeGameFigures]
    together: TogetherFigures | None
    payout_limits: list[SheetLimit]
    rulings: list[RulingFigures]
    rulings_without_odds: list[QuietRuling]
    information: list[WorthFigures]
    dealer_errors: None  # a sheet of the API does not ask for them
    own_rules: str = ""  # the mark of rules that are no published document's


class LimitAnswer(OddsRecord, frozen=True, kw_only=True):
    game: str
    paytable: str
    highest_allowed_cents: int | None
    payout_limits: list[LimitFigures]


# ── rows that pay something else ──────────────────────────────────────────────────────────────────


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
