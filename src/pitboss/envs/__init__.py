"""Environments: house-banked poker for learning programs, graded without variance.

    >>> import gymnasium
    >>> import pitboss.envs
    >>> env = gymnasium.make("pitboss/MississippiStud-v0")

Importing this module registers one environment for each game; `register_rules` adds the games of a
file, and `TableEnv` is a whole table for several players. Each step's `info` has the exact
worth of every legal act, and the exact regret of the act taken, in units of the base wager.
`make_vec` steps many rounds at once, and `evaluate` prices any policy exactly.
"""

import pitboss.envs.requirement  # noqa: F401 (first: says which extra is missing)
from pitboss.envs.draw.env import DrawEnv as DrawEnv
from pitboss.envs.draw.env import DrawVectorEnv as DrawVectorEnv
from pitboss.envs.evaluation import evaluate as evaluate
from pitboss.envs.mistakes import Evaluation as Evaluation
from pitboss.envs.registration import IDS as IDS
from pitboss.envs.registration import make_vec as make_vec
from pitboss.envs.registration import register_games
from pitboss.envs.registration import register_rules as register_rules
from pitboss.envs.stud.env import StudEnv as StudEnv
from pitboss.envs.stud.vector_env import StudVectorEnv as StudVectorEnv
from pitboss.envs.table_env import TableEnv as TableEnv

register_games()
