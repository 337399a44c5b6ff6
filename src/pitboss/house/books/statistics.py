"""Statistics of the books (COMAR 36.05.03.25): drop, win, hold, theory, and what departs from it.

A group is flagged where its win lies outside the central 95 percent of what chance alone gives
after the decisions really taken (redeal.py), or where a row was not paid as its paytable says. On
honest books the first happens to 5 groups in 100, so the number expected stands beside the number
of flags. Opening hands are tested separately, at one in a thousand.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.books.course import CoursePoint, course_of
from pitboss.house.books.opening import pattern_chances, pattern_of
from pitboss.house.books.play import Law, RoundPlay, RoundReader
from pitboss.house.books.theory import theoretical_win
from pitboss.house.live_table import TableRow, read_row
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import entries, meters, postings, rounds, tables
from pitboss.money import whole_cents
from pitboss.rulebook.rules import Rules

By = Literal["table", "game", "hour", "shift", "day", "month", "year"]
GROUPINGS: Final[tuple[By, ...]] = ("table", "game", "hour", "shift", "day", "month", "year")
HOUR_MS: Final = 3_600_000
SHIFT_MS: Final = 8 * HOUR_MS  # shifts begin at 06, 14 and 22 o'clock, universal time
FIRST_SHIFT_MS: Final = 6 * HOUR_MS
DAY_MS: Final = 24 * HOUR_MS
MAX_HOURS: Final = 96  # of a question by the hour
DAYS_OF: Final = {"hour": 1 / 24, "shift": 1 / 3, "day": 1, "month": 30.4, "year": 365.25}
PROGRESS_ROUNDS: Final = 200
Progress = Callable[[int, int], None]  # rounds read, of so many
RARE: Final = 0.001  # of opening hands


class BadPeriod(PitbossError):
    """A period that does not begin before it ends."""


class RowFigures(msgspec.Struct, frozen=True):
    """What one row of a paytable was paid in a group, beside what it was due; in cents."""

    wager: str
    hand: str
    odds: str
    times: int
    stake: int
    paid: int
    due: int


class GroupFigures(msgspec.Struct, frozen=True):
    """One group of rounds; amounts in cents, from the house's side."""

    group: str
    title: str
    rounds: int
    decisions: int
    hours: float
    drop: int
    win: int  # of the inventory, progressive feeds and corrections included
    hold: float | None  # win to drop
    staked: int
    result: int  # of all wagers but the progressive ones
    theory: float | None  # of the same, at the edge of best play; None where that is not known
    expected: float  # given the decisions really taken
    low: int
    high: int
    p: float
    cards_p: float  # of the opening hands
    left_out: int  # rounds in which a payment was taken back
    rows: tuple[RowFigures, ...]
    base_hold: float | None  # of the year before, in its first year of the month before
    base_low: float | None
    base_high: float | None
    flags: tuple[str, ...]

    @property
    def rounds_per_hour(self) -> float:
        return self.rounds / self.hours if self.hours else 0.0

    @property
    def decisions_per_hour(self) -> float:
        return self.decisions / self.hours if self.hours else 0.0


class MeterStand(msgspec.Struct, frozen=True):
    meter: str
    cents: int


class Statistics(msgspec.Struct, frozen=True):
    start: str
    end: str  # the last day
    by: By
    groups: tuple[GroupFigures, ...]
    expected_flags: float  # on honest books
    liability: tuple[MeterStand, ...]  # where the progressive meters stand now
    course: tuple[CoursePoint, ...] = ()  # by the hour: the sums so far


class _Group:
    """The sums over the rounds of a group."""

    def __init__(self) -> None:
        self.rounds = self.decisions = self.milliseconds = self.left_out = 0
        self.staked = self.result = self.fixed = 0
        self.theory: Fraction | None = Fraction()
        self.laws: Counter[Law] = Counter()
        self.rows: dict[tuple[str, str, str], list[int]] = {}
        self.patterns: dict[tuple[int, int], Counter[Any]] = {}

    def add(self, rules: Rules, play: RoundPlay, milliseconds: int) -> None:
        self.rounds += 1
        self.decisions += play.decisions
        self.milliseconds += milliseconds
        self.left_out += play.undone
        self.staked += play.staked
        self.result += play.won
        self.fixed += play.fixed
        self.laws[play.law] += 1
        win = theoretical_win(rules, play.bets)
        self.theory = None if win is None or self.theory is None else self.theory + win
        if not play.undone:
            for row in play.rows:
                sums = self.rows.setdefault((row.wager, row.hand, row.odds), [0, 0, 0, 0])
                for n, amount in enumerate((1, row.stake, row.paid, row.due)):
                    sums[n] += amount
        jokers = len(rules.game.cards) - 52
        for hand in play.opening:
            patterns = self.patterns.setdefault((len(hand), jokers), Counter())
            patterns[pattern_of(hand)] += 1

    def cards_p(self) -> float:
        from pitboss.odds.sessions.redeal import surprise

        least = 1.0
        for (size, jokers), counts in self.patterns.items():
            chances = pattern_chances(size, jokers)
            p = surprise([counts[key] for key in chances], list(chances.values()))
            least = min(least, p)
        return min(1.0, least * max(1, len(self.patterns)))


def statistics(
    house: House,
    start: int,
    end: int,
    by: By,
    table: str = "",
    game: str = "",
    progress: Progress = lambda read, rounds: None,
) -> Statistics:
    """The figures of the rounds that ended between two times in milliseconds, by group: of all
    tables, of one, or of those of one game. `progress` is called as rounds are read.
    """
    if start >= end:
        raise BadPeriod("the period ends before it begins", what_to_do="name an earlier start")
    if by == "hour" and end - start > MAX_HOURS * HOUR_MS:
        raise BadPeriod(f"at most {MAX_HOURS} hours are shown", what_to_do="group by shift or day")
    groups: dict[str, _Group] = {}
    money: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    base: dict[str, History] = {}
    with house.store.read() as tx:
        rows = [read_row(row) for row in tx.execute(sa.select(tables).order_by(tables.c.id))]
        rows = [row for row in rows if table in ("", row.id) and game in ("", row.game)]
        total, read = sum(_count(tx, row, start, end) for row in rows), 0
        for row in rows:
            key_of = _key(row, by, titles)
            reader = RoundReader(Rules(row.choices))
            for ended, length, play in _plays(tx, house, row, reader, start, end):
                group = groups.setdefault(key_of(ended), _Group())
                group.add(reader.rules, play, length)
                read += 1
                if read % PROGRESS_ROUNDS == 0:
                    progress(read, total)
            for at, win, drop in _money(tx, row, start, end):
                sums = money.setdefault(key_of(at), [0, 0])
                sums[0] += win
                sums[1] += drop
            whose = key_of(start) if by in ("table", "game") else ""
            base.setdefault(whose, History()).read(tx, row, start)
        names = sorted(groups.keys() | money.keys())
        progress(total, total)
        lines = tuple(
            _figures(
                name, titles[name], groups.get(name) or _Group(), money.get(name, [0, 0]),
                base[name if by in ("table", "game") else ""].hold(
                    DAYS_OF.get(by, (end - start) / DAY_MS), money.get(name, [0, 0])[1]
                ),
            )
            for name in names
        )  # fmt: skip
        stand = tuple(
            MeterStand(row.id, whole_cents(row.millionths))
            for row in tx.execute(sa.select(meters).order_by(meters.c.id))
        )
    period = (day_text(start), day_text(end - 1))
    tested = sum(1 for each in lines if each.rounds)
    course: tuple[CoursePoint, ...] = ()
    if by == "hour":
        played = {name: groups[name] for name in names if name in groups}
        course = course_of({n: (g.laws, g.fixed, g.result) for n, g in played.items()})
    return Statistics(*period, by, lines, 0.05 * tested, stand, course)


def _figures(
    name: str,
    title: str,
    group: _Group,
    money: list[int],
    base: tuple[float | None, float | None, float | None],
) -> GroupFigures:
    from pitboss.odds.sessions.redeal import redeal

    # The seed follows from the rounds, so the same books give the same figures.
    test = redeal(group.laws, group.fixed, group.result, seed=group.rounds)
    win, drop = money
    cards_p = group.cards_p()
    rows = tuple(
        RowFigures(*key, *sums) for key, sums in sorted(group.rows.items()) if key[1] != "loses"
    )
    wrong = [row for row in rows if row.paid != row.due]
    hold = win / drop if drop else None
    flags = [
        *(["win"] if test.outside else []),
        *(["payments"] if wrong else []),
        *(["cards"] if cards_p < RARE else []),
    ]
    if hold is not None and base[1] is not None and base[2] is not None:
        flags += ["hold"] if not base[1] <= hold <= base[2] else []
    return GroupFigures(
        group=name,
        title=title,
        rounds=group.rounds,
        decisions=group.decisions,
        hours=group.milliseconds / HOUR_MS,
        drop=drop,
        win=win,
        hold=hold,
        staked=group.staked,
        result=group.result,
        theory=None if group.theory is None else float(group.theory),
        expected=float(test.expected),
        low=test.low,
        high=test.high,
        p=test.p,
        cards_p=cards_p,
        left_out=group.left_out,
        rows=rows,
        base_hold=base[0],
        base_low=base[1],
        base_high=base[2],
        flags=tuple(flags),
    )


_HOUR: Final = "%Y-%m-%d %H:00"
_FORMS: Final = {"hour": _HOUR, "shift": _HOUR, "day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}


def shift_start(at: int) -> int:
    return (at - FIRST_SHIFT_MS) // SHIFT_MS * SHIFT_MS + FIRST_SHIFT_MS


def _key(row: TableRow, by: By, titles: dict[str, str]) -> Callable[[int], str]:
    """The group of a moment at a table; notes its title."""
    game = Rules(row.choices).game.name

    def key(at: int) -> str:
        match by:
            case "table":
                name, title = row.id, row.name
            case "game":
                name, title = row.game, game
            case _:
                moment = shift_start(at) if by == "shift" else at
                name = title = datetime.fromtimestamp(moment / 1000, UTC).strftime(_FORMS[by])
        titles[name] = title
        return name

    return key


def _settled(row: TableRow, start: int, end: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        rounds.c.stream == row.id,
        rounds.c.ended >= start,
        rounds.c.ended < end,
        rounds.c.outcome == "settled",
    )


def _count(tx: sa.Connection, row: TableRow, start: int, end: int) -> int:
    query = sa.select(sa.func.count()).select_from(rounds).where(_settled(row, start, end))
    return int(tx.execute(query).scalar_one())


def _plays(
    tx: sa.Connection, house: House, row: TableRow, reader: RoundReader, start: int, end: int
) -> Iterator[tuple[int, int, RoundPlay]]:
    query = sa.select(rounds.c.round, rounds.c.began, rounds.c.ended)
    query = query.where(_settled(row, start, end))
    for line in tx.execute(query.order_by(rounds.c.round)).all():
        events = log.round_events(tx, house.keys, row.id, line.round)
        yield line.ended, line.ended - line.began, reader.read(events)


def _money(
    tx: sa.Connection, row: TableRow, start: int, end: int
) -> Iterator[tuple[int, int, int]]:
    """Win and drop by the hour. Fills and credits do not count: they come from the cage."""
    inventory, drop = (f"{row.currency}/{kind}/{row.id}" for kind in ("inventory", "drop"))
    hour: sa.ColumnElement[int] = sa.func.floor(entries.c.at / HOUR_MS).cast(sa.BigInteger)
    if tx.dialect.name == "sqlite":
        hour = sa.literal_column(f"entries.at / {HOUR_MS}", sa.BigInteger)
    cage = f"{row.currency}/cage"
    into = sa.case(
        ((postings.c.target == inventory) & (postings.c.source != cage), postings.c.cents),
        ((postings.c.source == inventory) & (postings.c.target != cage), -postings.c.cents),
        else_=0,
    )
    dropped = sa.case((postings.c.target == drop, postings.c.cents), else_=0)
    same = (entries.c.stream == postings.c.stream) & (entries.c.seq == postings.c.seq)
    query = (
        sa.select(hour.label("hour"), sa.func.sum(into + dropped), sa.func.sum(dropped))
        .join(entries, same)
        .where(postings.c.stream == row.id, entries.c.at >= start, entries.c.at < end)
        .group_by(sa.text("1"))
    )
    for at, win, cash in tx.execute(query):
        yield int(at) * HOUR_MS, int(win or 0), int(cash or 0)


class History:
    """Win and drop of each day of the year before a period's, and of the month before it.

    The days of several tables add up, so that the spread is that of the tables together.
    """

    def __init__(self) -> None:
        self.year: dict[int, list[int]] = {}
        self.month: dict[int, list[int]] = {}

    def read(self, tx: sa.Connection, row: TableRow, start: int) -> None:
        moment = datetime.fromtimestamp(start / 1000, UTC)
        this_year = moment.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
        last_year = this_year.replace(year=this_year.year - 1)
        for begin, finish, days in (
            (last_year, this_year, self.year),
            (moment - timedelta(days=31), moment, self.month),
        ):
            span = (int(begin.timestamp() * 1000), int(finish.timestamp() * 1000))
            for at, win, drop in _money(tx, row, *span):
                sums = days.setdefault(at // DAY_MS, [0, 0])
                sums[0] += win
                sums[1] += drop

    def hold(self, length: float, drop: int) -> tuple[float | None, float | None, float | None]:
        """Last year's win to drop (in a first year, last month's), and the interval around it for
        a period of `length` days. Its deviation is that of past days, not of the cards.
        """
        days = next((x for x in (self.year, self.month) if any(cash for _, cash in x.values())), {})
        whole = sum(cash for _, cash in days.values())
        if not whole:
            return None, None, None
        hold = sum(win for win, _ in days.values()) / whole
        if len(days) < 2 or not drop:
            return hold, None, None
        spread = sum((win - hold * cash) ** 2 for win, cash in days.values()) / (len(days) - 1)
        reach = 1.96 * (spread * length) ** 0.5 / drop
        return hold, hold - reach, hold + reach


def day_text(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")
