"""`./pit soak oracle`: a million finished hands settled twice, by the engine and by the oracle.

    ./pit soak oracle [--hands N] [--seed N] [--face-down] [--record]

A failure prints the round's facts, and `house` names its session.
"""

import sys
from collections import Counter
from random import Random

from kit.driver import Driver
from kit.houses import random_choices
from kit.ledger import Ledger
from pitboss.money import MILLIONTHS
from pitboss.rulebook import GAMES
from pitboss.table.refusals import Refusal
from soak._outcome import Campaign, Outcome

HANDS = 1_000_000
EACH = 400  # hands of one house


def house(game: str, number: int, *, hands: int = EACH, physical: float = 0.15) -> Ledger:
    """This many hands at a house of its own; the ledger compares each round as it ends."""
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


def run(outcome: Outcome, hands: int, *, physical: float) -> None:
    """This many hands, in houses of each game in turn."""
    number = outcome.seed
    rows: Counter[tuple[str, str]] = Counter()
    while outcome.count < hands:
        for game in GAMES:
            try:
                ledger = house(game, number, physical=physical)
            except BaseException:
                print(f"oracle: failed in house({game!r}, {number})", file=sys.stderr)
                raise
            outcome.count += ledger.hands
            rows += ledger.rows
        number += 1
        outcome.detail = {"kinds of payment": len(rows)}


def main() -> int:
    face_down = "--face-down" in sys.argv
    name = "oracle_face_down" if face_down else "oracle"
    cards = "entered face down at tables with their own cards" if face_down else "at every table"
    campaign = Campaign(name, f"hands {cards}, settled by the engine and an independent oracle")
    campaign.parser.set_defaults(seed=0)
    campaign.parser.add_argument("--hands", type=int, default=HANDS)
    campaign.parser.add_argument("--face-down", action="store_true", help="cards nobody knows")
    args = campaign.parse()
    print(f"oracle: {args.hands:,} hands from house {args.seed} on", flush=True)
    run(campaign.outcome, args.hands, physical=1.0 if args.face_down else 0.15)
    return campaign.finish()
