"""The sections of a sheet for laboratories, each against another way to the same figure."""

from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np
import pytest

from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game
from pitboss.odds.prices import errors
from pitboss.odds.prices.errors import payment_errors
from pitboss.odds.prices.information import worth_of_exposed_cards, worth_of_seats
from pitboss.odds.prices.limits import limit_prices, other_readings
from pitboss.odds.prices.price import Bets, Valuer, price, rounds_of
from pitboss.odds.sheet.json import sheet_record
from pitboss.odds.sheet.sheet import BadRequest, SheetRequest, sheet, together
from pitboss.odds.simulation.job import job_of
from pitboss.odds.simulation.run import run
from pitboss.rulebook.paytable import For, To

LIR, MS, S235, DD = map(priced_game, ("let-it-ride", "mississippi-stud", "235-stud", "double-draw"))


# ── correlations ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [LIR, MS, S235])
def test_covariances_add_up_to_the_variance_of_the_round(game: PricedGame) -> None:
    bets = together(game, SheetRequest())
    assert sum(bets.covariances.values()) == bets.moments.variance
    for one in bets.by_wager:
        assert bets.covariances[one, one] == bets.by_wager[one][1]
        assert bets.correlation(one, one) == pytest.approx(1)
        for other in bets.by_wager:
            assert bets.covariances[one, other] == bets.covariances[other, one]
            assert -1 <= bets.correlation(one, other) <= 1 + 1e-12


def test_dealt_rounds_have_the_same_correlation() -> None:
    """Four million rounds, seed 41: the covariance of base and Three Card Bonus within 4σ."""
    stakes = {WHOLE_GAME: 100, "three-card-bonus": 100}
    bets = together(LIR, SheetRequest(stakes=stakes))
    dealt = run(job_of(LIR, {}, seed=41), 4_000_000)
    rounds = rounds_of(LIR, LIR.base_letters(""))
    cells = tuple(dealt.engine.cells(dealt.every))
    simulated = msgspec.structs.replace(rounds, cells=cells)
    by_spot = {spot.key: 100 for spot in LIR.game.spots if spot.required}
    by_spot |= {s.key: 100 for s in LIR.game.spots if s.wager == "three-card-bonus"}
    letters = {key: next(iter(tables)) for key, tables in LIR.tables.items()}
    results = [r for _, r in Valuer(LIR, simulated, Bets(by_spot, letters)).results()]
    side = np.array([r.by_wager["three-card-bonus"] for r in results], float)
    base = np.array([r.net for r in results], float) - side
    weights = np.array([r.count for r in results]) / dealt.dealt
    product = (base - float(bets.by_wager[WHOLE_GAME][0])) * (
        side - float(bets.by_wager["three-card-bonus"][0])
    )
    estimate = float(weights @ product)
    error = sqrt(float(weights @ (product - estimate) ** 2) / dealt.dealt)
    exact = float(bets.covariances[WHOLE_GAME, "three-card-bonus"])
    assert abs(estimate - exact) < 4 * error


# ── dealer errors ─────────────────────────────────────────────────────────────────────────────────


def repriced(game: PricedGame, wager: str, letter: str, hand: str, pays: object) -> Fraction:
    """The result of the wager with the row changed and every decision as before."""
    table = game.tables[wager][letter]
    rows = tuple(
        msgspec.structs.replace(row, pays=pays) if row.name == hand else row for row in table.rows
    )
    changed = msgspec.structs.replace(table, rows=rows)
    tables = game.tables | {wager: game.tables[wager] | {letter: changed}}
    other = PricedGame(game.game, tables)
    rounds = rounds_of(game, game.base_letters(""))
    letters = {key: next(iter(each)) for key, each in game.tables.items()}
    required = any(spot.wager == wager and spot.required for spot in game.game.spots)
    by_spot = {
        spot.key: 100
        for spot in game.game.spots
        if not spot.multiples and (spot.wager == wager or (required and spot.required))
    }
    return sum(
        (
            Fraction(result.by_wager.get(wager, 0) * result.count, rounds.deals * 100)
            for _, result in Valuer(other, rounds, Bets(by_spot, letters)).results()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        (MS, ("base", "three-card-bonus")),
        (LIR, ("base", "five-card-bonus")),
        (S235, ("five-card", "two-card")),
    ],
)
def test_a_wrong_payment_costs_what_the_changed_table_costs(
    game: PricedGame, wagers: tuple[str, ...]
) -> None:
    checked = 0
    for wager in wagers:
        table = game.tables[wager]["A"]
        right = repriced(game, wager, "A", "", None)
        for error in payment_errors(game, "A"):
            if error.wager != wager or error.error in (errors.NOT_TAKEN, errors.PUSH_TAKEN):
                continue
            if error.error == errors.PUSH_PAID:
                pays: object = To(1)
            else:
                pays = next(r.pays for r in table.rows if error.instead == f"{r.name}, {r.pays}")
            wrong = repriced(game, wager, "A", error.hand, pays)
            assert wrong - right == error.chance * error.cost, error
            checked += 1
    assert checked > 12


def test_a_missed_push_takes_the_whole_stake() -> None:
    by_error = {e.error: e for e in payment_errors(MS) if e.wager == "base"}
    taken, paid = by_error[errors.PUSH_TAKEN], by_error[errors.PUSH_PAID]
    assert taken.cost == -paid.cost < -3  # at least an ante and three bets of one
    loser = by_error[errors.NOT_TAKEN]
    # Losers that nobody takes cost what they had staked.
    outcome = next(o for o in price(MS).outcomes if o.hand == "nothing")
    assert loser.cost == outcome.average_wager and loser.chance == outcome.probability


def test_every_game_has_its_errors() -> None:
    for game in (LIR, S235, DD):
        every = payment_errors(game)
        assert {e.wager for e in every} >= {w.key for w in game.game.wagers if not w.wins_with}
        for error in every:
            if error.error in (errors.OVERPAID, errors.NOT_TAKEN):
                assert error.cost >= 0  # two rows may pay the same


# ── shared information ────────────────────────────────────────────────────────────────────────────


def test_one_exposed_card_is_worth_less_than_a_seat_of_them() -> None:
    *community, other = worth_of_exposed_cards(MS)
    assert len(community) == 3 and other.samples == 52
    seat = worth_of_seats(MS, 1)
    assert seat.gain is not None and other.gain is not None and seat.samples == 1326
    assert 0 < other.gain < seat.gain
    assert all(card.gain is not None and card.gain > seat.gain for card in community)


def test_a_sample_of_seats_agrees_with_the_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """200 samples of one seat, seed 235, within 4σ of all 1,326 hands."""
    exact = worth_of_seats(MS, 1)
    monkeypatch.setattr("pitboss.odds.prices.information.MAX_CASES", 1)
    sampled = worth_of_seats(MS, 1, samples=200)
    assert sampled.gain is None and sampled.samples == 200
    assert abs(sampled.estimate - exact.estimate) < 4 * sampled.error


# ── rulings, limits, origin ───────────────────────────────────────────────────────────────────────


def test_the_three_card_progressive_with_the_ace_high_only() -> None:
    """Without A-2-3 sixty straights pay nothing, and four straight flushes pay as flushes."""
    readings = {r.paytable: r for r in other_readings(LIR)}
    assert set(readings) == {"B", "C"}
    for letter, reading in readings.items():
        rows = LIR.tables["progressive"][letter].rows
        pays = {row.category: row.pays.odds for row in rows if isinstance(row.pays, For)}
        straight, flush, suited = (
            pays.get(category, 0) for category in ("straight", "flush", "straight flush")
        )
        lost = Fraction(60 * straight + 4 * (suited - flush), 22_100)
        assert reading.alternative - reading.edge == lost > 0


def test_a_limit_is_held_against_the_document() -> None:
    with pytest.raises(BadRequest, match=r"\$0 is not a payout limit"):
        sheet(MS, SheetRequest(wager="base", limit=0))
    (low,) = limit_prices(MS, "A", 2_000_000, (500,))
    assert "below $50,000" in low.remark and low.floor == 5_000_000
    (high,) = limit_prices(MS, "A", 6_000_000, (500,))
    assert "above what a house may set at this minimum, $50,000" in high.remark
    # At a $25 minimum one hand can win 5,000 × $25, so the same limit is allowed.
    (allowed,) = limit_prices(MS, "A", 6_000_000, (2_500,))
    assert allowed.allowed == 12_500_000 and not allowed.remark


def test_every_sheet_says_where_its_figures_come_from() -> None:
    record = sheet_record(sheet(MS, SheetRequest(wager="base", date="2026-11-16")))
    origin = record["provenance"]
    assert origin["rules"] == MS.fingerprint == record["fingerprint"]
    assert origin["date"] == "2026-11-16" and origin["versions"].keys() >= {"pitboss", "python"}
    assert "bolder" in origin["ties"] and len(origin["solver"]) == 64
    bare = sheet_record(sheet(MS, SheetRequest(wager="base")))["provenance"]
    assert bare == {key: value for key, value in origin.items() if key != "date"}
