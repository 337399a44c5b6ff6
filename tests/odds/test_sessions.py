"""Sessions: convolution and ruin against a slow twin, against simulation, and at their limits."""

import json
import random
from fractions import Fraction
from itertools import combinations
from math import comb, exp, sqrt

import numpy as np
import pytest
from click.testing import CliRunner

from pitboss import session as library_session
from pitboss.commands import session as cli
from pitboss.odds.game import WHOLE_GAME, InvalidArgument, PricedGame, priced_game
from pitboss.odds.prices.price import price
from pitboss.odds.sessions import seats, sums
from pitboss.odds.sessions.one_round import one_round
from pitboss.odds.sessions.ruin import for_ever, within
from pitboss.odds.sessions.session import SHARES, SessionRequest, SessionSheet, session
from pitboss.rulebook import GAMES
from twins import sessions as twin

LIR, MS = priced_game("let-it-ride"), priced_game("mississippi-stud")
COIN = {-100: 1, 100: 1}
UNEVEN = {-300: 5, -100: 7, 0: 3, 200: 6, 1500: 1}


def distribution(results: dict[int, int], step: int, rounds: int) -> dict[int, int]:
    total = sums.session(results, step, rounds, "down")
    return {(total.first + at) * step: part for at, part in enumerate(total.parts()) if part}


# ── the sum of rounds ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rounds", [1, 2, 3, 7, 12])
@pytest.mark.parametrize("results", [COIN, UNEVEN, {-500: 1, 700: 2, 5_000: 1}])
def test_a_session_is_what_following_every_sequence_gives(
    results: dict[int, int], rounds: int
) -> None:
    total = sums.session(results, 100, rounds, "down")
    exact = twin.session(results, rounds)
    scale, missing = 10**total.digits, total.missing
    assert 0 <= missing < Fraction(1, 10**14)
    chances = distribution(results, 100, rounds)
    for net, chance in exact.items():
        assert 0 <= chance - Fraction(chances.get(net, 0), scale) <= missing
    assert set(chances) <= set(exact)
    cumulated = sums.cumulated(total)
    for share in SHARES:
        quantile = twin.quantile(exact, share)
        assert cumulated.quantile(share) == (quantile, quantile)


def test_a_long_session_of_coins_is_binomial() -> None:
    """1,000 coins: every chance against the binomial coefficient."""
    total = sums.session(COIN, 100, 1_000, "down")
    scale = 10**total.digits
    parts = distribution(COIN, 100, 1_000)
    for heads in range(400, 601):
        exact = Fraction(comb(1_000, heads), 2**1_000)
        part = Fraction(parts[(2 * heads - 1_000) * 100], scale)
        assert 0 <= exact - part <= total.missing < Fraction(1, 10**14)


def test_joined_results_enclose_the_true_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sums.cumulated(sums.session(UNEVEN, 100, 50, "down"))
    monkeypatch.setattr(sums, "MAX_POINTS", 60)
    down, up = (sums.session(UNEVEN, 100, 50, direction) for direction in ("down", "up"))
    assert down.joined and up.joined and down.step > 100
    least, most = sums.cumulated(down), sums.cumulated(up)
    for cents in range(-5_000, 5_000, 100):
        assert most.at_most(cents).low <= whole.at_most(cents).low
        assert whole.at_most(cents).low <= least.at_most(cents).high
    for share in SHARES:
        low, high = least.quantile(share)[0], most.quantile(share)[1]
        assert low <= whole.quantile(share)[0] <= high
        assert high - low < 60 * 100


def test_a_session_has_the_moments_of_its_rounds() -> None:
    bets = one_round(MS, {"base": 1_000, "three-card-bonus": 500})
    total = sums.session(bets.results, bets.step, 20, "down")
    parts = distribution(bets.results, bets.step, 20)
    scale = 10**total.digits
    mean = sum(net * Fraction(part, scale) for net, part in parts.items())
    square = sum(net * net * Fraction(part, scale) for net, part in parts.items())
    reach = 20 * max(bets.results)
    assert abs(mean - 20 * bets.moments.mean) <= total.missing * reach
    variance = 20 * bets.moments.variance
    assert abs(square - mean * mean - variance) <= 3 * total.missing * reach**2


@pytest.mark.parametrize("game", GAMES)
def test_one_round_is_the_priced_round(game: str) -> None:
    bets, whole = one_round(priced_game(game), {WHOLE_GAME: 100}), price(game)
    assert bets.moments.mean / 100 == whole.expectation
    assert bets.moments.variance / 100**2 == whole.moments.variance
    assert bets.edge == whole.house_edge_initial
    assert bets.staked / 100 == whole.average_wager


def test_a_side_wager_joins_the_round_with_its_shared_cards() -> None:
    alone, both = one_round(LIR), one_round(LIR, {"three-card-bonus": 100})
    side = price(LIR, "three-card-bonus")
    assert both.moments.mean == alone.moments.mean + 100 * side.expectation
    assert both.moments.variance > alone.moments.variance + 100**2 * side.moments.variance
    assert both.initial == alone.initial + 100


# ── against dealt sessions ────────────────────────────────────────────────────────────────────────


def test_dealt_sessions_agree() -> None:
    """5,000 sessions of 100 rounds, seed 14: shares ahead and below each quantile within 4σ."""
    bets = one_round(MS)
    rng = random.Random(14)
    nets, counts = list(bets.results), list(bets.results.values())
    dealt = [sum(rng.choices(nets, counts, k=100)) for _ in range(5_000)]
    exact = session(MS, SessionRequest(100)).spread

    def off(times: int, chance: float) -> float:
        return (times - 5_000 * chance) / sqrt(5_000 * chance * (1 - chance))

    assert abs(off(sum(net > 0 for net in dealt), exact.ahead.middle)) < 4
    cumulated = sums.cumulated(sums.session(bets.results, bets.step, 100, "down"))
    for quantile in exact.quantiles:
        chance = cumulated.at_most(quantile.low).low
        assert abs(off(sum(net <= quantile.low for net in dealt), float(chance))) < 4


def test_dealt_sessions_stay_within_the_interval_of_hold() -> None:
    """4,000 sessions of 60 rounds, seed 15: as many as the confidence says, within 4σ."""
    bets, rounds, deals = one_round(LIR), 60, 4_000
    rng = random.Random(15)
    nets, counts = list(bets.results), list(bets.results.values())
    dealt = [
        Fraction(-sum(rng.choices(nets, counts, k=rounds)), rounds * bets.initial)
        for _ in range(deals)
    ]
    result = session(LIR, SessionRequest(rounds))
    (low, high), share = result.hold, float(result.request.confidence)
    error = 4 * sqrt(share * (1 - share) / deals)
    assert sum(low <= hold <= high for hold in dealt) / deals > share - error
    assert sum(low < hold < high for hold in dealt) / deals < share + error


# ── ruin ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("bankroll", [100, 250, 300, 900])
@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_ruin_is_what_following_every_sequence_gives(rounds: int, bankroll: int) -> None:
    table = within(UNEVEN, 100, rounds, bankroll)
    assert table is not None
    low, high = table.chance(bankroll)
    exact = float(twin.ruin(UNEVEN, rounds, bankroll))
    assert low <= exact <= high and high - low < 1e-12


def test_a_gambler_with_an_even_coin_is_ruined_as_the_books_say() -> None:
    """P(ruin of b within n) = P(S_n ≤ −b) + P(S_n < −b), by reflection."""
    table = within(COIN, 100, 400, 2_000)
    assert table is not None
    for units in (1, 5, 20):
        at_most = sum(comb(400, k) for k in range(401) if 2 * k - 400 <= -units)
        below = sum(comb(400, k) for k in range(401) if 2 * k - 400 < -units)
        low, high = table.chance(100 * units)
        exact = Fraction(at_most + below, 2**400)
        assert low <= exact <= high and high - low < 1e-10


def test_the_bankroll_for_a_risk_is_the_least_one() -> None:
    request = SessionRequest(100, bankroll=50_000, risk=Fraction(1, 20))
    enough = session(MS, request).ruin.bankroll
    bets = one_round(MS)
    table = within(bets.results, bets.step, 100, 50_000)
    assert enough is not None and table is not None
    assert table.chance(enough)[1] <= 0.05 < table.chance(enough - bets.step)[0]


def test_ruin_without_an_end() -> None:
    """A coin that the player loses: the house's θ is known, ln(p/q) for each unit."""
    side = for_ever({-100: 6, 100: 4})
    assert side is not None and side.side == "house"
    assert abs(exp(-side.theta * 100) - 4 / 6) < 1e-12
    # The house's bank of five units: the classical answer lies within Lundberg's bounds.
    low, high = side.chance(500)
    assert low <= (4 / 6) ** 5 <= high * (1 + 1e-12)
    assert for_ever(COIN) is None  # fair: both are ruined
    assert for_ever({-100: 1, -200: 3}) is None  # the house cannot lose
    player = for_ever({-100: 4, 100: 6})
    assert player is not None and player.side == "player"
    assert abs(player.theta - side.theta) < 1e-15


def test_a_table_that_would_take_too_long_is_left_out() -> None:
    bets = one_round(MS)
    assert within(bets.results, bets.step, 10**9, 10_000) is None


# ── several seats ─────────────────────────────────────────────────────────────────────────────────


def test_pairs_of_hands_without_a_common_card() -> None:
    rng = random.Random(3)
    for size in (2, 3):
        hands = np.array(list(combinations(range(7), size)))
        values = np.array([rng.randint(-9, 30) for _ in hands])
        slow = sum(
            int(a * b)
            for one, a in zip(hands.tolist(), values, strict=True)
            for other, b in zip(hands.tolist(), values, strict=True)
            if not {*one} & {*other}
        )
        assert seats.disjoint_sum(hands, values) == slow


def test_the_covariance_of_two_seats_is_that_of_dealt_rounds() -> None:
    """A million rounds of two seats in 40 batches, seed 235: within 4σ of the exact covariance."""
    game = priced_game("235-stud")
    bets = one_round(game)
    exact = seats.seat_covariance(game, bets)
    assert exact is not None and exact.exact and not exact.error
    dealt = seats.dealt_covariance(game, bets)
    assert abs(dealt.estimate - exact.estimate) < 4 * dealt.error
    assert dealt.error < abs(exact.estimate)  # so that the comparison says something
    variance = float(bets.moments.variance)
    result = session(game, SessionRequest(10, seats=6))
    assert result.table_variance == pytest.approx(6 * variance + 30 * exact.estimate)


def test_the_box_leaves_the_covariance_open() -> None:
    bets = one_round(LIR, {"six-card-bonus": 100})
    assert seats.seat_covariance(LIR, bets) is None


# ── the session sheet ─────────────────────────────────────────────────────────────────────────────


def test_hold_and_hour() -> None:
    result: SessionSheet = session(LIR, SessionRequest(400, rounds_per_hour=40))
    assert result.win_per_hour == 40 * 1_500 * price(LIR).house_edge_initial
    low, high = result.hold
    worst, best = result.spread.hold
    assert (low, high) == (Fraction(-best.low, 600_000), Fraction(-worst.low, 600_000))
    assert low < result.round.edge < high
    index = 1.6448536269514722 * float(result.round.moments.deviation) / 1_500
    assert result.volatility_index == pytest.approx(index, rel=1e-12)
    reach = result.volatility_index / 20
    assert result.hold_if_normal[1] - float(result.round.edge) == pytest.approx(reach)


@pytest.mark.parametrize(
    ("game", "fields", "message"),
    [
        (LIR, {"rounds": 0}, "1 to 1,000,000,000,000 rounds"),
        (LIR, {"rounds": 1, "risk": Fraction(1)}, "risk lies between 0 and 1"),
        (LIR, {"rounds": 1, "stakes": {"base": 0}}, "is not a stake"),
        (LIR, {"rounds": 1, "stakes": {"progressive": 200}}, "only stake"),
        (LIR, {"rounds": 1, "meters": {"meter": 5}}, "no progressive wager"),
        (LIR, {"rounds": 1, "seats": 9}, "seats, not 9"),
        (priced_game("235-stud"), {"rounds": 1, "stakes": {"two-card": 5}}, "part of the whole"),
    ],
)
def test_a_session_that_nobody_could_play_is_refused(
    game: PricedGame, fields: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        session(game, SessionRequest(**fields))  # type: ignore[arg-type]


def test_the_command_and_the_library_answer_alike() -> None:
    argv = ["mississippi-stud", "--rounds", "100", "--bankroll", "500", "--risk", "5%", "--json"]
    run = CliRunner().invoke(cli.command, argv, catch_exceptions=False)
    record = json.loads(run.stdout)
    same = library_session("mississippi-stud", 100, bankroll=50_000, risk=Fraction(1, 20))
    assert record["ahead"]["decimal"] == same.spread.ahead.middle
    assert record["ruin"]["bankroll_for_the_risk_cents"] == same.ruin.bankroll
    assert record["provenance"]["rules"] == MS.fingerprint
    assert "date" not in record["provenance"]
    dated = CliRunner().invoke(cli.command, [*argv, "--dated"], catch_exceptions=False)
    assert len(json.loads(dated.stdout)["provenance"]["date"]) == len("2026-11-16")
    text = CliRunner().invoke(cli.command, argv[:-1], catch_exceptions=False).stdout
    assert f"Ahead {100 * same.spread.ahead.middle:.4f}%" in text
    assert "ruin of $500 within the session" in text


def test_a_house_that_loses_no_round_needs_no_bank() -> None:
    rows = LIR.table("base", "A").rows
    argv = ["let-it-ride", "--rounds", "10", *(f"--pays={row.name}=push" for row in rows)]
    text = " ".join(CliRunner().invoke(cli.command, argv, catch_exceptions=False).stdout.split())
    assert "the player is ruined for certain; the house loses no round and needs no bank" in text
