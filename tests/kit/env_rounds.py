"""Rounds settled by the table engine, and the same cards and acts paid by the environments."""

import random

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.envs import DrawVectorEnv, StudVectorEnv
from pitboss.envs.draw_kernels import show_hand
from pitboss.envs.stud_kernels import classify, situation
from pitboss.library.plays import plays
from pitboss.library.table import HOUSE, SelfDealtTable
from pitboss.table import commands as c
from pitboss.table.duties import command_for, due
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table

PLAYER = c.Actor("player", "ann")


class EngineRound(msgspec.Struct):
    hole: tuple[Card, ...]  # as dealt
    community: tuple[Card, ...]
    acts: list[int]  # as the environments number them
    drawn: list[tuple[Card, ...]]
    cents: int
    base: int


class EngineTable:
    """One seat that bets what a round requires and decides at random."""

    def __init__(self, game: str, seed: int) -> None:
        opened = SelfDealtTable(game)
        opened.sit("ann", seat=1, chips="1,000,000.00")
        self.table: Table = opened.state
        self.random = random.Random(seed)
        required = opened.rules.required
        self.stakes = {spot.key: opened.rules.limits(spot)[0] for spot in required}
        self.draws = opened.rules.game.draws

    def do(self, command: c.Command) -> None:
        answer = step(self.table, command)
        assert not isinstance(answer, Refusal), answer
        self.table = answer[0]

    def attend(self) -> None:
        while (waits := due(self.table)) and waits.role != "player" and waits.what != "settle":
            command = command_for(self.table, waits, HOUSE)
            assert command is not None
            if isinstance(command, c.Shuffle):
                deck = [*self.table.rules.game.cards]
                self.random.shuffle(deck)
                command = msgspec.structs.replace(command, order=tuple(deck))
            self.do(command)

    def round(self) -> EngineRound:
        before = self.table.chips("ann")
        self.do(c.Bet(by=PLAYER, seat=1, stakes=self.stakes))
        self.do(c.NoMoreBets(by=HOUSE))
        self.attend()
        settled = EngineRound(self.table.seats[1].hole, (), [], [], 0, max(self.stakes.values()))
        while self.table.turn:
            self.decide(settled)
            settled.community = self.table.community
            self.attend()
            settled.community = self.table.community or settled.community
        while self.table.phase in ("settling", "play", "dealing"):
            pending = self.table.pending
            award = c.ValidateAward(by=HOUSE, seat=pending) if pending else c.Settle(by=HOUSE)
            self.do(award)
        settled.cents = self.table.chips("ann") - before
        return settled

    def decide(self, record: EngineRound) -> None:
        play = self.random.choice(plays(self.table))
        if play.act == "discard":
            hole = self.table.seats[1].hole
            record.acts.append(sum(1 << hole.index(card) for card in play.cards))
            self.do(c.Discard(by=PLAYER, seat=1, cards=play.cards))
            self.attend()
            record.drawn.append(self.table.seats[1].hole)
            return
        if not self.draws or play.act == "fold":
            choices = sorted({each.cents for each in plays(self.table)})
            declines = play.cents == 0 and play.act != "ride"
            record.acts.append(0 if declines else max(1, choices.index(play.cents)))
        fields = {"by": PLAYER, "seat": 1, "act": play.act, "multiple": play.multiple}
        self.do(msgspec.convert(fields, c.Act, from_attributes=True))


def stud_cents(game: str, rounds: list[EngineRound]) -> list[int]:
    """What the kernel pays for the same cards and acts."""
    env = StudVectorEnv(game, len(rounds))
    env.reset(seed=1)
    t = env.tables
    order = t.solution.game.shape.order
    for i, played in enumerate(rounds):
        places = {"hole": played.hole, "community": played.community}
        for k, (where, at) in enumerate(order):
            some = places[where]
            # A fold may leave cards unseen, which then cannot matter.
            env._decks[i, k] = some[at] if at < len(some) and 0 <= some[at] < 52 else 0
        classify(t.arrays, env._decks[i], env._facts[i])
        env._now[i] = situation(t.arrays, 0, 0, env._facts[i])
    total = np.zeros(len(rounds))
    for at in range(len(t.stages)):
        acts = [p.acts[at] if at < len(p.acts) else 0 for p in rounds]
        open_rounds = ~env._ended
        _, reward, _, _, _ = env.step(np.array(acts))
        total += np.where(open_rounds, reward, 0)
        env._ended |= ~open_rounds  # a round that was over must not be dealt again
    return [round(float(units) * p.base) for units, p in zip(total, rounds, strict=True)]


def draw_cents(game: str, rounds: list[EngineRound]) -> list[int]:
    env = DrawVectorEnv(game, len(rounds))
    env.reset(seed=1)
    t, s = env.tables, env._rounds
    number = {int(card): at for at, card in enumerate(t.cards)}
    masks = {mask: 1 + at for at, mask in enumerate(t.arrays.masks.tolist())}
    total = np.zeros(len(rounds))
    over = np.zeros(len(rounds), bool)
    for i, played in enumerate(rounds):
        s.hands[i] = [number[card] for card in played.hole]
        s.now[i] = show_hand(t.arrays, s.hands[i])
    hands = [played.hole for played in rounds]
    for decision in range(2):
        acts = np.ones(len(rounds), np.int64)
        for i, played in enumerate(rounds):
            if over[i] or decision >= len(played.acts):
                continue
            if decision >= len(played.drawn):  # folded
                acts[i] = 0
                continue
            gone = [card for k, card in enumerate(hands[i]) if played.acts[decision] >> k & 1]
            new = [card for card in played.drawn[decision] if card not in hands[i]]
            shown = s.hands[i].tolist()
            mask = sum(1 << shown.index(number[card]) for card in gone)
            acts[i] = masks[mask]
            for k, card in enumerate(new):
                s.decks[i, (8 if decision else 5) + k] = number[card]
            hands[i] = played.drawn[decision]
        _, reward, ended, _, _ = env.step(acts)
        total += np.where(over, 0, reward)
        over |= ended
        s.ended[:] = over
    return [round(float(units) * p.base) for units, p in zip(total, rounds, strict=True)]


def differences(game: str, count: int, seed: int) -> list[str]:
    """Rounds for which kernel and engine pay different cents."""
    table = EngineTable(game, seed)
    rounds = [table.round() for _ in range(count)]
    cents = (draw_cents if table.draws else stud_cents)(game, rounds)
    return [
        f"{played}: the kernel pays {own}"
        for played, own in zip(rounds, cents, strict=True)
        if own != played.cents
    ]
