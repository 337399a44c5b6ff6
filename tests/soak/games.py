"""`./pit soak games`: 50,000 random games, each compared with slow twin, class solver, prices,
simulator and table engine.

    ./pit soak games [--count N] [--seed N] [--deck N] [--record] [--resume]

`--record` keeps what is done so far, and `--resume` goes on from there. A failure prints the game's
seed: `wrong_in` of tests/kit/game_checks.py repeats it.
"""

import sys
import traceback
from concurrent.futures import ProcessPoolExecutor

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
    campaign = Campaign("games", WHAT, count=50_000, resumes=True)
    campaign.parser.add_argument(
        "--deck", type=int, default=6, help="cards of the deck that the twin plays"
    )
    args = campaign.parse()
    outcome = campaign.outcome
    with ProcessPoolExecutor(2) as pool:
        firsts = range(outcome.count, args.count, EACH)
        sizes = [min(EACH, args.count - first) for first in firsts]
        parts = [
            pool.submit(part, first, size, args.seed, args.deck)
            for first, size in zip(firsts, sizes, strict=True)
        ]
        for size, each in zip(sizes, parts, strict=True):  # in order, so that the rest can follow
            for line in each.result():
                outcome.fail(line)
            outcome.count += size
            campaign.keep()
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
