"""A session as JSON: exact figures as fractions, others as bounds that are proven."""

from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.odds.figures import exact, provenance, root
from pitboss.odds.sessions.session import Chance, Quantile, SessionSheet

Record = dict[str, Any]
FORMAT = 1  # raised when a key changes its meaning or goes; new keys may come at any time
METHOD = (
    "a session's distribution is the convolution of one round's, in whole numbers rounded down, so"
    " that every chance lies within `missing` of the figure"
)


def session_record(session: SessionSheet, date: str = "") -> Record:
    request, bets = session.request, session.round
    low, high = session.hold
    return {
        "format": FORMAT,
        "game": session.game.game.key,
        "name": session.game.game.name,
        "provenance": provenance(session.game, ties=request.ties, method=METHOD, date=date),
        "rounds": request.rounds,
        "stakes_cents": bets.stakes,
        "paytables": bets.letters,
        "meters_cents": bets.meters,
        "one_round": {
            "initial_wager_cents": bets.initial,
            "average_wager_cents": exact(bets.staked),
            "expectation_cents": exact(bets.moments.mean),
            "variance": exact(bets.moments.variance),
            "standard_deviation_cents": float(bets.moments.deviation),
            "house_edge_of_initial_wager": exact(bets.edge),
            "deals": bets.deals,
            "distribution": [
                {"net_cents": net, "count": count} for net, count in bets.results.items()
            ],
        },
        "expectation_cents": exact(session.expectation),
        "variance": exact(session.variance),
        "standard_deviation_cents": float(root(session.variance)),
        "ahead": chance_record(session.spread.ahead),
        "even": chance_record(session.spread.even),
        "behind": chance_record(session.spread.behind),
        "quantiles": [quantile_record(each) for each in session.spread.quantiles],
        "missing": session.spread.missing,
        "results_joined": session.spread.joined,
        "volatility_index": session.volatility_index,
        "hold": {
            "confidence": exact(request.confidence),
            "low": exact(low),
            "high": exact(high),
            "low_if_normal": session.hold_if_normal[0],
            "high_if_normal": session.hold_if_normal[1],
        },
        "ruin": ruin_record(session),
        "table": table_record(session) if request.seats > 1 else None,
        "per_hour": hour_record(session) if request.rounds_per_hour else None,
    }


def chance_record(chance: Chance) -> Record:
    return {"decimal": chance.middle, "low": chance.low, "high": chance.high}


def quantile_record(quantile: Quantile) -> Record:
    return {
        "share": exact(Fraction(quantile.share)),
        "low_cents": quantile.low,
        "high_cents": quantile.high,
    }


def ruin_record(session: SessionSheet) -> Record:
    ruin, last = session.ruin, session.for_ever
    return {
        "definition": "at the end of some round the loss is at least the bankroll",
        "bankroll_cents": session.request.bankroll or None,
        "chance_within_the_session": chance_record(ruin.chance) if ruin.chance else None,
        "risk": exact(session.request.risk),
        "bankroll_for_the_risk_cents": ruin.bankroll,
        "without_an_end": None
        if last is None
        else {
            "side_with_the_advantage": last.side,
            "theta_for_each_cent": last.theta,
            "bank_for_the_risk_cents": last.bank,
            "chance": chance_record(last.chance) if last.chance else None,
        },
    }


def hour_record(session: SessionSheet) -> Record:
    per_hour, seats = session.request.rounds_per_hour, session.request.seats
    return {
        "rounds": per_hour,
        "win_per_player_cents": exact(session.win_per_hour),
        "deviation_per_player_cents": float(root(session.round.moments.variance * per_hour)),
        "seats": seats,
        "win_of_the_table_cents": exact(session.win_per_hour * seats),
    }


def table_record(session: SessionSheet) -> Record:
    """All seats of one round together; they share cards."""
    variance, seats, pair = session.table_variance, session.request.seats, session.covariance
    return {
        "seats": seats,
        "covariance_of_two_seats": None
        if pair is None
        else {
            "fraction": pair.exact or None,
            "decimal": pair.estimate,
            "standard_error": pair.error,
            "rounds_dealt": 0 if pair.exact else pair.rounds,
            "seed": pair.seed,
        },
        "standard_deviation_cents": None if variance is None else sqrt(max(0.0, variance)),
        "if_no_cards_were_shared_cents": float(root(session.round.moments.variance * seats)),
    }
