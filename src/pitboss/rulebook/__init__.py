"""The rulebook: four games declared once, with their paytables, clauses and rulings."""

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.citations import rules_only
from pitboss.errors import PitbossError
from pitboss.rankings import RANKINGS
from pitboss.rulebook.games.double_draw import DOUBLE_DRAW
from pitboss.rulebook.games.let_it_ride import LET_IT_RIDE
from pitboss.rulebook.games.mississippi_stud import MISSISSIPPI_STUD
from pitboss.rulebook.games.stud_235 import STUD_235
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Tables, read_table

GAMES: Final[dict[str, Game]] = {
    game.key: game for game in (STUD_235, DOUBLE_DRAW, LET_IT_RIDE, MISSISSIPPI_STUD)
}


# Shown wherever rules of no published document appear.
MARK: Final = "own rules, not of a published document"


class UnknownGame(PitbossError):
    """A name that is no game's key."""

    status = 404


class OwnRules(msgspec.Struct, frozen=True):
    """A game's rules that come from no published document: the whole game, or tables in addition
    to the published ones. A house's choices carry this content, so a round replays from its own
    record.
    """

    game: Game | None = None  # None: the published game, whose tables these join or replace
    tables: Tables = {}


class Rulebook(msgspec.Struct, frozen=True):
    """Games and their paytables: the published ones, and whatever a rules file brings."""

    games: dict[str, Game]
    own: dict[str, OwnRules] = {}  # by the game's key

    def find(self, key: str) -> Game:
        game = self.games.get(key) or self.games.get(key.replace("_", "-").lower())
        if game is None:
            raise UnknownGame(
                f"there is no game {key!r}", what_to_do=f"choose one of {', '.join(self.games)}"
            )
        return game

    def paytables(self, key: str) -> Tables:
        """wager → letter → table, the envy tables as `envy-1` and `envy-5`."""
        game = self.find(key)
        return tables_with(game.key, self.own.get(game.key, OwnRules()))

    def with_own(self, key: str, own: OwnRules | UnsetType) -> "Rulebook":
        """The same rulebook with these rules for one game; UNSET changes nothing."""
        if own is UNSET:
            return self
        games = self.games if own.game is None else self.games | {key: own.game}
        return Rulebook(games, self.own | {key: own})

    def own_of(self, key: str) -> OwnRules | UnsetType:
        """What a house's choices carry of a game."""
        return self.own.get(key, UNSET)


def tables_with(game_key: str, own: OwnRules) -> Tables:
    """The tables of a game: the published ones, which the tables of own rules join or replace."""
    if own.game is not None:
        return own.tables
    published = paytables(game_key)
    return published | {
        wager: published.get(wager, {}) | letters for wager, letters in own.tables.items()
    }


def own_rules(game: Game, tables: Tables) -> OwnRules | UnsetType:
    """The unpublished part of a game and its tables; UNSET where everything is published."""
    if GAMES.get(game.key) != game:
        return OwnRules(game, tables)
    published = paytables(game.key)
    differing = {
        wager: {
            letter: table
            for letter, table in letters.items()
            if published.get(wager, {}).get(letter) != table
        }
        for wager, letters in tables.items()
    }
    own = {wager: letters for wager, letters in differing.items() if letters}
    return OwnRules(tables=own) if own else UNSET


PUBLISHED: Final = Rulebook(GAMES)


def find_game(key: str) -> Game:
    """A published game by its key."""
    return PUBLISHED.find(key)


@cache
def paytables(game_key: str) -> Tables:
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


def rules_fingerprint(game: Game, tables: Tables) -> str:
    """A hash of a game's declaration and tables without labels and citations."""
    used = {t.ranking for letters in tables.values() for t in letters.values()}
    used |= {wager.ranking_unless[1] for wager in game.wagers if wager.ranking_unless}
    rankings = [RANKINGS[key] for key in sorted(used) if key in RANKINGS]
    rules = rules_only([game, tables, rankings])
    return hashlib.sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()
