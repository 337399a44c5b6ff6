"""Rounds settled by the table engine, and the same cards and acts paid by the environments."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import cast

import msgspec
import numpy as np

from kit.play import opening
from pitboss.cards import Card
from pitboss.envs import DrawVectorEnv, StudVectorEnv
from pitboss.envs.draw.kernels import show_hand
from pitboss.envs.draw.tables import DrawArrays
from pitboss.envs.stud.kernels import classify, situation
from pitboss.envs.stud.tables import StudArrays
from pitboss.money import dollars
from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.compiler import kernel
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Exchange, RevealStep, Step
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.state import Table

HOUSE = c.Actor("house", "house")
SEAT, PLAYER, PURSE = 1, "ann", dollars(1_000_000_000)
DECKS = 10_000  # shuffled at once
# A refusal cannot be unpacked, so it would end the comparison.
allowed = cast("Callable[[Table, c.Command], tuple[Table, tuple[e.Event, ...]]]", step)

Choice = tuple[c.Command, int | tuple[int, ...]]  # a command, and the act or the slots it means


class EngineRound(msgspec.Struct):
    hole: tuple[Card, ...]  # as dealt
    community: tuple[Card, ...]
    acts: list[int]  # of a stud, as the environments number them
    discards: list[tuple[int, ...]]  # slots
    drawn: list[tuple[Card, ...]]  # the hand after each discard
    cents: int


class EngineTable:
    """One seat that bets what a round requires and decides at random, each choice equally often."""

    def __init__(self, game: str, seed: int) -> None:
        self.rules = Rules(plain_choices(GAMES[game], offered=False))
        self.random = Random(seed)
        self.shuffles = np.random.default_rng(seed)
        self.table = start(self.rules)
        stakes = {spot.key: self.rules.limits(spot)[0] for spot in self.rules.required}
        self.base = max(stakes.values())
        self.bet = c.Bet(by=HOUSE, seat=SEAT, stakes=stakes)
        self.options = [self._options(now) for now in self.rules.game.play]
        self.decks: list[list[int]] = []
        for command in (
            c.ReceiveCards(by=HOUSE),
            c.Sit(by=HOUSE, seat=SEAT, player=PLAYER),
            c.BuyIn(by=HOUSE, seat=SEAT, cents=PURSE),
            *opening(HOUSE, receive=False),
        ):
            self.table, _ = allowed(self.table, command)

    def _options(self, now: Step) -> list[Choice]:
        if isinstance(now, Decide):
            act = partial(c.Act, by=HOUSE, seat=SEAT)
            times = sorted(self.rules.spots[now.spot].multiples or (1,))
            accepts = ((act(act=now.accept, multiple=n), 1 + at) for at, n in enumerate(times))
            return [(act(act=now.decline), 0), *accepts]
        if isinstance(now, Exchange):
            slots = [
                some
                for count in range(now.up_to + 1)
                for some in combinations(range(self.rules.game.hole), count)
            ]
            return [(c.Discard(by=HOUSE, seat=SEAT, slots=some), some) for some in slots]
        return [(c.Reveal(by=HOUSE) if isinstance(now, RevealStep) else c.Settle(by=HOUSE), ())]

    def deck(self) -> tuple[Card, ...]:
        if not self.decks:
            cards = np.tile(np.array(self.rules.game.cards), (DECKS, 1))
            self.decks = self.shuffles.permuted(cards, axis=1).tolist()
        return cast("tuple[Card, ...]", tuple(self.decks.pop()))

    def round(self) -> EngineRound:
        table, number, before = self.table, self.table.round, self.table.chips(PLAYER)
        table, _ = allowed(table, self.bet)
        table, _ = allowed(table, c.Shuffle(by=HOUSE, order=self.deck()))
        table, _ = allowed(table, c.NoMoreBets(by=HOUSE))
        table, _ = allowed(table, c.Deal(by=HOUSE))
        settled = EngineRound(table.seats[SEAT].hole, table.community, [], [], [], 0)
        while table.round == number:
            if not table.asked:
                deal = isinstance(table.game_step, Exchange)
                now = c.Deal(by=HOUSE) if deal else self.options[table.step][0][0]
                table, _ = allowed(table, now)
                if deal:
                    settled.drawn[-1] = table.seats[SEAT].hole
                continue
            some = self.options[table.step]
            command, choice = some[int(self.random.random() * len(some))]
            table, _ = allowed(table, command)
            if isinstance(choice, tuple):
                settled.discards.append(choice)
                settled.drawn.append(settled.drawn[-1] if settled.drawn else settled.hole)
            else:
                settled.acts.append(choice)
        settled.cents = table.chips(PLAYER) - before
        self.table = table
        return settled


# ── the same rounds by the environments' kernels ──────────────────────────────────────────────────


@kernel
def classify_all(t: StudArrays, decks: Bytes, facts: Ints, now: Ints) -> None:
    for i in range(len(now)):
        classify(t, decks[i], facts[i])
        now[i] = situation(t, 0, 0, facts[i])


@kernel
def show_all(t: DrawArrays, hands: Ints, now: Ints) -> None:
    for i in range(len(now)):
        now[i] = show_hand(t, hands[i])


def stud_cents(game: str, rounds: list[EngineRound], base: int) -> list[int]:
    """What the kernel pays for the same cards and acts."""
    env = StudVectorEnv(game, len(rounds), worths=False)
    env.reset(seed=1)
    hole = GAMES[game].hole
    t = env.tables
    order = [at if where == "hole" else hole + at for where, at in t.solution.game.shape.order]
    env._decks[:, :5] = np.array([(*p.hole, *p.community) for p in rounds])[:, order]
    classify_all(t.arrays, env._decks, env._facts, env._now)
    total = np.zeros(len(rounds))
    for at in range(len(t.stages)):
        acts = [p.acts[at] if at < len(p.acts) else 0 for p in rounds]
        playing = ~env._ended
        _, reward, _, _, _ = env.step(np.array(acts))
        total += np.where(playing, reward, 0)
        env._ended |= ~playing  # a round that was over must not be dealt again
    return [round(units * base) for units in total.tolist()]


def draw_cents(game: str, rounds: list[EngineRound], base: int) -> list[int]:
    env = DrawVectorEnv(game, len(rounds), worths=False)
    env.reset(seed=1)
    t, s = env.tables, env._rounds
    number = np.full(max(map(int, t.cards)) + 1, -1)
    number[t.cards] = np.arange(len(t.cards))
    act_of = np.full(32, -1)
    act_of[t.arrays.masks] = 1 + np.arange(len(t.arrays.masks))
    hands: Ints = number[np.array([p.hole for p in rounds])]
    s.hands[:] = hands
    show_all(t.arrays, s.hands, s.now)
    total, over = np.zeros(len(rounds)), np.zeros(len(rounds), bool)
    for decision, first in enumerate((5, 8)):
        drawn = [p.drawn[decision] if decision < len(p.drawn) else None for p in rounds]
        slots = [p.discards[decision] if decision < len(p.discards) else () for p in rounds]
        folds = np.array([hand is None for hand in drawn])
        gone = np.zeros(hands.shape, bool)
        for i, some in enumerate(slots):
            gone[i, [*some]] = True
        after = np.array([[-1] * 5 if hand is None else hand for hand in drawn])
        after = np.where(folds[:, None], hands, number[after])
        # The kernel shows a hand in its own order, so the discards are looked up in it.
        discarded = np.where(gone, hands, -1)
        shown = (s.hands[:, :, None] == discarded[:, None, :]).any(axis=2)
        acts = np.where(folds, 0, act_of[shown @ (1 << np.arange(5))])
        new = ~(after[:, :, None] == hands[:, None, :]).any(axis=2)
        for k in range(int(new.sum(axis=1).max())):
            rows = np.flatnonzero(new.sum(axis=1) > k)
            places = np.argsort(~new[rows], axis=1, kind="stable")[:, k]
            s.decks[rows, first + k] = after[rows, places]
        _, reward, ended, _, _ = env.step(acts)
        total += np.where(over, 0, reward)
        over |= ended
        s.ended[:] = over
        hands = after
    return [round(units * base) for units in total.tolist()]


def differences(game: str, count: int, seed: int) -> list[str]:
    """Rounds for which kernel and engine pay different cents."""
    table = EngineTable(game, seed)
    rounds = [table.round() for _ in range(count)]
    pay = draw_cents if table.rules.game.draws else stud_cents
    return [
        f"{played}: the kernel pays {own}"
        for played, own in zip(rounds, pay(game, rounds, table.base), strict=True)
        if own != played.cents
    ]
