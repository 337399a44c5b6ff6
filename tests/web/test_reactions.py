"""Six signs that everybody at a table sees, by the push that tells of everything else."""

import asyncio
from typing import get_args

from kit.waiting import PATIENCE
from pitboss.house.reactions import MAX_SIGNS, PERIOD_MS, Sign
from web.asgi import Place, Socket, running
from web.test_long_poll import VIEW, someone_waits
from web.test_socket import LIVE, TABLE, seated

PATH = f"/api/tables/{TABLE}/reactions"


async def with_a_sign(socket: Socket) -> None:
    await socket.until(lambda: socket.updates[-1]["reaction"] is not None)


def test_a_sign_reaches_everybody_at_the_table_once(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            player, other = await seated(place, 2, 5)
            clients = (player, other, place.client())
            last = place.house.live(TABLE).seq
            place.app.state.hub.latest.clear()  # as after a restart, with polls alone
            poll = asyncio.create_task(player.get(f"{VIEW}?after={last}"))
            await someone_waits(place)
            assert (await other.post(PATH, {"sign": "luck"})).status == 200
            answer = (await asyncio.wait_for(poll, PATIENCE)).json
            assert answer["reaction"] == {"seat": 5, "sign": "luck"} and answer["seq"] == last
            assert (await player.get(VIEW)).json["reaction"] is None
            sockets = [await Socket(client).open(LIVE) for client in clients]
            for socket in sockets:
                await socket.reached(last)
                assert socket.updates[-1]["reaction"] is None
            assert (await other.post(PATH, {"sign": "nice"})).status == 200
            for socket in sockets:
                await with_a_sign(socket)
                update = socket.updates[-1]
                assert update["reaction"] == {"seat": 5, "sign": "nice"}
                assert update["seq"] == last and update["events"] == []
            # Whoever comes later does not see it; it is no entry of the log.
            late = await Socket(player).open(LIVE)
            await late.reached(last)
            assert late.updates[-1]["reaction"] is None
            assert place.house.live(TABLE).seq == last
            for socket in (*sockets, late):
                await socket.close()

    asyncio.run(play())


def test_who_may_react_with_what_and_how_often(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            stranger = await place.guest()
            answer = await stranger.post(PATH, {"sign": "wow"})
            assert (answer.status, answer.error) == (403, "FORBIDDEN")
            for wrong in ("", "well played", "<b>", None):
                assert (await player.post(PATH, {"sign": wrong})).status == 400
            assert len(get_args(Sign)) == 6
            for sign in get_args(Sign)[:MAX_SIGNS]:
                assert (await player.post(PATH, {"sign": sign})).status == 200
            answer = await player.post(PATH, {"sign": "ouch"})
            assert (answer.status, answer.error) == (429, "TOO_MANY_REACTIONS")
            place.clock.at += PERIOD_MS
            assert (await player.post(PATH, {"sign": "ouch"})).status == 200

    asyncio.run(play())
