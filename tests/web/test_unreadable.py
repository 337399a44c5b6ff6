"""One table that cannot be read: lobby, metrics, floor and the other tables' clock still work."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kit.premises import copy_house
from kit.waiting import until
from pitboss.web import app as application
from pitboss.web.app import build
from web.asgi import Client, Place, opened, running

DAMAGE = {
    "its row": "UPDATE tables SET choices = x'00' WHERE id = 'big-river'",
    "its settings": "UPDATE tables SET settings = 'slow' WHERE id = 'big-river'",
    "its log": "UPDATE entries SET body = x'00' WHERE stream = 'big-river' AND seq = 2",
    "its meter": "DELETE FROM meters WHERE id LIKE 'mississippi-stud-practice/%'",
    "an entry removed": "DELETE FROM entries WHERE stream = 'big-river' AND kind = 'Fill'",
}
OTHERS = {"open-range", "three-primes", "second-chance"}


@pytest.fixture(params=DAMAGE)
def damaged(
    request: pytest.FixtureRequest, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    copy_house(directory)
    with sqlite3.connect(directory / "house.db") as connection:
        assert connection.execute(DAMAGE[request.param]).rowcount
    connection.close()
    monkeypatch.setattr(application, "compile_all", lambda _: None)
    with opened(directory) as place:
        place.app = build(place.house, limiter=place.limiter)  # with its clock
        yield place


def test_a_table_that_cannot_be_read_stops_no_other(damaged: Place) -> None:
    async def story() -> None:
        async with running(damaged):
            player = await damaged.guest()
            lobby = await player.get("/api/tables")
            here = {row["id"] for row in lobby.json}
            assert here == OTHERS, lobby.body
            (reason,) = damaged.house.unreadable()
            assert reason.startswith("big-river: ")
            metrics = await (await damaged.staff("auditor")).get("/metrics")
            assert metrics.status == 200 and b'table="three-primes"' in metrics.body
            floor = await (await damaged.staff("floorperson")).get("/api/floor")
            live = {live.row.id for live in damaged.house.live_tables()}
            assert {table["id"] for table in floor.json["tables"]} == live >= here
            office = await (await damaged.staff("administrator")).get("/api/house/tables")
            assert {table["id"] for table in office.json} == live, office.body
            wall = await player.get("/api/wall")
            assert {table["id"] for table in wall.json["tables"]} == here
            ready = await player.get("/ready")
            assert ready.status == 503 and ready.json["checks"]["tables"] == "1 cannot be read"
            for path in ("/api/games", "/api/rules/mississippi-stud", "/api/drill", "/health"):
                assert (await player.get(path)).status == 200, path
            assert (await player.get("/api/tables/big-river")).status >= 400
            await _play(damaged, player, "three-primes")

    asyncio.run(story())


async def _play(place: Place, player: Client, table: str) -> None:
    """The house's clock deals at another table."""
    await player.post(f"/api/tables/{table}/seat", {"cents": 10_000})

    async def open_bets() -> list[dict[str, Any]]:
        bets: list[dict[str, Any]] = (await player.view(table))["bets"]
        return bets

    stakes = {bet["spot"]: bet["least"] for bet in await until(open_bets)}
    await player.do(table, "Bet", seat=1, stakes=stakes)
    await player.post(f"/api/tables/{table}/ready")

    async def dealt() -> bool:
        return place.house.live(table).table.phase != "bets"

    await until(dealt)
