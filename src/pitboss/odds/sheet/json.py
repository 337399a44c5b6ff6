"""A PAR sheet as JSON: every figure a fraction in lowest terms and the nearest decimal."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.odds.figures import exact
from pitboss.odds.game import WHOLE_GAME
from pitboss.odds.prices.price import Price
from pitboss.odds.prices.progressive import Progressive, Solved
from pitboss.odds.prices.worth import Worth
from pitboss.odds.sheet.sheet import Sheet, SheetLine, Together

Record = dict[str, Any]
FORMAT = 1  # raised when a key changes its meaning or goes; new keys may come at any time

TIES = {"play": "played on", "decline": "declined"}


def sheet_record(sheet: Sheet) -> Record:
    game = sheet.game.game
    return {
        "format": FORMAT,
        "game": game.key,
        "name": game.name,
        "fingerprint": sheet.game.fingerprint,
        **({"own_rules": sheet.game.mark} if sheet.game.mark else {}),
        "provenance": msgspec.to_builtins(sheet.provenance),
        "deck": len(game.cards),
        "conventions": {
            "house_edge": "player's expected loss in parts of one unit, optimal play",
            "element_of_risk": "the same loss in parts of all that is staked in the end",
            "hit_frequency": "chance that some row pays; a push is no hit",
            "ties": "between decisions of equal worth the bolder is taken: played on",
            "amounts": "whole cents",
        },
        "wagers": [line_record(line, game.seats) for line in sheet.lines],
        "whole_game": [_whole(line) for line in sheet.lines if line.price.wager == WHOLE_GAME],
        "together": together_record(sheet.together) if sheet.together else None,
        "payout_limits": [
            {"paytable": letter} | record(limit)
            for letter, limits in sheet.limits
            for limit in limits
        ],
        "rulings": [record(ruling) for ruling in sheet.rulings],
        "rulings_without_odds": [{"option": o, "ruling": r} for o, r in sheet.quiet],
        "information": [worth_record(worth) for worth in sheet.information],
        "dealer_errors": {
            "payments": [record(error) for error in sheet.errors],
            "exposed_cards": [worth_record(worth) for worth in sheet.exposures],
        }
        if sheet.request.errors
        else None,
    }


def record(figures: msgspec.Struct) -> Record:
    """A record of figures under the JSON names of its fields."""
    fields: Record = msgspec.to_builtins(figures, enc_hook=exact)
    return fields


def spread_record(price: Price) -> Record:
    return {
        "house_edge": exact(price.house_edge),
        "house_edge_of_initial_wager": exact(price.house_edge_initial),
        "initial_wager": exact(price.initial_wager),
        "element_of_risk": exact(price.element_of_risk),
        "average_wager": exact(price.average_wager),
        "standard_deviation": root_record(price.moments.deviation, price.moments.variance),
        "skewness": {"decimal": price.skewness},
        "hit_frequency": exact(price.hit_frequency),
        "win_frequency": exact(price.win_frequency),
        "push_frequency": exact(price.push_frequency),
    }


def root_record(root: Decimal, square: Fraction) -> Record:
    return {"decimal": float(root), "squared": f"{square.numerator}/{square.denominator}"}


def line_record(line: SheetLine, seats: int) -> Record:
    price = line.price
    figures: Record = {
        "wager": price.wager,
        "name": price.name,
        "paytable": price.paytable,
        "unit": price.unit,
        "stake_cents": price.stake,
        **spread_record(price),
        "combinations_total": price.total,
        "outcomes": [
            {
                "hand": o.hand,
                "pays": o.pays,
                "combinations": o.combinations,
                "probability": exact(o.probability),
                "return": exact(o.returned),
                "true_odds": exact(o.true_odds),
                "average_wager": exact(o.average_wager),
            }
            for o in price.outcomes
        ],
        "distribution": [
            {"net": exact(net), "probability": exact(Fraction(count, price.deals))}
            for net, count in price.distribution.items()
        ],
        "decisions": [record(decision) for decision in price.decisions],
    }
    if line.declined is not None:
        figures["ties"] = ties_record(line)
    if line.by_stake:
        figures["edge_by_stake"] = [
            {"stake_cents": stake, "house_edge": exact(edge)} for stake, edge in line.by_stake
        ]
    if line.progressive is not None:
        figures["progressive"] = [
            progressive_record(p, seats) for p in (line.progressive, *line.other_stakes)
        ]
    if line.solved is not None:
        figures["played_for_both"] = solved_record(line.solved)
    return figures


def ties_record(line: SheetLine) -> Record:
    assert line.declined is not None
    return {
        "default": TIES[line.price.ties],
        "rounds_with_a_tie": exact(line.price.tied),
        "decisions_counted": line.price.tied_at,
        "played_on": spread_record(line.price),
        "declined": spread_record(line.declined),
    }


def _whole(line: SheetLine) -> Record:
    return {
        "paytable": line.price.paytable,
        "unit": line.price.unit,
        **spread_record(line.price),
        "decisions": [record(decision) for decision in line.price.decisions],
        "ties": ties_record(line),
    }


def progressive_record(price: Progressive, seats: int) -> Record:
    by_others = [(others, *price.with_others(others)) for others in range(seats)]
    return {
        "stake_cents": price.stake,
        "seats": price.seats,
        "return": exact(price.returned),
        "house_edge": exact(price.house_edge),
        "fixed_return": exact(price.fixed_return),
        "meter_return": exact(price.meter_return),
        "envy_return": exact(price.envy_return),
        "envy_return_per_other_seat": exact(price.envy_per_seat),
        "by_other_seats": [
            {"other_seats": n, "return": exact(returned), "break_even_cents": exact(even)}
            for n, returned, even in by_others
        ],
        "long_run_return": exact(price.long_run_return),
        "meters": [
            record(m) | {"deviation_at_award_cents": {"decimal": float(m.deviation_at_award)}}
            for m in price.meters
        ],
        "awards": [record(award) for award in price.awards],
    }


def solved_record(solved: Solved) -> Record:
    return {
        "base_stake_cents": solved.base_stake,
        "base_alone_cents": exact(solved.base_alone),
        "both_played_as_base_cents": exact(solved.unchanged),
        "both_played_for_both_cents": exact(solved.best),
        "worth_of_the_wager_cents": exact(solved.worth),
        "break_even_cents": {name: exact(value) for name, value in solved.break_even.items()},
        "decisions_changed": [
            {"decision": key, "without": exact(before), "with": exact(after)}
            for key, (before, after) in solved.changed.items()
        ],
    }


def together_record(bets: Together) -> Record:
    return {
        "stakes_cents": bets.stakes,
        "paytables": bets.letters,
        "expectation_cents": exact(bets.moments.mean),
        "average_wager_cents": exact(bets.average_wager),
        "element_of_risk": exact(bets.element_of_risk),
        "standard_deviation_cents": root_record(bets.moments.deviation, bets.moments.variance),
        "skewness": {"decimal": float(bets.moments.skewness)},
        "variance_if_no_cards_were_shared": exact(bets.apart),
        "by_wager": [
            {"wager": key, "expectation_cents": exact(mean), "variance": exact(variance)}
            for key, (mean, variance) in bets.by_wager.items()
        ],
        "correlations": [
            {
                "wager": one,
                "with": other,
                "covariance": exact(covariance),
                "correlation": {"decimal": bets.correlation(one, other)},
            }
            for (one, other), covariance in bets.covariances.items()
        ],
        "distribution": [
            {"net_cents": int(net), "count": count} for net, count in bets.distribution.items()
        ],
    }


def worth_record(worth: Worth) -> Record:
    return {
        "seen": worth.what,
        "gain": exact(worth.gain) or {"fraction": None, "decimal": worth.estimate},
        "standard_error": worth.error,
        "cases": worth.samples,
    }
