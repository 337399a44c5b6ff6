"""The address of commands answers the same with the desk in front of Litestar as without it."""

import asyncio
import json
import logging
from typing import Any, Final

import pytest
import sqlalchemy as sa

from kit.premises import PASSWORD
from pitboss.house.people.sessions import PLAYER_IDLE_MS
from pitboss.house.storage.schema.tables import people
from pitboss.table import commands as c
from pitboss.web.bodies import MAX_BODY_BYTES
from pitboss.web.hosts import Hosts
from web.asgi import Answer, Client, Place, running, shape_is_right

TABLE: Final = "three-primes"
PATH: Final = f"/api/tables/{TABLE}/commands"
BET: Final = b'{"id":"b1","command":{"type":"Bet","seat":1,"stakes":{"ante":500}}}'
LEAVE: Final = b'{"id":"s1","command":{"type":"Leave","seat":4}}'

# Each is a request that both must answer alike: the path, the body, and headers.
BODIES: Final[dict[str, bytes]] = {
    "a bet without a seat": BET,
    "a seat that is empty": LEAVE,
    "the same id for something else": LEAVE.replace(b"4", b"5"),
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "no id": b'{"command":{"type":"Leave","seat":4}}',
    "an empty id": LEAVE.replace(b"s1", b""),
    "an unknown command": b'{"id":"x","command":{"type":"Win"}}',
    "an unknown field": b'{"id":"x","command":{"type":"Leave","seat":4,"by":"house"}}',
    "money that is no integer": BET.replace(b"500", b"500.0"),
    "text for a number": BET.replace(b"500", b'"500"'),
    "another role's": b'{"id":"f1","command":{"type":"Fill","cents":100}}',
    "bad UTF-8": b'{"id":"\xff\xfe","command":{"type":"Leave","seat":4}}',
    "deeply nested": b'{"id":"x","command":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "too large": b" " * (MAX_BODY_BYTES + 1),
}
DECISIONS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "ValidateAward", "seat": 1},
    {"type": "RefuseAward", "seat": 1, "reason": "not a flush"},
    {"type": "CompletePapers", "seat": 1},
    {"type": "UpholdReport"},
    {"type": "OverruleReport", "reason": "counted again"},
)
PATHS: Final = (
    PATH,
    "/api/tables/no-such-table/commands",
    "/api/tables/NO/commands",
    "/api/tables/x%00/commands",
    f"{PATH}/",
)


def essence(answer: Answer) -> tuple[int, bytes, list[tuple[str, str]]]:
    headers = sorted(pair for pair in answer.headers if pair[0] != "x-request-id")
    return answer.status, answer.body, headers


async def both(place: Place, client: Client, path: str = PATH, **request: Any) -> Answer:
    """Sends a request to the desk and then past it."""
    desk = place.app.commands
    assert desk is not None
    first = await client.send("POST", path, **request)
    place.app.commands = None
    try:
        second = await client.send("POST", path, **request)
    finally:
        place.app.commands = desk
    assert essence(first) == essence(second), request
    if first.status >= 400:
        shape_is_right(first)
    return first


def test_bodies_and_tables(place: Place) -> None:
    async def play() -> None:
        guest = await place.guest()
        for path in PATHS:
            for name, raw in BODIES.items():
                answer = await both(place, guest, path, raw=raw)
                assert answer.status in (400, 403, 404, 409, 413), (name, answer)
        chunks = [b" " * 40_000, b" " * 40_000]
        assert (await both(place, guest, chunks=chunks)).error == "TOO_LARGE"
        assert (await both(place, guest, chunks=[LEAVE[:9], LEAVE[9:]])).status == 409

    asyncio.run(play())


def test_effects_and_retries(place: Place) -> None:
    async def play() -> None:
        guest = await place.guest()
        seat = await guest.post(f"/api/tables/{TABLE}/seat", {"cents": 50_000, "id": "in"})
        assert seat.status == 200
        raw = LEAVE.replace(b"4", str(seat.json["seat"]).encode())
        answer = await both(place, guest, raw=raw)
        assert answer.status == 200, answer
        log_end = answer.json["seq"]
        # The second answer was the first one's retry: one effect.
        assert place.house.live(TABLE).seq == log_end
        assert (
            await both(place, guest, raw=LEAVE.replace(b"4", b"9"))
        ).error == "COMMAND_ID_REUSED"

    asyncio.run(play())


def test_sessions_origins_and_tokens(place: Place) -> None:
    async def play() -> None:
        me = (await place.client().post("/api/guest")).json
        jar = {"cookie": f"a=b; pitboss={me['token']}; c"}
        good = {**jar, "x-csrf": me["csrf"]}
        own = {**good, "origin": "http://house.test"}
        anyone = place.client()
        for headers, name in (
            ({}, "NOT_LOGGED_IN"),
            ({"authorization": "Bearer x"}, "NOT_LOGGED_IN"),
            ({"cookie": "pitboss=x"}, "NOT_LOGGED_IN"),
            ({"cookie": f"pitboss2={me['token']}"}, "NOT_LOGGED_IN"),
            (jar, "BAD_CSRF"),
            ({**jar, "x-csrf": "x"}, "BAD_CSRF"),
            ({**jar, "x-csrf": "ünïcode"}, "BAD_CSRF"),
            ({**good, "origin": "http://evil.test"}, "HOSTILE_ORIGIN"),
            ({**good, "origin": "null"}, "HOSTILE_ORIGIN"),
            ({**good, "origin": "http://["}, "HOSTILE_ORIGIN"),
            (own, "SEAT_EMPTY"),
            (good, "SEAT_EMPTY"),
            ({"authorization": f"bearer  {me['token']} "}, "SEAT_EMPTY"),
        ):
            answer = await both(place, anyone, raw=LEAVE, headers=headers)
            assert answer.error == name, (headers, answer)
        place.app.hosts = Hosts(["house.test"], "10.0.0.9")
        assert (await both(place, anyone, raw=LEAVE, headers=good)).error == "SEAT_EMPTY"
        wrong = await both(place, anyone, raw=LEAVE, headers={**good, "host": "evil.test"})
        assert wrong.status == 421
        for role in ("auditor", "administrator"):
            staff = await place.staff(role)
            assert (await both(place, staff, raw=LEAVE)).error == "FORBIDDEN"

    asyncio.run(play())


def test_a_password_of_somebody_else_decides_nothing(place: Place) -> None:
    async def play() -> None:
        flo = await place.staff("floorperson")
        for temporary in (True, False):
            with place.house.store.begin() as tx:
                mine = sa.update(people).where(people.c.name == flo.name)
                tx.execute(mine.values(temporary=temporary))
            place.house.notices.send("person-changed", flo.name)
            for command in DECISIONS:
                name = f"{command['type']}-{temporary}"
                body = json.dumps({"id": name, "command": command}).encode()
                several = {"id": f"{name}-listed", "commands": [command]}
                for answer in (
                    await both(place, flo, raw=body),
                    await flo.post(f"{PATH}/list", several),
                ):
                    assert (b"PASSWORD_DUE" in answer.body) is temporary, (name, answer)

    asyncio.run(play())


def test_a_locked_session_gives_no_command(place: Place) -> None:
    async def play() -> None:
        account = {"name": "Anna", "password": PASSWORD}
        me = (await place.client().post("/api/register", account)).json
        anna = place.client(me["token"])
        place.clock.at += PLAYER_IDLE_MS + 1
        assert (await both(place, anna, raw=LEAVE)).error == "LOCKED"

    asyncio.run(play())


def test_commands_count_against_the_rate_limit(place: Place) -> None:
    async def play() -> None:
        guest = await place.guest()
        statuses = [(await guest.send("POST", PATH, raw=LEAVE)).status for _ in range(500)]
        assert statuses.count(409) < 500 and 429 in statuses
        assert (await both(place, guest, raw=LEAVE)).status == 429

    asyncio.run(play())


def test_every_command_is_in_the_metrics_under_its_route(place: Place) -> None:
    async def play() -> None:
        guest = await place.guest()
        await both(place, guest, raw=LEAVE)
        histogram = place.app.observer.latency["POST", "/api/tables/{table}/commands"]
        assert sum(histogram.counts) == 2
        assert place.app.observer.refusals["SEAT_EMPTY"] == 2

    asyncio.run(play())


def test_a_reply_waits_for_the_writers_thread(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is answered before its commit, and a client that leaves takes nothing back."""

    async def play() -> None:
        async with running(place):
            guest = await place.guest()
            queued: list[Any] = []
            monkeypatch.setattr(place.house.writer, "submit", queued.append)
            waiting = asyncio.create_task(guest.send("POST", PATH, raw=LEAVE))
            leaving = asyncio.create_task(guest.send("POST", PATH, raw=LEAVE.replace(b"s1", b"s2")))
            while len(queued) < 2:
                await asyncio.sleep(0)
            assert not waiting.done()
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            await asyncio.to_thread(place.house.writer.write, queued)
            assert (await waiting).error == "SEAT_EMPTY"
            assert all(job.slot.done() for job in queued)
            assert isinstance(queued[0].command, c.Leave)

    asyncio.run(play())


@pytest.mark.parametrize("in_front", [True, False])
def test_a_client_that_leaves_is_one_quiet_line(
    place: Place, in_front: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        guest = await place.guest()
        if not in_front:
            place.app.commands = None
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope: Any = guest.scope("http", PATH, {}) | {"method": "POST"}
        await place.app(scope, receive, send)
        assert sent[0]["status"] == 400

    caplog.set_level(logging.INFO, "pitboss")
    asyncio.run(play())
    lines = [record for record in caplog.records if record.name == "pitboss"]
    assert [record.levelno for record in lines] == [logging.INFO], lines
    assert "left" in lines[0].getMessage() and lines[0].exc_info is None
