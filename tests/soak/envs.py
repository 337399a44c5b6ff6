"""`./pit soak envs`: a million rounds of each game settled by the engine, then by the environments'
kernels with the same cards and acts, cent by cent.

    ./pit soak envs [--rounds N] [--seed N] [--game KEY]
"""

import argparse
import sys
import time

from kit.env_rounds import differences
from pitboss.rulebook import GAMES

BATCH = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak envs")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=sorted(GAMES))
    args = parser.parse_args()
    failed = False
    for game in GAMES if args.game is None else (args.game,):
        started, wrong = time.monotonic(), 0
        for first in range(0, args.rounds, BATCH):
            lines = differences(game, min(BATCH, args.rounds - first), args.seed + first)
            for line in lines[:5]:
                print(f"DIFFERS {game}: {line}")
            wrong += len(lines)
        seconds = time.monotonic() - started
        verdict = f"{wrong} DIFFER" if wrong else "the same cents"
        print(f"{game}: {args.rounds:,} rounds, {seconds:.0f} s: {verdict}", flush=True)
        failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
