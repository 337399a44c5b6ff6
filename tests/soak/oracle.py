"""`./pit soak oracle`: a million finished hands settled twice, by the engine and by the oracle.

    ./pit soak oracle [--hands N] [--seed N]

A failure prints the round's facts, and `house` names its session.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

from kit.driver import Driver
from kit.houses import random_choices
from kit.ledger import Ledger
from pitboss.money import MILLIONTHS
from pitboss.rulebook import GAMES
from pitboss.table.refusals import Refusal

HANDS = 1_000_000
EACH = 400  # hands of one house


def house(game: str, number: int, *, hands: int = EACH, physical: float = 0.15) -> Ledger:
    """So many hands at a house of its own; the ledger compares each round as it ends."""
    name = f"oracle {game} {number}"
    choices = random_choices(Random(name), GAMES[game])
    driver = Driver(choices, name, mischief=0.01, stack=0.7, physical=physical)
    ledger = Ledger(driver.rules)
    while ledger.hands < hands:
        _, answer = driver.turn()
        if isinstance(answer, Refusal):
            continue
        for event in answer:
            ledger.feed(event)
        if driver.table.phase == "bets":
            exact = {meter: cents * MILLIONTHS for meter, cents in ledger.meters.items()}
            assert driver.table.meters == exact, (game, number)
    return ledger


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak oracle")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=0, help="number of the first house")
    parser.add_argument("--face-down", action="store_true", help="cards that nobody knows")
    args = parser.parse_args()
    print(f"oracle: {args.hands:,} hands from house {args.seed} on", flush=True)
    done, number, started, said = 0, args.seed, time.monotonic(), time.monotonic()
    rows: Counter[tuple[str, str]] = Counter()
    while done < args.hands:
        for game in GAMES:
            try:
                ledger = house(game, number, physical=1.0 if args.face_down else 0.15)
            except BaseException:
                print(f"oracle: failed in house({game!r}, {number})", file=sys.stderr)
                raise
            done += ledger.hands
            rows += ledger.rows
        number += 1
        if time.monotonic() - said > 10 or done >= args.hands:
            said = time.monotonic()
            print(
                f"oracle: {done:,} hands agree, {len(rows)} kinds of payment, "
                f"{done / (said - started):,.0f} a second",
                flush=True,
            )
    return 0
