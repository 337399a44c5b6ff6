"""The felt as data: every area and inscription that chapter 2 of a document asks for."""

import asyncio
from typing import Any

import msgspec
import pytest

from pitboss.house.floor.tables import store_submission
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.rulebook.submission import default_house
from pitboss.rulebook.submission.look import Look
from pitboss.web.api.felt import describe_layout
from pitboss.web.looks import look_of
from web.asgi import Place, running

EVERY_GAME = pytest.mark.parametrize("game", list(GAMES))


def described(game: str, *, offered: bool = True) -> dict[str, Any]:
    layout = describe_layout(Rules(plain_choices(GAMES[game], offered=offered)))
    felt: dict[str, Any] = msgspec.to_builtins(layout)
    return felt


@EVERY_GAME
def test_every_spot_of_the_game_has_an_area(game: str) -> None:
    declared, felt = GAMES[game], described(game)
    assert [spot["spot"] for spot in felt["spots"]] == [spot.key for spot in declared.spots]
    wagers = {wager["wager"] for wager in felt["wagers"]}
    for spot in felt["spots"]:
        assert spot["wager"] in wagers and spot["area"] and spot["clause"]
        assert 0 < spot["least"] <= spot["most"]


@EVERY_GAME
def test_what_the_house_does_not_offer_is_not_on_the_felt(game: str) -> None:
    felt = described(game, offered=False)
    optional = {wager.key for wager in GAMES[game].wagers if wager.optional}
    assert not optional & {spot["wager"] for spot in felt["spots"]}
    assert not felt["box"] and not felt["envy"]


@EVERY_GAME
def test_every_inscription_is_told_with_its_clause(game: str) -> None:
    felt = described(game)
    inscriptions = [(mark.what, mark.clause) for mark in GAMES[game].inscriptions]
    assert [(mark["what"], mark["clause"]) for mark in felt["inscriptions"]] == inscriptions
    assert all(wager["rows"] for wager in felt["wagers"])


def test_amounts_of_the_inscriptions() -> None:
    marks = {mark["what"]: mark for mark in described("mississippi-stud")["inscriptions"]}
    assert marks["limit"]["cents"] == 5_000_000  # ruling G13 at a minimum of 5.00
    assert marks["multiples"]["multiples"] == [1, 2, 3] and marks["multiples"]["of"] == "Ante"
    streets = ["3rd Street", "4th Street", "5th Street"]
    assert marks["streets"]["names"] == marks["multiples"]["spots"] == streets
    other = {mark["what"]: mark for mark in described("double-draw")["inscriptions"]}
    assert "joker" in other and other["limit"]["cents"] is None


def test_kinds_of_areas() -> None:
    kinds = {spot["spot"]: spot["kind"] for spot in described("235-stud")["spots"]}
    assert kinds == {
        "two-card": "required",
        "three-card": "required",
        "three-card-raise": "decision",
        "five-card": "required",
        "five-card-raise": "decision",
        "winem-all": "side",
        "progressive": "progressive",
    }


def test_which_cards_decide_a_wager() -> None:
    wagers = {wager["wager"]: wager for wager in described("235-stud")["wagers"]}
    assert wagers["two-card"]["on"]["hole"] == [0, 1]
    assert wagers["five-card"]["on"] == {"hole": [0, 1, 2], "community": [0, 1], "box": []}
    assert not wagers["winem-all"]["on"] and len(wagers["winem-all"]["wins_with"]) == 3


def test_community_places_are_named_only_where_the_layout_inscribes_them() -> None:
    assert described("let-it-ride")["community_names"] == ["", ""]
    assert described("double-draw")["community_names"] == []


def test_a_table_tells_its_own_clock_and_house(place: Place) -> None:
    """The felt prints the operator's name: shows 235 2.B(1), DD .02B(1), LIR .02B(1), MS 2.B(1)."""

    async def look() -> None:
        async with running(place):
            nobody = place.client()
            for row in (await nobody.get("/api/tables")).json:
                felt = (await nobody.get(f"/api/tables/{row['id']}/felt")).json
                assert felt["game"] == row["game"] and felt["rules"] == row["rules"]
                assert felt["table"] == {
                    key: row[key] for key in ("id", "name", "currency", "mode")
                }
                assert felt["house"] == default_house().house != felt["operator"]
                assert felt["operator"] == default_house().operator
                assert felt["now"] == place.house.clock()
                settings = place.house.live(row["id"]).row.settings
                clock = {"betting": settings.betting, "deciding": settings.deciding}
                assert felt["clock"] == clock
                look = default_house().look
                assert felt["look"]["logo"] == look.logo != ""
                assert felt["look"]["centre"] == look_of(row["game"]).centre
            painted = msgspec.structs.replace(default_house(), look=Look(felt="#123456"))
            with place.house.store.begin() as tx:
                store_submission(tx, painted)
            path = f"/api/tables/{row['id']}/felt"
            assert (await nobody.get(path)).json["look"]["centre"] == "#123456"
            games = (await nobody.get("/api/games")).json
            assert {game["look"]["centre"] for game in games} == {"#123456"}

    asyncio.run(look())


@EVERY_GAME
def test_a_felt_has_colours_that_its_words_are_read_on(game: str) -> None:
    """Every game has a cloth of its own, and ink on its lightest part has 4.5 to 1."""
    look = described(game)["look"]
    assert look != msgspec.to_builtins(look_of("a game of the house's own"))
    assert contrast(INK, look["centre"]) >= 4.5
    assert contrast("#ffffff", look["flat"]) >= 7


@pytest.mark.parametrize("felt", ["#123456", "#f0e68c", "#ffffff", "#c02020"])
def test_a_house_s_own_colours_and_logo_are_on_its_felt(felt: str) -> None:
    """Darkened where the words could not be read; the example's colours leave each game its own."""
    house = Look(felt=felt, lines="#ffffff", rail="#222222", logo="M0 0H100V100Z")
    look = look_of("double-draw", house)
    assert contrast(INK, look.centre) >= 4.5 and contrast("#ffffff", look.flat) >= 7
    assert (look.centre == felt) == (contrast(INK, felt) >= 4.5)
    assert (look.lines, look.rail, look.logo) == ("#ffffff", "#222222", house.logo)
    assert look.emblem == look_of("double-draw").emblem
    unread = look_of("double-draw", Look(felt="#123456", lines="#123457"))
    assert unread.lines == ""
    assert look_of("double-draw", Look()) == look_of("double-draw")


INK = "#f6f1e0"


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
