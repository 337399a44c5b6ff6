"""The fan of a session: against a slow twin, and against the session computed by doubling."""

from fractions import Fraction

import pytest

from pitboss.odds.game import WHOLE_GAME, priced_game
from pitboss.odds.sessions import sums
from pitboss.odds.sessions.fan import POINTS, SHARES, fan
from pitboss.odds.sessions.one_round import one_round
from pitboss.odds.sessions.sums import cumulated
from pitboss.odds.sessions.sums import session as by_doubling
from pitboss.rulebook import GAMES
from twins import sessions as twin

NEAR = 1e-12


def test_the_first_points_are_what_following_every_sequence_gives() -> None:
    bets = one_round(priced_game("double-draw"), {WHOLE_GAME: 500})
    for point in fan(bets, POINTS)[:3]:
        exact = twin.session(bets.results, point.rounds)
        for share, bounds in zip(SHARES, point.quantiles, strict=True):
            assert bounds == (twin.quantile(exact, share),) * 2
        ahead = sum((chance for net, chance in exact.items() if net > 0), Fraction(0))
        assert point.ahead[0] - NEAR <= float(ahead) <= point.ahead[1] + NEAR
        assert point.ahead[1] - point.ahead[0] < NEAR


@pytest.mark.parametrize("game", GAMES)
def test_the_last_point_is_the_session_by_doubling(game: str) -> None:
    bets = one_round(priced_game(game), {WHOLE_GAME: 1_000})
    last = fan(bets, 100)[-1]
    assert last.rounds == 100
    whole = cumulated(by_doubling(bets.results, bets.step, 100, "down"))
    assert last.quantiles == tuple(whole.quantile(share) for share in SHARES)
    assert abs(float(1 - whole.at_most(0).low) - last.ahead[1]) < NEAR


def test_joined_results_enclose_the_true_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    bets = one_round(priced_game("double-draw"), {WHOLE_GAME: 500})
    exact = fan(bets, 40)[-1]
    monkeypatch.setattr(sums, "MAX_POINTS", 900)
    wide = fan(bets, 40)[-1]
    assert wide.ahead[0] <= exact.ahead[0] <= exact.ahead[1] <= wide.ahead[1]
    for (low, high), (least, most) in zip(exact.quantiles, wide.quantiles, strict=True):
        assert least <= low <= high <= most
