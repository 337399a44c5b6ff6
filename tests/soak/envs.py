"""`./pit soak envs`: a million rounds of each game settled by the engine, then by the environments'
kernels with the same cards and acts, cent by cent.

    ./pit soak envs [--count N] [--seed N] [--game KEY] [--record] [--resume]

`--count` is the number of rounds of each game; the games take turns, `--record` keeps what is done
so far after each turn, and `--resume` goes on from there. A failure names its round and what the
kernel pays.
"""

import itertools
import sys

from kit.env_rounds import differences
from pitboss.rulebook import GAMES
from soak._outcome import Campaign

BATCH = 10_000
WHAT = "rounds settled by the engine and by the environments' kernels: the same cents"


def main() -> int:
    campaign = Campaign("envs", WHAT, count=1_000_000, resumes=True)
    campaign.parser.add_argument("--game", choices=sorted(GAMES))
    args = campaign.parse()
    outcome = campaign.outcome
    games = (*GAMES,) if args.game is None else (args.game,)
    outcome.due *= len(GAMES)  # the count is each game's
    for first, game in itertools.product(range(0, args.count, BATCH), games):
        rounds = min(BATCH, args.count - first)
        if outcome.detail.get(game, 0) > first:
            continue  # done before
        for line in differences(game, rounds, args.seed + first):
            outcome.fail(f"{game}: {line}")
        outcome.count += rounds
        outcome.detail[game] = outcome.detail.get(game, 0) + rounds
        campaign.keep()
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
