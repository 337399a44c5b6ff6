"""The environments' names at Gymnasium: `pitboss/LetItRide-v0` and so on."""

from typing import Any, Final

import gymnasium as gym

from pitboss.envs.vector_env import StudVectorEnv
from pitboss.odds.game import PricedGame
from pitboss.rulebook import GAMES

IDS: Final = {
    key: f"pitboss/{''.join(word.capitalize() for word in key.split('-'))}-v0"
    for key, game in GAMES.items()
    if not game.draws
}


def register_games() -> None:
    for key, name in IDS.items():
        if name not in gym.registry:
            gym.register(
                name,
                entry_point="pitboss.envs.stud_env:StudEnv",
                vector_entry_point="pitboss.envs.vector_env:StudVectorEnv",
                kwargs={"game": key},
            )


def make_vec(game: str | PricedGame, n: int, **options: Any) -> StudVectorEnv:
    """So many rounds of a game at once; the options are those of `StudVectorEnv`."""
    return StudVectorEnv(game, n, **options)
