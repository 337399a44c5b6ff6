"""A session: a number of rounds of the same bets, with every figure of their sum."""

from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.figures import root
from pitboss.odds.game import InvalidArgument, PricedGame
from pitboss.odds.rounds import Ties
from pitboss.odds.sessions.one_round import OneRound, one_round

if TYPE_CHECKING:
    from pitboss.odds.sessions.seats import SeatCovariance

MAX_ROUNDS: Final = 10**12
SHARES: Final = tuple(
    Fraction(n, 1000) for n in (1, 10, 25, 50, 100, 250, 500, 750, 900, 950, 975, 990, 999)
)
CONFIDENCE: Final = Fraction(9, 10)
RISK: Final = Fraction(1, 100)


class Quantile(msgspec.Struct, frozen=True):
    """The least result that at least this share of sessions do not exceed, in cents."""

    share: str  # a fraction
    low: int
    high: int  # equal to `low` where the quantile is exact


class Chance(msgspec.Struct, frozen=True):
    """A probability between two proven bounds."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a session's result, by convolution."""

    ahead: Chance
    even: Chance
    behind: Chance
    quantiles: tuple[Quantile, ...]
    hold: tuple[Quantile, Quantile]  # results at the ends of the central interval
    missing: float  # the largest error of any chance above
    joined: bool  # whether neighbouring results were joined, so that figures are intervals


class Ruin(msgspec.Struct, frozen=True):
    """Ruin of the player within the session; None where it would take too long."""

    chance: Chance | None  # for the bankroll of the request
    bankroll: int | None  # the least one with the chosen risk


class ForEverRuin(msgspec.Struct, frozen=True):
    """Ruin without an end of the session, for the side that has the advantage."""

    side: str
    theta: float
    bank: int  # enough for the chosen risk by Lundberg's bound
    chance: Chance | None  # for the bankroll, if that side is the player


class SessionRequest(msgspec.Struct, frozen=True):
    """What a session consists of, amounts in cents."""

    rounds: int
    stakes: dict[str, int] = {}
    letters: dict[str, str] = {}
    meters: dict[str, int] = {}
    ties: Ties = "play"
    options: dict[str, bool] = {}
    bankroll: int = 0  # 0: the chance of ruin is not wanted
    risk: Fraction = RISK
    confidence: Fraction = CONFIDENCE
    rounds_per_hour: int = 0
    seats: int = 1


class SessionSheet(msgspec.Struct, frozen=True):
    """Every figure of a session, from the player's side."""

    game: PricedGame
    request: SessionRequest
    round: OneRound
    spread: Spread
    ruin: Ruin
    for_ever: ForEverRuin | None
    covariance: "SeatCovariance | None" = None  # of two seats, where several play

    def __repr__(self) -> str:
        chance = f"ahead {self.spread.ahead.middle:.4%}"
        return f"<Session of {self.request.rounds:,} rounds of {self.game.game.name}: {chance}>"

    @property
    def expectation(self) -> Fraction:
        """The mean result in cents."""
        return self.round.moments.mean * self.request.rounds

    @property
    def variance(self) -> Fraction:
        return self.round.moments.variance * self.request.rounds

    @property
    def volatility_index(self) -> float:
        """z times the deviation of a round per unit staked before the deal; z is the quantile of
        the normal distribution for the central interval of the request's confidence.
        """
        deviation = float(root(self.round.moments.variance)) / self.round.initial
        return NormalDist().inv_cdf((1 + float(self.request.confidence)) / 2) * deviation

    @property
    def hold(self) -> tuple[Fraction, Fraction]:
        """The central interval of the hold: the house's win as a share of what was staked before
        the deals. Where results were joined, the wider one.
        """
        staked = self.round.initial * self.request.rounds
        worst, best = self.spread.hold
        return Fraction(-best.high, staked), Fraction(-worst.low, staked)

    @property
    def hold_if_normal(self) -> tuple[float, float]:
        """The same interval from the volatility index: edge ± index / √rounds."""
        reach = self.volatility_index / self.request.rounds**0.5
        edge = float(self.round.edge)
        return edge - reach, edge + reach

    @property
    def table_variance(self) -> float | None:
        """The variance of one round of all seats together, in square cents."""
        if self.request.seats == 1:
            return float(self.round.moments.variance)
        if self.covariance is None:
            return None
        return self.covariance.table_variance(self.round.moments.variance, self.request.seats)

    @property
    def win_per_hour(self) -> Fraction:
        """The theoretical win of the house from one player in cents."""
        return -self.round.moments.mean * self.request.rounds_per_hour


def session(game: PricedGame, request: SessionRequest) -> SessionSheet:
    """Computes a session; its distribution comes from the cache if it was computed before."""
    check(game, request)
    bets = one_round(
        game,
        request.stakes,
        request.letters,
        request.meters,
        ties=request.ties,
        options=request.options,
    )
    results = tuple(bets.results.items())
    rounds, confidence = request.rounds, request.confidence
    spread = remember(
        Spread,
        ("session", results, rounds, str(confidence)),
        lambda: _spread(bets, rounds, confidence),
    )
    ruin = remember(
        Ruin,
        ("ruin", results, rounds, request.bankroll, str(request.risk)),
        lambda: _ruin(bets, request),
    )
    covariance = None
    if request.seats > 1:
        from pitboss.odds.sessions.seats import seat_covariance

        covariance = seat_covariance(game, bets)
    return SessionSheet(game, request, bets, spread, ruin, _for_ever(bets, request), covariance)


def check(game: PricedGame, request: SessionRequest) -> None:
    """Refuses a session that nobody could play."""
    if not 1 <= request.rounds <= MAX_ROUNDS:
        raise InvalidArgument(
            f"rounds: a session has 1 to {MAX_ROUNDS:,} rounds, not {request.rounds:,}"
        )
    for name in ("risk", "confidence"):
        if not 0 < getattr(request, name) < 1:
            raise InvalidArgument(
                f"{name} lies between 0 and 1, not at {getattr(request, name)}",
                what_to_do="give it as in 0.01",
            )
    if request.bankroll < 0:
        raise InvalidArgument("bankroll: an amount above 0 is needed")
    if request.rounds_per_hour < 0:
        raise InvalidArgument("rounds_per_hour: a number from 1 up is needed")
    if not 1 <= request.seats <= game.game.seats:
        raise InvalidArgument(
            f"a table of {game.game.name} has 1 to {game.game.seats} seats, not {request.seats}"
        )


def _spread(bets: OneRound, rounds: int, confidence: Fraction) -> Spread:
    from pitboss.odds.sessions.sums import cumulated
    from pitboss.odds.sessions.sums import session as sum_of_rounds

    down = sum_of_rounds(bets.results, bets.step, rounds, "down")
    up = sum_of_rounds(bets.results, bets.step, rounds, "up") if down.joined else down
    # The session joined upward exceeds a result at least as often as the true one.
    least, most = cumulated(down), cumulated(up)

    def at_most(cents: int) -> Chance:
        return Chance(float(most.at_most(cents).low), float(least.at_most(cents).high))

    def quantile(share: Fraction) -> Quantile:
        return Quantile(str(share), least.quantile(share)[0], most.quantile(share)[1])

    behind, not_ahead = at_most(-1), at_most(0)
    tail = (1 - confidence) / 2
    return Spread(
        ahead=Chance(1 - not_ahead.high, 1 - not_ahead.low),
        even=Chance(max(0.0, not_ahead.low - behind.high), not_ahead.high - behind.low),
        behind=behind,
        quantiles=tuple(quantile(share) for share in SHARES),
        hold=(quantile(tail), quantile(1 - tail)),
        missing=max(float(down.missing), float(up.missing)),
        joined=down.joined,
    )


def _ruin(bets: OneRound, request: SessionRequest) -> Ruin:
    from pitboss.odds.sessions.ruin import within

    table = within(bets.results, bets.step, request.rounds, request.bankroll)
    if table is None:
        return Ruin(None, None)
    chance = Chance(*table.chance(request.bankroll)) if request.bankroll else None
    return Ruin(chance, table.bankroll(request.risk))


def _for_ever(bets: OneRound, request: SessionRequest) -> ForEverRuin | None:
    from pitboss.odds.sessions.ruin import for_ever

    side = for_ever(bets.results)
    if side is None:
        return None
    own = side.side == "player" and request.bankroll
    chance = Chance(*side.chance(request.bankroll)) if own else None
    return ForEverRuin(side.side, side.theta, side.bank(request.risk), chance)
