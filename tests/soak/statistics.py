"""`./pit soak statistics`: how often honest books are flagged, in every game.

    ./pit soak statistics [--books N] [--rounds N] [--seed N] [--record]

Every book is played anew by the table engine, by players who decide at random, and is tested as the
house's statistics test it. 5 in 100 should be flagged.
"""

import sys
from collections import Counter

from kit.engine_rounds import engine_rounds
from pitboss.house.books.play import read_round
from pitboss.odds.sessions.redeal import redeal
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from soak._outcome import Campaign

BOOKS, ROUNDS = 200, 500


def flagged(game: str, seed: str, rounds: int) -> bool:
    """Whether one honest book of a game is flagged; a wrong payment fails at once."""
    choices = plain_choices(GAMES[game])
    rules = Rules(choices)
    laws: Counter[tuple[int, ...]] = Counter()
    fixed = won = 0
    for events in engine_rounds(choices, seed, rounds):
        play = read_round(rules, events)
        assert play.undone or all(row.paid == row.due for row in play.rows), seed
        laws.update(play.outcomes)
        fixed, won = fixed + play.fixed, won + play.won
    return redeal(laws, fixed, won, seed=rounds, samples=399).outside


def main() -> int:
    campaign = Campaign("statistics", "rounds in honest books, tested as statistics test them")
    campaign.parser.set_defaults(seed=0)
    campaign.parser.add_argument("--books", type=int, default=BOOKS)
    campaign.parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = campaign.parse()
    flags: Counter[str] = Counter()
    for book in range(args.seed, args.seed + args.books):
        for game in GAMES:
            flags[game] += flagged(game, f"{game} book {book}", args.rounds)
            campaign.outcome.count += args.rounds
        done = book - args.seed + 1
        campaign.outcome.detail = {game: flags[game] for game in GAMES}
        if done % 10 == 0:
            print(f"statistics: {done} books of each game, flagged {dict(flags)}", flush=True)
    off = [game for game in GAMES if args.books >= 100 and flags[game] > 0.12 * args.books]
    if off:
        print(f"statistics: too many flags in {', '.join(off)}", file=sys.stderr)
        return 1
    return campaign.finish()
