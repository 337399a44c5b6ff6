"""Sessions over HTTP: from memory, locked when idle, their sockets closed; passwords that wait."""

import asyncio
import threading

import pytest

from kit.premises import PASSWORD
from kit.waiting import PATIENCE, until
from pitboss.house.people import passwords
from pitboss.house.people.logins import MAX_FAILURES
from pitboss.house.people.passwords import RETRY_SECONDS, PasswordPool
from pitboss.house.people.sessions import GUEST_IDLE_MS, PLAYER_IDLE_MS, STAFF_IDLE_MS
from pitboss.web import guard
from pitboss.web.sessions_watch import beat, watch_sessions
from web.asgi import Client, Place, Socket, running, shape_is_right

TABLE = "/api/tables/three-primes"


async def player(place: Place, name: str = "Anna") -> Client:
    client = place.client()
    opened = (await client.post("/api/register", {"name": name, "password": PASSWORD})).json
    client.token, client.name = opened["token"], name
    return client


def test_a_session_in_memory_costs_no_thread(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        guest = await place.guest()
        assert (await guest.get("/api/me")).status == 200

        def no_thread(*_: object) -> object:
            raise AssertionError("the guard asked the database")

        with monkeypatch.context() as patch:
            patch.setattr("pitboss.web.guard.ACCOUNTS.run", no_thread)
            assert await guard.session_of_token(place.app.state.cage, guest.token) is not None

    asyncio.run(play())


def test_an_idle_player_enters_the_password_again(place: Place) -> None:
    async def play() -> None:
        anna = await player(place)
        for _ in range(2):
            place.clock.at += PLAYER_IDLE_MS - 1000
            assert (await anna.post("/api/chips")).status == 200
        for _ in range(4):  # a page's own requests are no sign of a person
            place.clock.at += PLAYER_IDLE_MS // 3
            await anna.get("/api/here")
        refusal = await anna.post("/api/chips")
        assert refusal.status == 401 and refusal.error == "LOCKED"
        shape_is_right(refusal)
        assert (await anna.post("/api/unlock", {"password": PASSWORD})).status == 200
        assert (await anna.post("/api/chips")).status == 200

    asyncio.run(play())


def test_sockets_close_when_their_session_locks_or_ends(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            anna, guest, dealer = (
                await player(place),
                await place.guest(),
                await place.staff("dealer"),
            )
            sockets = [await Socket(one).open(f"{TABLE}/live") for one in (anna, guest, dealer)]
            anyone = await Socket(place.client()).open(f"{TABLE}/live")
            for socket in (*sockets, anyone):
                await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
            cage, hub = place.app.state.cage, place.app.state.hub
            await beat(cage, hub)
            place.clock.at += STAFF_IDLE_MS + 1
            await beat(cage, hub)
            await sockets[2].ended()
            assert sockets[2].closed == (4423, "the session is locked")
            place.clock.at += PLAYER_IDLE_MS
            await beat(cage, hub)
            await sockets[0].ended()
            assert sockets[0].closed == (4423, "the session is locked")
            # While it is locked, the table shows what a stranger sees, and that stays open.
            again = await Socket(anna).open(f"{TABLE}/live")
            await again.until(lambda: bool(again.messages))
            await beat(cage, hub)
            assert not any(socket.closed for socket in (again, sockets[1]))
            place.clock.at += GUEST_IDLE_MS
            await beat(cage, hub)
            await sockets[1].ended()
            assert sockets[1].closed == (4401, "the session has ended")
            assert anyone.closed is None
            for socket in (again, anyone):
                await socket.close()

    asyncio.run(play())


def test_sockets_close_while_uses_are_written(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy floor that takes seconds."""
    begun, go_on = threading.Event(), threading.Event()

    def write_slowly() -> None:
        begun.set()
        go_on.wait(PATIENCE)

    async def play() -> None:
        async with running(place):
            cage, hub = place.app.state.cage, place.app.state.hub
            monkeypatch.setattr(cage.sessions, "write_uses", write_slowly)
            socket = await Socket(await place.staff("dealer")).open(f"{TABLE}/live")
            await socket.until(lambda: bool(socket.messages))
            watch = asyncio.create_task(watch_sessions(cage, hub))
            await until(lambda: asyncio.sleep(0, begun.is_set()))
            place.clock.at += STAFF_IDLE_MS + 1
            try:
                await socket.ended()
            finally:
                go_on.set()
                watch.cancel()
            assert socket.closed == (4423, "the session is locked")

    asyncio.run(play())


def test_a_poll_ends_when_its_session_locks(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            dealer = await place.staff("dealer")
            seq = (await dealer.get(TABLE)).json["seq"]
            poll = asyncio.ensure_future(dealer.get(f"{TABLE}?after={seq}&wait=true"))
            hub = place.app.state.hub
            async with asyncio.timeout(PATIENCE):
                while not hub.watchers and not poll.done():
                    await asyncio.sleep(0.01)
            place.clock.at += STAFF_IDLE_MS + 1
            await beat(place.app.state.cage, hub)
            answer = await poll
            assert answer.status == 401 and answer.error == "LOCKED"

    asyncio.run(play())


def test_too_many_passwords_at_once_are_told_to_come_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    async def play() -> None:
        anna = await player(place)
        pool = PasswordPool(threads=1, waiting=0)
        monkeypatch.setattr(passwords, "POOL", pool)
        slow = pool.submit(lambda: go_on.wait(PATIENCE))
        credentials = {"name": "Anna", "password": PASSWORD}
        for path, body in (("/api/login", credentials), ("/api/unlock", {"password": PASSWORD})):
            refusal = await anna.post(path, body)
            assert refusal.status == 503 and refusal.error == "PASSWORDS_BUSY"
            assert refusal.header("retry-after") == str(RETRY_SECONDS)
            shape_is_right(refusal)
        assert (await anna.post("/api/chips")).status == 200, "others are not affected"
        go_on.set()
        await asyncio.wrap_future(slow)
        assert (await anna.post("/api/login", credentials)).status == 201

    try:
        asyncio.run(play())
    finally:
        go_on.set()


def test_failures_count_by_the_network_of_the_client(place: Place) -> None:
    async def play() -> None:
        await player(place)
        stranger, owner = place.client(address="10.6.6.6"), place.client(address="10.0.0.1")
        wrong = {"name": "Anna", "password": "wrong password"}
        right = {"name": "Anna", "password": PASSWORD}
        for _ in range(MAX_FAILURES):
            assert (await stranger.post("/api/login", wrong)).status == 401
        assert (await stranger.post("/api/login", right)).status == 401
        assert (await owner.post("/api/login", right)).status == 201

    asyncio.run(play())


def test_a_person_changes_the_password(place: Place) -> None:
    async def play() -> None:
        anna, other = await player(place), place.client()
        opened = await other.post("/api/login", {"name": "Anna", "password": PASSWORD})
        other.token = opened.json["token"]
        new = "a better password"
        wrong = await anna.post("/api/password", {"password": "wrong password", "new": new})
        assert wrong.status == 401
        short = await anna.post("/api/password", {"password": PASSWORD, "new": "short"})
        assert short.status == 400 and short.error == "BAD_ACCOUNT"
        assert (await anna.post("/api/password", {"password": PASSWORD, "new": new})).status == 200
        assert (await anna.get("/api/me")).status == 200, "this session goes on"
        assert (await other.get("/api/me")).status == 401, "the others end"
        assert (
            await other.post("/api/login", {"name": "Anna", "password": PASSWORD})
        ).status == 401
        assert (await other.post("/api/login", {"name": "Anna", "password": new})).status == 201

    asyncio.run(play())
