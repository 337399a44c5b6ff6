"""The tables a house opens and their settings: the house's own, a game's, a table's."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.toml_lines import Path

Currency = Literal["practice", "real"]
Mode = Literal["self-dealt", "dealer"]
CURRENCIES: Final[tuple[Currency, ...]] = ("practice", "real")
MODES: Final[tuple[Mode, ...]] = ("self-dealt", "dealer")

MAX_TABLES: Final = 200
MIN_SECONDS: Final = 3
MAX_SECONDS: Final = 3600


class Settings(msgspec.Struct, frozen=True):
    """A table's own clock, in seconds, and what it leaves to people."""

    betting: int = 20
    deciding: int = 30
    # Who does them at a self-dealt table with real chips; with practice chips always the house.
    awards_and_voids: Literal["house", "floorperson"] = "house"
    cards: Literal["house", "physical"] = "house"
    away: int = 600  # a seat that does nothing for this long is freed
    closing: bool = False  # the table closes after its round; an administrator sets it


class OpenTable(msgspec.Struct, frozen=True):
    """A table the house opens."""

    name: str
    game: str
    currency: Currency = "practice"
    mode: Mode = "self-dealt"
    own_meters: bool = False
    settings: Settings = Settings()


def read_tables(
    house: Mapping[str, Any], offered: Sequence[str], report: Report
) -> list[OpenTable]:
    """Every table that can be read, each under the settings that hold for it."""
    tables: dict[str, OpenTable] = {}
    for place, entries in enumerate(house.get("tables", [])):
        for table in _alike(house, place, entries or {}, offered, report):
            first = tables.setdefault(table.name.casefold(), table)
            if first is not table:
                what = f'another table is called "{first.name}"'
                path = ("tables", place, "name")
                report.violation(path, what, "", "give each table its own name")
                break
    if len(tables) > MAX_TABLES:
        report.violation(("tables",), f"{len(tables)} tables", "", f"{MAX_TABLES} at most")
    return list(tables.values())


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
    settings = settings_of(house, house["games"][game], table)
    mode, currency = table.get("mode", MODES[0]), table.get("currency", CURRENCIES[0])
    own_settings = table.get("settings") or {}
    if settings.cards == "physical" and mode == "self-dealt":
        key = ("settings", "cards") if "cards" in own_settings else ("mode",)
        what = "a self-dealt table has no dealer to read physical cards"
        allowed = 'mode = "dealer", or cards = "house" in its settings'
        report.violation((*path, *key), what, "", allowed)
    for key in own_settings:
        if key in ("betting", "deciding", "away") and mode == "dealer":
            what = "changes nothing: its dealer keeps the time"
        elif key == "awards_and_voids" and (mode == "dealer" or currency == "practice"):
            what = "changes nothing: it is about self-dealt tables with real chips"
        else:
            continue
        report.warning((*path, "settings", key), what, "", "leave it out")
    own_meters = table.get("meters") == "own"
    if own_meters and "progressive" not in house["games"][game]:
        what = "changes nothing: its game is offered without the progressive"
        report.warning((*path, "meters"), what, "G10", "leave it out")
    names = [name] if count == 1 else [f"{name} {n}" for n in range(1, count + 1)]
    return [OpenTable(each, game, currency, mode, own_meters, settings) for each in names]


def settings_of(*places: Mapping[str, Any]) -> Settings:
    """The settings of the house, as its game and then its table change them."""
    settings: dict[str, Any] = {}
    for place in places:
        settings |= place.get("settings") or {}
    return Settings(**settings)
