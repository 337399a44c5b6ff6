"""The socket: numbered updates, each client's own view, reconnecting, slow clients closed."""

import asyncio
import itertools
import time
from typing import Any

import pytest

from pitboss.web import rate_limits
from pitboss.web.app import push_stop
from pitboss.web.push.hub import MAX_QUEUE, MAX_RECENT, TOO_SLOW
from web.asgi import Client, Place, Socket, running

TABLE = "big-river"  # Mississippi Stud, self-dealt
LIVE = f"/api/tables/{TABLE}/live"


async def seated(place: Place, *seats: int) -> list[Client]:
    players = []
    for seat in seats:
        player = await place.guest()
        await player.do(TABLE, "Sit", seat=seat, player=player.name)
        await player.do(TABLE, "BuyIn", seat=seat, cents=50_000)
        players.append(player)
    await asyncio.to_thread(place.house.tick, TABLE)
    return players


async def bet(place: Place, players: list[Client]) -> None:
    """Everyone bets, and the table deals."""
    for player in players:
        view = await player.view(TABLE)
        seat = next(s["seat"] for s in view["seats"] if s["yours"])
        stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
        await player.do(TABLE, "Bet", seat=seat, stakes=stakes)
    for player in players:
        assert (await player.post(f"/api/tables/{TABLE}/ready")).status == 200
    await asyncio.to_thread(place.house.tick, TABLE)


async def play_out(place: Place, players: list[Client]) -> None:
    number = (await players[0].view(TABLE))["round"]
    for _ in range(60):
        await asyncio.to_thread(place.house.tick, TABLE)
        views = [(player, await player.view(TABLE)) for player in players]
        if views[0][1]["round"] != number:
            return
        for player, view in views:
            if view["choices"]:
                choice = view["choices"][0]
                keys = ("act", "multiple", "spot")
                act = {key: choice[key] for key in keys}
                await player.do(TABLE, "Act", seat=view["turn"], **act)
    raise AssertionError("the round does not end")


def seqs(socket: Socket) -> list[int]:
    return [update["seq"] for update in socket.updates]


def in_order(numbers: list[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(numbers))


def events(updates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One after another: how many come in one update depends on the load."""
    return [event for update in updates for event in update["events"]]


async def settled(place: Place, *sockets: Socket) -> None:
    last = place.house.live(TABLE).seq
    for socket in sockets:
        await socket.reached(last)


def test_each_client_gets_its_own_view(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            first, second = await seated(place, 1, 2)
            dealer = await place.staff("dealer")
            clients = [first, second, dealer, place.client(), place.client()]
            sockets = [await Socket(client).open(LIVE) for client in clients]
            await settled(place, *sockets)
            await bet(place, [first, second])
            await settled(place, *sockets)
            one, two, staff, nobody, other = (socket.updates[-1]["view"] for socket in sockets)

            def cards(view: dict[str, Any], seat: int) -> list[str]:
                return next(s["cards"] for s in view["seats"] if s["seat"] == seat)

            assert "??" not in cards(one, 1) and set(cards(one, 2)) == {"??"}
            assert "??" not in cards(two, 2) and set(cards(two, 1)) == {"??"}
            for view in (staff, nobody, other):
                assert {"??"} == {*cards(view, 1), *cards(view, 2)}
                assert view["chips"] is None and not view["choices"]
            assert one["choices"] and one["turn"] == 1 and not two["choices"]
            assert sockets[3].messages == sockets[4].messages
            await play_out(place, [first, second])
            await settled(place, *sockets)
            for socket in sockets:
                assert in_order(seqs(socket))
                # Nothing left out: every command's events are in one message of each socket.
                assert len(socket.updates) == len(sockets[0].updates)
            ends = [e["type"] for update in sockets[3].updates for e in update["events"]]
            assert ends.count("RoundEnded") == 1 and ends.count("SeatSettled") == 2
            for socket in sockets:
                await socket.close()
            assert not place.app.state.hub.watchers

    asyncio.run(play())


def test_a_client_reconnects_and_misses_nothing(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            players = await seated(place, 1)
            steady = await Socket(players[0]).open(LIVE)
            dropped = await Socket(players[0]).open(LIVE)
            await bet(place, players)
            await settled(place, steady, dropped)
            await dropped.close()
            seq = seqs(dropped)[-1]
            await play_out(place, players)
            back = await Socket(players[0]).open(f"{LIVE}?after={seq}")
            await settled(place, steady, back)
            assert in_order(seqs(back)) and min(seqs(back)) > seq
            # Every event that the steady client has received since, and the same view.
            since = [update for update in steady.updates if update["seq"] > seq]
            assert events(back.updates) == events(since) != []
            assert not any(update["anew"] for update in (*steady.updates, *back.updates))
            assert back.updates[-1]["view"] == steady.updates[-1]["view"]
            # Nothing missed: the present view, and no event again.
            last = seqs(back)[-1]
            again = await Socket(players[0]).open(f"{LIVE}?after={last}")
            await again.reached(last)
            assert len(again.messages) == 1 and again.updates[0]["events"] == []
            assert not again.updates[0]["anew"]
            # A number from the future, or from before a restart, gets the present view.
            for after in (last + 1000, 1):
                place.app.state.hub.recent.clear()
                lost = await Socket(players[0]).open(f"{LIVE}?after={after}")
                await lost.reached(last)
                assert len(lost.messages) == 1 and lost.updates[0]["events"] == []
                assert lost.updates[0]["view"] == again.updates[0]["view"]
                assert lost.updates[0]["anew"]

    asyncio.run(play())


def test_a_client_too_far_behind_gets_the_current_view(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            early = place.house.live(TABLE).seq
            for _ in range(MAX_RECENT + 5):
                await player.do(TABLE, "BuyIn", seat=1, cents=100)
            back = await Socket(player).open(f"{LIVE}?after={early}")
            await settled(place, back)
            assert len(back.messages) == 1 and back.updates[0]["events"] == []
            assert back.updates[0]["anew"]

    asyncio.run(play())


def test_slow_clients_are_closed_and_reconnect(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            slow, steady = Socket(place.client()), Socket(place.client())
            for socket in (slow, steady):
                await socket.open(LIVE)
                await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
            slow.flowing.clear()
            for n in range(MAX_QUEUE + 5):
                place.clock.at += 100
                await player.do(TABLE, "BuyIn", seat=1, cents=100)
                if n == MAX_QUEUE // 2:
                    assert slow.closed is None
            await slow.ended()
            assert slow.closed == TOO_SLOW
            await settled(place, steady)  # who keeps up is not held up
            assert len(steady.messages) == MAX_QUEUE + 6 and in_order(seqs(steady))
            assert {w.row.id for w in place.app.state.hub.watchers} == {TABLE}
            assert len(place.app.state.hub.watchers) == 1
            back = await Socket(place.client()).open(f"{LIVE}?after={seqs(slow)[-1]}")
            await settled(place, back)
            assert back.updates[-1]["view"] == steady.updates[-1]["view"]

    asyncio.run(play())


def test_updates_keep_the_order_of_the_log_under_load(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            players = await seated(place, 1, 2, 3, 4, 5, 6)
            turns = itertools.count()
            # Every other thread lingers between its commit and the telling of it.
            place.house.listeners.insert(0, lambda *_: time.sleep(next(turns) % 2 * 0.02))
            commits: list[Any] = []
            place.house.listeners.insert(0, lambda _, events: commits.extend(events))
            watcher = await Socket(place.client()).open(LIVE)
            await watcher.until(lambda: bool(watcher.messages))
            for _ in range(10):
                place.clock.at += 1000
                asking = [p.do(TABLE, "BuyIn", seat=n, cents=100) for n, p in enumerate(players, 1)]
                await asyncio.gather(*asking)
            await settled(place, watcher)
            assert in_order(seqs(watcher))
            buyers = [event["player"] for event in events(watcher.updates)]
            assert buyers == [event.player for event in commits] and len(buyers) == 60

    asyncio.run(play())


def test_a_retry_after_a_lost_reply(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            watcher = await Socket(place.client()).open(LIVE)
            await watcher.until(lambda: bool(watcher.messages))
            before = (await player.get("/api/me")).json["wallets"]["practice"]
            first = await player.ask(TABLE, "BuyIn", id="same", seat=1, cents=100)
            place.clock.at += 90_000
            again = await player.ask(TABLE, "BuyIn", id="same", seat=1, cents=100)
            assert (again.status, again.body) == (first.status, first.body) == (200, first.body)
            # Asked again while the first is still on its way: one effect, one answer.
            asking = [player.ask(TABLE, "BuyIn", id="twice", seat=1, cents=100) for _ in range(5)]
            assert len({answer.body for answer in await asyncio.gather(*asking)}) == 1
            after = (await player.get("/api/me")).json["wallets"]["practice"]
            assert before - after == 200
            other = await player.ask(TABLE, "BuyIn", id="same", seat=1, cents=200)
            assert (other.status, other.error) == (409, "COMMAND_ID_REUSED")
            elsewhere = await player.ask("three-primes", "BuyIn", id="same", seat=1, cents=100)
            assert (elsewhere.status, elsewhere.error) == (409, "COMMAND_ID_REUSED")
            # Another person's id is another id.
            second = await place.guest()
            await second.do(TABLE, "Sit", id="same", seat=2, player=second.name)
            await settled(place, watcher)
            assert len(watcher.messages) == 4 and in_order(seqs(watcher))

    asyncio.run(play())


def test_a_player_of_two_boxes_is_asked_for_each(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            table = "three-primes"  # 2-3-5 Stud allows two
            player = await place.guest()
            for seat in (2, 3):
                await player.do(table, "Sit", seat=seat, player=player.name)
            await player.do(table, "BuyIn", seat=2, cents=50_000)
            await asyncio.to_thread(place.house.tick, table)
            view = await player.view(table)
            stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
            for seat in (2, 3):
                await player.do(table, "Bet", seat=seat, stakes=stakes)
            await player.post(f"/api/tables/{table}/ready")
            await asyncio.to_thread(place.house.tick, table)
            turns = []
            for _ in range(20):
                view = await player.view(table)
                if not view["turn"]:
                    break
                turns.append(view["turn"])
                choice = view["choices"][0]
                act = {key: choice[key] for key in ("act", "multiple", "spot")}
                await player.do(table, "Act", seat=view["turn"], **act)
                await asyncio.to_thread(place.house.tick, table)
            assert set(turns) == {2, 3}

    asyncio.run(play())


def test_a_client_that_sends_too_much_is_closed(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            socket = await Socket(place.client()).open(LIVE)
            for _ in range(700):
                socket.incoming.put_nowait({"type": "websocket.receive", "text": "x" * 10})
            await socket.ended()
            assert socket.closed is not None and socket.closed[0] == 4429
            # Bytes are a sign of life as well as text.
            quiet = await Socket(place.client()).open(LIVE)
            quiet.incoming.put_nowait({"type": "websocket.receive", "bytes": b"\xff"})
            await quiet.until(lambda: bool(quiet.messages))
            assert quiet.closed is None
            await quiet.close()

    asyncio.run(play())


def test_linked_meters_are_pushed_to_every_table(place: Place) -> None:
    """A meter fed at one table is pushed to the other at once, and shown in every answer."""

    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            twin = {"id": "twin", "name": "Twin", "game": "mississippi-stud"}
            fields = {**twin, "currency": "practice", "mode": "self-dealt"}
            assert (await boss.post("/api/tables", fields)).status == 201
            players = await seated(place, 1)
            far = await Socket(place.client()).open("/api/tables/twin/live")
            near = await Socket(place.client()).open(LIVE)
            await far.until(lambda: bool(far.messages))
            first = far.updates[0]
            await bet(place, players)
            await play_out(place, players)
            await settled(place, near)
            fed = near.updates[-1]["view"]["meters"]
            assert fed != first["view"]["meters"]
            await far.until(lambda: far.updates[-1]["view"]["meters"] == fed)
            assert far.updates[-1]["seq"] == first["seq"] and far.updates[-1]["events"] == []
            assert (await place.client().view("twin"))["meters"] == fed
            lobby = (await place.client().get("/api/tables")).json
            assert {row["id"]: row["meters"] for row in lobby}["twin"] == fed
            # Moved by another server: seen with the next beat of the clock.
            place.app.state.hub.set_meters("mississippi-stud-practice", dict.fromkeys(fed, 7))
            for socket in (far, near):
                await socket.until(lambda s=socket: 7 in s.updates[-1]["view"]["meters"].values())  # type: ignore[misc]

    asyncio.run(play())


def test_watchers_learn_at_once_that_the_house_stops(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            hub, house = place.app.state.hub, place.house
            socket = await Socket(place.client()).open(LIVE)
            await socket.until(lambda: bool(socket.messages))
            assert socket.updates[-1]["stopped"] == ""
            house.program = ["cards.py was changed"]
            await push_stop(house, hub)
            await socket.until(lambda: len(socket.messages) == 2)
            update = socket.updates[-1]
            assert update["stopped"] == house.stop_notice and "cards.py" in update["stopped"]
            assert update["seq"] == socket.updates[0]["seq"] and update["events"] == []
            house.program = []
            await push_stop(house, hub)
            await push_stop(house, hub)  # nothing new to say
            await socket.until(lambda: len(socket.messages) == 3)
            assert socket.updates[-1]["stopped"] == ""
            await socket.close()

    asyncio.run(play())


def test_only_a_seated_player_mixes_in_a_seed(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            path = f"/api/tables/{TABLE}/seed"
            stranger = await place.guest()
            answer = await stranger.post(path, {"seed": "mine"})
            assert (answer.status, answer.error) == (403, "FORBIDDEN")
            assert (await player.post(path, {"seed": "mine"})).status == 200
            for wrong in ("", "\n", "x" * 65):
                answer = await player.post(path, {"seed": wrong})
                assert answer.status == 400, wrong
            promised = (await player.get(f"/api/tables/{TABLE}/fairness")).json
            await bet(place, [player])
            late = await player.post(path, {"seed": "too late"})
            assert (late.status, late.error) == (400, "BAD_SEED")
            await play_out(place, [player])
            seed = (await player.get(f"/api/rounds/{TABLE}/1")).json["seed"]
            assert seed["player_seeds"] == ["mine"] and seed["revealed"]
            assert seed["commitment"] == promised["commitment"]

    asyncio.run(play())


def test_sockets_of_one_address_are_limited(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_SOCKETS", 3)

    async def play() -> None:
        async with running(place):
            sockets = [await Socket(place.client()).open(LIVE) for _ in range(3)]
            for socket in sockets:
                await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
            fourth = await Socket(place.client()).open(LIVE)
            await fourth.ended()
            assert not fourth.accepted and fourth.closed == (4429, "too many sockets")
            elsewhere = await Socket(place.client(address="10.0.0.2")).open(LIVE)
            await elsewhere.until(lambda: bool(elsewhere.messages))
            await sockets[0].close()
            again = await Socket(place.client()).open(LIVE)
            await again.until(lambda: bool(again.messages))
            for socket in (*sockets[1:], elsewhere, again):
                await socket.close()
            assert not place.limiter.sockets
            # Opened and closed over and over, they are limited too.
            refused = 0
            for _ in range(rate_limits.NEW_SOCKET.burst + 5):
                socket = await Socket(place.client()).open(LIVE)
                await socket.until(lambda s=socket: s.accepted or s.closed)  # type: ignore[misc]
                refused += not socket.accepted
                await socket.close()
            assert refused >= 5

    asyncio.run(play())
