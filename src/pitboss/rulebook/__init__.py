"""The rulebook: four games declared once, with their paytables, clauses and rulings."""

import hashlib
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.rankings import RANKINGS, Category
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
    key = find_game(game_key).key
    tables = tomllib.loads(read_data("paytables.toml"))[key]
    return {
        wager: {
            letter: read_table(f"{key}.{wager}", letter, table) for letter, table in letters.items()
        }
        for wager, letters in tables.items()
    }


def read_data(name: str) -> str:
    return files("pitboss.rulebook").joinpath("data", name).read_text(encoding="utf-8")


_CITATION: Final = re.compile(r"(235H?|DD|LIR|MS) \S+")


@cache
def fingerprint(game_key: str) -> str:
    """A hash of a game's rules as the rulebook has them."""
    return rules_fingerprint(GAMES[game_key], paytables(game_key))


def rules_fingerprint(game: Game, tables: dict[str, dict[str, Paytable]]) -> str:
    """A hash of a game's declaration and tables without labels and citations."""
    used = {t.ranking for letters in tables.values() for t in letters.values()}
    used |= {wager.ranking_unless[1] for wager in game.wagers if wager.ranking_unless}
    rankings = [RANKINGS[key] for key in sorted(used) if key in RANKINGS]
    said = _rules_only([_plain(game), _plain(tables), _plain(rankings)])
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()


def _plain(value: object) -> Any:
    def keep_identity(record: object) -> object:
        raise TypeError(type(record))

    return msgspec.to_builtins(value, enc_hook=keep_identity, str_keys=True)


def _rules_only(value: Any) -> Any:
    """Drops what a rule is called and where it stands: printed names and citations."""
    if isinstance(value, dict):
        category = {"run", "groups", "suited"} <= value.keys()
        return {
            key: _rules_only(item)
            for key, item in value.items()
            if key not in _LABELS and (key != "name" or category) and not _is_citation(item)
        }
    if isinstance(value, list | tuple):
        return [_rules_only(item) for item in value if not _is_citation(item)]
    return value


_LABELS: Final = {
    "cites",
    "in_turn",
    "documents",
    "clauses",
    "code",
    "meter_clauses",
    "inscriptions",
    "fixtures",
    "ruling",
}


def _is_citation(item: object) -> bool:
    return isinstance(item, str) and _CITATION.fullmatch(item) is not None


assert Category.__struct_fields__[0] == "name"  # what _rules_only keeps a name by
