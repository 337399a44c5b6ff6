"""The lobby costs the database nothing, however many look at it, and is never behind."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from kit.waiting import PATIENCE, until
from pitboss.house.live_table import TableRow
from pitboss.web import lobby as lobbies
from web.asgi import Client, Place, running
from web.test_socket import bet, play_out, seated


@contextmanager
def counted(place: Place) -> Iterator[list[str]]:
    """The statements that reach the database meanwhile."""
    statements: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    engine = place.house.store.engine
    sa.event.listen(engine, "before_cursor_execute", count)
    try:
        yield statements
    finally:
        sa.event.remove(engine, "before_cursor_execute", count)


def test_a_crowd_in_the_lobby_reads_no_database(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "MAX_SECONDS", 1e9)

    async def story() -> None:
        async with running(place):
            first = await place.client().get("/api/tables")
            with counted(place) as statements:
                for number in range(100):
                    visitor = place.client(address=f"10.0.1.{number}")
                    assert (await visitor.get("/api/tables")).body == first.body
                    assert (await visitor.get("/")).status == 200
            assert statements == []
            assert place.app.state.lobby.makings == 1

    asyncio.run(story())


def test_the_lobby_is_never_behind_and_made_once_a_beat(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "MAX_SECONDS", 1e9)
    lobby = place.app.state.lobby

    async def story() -> None:
        async with running(place):
            visitor = place.client()
            for count in range(1, 4):
                player = await place.guest()
                await player.post("/api/tables/big-river/seat", {"cents": 10_000})
                looks = (visitor.get("/api/tables") for _ in range(20))
                for answer in await asyncio.gather(*looks):
                    rows = {row["id"]: row for row in answer.json}
                    assert len(rows["big-river"]["taken"]) == count
            assert lobby.makings <= 4

    asyncio.run(story())


def test_tables_come_from_memory_where_it_follows_every_commit(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place.house.memory, "is_followed", lambda: True)
    monkeypatch.setattr(lobbies, "MAX_SECONDS", 1e9)
    readings: list[int] = []
    rows = place.house.table_rows

    def counted_rows() -> list[TableRow]:
        readings.append(1)
        return rows()

    monkeypatch.setattr(place.house, "table_rows", counted_rows)

    async def story() -> None:
        async with running(place):
            visitor = place.client()
            for count in range(3):
                answer = (await visitor.get("/api/tables")).json
                assert [row["id"] for row in answer] == sorted(row["id"] for row in answer)
                taken = {row["id"]: len(row["taken"]) for row in answer}
                assert len(taken) == 4 and taken["big-river"] == count
                player = await place.guest()
                await player.post("/api/tables/big-river/seat", {"cents": 10_000})
            assert len(readings) == 1 and place.app.state.lobby.makings == 3

    asyncio.run(story())


def test_meters_in_the_lobby_come_from_memory_too(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place.house.memory, "is_followed", lambda: True)
    monkeypatch.setattr(lobbies, "MAX_SECONDS", 1e9)

    async def story() -> None:
        async with running(place):
            boss, visitor = await place.staff("administrator"), place.client()
            before = await meters(visitor, "big-river")
            twin = {"id": "twin", "name": "Twin", "game": "mississippi-stud"}
            fields = {**twin, "currency": "practice", "mode": "self-dealt"}
            assert (await boss.post("/api/tables", fields)).status == 201
            assert await meters(visitor, "twin") == before, "a new table is read at once"
            players = await seated(place, 1)
            await bet(place, players)
            await play_out(place, players)
            with counted(place) as statements:
                after = await meters(visitor, "twin")
                assert await meters(visitor, "big-river") == after
            assert statements == [] and after != before
            rows = [row for row in place.house.table_rows() if row.id == "twin"]
            assert place.house.meters_of(rows) == {"twin": after}

    asyncio.run(story())


async def meters(visitor: Client, table: str) -> dict[str, int]:
    rows = (await visitor.get("/api/tables")).json
    return next(row["meters"] for row in rows if row["id"] == table)


def test_a_busy_floor_keeps_nobody_waiting(place: Place) -> None:
    """A commit after the request does not send its answer back to the start."""
    lobby, live = place.app.state.lobby, place.house.live("big-river")

    async def story() -> None:
        async with running(place):
            await lobby.read()
            busy = asyncio.create_task(moving())
            for _ in range(3):
                await lobby.read()
            busy.cancel()

    async def moving() -> None:
        while True:
            lobby.on_commit(live, ())
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_a_table_that_closes_leaves_the_lobby(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event tells of it, so the lobby looks now and then."""
    monkeypatch.setattr(lobbies, "MAX_SECONDS", 0.3)

    async def story() -> None:
        async with running(place):
            assert len((await place.client().get("/api/tables")).json) == 4
            with place.house.store.begin() as tx:
                tx.execute(sa.text("update tables set closed = true where id = 'big-river'"))
            await until(gone)

    async def gone() -> bool:
        return len((await place.client().get("/api/tables")).json) == 3

    asyncio.run(story())
