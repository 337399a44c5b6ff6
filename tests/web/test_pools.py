"""Waiting requests hold no thread, and busy threads keep nobody out."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from kit.premises import PASSWORD
from kit.waiting import PATIENCE, until
from pitboss.house.books.desk import StatisticsDesk
from pitboss.house.pricing import service
from pitboss.web.guard import session_of_token
from web.asgi import Client, Place, running

ASKS = 60
WHAT_IF = "/api/odds/double-draw/what-if?letter=A&pays=flush%3D7%20to%201"
FIGURES = "/api/statistics?since=0&until=3600000"


async def still_served(place: Place) -> None:
    assert (await place.client().get("/ready")).status == 200
    guest = await place.guest()
    assert (await guest.post("/api/tables/big-river/seat", {"cents": 10_000})).status == 200
    assert (await guest.get("/api/me")).status == 200


@pytest.mark.parametrize(("asker", "path"), [("guest", WHAT_IF), ("auditor", FIGURES)])
def test_figures_that_are_being_computed_hold_no_thread(
    place: Place, monkeypatch: pytest.MonkeyPatch, asker: str, path: str
) -> None:
    pricing, desk = place.app.state.pricing, place.app.state.statistics
    asks: list[Any] = []

    def patient(ask: Callable[..., Any]) -> Callable[..., Any]:
        def begin(question: Any) -> Any:
            asks.append(question)
            return ask(question, PATIENCE)

        return begin

    go_on = threading.Event()
    monkeypatch.setattr(service._Worker, "put", lambda *_: None)
    monkeypatch.setattr(StatisticsDesk, "_read_lines", lambda *_: go_on.wait(PATIENCE))
    monkeypatch.setattr(pricing, "ask", patient(pricing.ask))
    monkeypatch.setattr(desk, "ask", patient(desk.ask))

    async def play() -> None:
        async with running(place):
            token = "" if asker == "guest" else (await place.staff(asker)).token
            clients = [Client(place.app, token, f"10.0.1.{n}") for n in range(ASKS)]
            waiting = [asyncio.create_task(client.get(path)) for client in clients]
            await until(lambda: asyncio.sleep(0, len(asks) == ASKS))
            await still_served(place)
            assert not any(task.done() for task in waiting)
            go_on.set()
            for job in [*pricing._jobs.values()]:
                pricing._finish(job, b"{}")
            answers = await asyncio.gather(*waiting)
            assert {answer.status for answer in answers} == ({200} if asker == "guest" else {500})

    asyncio.run(play())


def test_readiness_and_log_ins_wait_for_no_other_thread(place: Place) -> None:
    go_on = threading.Event()

    async def play() -> None:
        async with running(place):
            player = place.client()
            account = {"name": "ann", "password": PASSWORD}
            assert (await player.post("/api/register", account)).status == 201
            loop = asyncio.get_running_loop()
            loop.set_default_executor(ThreadPoolExecutor(1))
            busy = loop.run_in_executor(None, partial(go_on.wait, PATIENCE))
            try:
                client = place.client()
                assert (await client.get("/ready")).status == 200
                opened = await client.post("/api/login", account)
                assert opened.status == 201
                assert (await client.post("/api/guest")).status == 201
                cage = place.app.state.cage
                cage.sessions._entries.clear()
                assert await session_of_token(cage, opened.json["token"])
            finally:
                go_on.set()
                await busy

    asyncio.run(play())
