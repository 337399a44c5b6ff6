"""Hints, coach and session over the API: exact, one's own, and of nothing hidden."""

import asyncio
import json
from fractions import Fraction
from typing import Any

import pytest

from kit.waiting import until
from pitboss.house.coach.service import GameReadiness
from pitboss.rulebook import GAMES
from web.asgi import Answer, Client, Place, running, shape_is_right
from web.dealing import Pit


async def ready(place: Place, client: Client, path: str) -> Any:
    """Asked until the game's first solution is there."""

    async def look() -> Any:
        place.limiter.buckets.clear()
        answer = await client.get(path)
        assert answer.status == 200, answer.body
        return answer.json if not answer.json["working"] else None

    return await until(look, "it is still being worked out")


def sum_of(told: dict[str, Any]) -> Fraction:
    return Fraction(told["exact"])


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hint_at_ones_turn_and_what_was_done_with_it(game: str, place: Place) -> None:
    asyncio.run(_hinted(place, game))


async def _hinted(place: Place, game: str) -> None:
    async with running(place):
        pit = await Pit.staffed(place)
        table = await pit.table(game, seats=(1, 2))
        one, two = pit.players[table][1], pit.players[table][2]
        await pit.until(table, "decide")
        number = (await one.view(table))["round"]
        shape_is_right(await two.get(f"/api/tables/{table}/hint"))
        found = await ready(place, one, f"/api/tables/{table}/hint")
        view = await one.view(table)
        _only_what_is_seen(found, view)
        assert {(o["act"], o["multiple"]) for o in found["options"]} == {
            (c["act"], c["multiple"] if c["cents"] else 0) for c in view["choices"]
        }
        assert found["options"][0]["cost"]["exact"] == "0"
        best = sum_of(found["options"][0]["value"])
        for option in found["options"]:
            assert sum_of(option["cost"]) == best - sum_of(option["value"])
            assert abs(option["cost"]["cents"] - float(sum_of(option["cost"]))) < 0.001
        # The worst of all is done, and its cost told.
        worst = found["options"][-1]
        act = {"act": worst["act"], "multiple": worst["multiple"] or 1, "seat": 1}
        await one.do(table, "Act", spot=view["choices"][0]["spot"], **act)
        told = await ready(place, one, f"/api/tables/{table}/coach?round={number}")
        (made,) = told["decisions"]
        assert (made["taken"]["cost"], made["taken"]["value"]) == (worst["cost"], worst["value"])
        assert made["best"]["value"] == found["options"][0]["value"] and not made["by_house"]
        assert (await ready(place, two, f"/api/tables/{table}/coach"))["decisions"] == []
        await pit.round(table)
        await _looked_back(place, table, one, made)


def _only_what_is_seen(found: dict[str, Any], view: dict[str, Any]) -> None:
    names = [name for seat in view["seats"] for name in seat["cards"]]
    names += [*view["community"], *view["box"]]
    assert set(found["cards"] + found["gone"]) <= set(names) - {"??", ""}
    dealt = {card for option in found["options"] for card in option["cards"]}
    assert dealt <= set(found["cards"])


async def _looked_back(place: Place, table: str, player: Client, made: dict[str, Any]) -> None:
    found = await _session(place, player)
    (told,) = found["rounds"]
    assert told["table"] == table and told["decisions"] >= 1
    for each in (told, found["total"]):
        parts = [sum_of(each[name]) for name in ("expected", "luck", "mistakes")]
        assert each["result"] == parts[0] + parts[1] - parts[2]
    assert sum_of(told["mistakes"]) >= sum_of(made["taken"]["cost"])
    if sum_of(made["taken"]["cost"]):
        assert any(m["decision"]["seq"] == made["seq"] for m in found["costliest"])
    stages = {each["stage"]: sum_of(each["mistakes"]) for each in found["by_stage"]}
    assert sum(stages.values()) == sum_of(found["total"]["mistakes"])
    stranger = await place.guest()
    assert (await _session(place, stranger))["rounds"] == []
    assert (await ready(place, stranger, f"/api/tables/{table}/coach?round=1"))["decisions"] == []
    later = await player.get(f"/api/me/session?since={told['ended'] + 1}")
    assert later.json["rounds"] == []


async def _session(place: Place, player: Client) -> Any:
    async def look() -> Any:
        place.limiter.buckets.clear()
        session = (await player.get("/api/me/session")).json
        return session if not session["waiting"] else None

    return await until(look, "the rounds are still being looked at")


def test_while_a_game_is_solved_the_table_goes_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solution that takes its time: everybody is answered meanwhile, and told that it does."""
    monkeypatch.setattr(GameReadiness, "__call__", lambda *_: False)
    asyncio.run(_slow(place))


async def _slow(place: Place) -> None:
    async with running(place):
        pit = await Pit.staffed(place)
        table = await pit.table("mississippi-stud")
        await pit.until(table, "decide")
        player = pit.players[table][1]
        told = (await player.get(f"/api/tables/{table}/hint")).json
        assert told["working"] and not told["options"]
        await pit.round(table)
        found = (await player.get("/api/me/session")).json
        assert (found["waiting"], found["working"], found["rounds"]) == (1, True, [])


def test_a_hand_of_the_trainer_over_the_api(place: Place) -> None:
    asyncio.run(_trained(place))


async def _trained(place: Place) -> None:
    async with running(place):
        player = await place.guest()
        menu = (await player.get("/api/trainer")).json
        assert [game["game"] for game in menu] == list(GAMES)
        at = "/api/trainer/let-it-ride/bet-1"
        shape_is_right(await player.post("/api/trainer/let-it-ride/first-draw/hand"))
        shape_is_right(await player.post("/api/trainer/whist/bet-1/hand"))
        asked = await _asked(place, player, at)
        assert len([name for name in asked["hole"] if name != "??"]) == 3
        assert "cost" not in json.dumps(asked) and "value" not in json.dumps(asked)
        wrong = await player.post(f"{at}/answer", {"id": "abc", "act": "ride"})
        assert wrong.status == 409
        answer: Answer = await player.post(f"{at}/answer", {"id": asked["id"], "act": "ride"})
        assert answer.status == 200, answer.body
        told = answer.json
        assert told["right"] == (told["taken"]["cost"]["exact"] == "0")
        assert told["progress"]["answered"] == 1 and told["rule"]["of"] >= 1
        points = (await player.get(at)).json
        assert points == told["points"] and len(points) == 1
        # As the API's description has them, and the page reads them.
        assert set(points[0]) == {"at", "right", "cost"} and points[0]["right"] == told["right"]
        stranger = await place.guest()
        assert (await stranger.get(at)).json == []


async def _asked(place: Place, player: Client, at: str) -> Any:
    async def look() -> Any:
        place.limiter.buckets.clear()
        hand = await player.post(f"{at}/hand")
        assert hand.status == 200, hand.body
        return hand.json if not hand.json["working"] else None

    return await until(look, "it is still being worked out")
