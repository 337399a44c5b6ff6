"""`./pit soak month`: a month of twenty tables, a million rounds of the house's engine, as books.

    ./pit soak month [--count N] [--workers N] [--parts DIR] [--seed N] [--record]

Every command of every round is decided, folded and posted by the table engine; seats, wagers and
decisions are random, with everything that a table offers. Each round is read as the statistics read
it: every payment must be as due, and every 500 rounds, every 5,000 and every table are a case for
the flag of the win.

Tables are dealt by several processes, and one that is finished is stored in `--parts`: a campaign
that was ended goes on from there.
"""

import multiprocessing
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from kit.quick_rounds import quick_rounds
from pitboss.house.books.play import Law, RoundPlay, RoundReader
from pitboss.odds.sessions.redeal import redeal
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from soak._outcome import Campaign
from soak.statistics import SAMPLES, Cell, record_cell

MONTH: Final = 1_000_000
TABLES: Final = 20
STORED: Final = "tables stored by earlier runs, whose seconds are not counted"


class Sums:
    """What adds up over the rounds of a table or a day."""

    def __init__(self) -> None:
        self.laws: Counter[Law] = Counter()
        self.fixed = self.won = 0

    def add(self, play: RoundPlay) -> None:
        self.laws[play.law] += 1
        self.fixed, self.won = self.fixed + play.fixed, self.won + play.won

    def outside(self, seed: int) -> bool:
        return redeal(self.laws, self.fixed, self.won, seed, SAMPLES).outside


class TableMonth(msgspec.Struct, frozen=True):
    """What was counted at one table: cases and flags by the rounds of a case."""

    number: int
    game: str
    rounds: int
    wrong: int  # payments that were not as due
    cases: dict[int, int]
    flags: dict[int, int]


def play_table(number: int, each: int, seed: int) -> TableMonth:
    """One table's month: every 500 rounds, every 5,000 and the whole are cases."""
    key = [*GAMES][number % len(GAMES)]
    choices = plain_choices(GAMES[key])
    reader = RoundReader(Rules(choices))
    sizes = [size for size in (500, 5_000) if size < each] + [each]
    sums = {size: Sums() for size in sizes}
    cases, flags = Counter[int](), Counter[int]()
    wrong = 0
    for n, events in enumerate(quick_rounds(choices, f"month {seed} {number}", each), 1):
        play = reader.read(events)
        wrong += play.due != play.won or any(row.paid != row.due for row in play.rows)
        for size in sizes:
            sums[size].add(play)
            if n % size == 0:
                cases[size] += 1
                flags[size] += sums[size].outside(n)
                sums[size] = Sums()
    return TableMonth(number, key, each, wrong, dict(cases), dict(flags))


def _part(parts: Path, each: int, seed: int, number: int) -> Path:
    return parts / f"table-{seed}-{each}-{number}.json"


def stored_table(parts: Path, each: int, seed: int, number: int) -> TableMonth:
    """The table's month as an earlier run stored it, or played now and stored."""
    path = _part(parts, each, seed, number)
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=TableMonth)
    month = play_table(number, each, seed)
    path.write_bytes(msgspec.json.encode(month))
    return month


def tables(campaign: Campaign, rounds: int, seed: int) -> None:
    each = rounds // TABLES
    parts = Path(campaign.args.parts)
    parts.mkdir(parents=True, exist_ok=True)
    cases, flags = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    play = partial(stored_table, parts, each, seed)
    stored = sum(_part(parts, each, seed, number).exists() for number in range(TABLES))
    if stored:  # so the seconds of this run are not those of the month
        campaign.outcome.detail[STORED] = stored
    with multiprocessing.get_context("spawn").Pool(campaign.args.workers) as pool:
        for month in pool.imap_unordered(play, range(TABLES)):
            campaign.outcome.count += month.rounds
            if month.wrong:
                campaign.outcome.fail(f"table {month.number}: {month.wrong} payments not as due")
            for size in month.cases:
                cases[month.game, size] += month.cases[size]
                flags[month.game, size] += month.flags[size]
            print(f"month: table {month.number}, flags {dict(flags)} of {dict(cases)}", flush=True)
    for (key, size), books in cases.items():
        if campaign.args.record:
            record_cell(Cell(key, size, books, flags[key, size], 0.0, "engine"))
    for size in sorted({size for _, size in cases}):
        books, out = (sum(n for (_, s), n in x.items() if s == size) for x in (cases, flags))
        # Four standard errors: the month has too few cases for one percent.
        if abs(out / books - 0.05) > max(2 / books, 4 * (0.05 * 0.95 / books) ** 0.5):
            campaign.outcome.fail(f"month: {out} of {books} cases of {size:,} rounds flagged")


def main() -> int:
    what = "rounds of a month of 20 tables by the engine, read as books"
    campaign = Campaign("month", what, count=MONTH)
    parser = campaign.parser
    parser.add_argument("--workers", type=int, default=2, help="processes that deal tables")
    place = Path(tempfile.gettempdir()) / "pitboss-month"
    parser.add_argument("--parts", default=str(place), help="where finished tables are stored")
    args = campaign.parse()
    tables(campaign, args.count, args.seed)
    return campaign.finish()
