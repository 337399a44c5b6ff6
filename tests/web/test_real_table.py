"""Tables with real chips: refusals on the record, shifts, devices, several commands at once."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pitboss.house.audit.audit import audit
from pitboss.house.storage import log
from pitboss.house.writing.refusal_lines import MAX_LINES, REFUSED
from web.asgi import Answer, Client, Place, opened, running
from web.dealing import Pit


def play(directory: Path, story: Callable[[Pit], Awaitable[None]]) -> None:
    async def run(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            await story(pit)
            assert not any(audit(place.house).values())

    with opened(directory) as place:
        asyncio.run(run(place))


def refused(answer: Answer, name: str, status: int = 409) -> None:
    assert (answer.status, answer.error) == (status, name), answer.body


def lines(pit: Pit, table: str) -> list[dict[str, Any]]:
    with pit.place.house.store.read() as tx:
        return [
            log.open_body(pit.place.house.keys, entry).note
            for entry in log.read(tx, table)
            if entry.kind == REFUSED
        ]


def test_late_wagers_and_wrong_roles_leave_a_line(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real", seats=(1, 2))
        player = pit.players[table][1]
        await pit.until(table, "deal")
        stakes = {"bet-1": 500}
        refused(await player.ask(table, "Bet", seat=1, stakes=stakes), "WAGERS_CLOSED")
        refused(await pit.dealer.ask(table, "ValidateAward", seat=1), "FORBIDDEN", 403)
        refused(await pit.floor.ask(table, "Perform", duty="spread"), "NOT_YOUR_ROLE")
        rows = lines(pit, table)
        assert [(line["role"], line["name"], line["what"]) for line in rows] == [
            ("player", player.name, "Bet"),
            ("dealer", pit.dealer.name, "ValidateAward"),
            ("floorperson", pit.floor.name, "Perform"),
        ]
        assert all(line["why"] and line["clause"] and line["times"] == 1 for line in rows)
        oddities = (await pit.floor.get("/api/floor")).json["oddities"]
        sentences = [one["sentences"][0]["text"] for one in oddities if one["kind"] == REFUSED]
        assert len(sentences) == 3 and any(
            line.startswith("Bet was refused: wagers") for line in sentences
        )
        # Repeats are counted: the tenth is written, the second is not.
        for _ in range(11):
            pit.place.limiter.buckets.clear()
            await player.ask(table, "Bet", seat=1, stakes=stakes)
        assert [line["times"] for line in lines(pit, table)] == [1, 1, 1, 10]

    play(directory, story)


def test_practice_tables_keep_no_such_lines_and_nobody_floods_a_log(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        practice = await pit.table("let-it-ride")
        refused(await pit.dealer.ask(practice, "ValidateAward", seat=1), "FORBIDDEN", 403)
        assert lines(pit, practice) == []
        real = await pit.table("let-it-ride", currency="real")
        for number in range(MAX_LINES + 10):
            pit.place.limiter.buckets.clear()
            guest = await pit.place.guest()
            answer = await guest.ask(real, "Settle" if number % 2 else "Reveal")
            refused(answer, "FORBIDDEN", 403)
        assert len(lines(pit, real)) == MAX_LINES

    play(directory, story)


async def assign(pit: Pit, table: str, until: int) -> None:
    body = {"name": pit.floor.name, "tables": [table], "until": until}
    answer = await pit.boss.post("/api/shifts", body)
    assert answer.status == 201, answer.body


def test_a_floorperson_is_assigned_to_tables_by_shift(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        first = await pit.table("let-it-ride", currency="real")
        second = await pit.table("let-it-ride", currency="real")
        practice = await pit.table("let-it-ride")
        for table in (first, second, practice):
            await pit.until(table, "verify")
        now = pit.place.house.clock()
        assert (await pit.floor.get("/api/shifts")).json == []
        refused(await pit.floor.post("/api/shifts", {}), "NOT_YOUR_ROLE", 403)
        for wrong in (
            {"name": pit.dealer.name, "tables": [first], "until": now + 1000},
            {"name": pit.floor.name, "tables": ["none"], "until": now + 1000},
            {"name": pit.floor.name, "tables": [first], "until": now + 10**9},
        ):
            refused(await pit.boss.post("/api/shifts", wrong), "BAD_ASSIGNMENT")
        await assign(pit, first, now + 3_600_000)
        shifts = (await pit.floor.get("/api/shifts")).json
        assert [(one["name"], one["table"]) for one in shifts] == [(pit.floor.name, first)]
        assert (await pit.floor.get("/api/floor")).json["assigned"] == shifts
        await pit.floor.do(first, "Perform", duty="verify")
        await pit.floor.do(practice, "Perform", duty="verify")
        stranger = await pit.floor.ask(second, "Perform", duty="verify")
        refused(stranger, "NOT_ASSIGNED", 403)
        assert stranger.json["error"]["clause"] == "LIR .04A"
        assert stranger.json["error"]["what_to_do"]
        assert lines(pit, second)[0]["what"] == "Perform"
        # The same command is accepted once the floorperson is assigned, until the shift ends.
        await assign(pit, second, now + 3_600_000)
        await pit.floor.do(second, "Perform", duty="verify")
        pit.place.clock.at += 100_000
        await assign(pit, second, 0)
        await pit.until(second, "decide")
        refused(await pit.floor.ask(second, "PlayOn", seat=1), "NOT_ASSIGNED", 403)
        kinds = [one["kind"] for one in (await pit.boss.get("/api/house/log")).json]
        assert kinds.count("AssignFloor") == 3

    play(directory, story)


async def device_of(pit: Pit, table: str, name: str = "shoe_one") -> Client:
    answer = await pit.boss.post("/api/devices", {"name": name, "table": table})
    assert answer.status == 201, answer.body
    client = pit.place.client(answer.json["token"])
    client.name = name
    return client


def test_a_device_belongs_to_one_table(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real", cards="physical")
        other = await pit.table("let-it-ride", currency="real", cards="physical")
        shoe = await device_of(pit, table)
        refused(
            await pit.boss.post("/api/devices", {"name": "x1", "table": "none"}),
            "NO_SUCH_TABLE",
            404,
        )
        taken = await pit.boss.post("/api/devices", {"name": "shoe_one", "table": other})
        refused(taken, "BAD_ACCOUNT", 400)
        for path in ("/api/me", "/api/rounds", "/api/floor", f"/api/tables/{table}/console"):
            refused(await shoe.get(path), "NOT_YOUR_ROLE", 403)
        login = await pit.place.client().post("/api/login", {"name": "shoe_one", "password": ""})
        refused(login, "WRONG_LOGIN", 401)
        for kind in ("Reveal", "Settle", "NoMoreBets"):
            refused(await shoe.ask(table, kind), "FORBIDDEN", 403)
        refused(await shoe.ask(other, "Shuffle"), "FORBIDDEN", 403)
        assert (await shoe.ask(table, "Shuffle")).status == 409, "the table's own rules answer"
        people = (await pit.boss.get("/api/people")).json["people"]
        mine = next(one for one in people if one["name"] == "shoe_one")
        assert (mine["role"], mine["table"], mine["guest"]) == ("device", table, False)
        # A month later it still works; a new token ends the old one.
        pit.place.clock.at += 40 * 24 * 3600 * 1000
        assert (await shoe.ask(table, "Shuffle")).status == 409, "the table's own rules answer"
        again = await _token(pit, table)
        refused(await shoe.ask(table, "Shuffle"), "NOT_LOGGED_IN", 401)
        assert (await again.ask(table, "Shuffle")).status == 409

    play(directory, story)


async def _token(pit: Pit, table: str) -> Client:
    boss = await pit.place.staff("administrator", "second_boss")
    answer = await boss.post("/api/devices", {"name": "shoe_one", "table": table})
    assert answer.status == 201, answer.body
    return pit.place.client(answer.json["token"])


async def give(client: Client, table: str, name: str, *commands: dict[str, Any]) -> Answer:
    body = {"id": name, "commands": list(commands)}
    return await client.post(f"/api/tables/{table}/commands/list", body)


def test_several_commands_in_one_request(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real")
        house = pit.place.house
        receive: dict[str, Any] = {"type": "ReceiveCards"}
        inspect, spread, wash = (
            {"type": "Perform", "duty": duty} for duty in ("inspect", "spread", "wash")
        )
        before = house.live(table).seq
        answer = await give(pit.dealer, table, "open", receive, inspect, spread, wash)
        assert answer.status == 200, answer.body
        reply = answer.json
        assert [line["type"] for line in reply["lines"]] == ["ReceiveCards", "Perform", "Perform"]
        assert [line["done"]["seq"] for line in reply["lines"][:2]] == [before + 1, before + 2]
        assert reply["lines"][2]["error"]["name"] == "OUT_OF_ORDER_STEP", "verify comes first"
        assert not reply["complete"] and house.live(table).seq == before + 2
        # A retry has no second effect, and goes on where it stopped.
        await pit.floor.do(table, "Perform", duty="verify")
        again = (await give(pit.dealer, table, "open", receive, inspect, spread, wash)).json
        assert again["lines"][:2] == reply["lines"][:2] and again["lines"][2]["done"]
        assert again["lines"][3]["error"]["name"] == "OUT_OF_ORDER_STEP", "a player views first"
        end = house.live(table).seq
        other = await give(pit.dealer, table, "open", receive, inspect, spread)
        refused(other, "COMMAND_ID_REUSED")
        # Nothing is done of a list that holds a command this role never gives.
        wrong = await give(
            pit.dealer, table, "two", {"type": "Shuffle"}, {"type": "Fill", "cents": 1}
        )
        refused(wrong, "FORBIDDEN", 403)
        many = [{"type": "Reveal"}] * 25
        refused(await give(pit.dealer, table, "many", *many), "BAD_REQUEST", 400)
        refused(await give(pit.dealer, table, "none"), "BAD_REQUEST", 400)
        kinds = [one["what"] for one in lines(pit, table)]
        assert house.live(table).seq == end + len(kinds)

    play(directory, story)


def test_a_second_person_confirms_what_takes_a_players_wagers(directory: Path) -> None:
    """Ruling G52: after the last community card one floorperson alone is refused."""

    async def story(pit: Pit) -> None:
        table = await pit.table("mississippi-stud", currency="real", cards="physical", seats=(1, 2))
        await pit.until(table, "show hand", "settle")
        gone = {"type": "Abandon", "seat": 1, "reason": "left the table"}
        alone = await pit.floor.ask(table, "Abandon", seat=1, reason="left the table")
        refused(alone, "SECOND_PERSON")
        acts = (await pit.floor.get(f"/api/tables/{table}/console")).json["acts"]
        offer = next(act for act in acts if act["type"] == "Abandon" and act["fields"]["seat"] == 1)
        assert offer["second"] and not offer["foretold"]
        request = await pit.floor.post("/api/approvals", {"table": table, "command": gone})
        assert request.status == 201, request.body
        path = f"/api/approvals/{request.json['number']}"
        refused(await pit.floor.post(path, {"approve": True}), "NEEDS_TWO", 403)
        second = await pit.place.staff("floorperson", "second_floor")
        assert (await second.post(path, {"approve": True})).json == {"done": True}
        await pit.round(table)
        record = (await pit.players[table][2].get(f"/api/rounds/{table}/1")).json
        drops = [
            event
            for entry in record["entries"]
            for event in entry["events"]
            if event["type"] == "SeatDropped"
        ]
        assert [(drop["asked"], drop["by"]["name"]) for drop in drops] == [
            (pit.floor.name, "second_floor")
        ]

    play(directory, story)


def test_the_console_counts_the_rack_also_between_rounds(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("mississippi-stud", cards="physical")

        async def rack() -> tuple[int, list[str]]:
            shown = (await pit.dealer.get(f"/api/tables/{table}/console")).json
            assert shown["racked"] == sum(packet["count"] for packet in shown["rack"])
            return shown["racked"], [packet["of"] for packet in shown["rack"]]

        await pit.until(table, "reveal")
        assert await rack() == (43, ["stub"])
        await pit.round(table)
        assert await rack() == (52, ["round"])
        await pit.until(table, "deal")
        assert await rack() == (0, [])

    play(directory, story)
