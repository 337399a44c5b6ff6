"""`./pit soak engine`: millions of commands, legal and not, at tables of every kind.

    ./pit soak engine [--commands N] [--seed N]

Every session is named by its game and number; a failure prints both, and `session` runs it again.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

from kit.driver import Driver
from kit.houses import random_choices
from kit.invariants import Watch
from pitboss.rulebook import GAMES

COMMANDS = 5_000_000
EACH = 4_000  # commands of one session
MISCHIEF = (0.02, 0.1, 0.3, 0.7)


def session(game: str, number: int, *, commands: int = EACH, look_every: int = 1) -> Watch:
    choices = random_choices(Random(f"{game} {number}"), GAMES[game])
    naughty = MISCHIEF[number % len(MISCHIEF)]
    driver = Driver(choices, f"{game} {number}", mischief=naughty, stack=0.4)
    watch = Watch(driver, look_every=look_every)
    for _ in range(commands):
        watch.turn()
    return watch


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak engine")
    parser.add_argument("--commands", type=int, default=COMMANDS)
    parser.add_argument("--seed", type=int, default=0, help="number of the first session")
    args = parser.parse_args()
    print(f"engine: {args.commands:,} commands from session {args.seed} on", flush=True)
    done, number, started, said = 0, args.seed, time.monotonic(), time.monotonic()
    refused: Counter[str] = Counter()
    rounds = voids = 0
    while done < args.commands:
        for game in GAMES:
            try:
                watch = session(game, number, look_every=7)
                watch.check_fold()
            except BaseException:
                print(f"engine: failed in session({game!r}, {number})", file=sys.stderr)
                raise
            done += EACH
            refused += watch.refused
            rounds += watch.ledger.rounds
            voids += watch.ledger.voids
        number += 1
        if time.monotonic() - said > 10 or done >= args.commands:
            said = time.monotonic()
            rate = done / (said - started)
            print(
                f"engine: {done:,} commands, {sum(refused.values()):,} refused for {len(refused)} "
                f"reasons, {rounds:,} rounds, {voids:,} void, {rate:,.0f} a second",
                flush=True,
            )
    return 0
