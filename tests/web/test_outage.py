"""The database is away or full: 503, one line in the log, nothing half done, and on again."""

import asyncio
import itertools
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from house.postgres import fresh_database
from house.restarts import Restarts, restartable
from kit.full_disk import full, small_disk
from kit.waiting import until
from pitboss.house.audit.audit import audit
from pitboss.house.storage.exchange import Pipeline, Step
from pitboss.web import app as application
from pitboss.web.app import build
from pitboss.web.logs import OUTAGE
from web.asgi import Answer, Client, Place, Socket, opened, running, shape_is_right

CENTS = 1_00
SAME_ID = "ask again with the same id"


def refused(answer: Answer) -> None:
    assert answer.status == 503, answer
    shape_is_right(answer)
    assert answer.header("retry-after") == "2"
    assert SAME_ID in answer.json["error"]["what_to_do"]


async def sat(place: Place, table: str = "big-river") -> Client:
    guest = await place.guest()
    await guest.post(f"/api/tables/{table}/seat", {"cents": 10_000, "id": "seat"})
    return guest


def outage_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    messages = (record.getMessage() for record in caplog.records if record.name == "pitboss")
    return [message for message in messages if "amcheck" not in message]


def test_a_full_disk(directory: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(place: Place, mounted: bool) -> None:
        async with running(place):
            guest = await sat(place)
            with full(place.house.store, directory, mounted):
                name = await first_refusal(guest)
                view = await guest.view("big-river")
                wallet = (await guest.get("/api/me")).json["wallets"]
                for _ in range(20):
                    refused(await buy(guest, name))
                assert await guest.view("big-river") == view, "it reads on"
                if mounted:
                    ready = await place.client().get("/ready")
                    assert ready.status == 503 and ready.json["ready"] is False
                    assert "full" in ready.json["checks"]["write"]
                assert (await place.client().get("/live")).json == {"live": True}
                assert len(outage_lines(caplog)) == 1 or not mounted, outage_lines(caplog)
            assert "full" in outage_lines(caplog)[0]
            await until(lambda: asyncio.sleep(0, not OUTAGE.lasts))
            assert "answers again" in outage_lines(caplog)[-1]
            assert (await guest.get("/api/me")).json["wallets"] == wallet
            answer = await buy(guest, name)
            assert answer.status == 200, answer
            assert (await buy(guest, name)).body == answer.body
            after = (await guest.get("/api/me")).json["wallets"]
            assert after["practice"] == wallet["practice"] - CENTS
            await until(lambda: back(place))

    OUTAGE.end()
    caplog.clear()
    with (
        caplog.at_level(logging.WARNING, "pitboss"),
        small_disk(directory) as mounted,
        opened(directory) as place,
    ):
        asyncio.run(story(place, mounted))
        assert not any(audit(place.house).values())


async def buy(guest: Client, name: str) -> Answer:
    return await guest.ask("big-river", "BuyIn", id=name, seat=1, cents=CENTS)


async def first_refusal(guest: Client) -> str:
    """The id of the first command that finds no room: a page may have some left."""
    for number in itertools.count():
        answer = await buy(guest, f"more-{number}")
        if answer.status != 200:
            refused(answer)
            return f"more-{number}"
    raise AssertionError


async def back(place: Place) -> bool:
    return (await place.client().get("/ready")).status == 200


@pytest.fixture(scope="module")
def server() -> Iterator[Restarts]:
    with restartable() as restarts:
        yield restarts


def test_a_server_that_stops_and_starts(
    server: Restarts, directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = fresh_database(server.url, "outage")
    OUTAGE.end()
    caplog.clear()

    async def story(place: Place) -> None:
        async with running(place):
            guest = await sat(place)
            auditor = await place.staff("auditor")
            server.stop()
            for _ in range(5):
                refused(await buy(guest, "more"))
                answer = await auditor.get("/api/rounds")
                assert answer.status == 503 and answer.header("retry-after") == "2"
            socket = await Socket(place.client()).open("/api/tables/big-river/live")
            await socket.ended()
            assert socket.closed is not None and socket.closed[0] in (1013, 4503)
            ready = await place.client().get("/ready")
            assert ready.status == 503 and ready.json["checks"]["write"]
            assert (await place.client().get("/live")).status == 200
            assert len(outage_lines(caplog)) == 1, outage_lines(caplog)
            server.start()
            await until(lambda: back(place))
            answer = await buy(guest, "more")
            assert answer.status == 200, answer
            await until(lambda: asyncio.sleep(0, not OUTAGE.lasts))
            assert "answers again" in outage_lines(caplog)[-1]

    with caplog.at_level(logging.WARNING, "pitboss"), opened(directory, url=url) as place:
        asyncio.run(story(place))
        assert not any(audit(place.house).values())


def test_a_server_with_its_leases_logs_an_outage_once(
    server: Restarts,
    directory: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often its threads try to connect again."""
    url = fresh_database(server.url, "once")
    OUTAGE.end()
    caplog.clear()
    monkeypatch.setattr(application, "compile_all", lambda _: None)

    async def story(place: Place) -> None:
        async with running(place):
            server.stop()
            place.house.notices.send("ready", "big-river 1")
            await until(lambda: asyncio.sleep(0, OUTAGE.lines >= 12))
            assert len(outage_lines(caplog)) == 1, outage_lines(caplog)
            server.start()
            await until(lambda: asyncio.sleep(0, not OUTAGE.lasts))

    with caplog.at_level(logging.WARNING, "pitboss"), opened(directory, url=url) as place:
        place.app = build(place.house, limiter=place.limiter)  # with its clock
        asyncio.run(story(place))


@contextmanager
def lost_answers(then: Callable[[], None]) -> Iterator[list[str]]:
    """Commits succeed, and the connection is lost before their answer arrives."""
    commits: list[str] = []
    commit = Pipeline.commit

    def lose(pipeline: Pipeline, steps: Sequence[Step]) -> None:
        commits.append("lost")
        commit(pipeline, steps)
        then()
        raise psycopg.OperationalError("gone")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pipeline, "commit", lose)
        yield commits


@pytest.mark.parametrize("stops", [False, True])
def test_a_commit_of_unknown_outcome(server: Restarts, directory: Path, stops: bool) -> None:
    """Ask again with the same id: it took effect once."""
    url = fresh_database(server.url, f"unknown-{stops}")

    async def story(place: Place) -> None:
        async with running(place):
            guest = await sat(place)
            wallet = (await guest.get("/api/me")).json["wallets"]["practice"]
            with lost_answers(server.stop if stops else lambda: None) as commits:
                answer = await buy(guest, "more")
            assert commits
            if stops or answer.status != 200:  # else the house found out what became of it
                refused(answer)
                assert answer.error == "OUTCOME_UNKNOWN"
                assert "unknown whether" in answer.json["error"]["sentence"]
            if stops:
                server.start()
            again = await buy(guest, "more")
            assert again.status == 200
            assert (await guest.get("/api/me")).json["wallets"]["practice"] == wallet - CENTS

    with opened(directory, url=url) as place:
        asyncio.run(story(place))
        assert not any(audit(place.house).values())
