"""`./pit soak month`: a month of twenty tables played by the table engine, tested as books.

    ./pit soak month [--count N] [--minutes N] [--seed N] [--record]

Players decide and bet at random, with every wager that a table offers. Each round is read as the
statistics read it: every payment must be as due, and every 500 rounds, every 5,000 and every table
are a case for the flag of the win.
"""

import time
from collections import Counter
from typing import Final

from kit.engine_rounds import engine_rounds
from pitboss.house.books.play import Law, RoundPlay, RoundReader
from pitboss.odds.sessions.redeal import redeal
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from soak._outcome import Campaign
from soak.statistics import SAMPLES, Cell, record_cell

MONTH: Final = 1_000_000
TABLES: Final = 20


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


def month(campaign: Campaign, rounds: int, seed: int) -> None:
    """Twenty tables for a month; every 500 rounds, every 5,000 and each whole table are cases."""
    each = rounds // TABLES
    sizes = [size for size in (500, 5_000) if size < each] + [each]
    flags: Counter[tuple[str, int]] = Counter()
    cases: Counter[tuple[str, int]] = Counter()
    for number in range(TABLES):
        key = [*GAMES][number % len(GAMES)]
        choices = plain_choices(GAMES[key])
        reader = RoundReader(Rules(choices))
        sums = {size: Sums() for size in sizes}
        for n, events in enumerate(engine_rounds(choices, f"month {seed} {number}", each), 1):
            play = reader.read(events)
            if play.due != play.won or any(row.paid != row.due for row in play.rows):
                campaign.outcome.fail(f"table {number}: round {n} was not paid as due")
            campaign.outcome.count += 1
            for size in sizes:
                sums[size].add(play)
                if n % size == 0:
                    flags[key, size] += sums[size].outside(n)
                    cases[key, size] += 1
                    sums[size] = Sums()
        print(f"month: {number + 1} tables of {each:,} rounds, flags {dict(flags)}", flush=True)
        if campaign.args.record:
            for size in sizes:
                cell = Cell(key, size, cases[key, size], flags[key, size], 0.0, "engine")
                record_cell(cell)
        if time.monotonic() - campaign.began > 60 * campaign.args.minutes:
            print(f"month: time is up after {number + 1} tables", flush=True)
            break
    for size in sizes:
        count, out = (sum(n for (_, s), n in x.items() if s == size) for x in (cases, flags))
        # Four standard errors: the month has too few cases for one percent.
        if abs(out / count - 0.05) > max(2 / count, 4 * (0.05 * 0.95 / count) ** 0.5):
            campaign.outcome.fail(f"month: {out} of {count} cases of {size:,} rounds flagged")


def main() -> int:
    what = "rounds of a month of 20 tables by the engine, read as books"
    campaign = Campaign("month", what, count=MONTH)
    campaign.parser.add_argument("--minutes", type=float, default=600.0, help="then it ends")
    args = campaign.parse()
    month(campaign, args.count, args.seed)
    return campaign.finish()
