"""`pitboss.client` at a served house: both ways to follow, both kinds, and the example."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit import premises
from kit.house_process import HouseProcess
from kit.waiting import PATIENCE
from pitboss.client import (
    ApiError,
    AsyncClient,
    AsyncSeat,
    Client,
    ClientSeat,
    async_client,
    sync_client,
)
from pitboss.client.messages import PATIENCE_SECONDS, TableUpdate

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def house() -> Iterator[HouseProcess]:
    with premises.directory("client") as place:
        served = HouseProcess(place)
        try:
            yield served
        finally:
            served.stop()


def test_the_live_bot_plays_and_the_examples_are_short(house: HouseProcess) -> None:
    for name in ("guest.py", "live_bot.py"):
        assert len((ROOT / "examples" / name).read_text().splitlines()) < 30
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "live_bot.py"), house.url],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"Five rounds: [\d.]+ of 500\.00 in chips\.\n", done.stdout)


@pytest.mark.parametrize("socket", [True, False])
def test_a_round_of_mississippi_stud(house: HouseProcess, socket: bool) -> None:
    with Client(house.url) as client:
        assert client.guest()
        assert "big-river" in {table["id"] for table in client.lobby()}
        seat = client.sit("big-river", cents=100_00)
        first = seat.look().round
        for update in seat.follow(socket=socket):
            assert update.seq == seat.seq
            if update.round > first:
                break
            if update.choices:
                seat.act("fold")
            elif update.may_bet(seat.number):
                seat.bet(ante=5_00)
                seat.ready()
        assert update.chips == 95_00
        seat.leave()


def test_a_round_of_double_draw_on_an_event_loop(house: HouseProcess) -> None:
    async def play() -> int:
        async with AsyncClient(house.url) as client:
            await client.guest()
            seat = await client.sit("second-chance", cents=200_00)
            first = (await seat.look()).round
            updates = seat.follow()
            async for update in updates:
                if update.round > first:
                    break
                if update.discards is not None:
                    await seat.discard()
                elif update.choices:
                    await seat.act(update.choices[0]["act"])
                elif update.may_bet(seat.number):
                    await seat.bet(ante=10_00, bonus=10_00)
                    await seat.ready()
            await updates.aclose()
            await seat.leave()
            return update.chips

    assert asyncio.run(play()) != 200_00


def test_a_refusal_has_the_name_and_the_remedy(house: HouseProcess) -> None:
    with Client(house.url) as client:
        with pytest.raises(ApiError) as wrong:
            client.login("nobody", "correct horse")
        assert wrong.value.http_status in (401, 403)
        client.guest()
        with pytest.raises(ApiError) as nowhere:
            client.sit("nowhere", cents=100_00)
        assert (nowhere.value.http_status, bool(nowhere.value.name)) == (404, True)


def test_a_socket_may_take_as_long_to_open_as_any_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Opened(Exception):
        """Ends the attempt with the options it was called with."""

    def connect(_address: str, **options: object) -> None:
        raise Opened(options["open_timeout"])

    async def first(seat: AsyncSeat) -> None:
        await anext(seat.follow())

    monkeypatch.setattr(sync_client, "connect", connect)
    monkeypatch.setattr(async_client, "connect", connect)
    with pytest.raises(Opened, match=str(PATIENCE_SECONDS)):
        next(ClientSeat(Client(), "big-river", 1).follow())
    with pytest.raises(Opened, match=str(PATIENCE_SECONDS)):
        asyncio.run(first(AsyncSeat(AsyncClient(), "big-river", 1)))


def test_a_gap_may_lead_back_to_an_earlier_number() -> None:
    assert TableUpdate(7, {}).number_after(9) == 9, "a push that another server sent already"
    assert TableUpdate(7, {}, anew=True).number_after(9) == 7
    assert TableUpdate(11, {}).number_after(9) == 11
