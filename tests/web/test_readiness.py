"""A house is ready when it can do its work, and says what is wrong when it cannot."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.house.readiness import CHECKS, NEWEST_SEED
from pitboss.house.storage.keys import Keys
from pitboss.web import readiness
from web.asgi import Answer, Place, running


@pytest.fixture(autouse=True)
def examine_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "REUSE_SECONDS", 0.0)


async def look(place: Place) -> Answer:
    return await place.client().get("/ready")


def wrong(answer: Answer) -> list[str]:
    """The checks that failed."""
    assert answer.status == 503 and answer.header("retry-after") and not answer.json["ready"]
    return [name for name, reason in answer.json["checks"].items() if reason]


def test_a_house_that_is_well(place: Place) -> None:
    async def story() -> None:
        answer = await look(place)
        assert answer.status == 200
        assert answer.json == {"ready": True, "checks": dict.fromkeys(CHECKS, "")}

    asyncio.run(story())


def test_another_key(place: Place) -> None:
    place.house.keys = Keys(b"s" * 32, b"k" * 32)

    async def story() -> None:
        assert wrong(await look(place)) == ["key"]

    asyncio.run(story())


def test_the_key_is_tried_without_reading_every_seed(place: Place) -> None:
    with place.house.store.read() as tx:
        query = NEWEST_SEED.compile(tx, compile_kwargs={"literal_binds": True})
        plan = [row.detail for row in tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]
    assert len(plan) == 1 and "USING INDEX" in plan[0], plan


def test_a_table_that_cannot_be_read(place: Place) -> None:
    with place.house.store.begin() as tx:
        tx.execute(sa.text("update tables set choices = '{' where id = 'big-river'"))

    async def story() -> None:
        assert wrong(await look(place)) == ["tables"]
        assert (await place.client().get("/live")).status == 200

    asyncio.run(story())


def test_a_clock_that_is_late(place: Place) -> None:
    """Nobody performs the duties of this house, and a deadline passes."""

    async def story() -> None:
        async with running(place):
            guest = await place.guest()
            await guest.post("/api/tables/big-river/seat", {"cents": 20_000})
            place.house.tick("big-river")
            bets = (await guest.view("big-river"))["bets"]
            stakes = {bet["spot"]: bet["least"] for bet in bets}
            await guest.do("big-river", "Bet", seat=1, stakes=stakes)
            deadline: Any = place.house.live("big-river").deadline
            place.clock.at = deadline + 1_000
            assert (await look(place)).status == 200
            place.clock.at = deadline + 3_000
            answer = await look(place)
            assert wrong(answer) == ["clock"] and "3.0 seconds" in answer.json["checks"]["clock"]
            place.house.tick("big-river")
            assert (await look(place)).status == 200

    asyncio.run(story())


def test_a_database_that_hangs(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.2)

    async def story() -> None:
        with place.house.store.begin():  # the one writer of the file
            assert wrong(await look(place)) == ["write"]
            assert wrong(await look(place)) == ["write"]
            assert (await place.client().get("/live")).status == 200
        monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 60.0)
        assert (await look(place)).status == 200

    asyncio.run(story())
