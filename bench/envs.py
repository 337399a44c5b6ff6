"""`./pit bench envs`: steps a second of the environments on one core, beside OpenSpiel and RLCard.

A vectorised policy looks its act up in a table. The plain interface is one environment, stepped
from Python; the peers play Leduc or blackjack with random legal acts, as they have them.
"""

import random
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import pitboss.envs
from pitboss.envs import make_vec
from pitboss.odds.arrays import Ints
from pitboss.rulebook import GAMES

SECONDS = 1.5
ROUNDS = 2048
LEAST = {True: 1e6, False: 10e6}  # steps a second, for a game with draws and for a stud
TIMES_RLCARD = 10


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


def plain(game: str) -> float:
    env = gymnasium.make(pitboss.envs.IDS[game]).unwrapped
    env.reset(seed=1)

    def step() -> int:
        for _ in range(100):
            if env.step(1)[2]:
                env.reset()
        return 100

    return rate(step)


def rlcard(game: str) -> float:
    import rlcard as peer

    env = peer.make(game, config={"seed": 1})
    chance = random.Random(1)
    place = [env.reset()[0]]

    def step() -> int:
        for _ in range(100):
            state = env.step(chance.choice([*place[0]["legal_actions"]]))[0]
            place[0] = env.reset()[0] if env.is_over() else state
        return 100

    return rate(step)


def open_spiel(name: str) -> float:
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def step() -> int:
        count, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                count += 1
            state.apply_action(chance.choice(state.legal_actions()))
        return count

    return rate(step)


def main() -> int:
    failed, single = False, {}
    for key, game in GAMES.items():
        bare, priced = vectorised(key, False), vectorised(key, True)
        single[key] = plain(key)
        least = LEAST[game.draws]
        failed |= bare < least
        verdict = "" if bare >= least else f"  BELOW {least / 1e6:.0f} million"
        print(
            f"{key:<18}{bare / 1e6:8.2f} million steps/s vectorised, {priced / 1e6:.2f} with "
            f"worths and regret; {single[key]:,.0f} one by one with them{verdict}",
            flush=True,
        )
    peers: dict[str, Callable[[], float]] = {
        "RLCard leduc-holdem": lambda: rlcard("leduc-holdem"),
        "RLCard blackjack": lambda: rlcard("blackjack"),
        "OpenSpiel leduc_poker": lambda: open_spiel("leduc_poker"),
        "OpenSpiel blackjack": lambda: open_spiel("blackjack"),
    }
    slowest = min(rate for key, rate in single.items() if not GAMES[key].draws)
    for name, measure in peers.items():
        try:
            speed = measure()
        except ImportError as error:
            print(f"{name:<24}not installed here: {error}")
            continue
        times = slowest / speed
        failed |= name.startswith("RLCard") and times < TIMES_RLCARD
        print(f"{name:<24}{speed:12,.0f} steps/s; our slowest stud one by one is {times:.1f} times")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
