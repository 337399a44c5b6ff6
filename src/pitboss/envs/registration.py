"""The environments' names at Gymnasium: `pitboss/LetItRide-v0` and so on."""

import re
from typing import Any, Final

import gymnasium as gym

from pitboss.envs.draw.env import DrawVectorEnv
from pitboss.envs.stud.vector_env import StudVectorEnv
from pitboss.odds.game import PricedGame, priced_in, priced_of
from pitboss.rulebook import GAMES
from pitboss.rulebook.own import read_rules


def env_id(key: str) -> str:
    words = "".join(word.capitalize() for word in re.findall(r"[a-zA-Z0-9]+", key))
    return f"pitboss/{words}-v0"


IDS: Final = {key: env_id(key) for key in GAMES}


def register_game(key: str, game: str | PricedGame, *, draws: bool) -> str:
    """Registers one game under its name, which is returned. It replaces a game of that name."""
    family, vector = ("draw", "env") if draws else ("stud", "vector_env")
    kind = family.capitalize()
    name = env_id(key)
    gym.registry.pop(name, None)  # Gymnasium warns about a second registration
    gym.register(
        name,
        entry_point=f"pitboss.envs.{family}.env:{kind}Env",
        vector_entry_point=f"pitboss.envs.{family}.{vector}:{kind}VectorEnv",
        kwargs={"game": game},
    )
    return name


def register_games() -> None:
    for key, game in GAMES.items():
        if env_id(key) not in gym.registry:
            register_game(key, key, draws=game.draws)


def register_rules(path: str) -> list[str]:
    """Registers the games of a file of own rules, and returns their names.

    A published game with tables of its own is registered as `pitboss/LetItRideOwn-v0`.
    """
    book, names = read_rules(path), []
    for key in book.own:
        game = priced_in(book, key)
        name = f"{key}-own" if key in GAMES else key
        names.append(register_game(name, game, draws=game.draws))
    return names


def make_vec(game: str | PricedGame, n: int, **options: Any) -> StudVectorEnv | DrawVectorEnv:
    """A vector environment of `n` rounds of a game; `options` are passed to it."""
    priced = priced_of(game)
    return (DrawVectorEnv if priced.draws else StudVectorEnv)(priced, n, **options)
