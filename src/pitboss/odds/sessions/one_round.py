"""The result of one round with chosen wagers, as whole numbers: what a session adds up."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, reduce
from math import gcd

import msgspec

from pitboss.money import format_short
from pitboss.odds.figures import Moments, moments
from pitboss.odds.game import (
    WHOLE_GAME,
    InvalidArgument,
    Options,
    PricedGame,
    check_cents,
    check_mapping,
    check_options,
    meter_amounts,
)
from pitboss.odds.prices.price import Bets, Valuer, rounds_of
from pitboss.odds.rounds import TIES, Ties

BASE_STAKE = 500  # cents on each required spot unless the caller says otherwise
MAX_STAKE = 100_000_000


class OneRound(msgspec.Struct, frozen=True, dict=True):
    """Net results of the player in cents, each with its number of equally likely deals."""

    stakes: dict[str, int]  # cents by wager; `base` is each required spot
    letters: dict[str, str]
    meters: dict[str, int]
    ties: Ties
    results: dict[int, int]
    deals: int
    initial: int  # cents staked before the deal
    staked: Fraction  # cents staked in the end, on average

    @cached_property
    def step(self) -> int:
        """The largest sum of which every result is a multiple, in cents."""
        return reduce(gcd, self.results) or 1

    @cached_property
    def moments(self) -> Moments:
        return moments({Fraction(net): count for net, count in self.results.items()})

    @property
    def edge(self) -> Fraction:
        """The expected loss as a share of what is staked before the deal."""
        return -self.moments.mean / self.initial


def round_bets(
    game: PricedGame,
    stakes: Mapping[str, int] | None = None,
    letters: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
    options: Options | None = None,
) -> tuple[dict[str, int], Bets]:
    """Stakes by wager, and the bets that they make. The required spots always have a stake; another
    wager is in the round if `stakes` names it.
    """
    check_options(game, options)
    check_mapping("stakes", stakes)
    chosen = {WHOLE_GAME: BASE_STAKE} | dict(stakes or {})
    own = game.first_letters() | game.base_letters((letters or {}).get(WHOLE_GAME, ""))
    for wager, letter in (letters or {}).items():
        game.table(game.lettered(wager), letter)
        own[game.lettered(wager)] = letter
    for wager, stake in chosen.items():
        _check_stake(game, wager, stake)
    by_spot = {}
    for spot in game.game.spots:
        if not spot.multiples:
            key = WHOLE_GAME if spot.required else spot.wager
            if key in chosen:
                by_spot[spot.key] = chosen[key]
    amounts: dict[str, int] = {}
    progressive = game.game.progressive_wager
    if progressive is not None and progressive.key in chosen:
        amounts = meter_amounts(game, own[progressive.key], meters)
    elif meters:
        raise InvalidArgument("meters: the round has no progressive wager", what_to_do="stake one")
    return chosen, Bets(by_spot, own, amounts, dict(options or {}))


def _check_stake(game: PricedGame, wager: str, stake: int) -> None:
    if wager != WHOLE_GAME:
        declared = game.wager(wager)
        if not declared.optional:
            raise InvalidArgument(
                f"stakes: {declared.name} is part of the whole game",
                what_to_do=f"give the stake of {WHOLE_GAME}",
            )
        allowed = game.only_stakes(wager)
        if allowed and stake not in allowed:
            only = " or ".join(map(format_short, allowed))
            raise InvalidArgument(f"stakes: the only stake of {declared.name} is {only}")
    check_cents(f"stakes: {wager}", stake)
    if not 0 < stake <= MAX_STAKE:
        raise InvalidArgument(
            f"stakes: {format_short(stake)} is not a stake",
            what_to_do=f"give an amount above 0, at most {format_short(MAX_STAKE)}",
        )


def one_round(
    game: PricedGame,
    stakes: Mapping[str, int] | None = None,
    letters: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
    *,
    ties: Ties = "play",
    options: Options | None = None,
) -> OneRound:
    """Counts the results of a round with these stakes in cents; meters stay as they are."""
    if ties not in TIES:
        raise InvalidArgument(f"ties is one of {', '.join(TIES)}, not {ties!r}")
    chosen, bets = round_bets(game, stakes, letters, meters, options)
    stake = chosen[WHOLE_GAME]
    rounds = rounds_of(game, bets.letters, ties=ties, options=options, stake=stake)
    results: Counter[int] = Counter()
    staked = 0
    for _, result in Valuer(game, rounds, bets).results():
        results[result.net] += result.count
        staked += result.staked * result.count
    base = set(game.base_wagers())
    used = {*chosen, *base} - ({WHOLE_GAME} - base)
    return OneRound(
        stakes=chosen,
        letters={key: letter for key, letter in bets.letters.items() if key in used},
        meters=bets.meters,
        ties=ties,
        results=dict(sorted(results.items())),
        deals=rounds.deals,
        initial=sum(bets.stakes.values()),
        staked=Fraction(staked, rounds.deals),
    )
