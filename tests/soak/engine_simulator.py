"""`./pit soak engine_simulator`: 100,000 rounds of each game settled by the table engine and by the
simulator's evaluation, cent by cent.

    ./pit soak engine_simulator [--rounds N] [--seed N] [--game KEY]
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from kit.both_ways import differences
from pitboss.rulebook import GAMES

PARTS = 4


def part(game: str, rounds: int, seed: int) -> tuple[list[str], int]:
    comparison = differences(game, rounds, seed)
    return comparison.wrong, len(comparison.paid)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak engine_simulator")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=sorted(GAMES))
    args = parser.parse_args()
    failed = False
    with ProcessPoolExecutor(2) as pool:
        for game in GAMES if args.game is None else (args.game,):
            started = time.monotonic()
            each = -(-args.rounds // PARTS)
            parts = [pool.submit(part, game, each, PARTS * args.seed + n) for n in range(PARTS)]
            wrong = [line for one in parts for line in one.result()[0]]
            hands = max(one.result()[1] for one in parts)
            for line in wrong[:5]:
                print(f"DIFFERS {game}: {line}")
            taken = time.monotonic() - started
            verdict = f"{len(wrong)} DIFFER" if wrong else "the same cents"
            print(
                f"{game}: {PARTS * each:,} rounds, {hands} hands paid, {taken:.0f} s: {verdict}",
                flush=True,
            )
            failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
