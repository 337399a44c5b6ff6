"""Finding finished rounds: by table, player, time, hand, amount, clause and outcome, together.

Player, hand and amount are of one seat. Only rounds whose seed has been told are found, so no
card that is still at a table can be learned here.
"""

import re
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.history.index import complete_index
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import (
    people,
    round_clauses,
    round_hands,
    round_seats,
    rounds,
    seeds,
    tables,
)
from pitboss.rulebook import GAMES
from pitboss.rulebook.register import DOCUMENTS, path_of

Amount = Literal["net", "staked", "returned"]
MAX_ROUNDS: Final = 500  # rounds in one answer
_FEW: Final = 2000


class BadSearch(PitbossError):
    """A search that cannot be made."""


class RoundFilter(msgspec.Struct, frozen=True, kw_only=True):
    """What the rounds must have; what is None is not asked."""

    table: str | None = None
    game: str | None = None
    player: str | None = None
    since: int | None = None  # milliseconds, of its end
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
    """`next` is where the following page begins; empty at the end."""

    rounds: list[RoundMatch]
    next: str


class SearchTerms(msgspec.Struct, frozen=True):
    """What there is to search by."""

    tables: list[str]
    hands: list[str]
    clauses: list[str]


_KEY: Final = (rounds.c.ended, rounds.c.stream, rounds.c.round)


def search(house: House, wanted: RoundFilter, after: str = "", limit: int = 50) -> SearchPage:
    """Newest first. `after` is the last page's `next`: what ended since does not move the pages."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        found = _matching(tx, wanted)
        if found is None:
            return SearchPage([], "")
        if after:
            found = found.where(sa.tuple_(*_KEY) < sa.tuple_(*_place(after)))
        found = found.order_by(*(column.desc() for column in _KEY)).limit(limit + 1)
        keys = tx.execute(found).all()
        page = [(row.stream, row.round) for row in keys[:limit]]
        last = keys[limit - 1] if len(keys) > limit else None
        following = f"{last.ended}/{last.stream}/{last.round}" if last else ""
        return SearchPage(_told(tx, page), following)


def matching_rounds(house: House, wanted: RoundFilter, most: int) -> list[tuple[str, int]]:
    """The rounds themselves, oldest first, for an export; more than `most` is refused."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        found = _matching(tx, wanted)
        if found is None:
            return []
        rows = tx.execute(found.order_by(*_KEY).limit(most + 1)).all()
    if len(rows) > most:
        raise BadSearch(f"more than {most} rounds", what_to_do="ask for fewer: a shorter time")
    return [(row.stream, row.round) for row in rows]


def _place(after: str) -> tuple[int, str, int]:
    ended, _, rest = after.partition("/")
    stream, _, number = rest.partition("/")
    if not (ended.isdecimal() and number.isdecimal() and len(ended) < 16 and len(number) < 16):
        raise BadSearch("that is no page of a search", what_to_do="begin again without `after`")
    return int(ended), stream, int(number)


def _matching(tx: sa.Connection, wanted: RoundFilter) -> sa.Select[Any] | None:
    """The keys of the rounds that match; None when there is no such player."""
    told = sa.select(seeds.c.round).where(
        seeds.c.stream == rounds.c.stream,
        seeds.c.round == rounds.c.round,
        seeds.c.revealed.is_not(None),
    )
    found = sa.select(*_KEY).where(told.exists())
    if wanted.table is not None:
        found = found.where(rounds.c.stream == wanted.table)
    if wanted.game is not None:
        played = sa.select(tables.c.id).where(tables.c.game == wanted.game)
        found = found.where(rounds.c.stream.in_(played))
    for bound, column in ((wanted.since, rounds.c.ended), (wanted.first, rounds.c.round)):
        if bound is not None:
            found = found.where(column >= bound)
    for bound, column in ((wanted.until, rounds.c.ended), (wanted.last, rounds.c.round)):
        if bound is not None:
            found = found.where(column <= bound)
    if wanted.outcome is not None:
        found = found.where(rounds.c.outcome == wanted.outcome)
    if wanted.clause is not None:
        cited = [one for one in _known(tx, round_clauses.c.clause) if under(one, wanted.clause)]
        these = _keys(round_clauses).where(round_clauses.c.clause.in_(cited))
        found = found.where(_among(tx, these, round_clauses))
    return _by_seat(tx, wanted, found)


def _by_seat(
    tx: sa.Connection, wanted: RoundFilter, found: sa.Select[Any]
) -> sa.Select[Any] | None:
    of_seat: list[sa.ColumnElement[bool]] = []
    if wanted.player is not None:
        name = _name(tx, wanted.player)
        if name is None:
            return None
        of_seat.append(round_seats.c.player == name)
    amounts: dict[Amount, sa.ColumnElement[int]] = {
        "net": round_seats.c.net,
        "staked": round_seats.c.staked,
        "returned": round_seats.c.staked + round_seats.c.net,
    }
    if wanted.least is not None:
        of_seat.append(amounts[wanted.amount] >= wanted.least)
    if wanted.most is not None:
        of_seat.append(amounts[wanted.amount] <= wanted.most)
    if wanted.hand is None:
        if not of_seat:
            return found
        return found.where(_among(tx, _keys(round_seats).where(*of_seat), round_seats))
    here = round_hands.c.hand.in_(_hands(tx, wanted.hand.lower()))
    if not of_seat:
        return found.where(_among(tx, _keys(round_hands).where(here), round_hands))
    same = sa.and_(
        round_hands.c.stream == round_seats.c.stream,
        round_hands.c.round == round_seats.c.round,
        round_hands.c.seat == round_seats.c.seat,
    )
    both = _keys(round_seats).join(round_hands, same).where(here, *of_seat)
    return found.where(_among(tx, both, round_seats))


def _hands(tx: sa.Connection, asked: str) -> list[str]:
    """The hand that is called so, else those with the word in their name."""
    known = _known(tx, round_hands.c.hand)
    return [one for one in known if one == asked] or [one for one in known if asked in one]


def _keys(kept: sa.Table) -> sa.Select[Any]:
    return sa.select(kept.c.stream, kept.c.round)


def _among(tx: sa.Connection, these: sa.Select[Any], kept: sa.Table) -> sa.ColumnElement[bool]:
    """Few such rounds are listed first; of many the newest are soon met, each looked at."""
    if len(tx.execute(these.limit(_FEW)).all()) < _FEW:
        return sa.tuple_(rounds.c.stream, rounds.c.round).in_(these)
    here = (kept.c.stream == rounds.c.stream) & (kept.c.round == rounds.c.round)
    return these.where(here).exists()


def _name(tx: sa.Connection, asked: str) -> str | None:
    """As it is written in the books."""
    exact = sa.select(people.c.name).where(people.c.name == asked)
    alike = sa.select(people.c.name).where(sa.func.lower(people.c.name) == asked.lower())
    name: str | None = tx.execute(exact).scalar() or tx.execute(alike).scalar()
    return name


def under(clause: str, asked: str) -> bool:
    """The clause asked for or one under it; case and a number's first dot do not matter."""
    above = _plain(asked)
    return bool(above) and _plain(clause)[: len(above)] == above


_CODES: Final = "|".join(sorted(DOCUMENTS, key=len, reverse=True))  # 235H before 235
_CODE: Final = re.compile(rf"({_CODES})\s*", re.IGNORECASE)


def _plain(cited: str) -> tuple[str, ...]:
    spaced = _CODE.sub(r"\1 ", cited.strip(), count=1)
    return tuple(part.lower().lstrip(".") for part in path_of(spaced.strip()))


def _known(tx: sa.Connection, column: sa.Column[Any]) -> list[str]:
    """The different values of an indexed column, each by one step in its index."""
    first = sa.select(sa.func.min(column).label("value")).cte("known", recursive=True)
    following = sa.select(sa.func.min(column)).where(column > first.c.value).scalar_subquery()
    steps = first.union_all(sa.select(following).where(first.c.value.is_not(None)))
    values = tx.execute(sa.select(steps.c.value)).scalars()
    return [value for value in values if value is not None]


def _told(tx: sa.Connection, page: list[tuple[str, int]]) -> list[RoundMatch]:
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
    return [
        RoundMatch(
            table=key[0],
            name=rows[key].name,
            game=rows[key].game,
            title=GAMES[rows[key].game].name,
            currency=rows[key].currency,
            round=key[1],
            began=rows[key].began,
            ended=rows[key].ended,
            outcome=rows[key].outcome,
            seats=seats[key],
        )
        for key in page
    ]


def _on(kept: sa.Table, page: list[tuple[str, int]]) -> sa.ColumnElement[bool]:
    """As alternatives, table by table: SQLite uses no index for a list of pairs."""
    numbers: dict[str, list[int]] = {}
    for stream, number in page:
        numbers.setdefault(stream, []).append(number)
    return sa.or_(
        *((kept.c.stream == stream) & kept.c.round.in_(some) for stream, some in numbers.items())
    )


def terms(house: House) -> SearchTerms:
    """Every table, hand and clause that a finished round has."""
    complete_index(house.store, house.keys, house.clock())
    with house.store.read() as tx:
        return SearchTerms(
            list(tx.execute(sa.select(tables.c.id).order_by(tables.c.id)).scalars()),
            _known(tx, round_hands.c.hand),
            _known(tx, round_clauses.c.clause),
        )
