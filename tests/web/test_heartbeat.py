"""The heartbeat: watchers get a deadline that is right by the clock as it was set."""

import asyncio

from kit.clock import TwoClocks
from kit.waiting import until
from web.asgi import Place, Socket, running

HOUR = 3_600


def test_a_jump_of_the_wall_clock_is_shown_to_watchers(place: Place) -> None:
    clock = TwoClocks(place.clock.at)
    place.house.clock = clock

    async def play() -> None:
        async with running(place):
            guest = await place.guest()
            table = "big-river"
            await guest.post(f"/api/tables/{table}/seat", {"cents": 20_000})
            place.house.tick(table)
            bets = (await guest.view(table))["bets"]
            await guest.do(table, "Bet", seat=1, stakes={b["spot"]: b["least"] for b in bets})
            socket = await Socket(guest).open(f"/api/tables/{table}/live")
            await socket.until(lambda: bool(socket.messages))
            before = socket.updates[-1]
            assert before["deadline"] > clock() and before["now"] == 0
            clock.jump_by(HOUR)
            await place.app.state.heartbeat.beat()
            await socket.until(lambda: socket.updates[-1]["now"] != 0)
            after = socket.updates[-1]
            assert after["now"] == clock.wall_ms and after["seq"] == before["seq"]
            assert after["deadline"] == before["deadline"] + HOUR * 1000
            await socket.close()

    asyncio.run(play())


def test_the_heart_beats_by_itself(place: Place) -> None:
    clock = TwoClocks(place.clock.at)
    place.house.clock = clock

    async def play() -> None:
        async with running(place):
            clock.jump_by(HOUR)
            await until(lambda: asyncio.sleep(0, clock.jump == 0))

    asyncio.run(play())
