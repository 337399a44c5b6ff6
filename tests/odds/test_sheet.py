"""The pricing layer: what a changed row changes, and figures that must agree with one another."""

import csv
from fractions import Fraction
from math import comb, prod

import msgspec
import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Bets, Price, price, priced_game
from pitboss.odds.draw.model import draw_pays
from pitboss.odds.draw.solve import first_choices
from pitboss.odds.game import WHOLE_GAME, BadMeter, PricedGame, UnknownTable
from pitboss.odds.prices import information_solve
from pitboss.odds.prices.information import worth_of_information
from pitboss.odds.prices.information_solve import suit_classes, unaware_draw
from pitboss.odds.prices.limits import ceiling, limit_prices, ruling_prices
from pitboss.odds.prices.price import Valuer, rounds_of
from pitboss.odds.sheet.csv import csv_text
from pitboss.odds.sheet.json import sheet_record
from pitboss.odds.sheet.sheet import BadRequest, Sheet, SheetLine, SheetRequest, sheet
from pitboss.rulebook.paytable import For, Pays, Push, To

STUDS = ("let-it-ride", "mississippi-stud", "235-stud")
LIR, MS, S235 = (priced_game(game) for game in STUDS)


def line(page: Sheet, wager: str, letter: str = "A") -> SheetLine:
    return next(x for x in page.lines if (x.price.wager, x.price.paytable) == (wager, letter))


# ── a changed row ─────────────────────────────────────────────────────────────────────────────────


def figures(rules: PricedGame) -> dict[tuple[str, str], tuple[object, ...]]:
    """Edge, deviation and returns of every wager and letter."""
    rows: dict[tuple[str, str], tuple[object, ...]] = {}
    for wager in rules.wager_keys():
        for letter in rules.letters(wager):
            p = price(rules, wager, letter)
            returns = tuple(o.returned for o in p.outcomes)
            rows[wager, letter] = (p.house_edge, p.moments.variance, returns)
    return rows


CHANGES = [
    # rules, table, row and new pay → every wager and letter whose figures change
    (LIR, "base", "B", "flush", To(11), {("base", "B")}),
    (LIR, "three-card-bonus", "C", "pair", To(2), {("three-card-bonus", "C")}),
    (LIR, "five-card-bonus", "G", "straight", For(30), {("five-card-bonus", "G")}),
    (LIR, "progressive", "B", "straight", For(7), {("progressive", "B")}),
    # Mississippi's play decides which hands the progressive is paid on.
    (
        MS,
        "base",
        "A",
        "pair of 6s to 10s",
        To(1),
        {(WHOLE_GAME, "A"), *(("progressive", c) for c in "ABCD")},
    ),
    (MS, "progressive", "C", "flush", For(41), {("progressive", "C")}),
    (MS, "six-card-bonus", "B", "flush", To(16), {("six-card-bonus", "B")}),
    # 235: a bet, its raise and the whole game; Win'em All asks only whether the bet wins.
    (
        S235,
        "five-card",
        "A",
        "flush",
        To(21),
        {(k, "A") for k in (WHOLE_GAME, "five-card", "five-card-raise")},
    ),
    (S235, "two-card", "A", "pair", To(2), {(k, "A") for k in (WHOLE_GAME, "two-card")}),
    (S235, "winem-all", "A", "all three bets win", To(13), {("winem-all", "A")}),
]


@pytest.mark.parametrize(("rules", "wager", "letter", "row", "pays", "changed"), CHANGES)
def test_a_changed_row_changes_what_it_should_and_nothing_else(
    rules: PricedGame, wager: str, letter: str, row: str, pays: Pays, changed: set[tuple[str, str]]
) -> None:
    before, after = (
        figures(rules),
        figures(rules.with_pays({row: pays}, wager=wager, letter=letter)),
    )
    assert {key for key in before if before[key] != after[key]} == changed


def test_a_row_turned_into_a_push_costs_its_probability() -> None:
    cheaper = LIR.with_pays({"pair": Push()}, wager="three-card-bonus", letter="A")
    lost = price(cheaper, "three-card-bonus").house_edge - price(LIR, "three-card-bonus").house_edge
    assert lost == Fraction(3744, 22100)


def test_rules_with_one_content_have_one_fingerprint() -> None:
    """Stored solutions are found by it: whatever the way to a table, and never another's."""
    other = LIR.with_pays({"flush": To(11)}, wager="base", letter="A")
    assert other.fingerprint != LIR.fingerprint
    assert (
        other.with_pays({"flush": To(8)}, wager="base", letter="A").fingerprint == LIR.fingerprint
    )
    by_hand = msgspec.structs.replace(LIR, tables=other.tables)
    assert by_hand.fingerprint == other.fingerprint
    assert price(by_hand).house_edge == price(other).house_edge < price(LIR).house_edge


def test_a_row_that_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(UnknownTable, match="no row"):
        LIR.with_pays({"five aces": To(1)}, wager="base", letter="A")


# ── figures that must agree ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", STUDS)
def test_parts_add_up(game: str) -> None:
    for wager in priced_game(game).wager_keys():
        p = price(game, wager)
        assert sum(p.distribution.values()) == p.deals
        assert sum(o.combinations for o in p.outcomes) == p.total
        assert sum((o.probability for o in p.outcomes), Fraction(0)) == 1
        assert sum((o.returned for o in p.outcomes), Fraction(0)) == p.expectation
        lost = sum(n for net, n in p.distribution.items() if net < 0)
        assert p.win_frequency + p.push_frequency + Fraction(lost, p.deals) == 1


def test_the_whole_of_235_is_the_sum_of_its_wagers() -> None:
    wagers = ("two-card", "three-card", "three-card-raise", "five-card", "five-card-raise")
    parts = [price(S235, wager) for wager in wagers]
    whole = price(S235)
    assert sum(p.house_edge for p in parts) == whole.house_edge
    assert sum(p.average_wager for p in parts) == whole.average_wager
    # Not so the deviation: the wagers share cards.
    assert sum(p.moments.variance for p in parts) < whole.moments.variance


def test_skewness_and_deviation_by_hand() -> None:
    two = price(S235, "two-card")  # wins 1 with 546 hands of 1,326, else loses 1
    p = 546 / 1326
    deviation = 2 * (p * (1 - p)) ** 0.5
    assert two.standard_deviation == pytest.approx(deviation, rel=1e-14)
    assert two.skewness == pytest.approx((1 - 2 * p) / (deviation / 2), rel=1e-12)


def test_true_odds_stand_beside_payout_odds() -> None:
    trips = next(o for o in price(LIR, "three-card-bonus").outcomes if "three" in o.hand)
    assert (trips.pays, trips.true_odds) == ("30 to 1", Fraction(424))


def test_ties_change_what_is_staked_and_not_the_edge() -> None:
    on, declined = price(MS), price(MS, ties="decline")
    assert on.house_edge == declined.house_edge
    assert round(float(on.average_wager), 4) == 3.5898
    assert round(float(declined.average_wager), 4) == 3.4836
    assert 0 < on.tied < 1


def test_fixed_sums_weigh_less_on_a_larger_stake() -> None:
    at = {stake: price(LIR, "six-card-bonus", stake=stake).house_edge for stake in (100, 200, 400)}
    # edge = a − b / stake: halving the distance to a with every doubling
    assert at[200] - at[100] == 2 * (at[400] - at[200]) > 0


# ── all wagers of a round ─────────────────────────────────────────────────────────────────────────


def test_the_round_together_is_the_sum_in_the_mean_only() -> None:
    result = sheet(LIR, SheetRequest(stakes={"base": 1000, "three-card-bonus": 500}))
    both = result.together
    assert both is not None
    assert both.stakes["base"] == 1000 and both.stakes["three-card-bonus"] == 500
    assert sum((mean for mean, _ in both.by_wager.values()), Fraction(0)) == both.moments.mean
    assert both.by_wager["three-card-bonus"][0] == -500 * price(LIR, "three-card-bonus").house_edge
    assert both.moments.variance > both.apart


def test_cells_come_to_the_expectation_that_was_solved_for() -> None:
    rounds = rounds_of(MS, MS.base_letters("A"))
    valuer = Valuer(MS, rounds, Bets({"ante": 100}, MS.base_letters("A")))
    total = sum(result.net * result.count for _, result in valuer.results())
    assert Fraction(total, rounds.deals * 100) == -price(MS).house_edge == Fraction(-53223, 1082900)


def test_a_changed_row_of_double_draw_bears_on_its_own_letter_only() -> None:
    """What a round comes to is all that its solution reads of the rules."""
    rules = priced_game("double-draw")
    changed = rules.with_pays({"flush": To(4)}, wager="bonus", letter="B")
    both = (draw_pays(r, r.base_letters(letter)) for letter in "AB" for r in (rules, changed))
    a, other_a, b, other_b = both
    assert a == other_a
    assert b != other_b
    moved = [y - x for x, y in zip(b.categories, other_b.categories, strict=True)]
    assert moved.count(1) == 1 and moved.count(0) == len(moved) - 1


# ── limits, rulings, information ──────────────────────────────────────────────────────────────────


def test_a_payout_limit_costs_the_player_only_where_it_bites() -> None:
    assert ceiling(MS, 500) == 5_000_000
    assert ceiling(MS, 2_000) == 10_000_000  # 5,000 times the minimum (ruling G13)
    assert ceiling(LIR, 500) is None
    low, high = limit_prices(MS, "A", 5_000_000, (500, 10_000))
    assert low.edge_with == low.edge_without == price(MS).house_edge and not low.cut
    assert high.edge_best is not None
    assert high.edge_without < high.edge_best < high.edge_with


def test_a_limit_is_reached_spot_by_spot() -> None:
    """One hand of 235 by itself: 500 to 1 on two five-card spots of $100, cut at $50,000."""
    rounds = rounds_of(S235, S235.base_letters("A"))
    stakes = dict.fromkeys(("two-card", "three-card", "five-card"), 10_000)
    bets = Bets(stakes, S235.base_letters("A"), limit=5_000_000)
    free = msgspec.structs.replace(bets, limit=None)
    worst = max(result.net for _, result in Valuer(S235, rounds, free).results())
    capped = max(result.net for _, result in Valuer(S235, rounds, bets).results())
    assert worst == 10_000 * (1 + 2 * 50 + 2 * 500)
    assert capped == 5_000_000


def test_rulings_with_an_alternative_have_both_edges() -> None:
    prices = {(r.option, r.wager): r for r in ruling_prices(S235)}
    two = prices["ace_low_two_card", "two-card"]
    assert two.edge == 1 - Fraction(2 * 546, 1326)
    assert two.alternative == 1 - Fraction(2 * 534, 1326)  # ruling G4: 534 hands win
    whole = prices["ace_low_two_card", WHOLE_GAME]
    assert whole.alternative - whole.edge == Fraction(2 * 12, 1326)
    assert ruling_prices(LIR) == ()
    three = next(r for r in ruling_prices(MS) if r.paytable == "A")
    # Ruling G3: 60 straights become nothing, 4 straight flushes become flushes.
    assert three.alternative - three.edge == Fraction(60 * 7 + 4 * 36, 22100)


def test_one_community_card_seen_is_worth_what_sets_of_cards_say() -> None:
    from kit import second_count

    rows = dict(zip(second_count.HANDS, (1000, 200, 50, 11, 8, 5, 3, 2), strict=False))
    five = second_count.pays(rows, dict.fromkeys(range(8, 13), 1))
    four = second_count.down(five, 4)
    bet2 = Fraction(int(four.clip(0).sum()), 270725 * 48)
    three = second_count.down(four, 3)
    bet1 = Fraction(int(three.clip(0).sum()), 22100 * 49 * 48)
    first, second, *_ = worth_of_information(LIR, samples=20)
    assert first.gain == bet2 - bet1  # bet 1 is decided as bet 2 is
    all_five = Fraction(int(five.clip(0).sum()), 2598960)
    assert second.gain == all_five - bet1  # bet 2 with all five cards, bet 1 as bet 2 was


@pytest.mark.parametrize("text", ["Ts", "Ah Kh 9c"])
def test_cards_that_are_gone_are_worth_what_sets_of_cards_say(text: str) -> None:
    """One exposed card, and another seat's three: every deal of the rest of the deck counted as
    sets, once decided with those cards in mind and once as if they were not known.
    """
    from kit import second_count

    dead = list(parse_cards(text))
    rows = dict(zip(second_count.HANDS, (1000, 200, 50, 11, 8, 5, 3, 2), strict=False))
    five = second_count.pays(rows, dict.fromkeys(range(8, 13), 1))
    unaware, without = five, np.where(np.isin(second_count.sets(5), dead).any(axis=1), 0, five)
    left, gain = 52 - len(dead), Fraction(0)
    for size in (4, 3):  # known cards at the decisions about bets 2 and 1
        unaware, without = (second_count.down(each, size) for each in (unaware, without))
        alive = ~np.isin(second_count.sets(size), dead).any(axis=1)
        best = int(without[alive].clip(0).sum())
        usual = int(without[alive & (unaware >= 0)].sum())
        deals = comb(left, size) * prod(range(left - 4, left - size + 1))
        gain += Fraction(best - usual, deals)
    assert information_solve._gain_without(*information_solve._solved(LIR, "A"), dead) == gain > 0


def test_more_cards_seen_are_worth_more() -> None:
    *_, seat, table = worth_of_information(MS, samples=20)
    assert seat.gain is not None and 0 < seat.gain < Fraction(table.estimate)
    assert table.error > 0 and table.gain is None


def test_play_without_information_is_worth_what_it_is_when_nothing_was_seen() -> None:
    rules = priced_game("double-draw")
    pays = draw_pays(rules, rules.base_letters("A"))
    for text in ("2c 7d 9h Js As", "Kc Kd 4h 9s JK", "Tc Jc Qc 3d 8h"):
        hand = list(parse_cards(text))
        best = first_choices(hand, pays)[0]
        assert best.discards is not None
        assert unaware_draw(hand, best.discards, [], pays) == best.value
        dead = list(parse_cards("2d 7c Qh 5s Ad"))
        assert (
            unaware_draw(hand, best.discards, dead, pays)
            <= first_choices(hand, pays, dead)[0].value
        )


def test_suit_classes_stand_for_every_hand() -> None:
    assert (len(suit_classes(2)), sum(n for _, n in suit_classes(2))) == (169, 1326)


# ── requests ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "wrong",
    [
        SheetRequest(wager="nope"),
        SheetRequest(paytable="Z"),
        SheetRequest(wager="base", paytable="D"),
        SheetRequest(seats=0),
        SheetRequest(seats=8),
        SheetRequest(stakes={"base": 0}),
        SheetRequest(stakes={"base": 10**12}),
        SheetRequest(stakes={"five-card-bonus": 500}),
        SheetRequest(progressive_stake=300),
        SheetRequest(meters={"mega": 1}),
    ],
)
def test_questions_no_table_can_answer_are_refused(wrong: SheetRequest) -> None:
    with pytest.raises((BadRequest, UnknownTable, BadMeter)):
        sheet(LIR, wrong)


def test_a_sheet_covers_every_wager_and_letter_unless_asked_for_one() -> None:
    whole = sheet(S235)
    assert [(x.price.wager, x.price.paytable) for x in whole.lines] == [
        (wager, letter) for wager in S235.wager_keys() for letter in S235.letters(wager)
    ]
    one = sheet(
        S235, SheetRequest(wager="progressive", paytable="C", seats=6, progressive_stake=500)
    )
    (only,) = one.lines
    assert only.progressive is not None
    assert (only.progressive.stake, only.progressive.seats) == (500, 6)
    assert [m.meter for m in only.progressive.meters] == ["major", "minor"]


def test_the_json_says_a_price_twice_and_alike() -> None:
    record = sheet_record(sheet(LIR, SheetRequest(wager="base")))
    (a, *_) = record["wagers"]
    assert a["house_edge"] == {"fraction": "37963/1082900", "decimal": 37963 / 1082900}
    assert a["outcomes"][0]["hand"] == "royal flush"
    assert a["outcomes"][0]["combinations"] == 4
    assert record["whole_game"][0]["ties"]["default"] == "played on"
    fraction = Fraction(a["standard_deviation"]["squared"])
    assert a["standard_deviation"]["decimal"] == pytest.approx(float(fraction) ** 0.5)


def test_a_fraction_in_the_csv_is_that_of_its_value() -> None:
    """A deviation is no fraction: its square has a line of its own."""
    lines = csv.DictReader(
        csv_text(sheet_record(sheet(LIR, SheetRequest(wager="base")))).splitlines()
    )
    rows = {row["figure"]: row for row in lines}
    for row in rows.values():
        if row["fraction"]:
            assert float(Fraction(row["fraction"])) == float(row["value"])
    name = "wagers/base A 100 cents/standard_deviation"
    assert rows[name]["fraction"] == ""
    assert float(rows[name]["value"]) ** 2 == pytest.approx(float(rows[f"{name}/squared"]["value"]))


def test_prices_are_exact_types() -> None:
    p: Price = price("let-it-ride", "base", "A")
    assert p.house_edge == Fraction(37963, 1082900)
    for value in (p.element_of_risk, p.average_wager, p.hit_frequency, p.moments.variance):
        assert type(value) is Fraction
