"""Searches finished rounds by table, player, time, hand, amount, clause and outcome.

Player, hand and amount must match one seat. Only rounds with a revealed seed match, so no card
that is still on a table can be learned here.
"""

import re
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.history.index import complete_index
from pitboss.house.rulebook import game_names
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import (
    of_round,
    people,
    round_clauses,
    round_hands,
    round_seats,
    rounds,
    seeds,
    tables,
)
from pitboss.rulebook.register import DOCUMENTS, path_of

Amount = Literal["net", "staked", "returned"]
MAX_ROUNDS: Final = 500  # rounds in one answer
_FEW: Final = 2000


class BadSearch(PitbossError):
    """An invalid search."""


class RoundFilter(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds must match; None matches everything."""

    table: str | None = None
    game: str | None = None
    player: str | None = None
    since: int | None = None  # milliseconds, compared with the round's end
    until: int | None = None
    hand: str | None = None
    amount: Amount = "net"
    least: int | None = None  # cents
    most: int | None = None
    clause: str | None = None
    outcome: Literal["settled", "void"] | None = None
    first: int | None = None  # numbers of rounds
    last: int | None = None


class SeatMatch(msgspec.Struct, frozen=True):
    seat: int
    player: str
    staked: int
    net: int
    hand: str


class RoundMatch(msgspec.Struct, frozen=True):
    table: str
    name: str  # the table's
    game: str
    title: str
    currency: str
    round: int
    began: int
    ended: int
    outcome: str
    seats: list[SeatMatch]


class SearchPage(msgspec.Struct, frozen=True):
    """`next` is the cursor of the following page; empty at the end."""

    rounds: list[RoundMatch]
    next: str


class SearchTerms(msgspec.Struct, frozen=True):
    """The values that a search can use."""

    tables: list[str]
    hands: list[str]
    clauses: list[str]


_KEY: Final = (rounds.c.ended, rounds.c.stream, rounds.c.round)


def search(house: House, where: RoundFilter, after: str = "", limit: int = 50) -> SearchPage:
    """Matches, newest first. `after` is the last page's `next`, so new rounds shift no page."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        query = _matching(tx, where)
        if after:
            query = query.where(sa.tuple_(*_KEY) < sa.tuple_(*_place(after)))
        query = query.order_by(*(column.desc() for column in _KEY)).limit(limit + 1)
        keys = tx.execute(query).all()
        page = [(row.stream, row.round) for row in keys[:limit]]
        last = keys[limit - 1] if len(keys) > limit else None
        following = f"{last.ended}/{last.stream}/{last.round}" if last else ""
        return SearchPage(_matches(tx, page), following)


def matching_rounds(house: House, where: RoundFilter, most: int) -> list[tuple[str, int]]:
    """All matches for an export, oldest first; refuses more than `most`."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        rows = tx.execute(_matching(tx, where).order_by(*_KEY).limit(most + 1)).all()
    if len(rows) > most:
        why = f"more than {most} rounds match"
        raise BadSearch(why, what_to_do="narrow the search, for example to a shorter time")
    return [(row.stream, row.round) for row in rows]


def _place(after: str) -> tuple[int, str, int]:
    ended, _, rest = after.partition("/")
    stream, _, number = rest.partition("/")
    if not (ended.isdecimal() and number.isdecimal() and len(ended) < 16 and len(number) < 16):
        raise BadSearch("there is no such page", what_to_do="start again without `after`")
    return int(ended), stream, int(number)


def _matching(tx: sa.Connection, where: RoundFilter) -> sa.Select[Any]:
    """Selects the keys of matching rounds."""
    same = of_round(seeds, rounds.c.stream, rounds.c.round)
    revealed = sa.select(seeds.c.round).where(same, seeds.c.revealed.is_not(None))
    query = sa.select(*_KEY).where(revealed.exists())
    if where.table is not None:
        query = query.where(rounds.c.stream == where.table)
    if where.game is not None:
        of_game = sa.select(tables.c.id).where(tables.c.game == where.game)
        query = query.where(rounds.c.stream.in_(of_game))
    for bound, column in ((where.since, rounds.c.ended), (where.first, rounds.c.round)):
        if bound is not None:
            query = query.where(column >= bound)
    for bound, column in ((where.until, rounds.c.ended), (where.last, rounds.c.round)):
        if bound is not None:
            query = query.where(column <= bound)
    if where.outcome is not None:
        query = query.where(rounds.c.outcome == where.outcome)
    if where.clause is not None:
        clauses = [one for one in _values(tx, round_clauses.c.clause) if under(one, where.clause)]
        citing = _keys(round_clauses).where(round_clauses.c.clause.in_(clauses))
        query = query.where(_in_rounds(tx, citing, round_clauses))
    return _by_seat(tx, where, query)


def _by_seat(tx: sa.Connection, where: RoundFilter, query: sa.Select[Any]) -> sa.Select[Any]:
    of_seat: list[sa.ColumnElement[bool]] = []
    if where.player is not None:
        name = _name(tx, where.player)
        if name is None:  # no such player
            return query.where(sa.false())
        of_seat.append(round_seats.c.player == name)
    amounts: dict[Amount, sa.ColumnElement[int]] = {
        "net": round_seats.c.net,
        "staked": round_seats.c.staked,
        "returned": round_seats.c.staked + round_seats.c.net,
    }
    if where.least is not None:
        of_seat.append(amounts[where.amount] >= where.least)
    if where.most is not None:
        of_seat.append(amounts[where.amount] <= where.most)
    if where.hand is None:
        if not of_seat:
            return query
        return query.where(_in_rounds(tx, _keys(round_seats).where(*of_seat), round_seats))
    here = round_hands.c.hand.in_(_hands(tx, where.hand.lower()))
    if not of_seat:
        return query.where(_in_rounds(tx, _keys(round_hands).where(here), round_hands))
    same = of_round(round_hands, round_seats.c.stream, round_seats.c.round)
    same &= round_hands.c.seat == round_seats.c.seat
    both = _keys(round_seats).join(round_hands, same).where(here, *of_seat)
    return query.where(_in_rounds(tx, both, round_seats))


def _hands(tx: sa.Connection, name: str) -> list[str]:
    """The hand of that name, otherwise every hand whose name contains it."""
    names = _values(tx, round_hands.c.hand)
    return [one for one in names if one == name] or [one for one in names if name in one]


def _keys(table: sa.Table) -> sa.Select[Any]:
    return sa.select(table.c.stream, table.c.round)


def _in_rounds(tx: sa.Connection, these: sa.Select[Any], table: sa.Table) -> sa.ColumnElement[bool]:
    """Restricts to the rounds in `these`: a list if they are few, a lookup per round if many."""
    if len(tx.execute(these.limit(_FEW)).all()) < _FEW:
        return sa.tuple_(rounds.c.stream, rounds.c.round).in_(these)
    return these.where(of_round(table, rounds.c.stream, rounds.c.round)).exists()


def _name(tx: sa.Connection, name: str) -> str | None:
    """The player's name in the spelling of the books."""
    exact = sa.select(people.c.name).where(people.c.name == name)
    alike = sa.select(people.c.name).where(sa.func.lower(people.c.name) == name.lower())
    spelling: str | None = tx.execute(exact).scalar() or tx.execute(alike).scalar()
    return spelling


def under(clause: str, prefix: str) -> bool:
    """Whether a clause is `prefix` or lies under it; ignores case and a number's leading dot."""
    above = _path(prefix)
    return bool(above) and _path(clause)[: len(above)] == above


_CODES: Final = "|".join(sorted(DOCUMENTS, key=len, reverse=True))  # 235H before 235
_CODE: Final = re.compile(rf"({_CODES})\s*", re.IGNORECASE)


def _path(cited: str) -> tuple[str, ...]:
    spaced = _CODE.sub(r"\1 ", cited.strip(), count=1)
    return tuple(part.lower().lstrip(".") for part in path_of(spaced.strip()))


def _values(tx: sa.Connection, column: sa.Column[Any]) -> list[str]:
    """The distinct values of an indexed column, with one index lookup each."""
    first = sa.select(sa.func.min(column).label("value")).cte("known", recursive=True)
    following = sa.select(sa.func.min(column)).where(column > first.c.value).scalar_subquery()
    steps = first.union_all(sa.select(following).where(first.c.value.is_not(None)))
    values = tx.execute(sa.select(steps.c.value)).scalars()
    return [value for value in values if value is not None]


def _matches(tx: sa.Connection, page: list[tuple[str, int]]) -> list[RoundMatch]:
    if not page:
        return []
    columns = (rounds.c.stream, rounds.c.round, rounds.c.began, rounds.c.ended, rounds.c.outcome)
    about = sa.select(*columns, tables.c.name, tables.c.game, tables.c.currency)
    about = about.join(tables, tables.c.id == rounds.c.stream).where(_on(rounds, page))
    rows = {(row.stream, row.round): row for row in tx.execute(about)}
    sat = sa.select(round_seats).where(_on(round_seats, page))
    seats: dict[tuple[str, int], list[SeatMatch]] = {key: [] for key in page}
    for row in tx.execute(sat.order_by(round_seats.c.seat)):
        seat = SeatMatch(row.seat, row.player, row.staked, row.net, row.hand)
        seats[row.stream, row.round].append(seat)
    names = game_names(tx)
    return [_match(rows[key], seats[key], names) for key in page]


def _match(row: Any, seats: list[SeatMatch], names: dict[str, str]) -> RoundMatch:
    about = (row.stream, row.name, row.game, names[row.game], row.currency)
    return RoundMatch(*about, row.round, row.began, row.ended, row.outcome, seats)


def _on(table: sa.Table, page: list[tuple[str, int]]) -> sa.ColumnElement[bool]:
    """Builds one alternative per table, because SQLite uses no index for a list of pairs."""
    numbers: dict[str, list[int]] = {}
    for stream, number in page:
        numbers.setdefault(stream, []).append(number)
    return sa.or_(
        *((table.c.stream == stream) & table.c.round.in_(some) for stream, some in numbers.items())
    )


def terms(house: House) -> SearchTerms:
    """Every table, hand and clause that a finished round has."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        return SearchTerms(
            list(tx.execute(sa.select(tables.c.id).order_by(tables.c.id)).scalars()),
            _values(tx, round_hands.c.hand),
            _values(tx, round_clauses.c.clause),
        )
