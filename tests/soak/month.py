"""`./pit soak month`: a month of twenty tables, a million rounds of the house's engine, as books.

    ./pit soak month [--count N] [--months N] [--workers N] [--parts DIR] [--seed N] [--record]

Every command of every round is decided, folded and posted by the table engine; seats, wagers and
decisions are random, with everything that a table offers. Each round is read as the statistics read
it: every payment must be correct, and every 500 rounds, every 5,000 and every table are a case for
the flag of the win. The rounds of every 5,000 with one, two or three seats are cases too: seats
that share a card would be flagged too often if they were redealt separately.

Tables are dealt by several processes, and one that is finished is stored in `--parts`: a campaign
that was interrupted continues from there. Further months have the next seeds, and all are counted
together.
"""

import multiprocessing
import tempfile
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from kit.quick_rounds import quick_rounds
from pitboss.house.books.play import Law, RoundPlay, RoundReader
from pitboss.odds.sessions.redeal import MIN_SAMPLES, Redeal, redeal
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from soak._outcome import Campaign
from soak.statistics import Cell, record_cell

MONTH: Final = 1_000_000
TABLES: Final = 20
BOOK: Final = 5_000
STORED: Final = "tables stored by earlier runs, whose seconds are not counted"

Kind = tuple[str, int]  # a game, and rounds or seats


class Sums:
    """What adds up over the rounds of a table or a day."""

    def __init__(self) -> None:
        self.laws: Counter[Law] = Counter()
        self.fixed = self.won = 0

    def add(self, play: RoundPlay) -> None:
        self.laws[play.law] += 1
        self.fixed, self.won = self.fixed + play.fixed, self.won + play.won

    def test(self, seed: int) -> Redeal:
        return redeal(self.laws, self.fixed, self.won, seed, MIN_SAMPLES)


class Tally(msgspec.Struct):
    """Cases of one kind: how many, flagged for a win too low or too high, and their ranks added."""

    books: int = 0
    low: int = 0
    high: int = 0
    ranks: float = 0.0

    def count(self, test: Redeal) -> None:
        self.books += 1
        self.low += test.outside and test.rank < 0.5
        self.high += test.outside and test.rank > 0.5
        self.ranks += test.rank

    def add(self, other: "Tally") -> None:
        self.books += other.books
        self.low, self.high = self.low + other.low, self.high + other.high
        self.ranks += other.ranks

    @property
    def flags(self) -> int:
        return self.low + self.high

    def __str__(self) -> str:
        return f"{self.flags} of {self.books} flagged ({self.low} low, {self.high} high)"


class TableMonth(msgspec.Struct, frozen=True):
    """What was counted at one table: cases by their rounds, and those of 5,000 by their seats."""

    number: int
    game: str
    rounds: int
    wrong: int  # payments that were not as due
    cases: dict[int, Tally]
    seats: dict[int, Tally]


def play_table(number: int, each: int, seed: int) -> TableMonth:
    """One table's month: every 500 rounds, every 5,000 and the whole are cases."""
    key = [*GAMES][number % len(GAMES)]
    choices = plain_choices(GAMES[key])
    reader = RoundReader(Rules(choices))
    sizes = [size for size in (500, BOOK) if size < each] + [each]
    sums = {size: Sums() for size in sizes}
    cases = {size: Tally() for size in sizes}
    parts, seats = defaultdict[int, Sums](Sums), defaultdict[int, Tally](Tally)
    wrong = 0
    for n, events in enumerate(quick_rounds(choices, f"month {seed} {number}", each), 1):
        play = reader.read(events)
        wrong += play.due != play.won or any(row.paid != row.due for row in play.rows)
        again = n * TABLES + number  # tables that shared a seed would be redealt alike
        parts[len(play.bets)].add(play)
        for size in sizes:
            sums[size].add(play)
            if n % size == 0:
                cases[size].count(sums[size].test(again))
                sums[size] = Sums()
        if n % BOOK == 0:
            for taken, part in sorted(parts.items()):
                seats[taken].count(part.test(again))
            parts.clear()
    return TableMonth(number, key, each, wrong, cases, dict(seats))


def _part(parts: Path, each: int, seed: int, number: int) -> Path:
    return parts / f"table-{seed}-{each}-{number}.json"


def stored_table(parts: Path, each: int, place: tuple[int, int]) -> TableMonth:
    """The table's month as an earlier run stored it, or played now and stored."""
    seed, number = place
    path = _part(parts, each, seed, number)
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=TableMonth)
    month = play_table(number, each, seed)
    path.write_bytes(msgspec.json.encode(month))
    return month


def tables(campaign: Campaign, rounds: int, seeds: range) -> None:
    each = rounds // TABLES
    parts = Path(campaign.args.parts)
    parts.mkdir(parents=True, exist_ok=True)
    places = [(seed, number) for seed in seeds for number in range(TABLES)]
    stored = sum(_part(parts, each, *place).exists() for place in places)
    if stored:  # so the seconds of this run are not those of the month
        campaign.outcome.detail[STORED] = stored
    cases, seats = defaultdict[Kind, Tally](Tally), defaultdict[Kind, Tally](Tally)
    with multiprocessing.get_context("spawn").Pool(campaign.args.workers) as pool:
        for month in pool.imap_unordered(partial(stored_table, parts, each), places):
            campaign.outcome.count += month.rounds
            if month.wrong:
                campaign.outcome.fail(f"table {month.number}: {month.wrong} payments not as due")
            for size, tally in month.cases.items():
                cases[month.game, size].add(tally)
            for taken, tally in month.seats.items():
                seats[month.game, taken].add(tally)
    for (key, taken), tally in sorted(seats.items()):
        print(f"month: {key}, rounds with {taken} seats in {BOOK:,}: {tally}", flush=True)
    for (key, size), tally in sorted(cases.items()):
        print(f"month: {key}, {size:,} rounds: {tally}", flush=True)
        if campaign.args.record:
            mean = round(tally.ranks / tally.books, 4)
            record_cell(Cell(key, size, tally.books, tally.flags, mean, "engine"))
    for size in sorted({size for _, size in cases}):
        total = Tally()
        for key in GAMES:
            total.add(cases[key, size])
        # Three standard errors of all games together.
        reach = max(2 / total.books, 3 * (0.05 * 0.95 / total.books) ** 0.5)
        print(f"month: all games, {size:,} rounds: {total}, reach {reach:.2%}", flush=True)
        if abs(total.flags / total.books - 0.05) > reach:
            campaign.outcome.fail(f"month: {size:,} rounds: {total}")


def main() -> int:
    what = "rounds of a month of 20 tables by the engine, read as books"
    campaign = Campaign("month", what, count=MONTH)
    parser = campaign.parser
    parser.add_argument("--months", type=int, default=1, help="of the next seeds, counted together")
    parser.add_argument("--workers", type=int, default=2, help="processes that deal tables")
    place = Path(tempfile.gettempdir()) / "pitboss-month"
    parser.add_argument("--parts", default=str(place), help="where finished tables are stored")
    args = campaign.parse()
    tables(campaign, args.count, range(args.seed, args.seed + args.months))
    return campaign.finish()
