"""The PAR sheet of a game: every wager and letter with all that belongs to it, and its JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.money import MILLIONTHS, format_short
from pitboss.odds import default_stake, price
from pitboss.odds.figures import Moments, moments
from pitboss.odds.game import WHOLE, PricedGame, fixed_rows
from pitboss.odds.prices.information import Worth, worth_of_information
from pitboss.odds.prices.limits import (
    STAKES,
    LimitPrice,
    RulingPrice,
    ceiling,
    limit_prices,
    quiet_options,
    ruling_prices,
)
from pitboss.odds.prices.price import Bets, Price, Valuer
from pitboss.odds.prices.progressive import (
    Progressive,
    Solved,
    forfeits,
    meter_amounts,
    progressive_price,
    solved_with,
)
from pitboss.odds.rounds import rounds_of

MOST_STAKE: Final = 100_000_000  # cents
FIXED_STAKES: Final = (100, 500, 1_000, 2_500, 10_000)


class BadRequest(PitbossError):
    """A question no table can answer."""


class Asked(msgspec.Struct, frozen=True):
    """What a sheet is asked for. Amounts in cents."""

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


class Line(msgspec.Struct, frozen=True):
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

    @property
    def element_of_risk(self) -> Fraction:
        return -self.moments.mean / self.average_wager

    @property
    def apart(self) -> Fraction:
        """The variance there would be if the wagers shared no cards."""
        return sum((variance for _, variance in self.by_wager.values()), Fraction(0))


class Sheet(msgspec.Struct, frozen=True):
    book: PricedGame
    asked: Asked
    lines: tuple[Line, ...]
    together: Together | None
    limits: tuple[tuple[str, tuple[LimitPrice, ...]], ...]  # by letter of the whole game
    rulings: tuple[RulingPrice, ...]
    quiet: tuple[tuple[str, str], ...]
    information: tuple[Worth, ...]

    def __repr__(self) -> str:
        return f"<Sheet of {self.book.game.name}: {len(self.lines)} wagers and paytables>"


def sheet(book: PricedGame, asked: Asked | None = None) -> Sheet:
    asked = asked or Asked()
    check(book, asked)
    keys = (asked.wager,) if asked.wager else book.wager_keys()
    pairs = [
        (key, letter)
        for key in keys
        for letter in book.letters(key)
        if asked.tables.get(key, asked.paytable) in ("", letter)
    ]
    whole = not asked.wager
    limited = [letter for key, letter in pairs if key == WHOLE]
    limit = asked.limit if asked.limit is not None else ceiling(book, 500)
    stakes = (asked.stakes[WHOLE],) if WHOLE in asked.stakes else STAKES
    return Sheet(
        book=book,
        asked=asked,
        lines=tuple(_line(book, asked, key, letter) for key, letter in pairs),
        together=together(book, asked) if whole else None,
        limits=tuple(
            (letter, limit_prices(book, letter, limit, stakes)) for letter in limited
        ) if limit is not None else (),
        rulings=tuple(r for r in ruling_prices(book) if r.wager in keys),
        quiet=tuple(quiet_options(book)) if whole else (),
        information=worth_of_information(book, limited[0] if limited else "A")
        if asked.information
        else (),
    )  # fmt: skip


def check(book: PricedGame, asked: Asked) -> None:
    if asked.wager:
        if asked.wager not in book.wager_keys():
            book.wager(asked.wager)
        if asked.paytable:
            book.table(book.lettered(asked.wager), asked.paytable)
    elif asked.paytable and not any(asked.paytable in book.letters(k) for k in book.wager_keys()):
        raise BadRequest(f"no wager of {book.game.name} has a table {asked.paytable!r}")
    for wager, letter in asked.tables.items():
        book.table(book.lettered(wager), letter)
    if not 1 <= asked.seats <= book.game.seats:
        raise BadRequest(
            f"a table of {book.game.name} has 1 to {book.game.seats} seats, not {asked.seats}"
        )
    for wager, stake in asked.stakes.items():
        if wager != WHOLE:
            book.wager(wager)
        if not 0 < stake <= MOST_STAKE:
            raise BadRequest(
                f"{format_short(stake)} is no stake",
                what_to_do=f"give an amount above 0, at most {format_short(MOST_STAKE)}",
            )
        allowed = _allowed(book, wager)
        if allowed and stake not in allowed:
            only = " or ".join(map(format_short, allowed))
            raise BadRequest(f"the only stake of {book.wager(wager).name} is {only}")
    if asked.meters or asked.rates:
        _check_meters(book, asked)


def _allowed(book: PricedGame, wager: str) -> tuple[int, ...]:
    """The only stakes of a wager; empty where the table's limits alone bind."""
    if wager == WHOLE:
        return ()
    declared, rules = book.wager(wager), book.game.progressive
    return rules.stakes if declared.progressive and rules else declared.stakes


def _check_meters(book: PricedGame, asked: Asked) -> None:
    if book.game.progressive is None:
        raise BadRequest(f"{book.game.name} has no progressive meter")
    key = next(wager.key for wager in book.game.wagers if wager.progressive)
    letter = asked.paytable if asked.wager == key and asked.paytable else book.letters(key)[0]
    meter_amounts(book, letter, dict.fromkeys(asked.rates, 0) | asked.meters)
    for table in book.tables[key].values():
        taken = sum(asked.rates.get(name, 0) for name in table.meters)
        if taken > MILLIONTHS:
            raise BadRequest(
                f"the meters of table {table.letter} cannot take"
                f" {taken / MILLIONTHS:.0%} of a wager",
                what_to_do="give rates that are together at most 100% (ruling G7)",
            )


def _line(book: PricedGame, asked: Asked, key: str, letter: str) -> Line:
    stake = asked.stakes.get(key, default_stake(book, key))
    if key == WHOLE or any(spot.multiples for spot in book.game.spots if spot.wager == key):
        return Line(
            price(book, key, letter, stake=stake),
            declined=price(book, key, letter, stake=stake, ties="decline"),
        )
    if book.wager(key).progressive:
        return _progressive_line(book, asked, key, letter)
    own = price(book, key, letter, stake=stake)
    if fixed_rows(book.table(key, letter)) and not book.wager(key).stakes:
        stakes = sorted({*FIXED_STAKES, stake})
        edges = [(s, price(book, key, letter, stake=s).house_edge) for s in stakes]
        return Line(own, by_stake=tuple(edges))
    return Line(own)


def _progressive_line(book: PricedGame, asked: Asked, key: str, letter: str) -> Line:
    amounts = meter_amounts(book, letter, _of_letter(book, key, letter, asked.meters))
    rules = book.game.progressive
    assert rules is not None
    if asked.progressive_stake not in rules.stakes:
        only = " or ".join(map(format_short, rules.stakes))
        raise BadRequest(f"the progressive stake is {only} (ruling G6)")
    figures = [
        progressive_price(
            book, letter, stake=stake, seats=asked.seats, meters=amounts, rates=asked.rates
        )
        for stake in (asked.progressive_stake, *sorted({*rules.stakes} - {asked.progressive_stake}))
    ]
    solved = None
    if forfeits(book):
        base = asked.stakes.get(WHOLE, 500)
        solved = solved_with(
            book, letter, base_stake=base, stake=asked.progressive_stake, meters=amounts
        )
    own = price(book, key, letter, stake=asked.progressive_stake, meters=amounts)
    return Line(own, progressive=figures[0], other_stakes=tuple(figures[1:]), solved=solved)


def _of_letter(
    book: PricedGame, key: str, letter: str, meters: Mapping[str, int]
) -> dict[str, int]:
    """Meters are given for all letters at once; a letter takes those it has."""
    own = book.table(key, letter).meters
    return {name: amount for name, amount in meters.items() if name in own}


def _placed(book: PricedGame, asked: Asked) -> tuple[dict[str, int], dict[str, int]]:
    """Stakes by spot and by wager: on the base and on the optional wagers given a stake, or on all
    of them where none was; $5 on the base and $1 on another unless asked.
    """
    by_spot: dict[str, int] = {}
    by_wager: dict[str, int] = {}
    named = {key for key in asked.stakes if key != WHOLE and book.wager(key).optional}
    for spot in book.game.spots:
        if spot.multiples:
            continue
        wager = book.wager(spot.wager)
        if spot.required:
            by_spot[spot.key] = by_wager[WHOLE] = asked.stakes.get(WHOLE, 500)
        elif not named or wager.key in named:
            usual = asked.progressive_stake if wager.progressive else 100
            by_spot[spot.key] = by_wager[wager.key] = asked.stakes.get(wager.key, usual)
    return by_spot, by_wager


def together(book: PricedGame, asked: Asked) -> Together:
    """Several wagers in one round: their results share cards."""
    whole = asked.tables.get(WHOLE, asked.paytable)
    base_letter = whole if whole in book.letters(WHOLE) else ""
    letters = {key: next(iter(tables)) for key, tables in book.tables.items()}
    letters |= {k: asked.paytable for k, tables in book.tables.items() if asked.paytable in tables}
    letters |= {k: letter for k, letter in asked.tables.items() if k in book.tables}
    letters |= book.base_letters(base_letter)
    stakes, chosen = _placed(book, asked)
    meters: dict[str, int] = {}
    for wager in book.game.wagers:
        if wager.progressive:
            own = _of_letter(book, wager.key, letters[wager.key], asked.meters)
            meters = meter_amounts(book, letters[wager.key], own)
    rounds = rounds_of(book, book.base_letters(base_letter))
    base = {spot.wager for spot in book.game.spots if spot.required or spot.multiples}
    totals: dict[Fraction, int] = {}
    parts: dict[str, dict[Fraction, int]] = {}
    staked = 0
    for _, result in Valuer(book, rounds, Bets(stakes, letters, meters)).results():
        staked += result.staked * result.count
        _add(totals, result.net, result.count)
        own_parts = {WHOLE: 0} | {k: n for k, n in result.by_wager.items() if k not in base}
        own_parts[WHOLE] = sum(n for k, n in result.by_wager.items() if k in base)
        for key, won in own_parts.items():
            _add(parts.setdefault(key, {}), won, result.count)
    used = {*chosen, *base}
    by_wager = {key: (m.mean, m.variance) for key, m in ((k, moments(v)) for k, v in parts.items())}
    return Together(
        stakes=chosen,
        letters={key: letter for key, letter in letters.items() if key in used},
        moments=moments(totals),
        average_wager=Fraction(staked, rounds.deals),
        by_wager=by_wager,
        distribution=dict(sorted(totals.items())),
    )


def _add(counts: dict[Fraction, int], net: int, count: int) -> None:
    key = Fraction(net)
    counts[key] = counts.get(key, 0) + count


def record(made: Sheet) -> dict[str, Any]:
    """The documented JSON; see docs/par.md."""
    from pitboss.odds.sheet.json import sheet_record

    return sheet_record(made)
