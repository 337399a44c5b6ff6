"""A session as titled tables of text."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.commands.views.blocks import (
    Block,
    Rows,
    dollars,
    fraction,
    lines_of,
    number,
    origin,
    percent,
)
from pitboss.money import format_short
from pitboss.odds.figures import provenance, root
from pitboss.odds.sessions.json import METHOD
from pitboss.odds.sessions.session import Chance, Quantile, SessionSheet


def terminal(session: SessionSheet, date: str) -> list[str]:
    return lines_of(blocks(session, date))


def blocks(session: SessionSheet, date: str) -> Iterator[Block]:
    game, request, bets = session.game.game, session.request, session.round
    stakes = ", ".join(f"{key} {format_short(stake)}" for key, stake in bets.stakes.items())
    letters = ", ".join(f"{key} {letter}" for key, letter in bets.letters.items())
    yield Block(
        f"{game.name}: {request.rounds:,} rounds",
        notes=(f"Stakes: {stakes}. Tables: {letters}.",),
        big=True,
    )
    yield _sums(session)
    yield _quantiles(session)
    yield _hold(session)
    yield from _ruin(session)
    if request.seats > 1:
        yield _table(session)
    if request.rounds_per_hour:
        yield _hour(session)
    yield origin(provenance(session.game, ties=request.ties, method=METHOD, date=date))


def chance(bounds: Chance) -> str:
    if bounds.high - bounds.low > 1e-7:
        return f"{percent(bounds.low)} to {percent(bounds.high)}"
    return percent(bounds.middle)


def _sums(session: SessionSheet) -> Block:
    bets, spread = session.round, session.spread
    rows: Rows = [
        ("expectation", dollars(bets.moments.mean), dollars(session.expectation)),
        (
            "deviation",
            dollars(float(bets.moments.deviation)),
            dollars(float(root(session.variance))),
        ),
    ]
    return Block(
        "Result of the player",
        ("", "a round", "the session"),
        rows,
        (
            f"House edge {percent(bets.edge)} = {fraction(bets.edge)} of "
            f"{format_short(bets.initial)} staked before the deal.",
            f"Ahead {chance(spread.ahead)}, even {chance(spread.even)}, behind "
            f"{chance(spread.behind)}; each within {spread.missing:.1e}.",
        ),
    )


def _amount(quantile: Quantile) -> str:
    if quantile.low == quantile.high:
        return dollars(quantile.low)
    return f"{dollars(quantile.low)} to {dollars(quantile.high)}"


def _quantiles(session: SessionSheet) -> Block:
    rows: Rows = [
        (percent(Fraction(each.share), 1), _amount(each)) for each in session.spread.quantiles
    ]
    note = "At least this share of sessions end with at most this result."
    if session.spread.joined:
        note += " Neighbouring results were joined, so a quantile lies between two sums."
    return Block("Quantiles", ("sessions", "result at most"), rows, (note,), text=0)


def _hold(session: SessionSheet) -> Block:
    share = percent(session.request.confidence, 1)
    rows: Rows = [
        ("exact", *(percent(end) for end in session.hold)),
        ("if it were normal", *(percent(end) for end in session.hold_if_normal)),
    ]
    return Block(
        f"Hold, {share} of sessions",
        ("", "from", "to"),
        rows,
        (
            "Hold: the win of the house as a share of all that was staked before the deals. "
            f"Volatility index {number(session.volatility_index)} of such a unit.",
        ),
    )


def _ruin(session: SessionSheet) -> Iterator[Block]:
    request, ruin, last = session.request, session.ruin, session.for_ever
    rows: Rows = []
    if request.bankroll:
        shown = chance(ruin.chance) if ruin.chance else "too long to compute"
        rows.append((f"ruin of {format_short(request.bankroll)} within the session", shown))
    enough = "too long to compute" if ruin.bankroll is None else dollars(ruin.bankroll)
    rows.append((f"bankroll for a risk of {percent(request.risk, 2)}", enough))
    notes = ["Ruin: at the end of some round the loss is at least the bankroll."]
    if last is None:
        notes.append(_ruin_without_bank(session))
    else:
        name = "the house's bank" if last.side == "house" else "the bankroll without an end"
        rows.append((f"{name} for that risk", dollars(last.bank)))
        if last.chance:
            rows.append(("ruin without an end", chance(last.chance)))
        loser = "player" if last.side == "house" else "house"
        notes.append(
            f"Without an end the {loser} is ruined for certain; the other side's bank follows from "
            f"Lundberg's inequality, θ = {last.theta:.6g} for each cent."
        )
    yield Block("Ruin", ("", "player"), rows, tuple(notes))


def _ruin_without_bank(session: SessionSheet) -> str:
    """Names the side that is ruined for certain: no bank has the risk of the request."""
    if not session.expectation:
        return "Without an end of the session both sides are ruined for certain."
    loser, winner = ("player", "house") if session.expectation < 0 else ("house", "player")
    return (
        f"Without an end of the session the {loser} is ruined for certain; the {winner} "
        "loses no round and needs no bank."
    )


def _hour(session: SessionSheet) -> Block:
    request = session.request
    per_hour = request.rounds_per_hour
    deviation = root(session.round.moments.variance * per_hour)
    rows: Rows = [
        ("one player", dollars(session.win_per_hour), dollars(float(deviation))),
    ]
    if request.seats > 1:
        win, variance = session.win_per_hour * request.seats, session.table_variance
        spread = "—" if variance is None else dollars((max(0.0, variance) * per_hour) ** 0.5)
        rows.append((f"{request.seats} players", dollars(win), spread))
    return Block(f"An hour of {per_hour:,} rounds", ("", "win of the house", "deviation"), rows)


def _table(session: SessionSheet) -> Block:
    seats, pair, variance = session.request.seats, session.covariance, session.table_variance
    apart = dollars(float(root(session.round.moments.variance * seats)))
    if pair is None or variance is None:
        note = "Not computed: the seats share the cards of the Six Card box."
        return Block(f"{seats} seats in one round", notes=(note,))
    how = "exact, over every community"
    if not pair.exact:
        how = f"± {pair.error:.0f}, from {pair.rounds:,} rounds dealt with seed {pair.seed}"
    return Block(
        f"{seats} seats in one round",
        notes=(
            f"Deviation of all seats together {dollars(max(0.0, variance) ** 0.5)}; "
            f"{apart} if they shared no cards.",
            f"Covariance of two seats {pair.estimate:,.2f} square cents ({how}).",
        ),
    )
