"""Tabular Q-learning of Mississippi Stud from rewards alone, until its play is optimal.

    python examples/q_learning.py [SECONDS] [PLOT]

A bet changes the stake and never the cards, and a round that is played out pays a multiple of the
stake. So 65,536 players who always bet once teach every course of bets: an entry of the table, by
cards and stake, is the mean of its targets, which are the payments after the last bet, else the
value of the best act with one card more. Later targets weigh more, since the values in them are
better. `pitboss.evaluate` computes what the greedy policy costs against optimal play, so the curve
has no noise of its own, and learning ends when the cost is exactly zero.
"""

import sys
import time

import numpy as np

import pitboss
from pitboss.envs import make_vec

GAME, ROUNDS, ONCE, ROUND_STAKE = "mississippi-stud", 65_536, 1, 4
STAKES = np.arange(11)  # one ante, and up to three bets of three
seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 110.0
env = make_vec(GAME, ROUNDS, worths=False, autoreset_mode="SameStep")
numbers: dict[tuple[object, ...], int] = {}  # of the cards known at a decision
cards, staked = np.zeros((2, env.tables.situations), np.int64)
for situation in range(env.tables.situations):
    decision, earlier, ranks, suited = env.tables.describe(situation)
    cards[situation] = numbers.setdefault((decision, ranks, suited), len(numbers))
    staked[situation] = 1 + sum(earlier)
size, bets = len(numbers), np.full(ROUNDS, ONCE)
values = np.full((size, len(STAKES) + 3), -np.inf)  # [cards, stake after the bet]
values[:, STAKES] = 0
sums, weights = np.zeros((2, size, len(STAKES)))
curve: list[tuple[float, float]] = []
started = graded = time.monotonic()
now, _ = env.reset(seed=1)
for weight in range(1, 1 << 40):
    acts = [values[:, bet : bet + len(STAKES)] for bet in (1, 2, 3)]
    best = np.maximum(-STAKES, np.max(acts, axis=0))  # a fold loses the stake
    ended = np.zeros(ROUNDS, bool)
    while not ended.all():
        here = cards[now]
        now, reward, ended, _, _ = env.step(bets)
        visits = np.bincount(here, minlength=size) * weight
        if ended.all():
            paid = np.bincount(here, reward, size) * (weight / ROUND_STAKE)
            sums += paid[:, None] * STAKES
        else:
            for stake in range(2, 8):
                sums[:, stake] += np.bincount(here, best[cards[now], stake], size) * weight
        weights += visits[:, None]
    values[:, STAKES] = sums / np.maximum(weights, 1)
    if time.monotonic() - graded > 2 or not curve:
        choices = [-staked, *(values[cards, staked + bet] for bet in (1, 2, 3))]
        policy = np.argmax(choices, axis=0)
        cost = pitboss.evaluate(policy.__getitem__, GAME).cost
        graded = time.monotonic()
        elapsed, rounds = graded - started, weight * ROUNDS
        curve.append((elapsed, float(cost)))
        print(f"{elapsed:6.1f} s  {rounds:13,} rounds  cost {float(cost):.9f} units")
        if cost == 0 or elapsed > seconds:
            break
if len(sys.argv) > 2:
    from matplotlib import pyplot

    pyplot.semilogy(*zip(*curve, strict=True))
    pyplot.xlabel("seconds")
    pyplot.ylabel("exact cost against optimal play, units a round")
    pyplot.title("Q-learning of Mississippi Stud")
    pyplot.savefig(sys.argv[2])
