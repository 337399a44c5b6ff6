"""A player that chooses at random among the legal acts, and what that costs exactly.

python examples/random_player.py [GAME]
"""

import sys

import gymnasium

import pitboss.envs

game = sys.argv[1] if len(sys.argv) > 1 else "mississippi-stud"
env = gymnasium.make(pitboss.envs.IDS[game])
won = regret = 0.0
observation, info = env.reset(seed=1)
for _ in range(10_000):
    act = env.action_space.sample(info["action_mask"])
    observation, reward, ended, _, info = env.step(act)
    won += reward
    regret += info["regret"]
    if ended:
        observation, info = env.reset()
print(f"{won:+.1f} units in 10,000 steps, of which mistakes cost {regret:.1f}.")
