"""`./pit soak week`: a week of four tables by the house's own writer, and its own statistics.

    ./pit soak week [--shifts N] [--minutes N] [--seed N] [--record]

One table of each game plays a week through the house's writer, into a database with its log and
its postings, 500 rounds a shift, and `statistics` reads it shift by shift. Tables that pay their
most common row wrong come first: the statistics of the first shift must name it, or else those of
the next, for a week.
"""

import time
from typing import Final

from kit.premises import directory
from pitboss.house.books.statistics import statistics
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import plain_choices
from soak._outcome import Campaign
from soak._week_house import OPENED, SHIFT_MS, SHIFT_ROUNDS, WeekHouse, right_again, wrong_tables
from soak.statistics import Cell, record_cell

WEEK_SHIFTS: Final = 21
SLOWEST: Final = "rounds at most until the statistics name a wrong row"


def honest_week(campaign: Campaign, shifts: int, seed: int) -> None:
    """A house of four tables: its own statistics count what the tables played."""
    with directory("week") as place:
        house = WeekHouse(place, f"week {seed}", {k: plain_choices(GAMES[k]) for k in GAMES})
        shifts = _played_shifts(campaign, house, shifts)
        end = OPENED + shifts * SHIFT_MS
        for key in GAMES:
            groups = statistics(house.house, OPENED, end, "shift", key).groups
            if [group.rounds for group in groups] != [SHIFT_ROUNDS] * shifts:
                campaign.outcome.fail(f"{key}: the statistics count other rounds than were played")
            for group in groups:
                if {"payments", "cards"} & {*group.flags}:
                    campaign.outcome.fail(f"{key}: {group.title} is flagged: {group.flags}")
            out = sum("win" in group.flags for group in groups)
            print(f"week: {key} by a house: {out} of {shifts} shifts flagged", flush=True)
            if campaign.args.record:
                record_cell(Cell(key, SHIFT_ROUNDS, shifts, out, 0.0, "house"))
        house.close()


def _played_shifts(campaign: Campaign, house: WeekHouse, shifts: int) -> int:
    """Plays whole shifts until all are played or time is up; returns their number."""
    ends = time.monotonic() + 60 * campaign.args.minutes
    for shift in range(1, shifts + 1):
        for _ in range(SHIFT_ROUNDS):
            house.play_round()
            campaign.outcome.count = house.rounds
        if time.monotonic() > ends:
            return shift
    return shifts


def wrong_week(campaign: Campaign, shifts: int, seed: int) -> None:
    """Tables that pay their most common row wrong, read with the right paytables."""
    with directory("week") as place:
        house = WeekHouse(place, f"wrong {seed}", wrong_tables())
        right_again(house.house)
        unnamed, shift = set(GAMES), 0
        while unnamed and shift < shifts:
            shift += 1
            for _ in range(SHIFT_ROUNDS):
                house.play_round()
            for key in sorted(unnamed):
                end = OPENED + shift * SHIFT_MS
                (group,) = statistics(house.house, OPENED, end, "table", key).groups
                if "payments" in group.flags:
                    unnamed.discard(key)
                    wrong = [row for row in group.rows if row.paid != row.due]
                    print(f"week: {key}: {wrong[0]}, flags {group.flags}", flush=True)
        campaign.outcome.detail[SLOWEST] = shift * SHIFT_ROUNDS
        for key in unnamed:
            campaign.outcome.fail(f"{key}: a row paid wrong was not named within a week")
        house.close()


def main() -> int:
    what = "rounds of a week written by a house into its database, read by its statistics"
    campaign = Campaign("week", what)
    campaign.parser.add_argument("--shifts", type=int, default=WEEK_SHIFTS, help="of the week")
    campaign.parser.add_argument("--minutes", type=float, default=600.0, help="then it ends")
    args = campaign.parse()
    wrong_week(campaign, args.shifts, args.seed)
    honest_week(campaign, args.shifts, args.seed)
    return campaign.finish()
