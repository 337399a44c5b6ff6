"""Tabular Q-learning of 235 Stud from rewards alone, graded exactly as it learns.

    python examples/q_learning.py [SECONDS] [PLOT]

32,768 rounds are played at once, with acts at random. An entry of the table is the mean of its
targets: the reward at the end of a round, else the value of the next situation. As these values are
wrong at first, their means start anew whenever the number of rounds has doubled. `pitboss.evaluate`
computes what the greedy policy costs against optimal play, so the curve has no noise of its own.
"""

import sys
import time

import numpy as np

import pitboss
from pitboss.envs import make_vec

GAME, ROUNDS, TARGET = "235-stud", 32_768, 0.001
seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 110.0
env = make_vec(GAME, ROUNDS, worths=False, autoreset_mode="SameStep")
situations, acts = env.single_observation_space.n, env.single_action_space.n
sums, visits = np.zeros(situations * acts), np.zeros(situations * acts)
estimated = np.zeros(situations * acts, bool)  # entries with targets that are values themselves
random = np.random.default_rng(1)
curve: list[tuple[float, float]] = []
started = graded = time.monotonic()
now, info = env.reset(seed=1)
means = np.zeros((situations, acts))
for steps in range(1, 1 << 40):
    act = random.integers(info["action_mask"].sum(axis=1))
    entry = now * acts + act
    now, reward, ended, _, info = env.step(act)
    target = np.where(ended, reward, means.max(axis=1)[now])
    estimated[entry[~ended]] = True
    sums += np.bincount(entry, target, len(sums))
    visits += np.bincount(entry, minlength=len(visits))
    means = np.where(visits, sums / np.maximum(visits, 1), means.reshape(-1)).reshape(-1, acts)
    if steps & (steps - 1) == 0:
        sums[estimated] = visits[estimated] = 0
    if time.monotonic() - graded > 2 or not curve:
        policy = means.argmax(axis=1)
        cost = float(pitboss.evaluate(lambda situation: int(policy[situation]), GAME).cost)
        graded = time.monotonic()
        curve.append((graded - started, cost))
        print(f"{graded - started:6.1f} s  {steps * ROUNDS:13,} decisions  cost {cost:.6f} units")
        if cost < TARGET or graded - started > seconds:
            break
if len(sys.argv) > 2:
    from matplotlib import pyplot

    pyplot.semilogy(*zip(*curve, strict=True))
    pyplot.xlabel("seconds")
    pyplot.ylabel("exact cost against optimal play, units a round")
    pyplot.title("Q-learning of 235 Stud")
    pyplot.savefig(sys.argv[2])
