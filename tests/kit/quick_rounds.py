"""Settled rounds of the table engine by the million: every command is decided, folded and posted.

As in `bench/engine.py` the house gives every command and commands are built once, but every round
has a shuffle of its own, and seats, wagers and decisions are drawn at random for each.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final, cast

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.money import Cents, dollars
from pitboss.rulebook.choices import Choices
from pitboss.rulebook.model import Decide, Exchange, RevealStep
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.opening import OPENING
from pitboss.table.state import Table

SHUFFLES: Final = 2_000  # drawn at a time
ROLLS: Final = 64  # sets of wagers that a seat may bet
MAX_SEATS: Final = 3
PURSE: Final = dollars(1_000_000_000)
HOUSE: Final = c.Actor("house", "house")
NO_MORE_BETS, DEAL = c.NoMoreBets(by=HOUSE), c.Deal(by=HOUSE)
SETTLE, REVEAL = c.Settle(by=HOUSE), c.Reveal(by=HOUSE)


def small_wagers(rng: Random, rules: Rules) -> dict[str, Cents]:
    """Small bets on the required spots, and on each other spot every other time."""
    chip, stakes = min(rules.choices.chips), dict[str, Cents]()
    for spot in rules.spots.values():
        if spot.multiples or any(need not in stakes for need in spot.needs):
            continue
        least, most = rules.limits(spot)
        if spot.equal_to:
            stakes[spot.key] = stakes[spot.equal_to]
        elif spot.required or rng.random() < 0.5:
            stakes[spot.key] = Cents(min(most, least + chip * rng.choice((0, 0, 1, 2, 5))))
    return stakes


class QuickTable:
    """A table of the engine and its players, who decide at random and look at no card."""

    def __init__(self, choices: Choices, seed: str) -> None:
        self.rng = Random(seed)
        # With two decks the cards are physical (ruling G55).
        self.rules = Rules(msgspec.structs.replace(choices, decks=1))
        self.decks = np.random.default_rng([*seed.encode()])
        self.table = start(self.rules)
        self.seats = range(1, MAX_SEATS + 1)
        rolls = [small_wagers(self.rng, self.rules) for _ in range(ROLLS)]
        bet = partial(c.Bet, by=HOUSE)
        self.bets = [[bet(seat=seat, stakes=x) for x in rolls] for seat in self.seats]
        self.options = [
            [self._options(now, seat) for seat in (0, *self.seats)] for now in self.rules.game.play
        ]
        self._give(c.ReceiveCards(by=HOUSE))
        for seat in self.seats:
            self._give(c.Sit(by=HOUSE, seat=seat, player=f"player {seat}"))
            self._give(c.BuyIn(by=HOUSE, seat=seat, cents=PURSE))
        for duty in OPENING:
            self._give(c.Perform(by=HOUSE, duty=cast("Any", duty)))

    def _options(self, now: object, seat: int) -> list[c.Command]:
        """What a seat may do at a step (0: the dealer does it); four in five decisions go on."""
        options: list[c.Command]
        if isinstance(now, Decide):
            times = self.rules.spots[now.spot].multiples or (1,)
            act = partial(c.Act, by=HOUSE, seat=seat)
            options = [act(act=now.accept, multiple=n) for n in times for _ in range(4)]
            return options + [act(act=now.decline)] * len(times)
        if isinstance(now, Exchange) and seat:
            hand = range(self.rules.game.hole)
            counts = [count for count in range(now.up_to + 1) for _ in range(10)]
            slots = [tuple(sorted(self.rng.sample(hand, count))) for count in counts]
            return [c.Discard(by=HOUSE, seat=seat, slots=some) for some in slots]
        if isinstance(now, Exchange):
            return [DEAL]
        return [REVEAL if isinstance(now, RevealStep) else SETTLE]

    def _give(self, command: c.Command) -> tuple[e.Event, ...]:
        """A refusal cannot be unpacked, so it would end the run."""
        answer = cast("tuple[Table, tuple[e.Event, ...]]", step(self.table, command))
        self.table, events = answer
        return events

    def shuffles(self) -> Iterator[c.Shuffle]:
        pack = np.tile(np.arange(len(self.rules.game.cards)), (SHUFFLES, 1))
        while True:
            for order in self.decks.permuted(pack, axis=1).tolist():
                yield c.Shuffle(by=HOUSE, order=tuple(order))

    def replays(self) -> Callable[[tuple[Card, ...]], list[e.Event]]:
        """Plays the next round with any order of the cards: bets and decisions are the same."""
        table, state = self.table, self.rng.getstate()

        def play(order: tuple[Card, ...]) -> list[e.Event]:
            self.table = table
            self.rng.setstate(state)
            return self.round(c.Shuffle(by=HOUSE, order=order))

        return play

    def round(self, shuffle: c.Command) -> list[e.Event]:
        give, choice = self._give, self.rng.choice
        number, events = self.table.round, list[e.Event]()
        for seat in self.rng.sample(self.seats, self.rng.choice((1, 1, 2, MAX_SEATS))):
            events += give(choice(self.bets[seat - 1]))
        for command in (shuffle, NO_MORE_BETS, DEAL):
            events += give(command)
        while self.table.round == number:
            table = self.table
            if table.pending:
                events += give(c.ValidateAward(by=HOUSE, seat=table.pending))
            else:
                seat = table.asked[0] if table.asked else 0
                events += give(choice(self.options[table.step][seat]))
        return events


def quick_rounds(choices: Choices, seed: str, rounds: int) -> Iterator[list[e.Event]]:
    """The events of this many settled rounds, one to three seats each."""
    player = QuickTable(choices, seed)
    shuffles = player.shuffles()
    for _ in range(rounds):
        yield player.round(next(shuffles))
