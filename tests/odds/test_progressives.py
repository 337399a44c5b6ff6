"""Progressive wagers: returns by hand, meters played out, and play that minds the wager."""

from fractions import Fraction
from random import Random
from statistics import fmean, pstdev

import pytest

from pitboss.odds import price, priced_game
from pitboss.odds.game import BadMeter
from pitboss.odds.prices.progressive import meter_figures, progressive_price, solved_with

LIR, MS, S235 = (priced_game(game) for game in ("let-it-ride", "mississippi-stud", "235-stud"))


def test_a_progressive_breaks_even_where_it_says() -> None:
    p = progressive_price(LIR, "A", seats=6)
    even = p.meters[0].break_even
    assert even is not None and even.denominator < 1000
    assert p.edge_at("meter", 0) > p.house_edge > 0
    line = p.edge_at("meter", 0) - p.edge_at("meter", 1)
    assert p.edge_at("meter", 0) - line * even == 0


def test_let_it_ride_progressive_by_hand() -> None:
    p = progressive_price(LIR, "B", stake=100, seats=7)
    of = Fraction(1, 22100)
    fixed = of * (3 * 500 + 44 * 70 + 52 * 60 + 720 * 6)
    assert p.fixed_return == fixed
    assert p.meter_return == of * 1000
    assert p.envy_return == 6 * of * (100 + 3 * 25)
    # In the long run the meter pays what it takes and what it is reseeded with.
    assert p.long_run_meter_return == Fraction(1, 10) + of * 1000
    meter = p.meters[0]
    assert meter.mean_at_award == 100_000 + 22_100 * 10
    assert meter.rounds_between == Fraction(22100, 7)


def test_the_mean_of_a_meter_that_percent_awards_deplete() -> None:
    """Played out award by award from the balance of what comes in and what goes out."""
    p = progressive_price(S235, "A", rates={"meter": 50_000})
    meter = p.meters[0]
    royal, straight = Fraction(4, 2598960), Fraction(36, 2598960)
    taken = 100 * Fraction(5, 100)
    # What an average wager takes from the meter is what it brings and what resets bring.
    assert meter.mean_at_award * (royal + straight / 10) == taken + royal * meter.reset
    assert p.long_run_return == p.fixed_return + Fraction(5, 100) + royal * 10_000


def test_what_a_meter_shows_at_an_award_played_out() -> None:
    """A meter with frequent awards, run wager by wager; the figures have no such run in them."""
    full, part = Fraction(1, 40), Fraction(1, 10)
    parts = [(Fraction(1), full), (Fraction(1, 10), part)]
    figures = meter_figures("m", 0, 5_000, 200_000, 100, 1, parts, Fraction(0))
    rng = Random(235)
    shown, meter = [], 5_000.0
    for _ in range(300_000):
        meter += 20  # twenty percent of a dollar
        drawn = rng.random()
        if drawn < full + part:
            shown.append(meter)
        meter = 5_000 if drawn < full else meter * 0.9 if drawn < full + part else meter
    assert fmean(shown) == pytest.approx(float(figures.mean_at_award), rel=0.01)
    assert pstdev(shown) == pytest.approx(float(figures.deviation_at_award), rel=0.05)


def test_envy_grows_by_the_same_with_every_seat() -> None:
    alone, crowded = (progressive_price(S235, "C", seats=seats) for seats in (1, 6))
    assert alone.with_others(5)[0] == crowded.returned
    assert alone.with_others(5)[1] == crowded.meters[0].break_even
    assert crowded.with_others(0) == (alone.returned, alone.meters[0].break_even)


def test_five_dollars_need_a_meter_five_times_as_high() -> None:
    one, five = (progressive_price(MS, "A", stake=stake) for stake in (100, 500))
    assert one.meters[0].break_even is not None and five.meters[0].break_even is not None
    assert five.meters[0].break_even == 5 * one.meters[0].break_even
    assert five.envy_per_seat == one.envy_per_seat


def test_mississippi_is_played_for_the_progressive_too() -> None:
    solved = solved_with(MS, "A", base_stake=500, stake=100, meters={"meter": 20_000_000})
    assert solved.best > solved.unchanged
    before, after = solved.changed["third-street: fold"]
    assert after < before  # a fold forfeits the wager, so fewer hands are folded
    even = solved.break_even["meter"]
    plain = progressive_price(MS, "A").meters[0].break_even
    assert even is not None and plain is not None and even < plain
    at_even = solved_with(MS, "A", base_stake=500, stake=100, meters={"meter": round(even)})
    assert abs(at_even.worth) < Fraction(1, 1000)


def test_a_fold_forfeits_the_progressive_and_keeps_the_bonus() -> None:
    progressive = price(MS, "progressive")
    assert next(o for o in progressive.outcomes if o.hand == "folded").returned < 0
    assert all(o.hand != "folded" for o in price(MS, "three-card-bonus").outcomes)


@pytest.mark.parametrize(
    ("meters", "sentence"),
    [({"meter": -1}, "no meter shows"), ({"meter": 10**30}, "no meter shows"), ({"x": 1}, "'x'")],
)
def test_impossible_meters_are_refused(meters: dict[str, int], sentence: str) -> None:
    with pytest.raises(BadMeter, match=sentence):
        price(MS, "progressive", "A", meters=meters)
