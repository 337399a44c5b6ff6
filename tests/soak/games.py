"""`./pit soak games`: 50,000 random games, each held against slow twin, class solver, prices,
simulator and table engine.

    ./pit soak games [--count N] [--seed N] [--deck N] [--record]

A failure prints the game's seed: `wrong_in` of tests/kit/game_checks.py repeats it.
"""

import sys
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed

from kit.game_checks import wrong_in
from soak._outcome import Campaign

EACH = 250  # games of one part
WHAT = "random games: slow twin, class solver, prices, simulator and table engine agree"


def part(first: int, games: int, seed: int, deck: int) -> list[str]:
    """The games of some numbers that disagree, each with its seed and the first difference."""
    wrong = []
    for number in range(first, first + games):
        name = f"soak {seed} {number}"
        try:
            lines = wrong_in(name, deck)
        except Exception:  # an error is a failure like any other, and the campaign goes on
            lines = [traceback.format_exc()]
        wrong += [f"{name!r}: {line}" for line in lines[:1]]
    return wrong


def main() -> int:
    campaign = Campaign("games", WHAT, count=50_000)
    campaign.parser.add_argument(
        "--deck", type=int, default=6, help="cards of the deck that the twin plays"
    )
    args = campaign.parse()
    outcome = campaign.outcome
    with ProcessPoolExecutor(2) as pool:
        sizes = {first: min(EACH, args.count - first) for first in range(0, args.count, EACH)}
        parts = {pool.submit(part, at, n, args.seed, args.deck): n for at, n in sizes.items()}
        for each in as_completed(parts):
            outcome.count += parts[each]
            for line in each.result():
                outcome.fail(line)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
