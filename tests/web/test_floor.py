"""The floor at a glance over the API: waits, money, clocks, approvals, oddities, awards."""

from pathlib import Path
from typing import Any

from pitboss.house.floor.alarms import SLOW_MS, Alarm
from pitboss.house.floor.overview import ODD
from pitboss.house.floor.wall import wall_view
from pitboss.web.lobby import lobby_row
from web.dealing import Pit
from web.test_console import console
from web.test_dealer_table import arranged, play
from web.test_page_files import STATIC


def test_the_floor_at_a_glance(directory: Path) -> None:
    """What waits and since when, money, clocks, approvals, oddities, an award with its hand."""

    async def story(pit: Pit) -> None:
        table = await pit.table("mississippi-stud", currency="real", cards="physical")
        await pit.until(table, "deal")
        pit.lucky[table] = arranged("mississippi-stud", ("As", "Ks", "Qs", "Js", "Ts"))[:5]
        await pit.fund("real")
        fill = {"table": table, "command": {"type": "Fill", "cents": 500_000}}
        number = (await pit.dealer.post("/api/approvals", fill)).json["number"]
        await pit.until(table, "decide")
        await pit.until(table, "validate")
        floor = (await pit.floor.get("/api/floor")).json
        mine = next(one for one in floor["tables"] if one["id"] == table)
        assert mine["due"]["what"] == "validate" and mine["since"] <= floor["now"]
        assert mine["physical"] and mine["mode"] == "dealer" and mine["money"]["inventory"] > 0
        award = mine["award"]
        assert award["hand"] == "royal flush" and award["seat"] == 1
        assert set(award["cards"] + award["community"]) == {"As", "Ks", "Qs", "Js", "Ts"}
        promised = next(move["cents"] for move in award["moves"] if move["what"] == "award")
        player = pit.players[table][1]
        before = (await player.view(table))["chips"]
        assert [one["number"] for one in floor["waiting"]] == [number]
        await pit.floor.do(table, "ValidateAward", seat=1, **pit.looked(table))
        assert (await player.view(table))["chips"] == before + promised
        path = f"/api/approvals/{number}"
        assert (await pit.floor.post(path, {"approve": True})).status == 200
        floor = (await pit.floor.get("/api/floor")).json
        assert floor["waiting"] == [] and floor["decided"][0]["decision"] == "approved"
        assert floor["decided"][0]["decided_by"] == pit.floor.name

    play(directory, story)


def test_clocks_and_oddities(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("double-draw", seats=(1,))

        async def glance() -> dict[str, Any]:
            floor = (await pit.floor.get("/api/floor")).json
            mine = next(one for one in floor["tables"] if one["id"] == table)
            return {"floor": floor, **mine}

        assert (await glance())["decks"] == []
        await pit.until(table, "decide", "discard")
        now = await glance()
        clock = next(one for one in now["decks"] if one["in_play"])
        hours = (clock["due"] - clock["since"]) // 3600
        assert hours in (4, 8) and clock["clause"] and now["count"]["clause"]
        assert now["count"]["every"] == 5 and now["count"]["rounds"] == 0
        await pit.floor.do(table, "ReportWrongNumber", place="seat 1")
        now = await glance()
        odd = now["floor"]["oddities"][0]
        assert (odd["table"], odd["kind"], odd["void"]) == (table, "ReportWrongNumber", True)
        assert odd["by"] == f"floorperson {pit.floor.name}" and odd["sentences"][-1]["clause"]
        # The deck is due when the clock says so, and not a moment before.
        await pit.until(table, "no more bets")
        clock = next(one for one in (await glance())["decks"] if one["in_play"])
        if clock["due"] is None:
            await pit.round(table)
            await pit.until(table, "no more bets")
            clock = next(one for one in (await glance())["decks"] if one["due"] is not None)
        pit.place.clock.at = (clock["due"] - 1) * 1000
        calls = {one.what: one for one in alarms_at(pit, table)}
        assert calls["deck soon"].since == clock["due"] * 1000 and "deck" not in calls
        assert calls["dealer"].about == "no more bets", "the dealer has waited for hours"
        dealer = await pit.place.staff("dealer", "same_dealer")
        offered = [act["type"] for act in (await console(dealer, table))["acts"]]
        assert "NoMoreBets" in offered
        pit.place.clock.at = clock["due"] * 1000 + 24 * 3600 * 1000
        dealer = await pit.place.staff("dealer", "late_dealer")
        offered = [act["type"] for act in (await console(dealer, table))["acts"]]
        assert "NoMoreBets" not in offered and "ReceiveCards" in offered
        assert {one.what for one in alarms_at(pit, table)} >= {"deck", "dealer"}
        # Floor and lobby prompt the new deck as the console does.
        late = await pit.place.staff("floorperson", "late_floor")
        floor = (await late.get("/api/floor")).json
        row = lobby_row(pit.place.house.live(table), {}, "", pit.place.clock.at)
        shown = next(one["due"] for one in floor["tables"] if one["id"] == table)
        assert row.due is not None and (shown["what"], row.due.what) == ("receive", "receive")

    play(directory, story)


def alarms_at(pit: Pit, table: str) -> list[Alarm]:
    """As the floor's page and the wall have them."""
    view = wall_view(pit.place.house)
    return next(one.alarms for one in view.tables if one.id == table)


def test_the_wall_shows_all_tables_to_anyone_and_names_nobody(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("mississippi-stud", seats=(1, 4))
        await pit.until(table, "decide")
        answer = await pit.place.client().get("/api/wall")
        mine = next(one for one in answer.json["tables"] if one["id"] == table)
        assert (mine["taken"], mine["turn"], mine["places"]) == ([1, 4], 1, 6)
        assert mine["due"]["what"] == "decide" and mine["meters"] and not mine["alarms"]
        for seat in (1, 4):
            assert pit.players[table][seat].name.encode() not in answer.body
        # Ten screens are one reading.
        wall = pit.place.app.state.wall
        before = wall.readings
        for _ in range(10):
            await pit.place.client().get("/api/wall")
        assert wall.readings <= before + 2
        # A player who does not decide is pointed out, after a minute and not before.
        since = pit.place.house.live(table).since
        pit.place.clock.at = since + SLOW_MS
        assert alarms_at(pit, table) == []
        pit.place.clock.at += 1
        assert alarms_at(pit, table) == [Alarm("player", since, 1)]
        # Rounds of the last hour are counted.
        number = pit.place.house.live(table).table.round
        await pit.until(table, "no more bets")
        view = wall_view(pit.place.house)
        mine = next(one for one in view.tables if one.id == table)
        assert (mine.round, mine.rounds_hour) == (number + 1, 1)

    play(directory, story)


def test_every_oddity_on_the_floor_s_page_has_words() -> None:
    text = STATIC.joinpath("text/en/floor.js").read_text(encoding="utf-8")
    words = text.partition("kindOf: {")[2].partition("}")[0]
    assert [kind for kind in ODD if f" {kind}: " not in words] == []
