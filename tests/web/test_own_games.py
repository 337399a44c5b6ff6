"""Own games over the API: lobby, felt, rules, odds, trainer, coach, history, administration."""

import asyncio
import functools
import itertools
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook import GAMES, MARK
from pitboss.rulebook.own import read_rules
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission, check, example, joined
from web.asgi import Place, opened, running, shape_is_right
from web.dealing import Pit
from web.test_coach import ready
from web.test_odds import ask, figures

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = {"river-stud": "River Stud", "let-it-pair": "Let It Pair"}
Z = '[games.let-it-ride.wagers]\nbase = "A"'


def house_text() -> str:
    """The default house with both example games, and Let It Ride under a table of its own."""
    book = read_rules(EXAMPLES / "river-stud.toml")
    book = read_rules(EXAMPLES / "let-it-pair.toml", book)
    return joined(example(), book).replace(Z, Z.replace('"A"', '"Z"'))


def submission() -> Submission:
    offer = check(house_text()).submission
    assert offer is not None
    return offer


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with opened(tmp_path_factory.mktemp("own"), submission()) as instance:
        instance.limiter.clock = functools.partial(next, itertools.count(0.0, 3600.0))
        yield instance


def test_lobby_felt_and_rules_carry_the_mark(place: Place) -> None:
    async def story() -> None:
        anyone = place.client()
        games = {game["game"]: game for game in (await anyone.get("/api/games")).json}
        assert {*games} == {*GAMES, *NAMES}
        for key, name in NAMES.items():
            assert (games[key]["name"], games[key]["mark"]) == (name, MARK)
            assert games[key]["edges"] == {key: None}, "no published edge is lent to it"
            felt = (await anyone.get(f"/api/tables/{key}/felt")).json
            assert (felt["game"], felt["mark"]) == (key, MARK)
            rules = (await anyone.get(f"/api/rules/{key}")).json
            assert (rules["mark"], rules["documents"], rules["chapters"]) == (MARK, [], [])
            assert [table["id"] for table in rules["tables"]] == [key]
            rows = {row["hand"] for table in rules["paytables"] for row in table["rows"]}
            assert "royal flush" in rows
        assert games["mississippi-stud"]["mark"] == ""
        ride = (await anyone.get("/api/rules/let-it-ride")).json
        assert "Z" in next(t for t in ride["paytables"] if t["wager"] == "base")["letters"]
        lobby = {table["id"]: table for table in (await anyone.get("/api/tables")).json}
        assert lobby["river-stud"]["mark"] == MARK
        shape_is_right(await anyone.get("/api/rules/red-dog"))

    asyncio.run(story())


def test_odds_are_of_the_house_s_own_rules(place: Place) -> None:
    menu, overview, half, letter = ask(
        place,
        "/api/odds/river-stud",
        "/api/odds/river-stud/overview",
        "/api/odds/river-stud/sheet?wager=base&letters=base:HALF-PAY",
        "/api/odds/let-it-ride/limit?letter=z&limit=100000&stake=500",
    )
    assert menu["mark"] == MARK
    assert menu["own_letters"]["base"] == ["A", "half-pay"]
    edges = {(w["wager"], w["paytable"]): w["house_edge"]["fraction"] for w in overview["wagers"]}
    assert Fraction(edges["base", "A"]) == Fraction(5587, 123760)
    assert Fraction(edges["base", "half-pay"]) == Fraction(131639, 3248700)
    assert half["wagers"][0]["paytable"] == "half-pay"
    assert Fraction(half["wagers"][0]["house_edge"]["fraction"]) == Fraction(131639, 3248700)
    assert letter["paytable"] == "Z"


def test_a_sheet_of_own_rules_says_so_as_csv_too(place: Place) -> None:
    async def story() -> None:
        client = place.client()
        path = "/api/odds/river-stud/sheet?wager=base&letters=base:A"
        assert (await figures(client, path)).json["own_rules"] == MARK
        assert MARK in (await figures(client, f"{path}&form=csv")).body.decode()

    asyncio.run(story())


def test_guests_and_a_dealer_play_them_with_hints_review_and_history(place: Place) -> None:
    async def story(pit: Pit, game: str) -> None:
        table = await pit.table(game, seats=(1, 2))
        guest = pit.players[table][1]
        await pit.until(table, "decide")
        hint = await ready(place, guest, f"/api/tables/{table}/hint")
        assert hint["options"][0]["cost"]["exact"] == "0"
        number = await pit.round(table)
        review = await ready(place, guest, f"/api/tables/{table}/coach?round={number}")
        assert review["decisions"]
        search = (await guest.get(f"/api/search/rounds?game={game}")).json
        assert [match["title"] for match in search["rounds"]] == [NAMES[game]]
        text = (await guest.get(f"/api/rounds/{table}/{number}/text")).body.decode()
        assert MARK in text
        trainer = {one["game"]: one for one in (await guest.get("/api/trainer")).json}
        stage = trainer[game]["stages"][0]["stage"]
        question: Any = (await guest.post(f"/api/trainer/{game}/{stage}/hand")).json
        assert question["working"] or question["game"] == game

    async def both() -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            for game in NAMES:
                await story(pit, game)

    asyncio.run(both())


def test_the_administrator_s_pages_name_the_game(place: Place) -> None:
    async def story() -> None:
        async with running(place):
            boss = await place.staff("administrator", "boss_of_pages")
            about = (await boss.get("/api/house")).json
            titles = {game["game"]: game["title"] for game in about["games"]}
            assert NAMES.items() <= titles.items()
            checked = (await boss.post("/api/submission/check", {"text": house_text()})).json
            assert checked["valid"]
            rows = {row["game"]: row for row in checked["games"]}
            assert rows["river-stud"]["title"] == "River Stud"
            assert rows["river-stud"]["mark"] == MARK
            own = Rules(submission().games["river-stud"])
            assert rows["river-stud"]["rules"] == own.short
            papers = {row["game"]: row["papers"] for row in (await boss.get("/api/papers")).json}
            assert papers["river-stud"]
            sign = await boss.get("/api/papers/river-stud/layout.svg")
            assert sign.status == 200 and MARK in sign.body.decode()

    asyncio.run(story())
