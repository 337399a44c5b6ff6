"""The tables a house opens and their settings: the house's own, a game's, a table's."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from pitboss.rulebook import GAMES
from pitboss.rulebook.submission.reading import Report
from pitboss.rulebook.submission.toml_lines import Path
from pitboss.rulebook.submission.values import Count, Field, Table, Text, Word

Currency = Literal["practice", "real"]
Mode = Literal["self-dealt", "dealer"]
CURRENCIES: Final[tuple[Currency, ...]] = ("practice", "real")
MODES: Final[tuple[Mode, ...]] = ("self-dealt", "dealer")

MAX_TABLES: Final = 200
MAX_NAME: Final = 50
MIN_SECONDS: Final = 3
MAX_SECONDS: Final = 3600
_OF_THE_CLOCK: Final = ("betting", "deciding", "away")


class Settings(msgspec.Struct, frozen=True):
    """A table's own clock, in seconds, and what it leaves to people."""

    betting: int = 20
    deciding: int = 30
    # Who does them at a self-dealt table with real chips; with practice chips always the house.
    awards_and_voids: Literal["house", "floorperson"] = "house"
    cards: Literal["house", "physical"] = "house"
    away: int = 600  # a seat that does nothing for so long is free again


class OpenTable(msgspec.Struct, frozen=True):
    """A table the house opens."""

    name: str
    game: str
    currency: Currency = "practice"
    mode: Mode = "self-dealt"
    own_meters: bool = False
    settings: Settings = Settings()


def settings_shape() -> Table:
    seconds = Count("seconds", MIN_SECONDS, MAX_SECONDS)
    left_out = Settings()
    return Table(
        {
            "betting": Field(
                seconds,
                "seconds to bet at a self-dealt table, from the first wager; "
                f"{left_out.betting} if left out",
            ),
            "deciding": Field(
                seconds,
                "seconds for each decision there, then the seat is played on; "
                f"{left_out.deciding} if left out",
                "G18",
            ),
            "away": Field(
                seconds,
                "seconds that an inactive player keeps a seat there; then it is free again "
                f"and its chips are at the cage; {left_out.away} if left out",
            ),
            "awards_and_voids": Field(
                Word("choice", ("house", "floorperson")),
                "who validates awards and voids rounds at a self-dealt table with real chips; "
                "the house if left out",
                "G11",
            ),
            "cards": Field(
                Word("choice", ("house", "physical")),
                "the house's shuffle, or physical cards that a dealer enters; house if left out",
            ),
        }
    )


def table_shape() -> Table:
    return Table(
        {
            "name": Field(
                Text(MAX_NAME), 'the table\'s own name, as in "Big River"', required=True
            ),
            "game": Field(Word("game", tuple(GAMES)), "the game it is opened for", required=True),
            "count": Field(
                Count("tables", 1, MAX_TABLES),
                "so many tables alike, their names numbered; 1 if left out",
            ),
            "currency": Field(
                Word("currency", CURRENCIES), "practice or real chips; practice if left out"
            ),
            "mode": Field(
                Word("mode", MODES), "who deals: the house by itself, unless a dealer does"
            ),
            "meters": Field(
                Word("choice", ("linked", "own")),
                "shared with the other tables of its game and currency, or its own; "
                "linked if left out",
                "G10",
            ),
            "settings": Field(settings_shape(), "where they differ from the game's or the house's"),
        }
    )


def read_tables(
    house: Mapping[str, Any], offered: Sequence[str], report: Report
) -> list[OpenTable]:
    """Every table that could be read, each under the settings that hold for it."""
    opened: dict[str, OpenTable] = {}
    for place, table in enumerate(house.get("tables", [])):
        for one in _alike(house, place, table or {}, offered, report):
            first = opened.setdefault(one.name.casefold(), one)
            if first is not one:
                what = f'another table is called "{first.name}"'
                path = ("tables", place, "name")
                report.violation(path, what, "", "give each table its own name")
                break
    if len(opened) > MAX_TABLES:
        report.violation(("tables",), f"{len(opened)} tables", "", f"{MAX_TABLES} at most")
    return list(opened.values())


def _alike(
    house: Mapping[str, Any],
    place: int,
    table: dict[str, Any],
    offered: Sequence[str],
    report: Report,
) -> list[OpenTable]:
    path: Path = ("tables", place)
    name, game, count = table.get("name"), table.get("game"), table.get("count", 1)
    if game is not None and game not in offered:
        allowed = f"offer it under [games.{game}], or close the table"
        report.violation((*path, "game"), f"this house does not offer {game}", "", allowed)
    if name is None or game is None or game not in offered:
        return []
    of_game: dict[str, Any] = house["games"][game]
    settings = _settings(house, of_game, table)
    mode, currency = table.get("mode", MODES[0]), table.get("currency", CURRENCIES[0])
    _check_cards(path, table, settings, mode, report)
    _idle_settings(path, table, mode, currency, report)
    own = table.get("meters") == "own"
    if own and "progressive" not in of_game:
        what, clause = "changes nothing: its game is offered without the progressive", "G10"
        report.warning((*path, "meters"), what, clause, "leave it out")
    names = [name] if count == 1 else [f"{name} {n}" for n in range(1, count + 1)]
    return [OpenTable(each, game, currency, mode, own, settings) for each in names]


def _settings(
    house: Mapping[str, Any], game: Mapping[str, Any], table: Mapping[str, Any]
) -> Settings:
    """The nearest word counts: the table's, else its game's, else the house's."""
    levels = [place.get("settings") or {} for place in (house, game, table)]
    return Settings(**levels[0] | levels[1] | levels[2])


def house_settings(house: Mapping[str, Any], game: Mapping[str, Any]) -> Settings:
    """Of a table that says nothing itself."""
    return _settings(house, game, {})


def _check_cards(
    path: Path, table: dict[str, Any], settings: Settings, mode: Mode, report: Report
) -> None:
    if settings.cards == "physical" and mode == "self-dealt":
        own = "cards" in (table.get("settings") or {})
        report.violation(
            (*path, "settings", "cards") if own else (*path, "mode"),
            "a self-dealt table has no dealer to read physical cards",
            "",
            'mode = "dealer", or cards = "house" in its settings',
        )


def _idle_settings(
    path: Path, table: dict[str, Any], mode: Mode, currency: Currency, report: Report
) -> None:
    """Warns of a table's own settings that have no effect there."""
    for key in table.get("settings") or {}:
        if key in _OF_THE_CLOCK and mode == "dealer":
            why = "its dealer keeps the time"
        elif key == "awards_and_voids" and (mode == "dealer" or currency == "practice"):
            why = "it is about self-dealt tables with real chips"
        else:
            continue
        what = f"changes nothing: {why}"
        report.warning((*path, "settings", key), what, "", "leave it out")
