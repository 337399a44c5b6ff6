"""The PAR sheet of a game: every wager under every letter, with all of its figures."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.money import MILLIONTHS, format_short
from pitboss.odds.figures import Moments, Provenance, decimal, moments, provenance, root
from pitboss.odds.game import WHOLE_GAME, PricedGame, check_cents, fixed_rows, meter_amounts
from pitboss.odds.prices.counted import count_ahead
from pitboss.odds.prices.errors import PaymentError, payment_errors
from pitboss.odds.prices.information import (
    SEED,
    worth_of_exposed_cards,
    worth_of_information,
    worth_of_seats,
)
from pitboss.odds.prices.limits import (
    STAKES,
    LimitPrice,
    RulingPrice,
    ceiling,
    limit_prices,
    other_readings,
    quiet_options,
    ruling_prices,
)
from pitboss.odds.prices.price import Bets, Price, Valuer, default_stake, price, rounds_of
from pitboss.odds.prices.progressive import (
    Progressive,
    Solved,
    forfeits,
    progressive_price,
    solved_with,
)
from pitboss.odds.prices.worth import Worth

MAX_STAKE: Final = 100_000_000  # cents
FIXED_STAKES: Final = (100, 500, 1_000, 2_500, 10_000)


class BadRequest(PitbossError):
    """A sheet that no table can have."""


class SheetRequest(msgspec.Struct, frozen=True):
    """What a sheet should contain. Amounts are in cents."""

    wager: str = ""  # all
    paytable: str = ""  # all
    tables: dict[str, str] = {}  # one letter for each wager named here, whatever `paytable` says
    stakes: dict[str, int] = {}  # by wager
    meters: dict[str, int] = {}
    rates: dict[str, int] = {}  # parts per million
    seats: int = 1
    progressive_stake: int = 100
    limit: int | None = None
    information: bool = False
    other_seats: int = 0  # other seats whose cards a player has seen, priced with `information`
    errors: bool = False  # the cost of dealer errors
    date: str = ""  # on the sheet


class SheetLine(msgspec.Struct, frozen=True):
    """One wager in one letter."""

    price: Price
    declined: Price | None = None  # the same with ties declined, where a game has decisions
    by_stake: tuple[tuple[int, Fraction], ...] = ()  # stake → edge, where sums are fixed
    progressive: Progressive | None = None
    other_stakes: tuple[Progressive, ...] = ()
    solved: Solved | None = None


class Together(msgspec.Struct, frozen=True):
    """Every wager in one round. Sums in cents."""

    stakes: dict[str, int]
    letters: dict[str, str]
    moments: Moments
    average_wager: Fraction
    by_wager: dict[str, tuple[Fraction, Fraction]]  # expectation, variance
    distribution: dict[Fraction, int]
    covariances: dict[tuple[str, str], Fraction] = {}  # of any two wagers

    def correlation(self, one: str, other: str) -> float:
        """From −1 to 1; 0 where a wager has no spread."""
        product = self.by_wager[one][1] * self.by_wager[other][1]
        return float(decimal(self.covariances[one, other]) / root(product)) if product else 0.0

    @property
    def element_of_risk(self) -> Fraction:
        return -self.moments.mean / self.average_wager

    @property
    def apart(self) -> Fraction:
        """The variance there would be if the wagers shared no cards."""
        return sum((variance for _, variance in self.by_wager.values()), Fraction(0))


class Sheet(msgspec.Struct, frozen=True):
    game: PricedGame
    request: SheetRequest
    lines: tuple[SheetLine, ...]
    together: Together | None
    limits: tuple[tuple[str, tuple[LimitPrice, ...]], ...]  # by letter of the whole game
    rulings: tuple[RulingPrice, ...]
    quiet: tuple[tuple[str, str], ...]
    information: tuple[Worth, ...]
    errors: tuple[PaymentError, ...] = ()
    exposures: tuple[Worth, ...] = ()

    @property
    def provenance(self) -> Provenance:
        request = self.request
        sampled = request.information or request.other_seats or (request.errors and self.game.draws)
        return provenance(self.game, seed=SEED if sampled else None, date=request.date)

    def __repr__(self) -> str:
        return f"<Sheet of {self.game.game.name}: {len(self.lines)} wagers and paytables>"


def sheet(game: PricedGame, request: SheetRequest | None = None) -> Sheet:
    request = request or SheetRequest()
    check(game, request)
    keys = (request.wager,) if request.wager else game.wager_keys()
    pairs = [
        (key, letter)
        for key in keys
        for letter in game.letters(key)
        if request.tables.get(key, request.paytable) in ("", letter)
    ]
    whole = not request.wager
    letters = [letter for key, letter in pairs if key == WHOLE_GAME]
    limit = request.limit if request.limit is not None else ceiling(game, 500)
    stakes = (request.stakes[WHOLE_GAME],) if WHOLE_GAME in request.stakes else STAKES
    count_ahead(
        game,
        ((game.base_letters(each), _stake(game, request, WHOLE_GAME, each)) for each in letters),
    )
    return Sheet(
        game=game,
        request=request,
        lines=tuple(_line(game, request, key, letter) for key, letter in pairs),
        together=together(game, request) if whole else None,
        limits=()
        if limit is None
        else tuple((letter, limit_prices(game, letter, limit, stakes)) for letter in letters),
        rulings=(*ruling_prices(game, keys), *(r for r in other_readings(game) if r.wager in keys)),
        quiet=tuple(quiet_options(game)) if whole else (),
        information=tuple(_information(game, request, letters[0] if letters else "A")),
        errors=tuple(
            error
            for error in payment_errors(game, request.paytable)
            if whole or error.wager in keys
        )
        if request.errors
        else (),
        exposures=worth_of_exposed_cards(game, letters[0] if letters else "A")
        if request.errors and whole
        else (),
    )


def _information(game: PricedGame, request: SheetRequest, letter: str) -> Iterator[Worth]:
    if request.information:
        yield from worth_of_information(game, letter)
    if request.other_seats:
        yield worth_of_seats(game, request.other_seats, letter)


def check(game: PricedGame, request: SheetRequest) -> None:
    if request.wager:
        if request.wager not in game.wager_keys():
            game.wager(request.wager)
        if request.paytable:
            game.table(game.lettered(request.wager), request.paytable)
    elif request.paytable and all(
        request.paytable not in game.letters(key) for key in game.wager_keys()
    ):
        raise BadRequest(f"no wager of {game.game.name} has a table {request.paytable!r}")
    for wager, letter in request.tables.items():
        game.table(game.lettered(wager), letter)
    if not 1 <= request.seats <= game.game.seats:
        raise BadRequest(
            f"a table of {game.game.name} has 1 to {game.game.seats} seats, not {request.seats}"
        )
    for wager, stake in request.stakes.items():
        if wager != WHOLE_GAME:
            game.wager(wager)
        check_cents(f"stakes: {wager}", stake)
        if not 0 < stake <= MAX_STAKE:
            raise BadRequest(
                f"{format_short(stake)} is not a stake",
                what_to_do=f"give an amount above 0, at most {format_short(MAX_STAKE)}",
            )
        allowed = () if wager == WHOLE_GAME else game.only_stakes(wager)
        if allowed and stake not in allowed:
            only = " or ".join(map(format_short, allowed))
            raise BadRequest(f"the only stake of {game.wager(wager).name} is {only}")
    if request.limit is not None and request.limit < 1:
        raise BadRequest(
            f"{format_short(request.limit)} is not a payout limit: nothing could be won",
            what_to_do="give an amount above 0, or leave the limit out",
        )
    if request.meters or request.rates:
        _check_meters(game, request)


def _check_meters(game: PricedGame, request: SheetRequest) -> None:
    wager = game.game.progressive_wager
    if wager is None:
        raise BadRequest(f"{game.game.name} has no progressive meter")
    key = wager.key
    letter = request.paytable if request.wager == key and request.paytable else game.letters(key)[0]
    meter_amounts(game, letter, dict.fromkeys(request.rates, 0) | request.meters)
    for table in game.tables[key].values():
        total = sum(request.rates.get(name, 0) for name in table.meters)
        if total > MILLIONTHS:
            raise BadRequest(
                f"the meters of table {table.letter} cannot take"
                f" {total / MILLIONTHS:.0%} of a wager",
                what_to_do="give rates that are together at most 100% (ruling G7)",
            )


def _line(game: PricedGame, request: SheetRequest, key: str, letter: str) -> SheetLine:
    stake = _stake(game, request, key, letter)
    if key == WHOLE_GAME or any(spot.multiples for spot in game.game.spots if spot.wager == key):
        return SheetLine(
            price(game, key, letter, stake=stake),
            declined=price(game, key, letter, stake=stake, ties="decline"),
        )
    if game.wager(key).progressive:
        return _progressive_line(game, request, key, letter)
    own = price(game, key, letter, stake=stake)
    if fixed_rows(game.table(key, letter)) and not game.wager(key).stakes:
        stakes = sorted({*FIXED_STAKES, stake})
        edges = [(s, price(game, key, letter, stake=s).house_edge) for s in stakes]
        return SheetLine(own, by_stake=tuple(edges))
    return SheetLine(own)


def _stake(game: PricedGame, request: SheetRequest, key: str, letter: str) -> int:
    return request.stakes.get(key) or default_stake(game, key, game.letters_with(key, letter))


def _progressive_line(game: PricedGame, request: SheetRequest, key: str, letter: str) -> SheetLine:
    amounts = meter_amounts(game, letter, _of_letter(game, key, letter, request.meters))
    rules = game.game.progressive
    assert rules is not None
    if request.progressive_stake not in rules.stakes:
        only = " or ".join(map(format_short, rules.stakes))
        raise BadRequest(f"the progressive stake is {only} (ruling G6)")
    own_stake = request.progressive_stake
    figures = [
        progressive_price(
            game, letter, stake=stake, seats=request.seats, meters=amounts, rates=request.rates
        )
        for stake in (own_stake, *sorted({*rules.stakes} - {own_stake}))
    ]
    solved = None
    if forfeits(game):
        base = request.stakes.get(WHOLE_GAME, 500)
        solved = solved_with(
            game, letter, base_stake=base, stake=request.progressive_stake, meters=amounts
        )
    own = price(game, key, letter, stake=request.progressive_stake, meters=amounts)
    return SheetLine(own, progressive=figures[0], other_stakes=tuple(figures[1:]), solved=solved)


def _of_letter(
    game: PricedGame, key: str, letter: str, meters: Mapping[str, int]
) -> dict[str, int]:
    """The request names the meters of all letters together; a letter uses its own."""
    own = game.table(key, letter).meters
    return {name: amount for name, amount in meters.items() if name in own}


def _bets(game: PricedGame, request: SheetRequest) -> tuple[dict[str, int], dict[str, int]]:
    """Stakes by spot and by wager: on the base and on the optional wagers that the request names,
    or on all of them if it names none; $5 on the base and $1 on another by default.
    """
    by_spot: dict[str, int] = {}
    by_wager: dict[str, int] = {}
    optional = {key for key in request.stakes if key != WHOLE_GAME and game.wager(key).optional}
    for spot in game.game.spots:
        if spot.multiples:
            continue
        wager = game.wager(spot.wager)
        if spot.required:
            by_spot[spot.key] = by_wager[WHOLE_GAME] = request.stakes.get(WHOLE_GAME, 500)
        elif not optional or wager.key in optional:
            usual = request.progressive_stake if wager.progressive else 100
            by_spot[spot.key] = by_wager[wager.key] = request.stakes.get(wager.key, usual)
    return by_spot, by_wager


def together(game: PricedGame, request: SheetRequest) -> Together:
    """Several wagers in one round: their results share cards."""
    whole = request.tables.get(WHOLE_GAME, request.paytable)
    base_letter = whole if whole in game.letters(WHOLE_GAME) else ""
    letters = game.first_letters()
    everywhere = request.paytable
    letters |= {k: everywhere for k, tables in game.tables.items() if everywhere in tables}
    letters |= {k: letter for k, letter in request.tables.items() if k in game.tables}
    letters |= game.base_letters(base_letter)
    stakes, chosen = _bets(game, request)
    meters: dict[str, int] = {}
    if wager := game.game.progressive_wager:
        own = _of_letter(game, wager.key, letters[wager.key], request.meters)
        meters = meter_amounts(game, letters[wager.key], own)
    rounds = rounds_of(game, game.base_letters(base_letter))
    base = {spot.wager for spot in game.game.spots if spot.required or spot.multiples}
    totals: Counter[Fraction] = Counter()
    parts: defaultdict[str, Counter[Fraction]] = defaultdict(Counter)
    products: Counter[tuple[str, str]] = Counter()
    staked = 0
    for _, result in Valuer(game, rounds, Bets(stakes, letters, meters)).results():
        staked += result.staked * result.count
        totals[Fraction(result.net)] += result.count
        own_parts = {WHOLE_GAME: 0} | {k: n for k, n in result.by_wager.items() if k not in base}
        own_parts[WHOLE_GAME] = sum(n for k, n in result.by_wager.items() if k in base)
        for key, won in own_parts.items():
            parts[key][Fraction(won)] += result.count
        for (one, a), (other, b) in combinations(own_parts.items(), 2):
            products[one, other] += a * b * result.count
    used = {*chosen, *base}
    by_wager = {key: (m.mean, m.variance) for key, m in ((k, moments(v)) for k, v in parts.items())}
    covariances = {(key, key): variance for key, (_, variance) in by_wager.items()}
    for (one, other), total in products.items():
        mean = by_wager[one][0] * by_wager[other][0]
        covariances[one, other] = covariances[other, one] = Fraction(total, rounds.deals) - mean
    return Together(
        stakes=chosen,
        letters={key: letter for key, letter in letters.items() if key in used},
        moments=moments(totals),
        average_wager=Fraction(staked, rounds.deals),
        by_wager=by_wager,
        distribution=dict(sorted(totals.items())),
        covariances=covariances,
    )
