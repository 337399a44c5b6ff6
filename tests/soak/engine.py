"""`./pit soak engine`: millions of commands, legal and not, at tables of every kind.

    ./pit soak engine [--commands N] [--seed N] [--record]

Every session is named by its game and number; a failure prints both, and `session` runs it again.
"""

import sys
from collections import Counter
from random import Random

from kit.driver import Driver
from kit.houses import random_choices
from kit.invariants import Watch
from pitboss.rulebook import GAMES
from soak._outcome import Campaign, Outcome

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


def run(outcome: Outcome, commands: int) -> None:
    """Gives this many commands, in sessions of each game in turn."""
    number = outcome.seed
    refused: Counter[str] = Counter()
    rounds = voids = 0
    while outcome.count < commands:
        for game in GAMES:
            try:
                watch = session(game, number, look_every=7)
                watch.check_fold()
            except BaseException:
                print(f"engine: failed in session({game!r}, {number})", file=sys.stderr)
                raise
            outcome.count += EACH
            refused += watch.refused
            rounds += watch.ledger.rounds
            voids += watch.ledger.voids
        number += 1
        outcome.detail = {
            "refused": sum(refused.values()),
            "reasons": len(refused),
            "rounds": rounds,
            "void": voids,
        }


def main() -> int:
    what = "commands, legal and not, at tables of every kind, every invariant watched"
    campaign = Campaign("engine", what)
    campaign.parser.set_defaults(seed=0)
    campaign.parser.add_argument("--commands", type=int, default=COMMANDS)
    args = campaign.parse()
    print(f"engine: {args.commands:,} commands from session {args.seed} on", flush=True)
    run(campaign.outcome, args.commands)
    return campaign.finish()
