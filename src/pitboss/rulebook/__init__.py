"""The rulebook: four games declared once, with their paytables, clauses and rulings."""

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from pitboss.citations import rules_only
from pitboss.errors import PitbossError
from pitboss.rankings import RANKINGS
from pitboss.rulebook.games.double_draw import DOUBLE_DRAW
from pitboss.rulebook.games.let_it_ride import LET_IT_RIDE
from pitboss.rulebook.games.mississippi_stud import MISSISSIPPI_STUD
from pitboss.rulebook.games.stud_235 import STUD_235
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable, read_table

GAMES: Final[dict[str, Game]] = {
    game.key: game for game in (STUD_235, DOUBLE_DRAW, LET_IT_RIDE, MISSISSIPPI_STUD)
}


class UnknownGame(PitbossError):
    """A name that is no game's key."""

    status = 404


def find_game(key: str) -> Game:
    game = GAMES.get(key.replace("_", "-").lower())
    if game is None:
        raise UnknownGame(
            f"there is no game {key!r}", what_to_do=f"choose one of {', '.join(GAMES)}"
        )
    return game


@cache
def paytables(game_key: str) -> dict[str, dict[str, Paytable]]:
    """wager → letter → table, the envy tables as `envy-1` and `envy-5`."""
    game = find_game(game_key)
    key, names = game.key, game.hand_names
    tables = tomllib.loads(read_data("paytables.toml"))[key]
    return {
        wager: {
            letter: read_table(f"{key}.{wager}", letter, table, names)
            for letter, table in letters.items()
        }
        for wager, letters in tables.items()
    }


def read_data(name: str) -> str:
    return files("pitboss.rulebook").joinpath("data", name).read_text(encoding="utf-8")


@cache
def fingerprint(game_key: str) -> str:
    """A hash of a game's rules as the rulebook has them."""
    return rules_fingerprint(GAMES[game_key], paytables(game_key))


def rules_fingerprint(game: Game, tables: dict[str, dict[str, Paytable]]) -> str:
    """A hash of a game's declaration and tables without labels and citations."""
    used = {t.ranking for letters in tables.values() for t in letters.values()}
    used |= {wager.ranking_unless[1] for wager in game.wagers if wager.ranking_unless}
    rankings = [RANKINGS[key] for key in sorted(used) if key in RANKINGS]
    rules = rules_only([game, tables, rankings])
    return hashlib.sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()
