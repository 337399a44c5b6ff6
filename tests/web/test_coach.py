"""Hints, coach and session over the API: exact, private, and free of hidden cards."""

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


def sum_of(figure: dict[str, Any]) -> Fraction:
    return Fraction(figure["exact"])


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
        hint = await ready(place, one, f"/api/tables/{table}/hint")
        view = await one.view(table)
        _only_what_is_seen(hint, view)
        assert {(o["act"], o["multiple"]) for o in hint["options"]} == {
            (c["act"], c["multiple"] if c["cents"] else 0) for c in view["choices"]
        }
        assert hint["options"][0]["cost"]["exact"] == "0"
        best = sum_of(hint["options"][0]["value"])
        for option in hint["options"]:
            assert sum_of(option["cost"]) == best - sum_of(option["value"])
            assert abs(option["cost"]["cents"] - float(sum_of(option["cost"]))) < 0.001
        # The player does the worst act, and the coach reports its cost.
        worst = hint["options"][-1]
        act = {"act": worst["act"], "multiple": worst["multiple"] or 1, "seat": 1}
        await one.do(table, "Act", spot=view["choices"][0]["spot"], **act)
        report = await ready(place, one, f"/api/tables/{table}/coach?round={number}")
        (decision,) = report["decisions"]
        assert (decision["taken"]["cost"], decision["taken"]["value"]) == (
            worst["cost"],
            worst["value"],
        )
        assert decision["best"]["value"] == hint["options"][0]["value"] and not decision["by_house"]
        assert (await ready(place, two, f"/api/tables/{table}/coach"))["decisions"] == []
        await pit.round(table)
        await _looked_back(place, table, one, decision)


def _only_what_is_seen(hint: dict[str, Any], view: dict[str, Any]) -> None:
    names = [name for seat in view["seats"] for name in seat["cards"]]
    names += [*view["community"], *view["box"]]
    assert set(hint["cards"] + hint["gone"]) <= set(names) - {"??", ""}
    dealt = {card for option in hint["options"] for card in option["cards"]}
    assert dealt <= set(hint["cards"])


async def _looked_back(place: Place, table: str, player: Client, decision: dict[str, Any]) -> None:
    session = await _session(place, player)
    (row,) = session["rounds"]
    assert row["table"] == table and row["decisions"] >= 1
    for each in (row, session["total"]):
        parts = [sum_of(each[name]) for name in ("expected", "luck", "mistakes")]
        assert each["result"] == parts[0] + parts[1] - parts[2]
    assert sum_of(row["mistakes"]) >= sum_of(decision["taken"]["cost"])
    if sum_of(decision["taken"]["cost"]):
        assert any(m["decision"]["seq"] == decision["seq"] for m in session["costliest"])
    stages = {each["stage"]: sum_of(each["mistakes"]) for each in session["by_stage"]}
    assert sum(stages.values()) == sum_of(session["total"]["mistakes"])
    stranger = await place.guest()
    assert (await _session(place, stranger))["rounds"] == []
    assert (await ready(place, stranger, f"/api/tables/{table}/coach?round=1"))["decisions"] == []
    later = await player.get(f"/api/me/session?since={row['ended'] + 1}")
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
    """A solution that takes its time: every request is answered meanwhile, as still working."""
    monkeypatch.setattr(GameReadiness, "__call__", lambda *_: False)
    asyncio.run(_slow(place))


async def _slow(place: Place) -> None:
    async with running(place):
        pit = await Pit.staffed(place)
        table = await pit.table("mississippi-stud")
        await pit.until(table, "decide")
        player = pit.players[table][1]
        hint = (await player.get(f"/api/tables/{table}/hint")).json
        assert hint["working"] and not hint["options"]
        await pit.round(table)
        session = (await player.get("/api/me/session")).json
        assert (session["waiting"], session["working"], session["rounds"]) == (1, True, [])


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
        question = await _question(place, player, at)
        assert len([name for name in question["hole"] if name != "??"]) == 3
        assert "cost" not in json.dumps(question) and "value" not in json.dumps(question)
        wrong = await player.post(f"{at}/answer", {"id": "abc", "act": "ride"})
        assert wrong.status == 409
        answer: Answer = await player.post(f"{at}/answer", {"id": question["id"], "act": "ride"})
        assert answer.status == 200, answer.body
        grade = answer.json
        assert grade["right"] == (grade["taken"]["cost"]["exact"] == "0")
        assert grade["progress"]["answered"] == 1 and grade["rule"]["of"] >= 1
        points = (await player.get(at)).json
        assert points == grade["points"] and len(points) == 1
        # As the API's description has them, and the page reads them.
        assert set(points[0]) == {"at", "right", "cost"} and points[0]["right"] == grade["right"]
        stranger = await place.guest()
        assert (await stranger.get(at)).json == []


async def _question(place: Place, player: Client, at: str) -> Any:
    async def look() -> Any:
        place.limiter.buckets.clear()
        hand = await player.post(f"{at}/hand")
        assert hand.status == 200, hand.body
        return hand.json if not hand.json["working"] else None

    return await until(look, "it is still being worked out")
