"""`./pit bench envs`: steps a second of the environments on one core, beside OpenSpiel and RLCard.

A vectorised policy looks its act up in a table. The plain interface is one environment, stepped
from Python; the peers play Leduc and blackjack. Ours and theirs choose legal acts at random by the
same expression, which is timed with them. They take turns in slices of 20 ms of processor time,
and the best slice of each counts, so that a busy machine slows none of them alone.

A limit compares like with like. RLCard has no draw game. The studs, with two to four acts and a
bet at each card, stand beside its Leduc and its blackjack; Double Draw, with 27 acts and a hand
against a paytable, stands beside its one game of the casino kind, blackjack. The other ratios are
printed without a limit.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import pitboss.envs
from bench._arguments import parse
from pitboss.envs import make_vec
from pitboss.envs.draw.tables import SECOND_ACTS
from pitboss.odds.arrays import Ints
from pitboss.rulebook import GAMES

SECONDS = 1.5
ROUNDS = 2048
LEAST = {True: 1e6, False: 10e6}  # steps a second, for a game with draws and for a stud
TIMES_RLCARD = 10
# The peers that set a limit, for a game with draws and for a stud.
LIMITED = {True: ("RLCard blackjack",), False: ("RLCard leduc-holdem", "RLCard blackjack")}
STEPS, SLICES, SLICE_SECONDS = 100, 150, 0.02


def rate(step: Callable[[], int]) -> float:
    """Steps a second of CPU time; the best of three runs."""
    step()
    best = 0.0
    for _ in range(3):
        begin, count = time.process_time(), 0
        while time.process_time() - begin < SECONDS / 3:
            count += step()
        best = max(best, count / (time.process_time() - begin))
    return best


def vectorised(game: str, worths: bool) -> float:
    env = make_vec(game, ROUNDS, worths=worths, autoreset_mode="SameStep")
    now, _ = env.reset(seed=1)
    size = env.single_observation_space.n  # type: ignore[attr-defined]
    policy: Ints = np.ones(size, np.int64)  # legal everywhere
    place = [now]

    def step() -> int:
        place[0] = env.step(policy[place[0]])[0]
        return ROUNDS

    return rate(step)


def plain(game: str) -> Callable[[], int]:
    """One of our environments, with worths and regret in `info`, as Gymnasium makes it."""
    env: Any = gymnasium.make(pitboss.envs.IDS[game]).unwrapped
    t = env.tables
    draw, acts = random.Random(1).random, [[*range(n)] for n in range(t.acts + 1)]
    counts = np.repeat((t.acts, SECOND_ACTS), t.classes) if GAMES[game].draws else t.arrays.choices
    legal = [acts[number] for number in counts]
    place = [env.reset(seed=1)[0]]

    def step() -> int:
        state = place[0]
        for _ in range(STEPS):
            some = legal[state]
            state, _, over, _, _ = env.step(some[int(draw() * len(some))])
            if over:
                state, _ = env.reset()
        place[0] = state
        return STEPS

    return step


def rlcard(game: str) -> Callable[[], int]:
    import rlcard as peer

    env = peer.make(game, config={"seed": 1})
    draw = random.Random(1).random
    place = [env.reset()[0]]

    def step() -> int:
        state = place[0]
        for _ in range(STEPS):
            some = [*state["legal_actions"]]
            state, _ = env.step(some[int(draw() * len(some))])
            if env.is_over():
                state, _ = env.reset()
        place[0] = state
        return STEPS

    return step


def open_spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random

    def step() -> int:
        count = 0
        while count < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                count += not state.is_chance_node()
                some = state.legal_actions()
                state.apply_action(some[int(draw() * len(some))])
        return count

    return step


def side_by_side(players: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Steps a second of each, in its best slice."""
    best = dict.fromkeys(players, 0.0)
    for _ in range(SLICES):
        for name, step in players.items():
            begin, count = time.process_time(), 0
            while (seconds := time.process_time() - begin) < SLICE_SECONDS:
                count += step()
            best[name] = max(best[name], count / seconds)
    return best


def print_plain() -> bool:
    """Measures one environment of each kind; returns whether ours are quick enough."""
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "RLCard leduc-holdem": lambda: rlcard("leduc-holdem"),
        "RLCard blackjack": lambda: rlcard("blackjack"),
        "OpenSpiel leduc_poker": lambda: open_spiel("leduc_poker"),
        "OpenSpiel blackjack": lambda: open_spiel("blackjack"),
    }
    peers = {}
    for name, make in makers.items():
        try:
            peers[name] = make()
        except ImportError as error:
            print(f"{name:<24}not installed here: {error}")
    ours = {key: plain(key) for key in GAMES}
    rates = side_by_side({**ours, **peers})
    print("One environment, stepped from Python with legal acts at random:")
    for key in GAMES:
        print(f"  {key:<24}{rates[key]:12,.0f} steps/s, with worths and regret")
    good = True
    for name in peers:
        print(f"  {name:<24}{rates[name]:12,.0f} steps/s")
        for kind, draws in (("stud", False), ("draw game", True)):
            slowest = min(rates[key] for key, game in GAMES.items() if game.draws == draws)
            times, limited = slowest / rates[name], name in LIMITED[draws]
            below = limited and times < TIMES_RLCARD
            good &= not below
            limit = f"limit {TIMES_RLCARD}" if limited else "no limit"
            verdict = "  BELOW" if below else ""
            print(f"    our slowest {kind} is {times:.1f} times as quick ({limit}){verdict}")
    return good


def main() -> int:
    parse("envs", __doc__)
    failed = False
    for key, game in GAMES.items():
        bare, priced = vectorised(key, False), vectorised(key, True)
        least = LEAST[game.draws]
        failed |= bare < least
        verdict = "" if bare >= least else f"  BELOW {least / 1e6:.0f} million"
        print(
            f"{key:<18}{bare / 1e6:8.2f} million steps/s vectorised, {priced / 1e6:.2f} with "
            f"worths and regret{verdict}",
            flush=True,
        )
    return int(not print_plain() or failed)


if __name__ == "__main__":
    sys.exit(main())
