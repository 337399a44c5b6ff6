"""A seat in one request, and long polling for a table's next event."""

import asyncio
import time
from typing import Any

import pytest

from kit.waiting import PATIENCE, until
from pitboss.web import rate_limits
from pitboss.web.push import long_poll
from pitboss.web.push.moments import Moment
from web.asgi import Place, Socket, running, shape_is_right

TABLE = "big-river"
VIEW = f"/api/tables/{TABLE}"
SEAT = f"{VIEW}/seat"


def play(place: Place, story: Any) -> None:
    async def run() -> None:
        async with running(place):
            await story()

    asyncio.run(run())


async def someone_waits(place: Place) -> None:
    async def look() -> bool:
        return bool(place.app.state.hub.watchers)

    await until(look, "no request waits")


def test_sitting_down_and_buying_in_at_once(place: Place) -> None:
    async def story() -> None:
        first, second = await place.guest(), await place.guest()
        taken = [await first.post(SEAT, {"cents": 10_000, "id": "one"}) for _ in range(3)]
        assert {answer.body for answer in taken} == {b'{"seat":1,"chips":10000}'}
        assert (await first.post(SEAT, {"cents": 500})).json == {"seat": 1, "chips": 10_500}
        assert (await first.get("/api/me")).json["wallets"]["practice"] == 89_500
        assert (await second.post(SEAT, {"cents": 100_000, "id": "all"})).json["seat"] == 2
        again = await second.post(SEAT, {"cents": 100_000, "id": "all"})
        assert again.json == {"seat": 2, "chips": 100_000}, "a retry, with an empty wallet"

    play(place, story)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"cents": 50}, "BAD_AMOUNT"),
        ({"cents": 100_100}, "NOT_ENOUGH_CHIPS"),
        ({"cents": 500, "seat": 1}, "SEAT_TAKEN"),
        ({"cents": 500, "seat": 9}, "NO_SUCH_SEAT"),
    ],
)
def test_what_is_refused_leaves_no_seat_taken(place: Place, body: dict[str, int], why: str) -> None:
    async def story() -> None:
        sitting, guest = await place.guest(), await place.guest()
        await sitting.post(SEAT, {"cents": 10_000})
        before = place.house.live(TABLE).seq
        answer = await guest.post(SEAT, body)
        shape_is_right(answer)
        assert (answer.status, answer.error) == (409, why)
        assert place.house.live(TABLE).seq == before

    play(place, story)


def test_an_answer_waits_for_the_next_moment(place: Place) -> None:
    async def story() -> None:
        player, other = await place.guest(), await place.guest()
        await player.post(SEAT, {"cents": 10_000})
        await asyncio.to_thread(place.house.tick, TABLE)
        first = (await player.get(f"{VIEW}?after=0")).json
        assert first["seq"] == (await player.get(f"{VIEW}?after={first['seq'] + 9}")).json["seq"]
        request = asyncio.create_task(player.get(f"{VIEW}?after={first['seq']}"))
        await someone_waits(place)
        assert not request.done(), "nothing has happened"
        await other.post(SEAT, {"cents": 10_000})
        update = (await asyncio.wait_for(request, PATIENCE)).json
        assert update["seq"] > first["seq"] and update["view"]["chips"] == 10_000
        assert not place.app.state.hub.watchers and not place.app.limiter.sockets

    play(place, story)


def test_polls_tell_every_event_once_or_that_some_are_missing(place: Place) -> None:
    async def story() -> None:
        player = await place.guest()
        await player.post(SEAT, {"cents": 10_000})
        start = (await player.get(VIEW)).json["seq"]
        socket = await Socket(player).open(f"{VIEW}/live?after={start}")

        async def buy_in(cents: int) -> None:
            await player.do(TABLE, "BuyIn", seat=1, cents=cents)

        for cents in (100, 200, 300):
            await buy_in(cents)
        polls = [(await player.get(f"{VIEW}?after={start}")).json]
        assert polls[0]["seq"] == start + 3 and len(polls[0]["events"]) >= 3
        request = asyncio.create_task(player.get(f"{VIEW}?after={start + 3}"))
        await until(lambda: asyncio.sleep(0, len(place.app.state.hub.watchers) == 2))
        await buy_in(400)
        polls.append((await asyncio.wait_for(request, PATIENCE)).json)
        await socket.reached(start + 4)
        assert _events(polls) == _events(socket.updates)
        assert polls[1]["view"] == socket.updates[-1]["view"]
        assert not any(poll["anew"] for poll in polls)
        await socket.close()
        place.app.state.hub.recent[TABLE].popleft()
        lost = (await player.get(f"{VIEW}?after=0")).json
        assert lost["anew"] and not lost["events"] and lost["view"] == polls[1]["view"]

    play(place, story)


def _events(updates: list[Any]) -> list[Any]:
    return [event for update in updates for event in update["events"]]


def test_a_table_that_is_shown_before_its_push_hides_no_event(place: Place) -> None:
    """Somebody reads the table between a commit and its push; then a player's sign is pushed."""

    async def story() -> None:
        player, hub = await place.guest(), place.app.state.hub
        await player.post(SEAT, {"cents": 10_000})
        seq = (await player.get(VIEW)).json["seq"]
        socket = await Socket(player).open(f"{VIEW}/live")
        await socket.reached(seq)
        live = place.house.live(TABLE)
        hub.add_moment(live.row, Moment(seq + 1, (), live.table, live.deadline))
        hub.repeat(TABLE, Moment(seq + 1, (), live.table, live.deadline))
        assert (await player.post(f"{VIEW}/reactions", {"sign": "luck"})).status == 200
        await player.do(TABLE, "BuyIn", seat=1, cents=100)
        await socket.reached(seq + 1)
        await socket.until(lambda: any(update["events"] for update in socket.updates))
        numbers = [update["seq"] for update in socket.updates]
        assert numbers[:-1] == [seq] * len(numbers[:-1]) and numbers[-1] == seq + 1
        await socket.close()

    play(place, story)


def test_a_wait_ends_by_itself(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_poll, "MAX_WAIT_SECONDS", 0.2)

    async def story() -> None:
        guest = await place.guest()
        seq = (await guest.get(VIEW)).json["seq"]
        began = time.monotonic()
        assert (await guest.get(f"{VIEW}?after={seq}")).json["seq"] == seq
        assert time.monotonic() - began >= 0.2

    play(place, story)


def test_waits_are_counted_and_end_with_their_session(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        player = await place.guest()
        seq = (await player.get(VIEW)).json["seq"]
        monkeypatch.setattr(rate_limits, "MAX_SOCKETS", 1)
        request = asyncio.create_task(player.get(f"{VIEW}?after={seq}"))
        await someone_waits(place)
        one_more = await player.get(f"{VIEW}?after={seq}")
        shape_is_right(one_more)
        assert (one_more.status, one_more.error) == (429, "TOO_MANY")
        assert (await player.post("/api/logout")).status == 200
        ended = await asyncio.wait_for(request, PATIENCE)
        shape_is_right(ended)
        assert (ended.status, ended.error) == (401, "NOT_LOGGED_IN")
        assert not place.app.limiter.sockets

    assert rate_limits.MAX_SOCKETS > 1
    play(place, story)
