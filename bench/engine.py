"""`./pit bench engine`: full six-seat rounds through decide, evolve and postings, against PokerKit.

    ./pit bench engine [--seconds S] [--rounds N]

PokerKit's six-handed no-limit hold'em hands are dealt and checked down with all its automations, in
the same process and in turns, by processor time. A hand is: make the state, which shuffles, and
check until it is over. A round is: six bets, a shuffle, the deal, every decision and discard, the
turning of cards and the settlement, one command after another, each decided, folded into the state
and posted. Not timed: making commands that do not depend on the cards, a shuffle's order among
them, and the first sight of a hand, since what it pays is cached. With `--rounds` it plays that
many rounds instead, of all the games together and in one process, and watches the memory: `--rounds
1000000` takes minutes.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import cast

import numpy as np
from pokerkit import Automation, NoLimitTexasHoldem

from pitboss.money import dollars
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Exchange, Game, RevealStep, Step
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.state import Table

SEATS = range(1, 7)
REQUIRED = 50  # rounds for each of PokerKit's hands
# KiB that the process may grow by after the first tenth: a hand met for the first time is
# remembered, until all (some twenty thousand of six cards) have been.
GROWTH = 16_384
DECKS = 10_000  # shuffled beforehand: their cards are checked, dealt and settled again and again
BETWEEN_LOOKS = 10  # at the clock: a tenth of a second of PokerKit
HOUSE = c.Actor("house", "house")
NO_MORE_BETS, DEAL, SETTLE = c.NoMoreBets(by=HOUSE), c.Deal(by=HOUSE), c.Settle(by=HOUSE)
# A refusal cannot be unpacked, so it would end the bench.
allowed = cast("Callable[[Table, c.Command], tuple[Table, tuple[e.Event, ...]]]", step)


class Player:
    """Six seats that bet every wager offered. Commands are values: they are made once, and each
    (step, seat) goes round its own, shuffled, list of all that may be done there. So are decks.
    """

    def __init__(self, game: Game, seed: int, *, side_wagers: bool = True) -> None:
        self.rng = random.Random(seed)
        self.rules = Rules(plain_choices(game, offered=side_wagers))
        self.table = start(self.rules)
        decks = np.tile(np.arange(len(game.cards)), (DECKS, 1))
        orders = np.random.default_rng(seed).permuted(decks, axis=1).tolist()
        shuffles = [c.Shuffle(by=HOUSE, order=tuple(order)) for order in orders]
        self.shuffle = cycle(shuffles).__next__
        stakes = {
            spot.key: self.rules.limits(spot)[0]
            for spot in self.rules.spots.values()
            if not spot.multiples
        }
        self.bets = [c.Bet(by=HOUSE, seat=seat, stakes=stakes) for seat in SEATS]
        self.choices = [
            [cycle(self._options(now, seat)).__next__ for seat in (0, *SEATS)] for now in game.play
        ]
        self.give(c.ReceiveCards(by=HOUSE))
        for seat in SEATS:
            self.give(c.Sit(by=HOUSE, seat=seat, player=f"player {seat}"))
            self.give(c.BuyIn(by=HOUSE, seat=seat, cents=dollars(1_000_000_000)))
        for duty in ("inspect", "verify", "spread", "view", "wash"):
            self.give(c.Perform(by=HOUSE, duty=duty))

    def _options(self, now: Step, seat: int) -> list[c.Command]:
        """What may be done at a step by a seat (0: by the dealer), four in five going on."""
        options: list[c.Command]
        if isinstance(now, Decide):
            times = self.rules.spots[now.spot].multiples or (1,)
            act = partial(c.Act, by=HOUSE, seat=seat)
            options = [act(act=now.accept, multiple=n) for n in times for _ in range(4)]
            options += [act(act=now.decline)] * len(times)
        elif isinstance(now, Exchange):
            if not seat:
                return [DEAL]
            hand = range(self.rules.game.hole)
            counts = [count for count in range(now.up_to + 1) for _ in range(5)]
            slots = [tuple(self.rng.sample(hand, count)) for count in counts]
            options = [c.Discard(by=HOUSE, seat=seat, slots=chosen) for chosen in slots]
        else:
            return [c.Reveal(by=HOUSE) if isinstance(now, RevealStep) else SETTLE]
        options *= 20
        self.rng.shuffle(options)
        return options

    def give(self, command: c.Command) -> None:
        self.table, _ = allowed(self.table, command)

    def round(self) -> None:
        table, choices, number = self.table, self.choices, self.table.round
        for bet in self.bets:
            table, _ = allowed(table, bet)
        table, _ = allowed(table, self.shuffle())
        table, _ = allowed(table, NO_MORE_BETS)
        table, _ = allowed(table, DEAL)
        while table.round == number:
            if seats := table.asked:
                table, _ = allowed(table, choices[table.step][seats[0]]())
            elif table.pending:
                table, _ = allowed(table, c.ValidateAward(by=HOUSE, seat=table.pending))
            else:
                table, _ = allowed(table, choices[table.step][0]())
        self.table = table
        if number % 1_000 == 0:
            self._refill()

    def remember(self, hands: int) -> None:
        """Plays hands that later rounds will play: a hand's payments are computed once."""
        game = self.rules.game
        cards, many = [*game.cards], game.hole + game.community + game.box
        for _ in range(hands):
            self.rules.outcomes.of(tuple(self.rng.sample(cards, many)))

    def _refill(self) -> None:
        for seat in SEATS:
            if self.table.chips(f"player {seat}") < dollars(500_000_000):
                self.give(c.BuyIn(by=HOUSE, seat=seat, cents=dollars(500_000_000)))


def hold_em() -> Callable[[], None]:
    """PokerKit's fastest way to play a hand that nobody raises."""
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)

    def hand() -> None:
        state = game(200, 6)
        while state.status:
            state.check_or_call()

    return hand


def paced(play: Callable[[], None], seconds: float) -> tuple[int, float]:
    """(how often, in how much processor time). The clock is slow, so it is read only rarely."""
    started, times = time.process_time(), 0
    while (spent := time.process_time() - started) < seconds:
        for _ in range(BETWEEN_LOOKS):
            play()
        times += BETWEEN_LOOKS
    return times, spent


def compare(seconds: float) -> int:
    peer = hold_em()
    plays: dict[str, Callable[[], None]] = {"pokerkit": peer}
    for key, game in GAMES.items():
        for side_wagers, label in ((True, "every wager"), (False, "required wagers")):
            player = Player(game, 1, side_wagers=side_wagers)
            player.remember(300_000)
            plays[f"{key}, {label}"] = player.round
    done = dict.fromkeys(plays, (0, 0.0))
    for play in plays.values():
        paced(play, seconds / 10)
    slices = 6
    for _ in range(slices):
        for key, play in plays.items():
            times, spent = paced(play, seconds / slices)
            done[key] = (done[key][0] + times, done[key][1] + spent)
    rates = {key: times / spent for key, (times, spent) in done.items()}
    base = rates.pop("pokerkit")
    print(f"PokerKit, six-handed hold'em checked down  {base:10,.1f} hands a second")
    failed = False
    for key, rate in rates.items():
        ratio = rate / base
        verdict = "" if ratio >= REQUIRED else f"  less than {REQUIRED} times"
        print(f"{key:41}  {rate:10,.1f} rounds a second  {ratio:6.1f} times{verdict}")
        failed = failed or ratio < REQUIRED
    print(f"required: at least {REQUIRED} times")
    return 1 if failed else 0


def resident() -> int:
    """KiB in memory now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def samples(player: Player, rounds: int) -> Iterator[int]:
    for number in range(1, rounds + 1):
        player.round()
        if number % max(1, rounds // 10) == 0:
            yield resident()


def watch_memory(rounds: int) -> int:
    """Plays this many rounds in all, of one game after another."""
    failed, each = False, rounds // len(GAMES)
    for key, game in GAMES.items():
        started = time.process_time()
        sizes = list(samples(Player(game, 2), each))
        rate = each / (time.process_time() - started)
        print(f"{key}: {each:,} rounds, {rate:,.0f} a second; KiB in memory: {sizes}", flush=True)
        failed = failed or sizes[-1] - sizes[0] > GROWTH
    print(f"allowed: {GROWTH:,} KiB more at the end of a game than after a tenth of it")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit bench engine")
    parser.add_argument("--seconds", type=float, default=6.0, help="processor time for each")
    parser.add_argument("--rounds", type=int, default=0, help="play this many and watch the memory")
    args = parser.parse_args()
    if args.rounds:
        return watch_memory(args.rounds)
    return max(compare(args.seconds), watch_memory(20_000))


if __name__ == "__main__":
    sys.exit(main())
