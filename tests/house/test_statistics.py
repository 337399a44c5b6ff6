"""Statistics of the books: equal to the books, honest at five in a hundred, and sharp on faults."""

import asyncio
import csv
import io
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import openpyxl
import pypdfium2 as pdfium
import pytest
import sqlalchemy as sa

from house.stage import START, Stage
from kit import premises
from kit.accessible import faults
from kit.engine_rounds import engine_rounds
from kit.waiting import PATIENCE
from pitboss.cards import Card
from pitboss.house.books.course import course_of
from pitboss.house.books.desk import Question, StatisticsDesk, Stopping
from pitboss.house.books.opening import pattern_chances, pattern_of
from pitboss.house.books.play import Law, RoundPlay, RoundReader
from pitboss.house.books.statistics import BadPeriod, Statistics, statistics
from pitboss.house.floor.tables import table_money
from pitboss.house.people.persons import Person
from pitboss.house.storage import log
from pitboss.money import Cents, format_cents
from pitboss.odds.sessions.redeal import redeal, surprise
from pitboss.paper.statistics import statistics_csv, statistics_pdf, statistics_xlsx
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e

TABLE, DAY = "let-it-ride-1", 24 * 3_600_000


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with premises.directory("statistics") as place:
        stage = Stage(place, str(place / "house.db"))
        table = stage.table("let-it-ride")
        stage.player("ann")
        stage.sit(table, "ann")
        stage.open(table)
        for _ in range(6):
            stage.bet(table)
            stage.play(table)
        yield stage
        stage.house.store.close()


@pytest.fixture(scope="module")
def record(stage: Stage) -> Statistics:
    return statistics(stage.house, START, START + DAY, "table")


def test_a_stopped_desk_says_so_and_answers_after_its_next_start(
    stage: Stage, record: Statistics
) -> None:
    desk, question = StatisticsDesk(stage.house), Question(START, START + DAY, "table")
    desk.close()
    with pytest.raises(Stopping):
        asyncio.run(desk.ask(question, PATIENCE))
    desk.start()
    assert asyncio.run(desk.ask(question, PATIENCE)).record == record


def test_the_figures_are_those_of_the_books(stage: Stage, record: Statistics) -> None:
    (group,) = record.groups
    money = table_money(stage.house, TABLE)
    assert (group.win, group.drop, group.rounds) == (money["win"], money["drop"], 6)
    assert group.hold == money["win"] / money["drop"]
    assert group.low <= group.expected <= group.high
    assert group.decisions >= 12 and not group.left_out
    assert all(row.paid == row.due for row in group.rows)
    for by in ("game", "hour", "shift", "day", "month", "year"):
        (other,) = statistics(stage.house, START, START + DAY, by).groups
        assert (other.win, other.result, other.rounds) == (group.win, group.result, 6)
    assert not statistics(stage.house, START - DAY, START, "table").groups
    (sums,) = statistics(stage.house, START, START + DAY, "hour").course
    assert sums.result == group.result
    assert sums.expected == pytest.approx(group.expected)
    assert sums.low <= sums.expected <= sums.high
    with pytest.raises(BadPeriod):
        statistics(stage.house, START, START + 5 * DAY, "hour")


def test_sums_over_hours_spread_as_one_hour_of_all_rounds() -> None:
    """Alike hours, so that an hour with the cards of the one before would be twice as wide."""
    laws: dict[Law, int] = {((-500, -500, 1000),): 60, ((0, 100),): 7}
    points = course_of(dict.fromkeys("abcd", (laws, 35, 20)))
    whole = redeal({law: 4 * count for law, count in laws.items()}, 140, 80, seed=3, samples=9_999)
    last = points[-1]
    assert last.result == 80 and last.expected == pytest.approx(float(whole.expected))
    width = whole.high - whole.low
    assert abs((last.high - last.low) - width) < 0.1 * width
    assert last.p == pytest.approx(whole.p, abs=0.05)
    assert [point.group for point in points] == list("abcd")


def test_a_round_is_read_by_its_index_and_not_by_a_scan_of_the_log(stage: Stage) -> None:
    """Else statistics of a month would take the square of its rounds."""
    queries: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        queries.append((statement, values))

    with stage.house.store.read() as tx:
        sa.event.listen(tx, "before_cursor_execute", note)
        numbers = [entry.seq for entry in log.read_round(tx, TABLE, 3)]
        sa.event.remove(tx, "before_cursor_execute", note)
        (statement, values), *others = queries
        plan = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
    assert not others and numbers == sorted(numbers) and len(numbers) > 5
    assert any("entries_by_round" in str(line) for line in plan), plan


def test_paper_workbook_and_csv_say_the_same_to_the_digit(record: Statistics) -> None:
    (group,) = record.groups
    (row,) = csv.DictReader(io.StringIO(statistics_csv(record).decode()))
    assert (int(row["win"]), int(row["drop"]), int(row["low"])) == (
        *(group.win, group.drop, group.low),
    )
    content = statistics_xlsx(record)
    assert content == statistics_xlsx(record), "the same figures give the same bytes"
    sheet = openpyxl.load_workbook(io.BytesIO(content))["Groups"]
    names = [cell.value for cell in sheet[1]]
    cells = dict(zip(names, (cell.value for cell in sheet[2]), strict=True))
    for name in ("win", "drop", "result", "low", "high"):
        assert round(cells[name] * 100) == getattr(group, name)
    pdf = statistics_pdf(record, "Prime Casino")
    assert not faults(pdf)
    assert pdf == statistics_pdf(record, "Prime Casino")
    document = pdfium.PdfDocument(pdf)
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    document.close()
    for cents in (group.win, group.drop, group.result, round(group.expected), group.low):
        assert format_cents(cents) in text


def plays(game: str, rounds: int, seed: str = "honest") -> tuple[Rules, list[RoundPlay]]:
    choices = plain_choices(GAMES[game])
    rules = Rules(choices)
    return rules, [
        RoundReader(rules).read(events) for events in engine_rounds(choices, seed, rounds)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_redealt_results_hold_the_real_one_and_every_row_is_paid_as_due(game: str) -> None:
    _, rounds = plays(game, 40)
    for play in rounds:
        assert all(row.paid == row.due for row in play.rows)
        least = play.fixed + sum(min(column) for column in play.law)
        most = play.fixed + sum(max(column) for column in play.law)
        assert least <= play.won <= most
        assert play.undone or play.due == play.won, "the law has the card that came"
    assert sum(bool(play.law) for play in rounds) > 10


def test_a_common_row_paid_wrong_is_named_at_once() -> None:
    """The events are of a table that pays a pair 2 to 1; the paytable says otherwise."""
    choices = plain_choices(GAMES["let-it-ride"])
    rules = Rules(choices)
    rows: list[tuple[int, int]] = []
    for events in engine_rounds(choices, "faulty", 60):
        wrong = [
            msgspec.structs.replace(x, won=2 * x.returned)
            if isinstance(x, e.Paid) and x.hand.startswith("pair") and x.returned
            else x
            for x in events
        ]
        rows += [(r.paid, r.due) for r in RoundReader(rules).read(wrong).rows]
    assert any(paid > due for paid, due in rows)


def test_the_interval_of_redealt_cards_against_an_exact_convolution() -> None:
    laws = {((-500, -500, 1000),): 40, ((0, 100),): 7, ((5, 5),): 3, ((-90, 0, 60),) * 2: 2}
    exact: dict[int, Fraction] = {35: Fraction(1)}
    for law, count in laws.items():
        results = Counter(sum(x) for x in permuted(law))
        for _ in range(count):
            sums: dict[int, Fraction] = {}
            for total, chance in exact.items():
                for result, ways in results.items():
                    more = chance * Fraction(ways, results.total())
                    sums[total + result] = sums.get(total + result, Fraction()) + more
            exact = sums
    middle = sum((total * chance for total, chance in exact.items()), Fraction())
    test = redeal(laws, 35, 20, seed=3, samples=9_999)
    assert test.expected == middle
    for bound, share in ((test.low, 0.025), (test.high, 0.975)):
        below = float(sum(chance for total, chance in exact.items() if total < bound))
        beyond = float(sum(chance for total, chance in exact.items() if total <= bound))
        assert below - 0.006 < share < beyond + 0.006
    less = float(sum(chance for total, chance in exact.items() if total < 20))
    assert test.rank == pytest.approx(less + float(exact.get(20, 0)) / 2, abs=0.02)


def permuted(law: Law) -> Iterator[tuple[int, ...]]:
    """The results of every way to give each column a card of its own."""
    for cards in permutations(range(len(law[0])), len(law)):
        yield tuple(column[card] for column, card in zip(law, cards, strict=True))


def test_opening_hands_are_counted_exactly_and_a_stacked_deck_is_seen() -> None:
    for size, jokers in ((2, 0), (3, 0), (5, 2)):
        assert sum(pattern_chances(size, jokers).values()) == 1
    chances = pattern_chances(2, 0)
    rng = Random(1)
    pack = [Card(n) for n in range(52)]
    hands = [tuple(rng.sample(pack, 2)) for _ in range(800)]
    for more, honest in ((0, True), (60, False)):
        counts = Counter(pattern_of(hand) for hand in hands + [(pack[0], pack[1])] * more)
        p = surprise([counts[key] for key in chances], list(chances.values()))
        assert (p > 0.001) == honest


def test_the_base_is_last_years_win_to_drop_and_meters_are_a_liability(stage: Stage) -> None:
    """Two days of a year, and one of the next: COMAR 36.05.03.25."""
    ann = c.Actor("player", "ann")
    for days in (2, 300):
        stage.now.at = START + days * DAY
        stage.desk.top_up(Person("ann", "ann", "player"))
        stage.open(TABLE)
        stage.must(TABLE, c.BuyIn(by=ann, at=stage.at, seat=1, cents=Cents(100_00)))
        stage.bet(TABLE)
        stage.play(TABLE)
    (year,) = statistics(stage.house, START, START + 30 * DAY, "table").groups
    start = START + 300 * DAY
    later = statistics(stage.house, start, start + DAY, "table")
    (group,) = later.groups
    assert year.drop == 600_00 and group.drop == 100_00
    assert year.base_hold is None and group.base_hold == year.hold
    assert group.base_low is not None and group.base_high is not None
    assert group.base_low < (group.base_hold or 0.0) < group.base_high
    outside = not group.base_low <= (group.hold or 0.0) <= group.base_high
    assert ("hold" in group.flags) == outside
    assert group.decisions_per_hour == pytest.approx(group.decisions / group.hours)
    assert later.expected_flags == pytest.approx(0.05)
    meters = stage.house.meter_cents(TABLE)
    assert {meter.cents for meter in later.liability} == {*meters.values()}
    document = pdfium.PdfDocument(statistics_pdf(later, "Prime Casino"))
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    document.close()
    for words in (
        f"{group.decisions_per_hour:,.0f}",
        f"{group.base_hold:.1%}",
        *(format_cents(cents) for cents in meters.values()),
        "Progressive liability",
    ):
        assert words in text, words
